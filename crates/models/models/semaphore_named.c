/* <semaphore.h>: named semaphores, which are refused.

   They outlive the process and are shared with others, of which nothing is known.

   Assumptions:
   - sem_open, sem_close, sem_unlink: unsupported; a program that calls one is not judged. */

__unspool_type_sem_t *sem_open(const char *name, int flags, ...) {
    __unspool_unsupported("named semaphores (sem_open)");
    return 0;
}

int sem_close(__unspool_type_sem_t *semaphore) {
    __unspool_unsupported("named semaphores (sem_close)");
    return -1;
}

int sem_unlink(const char *name) {
    __unspool_unsupported("named semaphores (sem_unlink)");
    return -1;
}
