/* What the front end provides, for a C compiler: the builtin type names and the intrinsics. */
typedef __SIZE_TYPE__ __unspool_size_t;
typedef __PTRDIFF_TYPE__ __unspool_ssize_t;
typedef __PTRDIFF_TYPE__ __unspool_ptrdiff_t;
typedef __UINTPTR_TYPE__ __unspool_uintptr_t;
typedef __WCHAR_TYPE__ __unspool_wchar_t;
/* Of any number of arguments; there are always two. */
int __unspool_spawn(void (*start)(), void *first, void *second);
void __unspool_hold(void *lock);
void __unspool_release(void *lock);
int __unspool_self(void);
_Bool __unspool_finished(int thread);
_Noreturn void __unspool_exit_thread(void);
void __unspool_wait_until(_Bool condition);
void __unspool_assume(_Bool condition);
/* A fourth argument, a pointer to further words, is for reports only. */
void __unspool_assert(_Bool condition, const char *property, const char *message, ...);
void __unspool_atomic_begin(void);
void __unspool_atomic_end(void);
void *__unspool_alloc(__unspool_size_t size);
void *__unspool_alloc_aligned(__unspool_size_t alignment, __unspool_size_t size);
void __unspool_free(void *pointer);
__unspool_size_t __unspool_object_size(void *pointer);
_Noreturn void __unspool_exit(int status);
_Noreturn void __unspool_abort(void);
void __unspool_output(int descriptor, int byte);
void __unspool_unsupported(const char *what);
unsigned long long unspool_test_nondet(void);
/* Constants for the front end; here the tests can turn them. */
extern int __unspool_switch_spurious_wakeups;
extern int __unspool_switch_weak_failures;
extern int __unspool_switch_malloc_failures;
extern int __unspool_switch_create_failures;
#ifndef __SIZEOF_INT128__
#define __int128 long long /* our front end has it in both data models */
#endif
#define __unspool_nondet(T) ((T)unspool_test_nondet())
#line 1
