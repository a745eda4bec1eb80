/* What assert expands to in preprocessed text from other systems, and in that of old ones */
void __assert_fail(const char *, const char *, unsigned, const char *);
void __assert_perror_fail(int, const char *, unsigned, const char *);
void __assert(const char *, const char *, int);
void __assert_func(const char *, int, const char *, const char *);
void __assert2(const char *, int, const char *, const char *);
void __assert_rtn(const char *, const char *, int, const char *);

#if defined GLIBC
int main(void) {
    __assert_fail("x == 1", "file.c", 1, "main"); // UNSAFE: assertion failed: x == 1 [unreach-call]
}
#elif defined GLIBC_PERROR
int main(void) {
    __assert_perror_fail(22, "file.c", 1, "main"); // UNSAFE: assertion failed: Invalid argument [unreach-call]
}
#elif defined OLD
int main(void) {
    __assert("x == 1", "file.c", 1); // UNSAFE: assertion failed: x == 1 [unreach-call]
}
#elif defined NEWLIB
int main(void) {
    __assert_func("file.c", 1, "main", "x == 1"); // UNSAFE: assertion failed: x == 1 [unreach-call]
}
#elif defined ANDROID
int main(void) {
    __assert2("file.c", 1, "main", "x == 1"); // UNSAFE: assertion failed: x == 1 [unreach-call]
}
#elif defined BSD
int main(void) {
    __assert_rtn("main", "file.c", 1, "x == 1"); // UNSAFE: assertion failed: x == 1 [unreach-call]
}
#endif
