// SAFE
// WITH --races
#include <pthread.h>

pthread_t main_thread;

static void *wait_for_main(void *unused) {
    pthread_join(main_thread, 0);
    return 0;
}

int main(void) {
    pthread_t thread;
    main_thread = pthread_self();
    pthread_create(&thread, 0, wait_for_main, 0);
    pthread_exit(0);
}
