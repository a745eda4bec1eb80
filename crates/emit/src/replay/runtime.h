/* Made by unspool. What a replay program needs besides C: threads that run in a given order, and inputs that are given.
   No header of the system is included, so that no name of the program clashes with the library's. */
#ifndef UNSPOOL_RUNTIME_H
#define UNSPOOL_RUNTIME_H

/* A place where something is recorded: a switch to another thread, or an input. */
void unspool_here(int point);
/* Overwrites what stands at the address with the input that was recorded, if there is one. */
void unspool_input(int point, int target, void *at, unsigned long size);
/* The same, where there must be one. */
void unspool_nondet(int point, int target, void *at, unsigned long size, const char *file, int line);
_Bool unspool_fails_spuriously(int point, int target);

/* The end: an assertion that fails, or a place at which something else goes wrong. */
__attribute__((noreturn)) void unspool_failed(int point, const char *message, const char *file, int line);
void unspool_stop(int point);

typedef void unspool_start_function(void *arguments);
int unspool_spawn(unspool_start_function *start, const void *arguments, unsigned long size);
int unspool_self(void);
_Bool unspool_finished(int thread);
__attribute__((noreturn)) void unspool_exit_thread(void);
__attribute__((noreturn)) void unspool_exit(int status);
__attribute__((noreturn)) void unspool_abort(void);

void *unspool_alloc(unsigned long size, unsigned long align);
void unspool_free(void *pointer);
/* Says where a variable lies, for those who ask for its size. */
void unspool_note_object(void *start, unsigned long size);
unsigned long unspool_object_size(const void *pointer);
void unspool_output(int stream, int byte);

/* Says that the program does something else than was recorded, and ends it with status 3. */
__attribute__((noreturn)) void unspool_unexpected_at(const char *what, const char *file, int line);

#define unspool_unexpected(what) unspool_unexpected_at(what, __FILE__, __LINE__)
#define unspool_wait_until(condition) ((condition) ? (void)0 : unspool_unexpected("a thread has to wait"))
#define unspool_assume(condition) ((condition) ? (void)0 : unspool_unexpected("an assumption does not hold"))

/* Only one thread runs at a time, and switches are where they were recorded. */
#define unspool_atomic_begin() ((void)0)
#define unspool_atomic_end() ((void)0)
/* Lives a little longer than it must. */
#define unspool_alloc_on_stack(size, align) unspool_alloc(size, align)

/* What the program brings along. */
void unspool_program(void);
void unspool_set_globals(void);
void unspool_set_thread_locals(void);

#endif
