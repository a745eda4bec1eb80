// WITH --property=lock-misuse
// Memory is not freed while a thread holds a lock that lies in it.
#include "../twin.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

struct object {
    int value;
    pthread_mutex_t mutex;
};

static struct object *made(void) {
    struct object *object = malloc(sizeof *object);
    object->value = 0;
    pthread_mutex_init(&object->mutex, 0);
    return object;
}

#if defined BY_WHO_HOLDS_IT
int main(void) {
    struct object *object = made();
    pthread_mutex_lock(&object->mutex);
    object->value = 1;
    TWIN(, pthread_mutex_unlock(&object->mutex));
    free(object); // UNSAFE: free of memory with a lock in it that is held
    return 0;
}

#elif defined LOCKED_AGAIN
int main(void) {
    struct object *object = made();
    pthread_mutex_lock(&object->mutex);
    pthread_mutex_unlock(&object->mutex);
    TWIN(pthread_mutex_lock(&object->mutex), );
    free(object); // UNSAFE: free of memory with a lock in it that is held
    return 0;
}

#elif defined A_LOCK_ELSEWHERE
static pthread_mutex_t outside = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
    struct object *object = made(), *other = made();
    pthread_mutex_lock(&outside);
    pthread_mutex_lock(&other->mutex);
    free(TWIN(other, object)); // UNSAFE: free of memory with a lock in it that is held
    pthread_mutex_unlock(&outside);
    return 0;
}

#elif defined BY_TRYLOCK
int main(void) {
    struct object *object = made();
    int is_taken = pthread_mutex_trylock(&object->mutex) == 0;
    if (TWIN(!is_taken, is_taken))
        pthread_mutex_unlock(&object->mutex);
    free(object); // UNSAFE: free of memory with a lock in it that is held
    return 0;
}

#elif defined ON_ONE_PATH
extern int __VERIFIER_nondet_int(void);
int main(void) {
    struct object *object = made();
    int locks = __VERIFIER_nondet_int() != 0;
    if (locks)
        pthread_mutex_lock(&object->mutex);
    TWIN(, if (locks) pthread_mutex_unlock(&object->mutex));
    free(object); // UNSAFE: free of memory with a lock in it that is held
    return 0;
}

#elif defined BY_ANOTHER_THREAD
static struct object *object;
static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused) {
    TWIN(, pthread_mutex_lock(&order));
    if (object) {
        pthread_mutex_lock(&object->mutex);
        object->value++;
        pthread_mutex_unlock(&object->mutex);
    }
    TWIN(, pthread_mutex_unlock(&order));
    return unused;
}
int main(void) {
    pthread_t thread;
    object = made();
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&order);
    struct object *old = object;
    object = 0;
    free(old); // UNSAFE: free of memory with a lock in it that is held
    pthread_mutex_unlock(&order);
    pthread_join(thread, 0);
    return 0;
}

#elif defined BEFORE_THE_END_OF_THE_HOLDER
static void *work(void *argument) {
    struct object *object = argument;
    pthread_mutex_lock(&object->mutex);
    object->value = 1;
    pthread_mutex_unlock(&object->mutex);
    return 0;
}
int main(void) {
    pthread_t thread;
    struct object *object = made();
    pthread_create(&thread, 0, work, object);
    TWIN(, pthread_join(thread, 0));
    free(object); // UNSAFE: free of memory with a lock in it that is held
    TWIN(pthread_join(thread, 0), );
    return 0;
}

#elif defined IN_A_THREAD_MADE_LATER
static struct object *object;
static _Atomic int is_locked;
static void *work(void *unused) {
    if (is_locked)
        free(object); // UNSAFE: free of memory with a lock in it that is held
    return unused;
}
int main(void) {
    pthread_t thread;
    object = made();
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&object->mutex);
    TWIN(, pthread_mutex_unlock(&object->mutex));
    is_locked = 1;
    pthread_join(thread, 0);
    return 0;
}

#elif defined ONLY_IN_ONE_SCHEDULE
static struct object *object;
static _Atomic int stage;
static void *work(void *unused) {
    int seen = stage;
    pthread_mutex_lock(&object->mutex);
    if (seen == 1)
        stage = 2;
    TWIN(stage = stage == 2 ? 3 : stage, );
    pthread_mutex_unlock(&object->mutex);
    TWIN(, stage = stage == 2 ? 3 : stage);
    return unused;
}
int main(void) {
    pthread_t thread;
    object = made();
    pthread_create(&thread, 0, work, 0);
    stage = 1;
    if (stage == 3) {
        free(object); // UNSAFE: free of memory with a lock in it that is held
        return 0;
    }
    pthread_join(thread, 0);
    return 0;
}

#elif defined HELD_BY_A_THREAD_THAT_ENDED
static void *work(void *argument) {
    struct object *object = argument;
    pthread_mutex_lock(&object->mutex);
    TWIN(, pthread_mutex_unlock(&object->mutex));
    return 0;
}
int main(void) {
    pthread_t thread;
    struct object *object = made();
    pthread_create(&thread, 0, work, object);
    pthread_join(thread, 0);
    free(object); // UNSAFE: free of memory with a lock in it that is held
    return 0;
}

#elif defined BY_THE_LAST_OF_TWO
static struct object *object;
static void *work(void *unused) {
    pthread_mutex_lock(&object->mutex);
    int is_last = ++object->value == 2;
    TWIN(, pthread_mutex_unlock(&object->mutex));
    if (is_last)
        free(object); // UNSAFE: free of memory with a lock in it that is held
    TWIN(else pthread_mutex_unlock(&object->mutex);, )
    return unused;
}
int main(void) {
    pthread_t one, other;
    object = made();
    pthread_create(&one, 0, work, 0);
    pthread_create(&other, 0, work, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}

#elif defined IN_AN_ARRAY
int main(void) {
    struct object *objects = calloc(3, sizeof *objects);
    pthread_mutex_lock(&objects[2].mutex);
    pthread_mutex_lock(&objects[1].mutex);
    pthread_mutex_unlock(&objects[TWIN(1, 2)].mutex);
    TWIN(, pthread_mutex_unlock(&objects[1].mutex));
    free(objects); // UNSAFE: free of memory with a lock in it that is held
    return 0;
}

#elif defined IN_ONE_OF_MANY
extern int __VERIFIER_nondet_int(void);
int main(void) {
    struct object *objects[3];
    for (int i = 0; i < 3; i++)
        objects[i] = made();
    int which = __VERIFIER_nondet_int() & 1;
    pthread_mutex_lock(&objects[which]->mutex);
    free(objects[TWIN(1, 2)]); // UNSAFE: free of memory with a lock in it that is held
    return 0;
}

#elif defined RECURSIVE
int main(void) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    struct object *object = malloc(sizeof *object);
    pthread_mutex_init(&object->mutex, &attributes);
    pthread_mutex_lock(&object->mutex);
    pthread_mutex_lock(&object->mutex);
    pthread_mutex_unlock(&object->mutex);
    TWIN(, pthread_mutex_unlock(&object->mutex));
    free(object); // UNSAFE: free of memory with a lock in it that is held
    return 0;
}

#elif defined SPIN_LOCK
int main(void) {
    pthread_spinlock_t *lock = malloc(sizeof *lock);
    pthread_spin_init(lock, 0);
    pthread_spin_lock(lock);
    TWIN(, pthread_spin_unlock(lock));
    free((void *)lock); // UNSAFE: free of memory with a lock in it that is held
    return 0;
}

#elif defined WRITE_LOCK
static void *work(void *argument) {
    pthread_rwlock_t *lock = argument;
    pthread_rwlock_wrlock(lock);
    TWIN(, pthread_rwlock_unlock(lock));
    return 0;
}
int main(void) {
    pthread_t thread;
    pthread_rwlock_t *lock = malloc(sizeof *lock);
    pthread_rwlock_init(lock, 0);
    pthread_create(&thread, 0, work, lock);
    pthread_join(thread, 0);
    free(lock); // UNSAFE: free of memory with a lock in it that is held
    return 0;
}

#elif defined C11
int main(void) {
    mtx_t *mutex = malloc(sizeof *mutex);
    mtx_init(mutex, mtx_plain);
    mtx_lock(mutex);
    TWIN(, mtx_unlock(mutex));
    free(mutex); // UNSAFE: free of memory with a lock in it that is held
    return 0;
}

#elif defined REALLOC
int main(void) {
    struct object *object = made();
    pthread_mutex_lock(&object->mutex);
    TWIN(, pthread_mutex_unlock(&object->mutex));
    object = realloc(object, 2 * sizeof *object); // UNSAFE: free of memory with a lock in it that is held
    return 0;
}

#elif defined IN_A_CONDITION_WAIT
static struct object *object;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int is_over;
static void *work(void *unused) {
    pthread_mutex_lock(&object->mutex);
    is_over = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&object->mutex);
    return unused;
}
int main(void) {
    pthread_t thread;
    object = made();
    pthread_mutex_lock(&object->mutex);
    pthread_create(&thread, 0, work, 0);
    if (!is_over)
        pthread_cond_wait(&changed, &object->mutex);
    TWIN(, pthread_mutex_unlock(&object->mutex));
    TWIN(, pthread_join(thread, 0));
    free(object); // UNSAFE: free of memory with a lock in it that is held
    return 0;
}

#elif defined WITHOUT_LOCKS
int main(void) {
    struct object *object = made();
    int *number = malloc(sizeof *number);
    pthread_mutex_lock(&object->mutex);
    free(TWIN((void *)object, (void *)number)); // UNSAFE: free of memory with a lock in it that is held
    return 0;
}
#endif
