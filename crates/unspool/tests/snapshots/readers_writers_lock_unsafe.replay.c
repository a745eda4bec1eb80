/* Made by unspool. The program's own functions, with the lines of its source. */
#include "runtime.h"
#include "program.h"
#include "library.h"

#line 8 "readers_writers_lock_unsafe.c"
static void *writer(void *unused)
{
    int t1;
    int t2;
    int t3;
    int t4;
    int t5;
    int t6;
#line 9 "readers_writers_lock_unsafe.c"
    t1 = model_pthread_rwlock_rdlock(&lock);
    t2 = left; t3 = (int)((unsigned int)t2 + 1u); left = t3;
    unspool_here(0); t4 = right; t5 = (int)((unsigned int)t4 + 1u); right = t5;
    t6 = model_pthread_rwlock_unlock(&lock);
    return (void *)0;
}

#line 16 "readers_writers_lock_unsafe.c"
static void *reader(void *unused)
{
    int t1;
    int t2;
    int t3;
    int t4;
#line 17 "readers_writers_lock_unsafe.c"
    t1 = model_pthread_rwlock_rdlock(&lock);
    t2 = left; t3 = right; if (!(t2 == t3)) goto b2;
    t4 = model_pthread_rwlock_unlock(&lock);
    return (void *)0;
#line 18 "readers_writers_lock_unsafe.c"
b2: model___assert_fail(&str_0[0], &str_1[0], 18u, &str_2[0]); unspool_unexpected("code that is never reached");
}

#line 23 "readers_writers_lock_unsafe.c"
int main(void)
{
    int t0;
    int t1;
    int t2;
    unsigned long t3;
    int t4;
    unsigned long t5;
    int t6;
    unsigned long t7;
    int t8;
    int t9;
    int t10;
    _Bool t11;
    unsigned long writers[2];
    unsigned long a_reader;
#line 25 "readers_writers_lock_unsafe.c"
    t0 = model_pthread_create(&writers[0], (struct anon_3 *)0, &writer, (void *)0);
    t1 = model_pthread_create(&writers[1], (struct anon_3 *)0, &writer, (void *)0);
    t2 = model_pthread_create(&a_reader, (struct anon_3 *)0, &reader, (void *)0);
    t3 = writers[0]; t4 = model_pthread_join(t3, (void **)0);
    t5 = writers[1]; t6 = model_pthread_join(t5, (void **)0);
    t7 = a_reader; t8 = model_pthread_join(t7, (void **)0);
    t9 = left; t11 = 0; if (!(t9 == 2)) goto b2; t10 = right; t11 = t10 == 2;
#line 31 "readers_writers_lock_unsafe.c"
b2: if (!(t11)) goto b4;
    return 0;
#line 31 "readers_writers_lock_unsafe.c"
b4: model___assert_fail(&str_3[0], &str_1[0], 31u, &str_4[0]); unspool_unexpected("code that is never reached");
}
