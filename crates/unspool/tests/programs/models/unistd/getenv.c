/* getenv, setenv, putenv, unsetenv, clearenv: empty at first, then what the program makes of it */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined EMPTY
int main(void) {
    assert(getenv("PATH") == NULL && secure_getenv("HOME") == NULL && environ[0] == NULL); // SAFE
    assert(unsetenv("PATH") == 0);
    return 0;
}
#elif defined SET
int main(void) {
    static char entry[] = "C=3";
    assert(setenv("A", "1", 0) == 0 && setenv("AB", "2", 1) == 0 && putenv(entry) == 0); // SAFE
    assert(strcmp(getenv("A"), "1") == 0 && strcmp(getenv("AB"), "2") == 0 && strcmp(getenv("C"), "3") == 0 && getenv("B") == NULL);
    assert(setenv("A", "9", 0) == 0 && strcmp(getenv("A"), "1") == 0 && setenv("A", "9", 1) == 0 && strcmp(getenv("A"), "9") == 0);
    entry[2] = '4';
    assert(strcmp(getenv("C"), "4") == 0 && strcmp(environ[1], "AB=2") == 0 && environ[3] == NULL);
    assert(unsetenv("A") == 0 && getenv("A") == NULL && strcmp(getenv("AB"), "2") == 0 && putenv("AB") == 0 && getenv("AB") == NULL);
    assert(clearenv() == 0 && getenv("C") == NULL && setenv("C", "5", 1) == 0 && strcmp(getenv("C"), "5") == 0);
    return 0;
}
#elif defined WRONG_NAMES
int main(void) {
    assert(setenv("", "1", 1) == -1 && errno == EINVAL && setenv("A=B", "1", 1) == -1 && unsetenv("A=B") == -1); // SAFE
    return 0;
}
#elif defined MANY
int main(void) {
    char name[2] = "a";
    for (int i = 0; i < 20; i++, name[0]++)
        setenv(name, name, 1);
    for (name[0] = 'a'; name[0] < 'a' + 20; name[0]++)
        assert(strcmp(getenv(name), name) == 0); // SAFE
    return 0;
}
#elif defined NO_MEMORY
// WITH --malloc-failures
int main(void) {
    assert(setenv("A", "1", 1) == 0); // UNSAFE: assertion failed
    return 0;
}
#elif defined OWN_ARRAY
int main(void) {
    char *first[] = {"A=1", "B=2", NULL}, *second[] = {"C=3", NULL};
    assert(setenv("Z", "0", 1) == 0); // SAFE
    environ = first;
    assert(getenv("Z") == NULL && strcmp(getenv("B"), "2") == 0);
    assert(setenv("A", "9", 1) == 0 && environ == first && setenv("D", "4", 1) == 0 && environ != first);
    assert(strcmp(first[1], "B=2") == 0 && first[2] == NULL && strcmp(getenv("B"), "2") == 0 && strcmp(getenv("D"), "4") == 0);
    environ = second;
    char name[2] = "a";
    for (int i = 0; i < 20; i++, name[0]++)
        setenv(name, name, 1);
    assert(strcmp(second[0], "C=3") == 0 && second[1] == NULL && strcmp(getenv("C"), "3") == 0 && strcmp(getenv("t"), "t") == 0);
    return 0;
}
#endif
