/* Memory of any content, for what reads input and for the verifiers' dialects.

   Drawn in words where the size allows: one draw for a whole int keeps a search over a small domain of inputs small, and puts the
   domain's values into ints rather than into each of their bytes.

   Functions of the library store word by word, outside of any section, so that races on the program's memory are found. For the
   dialects it is one atomic step, as the tools that have such functions treat it.

   Assumptions:
   - Functions of verifiers' dialects that fill memory (klee_make_symbolic, __VERIFIER_nondet_memory, __CPROVER_havoc_object
     and the like) and arc4random_buf do so in one atomic step. So with --races a race on that memory is found against the
     program's own accesses and those of functions such as strcpy and fgets, but not against other steps of models, such
     as a second call of these or what printf reads. */

typedef struct __attribute__((packed)) { unsigned short value; } any_2;
typedef struct __attribute__((packed)) { unsigned value; } any_4;
typedef struct __attribute__((packed)) { unsigned long long value; } any_8;

void __unspool_store_any_bytes(void *memory, size_t size) {
    unsigned char *bytes = memory;
    if (size == 8) {
        ((any_8 *)memory)->value = __unspool_nondet(unsigned long long);
        return;
    }
    for (; size >= 4; size -= 4, bytes += 4)
        ((any_4 *)bytes)->value = __unspool_nondet(unsigned);
    if (size >= 2) {
        ((any_2 *)bytes)->value = __unspool_nondet(unsigned short);
        bytes += 2;
    }
    if (size % 2 == 1)
        *bytes = __unspool_nondet(unsigned char);
}

void __unspool_any_bytes(void *memory, size_t size) {
    __unspool_atomic_begin();
    __unspool_store_any_bytes(memory, size);
    __unspool_atomic_end();
}
