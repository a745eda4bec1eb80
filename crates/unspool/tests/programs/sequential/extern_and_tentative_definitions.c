// extern declarations inside blocks, tentative definitions completed later, incomplete array types.
#include <stdio.h>
int counter; int counter; extern int counter;
static int hidden; 
int table[]; 
extern const char banner[];
struct later; extern struct later *head; static int use(struct later *p);
int sum_table(void) { extern int table[]; int t = 0; for (int i = 0; i < 4; i++) t += table[i]; return t; }
static int bump(void) { extern int counter; { extern int helper(int); counter = helper(counter); } return counter; }
int helper(int x) { return x + 10; }
int table[4] = {1, 2, 3, 4};
const char banner[] = "banner text";
struct later { int v; struct later *n; } node = {5, 0}, *head = &node;
static int use(struct later *p) { return p ? p->v + use(p->n) : 0; }
static int hidden = 6; int counter = 1;
int zeroed[3];
int main(void) {
    extern int zeroed[3]; int bump_result = bump();
    printf("%d %d\n", bump_result, counter); printf("%d %zu\n", sum_table(), sizeof table / sizeof *table);
    printf("%s %zu\n", banner, sizeof banner);
    struct later two = {7, head}; printf("%d %d\n", use(&two), hidden);
    printf("%d\n", zeroed[0] + zeroed[2]);
    int main_local = ({ extern int counter; counter; }); printf("%d\n", main_local);
    return bump();
}
