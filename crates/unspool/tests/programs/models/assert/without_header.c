/* assert called as a function, without its header */
#if defined DECLARED
void assert(int);
int main(void) {
    assert(1);
    assert(0); // UNSAFE: assertion failed [unreach-call]
}
#elif defined DECLARED_AND_HOLDS
extern int assert();
int main(void) {
    int x = 5;
    assert(x & 4); // SAFE
}
#elif defined NOT_EVEN_DECLARED
int main(void) {
    assert(0); // UNSAFE: assertion failed [unreach-call]
}
#endif
