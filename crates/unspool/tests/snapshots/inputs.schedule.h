/* Made by unspool. The recorded execution. */
#define UNSPOOL_THREADS 3
#define UNSPOOL_POINTS 4
#define UNSPOOL_VIOLATION_POINT 3
#define UNSPOOL_CONTEXTS 5u
#define UNSPOOL_INPUTS 2u

static const char unspool_violation_text[] = "inputs.c:26: assertion failed: used == 0 || used >= large || small + large > limit [unreach-call]";

/* Thread, the point that ends it, passes of the point, where the thread goes on. */
static const struct unspool_context unspool_contexts[] = {
    {0, 2, 1, "inputs.c:17"},
    {1, 0, 1, "inputs.c:10"},
    {2, THREAD_END, 0, "inputs.c:10"},
    {1, THREAD_END, 0, "inputs.c:12"},
    {0, VIOLATION, 1, "inputs.c:24"},
};

/* Thread, point, passes, which variable, first byte, how many, which. */
static const struct unspool_recorded_input unspool_inputs[] = {
    {0, 1, 1, 0, 0, 4, {0x1, 0x0, 0x0, 0x0}},
    {0, 1, 2, 0, 0, 4, {0x3c, 0x0, 0x0, 0x0}},
    {-1, 0, 0, 0, 0, 0, {0}},
};
