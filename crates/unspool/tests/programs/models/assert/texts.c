/* The assertion's text in the report of its failure */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);
void __CPROVER_assert(_Bool, const char *);

#if defined TWO_ON_ONE_LINE
int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x != 0), assert(x != 1); // UNSAFE: assertion failed: x != 0 [ // UNSAFE: assertion failed: x != 1 [
}
#elif defined TWO_AT_ONE_PLACE
static void check(_Bool condition, const char *text) {
    __CPROVER_assert(condition, text); // UNSAFE: fails: first [ // UNSAFE: fails: second [
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    check(x != 0, "first");
    check(x != 1, "second");
}
#elif defined MADE_AT_RUN_TIME
int main(void) {
    char text[20] = "x is ";
    int x = __VERIFIER_nondet_int() & 1;
    strcat(text, x ? "one" : "zero");
    __CPROVER_assert(0, text); // UNSAFE: fails: x is one [ // UNSAFE: fails: x is zero [
}
#elif defined ON_THE_HEAP_WITHOUT_END
int main(void) {
    char *text = malloc(2);
    memcpy(text, "ab", 2);
    __CPROVER_assert(0, text); // UNSAFE: fails: ab [
}
#elif defined FREED
int main(void) {
    char *text = strdup("ab");
    free(text);
    __CPROVER_assert(0, text); // UNSAFE: __CPROVER_assert fails [
}
#elif defined NULL_POINTER
int main(void) {
    __CPROVER_assert(0, 0); // UNSAFE: __CPROVER_assert fails [
}
#elif defined WILD
int main(void) {
    __CPROVER_assert(0, (const char *)123456); // UNSAFE: __CPROVER_assert fails [
}
#elif defined NOT_PRINTABLE
int main(void) {
    __CPROVER_assert(0, "\na\tb\x01 "); // UNSAFE: fails: a b� [
}
#elif defined OF_ANOTHER_THREAD
// WITH --races
static char text[] = "a";
static void *write(void *unused) {
    text[0] = 'b';
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, write, 0);
    __CPROVER_assert(0, text); // UNSAFE: fails: a [ // UNSAFE: fails: b [
}
#endif
