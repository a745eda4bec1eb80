
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
static _Bool end_1;
static _Bool end_2;
static _Bool end_3;
static _Bool end_4;
static struct __unspool_mutex m_1;
static struct __unspool_mutex m_2;
static int c_1;
static int c_2;
static _Bool end_1_1;
static _Bool end_1_2;
static _Bool end_2_1;
static _Bool end_2_2;
static _Bool end_3_1;
static _Bool end_3_2;
static _Bool end_4_1;
static _Bool end_4_2;
static UNSPOOL_COUNTER(3, unsigned char) writer_1;
static UNSPOOL_COUNTER(3, unsigned char) location_1;
static UNSPOOL_COUNTER(3, unsigned char) writer_2;
static UNSPOOL_COUNTER(3, unsigned char) location_2;
static UNSPOOL_COUNTER(3, unsigned char) joined;
static UNSPOOL_COUNTER(3, unsigned char) writes_0;
static UNSPOOL_COUNTER(3, unsigned char) writes_1;
static UNSPOOL_COUNTER(3, unsigned char) writes_2;
static UNSPOOL_COUNTER(3, unsigned char) writes_3;
static UNSPOOL_COUNTER(3, unsigned char) writes_4;
static UNSPOOL_COUNTER(3, unsigned char) position;
static UNSPOOL_COUNTER(3, unsigned char) born_1;
static UNSPOOL_COUNTER(3, unsigned char) born_2;
static UNSPOOL_COUNTER(3, unsigned char) born_3;
static UNSPOOL_COUNTER(3, unsigned char) born_4;
static unsigned int error;

static void main_0(void)
{
    UNSPOOL_COUNTER(3, unsigned char) now;
    unsigned char t9;
    int t11;
    _Bool t14;
    unsigned char t18;
    int t20;
    _Bool t23;
    static UNSPOOL_COUNTER(3, unsigned char) next_0_1;
    static UNSPOOL_COUNTER(3, unsigned char) next_0_2;
    static UNSPOOL_COUNTER(3, unsigned char) next_0_3;
    static UNSPOOL_COUNTER(3, unsigned char) next_0_4;
    static UNSPOOL_COUNTER(3, unsigned char) next_0_5;
    now = 0;
    position = now;
    c = 0;
    m.state.holder = 0;
    /* what memory contains behind each write */
    t9 = location_1;
    t11 = unspool_nondet_i32();
    m_1.state.holder = (t9 == 1) ? (t11 & 3) : m.state.holder;
    c_1 = (t9 == 2) ? ((int)((unsigned int)t11 << 28) >> 28) : c;
    t14 = unspool_nondet_bool();
    end_1_1 = (t9 == 3) ? t14 : end_1;
    end_2_1 = (t9 == 4) ? t14 : end_2;
    end_3_1 = (t9 == 5) ? t14 : end_3;
    end_4_1 = (t9 == 6) ? t14 : end_4;
    t18 = location_2;
    t20 = unspool_nondet_i32();
    m_2.state.holder = (t18 == 1) ? (t20 & 3) : m_1.state.holder;
    c_2 = (t18 == 2) ? ((int)((unsigned int)t20 << 28) >> 28) : c_1;
    t23 = unspool_nondet_bool();
    end_1_2 = (t18 == 3) ? t23 : end_1_1;
    end_2_2 = (t18 == 4) ? t23 : end_2_1;
    end_3_2 = (t18 == 5) ? t23 : end_3_1;
    end_4_2 = (t18 == 6) ? t23 : end_4_1;
    /* create thread 1 */
    born_1 = now;
    /* create thread 2 */
    born_2 = now;
    /* create thread 3 */
    born_3 = now;
    /* create thread 4 */
    born_4 = now;
    next_0_1 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_0_1) == 0) && ((next_0_1 <= 7) && ((next_0_1 & (unsigned char)((unsigned int)next_0_1 + 1u)) == 0)));
    unspool_assume(((next_0_1 & (unsigned char)~now) & writes_0) == 0);
    unspool_assume(((next_0_1 & (unsigned char)~(next_0_1 >> 1)) & joined) == 0);
    now = next_0_1;
    position = now;
    /* cs(1) */
    if (next_0_1 == 7) goto L6;
    unspool_assume(((now & 2) != 0) ? end_1_2 : (((now & 1) != 0) ? end_1_1 : end_1));
    next_0_2 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_0_2) == 0) && ((next_0_2 <= 7) && ((next_0_2 & (unsigned char)((unsigned int)next_0_2 + 1u)) == 0)));
    unspool_assume(((next_0_2 & (unsigned char)~now) & writes_0) == 0);
    unspool_assume(((next_0_2 & (unsigned char)~(next_0_2 >> 1)) & joined) == 0);
    now = next_0_2;
    position = now;
    /* cs(2) */
    if (next_0_2 == 7) goto L6;
    unspool_assume(((now & 2) != 0) ? end_2_2 : (((now & 1) != 0) ? end_2_1 : end_2));
    next_0_3 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_0_3) == 0) && ((next_0_3 <= 7) && ((next_0_3 & (unsigned char)((unsigned int)next_0_3 + 1u)) == 0)));
    unspool_assume(((next_0_3 & (unsigned char)~now) & writes_0) == 0);
    unspool_assume(((next_0_3 & (unsigned char)~(next_0_3 >> 1)) & joined) == 0);
    now = next_0_3;
    position = now;
    /* cs(3) */
    if (next_0_3 == 7) goto L6;
    unspool_assume(((now & 2) != 0) ? end_3_2 : (((now & 1) != 0) ? end_3_1 : end_3));
    next_0_4 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_0_4) == 0) && ((next_0_4 <= 7) && ((next_0_4 & (unsigned char)((unsigned int)next_0_4 + 1u)) == 0)));
    unspool_assume(((next_0_4 & (unsigned char)~now) & writes_0) == 0);
    unspool_assume(((next_0_4 & (unsigned char)~(next_0_4 >> 1)) & joined) == 0);
    now = next_0_4;
    position = now;
    /* cs(4) */
    if (next_0_4 == 7) goto L6;
    unspool_assume(((now & 2) != 0) ? end_4_2 : (((now & 1) != 0) ? end_4_1 : end_4));
    next_0_5 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_0_5) == 0) && ((next_0_5 <= 7) && ((next_0_5 & (unsigned char)((unsigned int)next_0_5 + 1u)) == 0)));
    unspool_assume(((next_0_5 & (unsigned char)~now) & writes_0) == 0);
    unspool_assume(((next_0_5 & (unsigned char)~(next_0_5 >> 1)) & joined) == 0);
    now = next_0_5;
    position = now;
    /* cs(5) */
    if (next_0_5 == 7) goto L6;
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
    UNSPOOL_COUNTER(3, unsigned char) now;
    int m_own_0;
    _Bool m_new_0;
    int c_own_0;
    _Bool c_new_0;
    UNSPOOL_COUNTER(3, unsigned char) since;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_0;
    int t21;
    int t26;
    int t27;
    int t28;
    unsigned char t29;
    int t33;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_1;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_2;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_3;
    int t51;
    int t58;
    int t59;
    int t60;
    unsigned char t61;
    int t62;
    int t63;
    int t64;
    unsigned char t65;
    int t70;
    _Bool t74;
    _Bool t75;
    _Bool t76;
    _Bool t77;
    unsigned char t78;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_4;
    int t88;
    int t89;
    int t90;
    unsigned char t91;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_5;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_6;
    int t105;
    int t106;
    int t107;
    unsigned char t108;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_7;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_8;
    int t122;
    int t123;
    int t124;
    unsigned char t125;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_9;
    now = born_1;
    position = now;
    m_own_0 = 0;
    m_new_0 = 0;
    c_own_0 = 0;
    c_new_0 = 0;
    since = now;
    unspool_assume((now & writes_1) == 0);
    next_1_0 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_1_0) == 0) && ((next_1_0 <= 7) && ((next_1_0 & (unsigned char)((unsigned int)next_1_0 + 1u)) == 0)));
    unspool_assume(((next_1_0 & (unsigned char)~now) & writes_1) == 0);
    unspool_assume(((next_1_0 & (unsigned char)~(next_1_0 >> 1)) & joined) == 0);
    now = next_1_0;
    position = now;
    since = now;
    /* cs(0) */
    if (next_1_0 == 7) goto L23;
    t21 = m_2.state.holder;
    t5 = m_new_0 ? m_own_0 : (((now & 2) != 0) ? t21 : (((now & 1) != 0) ? m_1.state.holder : m.state.holder));
    unspool_assume((t5 <= 0) || (t5 == 2));
    if (t5 >= 0) {
        if (t5 != 2) {
            m_own_0 = 2;
            m_new_0 = 1;
            t26 = m.state.holder;
            t27 = m_1.state.holder;
            t28 = m_2.state.holder;
            t29 = ((((now & 2) != 0) ? t28 : (((now & 1) != 0) ? t27 : t26)) != m_own_0) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
            unspool_assume(((t29 & (unsigned char)~now) & (unsigned char)~writes_1) == 0);
            now = t29;
            t33 = m_2.state.holder;
            unspool_assume((((now & 2) != 0) ? t33 : (((now & 1) != 0) ? m_1.state.holder : m.state.holder)) == m_own_0);
            m_new_0 = 0;
            next_1_1 = unspool_nondet_u8();
            unspool_assume(((now & (unsigned char)~next_1_1) == 0) && ((next_1_1 <= 7) && ((next_1_1 & (unsigned char)((unsigned int)next_1_1 + 1u)) == 0)));
            unspool_assume(((next_1_1 & (unsigned char)~now) & writes_1) == 0);
            unspool_assume(((next_1_1 & (unsigned char)~(next_1_1 >> 1)) & joined) == 0);
            now = next_1_1;
            position = now;
            since = now;
            /* cs(1) */
            if (next_1_1 == 7) goto L23;
            if ((c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c))) > 0) {
                next_1_2 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_1_2) == 0) && ((next_1_2 <= 7) && ((next_1_2 & (unsigned char)((unsigned int)next_1_2 + 1u)) == 0)));
                unspool_assume(((next_1_2 & (unsigned char)~now) & writes_1) == 0);
                unspool_assume(((next_1_2 & (unsigned char)~(next_1_2 >> 1)) & joined) == 0);
                now = next_1_2;
                position = now;
                since = now;
                /* cs(2) */
                if (next_1_2 == 7) goto L23;
                t3 = c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c));
                next_1_3 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_1_3) == 0) && ((next_1_3 <= 7) && ((next_1_3 & (unsigned char)((unsigned int)next_1_3 + 1u)) == 0)));
                unspool_assume(((next_1_3 & (unsigned char)~now) & writes_1) == 0);
                unspool_assume(((next_1_3 & (unsigned char)~(next_1_3 >> 1)) & joined) == 0);
                now = next_1_3;
                position = now;
                since = now;
                /* cs(3) */
                if (next_1_3 == 7) goto L23;
                c_own_0 = (int)((unsigned int)t3 + 1u);
                c_new_0 = 1;
                t51 = m_2.state.holder;
                t6 = m_new_0 ? m_own_0 : (((now & 2) != 0) ? t51 : (((now & 1) != 0) ? m_1.state.holder : m.state.holder));
                if (t6 >= 0) {
                    if (t6 != 0) {
                        if ((t6 <= 0) || (t6 == 2)) {
                            m_own_0 = 0;
                            m_new_0 = 1;
                            t58 = m.state.holder;
                            t59 = m_1.state.holder;
                            t60 = m_2.state.holder;
                            t61 = ((((now & 2) != 0) ? t60 : (((now & 1) != 0) ? t59 : t58)) != m_own_0) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
                            t62 = c;
                            t63 = c_1;
                            t64 = c_2;
                            t65 = ((((now & 2) != 0) ? t64 : (((now & 1) != 0) ? t63 : t62)) != c_own_0) ? ((unsigned char)((unsigned int)t61 << 1) | 1) : t61;
                            unspool_assume(((t65 & (unsigned char)~now) & (unsigned char)~writes_1) == 0);
                            unspool_assume((((t65 >> 1) & (unsigned char)~since) & (unsigned char)~joined) == 0);
                            now = t65;
                            t70 = m_2.state.holder;
                            unspool_assume((((now & 2) != 0) ? t70 : (((now & 1) != 0) ? m_1.state.holder : m.state.holder)) == m_own_0);
                            unspool_assume((((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c)) == c_own_0);
                            m_new_0 = 0;
                            c_new_0 = 0;
                            t74 = 1;
                            t75 = end_1;
                            t76 = end_1_1;
                            t77 = end_1_2;
                            t78 = ((((now & 2) != 0) ? t77 : (((now & 1) != 0) ? t76 : t75)) != t74) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
                            unspool_assume(((t78 & (unsigned char)~now) & (unsigned char)~writes_1) == 0);
                            unspool_assume((((t78 >> 1) & (unsigned char)~since) & (unsigned char)~joined) == 0);
                            now = t78;
                            unspool_assume((((now & 2) != 0) ? end_1_2 : (((now & 1) != 0) ? end_1_1 : end_1)) == t74);
                            unspool_assume((writes_1 & (unsigned char)~now) == 0);
                        } else {
                            unspool_assume(error == 0u);
                            error = 5u;
                            unspool_assume((writes_1 & (unsigned char)~now) == 0);
                        }
                    } else {
                        unspool_assume(error == 0u);
                        error = 4u;
                        unspool_assume((writes_1 & (unsigned char)~now) == 0);
                    }
                } else {
                    unspool_assume(error == 0u);
                    error = 3u;
                    unspool_assume((writes_1 & (unsigned char)~now) == 0);
                }
            } else {
                next_1_4 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_1_4) == 0) && ((next_1_4 <= 7) && ((next_1_4 & (unsigned char)((unsigned int)next_1_4 + 1u)) == 0)));
                unspool_assume(((next_1_4 & (unsigned char)~now) & writes_1) == 0);
                unspool_assume(((next_1_4 & (unsigned char)~(next_1_4 >> 1)) & joined) == 0);
                now = next_1_4;
                position = now;
                since = now;
                /* cs(4) */
                if (next_1_4 == 7) goto L23;
                c_own_0 = 0;
                c_new_0 = 1;
                t88 = c;
                t89 = c_1;
                t90 = c_2;
                t91 = ((((now & 2) != 0) ? t90 : (((now & 1) != 0) ? t89 : t88)) != c_own_0) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
                unspool_assume(((t91 & (unsigned char)~now) & (unsigned char)~writes_1) == 0);
                now = t91;
                unspool_assume((((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c)) == c_own_0);
                c_new_0 = 0;
                next_1_5 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_1_5) == 0) && ((next_1_5 <= 7) && ((next_1_5 & (unsigned char)((unsigned int)next_1_5 + 1u)) == 0)));
                unspool_assume(((next_1_5 & (unsigned char)~now) & writes_1) == 0);
                unspool_assume(((next_1_5 & (unsigned char)~(next_1_5 >> 1)) & joined) == 0);
                now = next_1_5;
                position = now;
                since = now;
                /* cs(5) */
                if (next_1_5 == 7) goto L23;
                t4 = c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c));
                next_1_6 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_1_6) == 0) && ((next_1_6 <= 7) && ((next_1_6 & (unsigned char)((unsigned int)next_1_6 + 1u)) == 0)));
                unspool_assume(((next_1_6 & (unsigned char)~now) & writes_1) == 0);
                unspool_assume(((next_1_6 & (unsigned char)~(next_1_6 >> 1)) & joined) == 0);
                now = next_1_6;
                position = now;
                since = now;
                /* cs(6) */
                if (next_1_6 == 7) goto L23;
                c_own_0 = (int)((unsigned int)t4 + 1u);
                c_new_0 = 1;
                t105 = c;
                t106 = c_1;
                t107 = c_2;
                t108 = ((((now & 2) != 0) ? t107 : (((now & 1) != 0) ? t106 : t105)) != c_own_0) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
                unspool_assume(((t108 & (unsigned char)~now) & (unsigned char)~writes_1) == 0);
                now = t108;
                unspool_assume((((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c)) == c_own_0);
                c_new_0 = 0;
                next_1_7 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_1_7) == 0) && ((next_1_7 <= 7) && ((next_1_7 & (unsigned char)((unsigned int)next_1_7 + 1u)) == 0)));
                unspool_assume(((next_1_7 & (unsigned char)~now) & writes_1) == 0);
                unspool_assume(((next_1_7 & (unsigned char)~(next_1_7 >> 1)) & joined) == 0);
                now = next_1_7;
                position = now;
                since = now;
                /* cs(7) */
                if (next_1_7 == 7) goto L23;
                t7 = c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c));
                next_1_8 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_1_8) == 0) && ((next_1_8 <= 7) && ((next_1_8 & (unsigned char)((unsigned int)next_1_8 + 1u)) == 0)));
                unspool_assume(((next_1_8 & (unsigned char)~now) & writes_1) == 0);
                unspool_assume(((next_1_8 & (unsigned char)~(next_1_8 >> 1)) & joined) == 0);
                now = next_1_8;
                position = now;
                since = now;
                /* cs(8) */
                if (next_1_8 == 7) goto L23;
                c_own_0 = (int)((unsigned int)t7 + 1u);
                c_new_0 = 1;
                t122 = c;
                t123 = c_1;
                t124 = c_2;
                t125 = ((((now & 2) != 0) ? t124 : (((now & 1) != 0) ? t123 : t122)) != c_own_0) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
                unspool_assume(((t125 & (unsigned char)~now) & (unsigned char)~writes_1) == 0);
                now = t125;
                unspool_assume((((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c)) == c_own_0);
                c_new_0 = 0;
                next_1_9 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_1_9) == 0) && ((next_1_9 <= 7) && ((next_1_9 & (unsigned char)((unsigned int)next_1_9 + 1u)) == 0)));
                unspool_assume(((next_1_9 & (unsigned char)~now) & writes_1) == 0);
                unspool_assume(((next_1_9 & (unsigned char)~(next_1_9 >> 1)) & joined) == 0);
                now = next_1_9;
                position = now;
                since = now;
                /* cs(9) */
                if (next_1_9 == 7) goto L23;
                unspool_assume(0);
                unspool_assume(0);
            }
        } else {
            unspool_assume(error == 0u);
            error = 2u;
            unspool_assume((writes_1 & (unsigned char)~now) == 0);
        }
    } else {
        unspool_assume(error == 0u);
        error = 1u;
        unspool_assume((writes_1 & (unsigned char)~now) == 0);
    }
L23:
    return;
}

static void P_2(void)
{
    int t3;
    int t4;
    int t5;
    int t6;
    UNSPOOL_COUNTER(3, unsigned char) now;
    int m_own_0;
    _Bool m_new_0;
    int c_own_0;
    _Bool c_new_0;
    UNSPOOL_COUNTER(3, unsigned char) since;
    static UNSPOOL_COUNTER(3, unsigned char) next_2_0;
    int t20;
    int t25;
    int t26;
    int t27;
    unsigned char t28;
    int t32;
    static UNSPOOL_COUNTER(3, unsigned char) next_2_1;
    static UNSPOOL_COUNTER(3, unsigned char) next_2_2;
    static UNSPOOL_COUNTER(3, unsigned char) next_2_3;
    static UNSPOOL_COUNTER(3, unsigned char) next_2_4;
    int t51;
    int t52;
    int t53;
    unsigned char t54;
    static UNSPOOL_COUNTER(3, unsigned char) next_2_5;
    static UNSPOOL_COUNTER(3, unsigned char) next_2_6;
    int t70;
    int t77;
    int t78;
    int t79;
    unsigned char t80;
    int t81;
    int t82;
    int t83;
    unsigned char t84;
    int t89;
    _Bool t93;
    _Bool t94;
    _Bool t95;
    _Bool t96;
    unsigned char t97;
    now = born_2;
    position = now;
    m_own_0 = 0;
    m_new_0 = 0;
    c_own_0 = 0;
    c_new_0 = 0;
    since = now;
    unspool_assume((now & writes_2) == 0);
    next_2_0 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_2_0) == 0) && ((next_2_0 <= 7) && ((next_2_0 & (unsigned char)((unsigned int)next_2_0 + 1u)) == 0)));
    unspool_assume(((next_2_0 & (unsigned char)~now) & writes_2) == 0);
    unspool_assume(((next_2_0 & (unsigned char)~(next_2_0 >> 1)) & joined) == 0);
    now = next_2_0;
    position = now;
    since = now;
    /* cs(0) */
    if (next_2_0 == 7) goto L21;
    t20 = m_2.state.holder;
    t5 = m_new_0 ? m_own_0 : (((now & 2) != 0) ? t20 : (((now & 1) != 0) ? m_1.state.holder : m.state.holder));
    unspool_assume((t5 <= 0) || (t5 == 3));
    if (t5 >= 0) {
        if (t5 != 3) {
            m_own_0 = 3;
            m_new_0 = 1;
            t25 = m.state.holder;
            t26 = m_1.state.holder;
            t27 = m_2.state.holder;
            t28 = ((((now & 2) != 0) ? t27 : (((now & 1) != 0) ? t26 : t25)) != m_own_0) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
            unspool_assume(((t28 & (unsigned char)~now) & (unsigned char)~writes_2) == 0);
            now = t28;
            t32 = m_2.state.holder;
            unspool_assume((((now & 2) != 0) ? t32 : (((now & 1) != 0) ? m_1.state.holder : m.state.holder)) == m_own_0);
            m_new_0 = 0;
            next_2_1 = unspool_nondet_u8();
            unspool_assume(((now & (unsigned char)~next_2_1) == 0) && ((next_2_1 <= 7) && ((next_2_1 & (unsigned char)((unsigned int)next_2_1 + 1u)) == 0)));
            unspool_assume(((next_2_1 & (unsigned char)~now) & writes_2) == 0);
            unspool_assume(((next_2_1 & (unsigned char)~(next_2_1 >> 1)) & joined) == 0);
            now = next_2_1;
            position = now;
            since = now;
            /* cs(1) */
            if (next_2_1 == 7) goto L21;
            if ((c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c))) > 0) {
                next_2_2 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_2_2) == 0) && ((next_2_2 <= 7) && ((next_2_2 & (unsigned char)((unsigned int)next_2_2 + 1u)) == 0)));
                unspool_assume(((next_2_2 & (unsigned char)~now) & writes_2) == 0);
                unspool_assume(((next_2_2 & (unsigned char)~(next_2_2 >> 1)) & joined) == 0);
                now = next_2_2;
                position = now;
                since = now;
                /* cs(2) */
                if (next_2_2 == 7) goto L21;
                t3 = c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c));
                next_2_3 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_2_3) == 0) && ((next_2_3 <= 7) && ((next_2_3 & (unsigned char)((unsigned int)next_2_3 + 1u)) == 0)));
                unspool_assume(((next_2_3 & (unsigned char)~now) & writes_2) == 0);
                unspool_assume(((next_2_3 & (unsigned char)~(next_2_3 >> 1)) & joined) == 0);
                now = next_2_3;
                position = now;
                since = now;
                /* cs(3) */
                if (next_2_3 == 7) goto L21;
                c_own_0 = (int)((unsigned int)t3 + 1u);
                c_new_0 = 1;
            } else {
                next_2_4 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_2_4) == 0) && ((next_2_4 <= 7) && ((next_2_4 & (unsigned char)((unsigned int)next_2_4 + 1u)) == 0)));
                unspool_assume(((next_2_4 & (unsigned char)~now) & writes_2) == 0);
                unspool_assume(((next_2_4 & (unsigned char)~(next_2_4 >> 1)) & joined) == 0);
                now = next_2_4;
                position = now;
                since = now;
                /* cs(4) */
                if (next_2_4 == 7) goto L21;
                c_own_0 = 0;
                c_new_0 = 1;
                t51 = c;
                t52 = c_1;
                t53 = c_2;
                t54 = ((((now & 2) != 0) ? t53 : (((now & 1) != 0) ? t52 : t51)) != c_own_0) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
                unspool_assume(((t54 & (unsigned char)~now) & (unsigned char)~writes_2) == 0);
                now = t54;
                unspool_assume((((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c)) == c_own_0);
                c_new_0 = 0;
                next_2_5 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_2_5) == 0) && ((next_2_5 <= 7) && ((next_2_5 & (unsigned char)((unsigned int)next_2_5 + 1u)) == 0)));
                unspool_assume(((next_2_5 & (unsigned char)~now) & writes_2) == 0);
                unspool_assume(((next_2_5 & (unsigned char)~(next_2_5 >> 1)) & joined) == 0);
                now = next_2_5;
                position = now;
                since = now;
                /* cs(5) */
                if (next_2_5 == 7) goto L21;
                t4 = c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c));
                next_2_6 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_2_6) == 0) && ((next_2_6 <= 7) && ((next_2_6 & (unsigned char)((unsigned int)next_2_6 + 1u)) == 0)));
                unspool_assume(((next_2_6 & (unsigned char)~now) & writes_2) == 0);
                unspool_assume(((next_2_6 & (unsigned char)~(next_2_6 >> 1)) & joined) == 0);
                now = next_2_6;
                position = now;
                since = now;
                /* cs(6) */
                if (next_2_6 == 7) goto L21;
                c_own_0 = (int)((unsigned int)t4 + 1u);
                c_new_0 = 1;
            }
            t70 = m_2.state.holder;
            t6 = m_new_0 ? m_own_0 : (((now & 2) != 0) ? t70 : (((now & 1) != 0) ? m_1.state.holder : m.state.holder));
            if (t6 >= 0) {
                if (t6 != 0) {
                    if ((t6 <= 0) || (t6 == 3)) {
                        m_own_0 = 0;
                        m_new_0 = 1;
                        t77 = m.state.holder;
                        t78 = m_1.state.holder;
                        t79 = m_2.state.holder;
                        t80 = ((((now & 2) != 0) ? t79 : (((now & 1) != 0) ? t78 : t77)) != m_own_0) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
                        t81 = c;
                        t82 = c_1;
                        t83 = c_2;
                        t84 = ((((now & 2) != 0) ? t83 : (((now & 1) != 0) ? t82 : t81)) != c_own_0) ? ((unsigned char)((unsigned int)t80 << 1) | 1) : t80;
                        unspool_assume(((t84 & (unsigned char)~now) & (unsigned char)~writes_2) == 0);
                        unspool_assume((((t84 >> 1) & (unsigned char)~since) & (unsigned char)~joined) == 0);
                        now = t84;
                        t89 = m_2.state.holder;
                        unspool_assume((((now & 2) != 0) ? t89 : (((now & 1) != 0) ? m_1.state.holder : m.state.holder)) == m_own_0);
                        unspool_assume((((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c)) == c_own_0);
                        m_new_0 = 0;
                        c_new_0 = 0;
                        t93 = 1;
                        t94 = end_2;
                        t95 = end_2_1;
                        t96 = end_2_2;
                        t97 = ((((now & 2) != 0) ? t96 : (((now & 1) != 0) ? t95 : t94)) != t93) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
                        unspool_assume(((t97 & (unsigned char)~now) & (unsigned char)~writes_2) == 0);
                        unspool_assume((((t97 >> 1) & (unsigned char)~since) & (unsigned char)~joined) == 0);
                        now = t97;
                        unspool_assume((((now & 2) != 0) ? end_2_2 : (((now & 1) != 0) ? end_2_1 : end_2)) == t93);
                        unspool_assume((writes_2 & (unsigned char)~now) == 0);
                    } else {
                        unspool_assume(error == 0u);
                        error = 5u;
                        unspool_assume((writes_2 & (unsigned char)~now) == 0);
                    }
                } else {
                    unspool_assume(error == 0u);
                    error = 4u;
                    unspool_assume((writes_2 & (unsigned char)~now) == 0);
                }
            } else {
                unspool_assume(error == 0u);
                error = 3u;
                unspool_assume((writes_2 & (unsigned char)~now) == 0);
            }
        } else {
            unspool_assume(error == 0u);
            error = 2u;
            unspool_assume((writes_2 & (unsigned char)~now) == 0);
        }
    } else {
        unspool_assume(error == 0u);
        error = 1u;
        unspool_assume((writes_2 & (unsigned char)~now) == 0);
    }
L21:
    return;
}

static void C_3(void)
{
    int t3;
    UNSPOOL_COUNTER(3, unsigned char) now;
    int c_own_0;
    _Bool c_new_0;
    static UNSPOOL_COUNTER(3, unsigned char) next_3_0;
    static UNSPOOL_COUNTER(3, unsigned char) next_3_1;
    static UNSPOOL_COUNTER(3, unsigned char) next_3_2;
    int t25;
    int t26;
    int t27;
    unsigned char t28;
    static UNSPOOL_COUNTER(3, unsigned char) next_3_3;
    _Bool t39;
    _Bool t40;
    _Bool t41;
    _Bool t42;
    unsigned char t43;
    now = born_3;
    position = now;
    c_own_0 = 0;
    c_new_0 = 0;
    unspool_assume((now & writes_3) == 0);
    next_3_0 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_3_0) == 0) && ((next_3_0 <= 7) && ((next_3_0 & (unsigned char)((unsigned int)next_3_0 + 1u)) == 0)));
    unspool_assume(((next_3_0 & (unsigned char)~now) & writes_3) == 0);
    unspool_assume(((next_3_0 & (unsigned char)~(next_3_0 >> 1)) & joined) == 0);
    now = next_3_0;
    position = now;
    /* cs(0) */
    if (next_3_0 == 7) goto L7;
    unspool_assume((c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c))) > 0);
    next_3_1 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_3_1) == 0) && ((next_3_1 <= 7) && ((next_3_1 & (unsigned char)((unsigned int)next_3_1 + 1u)) == 0)));
    unspool_assume(((next_3_1 & (unsigned char)~now) & writes_3) == 0);
    unspool_assume(((next_3_1 & (unsigned char)~(next_3_1 >> 1)) & joined) == 0);
    now = next_3_1;
    position = now;
    /* cs(1) */
    if (next_3_1 == 7) goto L7;
    t3 = c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c));
    next_3_2 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_3_2) == 0) && ((next_3_2 <= 7) && ((next_3_2 & (unsigned char)((unsigned int)next_3_2 + 1u)) == 0)));
    unspool_assume(((next_3_2 & (unsigned char)~now) & writes_3) == 0);
    unspool_assume(((next_3_2 & (unsigned char)~(next_3_2 >> 1)) & joined) == 0);
    now = next_3_2;
    position = now;
    /* cs(2) */
    if (next_3_2 == 7) goto L7;
    c_own_0 = (int)((unsigned int)t3 - 1u);
    c_new_0 = 1;
    t25 = c;
    t26 = c_1;
    t27 = c_2;
    t28 = ((((now & 2) != 0) ? t27 : (((now & 1) != 0) ? t26 : t25)) != c_own_0) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
    unspool_assume(((t28 & (unsigned char)~now) & (unsigned char)~writes_3) == 0);
    now = t28;
    unspool_assume((((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c)) == c_own_0);
    c_new_0 = 0;
    next_3_3 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_3_3) == 0) && ((next_3_3 <= 7) && ((next_3_3 & (unsigned char)((unsigned int)next_3_3 + 1u)) == 0)));
    unspool_assume(((next_3_3 & (unsigned char)~now) & writes_3) == 0);
    unspool_assume(((next_3_3 & (unsigned char)~(next_3_3 >> 1)) & joined) == 0);
    now = next_3_3;
    position = now;
    /* cs(3) */
    if (next_3_3 == 7) goto L7;
    if ((c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c))) >= 0) {
        t39 = 1;
        t40 = end_3;
        t41 = end_3_1;
        t42 = end_3_2;
        t43 = ((((now & 2) != 0) ? t42 : (((now & 1) != 0) ? t41 : t40)) != t39) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
        unspool_assume(((t43 & (unsigned char)~now) & (unsigned char)~writes_3) == 0);
        now = t43;
        unspool_assume((((now & 2) != 0) ? end_3_2 : (((now & 1) != 0) ? end_3_1 : end_3)) == t39);
        unspool_assume((writes_3 & (unsigned char)~now) == 0);
    } else {
        unspool_assume(error == 0u);
        error = 6u;
        unspool_assume((writes_3 & (unsigned char)~now) == 0);
    }
L7:
    return;
}

static void C_4(void)
{
    int t3;
    UNSPOOL_COUNTER(3, unsigned char) now;
    int c_own_0;
    _Bool c_new_0;
    static UNSPOOL_COUNTER(3, unsigned char) next_4_0;
    static UNSPOOL_COUNTER(3, unsigned char) next_4_1;
    static UNSPOOL_COUNTER(3, unsigned char) next_4_2;
    int t25;
    int t26;
    int t27;
    unsigned char t28;
    static UNSPOOL_COUNTER(3, unsigned char) next_4_3;
    _Bool t39;
    _Bool t40;
    _Bool t41;
    _Bool t42;
    unsigned char t43;
    now = born_4;
    position = now;
    c_own_0 = 0;
    c_new_0 = 0;
    unspool_assume((now & writes_4) == 0);
    next_4_0 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_4_0) == 0) && ((next_4_0 <= 7) && ((next_4_0 & (unsigned char)((unsigned int)next_4_0 + 1u)) == 0)));
    unspool_assume(((next_4_0 & (unsigned char)~now) & writes_4) == 0);
    unspool_assume(((next_4_0 & (unsigned char)~(next_4_0 >> 1)) & joined) == 0);
    now = next_4_0;
    position = now;
    /* cs(0) */
    if (next_4_0 == 7) goto L7;
    unspool_assume((c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c))) > 0);
    next_4_1 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_4_1) == 0) && ((next_4_1 <= 7) && ((next_4_1 & (unsigned char)((unsigned int)next_4_1 + 1u)) == 0)));
    unspool_assume(((next_4_1 & (unsigned char)~now) & writes_4) == 0);
    unspool_assume(((next_4_1 & (unsigned char)~(next_4_1 >> 1)) & joined) == 0);
    now = next_4_1;
    position = now;
    /* cs(1) */
    if (next_4_1 == 7) goto L7;
    t3 = c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c));
    next_4_2 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_4_2) == 0) && ((next_4_2 <= 7) && ((next_4_2 & (unsigned char)((unsigned int)next_4_2 + 1u)) == 0)));
    unspool_assume(((next_4_2 & (unsigned char)~now) & writes_4) == 0);
    unspool_assume(((next_4_2 & (unsigned char)~(next_4_2 >> 1)) & joined) == 0);
    now = next_4_2;
    position = now;
    /* cs(2) */
    if (next_4_2 == 7) goto L7;
    c_own_0 = (int)((unsigned int)t3 - 1u);
    c_new_0 = 1;
    t25 = c;
    t26 = c_1;
    t27 = c_2;
    t28 = ((((now & 2) != 0) ? t27 : (((now & 1) != 0) ? t26 : t25)) != c_own_0) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
    unspool_assume(((t28 & (unsigned char)~now) & (unsigned char)~writes_4) == 0);
    now = t28;
    unspool_assume((((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c)) == c_own_0);
    c_new_0 = 0;
    next_4_3 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_4_3) == 0) && ((next_4_3 <= 7) && ((next_4_3 & (unsigned char)((unsigned int)next_4_3 + 1u)) == 0)));
    unspool_assume(((next_4_3 & (unsigned char)~now) & writes_4) == 0);
    unspool_assume(((next_4_3 & (unsigned char)~(next_4_3 >> 1)) & joined) == 0);
    now = next_4_3;
    position = now;
    /* cs(3) */
    if (next_4_3 == 7) goto L7;
    if ((c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c))) >= 0) {
        t39 = 1;
        t40 = end_4;
        t41 = end_4_1;
        t42 = end_4_2;
        t43 = ((((now & 2) != 0) ? t42 : (((now & 1) != 0) ? t41 : t40)) != t39) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
        unspool_assume(((t43 & (unsigned char)~now) & (unsigned char)~writes_4) == 0);
        now = t43;
        unspool_assume((((now & 2) != 0) ? end_4_2 : (((now & 1) != 0) ? end_4_1 : end_4)) == t39);
        unspool_assume((writes_4 & (unsigned char)~now) == 0);
    } else {
        unspool_assume(error == 0u);
        error = 6u;
        unspool_assume((writes_4 & (unsigned char)~now) == 0);
    }
L7:
    return;
}

static int driver(void)
{
    static unsigned char by_1;
    unsigned char t1;
    unsigned char t2;
    static unsigned char by_2;
    unsigned char t5;
    unsigned char t6;
    unsigned char t8;
    unsigned char t9;
    /* the writes to shared memory are guessed: by whom and where */
    by_1 = unspool_nondet_u8();
    writer_1 = by_1;
    t1 = writer_1;
    unspool_assume(t1 <= 5);
    t2 = unspool_nondet_u8();
    location_1 = t2;
    unspool_assume((!(t1 == 5)) || (location_1 == 0));
    by_2 = unspool_nondet_u8();
    writer_2 = by_2;
    t5 = writer_2;
    unspool_assume(t5 <= 5);
    t6 = unspool_nondet_u8();
    location_2 = t6;
    unspool_assume((!(t5 == 5)) || (location_2 == 0));
    unspool_assume((t1 != 5) || (t5 == 5));
    t8 = unspool_nondet_u8();
    joined = t8;
    t9 = joined;
    unspool_assume((!((t9 & 1) != 0)) || (t1 == t5));
    unspool_assume(!((t9 & 2) != 0));
    writes_0 = (0 | ((t1 == 0) ? 1 : 0)) | ((t5 == 0) ? 2 : 0);
    writes_1 = (0 | ((t1 == 1) ? 1 : 0)) | ((t5 == 1) ? 2 : 0);
    writes_2 = (0 | ((t1 == 2) ? 1 : 0)) | ((t5 == 2) ? 2 : 0);
    writes_3 = (0 | ((t1 == 3) ? 1 : 0)) | ((t5 == 3) ? 2 : 0);
    writes_4 = (0 | ((t1 == 4) ? 1 : 0)) | ((t5 == 4) ? 2 : 0);
    born_1 = 7;
    born_2 = 7;
    born_3 = 7;
    born_4 = 7;
    /* thread 0 */
    main_0();
    /* thread 1 */
    if (born_1 != 7) {
        P_1();
    } else {
        unspool_assume(writes_1 == 0);
    }
    /* thread 2 */
    if (born_2 != 7) {
        P_2();
    } else {
        unspool_assume(writes_2 == 0);
    }
    /* thread 3 */
    if (born_3 != 7) {
        C_3();
    } else {
        unspool_assume(writes_3 == 0);
    }
    /* thread 4 */
    if (born_4 != 7) {
        C_4();
    } else {
        unspool_assume(writes_4 == 0);
    }
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
