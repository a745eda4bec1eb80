// SAFE
// WITH --races
/* Readers and writers as a monitor: a mutex, a condition, and counts of who is inside. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int readers, writers;
int left, right;

static void begin_reading(void) {
    pthread_mutex_lock(&mutex);
    while (writers > 0)
        pthread_cond_wait(&changed, &mutex);
    readers++;
    pthread_mutex_unlock(&mutex);
}

static void end_reading(void) {
    pthread_mutex_lock(&mutex);
    if (--readers == 0)
        pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

static void begin_writing(void) {
    pthread_mutex_lock(&mutex);
    while (readers > 0 || writers > 0)
        pthread_cond_wait(&changed, &mutex);
    writers++;
    pthread_mutex_unlock(&mutex);
}

static void end_writing(void) {
    pthread_mutex_lock(&mutex);
    writers--;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

static void *writer(void *unused) {
    begin_writing();
    left++;
    right++;
    end_writing();
    return 0;
}

static void *reader(void *unused) {
    begin_reading();
    assert(left == right);
    end_reading();
    return 0;
}

int main(void) {
    pthread_t a_writer, a_reader;
    pthread_create(&a_writer, 0, writer, 0);
    pthread_create(&a_reader, 0, reader, 0);
    reader(0);
    pthread_join(a_writer, 0);
    pthread_join(a_reader, 0);
    return 0;
}
