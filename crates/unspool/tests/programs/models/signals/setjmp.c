/* setjmp, sigsetjmp, longjmp: refused */
#include <setjmp.h>

jmp_buf place;
int _setjmp(jmp_buf environment);
int __sigsetjmp(jmp_buf environment, int saves_mask);
void _longjmp(jmp_buf environment, int value);
void __longjmp_chk(jmp_buf environment, int value);

#if defined SETJMP
int main(void) {
    return setjmp(place); // UNSUPPORTED: setjmp and longjmp are not modelled
}
#elif defined SIGSETJMP
sigjmp_buf other;
int main(void) {
    return sigsetjmp(other, 1); // UNSUPPORTED: setjmp and longjmp are not modelled
}
#elif defined LONGJMP
int main(void) {
    longjmp(place, 1); // UNSUPPORTED: setjmp and longjmp are not modelled
    return 0;
}
#elif defined PLAIN_NAME
int main(void) {
    return _setjmp(place); // UNSUPPORTED: setjmp and longjmp are not modelled
}
#elif defined NAME_OF_SIGSETJMP
int main(void) {
    return __sigsetjmp(place, 0); // UNSUPPORTED: setjmp and longjmp are not modelled
}
#elif defined PLAIN_LONGJMP
int main(void) {
    _longjmp(place, 1); // UNSUPPORTED: setjmp and longjmp are not modelled
}
#elif defined SIGLONGJMP
int main(void) {
    siglongjmp(place, 1); // UNSUPPORTED: setjmp and longjmp are not modelled
}
#elif defined FORTIFIED_LONGJMP
int main(void) {
    __longjmp_chk(place, 1); // UNSUPPORTED: setjmp and longjmp are not modelled
}
#endif
