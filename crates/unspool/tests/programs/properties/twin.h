// What a program and its twin differ in: the program that goes wrong is compiled with -DUNSAFE.
#ifdef UNSAFE
#define TWIN(wrong, right) wrong
#else
#define TWIN(wrong, right) right
#endif
