/* A table that is filled by whoever needs it first. Here a variable says that somebody has begun, and not that the
   table is complete; and two may find that nobody has. */
#include <assert.h>
#include <pthread.h>

int filled;
int table[2], fillings;

static void fill(void) {
    fillings++;
    table[0] = 1;
    table[1] = 2;
}

static void *use(void *unused) {
    if (!filled) {
        filled = 1;
        fill();
    }
    assert(table[0] == 1 && table[1] == 2); // UNSAFE: assertion failed
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, use, 0);
    pthread_create(&second, 0, use, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(fillings == 1); // UNSAFE: assertion failed
    return 0;
}
