/* The dialect of ESBMC: __ESBMC_*.

   As CBMC's: a failed __ESBMC_assert violates "unreach-call" and the program goes on; the atomic pairs open and
   close a section in the *caller*.

   Assumptions:
   - __ESBMC_yield: does nothing; a switch may happen anywhere anyway.
   - __ESBMC_init_object, __ESBMC_init_var: the object gets any content; the pointer must be that of its first byte.
   - __ESBMC_cover, __ESBMC_unroll: evaluate their arguments and do nothing.
   - __ESBMC_loop_invariant: checked where it stands, like an assertion.
   - __ESBMC_same_object, __ESBMC_POINTER_OBJECT, __ESBMC_POINTER_OFFSET: not supported. */

void __ESBMC_assume(_Bool condition) { __unspool_assume(condition); }

void __ESBMC_assert(_Bool condition, const char *message) {
    __unspool_assert(condition, "unreach-call", "__ESBMC_assert fails", message);
}

void __ESBMC_loop_invariant(_Bool condition) {
    __unspool_assert(condition, "unreach-call", "__ESBMC_loop_invariant fails");
}

_Noreturn void __ESBMC_unreachable(void) {
    __unspool_assert(0, "unreach-call", "__ESBMC_unreachable is reached");
    __unspool_abort();
}

void __ESBMC_atomic_begin(void) { __unspool_atomic_begin(); }
void __ESBMC_atomic_end(void) { __unspool_atomic_end(); }
void __ESBMC_really_atomic_begin(void) { __unspool_atomic_begin(); }
void __ESBMC_really_atomic_end(void) { __unspool_atomic_end(); }
void __ESBMC_yield(void) {}
void __ESBMC_cover(_Bool condition) {}
void __ESBMC_unroll(unsigned count) {}

void __ESBMC_init_object(void *object) { __unspool_any_bytes(object, __unspool_object_size(object)); }
void __ESBMC_init_var(void *object) { __unspool_any_bytes(object, __unspool_object_size(object)); }
size_t __ESBMC_get_object_size(const void *pointer) { return pointer == 0 ? 0 : __unspool_object_size((void *)pointer); }
_Bool __ESBMC_is_little_endian(void) { return 1; }

_Bool __ESBMC_same_object(const void *a, const void *b) { __unspool_unsupported("__ESBMC_same_object"); return 0; }
uintptr_t __ESBMC_POINTER_OBJECT(const void *pointer) { __unspool_unsupported("__ESBMC_POINTER_OBJECT"); return 0; }
ptrdiff_t __ESBMC_POINTER_OFFSET(const void *pointer) { __unspool_unsupported("__ESBMC_POINTER_OFFSET"); return 0; }
