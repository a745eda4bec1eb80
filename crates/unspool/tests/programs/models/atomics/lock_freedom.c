/* atomic_is_lock_free, __atomic_is_lock_free, __atomic_always_lock_free: true for 1, 2, 4 and 8 bytes */
#include <assert.h>
#include <stdatomic.h>

static int evaluated;
static struct {
    char bytes[3];
} odd;
static long long wide;

int main(void) {
    for (int size = 0; size <= 20; size++) {
        _Bool expected = size == 1 || size == 2 || size == 4 || size == 8;
        assert(__atomic_is_lock_free(size, (evaluated++, (void *)0)) == expected); // SAFE
    }
    assert(evaluated == 21);
    assert(atomic_is_lock_free(&wide) && !atomic_is_lock_free(&odd));
    assert(__atomic_always_lock_free(sizeof wide, &wide) && !__atomic_always_lock_free(16, 0));
    return 0;
}
