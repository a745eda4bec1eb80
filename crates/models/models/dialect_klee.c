/* <klee/klee.h>: the dialect of KLEE, klee_*.

   klee_assert is a macro over __assert_fail in KLEE's header; programs that declare it as a function get one.

   Assumptions:
   - klee_make_symbolic: any content, in one step; the object's name is not looked at.
   - klee_get_value*: KLEE picks one possible value of its argument; here all of them remain possible.
   - klee_is_symbolic: no; nothing is symbolic while a program runs.
   - klee_warning*, klee_print_*, klee_*prefer_cex, klee_mark_global, klee_*_merge, klee_set_forking, klee_stack_trace: evaluate
     their arguments and do nothing.
   - klee_alias_function, klee_define_fixed_object: not supported. */

void klee_assume(uintptr_t condition) { __unspool_assume(condition != 0); }

void klee_assert(int condition) {
    __unspool_assert(condition != 0, "unreach-call", "klee_assert fails");
    if (!condition)
        __unspool_abort();
}

void klee_make_symbolic(void *memory, size_t size, const char *name) { __unspool_any_bytes(memory, size); }
int klee_int(const char *name) { return __unspool_nondet(int); }

/* From `begin` up to, without, `end`. A draw beyond it counts as the first, so that no execution is lost. */
int klee_range(int begin, int end, const char *name) {
    unsigned offset = __unspool_nondet(unsigned);
    unsigned count = (unsigned)end - (unsigned)begin;
    __unspool_assert(begin < end, "unreach-call", "klee_range with an empty range");
    return (int)((unsigned)begin + (offset < count ? offset : 0));
}

uintptr_t klee_choose(uintptr_t count) {
    uintptr_t choice = __unspool_nondet(uintptr_t);
    return choice < count ? choice : 0;
}

_Noreturn void klee_silent_exit(int status) { __unspool_exit(status); }

_Noreturn void klee_abort(void) {
    __unspool_assert(0, "unreach-call", "klee_abort is reached");
    __unspool_abort();
}

_Noreturn void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
    __unspool_assert(0, "unreach-call", "klee_report_error is reached", message);
    __unspool_abort();
}

/* Reads every byte, so that an invalid one is reported. */
void klee_check_memory_access(const void *memory, size_t size) {
    const volatile unsigned char *bytes = memory;
    for (size_t i = 0; i < size; i++)
        bytes[i];
}

size_t klee_get_obj_size(void *pointer) { return __unspool_object_size(pointer); }
float klee_get_valuef(float value) { return value; }
double klee_get_valued(double value) { return value; }
long klee_get_valuel(long value) { return value; }
long long klee_get_valuell(long long value) { return value; }
int klee_get_value_i32(int value) { return value; }
long long klee_get_value_i64(long long value) { return value; }
unsigned klee_is_symbolic(uintptr_t value) { return 0; }
unsigned klee_is_replay(void) { return 0; }
int klee_get_errno(void) { return *__errno_location(); }

void klee_warning(const char *message) {}
void klee_warning_once(const char *message) {}
void klee_prefer_cex(void *object, uintptr_t condition) {}
void klee_posix_prefer_cex(void *object, uintptr_t condition) {}
void klee_mark_global(void *object) {}
void klee_print_expr(const char *message, ...) {}
void klee_print_range(const char *name, int value) {}
void klee_open_merge(void) {}
void klee_close_merge(void) {}
void klee_stack_trace(void) {}
void klee_set_forking(unsigned enable) {}

void klee_alias_function(const char *name, const char *alias) { __unspool_unsupported("klee_alias_function"); }
void klee_define_fixed_object(void *address, size_t size) { __unspool_unsupported("klee_define_fixed_object"); }
