// LRU cache from a hash table of chains and a doubly linked list.
#include <stdio.h>
#include <stdlib.h>
struct entry { int key, val; struct entry *prev, *next, *chain; };
static struct entry list = {.prev = &list, .next = &list}, *bucket[7]; static int size, hits, misses;
static void unlink_(struct entry *e) { e->prev->next = e->next; e->next->prev = e->prev; }
static void front(struct entry *e) { e->next = list.next; e->prev = &list; list.next->prev = e; list.next = e; }
static struct entry **find(int key) { struct entry **p = &bucket[(unsigned)key % 7]; while (*p && (*p)->key != key) p = &(*p)->chain; return p; }
static int get(int key) { struct entry *e = *find(key); if (!e) { misses++; return -1; } hits++; unlink_(e); front(e); return e->val; }
static void put(int key, int val) { struct entry **p = find(key), *e = *p; if (e) { e->val = val; unlink_(e); front(e); return; } if (size == 4) { struct entry *old = list.prev; unlink_(old); *find(old->key) = old->chain; free(old); size--; p = find(key); } e = malloc(sizeof *e); e->key = key; e->val = val; e->chain = NULL; *p = e; front(e); size++; }
int main(void) {
    unsigned x = 1; for (int i = 0; i < 60; i++) { x = x * 75u % 65537u; int k = (int)(x % 9); if (get(k) < 0) put(k, k * k); if (i % 10 == 9) { for (struct entry *e = list.next; e != &list; e = e->next) printf("%d ", e->key); putchar('|'); } }
    printf("\n%d %d %d\n", hits, misses, size); while (list.next != &list) { struct entry *e = list.next; unlink_(e); free(e); } return hits;
}
