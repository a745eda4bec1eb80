// WITH --unwind 2 --rounds 3
// Dekker's algorithm, the first for two threads.
// UNSAFE: a thread looks at the other's wish before it shows its own.
#include <assert.h>
#include <pthread.h>

static int wants[2], turn, inside;

static void enter(int me)
{
    int other = 1 - me;
#ifdef UNSAFE
    while (wants[other])
        ;
    wants[me] = 1;
#else
    wants[me] = 1;
    while (wants[other]) {
        if (turn != me) {
            wants[me] = 0;
            while (turn != me)
                ;
            wants[me] = 1;
        }
    }
#endif
}

static void leave(int me)
{
    turn = 1 - me;
    wants[me] = 0;
}

static void *work(void *argument)
{
    int me = (int)(long)argument;
    enter(me);
    inside++;
    assert(inside == 1);
    inside--;
    leave(me);
    return 0;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, work, (void *)1L);
    work((void *)0L);
    return 0;
}
