// abort ends the program by SIGABRT; nothing is buffered on stdout beforehand.
#include <stdio.h>
#include <stdlib.h>
static void not_run(void) { puts("atexit handlers do not run on abort"); }
int main(void) { atexit(not_run); fputs("about to abort\n", stderr); int depth = 3; while (depth--) if (!depth) abort(); return 0; }
