/* Made by unspool. The recorded execution. */
#define UNSPOOL_THREADS 3
#define UNSPOOL_POINTS 2
#define UNSPOOL_VIOLATION_POINT 1
#define UNSPOOL_CONTEXTS 1u
#define UNSPOOL_INPUTS 1u

static const char unspool_violation_text[] = "bounded_buffer_recheck_unsafe.c:28: assertion failed: count > 0 [unreach-call]";

/* Thread, the point that ends it, passes of the point, where the thread goes on. */
static const struct unspool_context unspool_contexts[] = {
    {0, VIOLATION, 1, "bounded_buffer_recheck_unsafe.c:36"},
};

/* Thread, point, passes, which variable, first byte, how many, which. */
static const struct unspool_recorded_input unspool_inputs[] = {
    {0, 0, 1, 0, 0, 1, {0x1}},
    {-1, 0, 0, 0, 0, 0, {0}},
};
