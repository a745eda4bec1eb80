/* Made by unspool. The program's own functions, with the lines of its source. */
#include "runtime.h"
#include "program.h"
#include "library.h"

#line 10 "peterson_unsafe.c"
static void lock(int self)
{
    int other;
    int t2;
    int t3;
    _Bool t4;
#line 11 "peterson_unsafe.c"
    other = (int)(1u - (unsigned int)self);
    turn = other;
    unspool_here(0); interested[self] = 1;
b1: t2 = interested[other]; t4 = 0; if (!(t2 != 0)) goto b3; t3 = turn; t4 = t3 == other;
#line 14 "peterson_unsafe.c"
b3: if (!(t4)) goto b5;
    goto b1;
b5: return;
}

#line 18 "peterson_unsafe.c"
static void unlock(int self)
{
#line 19 "peterson_unsafe.c"
    interested[self] = 0;
    return;
}

#line 22 "peterson_unsafe.c"
static void *work(void *argument)
{
    int self;
    int i;
    int t3;
    int t4;
    int t5;
    int t6;
    int t7;
#line 23 "peterson_unsafe.c"
    self = (int)(long)(unsigned long)argument;
    i = 0;
#line 24 "peterson_unsafe.c"
b1: if (!(i < 2)) goto b6;
    lock(self);
    t3 = inside; t4 = (int)((unsigned int)t3 + 1u); inside = t4;
    unspool_here(1); t5 = inside; if (!(t5 == 1)) goto b5;
    t6 = inside; t7 = (int)((unsigned int)t6 - 1u); inside = t7;
    unlock(self);
#line 24 "peterson_unsafe.c"
    i = (int)((unsigned int)i + 1u); goto b1;
#line 27 "peterson_unsafe.c"
b5: model___assert_fail(&str_0[0], &str_1[0], 27u, &str_2[0]); unspool_unexpected("code that is never reached");
#line 31 "peterson_unsafe.c"
b6: return (void *)0;
}

#line 34 "peterson_unsafe.c"
int main(void)
{
    int t0;
    void *t1;
    unsigned long t2;
    int t3;
    unsigned long other;
#line 36 "peterson_unsafe.c"
    t0 = model_pthread_create(&other, (struct anon_0 *)0, &work, (void *)1ul);
    t1 = work((void *)0);
    t2 = other; t3 = model_pthread_join(t2, (void **)0);
    return 0;
}
