/* The dialect of CBMC: __CPROVER_*.

   CBMC goes on after a failed assertion; the property is violated either way, so the process is not ended here.
   The atomic_begin/atomic_end pair opens and closes a section in the *caller*, as that of SV-COMP.

   Assumptions:
   - __CPROVER_fence: nothing to do, because memory is sequentially consistent.
   - __CPROVER_cover, __CPROVER_input, __CPROVER_output: evaluate their arguments and do nothing.
   - __CPROVER_precondition, __CPROVER_postcondition: checked like __CPROVER_assert.
   - __CPROVER_r_ok, __CPROVER_w_ok, __CPROVER_rw_ok, __CPROVER_same_object, __CPROVER_POINTER_OBJECT,
     __CPROVER_POINTER_OFFSET, __CPROVER_DYNAMIC_OBJECT, __CPROVER_LIVE_OBJECT, __CPROVER_is_fresh: not supported.
   - __CPROVER_havoc_object: the pointer must be that of the object's first byte. */

void __CPROVER_assume(_Bool condition) { __unspool_assume(condition); }

void __CPROVER_assert(_Bool condition, const char *message) {
    __unspool_assert(condition, "unreach-call", "__CPROVER_assert fails", message);
}

void __CPROVER_precondition(_Bool condition, const char *message) {
    __unspool_assert(condition, "unreach-call", "__CPROVER_precondition fails", message);
}

void __CPROVER_postcondition(_Bool condition, const char *message) {
    __unspool_assert(condition, "unreach-call", "__CPROVER_postcondition fails", message);
}

void __CPROVER_atomic_begin(void) { __unspool_atomic_begin(); }
void __CPROVER_atomic_end(void) { __unspool_atomic_end(); }
void __CPROVER_fence(const char *kind, ...) {}
void __CPROVER_cover(_Bool condition) {}
void __CPROVER_input(const char *name, ...) {}
void __CPROVER_output(const char *name, ...) {}
void __CPROVER_printf(const char *format, ...) {}

void __CPROVER_havoc_object(void *object) { __unspool_any_bytes(object, __unspool_object_size(object)); }
void __CPROVER_havoc_slice(void *memory, size_t size) { __unspool_any_bytes(memory, size); }
size_t __CPROVER_OBJECT_SIZE(const void *pointer) { return pointer == 0 ? 0 : __unspool_object_size((void *)pointer); }

void *__CPROVER_allocate(size_t size, _Bool zero) {
    void *memory = __unspool_alloc(size);
    if (__unspool_on_demand_valid_memcleanup)
        __unspool_count_objects(1);
    return zero ? memset(memory, 0, size) : memory;
}

void __CPROVER_deallocate(void *memory) { free(memory); }
void __CPROVER_array_set(void *array, int byte) { memset(array, byte, __unspool_object_size(array)); }

void __CPROVER_array_copy(void *to, const void *from) {
    size_t to_size = __unspool_object_size(to);
    size_t from_size = __unspool_object_size((void *)from);
    memmove(to, from, to_size < from_size ? to_size : from_size);
}

_Bool __CPROVER_r_ok(const void *pointer, ...) { __unspool_unsupported("__CPROVER_r_ok"); return 0; }
_Bool __CPROVER_w_ok(const void *pointer, ...) { __unspool_unsupported("__CPROVER_w_ok"); return 0; }
_Bool __CPROVER_rw_ok(const void *pointer, ...) { __unspool_unsupported("__CPROVER_rw_ok"); return 0; }
_Bool __CPROVER_same_object(const void *a, const void *b) { __unspool_unsupported("__CPROVER_same_object"); return 0; }
size_t __CPROVER_POINTER_OBJECT(const void *pointer) { __unspool_unsupported("__CPROVER_POINTER_OBJECT"); return 0; }
ptrdiff_t __CPROVER_POINTER_OFFSET(const void *pointer) { __unspool_unsupported("__CPROVER_POINTER_OFFSET"); return 0; }
_Bool __CPROVER_DYNAMIC_OBJECT(const void *pointer) { __unspool_unsupported("__CPROVER_DYNAMIC_OBJECT"); return 0; }
_Bool __CPROVER_LIVE_OBJECT(const void *pointer) { __unspool_unsupported("__CPROVER_LIVE_OBJECT"); return 0; }
_Bool __CPROVER_is_fresh(const void *pointer, size_t size) { __unspool_unsupported("__CPROVER_is_fresh"); return 0; }
