// WITH --unwind 1 --rounds 2
// A thread ends the process while others run: nothing happens after that.
// UNSAFE: it ends only itself.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int is_over;

static void *end(void *unused)
{
    is_over = 1;
#ifdef UNSAFE
    pthread_exit(unused);
#else
    exit(0);
#endif
}

static void *look(void *seen)
{
    pthread_t *ending = seen;
    pthread_join(*ending, 0);
    assert(!is_over);
    return 0;
}

int main(void)
{
    static pthread_t first;
    pthread_t second;
    pthread_create(&first, 0, end, 0);
    pthread_create(&second, 0, look, &first);
    pthread_join(second, 0);
    return 0;
}
