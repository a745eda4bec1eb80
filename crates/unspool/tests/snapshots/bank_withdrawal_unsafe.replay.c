/* Made by unspool. The program's own functions, with the lines of its source. */
#include "runtime.h"
#include "program.h"
#include "library.h"

#line 10 "bank_withdrawal_unsafe.c"
static void *withdraw(void *unused)
{
    int t1;
    int is_covered;
    int t3;
    int t4;
    int t5;
    int t6;
    int t7;
    int t8;
#line 11 "bank_withdrawal_unsafe.c"
    t1 = model_pthread_mutex_lock(&lock);
    t3 = balance; is_covered = (int)(t3 >= 80);
    t4 = model_pthread_mutex_unlock(&lock);
    if (!(is_covered != 0)) goto b2;
    t5 = model_pthread_mutex_lock(&lock);
    t6 = balance; t7 = (int)((unsigned int)t6 - 80u); balance = t7;
    t8 = model_pthread_mutex_unlock(&lock);
#line 19 "bank_withdrawal_unsafe.c"
b2: return (void *)0;
}

#line 22 "bank_withdrawal_unsafe.c"
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
#line 24 "bank_withdrawal_unsafe.c"
    t0 = model_pthread_create(&first, (struct anon_5 *)0, &withdraw, (void *)0);
    t1 = model_pthread_create(&second, (struct anon_5 *)0, &withdraw, (void *)0);
    t2 = first; t3 = model_pthread_join(t2, (void **)0);
    t4 = second; t5 = model_pthread_join(t4, (void **)0);
    t6 = balance; if (!(t6 >= 0)) goto b2;
    return 0;
#line 28 "bank_withdrawal_unsafe.c"
b2: model___assert_fail(&str_0[0], &str_1[0], 28u, &str_2[0]); unspool_unexpected("code that is never reached");
}
