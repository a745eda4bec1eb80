/* The environment is empty: no variable is set. */

char *getenv(const char *name) { return 0; }
char *secure_getenv(const char *name) { return 0; }
