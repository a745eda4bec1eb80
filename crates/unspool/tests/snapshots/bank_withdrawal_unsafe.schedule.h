/* Made by unspool. The recorded execution. */
#define UNSPOOL_THREADS 3
#define UNSPOOL_POINTS 3
#define UNSPOOL_VIOLATION_POINT 2
#define UNSPOOL_CONTEXTS 5u
#define UNSPOOL_INPUTS 0u

static const char unspool_violation_text[] = "bank_withdrawal_unsafe.c:28: assertion failed: balance >= 0 [unreach-call]";

/* Thread, the point that ends it, passes of the point, where the thread goes on. */
static const struct unspool_context unspool_contexts[] = {
    {0, 1, 1, "bank_withdrawal_unsafe.c:23"},
    {2, 0, 2, "bank_withdrawal_unsafe.c:11"},
    {1, THREAD_END, 0, "bank_withdrawal_unsafe.c:11"},
    {2, THREAD_END, 0, "bank_withdrawal_unsafe.c:15"},
    {0, VIOLATION, 1, "bank_withdrawal_unsafe.c:26"},
};

/* Thread, point, passes, which variable, first byte, how many, which. */
static const struct unspool_recorded_input unspool_inputs[] = {
    {-1, 0, 0, 0, 0, 0, {0}},
};
