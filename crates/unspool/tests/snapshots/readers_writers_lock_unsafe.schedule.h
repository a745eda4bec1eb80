/* Made by unspool. The recorded execution. */
#define UNSPOOL_THREADS 4
#define UNSPOOL_POINTS 3
#define UNSPOOL_VIOLATION_POINT 2
#define UNSPOOL_CONTEXTS 3u
#define UNSPOOL_INPUTS 0u

static const char unspool_violation_text[] = "readers_writers_lock_unsafe.c:18: assertion failed: left == right [unreach-call]";

/* Thread, the point that ends it, passes of the point, where the thread goes on. */
static const struct unspool_context unspool_contexts[] = {
    {0, 1, 1, "readers_writers_lock_unsafe.c:24"},
    {2, 0, 1, "readers_writers_lock_unsafe.c:9"},
    {3, VIOLATION, 1, "readers_writers_lock_unsafe.c:17"},
};

/* Thread, point, passes, which variable, first byte, how many, which. */
static const struct unspool_recorded_input unspool_inputs[] = {
    {-1, 0, 0, 0, 0, 0, {0}},
};
