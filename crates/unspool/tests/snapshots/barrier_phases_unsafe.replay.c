/* Made by unspool. The program's own functions, with the lines of its source. */
#include "runtime.h"
#include "program.h"
#include "library.h"

#line 11 "barrier_phases_unsafe.c"
static void *work(void *argument)
{
    int self;
    int neighbour;
    int phase;
    int t4;
    int t5;
#line 12 "barrier_phases_unsafe.c"
    self = (int)(long)(unsigned long)argument;
    neighbour = (int)((unsigned int)self + 1u) % 2;
    phase = 1;
#line 14 "barrier_phases_unsafe.c"
b1: if (!(phase <= 2)) goto b5;
    cell[self] = phase;
    t4 = model_pthread_barrier_wait(&barrier);
    t5 = cell[neighbour]; if (!(t5 == phase)) goto b4;
#line 14 "barrier_phases_unsafe.c"
    phase = (int)((unsigned int)phase + 1u); goto b1;
#line 17 "barrier_phases_unsafe.c"
b4: model___assert_fail(&str_0[0], &str_1[0], 17u, &str_2[0]); unspool_unexpected("code that is never reached");
#line 19 "barrier_phases_unsafe.c"
b5: return (void *)0;
}

#line 22 "barrier_phases_unsafe.c"
int main(void)
{
    int t0;
    long i;
    int t2;
    void *t3;
    int i_2;
    unsigned long t5;
    int t6;
    int t7;
    unsigned long others[2];
#line 24 "barrier_phases_unsafe.c"
    t0 = model_pthread_barrier_init(&barrier, (struct anon_2 *)0, 2u);
    i = 1l;
#line 25 "barrier_phases_unsafe.c"
b1: if (!(i < 2l)) goto b4;
    t2 = model_pthread_create(&others[i], (struct anon_3 *)0, &work, (void *)(unsigned long)i);
#line 25 "barrier_phases_unsafe.c"
    i = (long)((unsigned long)i + 1ul); goto b1;
#line 27 "barrier_phases_unsafe.c"
b4: t3 = work((void *)0);
    i_2 = 1;
#line 28 "barrier_phases_unsafe.c"
b5: if (!(i_2 < 2)) goto b8;
    t5 = others[i_2]; t6 = model_pthread_join(t5, (void **)0);
#line 28 "barrier_phases_unsafe.c"
    i_2 = (int)((unsigned int)i_2 + 1u); goto b5;
#line 30 "barrier_phases_unsafe.c"
b8: t7 = model_pthread_barrier_destroy(&barrier);
    return 0;
}
