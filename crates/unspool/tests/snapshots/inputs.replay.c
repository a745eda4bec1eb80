/* Made by unspool. The program's own functions, with the lines of its source. */
#include "runtime.h"
#include "program.h"
#include "library.h"

#line 9 "inputs.c"
static void *spend(void *argument)
{
    int amount;
    int t2;
    int t3;
    int t4;
    int t5;
#line 10 "inputs.c"
    t2 = *(int *)argument; amount = t2;
    t3 = used; t4 = limit; if (!((int)((unsigned int)t3 + (unsigned int)amount) <= t4)) goto b2;
    t5 = used; unspool_here(0); used = (int)((unsigned int)t5 + (unsigned int)amount);
b2: return (void *)0;
}

#line 16 "inputs.c"
int main(void)
{
    int t0;
    int t1;
    int t2;
    int t3;
    _Bool t4;
    int t5;
    _Bool t6;
    int t7;
    _Bool t8;
    int t9;
    int t10;
    unsigned long t11;
    int t12;
    unsigned long t13;
    int t14;
    int t15;
    int t16;
    int t17;
    _Bool t18;
    int t19;
    int t20;
    int t21;
    _Bool t22;
    unsigned long first;
    unsigned long second;
    int small;
    int large;
#line 18 "inputs.c"
    limit = 100;
    t0 = model___VERIFIER_nondet_int(); small = t0; t1 = model___VERIFIER_nondet_int(); large = t1;
    t2 = small; t4 = 1; if (t2 < 1) goto b2; t3 = large; t4 = t3 < 60;
#line 20 "inputs.c"
b2: t6 = 1; if (t4) goto b4; t5 = small; t6 = t5 > 100;
#line 20 "inputs.c"
b4: t8 = 1; if (t6) goto b6; t7 = large; t8 = t7 > 100;
#line 20 "inputs.c"
b6: if (!(t8)) goto b8;
    return 0;
b8: t9 = model_pthread_create(&first, (struct anon_0 *)0, &spend, (void *)&small);
    t10 = model_pthread_create(&second, (struct anon_0 *)0, &spend, (void *)&large);
    t11 = first; t12 = model_pthread_join(t11, (void **)0);
    t13 = second; t14 = model_pthread_join(t13, (void **)0);
    t15 = used; t18 = 1; if (t15 == 0) goto b10; t16 = used; t17 = large; t18 = t16 >= t17;
#line 26 "inputs.c"
b10: t22 = 1; if (t18) goto b12; t19 = small; t20 = large; t21 = limit; t22 = (int)((unsigned int)t19 + (unsigned int)t20) > t21;
#line 26 "inputs.c"
b12: if (!(t22)) goto b14;
    return 0;
#line 26 "inputs.c"
b14: model___assert_fail(&str_0[0], &str_1[0], 26u, &str_2[0]); unspool_unexpected("code that is never reached");
}
