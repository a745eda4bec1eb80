// Where execution begins: constructors, then main, whose result is the exit status.
static int ready;
__attribute__((constructor)) static void prepare(void) { ready = 1; }
int main(int argc, char **argv) { return ready - argc + (argv[1] != 0); }
