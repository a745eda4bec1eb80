/* What every model file sees before its own text.

   The models are parsed without a preprocessor, in whichever data model the user's program has, so
   the types whose width depends on it come from the front end (`__unspool_size_t` and so on) and
   get their usual names here. Functions that one model file defines and another calls are
   declared here once; whatever only one file needs stays in that file. */

typedef __unspool_size_t size_t;
typedef __unspool_ssize_t ssize_t;
typedef __unspool_ptrdiff_t ptrdiff_t;
typedef __unspool_uintptr_t uintptr_t;
typedef __unspool_wchar_t wchar_t;

/* As the headers of Linux have them. */
struct timespec {
    long tv_sec;
    long tv_nsec;
};
struct sched_param {
    int sched_priority;
};

/* Where formatted bytes go: to the descriptor if it is not negative, else into the buffer as far as
   `capacity` reaches. `length` counts all bytes, stored or not, as snprintf's result does. */
struct __unspool_sink {
    int descriptor;
    char *buffer;
    size_t capacity;
    size_t length;
};

/* Argument widths, by what they are in C, so that both data models read the right size. */
enum __unspool_modifier { as_int, as_char, as_short, as_long, as_long_long, as_size, as_ptrdiff, as_long_double };

/* One conversion specification, parsed. An argument's place is 0 for "none", else its position (%2$d, *3$), or
   `next_argument`. */
enum { next_argument = -1 };
struct __unspool_conversion {
    _Bool left;
    _Bool plus;
    _Bool space;
    _Bool alternate;
    _Bool zero;
    _Bool upper;
    int width;
    int precision; /* negative: none given */
    char letter;   /* lower case for the conversions that have two cases */
    enum __unspool_modifier modifier;
    int value_place;
    int width_place;
    int precision_place;
};

/* The arguments that are left, and what is needed to find those with a position. */
struct __unspool_arguments {
    __builtin_va_list left;
    __builtin_va_list all;
    const char *format;
};

/* format_modifiers.c */
enum __unspool_modifier __unspool_read_modifier(const char **format);

/* printf_core.c, printf_parse.c, printf_positions.c, printf_float.c */
int __unspool_format(struct __unspool_sink *sink, const char *format, __builtin_va_list arguments);
_Bool __unspool_parse_conversion(const char **format, struct __unspool_conversion *conversion);
void __unspool_go_to_argument(struct __unspool_arguments *arguments, int place);
void __unspool_put(struct __unspool_sink *sink, int byte);
void __unspool_put_repeated(struct __unspool_sink *sink, int byte, long count);
void __unspool_put_float(struct __unspool_sink *sink, struct __unspool_conversion *conversion, long double value);
void __unspool_put_hex_float(struct __unspool_sink *sink, struct __unspool_conversion *conversion,
                             long double value, _Bool is_long);

/* What a FILE is: all a program can learn of a stream. What a file holds is not part of it. */
struct __unspool_stream {
    int descriptor;
    _Bool is_open;
    _Bool is_readable;
    _Bool is_writable;
    _Bool at_end;
    _Bool has_failed;
    int pushed_back; /* a byte given back by ungetc, plus one; 0 if there is none */
    int holder;      /* the number plus one of the thread that holds it by flockfile; 0 if none does */
    int depth;       /* how often it does */
};

/* streams.c; all inside an atomic section only. The stream, checked to be open; then where output to it goes: the
   descriptor if that is the program's output, else `goes_nowhere`, or `not_for_output` (with errno and the error indicator set). */
enum { goes_nowhere = -1, not_for_output = -2 };
struct _IO_FILE;
extern struct _IO_FILE *stdin, *stdout, *stderr;
void flockfile(struct _IO_FILE *stream) __attribute__((weak)); /* null in programs that do not call it */
struct __unspool_stream *__unspool_stream_at(struct _IO_FILE *stream);
int __unspool_output_of(struct __unspool_stream *stream);

/* stream_output.c, printf.c. Output as one part of an atomic section: false or negative where the stream is not open for
   it. */
_Bool __unspool_put_bytes(struct _IO_FILE *stream, const char *bytes, size_t count);
int __unspool_format_to_stream(struct _IO_FILE *stream, const char *format, __builtin_va_list arguments);
int fprintf(struct _IO_FILE *restrict stream, const char *restrict format, ...);
int vsnprintf(char *restrict buffer, size_t size, const char *restrict format, __builtin_va_list arguments);

/* stream_input.c: the next byte or -1, whether there may be any input at all (errno is set if not). Inside an
   atomic section only. */
int __unspool_next_byte(struct __unspool_stream *stream);
_Bool __unspool_may_read(struct __unspool_stream *stream);

/* open_descriptors.c: takes the lowest unused descriptor, or gives -1 (EMFILE); takes this one; gives it back; whether it is in
   use; whether it is the program's output. Inside an atomic section only. */
int __unspool_take_descriptor(void);
void __unspool_open_descriptor(int descriptor);
void __unspool_release_descriptor(int descriptor);
_Bool __unspool_is_open_descriptor(int descriptor);
_Bool __unspool_is_output(int descriptor);

/* scanf_parse.c: one conversion specification of a scanf format, parsed. */
struct __unspool_directive {
    _Bool suppressed;        /* %*d: read, not stored */
    _Bool allocates;         /* %ms */
    int width;               /* 0: none given */
    enum __unspool_modifier modifier;
    char letter;             /* d i u o x p b f s c [ n %; 0 for anything else */
    unsigned char set[32];   /* of %[: bit b is set if byte b belongs to it */
};
_Bool __unspool_parse_directive(const char **format, struct __unspool_directive *directive);
_Bool __unspool_is_in_set(struct __unspool_directive *directive, unsigned char byte);
_Bool __unspool_is_white(char byte);
void __unspool_store_integer(void *target, enum __unspool_modifier modifier, unsigned long long value);

/* calendar.c: from a time as a calendar shows it in Greenwich, whose members it also puts into their usual ranges; false if
   the year does not fit into an int. */
struct tm;
_Bool __unspool_from_calendar(struct tm *time, const char *zone, long long *seconds);

/* Time as C and POSIX declare it; in preprocessed input with 64-bit time on a 32-bit machine another layout is used. */
struct timeval { long tv_sec; long tv_usec; };
struct __unspool_timespec64 { long long tv_sec; long tv_nsec; int padding; };
struct __unspool_timeval64 { long long tv_sec; long long tv_usec; };
struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

/* errno.c */
int *__errno_location(void);

/* string_*.c */
_Bool __unspool_overlap(const void *to, const void *from, size_t count);
void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int byte, size_t count);
size_t strlen(const char *text);
size_t strnlen(const char *text, size_t limit);
int strcmp(const char *left, const char *right);
int strncmp(const char *left, const char *right, size_t limit);
char *strerror(int number);
void __unspool_put_number(char *to, int number);

/* allocation.c. The last two only when somebody looks for valid-memcleanup: by how much the number of objects that the program has to
   free changes; a report if there are any. What a model keeps for itself is allocated by __unspool_alloc and not counted. */
void *malloc(size_t size);
void free(void *pointer);
void __unspool_count_objects(int change);
void __unspool_on_demand_valid_memcleanup(void) __attribute__((weak));

/* thread_records.c: what is known of each thread beside what the engine knows (is it finished?). */
enum __unspool_thread_life {
    __unspool_never_created,
    __unspool_joinable,
    __unspool_detached,
    __unspool_joined
};
struct __unspool_thread_settings {
    char name[16];
    int policy;
    int priority;
    unsigned processors; /* a bit for each that the thread may run on */
};
struct __unspool_thread_record {
    int life;
    _Bool ended;            /* past all it runs of the program's code */
    _Bool cancel_requested; /* by pthread_cancel */
    _Bool cancels_at_once;  /* its cancellation is enabled and asynchronous */
    void *result;
    struct __unspool_thread_settings *settings; /* thread_settings.c; null until something is set */
};
struct __unspool_thread_record *__unspool_place_of_record(unsigned long handle);
struct __unspool_thread_record *__unspool_record_of(unsigned long handle);
struct __unspool_thread_record *__unspool_new_record(int thread);
_Bool __unspool_is_live(struct __unspool_thread_record *record);
void __unspool_note_end(struct __unspool_thread_record *record, void *result);
_Bool __unspool_all_have_ended(void);

/* thread_records.c, when somebody looks for thread-leak: reports a thread that is neither joined nor detached. */
void __unspool_on_demand_thread_leak(void) __attribute__((weak));

/* integers.c, when somebody looks for no-overflow: reports an absolute value that does not fit. */
void __unspool_on_demand_no_overflow(void) __attribute__((weak));

/* pthread_thread.c. The first two are null until a handler is pushed (by this thread) or a key is made. */
extern _Thread_local void (*__unspool_run_cleanup_handlers)(void);
extern void (*__unspool_run_key_destructors)(void);
extern _Thread_local _Bool __unspool_cancellation_disabled;
/* A thread that ends is not cancelled any more. */
extern _Thread_local _Bool __unspool_is_ending;
extern _Bool __unspool_detached_by_default; /* pthread_setattr_default_np */
_Noreturn void pthread_exit(void *result) __attribute__((weak)); /* null in programs that do not call it */
_Noreturn void __unspool_leave_thread(void *result);
_Noreturn void __unspool_end_thread(void *result);

/* thread_settings.c */
int pthread_setschedparam(unsigned long handle, int policy, const struct sched_param *parameters);
int pthread_getschedparam(unsigned long handle, int *restrict policy, struct sched_param *restrict parameters);
int pthread_setaffinity_np(unsigned long handle, size_t size, const void *set);
int pthread_getaffinity_np(unsigned long handle, size_t size, void *set);

/* scheduling_policies.c */
_Bool __unspool_is_policy(int policy);
_Bool __unspool_is_real_time(int policy);
_Bool __unspool_is_priority_of(int policy, int priority);

/* deadlines.c */
_Bool __unspool_is_deadline(const struct timespec *deadline);
struct timespec __unspool_usual_deadline(const struct __unspool_timespec64 *deadline);

/* pthread_cond.c: the parts of waits and wake-ups that POSIX and C11 have in common. The first, which also tells whether
   a request to cancel this thread was there before the wait, and the last two: inside an atomic section only. */
struct __unspool_mutex;
struct __unspool_condition;
_Bool __unspool_condition_block(struct __unspool_condition *condition, struct __unspool_mutex *mutex);
void __unspool_condition_await(struct __unspool_condition *condition, struct __unspool_mutex *mutex, _Bool requested);
int __unspool_condition_await_timeout(struct __unspool_condition *condition, struct __unspool_mutex *mutex,
                                      _Bool requested);
void __unspool_condition_signal(struct __unspool_condition *condition);
void __unspool_condition_broadcast(struct __unspool_condition *condition);

/* pthread_key.c. The first inside an atomic section only. */
_Bool __unspool_key_exists(unsigned key);
int pthread_key_create(unsigned *result, void (*destructor)(void *));
int pthread_key_delete(unsigned key);
int pthread_setspecific(unsigned key, const void *pointer);
void *pthread_getspecific(unsigned key);

/* pthread_once.c */
int pthread_once(int *control, void (*routine)(void));

/* pthread_cleanup.c: handlers that are due when the thread exits or is cancelled, in a list of the thread's own. */
struct __unspool_cleanup;
void __unspool_push_cleanup(struct __unspool_cleanup *handler, void (*routine)(void *), void *argument);
void __unspool_pop_cleanup(struct __unspool_cleanup *handler);

/* pthread_cancel.c. Weak: only a program that calls pthread_cancel takes that file along; elsewhere the name is a null
   pointer, known as such to the front end. A cancellation point that blocks reads, in its atomic section,
     __unspool_wait_until(ready || (pthread_cancel && __unspool_cancel_is_due()));
     cancelled = pthread_cancel && __unspool_cancel_is_due() && (!ready || __unspool_nondet(_Bool));
   and, having left the section, calls __unspool_cancelled if it is. POSIX leaves open what happens if the event waited
   for occurs before the request is acted upon. In a program that never cancels there is no trace of all this, not even
   a load. */
int pthread_cancel(unsigned long handle) __attribute__((weak));

/* pthread_cancel_state.c. Whether a cancellation of this thread has been requested and is enabled: inside an atomic
   section only, and only after the test of `pthread_cancel`. Then, outside any section, what it does: run the cleanup
   handlers and the destructors of keys, and end the thread with PTHREAD_CANCELED. */
_Bool __unspool_cancel_is_due(void);
_Noreturn void __unspool_cancelled(void);

/* pthread_cancel_state.c, too. What the functions of <stdio.h> that POSIX allows to be cancellation points do before
   anything else, outside any section. Functions called within sections are therefore others than those that programs
   call: __unspool_put_bytes (stream_output.c) and __unspool_format_to_stream (printf.c). */
void __unspool_optional_cancellation_point(void);
void pthread_testcancel(void);
int pthread_setcanceltype(int type, int *former);

/* ctype_tables.c. The layout is glibc's, because its macros look inside. */
struct __unspool_locale {
    void *categories[13];
    const unsigned short *classes;
    const int *lower;
    const int *upper;
    const char *names[13];
};
extern const struct __unspool_locale __unspool_c_locale;

/* any_bytes.c: word by word outside of any section, and in one atomic step. */
void __unspool_store_any_bytes(void *memory, size_t size);
void __unspool_any_bytes(void *memory, size_t size);

/* process_end.c */
_Noreturn void exit(int status);

/* process_identity.c */
int getpid(void);

/* integers.c */
long strtol(const char *restrict text, char **restrict end, int base);
unsigned long strtoul(const char *restrict text, char **restrict end, int base);
long long strtoll(const char *restrict text, char **restrict end, int base);
unsigned long long strtoull(const char *restrict text, char **restrict end, int base);

/* strtod.c */
float strtof(const char *restrict text, char **restrict end);
double strtod(const char *restrict text, char **restrict end);
long double strtold(const char *restrict text, char **restrict end);

/* math_*.c */
double copysign(double number, double sign);
long double copysignl(long double number, long double sign);
long double fabsl(long double number);
long double truncl(long double number);
long double frexpl(long double number, int *exponent);
long double ldexpl(long double number, int exponent);

/* The bits of floating-point numbers: IEEE binary32 and binary64, and the x87 `long double`. */
union float_bits { float value; unsigned bits; };
union double_bits { double value; unsigned long long bits; };
union long_double_bits {
    long double value;
    struct { unsigned long long significand; unsigned short sign_and_exponent; } parts;
};
