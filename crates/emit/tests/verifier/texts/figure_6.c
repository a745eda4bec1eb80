

static void P(int);
static void main_2(void);

static UNSPOOL_COUNTER(4, unsigned char) pc[5];
static UNSPOOL_COUNTER(4, unsigned char) ct;
static UNSPOOL_COUNTER(4, unsigned char) cs;
static int m;
static int c;
static _Bool b;
static int l;

/* thread 1 */
static void P(int n)
{
    /* J(0,1) */
    if ((pc[ct] > 0) || (0 >= cs)) goto L2;
    l = n;
L2:
    /* J(1,2) */
    if ((pc[ct] > 1) || (1 >= cs)) goto L4;
    unspool_assume(m == 0);
    m = 1;
L4:
    /* J(2,3) */
    if ((pc[ct] > 2) || (2 >= cs)) goto L6;
    b = c > 0;
    if (b) {
L6:
        /* J(3,4) */
        if ((pc[ct] > 3) || (3 >= cs)) goto L9;
        c = (int)((unsigned int)c + 1u);
    } else {
        unspool_assume(cs > 3);
L9:
        /* J(4,5) */
        if ((pc[ct] > 4) || (4 >= cs)) goto L13;
        c = 0;
        if (l > 0) {
            c = (int)((unsigned int)c + 1u);
            l = (int)((unsigned int)l - 1u);
        }
    }
L13:
    m = 0;
}

static void main_2(void)
{
    P(1);
}

int main(void)
{
    main_2();
    return 0;
}
