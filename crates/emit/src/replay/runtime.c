/* Made by unspool. Runs the threads of a replay program in the recorded order.
 *
 * There is one baton. Only the thread that has it runs; all others wait for it. The schedule is a list of contexts: which thread
 * runs, and where it stops: before it passes a point for the n-th time, or at its end. The thread that stops gives the baton
 * to the thread of the next context. Inputs are found in the same way: by thread, point, and how many-th time.
 *
 * In a debugger: `break unspool_switch` stops at each switch, in the thread that goes on; `break unspool_violation` at the end.
 * UNSPOOL_TRACE=1 in the environment prints a line for each switch. */

#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "runtime.h"

/* Ends of contexts that are no points. */
enum { THREAD_END = -1, VIOLATION = -2 };

struct unspool_context {
    int thread;
    /* Before it is passed for the n-th time, the context ends. */
    int point;
    unsigned long pass;
    /* Where the thread goes on, in the program's own lines. */
    const char *place;
};

struct unspool_recorded_input {
    int thread, point;
    unsigned long pass;
    /* Which of the variables that the instruction reads, and from which byte on. */
    int target;
    unsigned long offset, size;
    unsigned char bytes[16];
};

#include "schedule.h"

struct thread {
    pthread_t handle;
    pthread_cond_t turn;
    jmp_buf end;
    int number;
    int is_created, is_finished;
    unspool_start_function *start;
    void *arguments;
    unsigned long passes[UNSPOOL_POINTS + 1];
    /* The next input that is for this thread. */
    unsigned next_input;
};

/* By number. */
static struct thread threads[UNSPOOL_THREADS];
static int created;
static __thread struct thread *self;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* The context that runs; its thread has the baton. */
static unsigned current;

static int is_traced;

/* Processor time after which a program that runs on and on is given up, in seconds. */
enum { PATIENCE = 30 };

void unspool_unexpected_at(const char *what, const char *file, int line)
{
    int number = self ? self->number : 0;
    fflush(stdout);
    fprintf(stderr, "replay: not as recorded: in context %u of %u, thread %d: %s (%s:%d)\n",
            current + 1, UNSPOOL_CONTEXTS, number, what, file, line);
    fflush(stderr);
    _exit(3);
}

static void is_endless(int signal)
{
    static const char text[] = "replay: not as recorded: the program runs on and on\n";
    (void)signal;
    if (write(2, text, sizeof text - 1) < 0)
        _exit(4);
    _exit(3);
}

/* The thread has just got the baton, and goes on at this place. */
__attribute__((noinline)) void unspool_switch(int thread, const char *place)
{
    if (is_traced)
        fprintf(stderr, "thread %d runs, at %s\n", thread, place);
}

/* The end of the execution that was recorded. */
__attribute__((noinline, noreturn)) void unspool_violation(const char *message)
{
    fflush(stdout);
    fprintf(stderr, "%s\n", message);
    fflush(stderr);
    abort();
}

static void await_turn(void)
{
    pthread_mutex_lock(&lock);
    while (unspool_contexts[current].thread != self->number)
        pthread_cond_wait(&self->turn, &lock);
    pthread_mutex_unlock(&lock);
    unspool_switch(self->number, unspool_contexts[current].place);
}

/* Gives the baton to the thread of the next context. */
static void hand_over(void)
{
    int next;
    if (current + 1 >= UNSPOOL_CONTEXTS)
        unspool_unexpected("the schedule is used up");
    next = unspool_contexts[current + 1].thread;
    if (next < 0 || next >= UNSPOOL_THREADS || !threads[next].is_created)
        unspool_unexpected("the next thread does not exist yet");
    if (threads[next].is_finished)
        unspool_unexpected("the next thread has ended");
    pthread_mutex_lock(&lock);
    current++;
    pthread_cond_signal(&threads[next].turn);
    pthread_mutex_unlock(&lock);
}

/* Whether the context ends before this pass of a point. */
static int ends_here(int end, int point)
{
    const struct unspool_context *context = &unspool_contexts[current];
    if (end == VIOLATION)
        return context->point == VIOLATION && UNSPOOL_VIOLATION_POINT == point
               && context->pass == self->passes[point];
    return context->point == point && context->pass == self->passes[point];
}

void unspool_here(int point)
{
    self->passes[point]++;
    if (ends_here(point, point)) {
        hand_over();
        await_turn();
    }
}

static int is_for_now(const struct unspool_recorded_input *input, int point, int target)
{
    return input->thread == self->number && input->point == point && input->target == target
           && input->pass == self->passes[point];
}

/* The next input of the thread, if it is for this target now. */
static const struct unspool_recorded_input *take_input(int point, int target)
{
    const struct unspool_recorded_input *input = &unspool_inputs[self->next_input];
    if (self->next_input >= UNSPOOL_INPUTS || !is_for_now(input, point, target))
        return 0;
    self->next_input++;
    return input;
}

void unspool_input(int point, int target, void *at, unsigned long size)
{
    const struct unspool_recorded_input *input;
    while ((input = take_input(point, target)) != 0)
        if (input->offset + input->size <= size)
            memcpy((unsigned char *)at + input->offset, input->bytes, input->size);
}

void unspool_nondet(int point, int target, void *at, unsigned long size, const char *file, int line)
{
    unsigned before = self->next_input;
    unspool_input(point, target, at, size);
    if (self->next_input == before)
        unspool_unexpected_at("an input is wanted that was not recorded", file, line);
}

_Bool unspool_fails_spuriously(int point, int target)
{
    const struct unspool_recorded_input *input = take_input(point, target);
    return input && input->bytes[0] != 0;
}

void unspool_failed(int point, const char *message, const char *file, int line)
{
    if (point < 0 || !ends_here(VIOLATION, point))
        unspool_unexpected_at(message, file, line);
    unspool_violation(unspool_violation_text);
}

void unspool_stop(int point)
{
    if (ends_here(VIOLATION, point))
        unspool_violation(unspool_violation_text);
}

/* The thread has ended. */
static void finish(void)
{
    self->is_finished = 1;
    if (unspool_contexts[current].point != THREAD_END)
        unspool_unexpected("the thread has ended");
    hand_over();
}

static void *run_thread(void *thread)
{
    self = thread;
    await_turn();
    if (setjmp(self->end) == 0) {
        unspool_set_thread_locals();
        self->start(self->arguments);
    }
    finish();
    return 0;
}

static struct thread *new_thread(void)
{
    struct thread *thread = &threads[created];
    unsigned i = 0;
    if (created >= UNSPOOL_THREADS)
        unspool_unexpected("another thread is created");
    thread->number = created++;
    while (i < UNSPOOL_INPUTS && unspool_inputs[i].thread != thread->number)
        i++;
    thread->next_input = i;
    pthread_cond_init(&thread->turn, 0);
    thread->is_created = 1;
    return thread;
}

int unspool_spawn(unspool_start_function *start, const void *arguments, unsigned long size)
{
    struct thread *thread = new_thread();
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    /* In 32 bits there is not room for many large stacks. */
    pthread_attr_setstacksize(&attributes, sizeof(void *) << 20);
    thread->start = start;
    thread->arguments = malloc(size);
    if (thread->arguments == 0)
        unspool_unexpected("there is no memory left");
    memcpy(thread->arguments, arguments, size);
    if (pthread_create(&thread->handle, &attributes, run_thread, thread) != 0)
        unspool_unexpected("the system has no thread left");
    pthread_attr_destroy(&attributes);
    return thread->number;
}

int unspool_self(void)
{
    return self->number;
}

_Bool unspool_finished(int thread)
{
    return thread >= 0 && thread < created && threads[thread].is_finished;
}

void unspool_exit_thread(void)
{
    longjmp(self->end, 1);
}

void unspool_exit(int status)
{
    (void)status;
    unspool_unexpected("the program ends");
}

void unspool_abort(void)
{
    unspool_unexpected("the program calls abort");
}

/* What was allocated, and variables if that matters, so that their size can be asked for. */
struct object {
    struct object *older;
    unsigned char *start;
    unsigned long size;
};
static struct object *newest;

void unspool_note_object(void *start, unsigned long size)
{
    struct object *object = malloc(sizeof *object);
    if (object == 0)
        unspool_unexpected("there is no memory left");
    object->older = newest;
    object->start = start;
    object->size = size;
    newest = object;
}

void *unspool_alloc(unsigned long size, unsigned long align)
{
    void *start = 0;
    if (align < sizeof(void *))
        align = sizeof(void *);
    if (posix_memalign(&start, align, size + 1) != 0)
        unspool_unexpected("there is no memory left");
    memset(start, 0, size + 1);
    unspool_note_object(start, size);
    return start;
}

/* The memory is kept: in the recorded execution no address was used twice. */
void unspool_free(void *pointer)
{
    (void)pointer;
}

unsigned long unspool_object_size(const void *pointer)
{
    const unsigned char *at = pointer;
    struct object *object;
    int behind;
    /* Only if it points into none, it may point just behind one. */
    for (behind = 0; behind <= 1; behind++)
        for (object = newest; object; object = object->older)
            if (at >= object->start && at < object->start + object->size + behind)
                return object->size;
    unspool_unexpected("the size of something is asked for that nobody knows");
}

void unspool_output(int stream, int byte)
{
    fputc(byte, stream == 2 ? stderr : stdout);
}

/* Runs before `main`, and instead of it: `main` is the program's own function, so that a debugger finds it under that
   name, and is called by the program's own start. */
__attribute__((constructor)) static void run(void)
{
    struct itimerval patience = {{0, 0}, {PATIENCE, 0}};
    const char *trace = getenv("UNSPOOL_TRACE");
    is_traced = trace && *trace && strcmp(trace, "0") != 0;
    signal(SIGPROF, is_endless);
    setitimer(ITIMER_PROF, &patience, 0);
    self = new_thread();
    unspool_set_globals();
    await_turn();
    if (setjmp(self->end) == 0) {
        unspool_set_thread_locals();
        unspool_program();
        unspool_exit(0);
    }
    finish();
    for (;;)
        pause();
}
