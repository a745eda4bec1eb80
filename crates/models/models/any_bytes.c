/* Memory of any content, for the verifiers' dialects.

   Drawn in words where the size allows: one draw for a whole int keeps a search over a small domain of inputs small, and puts the
   domain's values into ints rather than into each of their bytes. One atomic step, as the tools that have such functions treat it. */

typedef struct __attribute__((packed)) { unsigned short value; } any_2;
typedef struct __attribute__((packed)) { unsigned value; } any_4;
typedef struct __attribute__((packed)) { unsigned long long value; } any_8;

void __unspool_any_bytes(void *memory, size_t size) {
    unsigned char *bytes = memory;
    __unspool_atomic_begin();
    if (size == 8) {
        ((any_8 *)memory)->value = __unspool_nondet(unsigned long long);
    } else {
        for (; size >= 4; size -= 4, bytes += 4)
            ((any_4 *)bytes)->value = __unspool_nondet(unsigned);
        if (size >= 2) {
            ((any_2 *)bytes)->value = __unspool_nondet(unsigned short);
            bytes += 2;
        }
        if (size % 2 == 1)
            *bytes = __unspool_nondet(unsigned char);
    }
    __unspool_atomic_end();
}
