/* sem_init and sem_destroy */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <string.h>

sem_t semaphore;

#if defined INIT_AND_DESTROY
int main(void) {
    assert(sem_init(&semaphore, 0, 0) == 0); // SAFE
    assert(sem_destroy(&semaphore) == 0);
    assert(sem_init(&semaphore, 1, SEM_VALUE_MAX) == 0);
    assert(sem_destroy(&semaphore) == 0);
    return 0;
}
#elif defined TOO_LARGE
int main(void) {
    assert(sem_init(&semaphore, 0, (unsigned)SEM_VALUE_MAX + 1) == -1 && errno == EINVAL); // SAFE
    return 0;
}
#elif defined DESTROY_TWICE
int main(void) {
    sem_init(&semaphore, 0, 0);
    sem_destroy(&semaphore);
    sem_destroy(&semaphore); // UNSAFE: sem_destroy of a semaphore that has been destroyed
    return 0;
}
#elif defined DESTROY_WITHOUT_INITIALISATION
int main(void) {
    sem_destroy(&semaphore); // UNSAFE: sem_destroy of a semaphore that is not initialised
    return 0;
}
#elif defined OVER_GARBAGE
int main(void) {
    memset(&semaphore, 0xff, sizeof semaphore);
    sem_init(&semaphore, 0, 1);
    assert(sem_wait(&semaphore) == 0 && sem_trywait(&semaphore) == -1 && sem_destroy(&semaphore) == 0); // SAFE
    return 0;
}
#endif
