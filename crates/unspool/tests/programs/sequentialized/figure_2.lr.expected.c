
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
static struct __unspool_mutex m_1;
static int c_1;
static UNSPOOL_COUNTER(2, unsigned char) end_1;
static UNSPOOL_COUNTER(2, unsigned char) end_2;
static UNSPOOL_COUNTER(2, unsigned char) end_3;
static UNSPOOL_COUNTER(2, unsigned char) end_4;
static UNSPOOL_COUNTER(2, unsigned char) round_2;
static UNSPOOL_COUNTER(2, unsigned char) born_1;
static UNSPOOL_COUNTER(2, unsigned char) born_2;
static UNSPOOL_COUNTER(2, unsigned char) born_3;
static UNSPOOL_COUNTER(2, unsigned char) born_4;
static unsigned int error;

static void main_0(void)
{
    UNSPOOL_COUNTER(2, unsigned char) now;
    static UNSPOOL_COUNTER(2, unsigned char) next_0_1;
    static UNSPOOL_COUNTER(2, unsigned char) next_0_2;
    static UNSPOOL_COUNTER(2, unsigned char) next_0_3;
    static UNSPOOL_COUNTER(2, unsigned char) next_0_4;
    static UNSPOOL_COUNTER(2, unsigned char) next_0_5;
    now = 0;
    round_2 = now;
    c = 0;
    m.state.holder = 0;
    /* create thread 1 */
    born_1 = now;
    /* create thread 2 */
    born_2 = now;
    /* create thread 3 */
    born_3 = now;
    /* create thread 4 */
    born_4 = now;
    next_0_1 = unspool_nondet_u8();
    unspool_assume((now <= next_0_1) && (next_0_1 <= 2));
    now = next_0_1;
    round_2 = now;
    /* cs(1) */
    if (next_0_1 == 2) goto L6;
    unspool_assume(end_1 < now);
    next_0_2 = unspool_nondet_u8();
    unspool_assume((now <= next_0_2) && (next_0_2 <= 2));
    now = next_0_2;
    round_2 = now;
    /* cs(2) */
    if (next_0_2 == 2) goto L6;
    unspool_assume(end_2 < now);
    next_0_3 = unspool_nondet_u8();
    unspool_assume((now <= next_0_3) && (next_0_3 <= 2));
    now = next_0_3;
    round_2 = now;
    /* cs(3) */
    if (next_0_3 == 2) goto L6;
    unspool_assume(end_3 < now);
    next_0_4 = unspool_nondet_u8();
    unspool_assume((now <= next_0_4) && (next_0_4 <= 2));
    now = next_0_4;
    round_2 = now;
    /* cs(4) */
    if (next_0_4 == 2) goto L6;
    unspool_assume(end_4 < now);
    next_0_5 = unspool_nondet_u8();
    unspool_assume((now <= next_0_5) && (next_0_5 <= 2));
    now = next_0_5;
    round_2 = now;
    /* cs(5) */
    if (next_0_5 == 2) goto L6;
    unspool_assume(0);
L6:
    return;
}

static void P_1(void)
{
    int t3;
    int t4;
    int t5;
    int t6;
    int t7;
    UNSPOOL_COUNTER(2, unsigned char) now;
    static UNSPOOL_COUNTER(2, unsigned char) next_1_0;
    static UNSPOOL_COUNTER(2, unsigned char) next_1_1;
    static UNSPOOL_COUNTER(2, unsigned char) next_1_2;
    static UNSPOOL_COUNTER(2, unsigned char) next_1_3;
    static UNSPOOL_COUNTER(2, unsigned char) next_1_4;
    static UNSPOOL_COUNTER(2, unsigned char) next_1_5;
    static UNSPOOL_COUNTER(2, unsigned char) next_1_6;
    static UNSPOOL_COUNTER(2, unsigned char) next_1_7;
    static UNSPOOL_COUNTER(2, unsigned char) next_1_8;
    static UNSPOOL_COUNTER(2, unsigned char) next_1_9;
    now = born_1;
    round_2 = now;
    next_1_0 = unspool_nondet_u8();
    unspool_assume((now <= next_1_0) && (next_1_0 <= 2));
    now = next_1_0;
    round_2 = now;
    /* cs(0) */
    if (next_1_0 == 2) goto L23;
    t5 = (now == 0) ? m.state.holder : m_1.state.holder;
    unspool_assume((t5 <= 0) || (t5 == 2));
    if (t5 >= 0) {
        if (t5 != 2) {
            m.state.holder = (now == 0) ? 2 : m.state.holder;
            m_1.state.holder = (now == 1) ? 2 : m_1.state.holder;
            next_1_1 = unspool_nondet_u8();
            unspool_assume((now <= next_1_1) && (next_1_1 <= 2));
            now = next_1_1;
            round_2 = now;
            /* cs(1) */
            if (next_1_1 == 2) goto L23;
            if (((now == 0) ? c : c_1) > 0) {
                next_1_2 = unspool_nondet_u8();
                unspool_assume((now <= next_1_2) && (next_1_2 <= 2));
                now = next_1_2;
                round_2 = now;
                /* cs(2) */
                if (next_1_2 == 2) goto L23;
                t3 = (now == 0) ? c : c_1;
                next_1_3 = unspool_nondet_u8();
                unspool_assume((now <= next_1_3) && (next_1_3 <= 2));
                now = next_1_3;
                round_2 = now;
                /* cs(3) */
                if (next_1_3 == 2) goto L23;
                c = (now == 0) ? (int)((unsigned int)t3 + 1u) : c;
                c_1 = (now == 1) ? (int)((unsigned int)t3 + 1u) : c_1;
                t6 = (now == 0) ? m.state.holder : m_1.state.holder;
                if (t6 >= 0) {
                    if (t6 != 0) {
                        if ((t6 <= 0) || (t6 == 2)) {
                            m.state.holder = (now == 0) ? 0 : m.state.holder;
                            m_1.state.holder = (now == 1) ? 0 : m_1.state.holder;
                            unspool_assume(end_1 == now);
                            goto L24;
                        }
                        unspool_assume(error == 0u);
                        error = 5u;
                    } else {
                        unspool_assume(error == 0u);
                        error = 4u;
                    }
                } else {
                    unspool_assume(error == 0u);
                    error = 3u;
                }
            } else {
                next_1_4 = unspool_nondet_u8();
                unspool_assume((now <= next_1_4) && (next_1_4 <= 2));
                now = next_1_4;
                round_2 = now;
                /* cs(4) */
                if (next_1_4 == 2) goto L23;
                c = (now == 0) ? 0 : c;
                c_1 = (now == 1) ? 0 : c_1;
                next_1_5 = unspool_nondet_u8();
                unspool_assume((now <= next_1_5) && (next_1_5 <= 2));
                now = next_1_5;
                round_2 = now;
                /* cs(5) */
                if (next_1_5 == 2) goto L23;
                t4 = (now == 0) ? c : c_1;
                next_1_6 = unspool_nondet_u8();
                unspool_assume((now <= next_1_6) && (next_1_6 <= 2));
                now = next_1_6;
                round_2 = now;
                /* cs(6) */
                if (next_1_6 == 2) goto L23;
                c = (now == 0) ? (int)((unsigned int)t4 + 1u) : c;
                c_1 = (now == 1) ? (int)((unsigned int)t4 + 1u) : c_1;
                next_1_7 = unspool_nondet_u8();
                unspool_assume((now <= next_1_7) && (next_1_7 <= 2));
                now = next_1_7;
                round_2 = now;
                /* cs(7) */
                if (next_1_7 == 2) goto L23;
                t7 = (now == 0) ? c : c_1;
                next_1_8 = unspool_nondet_u8();
                unspool_assume((now <= next_1_8) && (next_1_8 <= 2));
                now = next_1_8;
                round_2 = now;
                /* cs(8) */
                if (next_1_8 == 2) goto L23;
                c = (now == 0) ? (int)((unsigned int)t7 + 1u) : c;
                c_1 = (now == 1) ? (int)((unsigned int)t7 + 1u) : c_1;
                next_1_9 = unspool_nondet_u8();
                unspool_assume((now <= next_1_9) && (next_1_9 <= 2));
                now = next_1_9;
                round_2 = now;
                /* cs(9) */
                if (next_1_9 == 2) goto L23;
                unspool_assume(0);
                unspool_assume(0);
                goto L24;
            }
        } else {
            unspool_assume(error == 0u);
            error = 2u;
        }
    } else {
        unspool_assume(error == 0u);
        error = 1u;
    }
L23:
    unspool_assume(end_1 == 2);
L24:
    return;
}

static void P_2(void)
{
    int t3;
    int t4;
    int t5;
    int t6;
    UNSPOOL_COUNTER(2, unsigned char) now;
    static UNSPOOL_COUNTER(2, unsigned char) next_2_0;
    static UNSPOOL_COUNTER(2, unsigned char) next_2_1;
    static UNSPOOL_COUNTER(2, unsigned char) next_2_2;
    static UNSPOOL_COUNTER(2, unsigned char) next_2_3;
    static UNSPOOL_COUNTER(2, unsigned char) next_2_4;
    static UNSPOOL_COUNTER(2, unsigned char) next_2_5;
    static UNSPOOL_COUNTER(2, unsigned char) next_2_6;
    now = born_2;
    round_2 = now;
    next_2_0 = unspool_nondet_u8();
    unspool_assume((now <= next_2_0) && (next_2_0 <= 2));
    now = next_2_0;
    round_2 = now;
    /* cs(0) */
    if (next_2_0 == 2) goto L21;
    t5 = (now == 0) ? m.state.holder : m_1.state.holder;
    unspool_assume((t5 <= 0) || (t5 == 3));
    if (t5 >= 0) {
        if (t5 != 3) {
            m.state.holder = (now == 0) ? 3 : m.state.holder;
            m_1.state.holder = (now == 1) ? 3 : m_1.state.holder;
            next_2_1 = unspool_nondet_u8();
            unspool_assume((now <= next_2_1) && (next_2_1 <= 2));
            now = next_2_1;
            round_2 = now;
            /* cs(1) */
            if (next_2_1 == 2) goto L21;
            if (((now == 0) ? c : c_1) > 0) {
                next_2_2 = unspool_nondet_u8();
                unspool_assume((now <= next_2_2) && (next_2_2 <= 2));
                now = next_2_2;
                round_2 = now;
                /* cs(2) */
                if (next_2_2 == 2) goto L21;
                t3 = (now == 0) ? c : c_1;
                next_2_3 = unspool_nondet_u8();
                unspool_assume((now <= next_2_3) && (next_2_3 <= 2));
                now = next_2_3;
                round_2 = now;
                /* cs(3) */
                if (next_2_3 == 2) goto L21;
                c = (now == 0) ? (int)((unsigned int)t3 + 1u) : c;
                c_1 = (now == 1) ? (int)((unsigned int)t3 + 1u) : c_1;
            } else {
                next_2_4 = unspool_nondet_u8();
                unspool_assume((now <= next_2_4) && (next_2_4 <= 2));
                now = next_2_4;
                round_2 = now;
                /* cs(4) */
                if (next_2_4 == 2) goto L21;
                c = (now == 0) ? 0 : c;
                c_1 = (now == 1) ? 0 : c_1;
                next_2_5 = unspool_nondet_u8();
                unspool_assume((now <= next_2_5) && (next_2_5 <= 2));
                now = next_2_5;
                round_2 = now;
                /* cs(5) */
                if (next_2_5 == 2) goto L21;
                t4 = (now == 0) ? c : c_1;
                next_2_6 = unspool_nondet_u8();
                unspool_assume((now <= next_2_6) && (next_2_6 <= 2));
                now = next_2_6;
                round_2 = now;
                /* cs(6) */
                if (next_2_6 == 2) goto L21;
                c = (now == 0) ? (int)((unsigned int)t4 + 1u) : c;
                c_1 = (now == 1) ? (int)((unsigned int)t4 + 1u) : c_1;
            }
            t6 = (now == 0) ? m.state.holder : m_1.state.holder;
            if (t6 >= 0) {
                if (t6 != 0) {
                    if ((t6 <= 0) || (t6 == 3)) {
                        m.state.holder = (now == 0) ? 0 : m.state.holder;
                        m_1.state.holder = (now == 1) ? 0 : m_1.state.holder;
                        unspool_assume(end_2 == now);
                        goto L22;
                    }
                    unspool_assume(error == 0u);
                    error = 5u;
                } else {
                    unspool_assume(error == 0u);
                    error = 4u;
                }
            } else {
                unspool_assume(error == 0u);
                error = 3u;
            }
        } else {
            unspool_assume(error == 0u);
            error = 2u;
        }
    } else {
        unspool_assume(error == 0u);
        error = 1u;
    }
L21:
    unspool_assume(end_2 == 2);
L22:
    return;
}

static void C_3(void)
{
    int t3;
    UNSPOOL_COUNTER(2, unsigned char) now;
    static UNSPOOL_COUNTER(2, unsigned char) next_3_0;
    static UNSPOOL_COUNTER(2, unsigned char) next_3_1;
    static UNSPOOL_COUNTER(2, unsigned char) next_3_2;
    static UNSPOOL_COUNTER(2, unsigned char) next_3_3;
    now = born_3;
    round_2 = now;
    next_3_0 = unspool_nondet_u8();
    unspool_assume((now <= next_3_0) && (next_3_0 <= 2));
    now = next_3_0;
    round_2 = now;
    /* cs(0) */
    if (next_3_0 == 2) goto L7;
    unspool_assume(((now == 0) ? c : c_1) > 0);
    next_3_1 = unspool_nondet_u8();
    unspool_assume((now <= next_3_1) && (next_3_1 <= 2));
    now = next_3_1;
    round_2 = now;
    /* cs(1) */
    if (next_3_1 == 2) goto L7;
    t3 = (now == 0) ? c : c_1;
    next_3_2 = unspool_nondet_u8();
    unspool_assume((now <= next_3_2) && (next_3_2 <= 2));
    now = next_3_2;
    round_2 = now;
    /* cs(2) */
    if (next_3_2 == 2) goto L7;
    c = (now == 0) ? (int)((unsigned int)t3 - 1u) : c;
    c_1 = (now == 1) ? (int)((unsigned int)t3 - 1u) : c_1;
    next_3_3 = unspool_nondet_u8();
    unspool_assume((now <= next_3_3) && (next_3_3 <= 2));
    now = next_3_3;
    round_2 = now;
    /* cs(3) */
    if (next_3_3 == 2) goto L7;
    if (((now == 0) ? c : c_1) >= 0) {
        unspool_assume(end_3 == now);
    } else {
        unspool_assume(error == 0u);
        error = 6u;
L7:
        unspool_assume(end_3 == 2);
    }
}

static void C_4(void)
{
    int t3;
    UNSPOOL_COUNTER(2, unsigned char) now;
    static UNSPOOL_COUNTER(2, unsigned char) next_4_0;
    static UNSPOOL_COUNTER(2, unsigned char) next_4_1;
    static UNSPOOL_COUNTER(2, unsigned char) next_4_2;
    static UNSPOOL_COUNTER(2, unsigned char) next_4_3;
    now = born_4;
    round_2 = now;
    next_4_0 = unspool_nondet_u8();
    unspool_assume((now <= next_4_0) && (next_4_0 <= 2));
    now = next_4_0;
    round_2 = now;
    /* cs(0) */
    if (next_4_0 == 2) goto L7;
    unspool_assume(((now == 0) ? c : c_1) > 0);
    next_4_1 = unspool_nondet_u8();
    unspool_assume((now <= next_4_1) && (next_4_1 <= 2));
    now = next_4_1;
    round_2 = now;
    /* cs(1) */
    if (next_4_1 == 2) goto L7;
    t3 = (now == 0) ? c : c_1;
    next_4_2 = unspool_nondet_u8();
    unspool_assume((now <= next_4_2) && (next_4_2 <= 2));
    now = next_4_2;
    round_2 = now;
    /* cs(2) */
    if (next_4_2 == 2) goto L7;
    c = (now == 0) ? (int)((unsigned int)t3 - 1u) : c;
    c_1 = (now == 1) ? (int)((unsigned int)t3 - 1u) : c_1;
    next_4_3 = unspool_nondet_u8();
    unspool_assume((now <= next_4_3) && (next_4_3 <= 2));
    now = next_4_3;
    round_2 = now;
    /* cs(3) */
    if (next_4_3 == 2) goto L7;
    if (((now == 0) ? c : c_1) >= 0) {
        unspool_assume(end_4 == now);
    } else {
        unspool_assume(error == 0u);
        error = 6u;
L7:
        unspool_assume(end_4 == 2);
    }
}

static int driver(void)
{
    int t0;
    int t1;
    unsigned char t2;
    unsigned char t3;
    unsigned char t4;
    unsigned char t5;
    /* what shared memory contains when each round begins is guessed */
    t0 = unspool_nondet_i32();
    m_1.state.holder = t0 & 3;
    t1 = unspool_nondet_i32();
    c_1 = (int)((unsigned int)t1 << 28) >> 28;
    born_1 = 2;
    born_2 = 2;
    born_3 = 2;
    born_4 = 2;
    t2 = unspool_nondet_u8();
    end_1 = t2;
    t3 = unspool_nondet_u8();
    end_2 = t3;
    t4 = unspool_nondet_u8();
    end_3 = t4;
    t5 = unspool_nondet_u8();
    end_4 = t5;
    /* thread 0 */
    main_0();
    /* thread 1 */
    if (born_1 != 2) {
        P_1();
    } else {
        unspool_assume(end_1 == 2);
    }
    /* thread 2 */
    if (born_2 != 2) {
        P_2();
    } else {
        unspool_assume(end_2 == 2);
    }
    /* thread 3 */
    if (born_3 != 2) {
        C_3();
    } else {
        unspool_assume(end_3 == 2);
    }
    /* thread 4 */
    if (born_4 != 2) {
        C_4();
    } else {
        unspool_assume(end_4 == 2);
    }
    /* each round ends with what was guessed for the next one */
    unspool_assume((m.state.holder & 3) == (t0 & 3));
    unspool_assume(((unsigned int)c << 28) == ((unsigned int)t1 << 28));
    unspool_assert(error != 1u, "lock-misuse: pthread_mutex_lock of a mutex that has been destroyed (figure_2.c:13)");
    unspool_assert(error != 2u, "lock-misuse: pthread_mutex_lock of a mutex that this thread holds already: it waits for itself for ever (deadlock) (figure_2.c:13)");
    unspool_assert(error != 3u, "lock-misuse: pthread_mutex_unlock of a mutex that has been destroyed (figure_2.c:23)");
    unspool_assert(error != 4u, "lock-misuse: pthread_mutex_unlock of a mutex that is not locked (figure_2.c:23)");
    unspool_assert(error != 5u, "lock-misuse: pthread_mutex_unlock of a mutex that another thread holds (figure_2.c:23)");
    unspool_assert(error != 6u, "unreach-call: assertion failed (figure_2.c:31)");
    return 0;
}

int main(void)
{
    driver();
    return 0;
}
