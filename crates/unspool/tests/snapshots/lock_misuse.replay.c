/* Made by unspool. The program's own functions, with the lines of its source. */
#include "runtime.h"
#include "program.h"
#include "library.h"

#line 7 "lock_misuse.c"
static void *work(void *unused)
{
    int t1;
    int t2;
#line 8 "lock_misuse.c"
    t1 = model_pthread_mutex_lock(&lock);
    is_locked = 1;
    t2 = model_pthread_mutex_unlock(&lock);
    return unused;
}

#line 14 "lock_misuse.c"
int main(void)
{
    int t0;
    int t1;
    int t2;
    unsigned long t3;
    int t4;
    unsigned long worker;
#line 16 "lock_misuse.c"
    t0 = model_pthread_create(&worker, (struct anon_5 *)0, &work, (void *)0);
    unspool_here(0); t1 = is_locked; if (!(t1 != 0)) goto b2;
    t2 = model_pthread_mutex_unlock(&lock);
b2: t3 = worker; t4 = model_pthread_join(t3, (void **)0);
    return 0;
}
