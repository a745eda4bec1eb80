/* <stdlib.h>: the environment: getenv, setenv, putenv, unsetenv, clearenv.

   A null-terminated array of "NAME=value" texts, as POSIX has it, reached through `environ` too. It grows in steps of
   16; what is replaced is not freed, because a result of getenv may still be in use. A program may also assign an array of
   its own to `environ`, which setenv copies when it must add to it.

   Assumptions:
   - Each call is one atomic step. POSIX does not ask that of them, so with --races a setenv or putenv that meets another
     call is not reported.
   - The environment is empty at first: what a program does only if a variable is set is explored only if it sets it. */

/* Programs go through the array without asking whether there is one; only clearenv takes it away. */
static char *no_variables[1];
char **environ = no_variables;

/* The array that setenv has made last, and how many entries it has room for, its terminator not counted. */
static char **own_environment;
static int own_room;

/* The value behind "NAME=" if the entry is of this name, else null. */
static char *value_in(char *entry, const char *name, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (entry[i] != name[i]) /* the entry's end differs as well */
            return 0;
    return entry[length] == '=' ? entry + length + 1 : 0;
}

/* The index of the variable, or of the terminator. Inside an atomic section only. */
static int place_of(const char *name, size_t length) {
    int place = 0;
    if (environ == 0)
        return 0;
    while (environ[place] != 0 && value_in(environ[place], name, length) == 0)
        place++;
    return place;
}

static _Bool is_variable_name(const char *name) {
    if (name != 0 && *name != 0) {
        while (*name != 0 && *name != '=')
            name++;
        if (*name == 0)
            return 1;
    }
    *__errno_location() = 22; /* EINVAL */
    return 0;
}

/* Null for a variable that the program itself has not set. */
char *getenv(const char *name) {
    char *value = 0;
    __unspool_atomic_begin();
    if (environ != 0) {
        size_t length = strlen(name);
        int place = place_of(name, length);
        if (environ[place] != 0)
            value = value_in(environ[place], name, length);
    }
    __unspool_atomic_end();
    return value;
}

char *secure_getenv(const char *name) { return getenv(name); }

/* Inside an atomic section only. */
static void put_entry(char *entry, size_t length, _Bool overwrites) {
    int place = place_of(entry, length);
    if (environ != 0 && environ[place] != 0) {
        if (overwrites)
            environ[place] = entry;
        return;
    }
    if (environ == 0 || environ != own_environment || place >= own_room) {
        char **larger = __unspool_alloc((size_t)(place + 17) * sizeof(char *));
        for (int i = 0; i < place; i++)
            larger[i] = environ[i];
        if (environ != 0 && environ == own_environment)
            __unspool_free(environ);
        own_environment = larger;
        own_room = place + 16;
        environ = larger;
    }
    environ[place] = entry;
    environ[place + 1] = 0;
}

int setenv(const char *name, const char *value, int overwrites) {
    if (!is_variable_name(name))
        return -1;
    size_t length = strlen(name);
    size_t value_size = strlen(value) + 1;
    char *entry = malloc(length + 1 + value_size);
    if (entry == 0)
        return -1;
    if (__unspool_on_demand_valid_memcleanup)
        __unspool_count_objects(-1); /* nobody has to free it */
    memcpy(entry, name, length);
    entry[length] = '=';
    memcpy(entry + length + 1, value, value_size);
    __unspool_atomic_begin();
    put_entry(entry, length, overwrites != 0);
    __unspool_atomic_end();
    return 0;
}

int unsetenv(const char *name) {
    if (!is_variable_name(name))
        return -1;
    __unspool_atomic_begin();
    if (environ != 0)
        for (int place = place_of(name, strlen(name)); environ[place] != 0; place++)
            environ[place] = environ[place + 1];
    __unspool_atomic_end();
    return 0;
}

/* The text itself becomes part of the environment. Without "=", it removes the variable. */
int putenv(char *entry) {
    size_t length = 0;
    while (entry[length] != 0 && entry[length] != '=')
        length++;
    if (entry[length] == 0)
        return unsetenv(entry);
    __unspool_atomic_begin();
    put_entry(entry, length, 1);
    __unspool_atomic_end();
    return 0;
}

int clearenv(void) {
    __unspool_atomic_begin();
    environ = 0;
    __unspool_atomic_end();
    return 0;
}
