/* Made by unspool. The program's own functions, with the lines of its source. */
#include "runtime.h"
#include "program.h"
#include "library.h"

#line 9 "once_initialisation_unsafe.c"
static void fill(void)
{
    int t0;
    int t1;
#line 10 "once_initialisation_unsafe.c"
    unspool_here(0); t0 = fillings; t1 = (int)((unsigned int)t0 + 1u); fillings = t1;
    table[0] = 1;
    table[1] = 2;
    return;
}

#line 15 "once_initialisation_unsafe.c"
static void *use(void *unused)
{
    int t1;
    int t2;
    int t3;
    _Bool t4;
#line 16 "once_initialisation_unsafe.c"
    t1 = filled; if (!(!(t1 != 0))) goto b2;
    filled = 1;
    fill();
#line 20 "once_initialisation_unsafe.c"
b2: t2 = table[0]; t4 = 0; if (!(t2 == 1)) goto b4; t3 = table[1]; t4 = t3 == 2;
#line 20 "once_initialisation_unsafe.c"
b4: if (!(t4)) goto b6;
    return (void *)0;
#line 20 "once_initialisation_unsafe.c"
b6: model___assert_fail(&str_0[0], &str_1[0], 20u, &str_2[0]); unspool_unexpected("code that is never reached");
}

#line 24 "once_initialisation_unsafe.c"
int main(void)
{
    int t0;
    int t1;
    unsigned long t2;
    int t3;
    unsigned long t4;
    int t5;
    int t6;
    unsigned long first;
    unsigned long second;
#line 26 "once_initialisation_unsafe.c"
    t0 = model_pthread_create(&first, (struct anon_0 *)0, &use, (void *)0);
    t1 = model_pthread_create(&second, (struct anon_0 *)0, &use, (void *)0);
    t2 = first; t3 = model_pthread_join(t2, (void **)0);
    t4 = second; t5 = model_pthread_join(t4, (void **)0);
    t6 = fillings; if (!(t6 == 1)) goto b2;
    return 0;
#line 30 "once_initialisation_unsafe.c"
b2: model___assert_fail(&str_3[0], &str_1[0], 30u, &str_4[0]); unspool_unexpected("code that is never reached");
}
