/* getopt and getopt_long against the host's: random command lines over a few pieces; each result, and the array at the end. */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include "runtime.h"

int model_getopt(int count, char *const arguments[], const char *letters);
int model_getopt_long(int count, char *const arguments[], const char *letters, const struct option *options, int *index);
int model_getopt_long_only(int count, char *const arguments[], const char *letters, const struct option *options, int *index);
extern int model_optind, model_opterr, model_optopt;
extern char *model_optarg;

static int our_flag, their_flag;

static void compare(int count, char **arguments, const char *letters, int kind) {
    char *ours[10], *theirs[10];
    struct option our_options[] = {{"alpha", 0, 0, 'a'}, {"alpine", 1, 0, 'A'}, {"beta", 2, 0, 'b'}, {"flag", 0, &our_flag, 7}, {"f", 1, 0, 'F'}, {0, 0, 0, 0}};
    struct option their_options[] = {{"alpha", 0, 0, 'a'}, {"alpine", 1, 0, 'A'}, {"beta", 2, 0, 'b'}, {"flag", 0, &their_flag, 7}, {"f", 1, 0, 'F'}, {0, 0, 0, 0}};
    memcpy(ours, arguments, sizeof ours);
    memcpy(theirs, arguments, sizeof theirs);
    model_optind = optind = 0;
    model_opterr = opterr = 0;
    our_flag = their_flag = 0;
    for (int round = 0; round < 20; round++) {
        int our_index = -1, their_index = -1;
        int our_result = kind == 0   ? model_getopt(count, ours, letters)
                         : kind == 1 ? model_getopt_long(count, ours, letters, our_options, &our_index)
                                     : model_getopt_long_only(count, ours, letters, our_options, &our_index);
        int their_result = kind == 0   ? getopt(count, theirs, letters)
                           : kind == 1 ? getopt_long(count, theirs, letters, their_options, &their_index)
                                       : getopt_long_only(count, theirs, letters, their_options, &their_index);
        if (our_result != their_result || model_optind != optind || (our_result == '?' && model_optopt != optopt)
            || our_index != their_index || model_optarg != optarg || our_flag != their_flag) {
            static char message[400];
            int length = snprintf(message, sizeof message, "kind %d, \"%s\", round %d: %d/%d optind %d/%d:", kind, letters, round, our_result, their_result,
                                  model_optind, optind);
            for (int i = 1; i < count; i++)
                length += snprintf(message + length, sizeof message - (size_t)length, " %s", arguments[i]);
            test_fail(__FILE__, __LINE__, message);
            return;
        }
        if (our_result == -1)
            break;
    }
    CHECK(memcmp(ours, theirs, (size_t)count * sizeof *ours) == 0);
}

void test_all(void) {
    static char *const pieces[] = {"-a", "-b", "-ab", "-c", "-carg", "-d", "-darg", "x", "y", "-", "--", "-z", "-acx", "-ba", "word"};
    static char *const long_pieces[] = {"--alpha", "--alp", "--alpha=1", "--alpine", "--alpine=2", "--beta", "--beta=3", "--flag", "--f", "--fl", "--none", "-alpha", "-beta=4", "-f"};
    static const char *const letters[] = {"abc:d::", "+abc:d::", "-abc:d::", ":abc:d::", "+:ab", "abf", ""};
    for (int i = 0; i < 200000; i++) {
        char *arguments[10] = {"program"};
        int count = 1 + (int)(test_random() % 7);
        int kind = (int)(test_random() % 3);
        for (int k = 1; k < count; k++)
            arguments[k] = kind > 0 && test_random() % 2 ? long_pieces[test_random() % (sizeof long_pieces / sizeof *long_pieces)]
                                                         : pieces[test_random() % (sizeof pieces / sizeof *pieces)];
        compare(count, arguments, letters[test_random() % (sizeof letters / sizeof *letters)], kind);
    }
}
