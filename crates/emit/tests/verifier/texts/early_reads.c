
struct pair;

struct pair {
    int a;
    int b;
};
_Static_assert(sizeof(struct pair) == 8 && __builtin_offsetof(struct pair, a) == 0 && __builtin_offsetof(struct pair, b) == 4, "the layout of struct pair");

static void start(void);

static int x;

static void start(void)
{
    int a = unspool_nondet_i32();
    int b;
    _Bool c;
    int t4;
    int s;
    struct pair pair;
    int big[100];
    c = unspool_nondet_bool();
    if (c) {
        a = 1;
        b = 1;
    } else {
        b = 2;
    }
    x = (int)((unsigned int)a + (unsigned int)b);
    s = unspool_nondet_i32();
    x = s;
    pair.a = unspool_nondet_i32(); pair.b = unspool_nondet_i32();
    pair.a = 1;
    t4 = pair.b;
    x = t4;
    unspool_havoc((void *)&big, 400);
    t4 = big[7];
    x = t4;
}

int main(void)
{
    start();
    return 0;
}
