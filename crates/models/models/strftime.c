/* <time.h>: strftime: a calendar time as text.

   Exact for the conversions of POSIX and glibc's k l P s, in the C locale; E and O before a letter mean nothing
   there. glibc's flags _ - 0 ^ and # and a width are obeyed. The week of ISO 8601 (V G g) begins on a Monday, and
   week 1 is the one with the year's first Thursday. */

static const char *const long_days[7] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const long_months[12] = {"January", "February", "March", "April", "May", "June", "July", "August", "September",
                                            "October", "November", "December"};

/* How one conversion is padded: a flag (0: none), a width (0: its own), and whether letters become upper case. */
struct time_padding {
    char flag;
    int width;
    _Bool upper;
};

static void put_time_text(struct __unspool_sink *sink, struct time_padding *padding, const char *text, long length) {
    __unspool_put_repeated(sink, padding->flag == '0' ? '0' : ' ', padding->width - length);
    for (long i = 0; i < length; i++) {
        _Bool raise = padding->upper && text[i] >= 'a' && text[i] <= 'z';
        __unspool_put(sink, raise ? text[i] - 32 : text[i]);
    }
}

static void put_time_number(struct __unspool_sink *sink, struct time_padding *padding, long long number, int width, char fill) {
    char digits[24];
    int count = 0;
    unsigned long long rest = number < 0 ? 0 - (unsigned long long)number : (unsigned long long)number;
    if (padding->width != 0)
        width = padding->width;
    if (padding->flag == '-')
        width = 0;
    else if (padding->flag == '_')
        fill = ' ';
    else if (padding->flag == '0')
        fill = '0';
    do {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    int blanks = width - count - (number < 0);
    if (fill == ' ')
        __unspool_put_repeated(sink, ' ', blanks);
    if (number < 0)
        __unspool_put(sink, '-');
    if (fill == '0')
        __unspool_put_repeated(sink, '0', blanks);
    while (count > 0)
        __unspool_put(sink, digits[--count]);
}

static _Bool is_leap(long long year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

/* The week's number in its year of ISO 8601, and that year. */
static int iso_week(const struct tm *time, long long *year) {
    *year = time->tm_year + 1900ll;
    int thursday = time->tm_yday + 3 - (time->tm_wday + 6) % 7; /* the day of the year of this week's Thursday */
    if (thursday < 0) {
        --*year;
        thursday += is_leap(*year) ? 366 : 365;
    } else if (thursday >= (is_leap(*year) ? 366 : 365)) {
        thursday -= is_leap(*year) ? 366 : 365;
        ++*year;
    }
    return thursday / 7 + 1;
}

static long long floor_modulo(long long number, int divisor) { return (number % divisor + divisor) % divisor; }

static void put_time(struct __unspool_sink *sink, const char *format, const struct tm *time);

static void put_time_parts(struct __unspool_sink *sink, struct time_padding *padding, const char *format, const struct tm *time) {
    char text[64];
    struct __unspool_sink parts = {-1, text, sizeof text, 0};
    put_time(&parts, format, time);
    put_time_text(sink, padding, text, (long)parts.length);
}

static void put_time_conversion(struct __unspool_sink *sink, char letter, struct time_padding *padding, const struct tm *time) {
    long long year = time->tm_year + 1900ll;
    int hour_of_12 = time->tm_hour % 12 == 0 ? 12 : time->tm_hour % 12;
    const char *name;
    switch (letter) {
    case 'a':
    case 'A':
        name = time->tm_wday < 0 || time->tm_wday > 6 ? "?" : long_days[time->tm_wday];
        put_time_text(sink, padding, name, letter == 'a' ? (long)strnlen(name, 3) : (long)strlen(name));
        break;
    case 'b':
    case 'h':
    case 'B':
        name = time->tm_mon < 0 || time->tm_mon > 11 ? "?" : long_months[time->tm_mon];
        put_time_text(sink, padding, name, letter != 'B' ? (long)strnlen(name, 3) : (long)strlen(name));
        break;
    case 'c': put_time_parts(sink, padding, "%a %b %e %H:%M:%S %Y", time); break;
    case 'C': put_time_number(sink, padding, (year - floor_modulo(year, 100)) / 100, 2, '0'); break;
    case 'd': put_time_number(sink, padding, time->tm_mday, 2, '0'); break;
    case 'D':
    case 'x': put_time_parts(sink, padding, "%m/%d/%y", time); break;
    case 'e': put_time_number(sink, padding, time->tm_mday, 2, ' '); break;
    case 'F': put_time_parts(sink, padding, "%Y-%m-%d", time); break;
    case 'g':
        iso_week(time, &year);
        put_time_number(sink, padding, floor_modulo(year, 100), 2, '0');
        break;
    case 'G':
        iso_week(time, &year);
        put_time_number(sink, padding, year, 1, '0');
        break;
    case 'H': put_time_number(sink, padding, time->tm_hour, 2, '0'); break;
    case 'I': put_time_number(sink, padding, hour_of_12, 2, '0'); break;
    case 'j': put_time_number(sink, padding, time->tm_yday + 1ll, 3, '0'); break;
    case 'k': put_time_number(sink, padding, time->tm_hour, 2, ' '); break;
    case 'l': put_time_number(sink, padding, hour_of_12, 2, ' '); break;
    case 'm': put_time_number(sink, padding, time->tm_mon + 1ll, 2, '0'); break;
    case 'M': put_time_number(sink, padding, time->tm_min, 2, '0'); break;
    case 'n': put_time_text(sink, padding, "\n", 1); break;
    case 'p': put_time_text(sink, padding, time->tm_hour >= 12 ? "PM" : "AM", 2); break;
    case 'P': /* always in lower case */
        padding->upper = 0;
        put_time_text(sink, padding, time->tm_hour >= 12 ? "pm" : "am", 2);
        break;
    case 'r': put_time_parts(sink, padding, "%I:%M:%S %p", time); break;
    case 'R': put_time_parts(sink, padding, "%H:%M", time); break;
    case 's': {
        struct tm copy = *time;
        long long seconds = -1;
        __unspool_from_calendar(&copy, "UTC", &seconds);
        put_time_number(sink, padding, seconds, 1, '0');
        break;
    }
    case 'S': put_time_number(sink, padding, time->tm_sec, 2, '0'); break;
    case 't': put_time_text(sink, padding, "\t", 1); break;
    case 'T':
    case 'X': put_time_parts(sink, padding, "%H:%M:%S", time); break;
    case 'u': put_time_number(sink, padding, time->tm_wday == 0 ? 7 : time->tm_wday, 1, '0'); break;
    case 'U': put_time_number(sink, padding, (time->tm_yday + 7 - time->tm_wday) / 7, 2, '0'); break;
    case 'V': put_time_number(sink, padding, iso_week(time, &year), 2, '0'); break;
    case 'w': put_time_number(sink, padding, time->tm_wday, 1, '0'); break;
    case 'W': put_time_number(sink, padding, (time->tm_yday + 7 - (time->tm_wday + 6) % 7) / 7, 2, '0'); break;
    case 'y': put_time_number(sink, padding, floor_modulo(year, 100), 2, '0'); break;
    case 'Y': put_time_number(sink, padding, year, 1, '0'); break;
    case 'z': put_time_text(sink, padding, "+0000", 5); break;
    case 'Z':
        name = time->tm_zone == 0 ? "" : time->tm_zone;
        put_time_text(sink, padding, name, (long)strlen(name));
        break;
    case '%': put_time_text(sink, padding, "%", 1); break;
    default: /* as it stands */
        __unspool_put(sink, '%');
        __unspool_put(sink, letter);
        break;
    }
}

static void put_time(struct __unspool_sink *sink, const char *format, const struct tm *time) {
    while (*format) {
        struct time_padding padding = {0, 0, 0};
        if (*format != '%') {
            __unspool_put(sink, *format++);
            continue;
        }
        format++;
        for (; *format == '_' || *format == '-' || *format == '0' || *format == '^' || *format == '#'; format++)
            if (*format == '^' || *format == '#')
                padding.upper = 1;
            else
                padding.flag = *format;
        for (; *format >= '0' && *format <= '9'; format++)
            padding.width = padding.width > 1000 ? 10000 : padding.width * 10 + (*format - '0');
        if (*format == 'E' || *format == 'O')
            format++;
        if (*format == 0)
            break;
        put_time_conversion(sink, *format++, &padding, time);
    }
}

/* 0, and unspecified contents, where the text does not fit. */
size_t strftime(char *restrict text, size_t size, const char *restrict format, const struct tm *restrict time) {
    struct __unspool_sink sink = {-1, text, size, 0};
    put_time(&sink, format, time);
    if (sink.length >= size)
        return 0;
    text[sink.length] = 0;
    return sink.length;
}
