

static int both(int);
static int early(int);
static int cases(int);
static int loops(int);
static void tangled(int);
static void start(void);

static int x;
static int y;

static int both(int a)
{
    if (a > 0) {
        x = 1;
    } else {
        x = 2;
    }
    return (int)((unsigned int)x + (unsigned int)a);
}

static int early(int a)
{
    if (a < 0) {
        return (-1);
    }
    if (a == 0) {
        y = 1;
    }
    return a;
}

static int cases(int a)
{
    int r = unspool_nondet_i32();
    switch (a) {
    case 1: case 2:
        r = 10;
        goto L4;
    case 5 ... 9:
        r = 20;
        break;
    case 11:
        goto L4;
    default:
        break;
    }
    r = 30;
L4:
    return r;
}

static int loops(int a)
{
    int i;
    int j;
    int sum;
    i = 0;
    sum = 0;
    while (i < a) {
        j = 0;
        for (;;) {
            sum = (int)((unsigned int)sum + (unsigned int)j);
            if (sum > 100) goto L8;
            if (j == 7) break;
            j = (int)((unsigned int)j + 1u);
        }
        i = (int)((unsigned int)i + 1u);
    }
    return sum;
L8:
    return 0;
}

static void tangled(int a)
{
    int i;
    i = a;
    if (a <= 0) {
L2:
        i = (int)((unsigned int)i - 2u);
        if (i == 0) goto L3;
    }
    i = (int)((unsigned int)i - 1u);
    if (i != 0) goto L2;
L3:
    return;
}

static void start(void)
{
    int t0;
    int t1;
    int t2;
    int t3;
    t0 = both(1);
    t1 = early(t0);
    t2 = cases(t1);
    t3 = loops(t2);
    y = t3;
    tangled(3);
}

int main(void)
{
    start();
    return 0;
}
