/* The dialect of KLEE, for programs that include its header where it is not installed. */
#ifndef UNSPOOL_KLEE_H
#define UNSPOOL_KLEE_H

#include <stddef.h>
#include <stdint.h>

void klee_assume(uintptr_t condition);
void klee_assert(int condition);
void klee_make_symbolic(void *memory, size_t size, const char *name);
int klee_int(const char *name);
int klee_range(int begin, int end, const char *name);
uintptr_t klee_choose(uintptr_t count);
void klee_silent_exit(int status) __attribute__((noreturn));
void klee_abort(void) __attribute__((noreturn));
void klee_report_error(const char *file, int line, const char *message, const char *suffix) __attribute__((noreturn));
void klee_check_memory_access(const void *memory, size_t size);
size_t klee_get_obj_size(void *pointer);
float klee_get_valuef(float value);
double klee_get_valued(double value);
long klee_get_valuel(long value);
long long klee_get_valuell(long long value);
int klee_get_value_i32(int value);
long long klee_get_value_i64(long long value);
unsigned klee_is_symbolic(uintptr_t value);
unsigned klee_is_replay(void);
int klee_get_errno(void);
void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);
void klee_mark_global(void *object);
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int value);
void klee_open_merge(void);
void klee_close_merge(void);
void klee_stack_trace(void);
void klee_set_forking(unsigned enable);
void klee_alias_function(const char *name, const char *alias);
void klee_define_fixed_object(void *address, size_t size);

#endif
