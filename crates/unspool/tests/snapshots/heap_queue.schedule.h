/* Made by unspool. The recorded execution. */
#define UNSPOOL_THREADS 2
#define UNSPOOL_POINTS 3
#define UNSPOOL_VIOLATION_POINT 2
#define UNSPOOL_CONTEXTS 3u
#define UNSPOOL_INPUTS 0u

static const char unspool_violation_text[] = "heap_queue.c:33: assertion failed: item != NULL [unreach-call]";

/* Thread, the point that ends it, passes of the point, where the thread goes on. */
static const struct unspool_context unspool_contexts[] = {
    {0, 0, 2, "heap_queue.c:42"},
    {1, 1, 1, "heap_queue.c:28"},
    {0, VIOLATION, 1, "heap_queue.c:31"},
};

/* Thread, point, passes, which variable, first byte, how many, which. */
static const struct unspool_recorded_input unspool_inputs[] = {
    {-1, 0, 0, 0, 0, 0, {0}},
};
