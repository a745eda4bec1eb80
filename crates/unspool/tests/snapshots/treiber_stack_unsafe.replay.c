/* Made by unspool. The program's own functions, with the lines of its source. */
#include "runtime.h"
#include "program.h"
#include "library.h"

#line 15 "treiber_stack_unsafe.c"
static void push(struct node *node)
{
    struct node **__atomic_load_ptr;
    struct node *t2;
    struct node *t3;
    struct node *t4;
    struct node **__atomic_store_ptr;
    struct node *t6;
    struct node *__atomic_load_tmp;
    struct node *__atomic_store_tmp;
#line 16 "treiber_stack_unsafe.c"
    __atomic_load_ptr = &top; t2 = *__atomic_load_ptr; __atomic_load_tmp = t2; t3 = __atomic_load_tmp; t4 = t3; node->next = t4;
    __atomic_store_ptr = &top; __atomic_store_tmp = node; t6 = __atomic_store_tmp; unspool_here(0); *__atomic_store_ptr = t6;
    return;
}

#line 20 "treiber_stack_unsafe.c"
static void *push_two(void *unused)
{
#line 21 "treiber_stack_unsafe.c"
    push(&nodes[1]);
    push(&nodes[2]);
    return (void *)0;
}

#line 26 "treiber_stack_unsafe.c"
int main(void)
{
    int t0;
    unsigned long t1;
    int t2;
    int length;
    struct node *node;
    struct node *t5;
    struct node *t6;
    unsigned long other;
#line 28 "treiber_stack_unsafe.c"
    t0 = model_pthread_create(&other, (struct anon_0 *)0, &push_two, (void *)0);
    push(&nodes[0]);
    t1 = other; t2 = model_pthread_join(t1, (void **)0);
    length = 0;
    t5 = top; node = t5;
#line 32 "treiber_stack_unsafe.c"
b1: if (!(node != (struct node *)0)) goto b4;
    length = (int)((unsigned int)length + 1u);
#line 32 "treiber_stack_unsafe.c"
    t6 = node->next; node = t6; goto b1;
#line 34 "treiber_stack_unsafe.c"
b4: if (!(length == 3)) goto b6;
    return 0;
#line 34 "treiber_stack_unsafe.c"
b6: model___assert_fail(&str_0[0], &str_1[0], 34u, &str_2[0]); unspool_unexpected("code that is never reached");
}
