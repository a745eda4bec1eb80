/* <unistd.h>, <getopt.h>: the options of the command line: getopt, getopt_long.

   Exact, glibc's habits included: other arguments are moved behind the options unless the option text begins with "+"
   (they end the options) or "-" (they are options of letter 1), the argument of "x::" is optional, "--" ends the
   options. As in glibc the moving is done by the call that finds the next option, so that the array is in order when
   -1 is returned.

   A program has one command line, so the state is not protected: two threads that call getopt race.

   Assumptions:
   - POSIXLY_CORRECT is not looked at. Messages begin with the program's name as the array gives it. */

char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';

/* As <getopt.h> declares it. */
struct option {
    const char *name;
    int has_arg;
    int *flag;
    int val;
};

/* The rest of the letters "-abc" being looked at; null or empty between arguments. */
static char *more_letters;
/* The arguments from first_other up to last_other are no options and were passed over. */
static int first_other = 1, last_other = 1;

static void reverse(char **arguments, int from, int to) {
    for (to--; from < to; from++, to--) {
        char *moved = arguments[from];
        arguments[from] = arguments[to];
        arguments[to] = moved;
    }
}

/* Brings the options between last_other and optind before the others: three reversals exchange two neighbouring parts. */
static void move_options_forward(char **arguments) {
    reverse(arguments, first_other, last_other);
    reverse(arguments, last_other, optind);
    reverse(arguments, first_other, optind);
    first_other += optind - last_other;
    last_other = optind;
}

static _Bool is_option(const char *argument) { return argument[0] == '-' && argument[1] != 0; }

/* Goes to the next argument with an option; -1 if there is none, 1 for an argument in its order, else 0. */
static int next_option(int count, char **arguments, char order) {
    if (first_other > optind || optind == 0)
        first_other = last_other = optind == 0 ? 1 : optind;
    if (optind == 0)
        optind = 1;
    if (last_other > optind)
        last_other = optind;
    if (order == 0) {
        if (first_other != last_other && last_other != optind)
            move_options_forward(arguments);
        else if (last_other != optind)
            first_other = optind;
        while (optind < count && !is_option(arguments[optind]))
            optind++;
        last_other = optind;
    }
    if (optind < count && strcmp(arguments[optind], "--") == 0) {
        optind++;
        if (first_other != last_other && last_other != optind)
            move_options_forward(arguments);
        else if (first_other == last_other)
            first_other = optind;
        last_other = count;
        optind = count;
    }
    if (optind >= count) {
        if (first_other != last_other)
            optind = first_other;
        return -1;
    }
    if (!is_option(arguments[optind])) {
        if (order == '+')
            return -1;
        optarg = arguments[optind++];
        return 1;
    }
    return 0;
}

static _Bool is_letter_of(const char *letters, char letter) {
    while (*letters != 0 && *letters != letter)
        letters++;
    return *letters != 0;
}

static size_t length_of_name(const char *name) {
    size_t length = 0;
    while (name[length] != 0 && name[length] != '=')
        length++;
    return length;
}

static _Bool begins_long_option(const struct option *options, const char *name) {
    for (; options->name != 0; options++)
        if (strncmp(options->name, name, length_of_name(name)) == 0)
            return 1;
    return 0;
}

/* A long option, given behind its dashes. */
static int long_option(int count, char **arguments, const struct option *options, int *index, _Bool quiet,
                       _Bool missing_is_colon, char *name, const char *dashes) {
    size_t length = length_of_name(name);
    const struct option *found = 0;
    int found_at = 0;
    _Bool is_exact = 0;
    _Bool is_ambiguous = 0;
    for (int i = 0; options[i].name != 0 && !is_exact; i++) {
        if (strncmp(options[i].name, name, length) != 0)
            continue;
        is_exact = options[i].name[length] == 0;
        if (found == 0 || is_exact) {
            found = &options[i];
            found_at = i;
        } else if (options[i].has_arg != found->has_arg || options[i].flag != found->flag
                   || options[i].val != found->val) {
            is_ambiguous = 1;
        }
    }
    optind++;
    more_letters = 0;
    if (found == 0 || (is_ambiguous && !is_exact)) {
        if (!quiet)
            fprintf(stderr, found == 0 ? "%s: unrecognized option '%s%s'\n" : "%s: option '%s%s' is ambiguous\n", arguments[0],
                    dashes, name);
        optopt = 0;
        return '?';
    }
    if (name[length] == '=') {
        if (found->has_arg == 0) {
            if (!quiet)
                fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", arguments[0], dashes, found->name);
            optopt = found->val;
            return '?';
        }
        optarg = name + length + 1;
    } else if (found->has_arg == 1) {
        if (optind >= count) {
            if (!quiet)
                fprintf(stderr, "%s: option '%s%s' requires an argument\n", arguments[0], dashes, found->name);
            optopt = found->val;
            return missing_is_colon ? ':' : '?';
        }
        optarg = arguments[optind++];
    }
    if (index != 0)
        *index = found_at;
    if (found->flag != 0) {
        *found->flag = found->val;
        return 0;
    }
    return found->val;
}

static int short_option(int count, char **arguments, const char *letters, _Bool quiet, _Bool missing_is_colon) {
    char letter = *more_letters++;
    const char *known = letters;
    while (*known != 0 && *known != letter)
        known++;
    if (*more_letters == 0)
        optind++;
    if (*known == 0 || letter == ':' || letter == ';') {
        if (!quiet)
            fprintf(stderr, "%s: invalid option -- '%c'\n", arguments[0], letter);
        optopt = letter;
        return '?';
    }
    if (known[1] != ':')
        return letter;
    if (*more_letters != 0) {
        optarg = more_letters;
        optind++;
    } else if (known[2] == ':') {
        optarg = 0;
    } else if (optind >= count) {
        if (!quiet)
            fprintf(stderr, "%s: option requires an argument -- '%c'\n", arguments[0], letter);
        optopt = letter;
        more_letters = 0;
        return missing_is_colon ? ':' : '?';
    } else {
        optarg = arguments[optind++];
    }
    more_letters = 0;
    return letter;
}

static int find_option(int count, char **arguments, const char *letters, const struct option *options, int *index, _Bool only_long,
                       char usual_order) {
    char order = usual_order;
    if (*letters == '+' || *letters == '-')
        order = *letters++;
    _Bool missing_is_colon = *letters == ':';
    _Bool quiet = opterr == 0 || missing_is_colon;
    if (count < 1)
        return -1;
    optarg = 0;
    if (optind == 0)
        more_letters = 0;
    if (more_letters == 0 || *more_letters == 0) {
        int found = next_option(count, arguments, order);
        if (found != 0)
            return found;
        char *argument = arguments[optind];
        if (options != 0 && argument[1] == '-')
            return long_option(count, arguments, options, index, quiet, missing_is_colon, argument + 2, "--");
        if (options != 0 && only_long && (argument[2] != 0 || !is_letter_of(letters, argument[1]))) {
            _Bool is_short = is_letter_of(letters, argument[1]) && !begins_long_option(options, argument + 1);
            if (!is_short)
                return long_option(count, arguments, options, index, quiet, missing_is_colon, argument + 1, "-");
        }
        more_letters = argument + 1;
    }
    return short_option(count, arguments, letters, quiet, missing_is_colon);
}

int getopt(int count, char *const arguments[], const char *letters) {
    return find_option(count, (char **)arguments, letters, 0, 0, 0, 0);
}

/* What <unistd.h> redirects to in strictly conforming modes: the first other argument ends the options. */
int __posix_getopt(int count, char *const arguments[], const char *letters) {
    return find_option(count, (char **)arguments, letters, 0, 0, 0, '+');
}

int getopt_long(int count, char *const arguments[], const char *letters, const struct option *options, int *index) {
    return find_option(count, (char **)arguments, letters, options, index, 0, 0);
}

/* A single dash may begin a long option, unless what follows is a known letter and begins no long name. */
int getopt_long_only(int count, char *const arguments[], const char *letters, const struct option *options, int *index) {
    return find_option(count, (char **)arguments, letters, options, index, 1, 0);
}
