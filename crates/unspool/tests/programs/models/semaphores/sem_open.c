/* sem_open, sem_close and sem_unlink: named semaphores are refused */
#include <fcntl.h>
#include <semaphore.h>

sem_t semaphore;

#if defined OPEN
int main(void) {
    sem_open("/name", O_CREAT, 0600, 1); // UNSUPPORTED: named semaphores (sem_open)
    return 0;
}
#elif defined CLOSE
int main(void) {
    sem_close(&semaphore); // UNSUPPORTED: named semaphores (sem_close)
    return 0;
}
#elif defined UNLINK
int main(void) {
    sem_unlink("/name"); // UNSUPPORTED: named semaphores (sem_unlink)
    return 0;
}
#endif
