// Constructor and destructor functions with priorities, and atexit handlers between.
#include <stdio.h>
#include <stdlib.h>
static int stage = 1;
__attribute__((constructor(201))) static void second(void) { stage = stage * 10 + 2; puts("ctor 201"); }
__attribute__((constructor(150))) static void first(void) { stage = stage * 10 + 1; puts("ctor 150"); }
__attribute__((constructor)) static void last(void) { stage = stage * 10 + 3; puts("ctor default"); }
__attribute__((destructor)) static void bye(void) { printf("dtor default %d\n", stage); }
__attribute__((destructor(150))) static void bye_last(void) { puts("dtor 150"); }
static void at_exit(void) { stage++; puts("atexit"); }
int main(void) {
    printf("main %d\n", stage);
    atexit(at_exit);
    return stage & 0x7f;
}
