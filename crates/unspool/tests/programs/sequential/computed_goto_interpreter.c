// Labels as values: a threaded bytecode interpreter with static label tables.
#include <stdio.h>
enum { PUSH, ADD, MUL, SUB, DUP, JNZ, PRINT, HALT };
static int run(const int *code) {
    static void *const dispatch[] = {&&push, &&add, &&mul, &&sub, &&dup, &&jnz, &&print, &&halt};
    int stack[16], sp = 0, pc = 0, steps = 0;
#define NEXT do { steps++; goto *dispatch[code[pc++]]; } while (0)
    NEXT;
push: stack[sp++] = code[pc++]; NEXT;
add: sp--; stack[sp - 1] += stack[sp]; NEXT;
mul: sp--; stack[sp - 1] *= stack[sp]; NEXT;
sub: sp--; stack[sp - 1] -= stack[sp]; NEXT;
dup: stack[sp] = stack[sp - 1]; sp++; NEXT;
jnz: pc = stack[sp - 1] ? code[pc] : pc + 1; NEXT;
print: printf("%d\n", stack[sp - 1]); NEXT;
halt: return steps;
}
int main(void) {
    static const int prog[] = {PUSH, 6, PUSH, 7, MUL, PRINT, PUSH, 5, PRINT, PUSH, 1, SUB, JNZ, 8, PUSH, 10, ADD, DUP, ADD, PRINT, HALT};
    int steps = run(prog);
    printf("steps %d\n", steps);
    void *p = &&done; int k = 3; if (k > 2) goto *p; puts("skipped");
done:
    return steps;
}
