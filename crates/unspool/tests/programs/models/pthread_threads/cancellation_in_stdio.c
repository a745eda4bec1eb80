/* The functions of <stdio.h> may act on a cancellation, or not */
#define _GNU_SOURCE
#include <assert.h>
#include <err.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

pthread_t thread;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* Whether a thread whose cancellation is requested is cancelled in the call. */
static void *cancelled_before(void *function) {
    pthread_cancel(pthread_self());
    ((void (*)(void))function)();
    return 0;
}
static _Bool acts_in(void (*function)(void)) {
    void *result;
    pthread_create(&thread, 0, cancelled_before, (void *)function);
    pthread_join(thread, &result);
    assert(result == 0 || result == PTHREAD_CANCELED);
    return result == PTHREAD_CANCELED;
}

#if defined FPRINTF_WITH_A_MUTEX
/* Nobody unlocks what a cancelled thread has locked. */
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    fprintf(stderr, "working\n");
    pthread_mutex_unlock(&mutex);
    return 0;
}
int main(void) {
    pthread_create(&thread, 0, work, 0);
    pthread_cancel(thread);
    pthread_mutex_lock(&mutex); // DEADLOCK
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
}
#elif defined FPRINTF_WITH_A_MUTEX_AND_A_HANDLER // SAFE
static void unlock(void *unused) {
    pthread_mutex_unlock(&mutex);
}
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, 0);
    fprintf(stderr, "working\n");
    pthread_cleanup_pop(1);
    return 0;
}
int main(void) {
    pthread_create(&thread, 0, work, 0);
    pthread_cancel(thread);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
}
#elif defined FPRINTF_WITH_A_MUTEX_AND_CANCELLATION_DISABLED // SAFE
static void *work(void *unused) {
    int former;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &former);
    pthread_mutex_lock(&mutex);
    fprintf(stderr, "working\n");
    pthread_mutex_unlock(&mutex);
    pthread_setcancelstate(former, 0);
    return 0;
}
int main(void) {
    pthread_create(&thread, 0, work, 0);
    pthread_cancel(thread);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
}
#elif defined FPRINTF_WITH_A_MUTEX_AND_NOBODY_CANCELS // SAFE
static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    fprintf(stderr, "working\n");
    pthread_mutex_unlock(&mutex);
    return 0;
}
int main(void) {
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
}
#elif defined PUTS_FOR_EVER // SAFE
static void *put(void *unused) {
    for (;;)
        puts("x");
}
int main(void) {
    void *result;
    pthread_create(&thread, 0, put, 0);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
}
#elif defined PUTS_MAY_NOT_ACT
static void put(void) {
    puts("x");
}
int main(void) {
    assert(acts_in(put)); // UNSAFE: assertion failed
}
#elif defined OUTPUT
static void print(void) { printf("x"); }
static void print_to_descriptor(void) { dprintf(1, "x"); }
static void put(void) { fputc('x', stdout); }
static void put_to_macro(void) { putc('x', stdout); }
static void put_character(void) { putchar('x'); }
static void put_text(void) { fputs("x", stdout); }
static void put_line(void) { puts("x"); }
static void put_data(void) { fwrite("x", 1, 1, stdout); }
static void put_reason(void) { perror("x"); }
static void put_warning(void) { warnx("x"); }
static void flush(void) { fflush(stdout); }
static void flush_all(void) { fflush(NULL); }
int main(void) {
    assert(!acts_in(print));               // UNSAFE: assertion failed
    assert(!acts_in(print_to_descriptor)); // UNSAFE: assertion failed
    assert(!acts_in(put));                 // UNSAFE: assertion failed
    assert(!acts_in(put_to_macro));        // UNSAFE: assertion failed
    assert(!acts_in(put_character));       // UNSAFE: assertion failed
    assert(!acts_in(put_text));            // UNSAFE: assertion failed
    assert(!acts_in(put_line));            // UNSAFE: assertion failed
    assert(!acts_in(put_data));            // UNSAFE: assertion failed
    assert(!acts_in(put_reason));          // UNSAFE: assertion failed
    assert(!acts_in(put_warning));         // UNSAFE: assertion failed
    assert(!acts_in(flush));               // UNSAFE: assertion failed
    assert(!acts_in(flush_all));           // UNSAFE: assertion failed
}
#elif defined INPUT
// WITH --domain=0
static char buffer[2], *line;
static size_t size;
static int number;
static void scan(void) { scanf("%d", &number); }
static void scan_file(void) { fscanf(stdin, "%d", &number); }
static void get(void) { fgetc(stdin); }
static void get_by_macro(void) { getc(stdin); }
static void get_character(void) { getchar(); }
static void get_text(void) { fgets(buffer, sizeof buffer, stdin); }
static void get_data(void) { fread(buffer, 1, 1, stdin); }
static void get_line(void) { getline(&line, &size, stdin); }
static void give_back(void) { ungetc('x', stdin); }
int main(void) {
    assert(!acts_in(scan));          // UNSAFE: assertion failed
    assert(!acts_in(scan_file));     // UNSAFE: assertion failed
    assert(!acts_in(get));           // UNSAFE: assertion failed
    assert(!acts_in(get_by_macro));  // UNSAFE: assertion failed
    assert(!acts_in(get_character)); // UNSAFE: assertion failed
    assert(!acts_in(get_text));      // UNSAFE: assertion failed
    assert(!acts_in(get_data));      // UNSAFE: assertion failed
    assert(!acts_in(get_line));      // UNSAFE: assertion failed
    assert(!acts_in(give_back));     // UNSAFE: assertion failed
    free(line);
}
#elif defined FILES
static FILE *file;
static void open_file(void) { file = fopen("file", "w"); }
static void open_again(void) { file = freopen("file", "w", file); }
static void set_position(void) { fseek(file, 0, SEEK_SET); }
static void get_position(void) { ftell(file); }
static void go_back(void) { rewind(file); }
static void close_file(void) { fclose(file); }
int main(void) {
    assert(!acts_in(open_file)); // UNSAFE: assertion failed
    if (file == NULL)
        return 0;
    assert(!acts_in(open_again)); // UNSAFE: assertion failed
    if (file == NULL)
        return 0;
    assert(!acts_in(set_position)); // UNSAFE: assertion failed
    assert(!acts_in(get_position)); // UNSAFE: assertion failed
    assert(!acts_in(go_back));      // UNSAFE: assertion failed
    assert(!acts_in(close_file));   // UNSAFE: assertion failed
    return 0;
}
#elif defined FCLOSE_DOES_NOTHING_IF_IT_ACTS // SAFE
static void close_file(void) {
    fclose(stdout);
}
int main(void) {
    if (acts_in(close_file))
        assert(puts("still open") >= 0);
}
#elif defined NOT_IN_OTHERS // SAFE
void error(int status, int number, const char *format, ...);
static char buffer[4];
static int number;
static void format(void) { snprintf(buffer, sizeof buffer, "x"); }
static void scan_text(void) { sscanf("1", "%d", &number); }
static void ask(void) { assert(!feof(stdin) && !ferror(stdout) && fileno(stdout) == 1); }
static void set_buffer(void) { setvbuf(stdout, NULL, _IONBF, 0); }
static void put_error(void) { error(0, 0, "x"); }
int main(void) {
    assert(!acts_in(format) && !acts_in(scan_text) && !acts_in(ask) && !acts_in(set_buffer) && !acts_in(put_error));
}
#endif
