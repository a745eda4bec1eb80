// <search.h>: lfind and lsearch, binary trees, the hash table, queues; and qsort_r.
#define _GNU_SOURCE
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int by_distance(const void *a, const void *b, void *from) {
    return abs(*(const int *)a - *(int *)from) - abs(*(const int *)b - *(int *)from);
}

static void in_order(const void *node, VISIT when, int level) {
    if (when == postorder || when == leaf)
        printf("%d ", **(int *const *)node);
}

static int freed;
static void count(void *key) { freed += *(int *)key; }

struct element {
    struct element *next, *previous;
    int value;
};

int main(void) {
    int array[10] = {5, 3, 8}, key = 8, other = 4;
    size_t length = 3;
    printf("%d %d", (int)((int *)lfind(&key, array, &length, sizeof *array, by_value) - array), lfind(&other, array, &length, sizeof *array, by_value) == 0);
    printf(" %d", (int)((int *)lsearch(&other, array, &length, sizeof *array, by_value) - array));
    printf(" %d %zu\n", (int)((int *)lsearch(&other, array, &length, sizeof *array, by_value) - array), length);
    int middle = 5;
    qsort_r(array, length, sizeof *array, by_distance, &middle);
    for (size_t i = 0; i < length; i++)
        printf("%d ", array[i]);
    putchar('\n');

    static int keys[] = {50, 20, 70, 10, 30, 60, 80, 20, 65};
    void *root = 0;
    for (int i = 0; i < 9; i++)
        tsearch(&keys[i], &root, by_value);
    twalk(root, in_order);
    putchar('\n');
    int missing = 55, taken[] = {50, 10, 70};
    printf("%d %d %d\n", tfind(&missing, &root, by_value) == 0, **(int **)tfind(&keys[7], &root, by_value), tdelete(&missing, &root, by_value) == 0);
    for (int i = 0; i < 3; i++)
        tdelete(&taken[i], &root, by_value);
    twalk(root, in_order);
    tdestroy(root, count);
    printf("%d\n", freed);

    hcreate(5);
    char *words[] = {"one", "two", "three"};
    for (long i = 0; i < 3; i++)
        hsearch((ENTRY){words[i], (void *)i}, ENTER);
    ENTRY *found = hsearch((ENTRY){"two", 0}, FIND);
    printf("%s %ld %d\n", found->key, (long)found->data, hsearch((ENTRY){"four", 0}, FIND) == 0);
    hdestroy();

    struct element a = {0, 0, 1}, b = {0, 0, 2}, c = {0, 0, 3};
    insque(&a, 0);
    insque(&b, &a);
    insque(&c, &a);
    for (struct element *e = &a; e; e = e->next)
        printf("%d ", e->value);
    remque(&c);
    for (struct element *e = &b; e; e = e->previous)
        printf("%d ", e->value);
    putchar('\n');
    return 0;
}
