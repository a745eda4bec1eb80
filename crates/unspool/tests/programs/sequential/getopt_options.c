/* getopt and getopt_long: letters, arguments, long names, and the order of what is left */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <unistd.h>

static void letters(int count, char **arguments, const char *options) {
    int letter;
    optind = 0;
    while ((letter = getopt(count, arguments, options)) != -1)
        printf("%c(%s) %d ", letter, optarg == NULL ? "" : optarg, optind);
    printf("rest from %d:", optind);
    for (int i = 1; i < count; i++)
        printf(" %s", arguments[i]);
    puts("");
}

static void names(int count, char **arguments) {
    int flag = 0, letter, index = -1;
    struct option options[] = {{"help", no_argument, NULL, 'h'}, {"size", required_argument, NULL, 's'}, {"colour", optional_argument, NULL, 'c'}, {"verbose", no_argument, &flag, 9}, {0}};
    optind = 0;
    while ((letter = getopt_long(count, arguments, "hs:", options, &index)) != -1)
        printf("%d(%s) %d %d ", letter, optarg == NULL ? "" : optarg, index, optind);
    printf("flag %d rest from %d:", flag, optind);
    for (int i = 1; i < count; i++)
        printf(" %s", arguments[i]);
    puts("");
}

#define COUNT(a) ((int)(sizeof(a) / sizeof *(a)) - 1)

int main(int argc, char **argv) {
    char *first[] = {"program", "-a", "-b", "value", "file", "-cab", "-bx", "--", "-a", NULL};
    char *second[] = {"program", "one", "-a", "two", "-b", "v", "three", NULL};
    char *third[] = {"program", "-z", "-b", NULL};
    char *fourth[] = {"program", "x", "--size=3", "--help", "y", "--si", "4", "--verbose", "--colour", "--colour=red", "-s5", "--none", "--size", NULL};
    opterr = 0;
    letters(COUNT(first), first, "ab:c");
    letters(COUNT(second), second, "ab:");
    letters(COUNT(second), second, "+ab:");
    letters(COUNT(second), second, "-ab:");
    letters(COUNT(third), third, "ab:");
    printf("%c\n", optopt);
    letters(COUNT(third), third, ":ab:");
    names(COUNT(fourth), fourth);
    optind = 0;
    printf("%d\n", getopt(argc, argv, "a"));
    return 0;
}
