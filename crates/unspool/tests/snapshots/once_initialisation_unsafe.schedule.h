/* Made by unspool. The recorded execution. */
#define UNSPOOL_THREADS 3
#define UNSPOOL_POINTS 3
#define UNSPOOL_VIOLATION_POINT 2
#define UNSPOOL_CONTEXTS 3u
#define UNSPOOL_INPUTS 0u

static const char unspool_violation_text[] = "once_initialisation_unsafe.c:20: assertion failed: table[0] == 1 && table[1] == 2 [unreach-call]";

/* Thread, the point that ends it, passes of the point, where the thread goes on. */
static const struct unspool_context unspool_contexts[] = {
    {0, 1, 1, "once_initialisation_unsafe.c:25"},
    {1, 0, 1, "once_initialisation_unsafe.c:16"},
    {2, VIOLATION, 1, "once_initialisation_unsafe.c:16"},
};

/* Thread, point, passes, which variable, first byte, how many, which. */
static const struct unspool_recorded_input unspool_inputs[] = {
    {-1, 0, 0, 0, 0, 0, {0}},
};
