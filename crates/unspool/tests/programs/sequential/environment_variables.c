/* setenv, getenv, putenv, unsetenv, from an environment that the program clears first */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void show(const char *name) {
    const char *value = getenv(name);
    printf("%s=%s\n", name, value == NULL ? "(unset)" : value);
}

int main(void) {
    static char own[] = "OWN=1";
    clearenv();
    show("PATH");
    printf("%d\n", setenv("NAME", "value", 0));
    printf("%d\n", setenv("NAME", "other", 0));
    show("NAME");
    show("NAM");
    show("NAMES");
    printf("%d\n", setenv("NAME", "other", 1));
    show("NAME");
    printf("%d\n", putenv(own));
    own[4] = '2';
    show("OWN");
    setenv("EMPTY", "", 1);
    show("EMPTY");
    printf("%d %d %d\n", setenv("", "x", 1), setenv("A=B", "x", 1), unsetenv("A=B"));
    for (char **entry = environ; *entry != NULL; entry++)
        puts(*entry);
    unsetenv("NAME");
    show("NAME");
    show("OWN");
    return 0;
}
