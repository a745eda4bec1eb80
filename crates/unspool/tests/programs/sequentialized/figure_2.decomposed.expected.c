
struct __unspool_mutex;
struct anon_0;
struct anon_1;
struct anon_2;
struct anon_3;
struct anon_4;

struct anon_4 {
    void *previous;
    void *next;
};
_Static_assert(sizeof(struct anon_4) == 16 && __builtin_offsetof(struct anon_4, previous) == 0 && __builtin_offsetof(struct anon_4, next) == 8, "the layout of struct anon_4");

struct anon_3 {
    short elision;
    struct anon_4 links;
};
_Static_assert(sizeof(struct anon_3) == 24 && __builtin_offsetof(struct anon_3, elision) == 0 && __builtin_offsetof(struct anon_3, links) == 8, "the layout of struct anon_3");

struct anon_2 {
    short spins;
    struct anon_3 rest;
};
_Static_assert(sizeof(struct anon_2) == 32 && __builtin_offsetof(struct anon_2, spins) == 0 && __builtin_offsetof(struct anon_2, rest) == 8, "the layout of struct anon_2");

struct anon_1 {
    struct anon_2 inner;
};
_Static_assert(sizeof(struct anon_1) == 32 && __builtin_offsetof(struct anon_1, inner) == 0, "the layout of struct anon_1");

struct anon_0 {
    int holder;
    unsigned int depth;
    int made_by_mtx_init;
    int kind_if_i386;
    int kind_if_x86_64;
    struct anon_1 tail;
};
_Static_assert(sizeof(struct anon_0) == 56 && __builtin_offsetof(struct anon_0, holder) == 0 && __builtin_offsetof(struct anon_0, depth) == 4 && __builtin_offsetof(struct anon_0, made_by_mtx_init) == 8 && __builtin_offsetof(struct anon_0, kind_if_i386) == 12 && __builtin_offsetof(struct anon_0, kind_if_x86_64) == 16 && __builtin_offsetof(struct anon_0, tail) == 24, "the layout of struct anon_0");

struct __unspool_mutex {
    struct anon_0 state;
    int ceiling;
};
_Static_assert(sizeof(struct __unspool_mutex) == 64 && __builtin_offsetof(struct __unspool_mutex, state) == 0 && __builtin_offsetof(struct __unspool_mutex, ceiling) == 56, "the layout of struct __unspool_mutex");

static void main_0(void);
static void P_1(void);
static void P_2(void);
static void C_3(void);
static void C_4(void);
static int driver(void);

static struct __unspool_mutex m;
static int c;
static UNSPOOL_COUNTER(3, unsigned char) pc_0;
static _Bool active_0 = 1;
static UNSPOOL_COUNTER(4, unsigned char) pc_1;
static _Bool active_1;
static UNSPOOL_COUNTER(3, unsigned char) pc_2;
static _Bool active_2;
static UNSPOOL_COUNTER(3, unsigned char) pc_3;
static _Bool active_3;
static UNSPOOL_COUNTER(3, unsigned char) pc_4;
static _Bool active_4;
static UNSPOOL_COUNTER(4, unsigned char) cs;
static int P_1_3;
static int P_1_4;
static int P_1_7;
static int P_2_3;
static int P_2_4;
static int C_3_3;
static int C_4_3;

static void main_0(void)
{
    /* J(0, 1) */
    if ((pc_0 > 0) || (0 >= cs)) goto L2;
    c = 0;
    m.state.holder = 0;
    /* create thread 1 */
    active_1 = 1;
    /* create thread 2 */
    active_2 = 1;
    /* create thread 3 */
    active_3 = 1;
    /* create thread 4 */
    active_4 = 1;
L2:
    /* J(1, 2) */
    if ((pc_0 > 1) || (1 >= cs)) goto L4;
    unspool_assume(pc_1 == 10);
L4:
    /* J(2, 3) */
    if ((pc_0 > 2) || (2 >= cs)) goto L6;
    unspool_assume(pc_2 == 7);
L6:
    /* J(3, 4) */
    if ((pc_0 > 3) || (3 >= cs)) goto L8;
    unspool_assume(pc_3 == 4);
L8:
    /* J(4, 5) */
    if ((pc_0 > 4) || (4 >= cs)) goto L10;
    unspool_assume(pc_4 == 4);
L10:
    /* J(5, 6) */
    if ((pc_0 > 5) || (5 >= cs)) goto L12;
    unspool_exit(0);
L12:
    return;
}

static void P_1(void)
{
    int t3;
    int t4;
    /* J(0, 1) */
    if ((pc_1 > 0) || (0 >= cs)) goto L2;
    t3 = m.state.holder;
    unspool_assume((t3 <= 0) || (t3 == 2));
    unspool_assert(t3 >= 0, "lock-misuse: pthread_mutex_lock of a mutex that has been destroyed (figure_2.c:13)");
    unspool_assert(t3 != 2, "lock-misuse: pthread_mutex_lock of a mutex that this thread holds already: it waits for itself for ever (deadlock) (figure_2.c:13)");
    m.state.holder = 2;
L2:
    /* J(1, 2) */
    if ((pc_1 > 1) || (1 >= cs)) goto L4;
    if (c > 0) {
L4:
        /* J(2, 3) */
        if ((pc_1 > 2) || (2 >= cs)) goto L6;
        P_1_3 = c;
L6:
        /* J(3, 4) */
        if ((pc_1 > 3) || (3 >= cs)) goto L9;
        c = (int)((unsigned int)P_1_3 + 1u);
        t4 = m.state.holder;
        unspool_assert(t4 >= 0, "lock-misuse: pthread_mutex_unlock of a mutex that has been destroyed (figure_2.c:23)");
        unspool_assert(t4 != 0, "lock-misuse: pthread_mutex_unlock of a mutex that is not locked (figure_2.c:23)");
        unspool_assert((t4 <= 0) || (t4 == 2), "lock-misuse: pthread_mutex_unlock of a mutex that another thread holds (figure_2.c:23)");
        m.state.holder = 0;
        /* G(9) */
        unspool_assume(cs > 9);
L21:
        return;
    } else {
        /* G(3) */
        unspool_assume(cs > 3);
L9:
        /* J(4, 5) */
        if ((pc_1 > 4) || (4 >= cs)) goto L11;
        c = 0;
L11:
        /* J(5, 6) */
        if ((pc_1 > 5) || (5 >= cs)) goto L13;
        P_1_4 = c;
L13:
        /* J(6, 7) */
        if ((pc_1 > 6) || (6 >= cs)) goto L15;
        c = (int)((unsigned int)P_1_4 + 1u);
L15:
        /* J(7, 8) */
        if ((pc_1 > 7) || (7 >= cs)) goto L17;
        P_1_7 = c;
L17:
        /* J(8, 9) */
        if ((pc_1 > 8) || (8 >= cs)) goto L19;
        c = (int)((unsigned int)P_1_7 + 1u);
L19:
        /* J(9, 10) */
        if ((pc_1 > 9) || (9 >= cs)) goto L21;
        unspool_assume(0);
        unspool_abort();
    }
}

static void P_2(void)
{
    int t3;
    int t4;
    /* J(0, 1) */
    if ((pc_2 > 0) || (0 >= cs)) goto L2;
    t3 = m.state.holder;
    unspool_assume((t3 <= 0) || (t3 == 3));
    unspool_assert(t3 >= 0, "lock-misuse: pthread_mutex_lock of a mutex that has been destroyed (figure_2.c:13)");
    unspool_assert(t3 != 3, "lock-misuse: pthread_mutex_lock of a mutex that this thread holds already: it waits for itself for ever (deadlock) (figure_2.c:13)");
    m.state.holder = 3;
L2:
    /* J(1, 2) */
    if ((pc_2 > 1) || (1 >= cs)) goto L4;
    if (c > 0) {
L4:
        /* J(2, 3) */
        if ((pc_2 > 2) || (2 >= cs)) goto L6;
        P_2_3 = c;
L6:
        /* J(3, 4) */
        if ((pc_2 > 3) || (3 >= cs)) goto L9;
        c = (int)((unsigned int)P_2_3 + 1u);
    } else {
        /* G(3) */
        unspool_assume(cs > 3);
L9:
        /* J(4, 5) */
        if ((pc_2 > 4) || (4 >= cs)) goto L11;
        c = 0;
L11:
        /* J(5, 6) */
        if ((pc_2 > 5) || (5 >= cs)) goto L13;
        P_2_4 = c;
L13:
        /* J(6, 7) */
        if ((pc_2 > 6) || (6 >= cs)) goto L16;
        c = (int)((unsigned int)P_2_4 + 1u);
    }
    /* G(6) */
    unspool_assume(cs > 6);
    t4 = m.state.holder;
    unspool_assert(t4 >= 0, "lock-misuse: pthread_mutex_unlock of a mutex that has been destroyed (figure_2.c:23)");
    unspool_assert(t4 != 0, "lock-misuse: pthread_mutex_unlock of a mutex that is not locked (figure_2.c:23)");
    unspool_assert((t4 <= 0) || (t4 == 3), "lock-misuse: pthread_mutex_unlock of a mutex that another thread holds (figure_2.c:23)");
    m.state.holder = 0;
L16:
    return;
}

static void C_3(void)
{
    /* J(0, 1) */
    if ((pc_3 > 0) || (0 >= cs)) goto L2;
    unspool_assume(c > 0);
L2:
    /* J(1, 2) */
    if ((pc_3 > 1) || (1 >= cs)) goto L4;
    C_3_3 = c;
L4:
    /* J(2, 3) */
    if ((pc_3 > 2) || (2 >= cs)) goto L6;
    c = (int)((unsigned int)C_3_3 - 1u);
L6:
    /* J(3, 4) */
    if ((pc_3 > 3) || (3 >= cs)) goto L10;
    if (c >= 0) {
L10:
        return;
    }
    unspool_assert(0, "unreach-call: assertion failed (figure_2.c:31)");
    unspool_abort();
}

static void C_4(void)
{
    /* J(0, 1) */
    if ((pc_4 > 0) || (0 >= cs)) goto L2;
    unspool_assume(c > 0);
L2:
    /* J(1, 2) */
    if ((pc_4 > 1) || (1 >= cs)) goto L4;
    C_4_3 = c;
L4:
    /* J(2, 3) */
    if ((pc_4 > 2) || (2 >= cs)) goto L6;
    c = (int)((unsigned int)C_4_3 - 1u);
L6:
    /* J(3, 4) */
    if ((pc_4 > 3) || (3 >= cs)) goto L10;
    if (c >= 0) {
L10:
        return;
    }
    unspool_assert(0, "unreach-call: assertion failed (figure_2.c:31)");
    unspool_abort();
}

static int driver(void)
{
    unsigned int round_2;
    static UNSPOOL_COUNTER(3, unsigned char) cs_0;
    static UNSPOOL_COUNTER(4, unsigned char) cs_1;
    static UNSPOOL_COUNTER(3, unsigned char) cs_2;
    static UNSPOOL_COUNTER(3, unsigned char) cs_3;
    static UNSPOOL_COUNTER(3, unsigned char) cs_4;
    round_2 = 0u;
    while (round_2 < 2u) {
        /* thread 0 */
        if (active_0) {
            cs_0 = unspool_nondet_u8();
            unspool_assume((pc_0 <= cs_0) && (cs_0 <= 6));
            cs = cs_0;
            main_0();
            pc_0 = cs_0;
            active_0 = cs_0 != 6;
        }
        /* thread 1 */
        if (active_1) {
            cs_1 = unspool_nondet_u8();
            unspool_assume((pc_1 <= cs_1) && (cs_1 <= 10));
            cs = cs_1;
            P_1();
            pc_1 = cs_1;
            active_1 = cs_1 != 10;
        }
        /* thread 2 */
        if (active_2) {
            cs_2 = unspool_nondet_u8();
            unspool_assume((pc_2 <= cs_2) && (cs_2 <= 7));
            cs = cs_2;
            P_2();
            pc_2 = cs_2;
            active_2 = cs_2 != 7;
        }
        /* thread 3 */
        if (active_3) {
            cs_3 = unspool_nondet_u8();
            unspool_assume((pc_3 <= cs_3) && (cs_3 <= 4));
            cs = cs_3;
            C_3();
            pc_3 = cs_3;
            active_3 = cs_3 != 4;
        }
        /* thread 4 */
        if (active_4) {
            cs_4 = unspool_nondet_u8();
            unspool_assume((pc_4 <= cs_4) && (cs_4 <= 4));
            cs = cs_4;
            C_4();
            pc_4 = cs_4;
            active_4 = cs_4 != 4;
        }
        round_2 = round_2 + 1u;
    }
    return 0;
}

int main(void)
{
    driver();
    return 0;
}
