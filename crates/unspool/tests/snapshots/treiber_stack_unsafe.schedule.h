/* Made by unspool. The recorded execution. */
#define UNSPOOL_THREADS 2
#define UNSPOOL_POINTS 2
#define UNSPOOL_VIOLATION_POINT 1
#define UNSPOOL_CONTEXTS 3u
#define UNSPOOL_INPUTS 0u

static const char unspool_violation_text[] = "treiber_stack_unsafe.c:34: assertion failed: length == 3 [unreach-call]";

/* Thread, the point that ends it, passes of the point, where the thread goes on. */
static const struct unspool_context unspool_contexts[] = {
    {0, 0, 1, "treiber_stack_unsafe.c:27"},
    {1, THREAD_END, 0, "treiber_stack_unsafe.c:21"},
    {0, VIOLATION, 1, "treiber_stack_unsafe.c:17"},
};

/* Thread, point, passes, which variable, first byte, how many, which. */
static const struct unspool_recorded_input unspool_inputs[] = {
    {-1, 0, 0, 0, 0, 0, {0}},
};
