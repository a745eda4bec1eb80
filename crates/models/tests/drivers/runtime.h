/* What a test driver sees of runtime.c. */
#include <setjmp.h>
#include <stddef.h>

extern char test_output[3][65536];
extern int test_output_length[3];
extern const char *test_failed_message;
extern int test_blocked;
extern int test_atomic_depth;
extern unsigned long long test_nondet_value;
extern void (*test_between_steps)(void); /* what other threads do after the next atomic section; then forgotten */
extern jmp_buf test_stop;
extern int __unspool_switch_spurious_wakeups;
extern int test_failures;

struct test_spawned {
    void (*start)(void *, void *);
    void *first, *second;
};
extern struct test_spawned test_spawned[256];

void test_run_thread(int thread);
void test_become(int thread);
void test_fail(const char *file, int line, const char *text);
unsigned long long test_random(void);
void test_all(void);

#define CHECK(condition) ((condition) ? (void)0 : test_fail(__FILE__, __LINE__, #condition))
/* The expression must fail a check with this message, or block, or do neither. */
#define EXPECT_FAILURE(expression, message)                                                                              \
    (test_failed_message = "", setjmp(test_stop) == 0 ? (void)(expression) : (void)0,                                    \
     __builtin_strcmp(test_failed_message, message) == 0 ? (void)0 : test_fail(__FILE__, __LINE__, test_failed_message))
#define EXPECT_BLOCKED(expression)                                                                                       \
    (test_blocked = 0, setjmp(test_stop) == 0 ? (void)(expression) : (void)0, CHECK(test_blocked))
#define EXPECT(expression, value)                                                                                        \
    (test_failed_message = "", test_blocked = 0, setjmp(test_stop) == 0 ? CHECK((expression) == (value)) : (void)0,      \
     CHECK(!test_blocked), *test_failed_message == 0 ? (void)0 : test_fail(__FILE__, __LINE__, test_failed_message))
