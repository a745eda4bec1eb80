
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
static UNSPOOL_COUNTER(5, unsigned char) end_1;
static UNSPOOL_COUNTER(5, unsigned char) end_2;
static UNSPOOL_COUNTER(5, unsigned char) end_3;
static UNSPOOL_COUNTER(5, unsigned char) end_4;
static UNSPOOL_COUNTER(8, unsigned char) m_time_1;
static int m_value_1;
static _Bool m_made_1;
static UNSPOOL_COUNTER(8, unsigned char) c_time_1;
static int c_value_1;
static _Bool c_made_1;
static UNSPOOL_COUNTER(5, unsigned char) time_2;
static UNSPOOL_COUNTER(5, unsigned char) born_1;
static UNSPOOL_COUNTER(5, unsigned char) born_2;
static UNSPOOL_COUNTER(5, unsigned char) born_3;
static UNSPOOL_COUNTER(5, unsigned char) born_4;
static unsigned int error;

static void main_0(void)
{
    UNSPOOL_COUNTER(5, unsigned char) now;
    static UNSPOOL_COUNTER(5, unsigned char) next_0_1;
    static UNSPOOL_COUNTER(5, unsigned char) next_0_2;
    static UNSPOOL_COUNTER(5, unsigned char) next_0_3;
    static UNSPOOL_COUNTER(5, unsigned char) next_0_4;
    static UNSPOOL_COUNTER(5, unsigned char) next_0_5;
    now = 0;
    time_2 = now;
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
    unspool_assume((now <= next_0_1) && (next_0_1 <= 16));
    now = next_0_1;
    time_2 = now;
    /* cs(1) */
    if (next_0_1 == 16) goto L6;
    unspool_assume(end_1 < now);
    next_0_2 = unspool_nondet_u8();
    unspool_assume((now <= next_0_2) && (next_0_2 <= 16));
    now = next_0_2;
    time_2 = now;
    /* cs(2) */
    if (next_0_2 == 16) goto L6;
    unspool_assume(end_2 < now);
    next_0_3 = unspool_nondet_u8();
    unspool_assume((now <= next_0_3) && (next_0_3 <= 16));
    now = next_0_3;
    time_2 = now;
    /* cs(3) */
    if (next_0_3 == 16) goto L6;
    unspool_assume(end_3 < now);
    next_0_4 = unspool_nondet_u8();
    unspool_assume((now <= next_0_4) && (next_0_4 <= 16));
    now = next_0_4;
    time_2 = now;
    /* cs(4) */
    if (next_0_4 == 16) goto L6;
    unspool_assume(end_4 < now);
    next_0_5 = unspool_nondet_u8();
    unspool_assume((now <= next_0_5) && (next_0_5 <= 16));
    now = next_0_5;
    time_2 = now;
    /* cs(5) */
    if (next_0_5 == 16) goto L6;
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
    UNSPOOL_COUNTER(5, unsigned char) now;
    int m_own_0;
    _Bool m_new_0;
    int c_own_0;
    _Bool c_new_0;
    unsigned char stamp;
    static UNSPOOL_COUNTER(5, unsigned char) next_1_0;
    unsigned char t17;
    int t22;
    unsigned char t24;
    _Bool t27;
    _Bool t30;
    static UNSPOOL_COUNTER(5, unsigned char) next_1_1;
    unsigned char t35;
    static UNSPOOL_COUNTER(5, unsigned char) next_1_2;
    unsigned char t40;
    static UNSPOOL_COUNTER(5, unsigned char) next_1_3;
    unsigned char t45;
    int t51;
    unsigned char t53;
    _Bool t56;
    _Bool t59;
    int t62;
    unsigned char t64;
    _Bool t67;
    _Bool t70;
    static UNSPOOL_COUNTER(5, unsigned char) next_1_4;
    int t75;
    unsigned char t77;
    _Bool t80;
    _Bool t83;
    static UNSPOOL_COUNTER(5, unsigned char) next_1_5;
    unsigned char t88;
    static UNSPOOL_COUNTER(5, unsigned char) next_1_6;
    int t92;
    unsigned char t94;
    _Bool t97;
    _Bool t100;
    static UNSPOOL_COUNTER(5, unsigned char) next_1_7;
    unsigned char t105;
    static UNSPOOL_COUNTER(5, unsigned char) next_1_8;
    int t109;
    unsigned char t111;
    _Bool t114;
    _Bool t117;
    static UNSPOOL_COUNTER(5, unsigned char) next_1_9;
    now = born_1;
    time_2 = now;
    m_own_0 = 0;
    m_new_0 = 0;
    c_own_0 = 0;
    c_new_0 = 0;
    stamp = (unsigned char)((unsigned int)now << 3) | 1;
    next_1_0 = unspool_nondet_u8();
    unspool_assume((now <= next_1_0) && (next_1_0 <= 16));
    now = next_1_0;
    time_2 = now;
    stamp = (unsigned char)((unsigned int)now << 3) | 1;
    /* cs(0) */
    if (next_1_0 == 16) goto L23;
    t17 = m_time_1;
    t5 = m_new_0 ? m_own_0 : (((t17 < stamp) || ((t17 == stamp) && m_made_1)) ? m_value_1 : m.state.holder);
    unspool_assume((t5 <= 0) || (t5 == 2));
    if (t5 >= 0) {
        if (t5 != 2) {
            m_own_0 = 2;
            m_new_0 = 1;
            t22 = m_own_0;
            t24 = m_time_1;
            t27 = (((t24 < stamp) || ((t24 == stamp) && m_made_1)) ? m_value_1 : m.state.holder) != t22;
            t30 = (t27 && (m_time_1 == stamp)) && (!m_made_1);
            unspool_assume((!t30) || (m_value_1 == t22));
            unspool_assume((!t27) || t30);
            m_made_1 = m_made_1 || t30;
            m_new_0 = 0;
            next_1_1 = unspool_nondet_u8();
            unspool_assume((now <= next_1_1) && (next_1_1 <= 16));
            now = next_1_1;
            time_2 = now;
            stamp = (unsigned char)((unsigned int)now << 3) | 1;
            /* cs(1) */
            if (next_1_1 == 16) goto L23;
            t35 = c_time_1;
            if ((c_new_0 ? c_own_0 : (((t35 < stamp) || ((t35 == stamp) && c_made_1)) ? c_value_1 : c)) > 0) {
                next_1_2 = unspool_nondet_u8();
                unspool_assume((now <= next_1_2) && (next_1_2 <= 16));
                now = next_1_2;
                time_2 = now;
                stamp = (unsigned char)((unsigned int)now << 3) | 1;
                /* cs(2) */
                if (next_1_2 == 16) goto L23;
                t40 = c_time_1;
                t3 = c_new_0 ? c_own_0 : (((t40 < stamp) || ((t40 == stamp) && c_made_1)) ? c_value_1 : c);
                next_1_3 = unspool_nondet_u8();
                unspool_assume((now <= next_1_3) && (next_1_3 <= 16));
                now = next_1_3;
                time_2 = now;
                stamp = (unsigned char)((unsigned int)now << 3) | 1;
                /* cs(3) */
                if (next_1_3 == 16) goto L23;
                c_own_0 = (int)((unsigned int)t3 + 1u);
                c_new_0 = 1;
                t45 = m_time_1;
                t6 = m_new_0 ? m_own_0 : (((t45 < stamp) || ((t45 == stamp) && m_made_1)) ? m_value_1 : m.state.holder);
                if (t6 >= 0) {
                    if (t6 != 0) {
                        if ((t6 <= 0) || (t6 == 2)) {
                            m_own_0 = 0;
                            m_new_0 = 1;
                            t51 = m_own_0;
                            t53 = m_time_1;
                            t56 = (((t53 < stamp) || ((t53 == stamp) && m_made_1)) ? m_value_1 : m.state.holder) != t51;
                            t59 = (t56 && (m_time_1 == stamp)) && (!m_made_1);
                            unspool_assume((!t59) || (m_value_1 == t51));
                            unspool_assume((!t56) || t59);
                            m_made_1 = m_made_1 || t59;
                            t62 = c_own_0;
                            t64 = c_time_1;
                            t67 = (((t64 < stamp) || ((t64 == stamp) && c_made_1)) ? c_value_1 : c) != t62;
                            t70 = (t67 && (c_time_1 == stamp)) && (!c_made_1);
                            unspool_assume((!t70) || (c_value_1 == t62));
                            unspool_assume((!t67) || t70);
                            c_made_1 = c_made_1 || t70;
                            m_new_0 = 0;
                            c_new_0 = 0;
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
                unspool_assume((now <= next_1_4) && (next_1_4 <= 16));
                now = next_1_4;
                time_2 = now;
                stamp = (unsigned char)((unsigned int)now << 3) | 1;
                /* cs(4) */
                if (next_1_4 == 16) goto L23;
                c_own_0 = 0;
                c_new_0 = 1;
                t75 = c_own_0;
                t77 = c_time_1;
                t80 = (((t77 < stamp) || ((t77 == stamp) && c_made_1)) ? c_value_1 : c) != t75;
                t83 = (t80 && (c_time_1 == stamp)) && (!c_made_1);
                unspool_assume((!t83) || (c_value_1 == t75));
                unspool_assume((!t80) || t83);
                c_made_1 = c_made_1 || t83;
                c_new_0 = 0;
                next_1_5 = unspool_nondet_u8();
                unspool_assume((now <= next_1_5) && (next_1_5 <= 16));
                now = next_1_5;
                time_2 = now;
                stamp = (unsigned char)((unsigned int)now << 3) | 1;
                /* cs(5) */
                if (next_1_5 == 16) goto L23;
                t88 = c_time_1;
                t4 = c_new_0 ? c_own_0 : (((t88 < stamp) || ((t88 == stamp) && c_made_1)) ? c_value_1 : c);
                next_1_6 = unspool_nondet_u8();
                unspool_assume((now <= next_1_6) && (next_1_6 <= 16));
                now = next_1_6;
                time_2 = now;
                stamp = (unsigned char)((unsigned int)now << 3) | 1;
                /* cs(6) */
                if (next_1_6 == 16) goto L23;
                c_own_0 = (int)((unsigned int)t4 + 1u);
                c_new_0 = 1;
                t92 = c_own_0;
                t94 = c_time_1;
                t97 = (((t94 < stamp) || ((t94 == stamp) && c_made_1)) ? c_value_1 : c) != t92;
                t100 = (t97 && (c_time_1 == stamp)) && (!c_made_1);
                unspool_assume((!t100) || (c_value_1 == t92));
                unspool_assume((!t97) || t100);
                c_made_1 = c_made_1 || t100;
                c_new_0 = 0;
                next_1_7 = unspool_nondet_u8();
                unspool_assume((now <= next_1_7) && (next_1_7 <= 16));
                now = next_1_7;
                time_2 = now;
                stamp = (unsigned char)((unsigned int)now << 3) | 1;
                /* cs(7) */
                if (next_1_7 == 16) goto L23;
                t105 = c_time_1;
                t7 = c_new_0 ? c_own_0 : (((t105 < stamp) || ((t105 == stamp) && c_made_1)) ? c_value_1 : c);
                next_1_8 = unspool_nondet_u8();
                unspool_assume((now <= next_1_8) && (next_1_8 <= 16));
                now = next_1_8;
                time_2 = now;
                stamp = (unsigned char)((unsigned int)now << 3) | 1;
                /* cs(8) */
                if (next_1_8 == 16) goto L23;
                c_own_0 = (int)((unsigned int)t7 + 1u);
                c_new_0 = 1;
                t109 = c_own_0;
                t111 = c_time_1;
                t114 = (((t111 < stamp) || ((t111 == stamp) && c_made_1)) ? c_value_1 : c) != t109;
                t117 = (t114 && (c_time_1 == stamp)) && (!c_made_1);
                unspool_assume((!t117) || (c_value_1 == t109));
                unspool_assume((!t114) || t117);
                c_made_1 = c_made_1 || t117;
                c_new_0 = 0;
                next_1_9 = unspool_nondet_u8();
                unspool_assume((now <= next_1_9) && (next_1_9 <= 16));
                now = next_1_9;
                time_2 = now;
                stamp = (unsigned char)((unsigned int)now << 3) | 1;
                /* cs(9) */
                if (next_1_9 == 16) goto L23;
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
    unspool_assume(end_1 == 16);
L24:
    return;
}

static void P_2(void)
{
    int t3;
    int t4;
    int t5;
    int t6;
    UNSPOOL_COUNTER(5, unsigned char) now;
    int m_own_0;
    _Bool m_new_0;
    int c_own_0;
    _Bool c_new_0;
    unsigned char stamp;
    static UNSPOOL_COUNTER(5, unsigned char) next_2_0;
    unsigned char t16;
    int t21;
    unsigned char t23;
    _Bool t26;
    _Bool t29;
    static UNSPOOL_COUNTER(5, unsigned char) next_2_1;
    unsigned char t34;
    static UNSPOOL_COUNTER(5, unsigned char) next_2_2;
    unsigned char t39;
    static UNSPOOL_COUNTER(5, unsigned char) next_2_3;
    static UNSPOOL_COUNTER(5, unsigned char) next_2_4;
    int t44;
    unsigned char t46;
    _Bool t49;
    _Bool t52;
    static UNSPOOL_COUNTER(5, unsigned char) next_2_5;
    unsigned char t57;
    static UNSPOOL_COUNTER(5, unsigned char) next_2_6;
    unsigned char t62;
    int t68;
    unsigned char t70;
    _Bool t73;
    _Bool t76;
    int t79;
    unsigned char t81;
    _Bool t84;
    _Bool t87;
    now = born_2;
    time_2 = now;
    m_own_0 = 0;
    m_new_0 = 0;
    c_own_0 = 0;
    c_new_0 = 0;
    stamp = (unsigned char)((unsigned int)now << 3) | 2;
    next_2_0 = unspool_nondet_u8();
    unspool_assume((now <= next_2_0) && (next_2_0 <= 16));
    now = next_2_0;
    time_2 = now;
    stamp = (unsigned char)((unsigned int)now << 3) | 2;
    /* cs(0) */
    if (next_2_0 == 16) goto L21;
    t16 = m_time_1;
    t5 = m_new_0 ? m_own_0 : (((t16 < stamp) || ((t16 == stamp) && m_made_1)) ? m_value_1 : m.state.holder);
    unspool_assume((t5 <= 0) || (t5 == 3));
    if (t5 >= 0) {
        if (t5 != 3) {
            m_own_0 = 3;
            m_new_0 = 1;
            t21 = m_own_0;
            t23 = m_time_1;
            t26 = (((t23 < stamp) || ((t23 == stamp) && m_made_1)) ? m_value_1 : m.state.holder) != t21;
            t29 = (t26 && (m_time_1 == stamp)) && (!m_made_1);
            unspool_assume((!t29) || (m_value_1 == t21));
            unspool_assume((!t26) || t29);
            m_made_1 = m_made_1 || t29;
            m_new_0 = 0;
            next_2_1 = unspool_nondet_u8();
            unspool_assume((now <= next_2_1) && (next_2_1 <= 16));
            now = next_2_1;
            time_2 = now;
            stamp = (unsigned char)((unsigned int)now << 3) | 2;
            /* cs(1) */
            if (next_2_1 == 16) goto L21;
            t34 = c_time_1;
            if ((c_new_0 ? c_own_0 : (((t34 < stamp) || ((t34 == stamp) && c_made_1)) ? c_value_1 : c)) > 0) {
                next_2_2 = unspool_nondet_u8();
                unspool_assume((now <= next_2_2) && (next_2_2 <= 16));
                now = next_2_2;
                time_2 = now;
                stamp = (unsigned char)((unsigned int)now << 3) | 2;
                /* cs(2) */
                if (next_2_2 == 16) goto L21;
                t39 = c_time_1;
                t3 = c_new_0 ? c_own_0 : (((t39 < stamp) || ((t39 == stamp) && c_made_1)) ? c_value_1 : c);
                next_2_3 = unspool_nondet_u8();
                unspool_assume((now <= next_2_3) && (next_2_3 <= 16));
                now = next_2_3;
                time_2 = now;
                stamp = (unsigned char)((unsigned int)now << 3) | 2;
                /* cs(3) */
                if (next_2_3 == 16) goto L21;
                c_own_0 = (int)((unsigned int)t3 + 1u);
                c_new_0 = 1;
            } else {
                next_2_4 = unspool_nondet_u8();
                unspool_assume((now <= next_2_4) && (next_2_4 <= 16));
                now = next_2_4;
                time_2 = now;
                stamp = (unsigned char)((unsigned int)now << 3) | 2;
                /* cs(4) */
                if (next_2_4 == 16) goto L21;
                c_own_0 = 0;
                c_new_0 = 1;
                t44 = c_own_0;
                t46 = c_time_1;
                t49 = (((t46 < stamp) || ((t46 == stamp) && c_made_1)) ? c_value_1 : c) != t44;
                t52 = (t49 && (c_time_1 == stamp)) && (!c_made_1);
                unspool_assume((!t52) || (c_value_1 == t44));
                unspool_assume((!t49) || t52);
                c_made_1 = c_made_1 || t52;
                c_new_0 = 0;
                next_2_5 = unspool_nondet_u8();
                unspool_assume((now <= next_2_5) && (next_2_5 <= 16));
                now = next_2_5;
                time_2 = now;
                stamp = (unsigned char)((unsigned int)now << 3) | 2;
                /* cs(5) */
                if (next_2_5 == 16) goto L21;
                t57 = c_time_1;
                t4 = c_new_0 ? c_own_0 : (((t57 < stamp) || ((t57 == stamp) && c_made_1)) ? c_value_1 : c);
                next_2_6 = unspool_nondet_u8();
                unspool_assume((now <= next_2_6) && (next_2_6 <= 16));
                now = next_2_6;
                time_2 = now;
                stamp = (unsigned char)((unsigned int)now << 3) | 2;
                /* cs(6) */
                if (next_2_6 == 16) goto L21;
                c_own_0 = (int)((unsigned int)t4 + 1u);
                c_new_0 = 1;
            }
            t62 = m_time_1;
            t6 = m_new_0 ? m_own_0 : (((t62 < stamp) || ((t62 == stamp) && m_made_1)) ? m_value_1 : m.state.holder);
            if (t6 >= 0) {
                if (t6 != 0) {
                    if ((t6 <= 0) || (t6 == 3)) {
                        m_own_0 = 0;
                        m_new_0 = 1;
                        t68 = m_own_0;
                        t70 = m_time_1;
                        t73 = (((t70 < stamp) || ((t70 == stamp) && m_made_1)) ? m_value_1 : m.state.holder) != t68;
                        t76 = (t73 && (m_time_1 == stamp)) && (!m_made_1);
                        unspool_assume((!t76) || (m_value_1 == t68));
                        unspool_assume((!t73) || t76);
                        m_made_1 = m_made_1 || t76;
                        t79 = c_own_0;
                        t81 = c_time_1;
                        t84 = (((t81 < stamp) || ((t81 == stamp) && c_made_1)) ? c_value_1 : c) != t79;
                        t87 = (t84 && (c_time_1 == stamp)) && (!c_made_1);
                        unspool_assume((!t87) || (c_value_1 == t79));
                        unspool_assume((!t84) || t87);
                        c_made_1 = c_made_1 || t87;
                        m_new_0 = 0;
                        c_new_0 = 0;
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
    unspool_assume(end_2 == 16);
L22:
    return;
}

static void C_3(void)
{
    int t3;
    UNSPOOL_COUNTER(5, unsigned char) now;
    int c_own_0;
    _Bool c_new_0;
    unsigned char stamp;
    static UNSPOOL_COUNTER(5, unsigned char) next_3_0;
    unsigned char t12;
    static UNSPOOL_COUNTER(5, unsigned char) next_3_1;
    unsigned char t17;
    static UNSPOOL_COUNTER(5, unsigned char) next_3_2;
    int t21;
    unsigned char t23;
    _Bool t26;
    _Bool t29;
    static UNSPOOL_COUNTER(5, unsigned char) next_3_3;
    unsigned char t34;
    now = born_3;
    time_2 = now;
    c_own_0 = 0;
    c_new_0 = 0;
    stamp = (unsigned char)((unsigned int)now << 3) | 3;
    next_3_0 = unspool_nondet_u8();
    unspool_assume((now <= next_3_0) && (next_3_0 <= 16));
    now = next_3_0;
    time_2 = now;
    stamp = (unsigned char)((unsigned int)now << 3) | 3;
    /* cs(0) */
    if (next_3_0 == 16) goto L7;
    t12 = c_time_1;
    unspool_assume((c_new_0 ? c_own_0 : (((t12 < stamp) || ((t12 == stamp) && c_made_1)) ? c_value_1 : c)) > 0);
    next_3_1 = unspool_nondet_u8();
    unspool_assume((now <= next_3_1) && (next_3_1 <= 16));
    now = next_3_1;
    time_2 = now;
    stamp = (unsigned char)((unsigned int)now << 3) | 3;
    /* cs(1) */
    if (next_3_1 == 16) goto L7;
    t17 = c_time_1;
    t3 = c_new_0 ? c_own_0 : (((t17 < stamp) || ((t17 == stamp) && c_made_1)) ? c_value_1 : c);
    next_3_2 = unspool_nondet_u8();
    unspool_assume((now <= next_3_2) && (next_3_2 <= 16));
    now = next_3_2;
    time_2 = now;
    stamp = (unsigned char)((unsigned int)now << 3) | 3;
    /* cs(2) */
    if (next_3_2 == 16) goto L7;
    c_own_0 = (int)((unsigned int)t3 - 1u);
    c_new_0 = 1;
    t21 = c_own_0;
    t23 = c_time_1;
    t26 = (((t23 < stamp) || ((t23 == stamp) && c_made_1)) ? c_value_1 : c) != t21;
    t29 = (t26 && (c_time_1 == stamp)) && (!c_made_1);
    unspool_assume((!t29) || (c_value_1 == t21));
    unspool_assume((!t26) || t29);
    c_made_1 = c_made_1 || t29;
    c_new_0 = 0;
    next_3_3 = unspool_nondet_u8();
    unspool_assume((now <= next_3_3) && (next_3_3 <= 16));
    now = next_3_3;
    time_2 = now;
    stamp = (unsigned char)((unsigned int)now << 3) | 3;
    /* cs(3) */
    if (next_3_3 == 16) goto L7;
    t34 = c_time_1;
    if ((c_new_0 ? c_own_0 : (((t34 < stamp) || ((t34 == stamp) && c_made_1)) ? c_value_1 : c)) >= 0) {
        unspool_assume(end_3 == now);
    } else {
        unspool_assume(error == 0u);
        error = 6u;
L7:
        unspool_assume(end_3 == 16);
    }
}

static void C_4(void)
{
    int t3;
    UNSPOOL_COUNTER(5, unsigned char) now;
    int c_own_0;
    _Bool c_new_0;
    unsigned char stamp;
    static UNSPOOL_COUNTER(5, unsigned char) next_4_0;
    unsigned char t12;
    static UNSPOOL_COUNTER(5, unsigned char) next_4_1;
    unsigned char t17;
    static UNSPOOL_COUNTER(5, unsigned char) next_4_2;
    int t21;
    unsigned char t23;
    _Bool t26;
    _Bool t29;
    static UNSPOOL_COUNTER(5, unsigned char) next_4_3;
    unsigned char t34;
    now = born_4;
    time_2 = now;
    c_own_0 = 0;
    c_new_0 = 0;
    stamp = (unsigned char)((unsigned int)now << 3) | 4;
    next_4_0 = unspool_nondet_u8();
    unspool_assume((now <= next_4_0) && (next_4_0 <= 16));
    now = next_4_0;
    time_2 = now;
    stamp = (unsigned char)((unsigned int)now << 3) | 4;
    /* cs(0) */
    if (next_4_0 == 16) goto L7;
    t12 = c_time_1;
    unspool_assume((c_new_0 ? c_own_0 : (((t12 < stamp) || ((t12 == stamp) && c_made_1)) ? c_value_1 : c)) > 0);
    next_4_1 = unspool_nondet_u8();
    unspool_assume((now <= next_4_1) && (next_4_1 <= 16));
    now = next_4_1;
    time_2 = now;
    stamp = (unsigned char)((unsigned int)now << 3) | 4;
    /* cs(1) */
    if (next_4_1 == 16) goto L7;
    t17 = c_time_1;
    t3 = c_new_0 ? c_own_0 : (((t17 < stamp) || ((t17 == stamp) && c_made_1)) ? c_value_1 : c);
    next_4_2 = unspool_nondet_u8();
    unspool_assume((now <= next_4_2) && (next_4_2 <= 16));
    now = next_4_2;
    time_2 = now;
    stamp = (unsigned char)((unsigned int)now << 3) | 4;
    /* cs(2) */
    if (next_4_2 == 16) goto L7;
    c_own_0 = (int)((unsigned int)t3 - 1u);
    c_new_0 = 1;
    t21 = c_own_0;
    t23 = c_time_1;
    t26 = (((t23 < stamp) || ((t23 == stamp) && c_made_1)) ? c_value_1 : c) != t21;
    t29 = (t26 && (c_time_1 == stamp)) && (!c_made_1);
    unspool_assume((!t29) || (c_value_1 == t21));
    unspool_assume((!t26) || t29);
    c_made_1 = c_made_1 || t29;
    c_new_0 = 0;
    next_4_3 = unspool_nondet_u8();
    unspool_assume((now <= next_4_3) && (next_4_3 <= 16));
    now = next_4_3;
    time_2 = now;
    stamp = (unsigned char)((unsigned int)now << 3) | 4;
    /* cs(3) */
    if (next_4_3 == 16) goto L7;
    t34 = c_time_1;
    if ((c_new_0 ? c_own_0 : (((t34 < stamp) || ((t34 == stamp) && c_made_1)) ? c_value_1 : c)) >= 0) {
        unspool_assume(end_4 == now);
    } else {
        unspool_assume(error == 0u);
        error = 6u;
L7:
        unspool_assume(end_4 == 16);
    }
}

static int driver(void)
{
    unsigned char t0;
    int t1;
    unsigned char t3;
    int t4;
    unsigned char t6;
    unsigned char t7;
    unsigned char t8;
    unsigned char t9;
    /* the writes to each location of shared memory are guessed: when and what */
    t0 = unspool_nondet_u8();
    m_time_1 = t0;
    t1 = unspool_nondet_i32();
    m_value_1 = t1 & 3;
    unspool_assume(m_time_1 <= 128);
    t3 = unspool_nondet_u8();
    c_time_1 = t3;
    t4 = unspool_nondet_i32();
    c_value_1 = (int)((unsigned int)t4 << 28) >> 28;
    unspool_assume(c_time_1 <= 128);
    born_1 = 16;
    born_2 = 16;
    born_3 = 16;
    born_4 = 16;
    t6 = unspool_nondet_u8();
    end_1 = t6;
    t7 = unspool_nondet_u8();
    end_2 = t7;
    t8 = unspool_nondet_u8();
    end_3 = t8;
    t9 = unspool_nondet_u8();
    end_4 = t9;
    /* thread 0 */
    main_0();
    /* thread 1 */
    if (born_1 != 16) {
        P_1();
    } else {
        unspool_assume(end_1 == 16);
    }
    /* thread 2 */
    if (born_2 != 16) {
        P_2();
    } else {
        unspool_assume(end_2 == 16);
    }
    /* thread 3 */
    if (born_3 != 16) {
        C_3();
    } else {
        unspool_assume(end_3 == 16);
    }
    /* thread 4 */
    if (born_4 != 16) {
        C_4();
    } else {
        unspool_assume(end_4 == 16);
    }
    /* all writes have been made */
    unspool_assume((m_time_1 == 128) || m_made_1);
    unspool_assume((c_time_1 == 128) || c_made_1);
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
