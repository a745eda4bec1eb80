/* Arguments and results of calls through pointers that were cast, cut off or filled with zeros. */
#include <assert.h>
#include <pthread.h>
static int seen;
static void *truncating(int small) {
    seen = small;
    return 0;
}
static _Bool is_odd(unsigned char value) { return value & 1; }
static short negative(void) { return -2; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, (void *(*)(void *))truncating, (void *)0x700000005);
    pthread_join(thread, 0);
    assert(seen == 5);
    int (*odd)(int) = (int (*)(int))is_odd;
    assert(odd(0x101) == 1 && odd(0x102) == 0);
    long (*wide)(void) = (long (*)(void))negative;
    return wide() == -2 ? 1 : wide() == 0xfffe ? 2 : 3;
}
