
struct __unspool_thread_settings;
struct __unspool_mutex;
struct anon_0;
struct anon_1;
struct anon_2;
struct anon_3;
struct anon_4;
struct __unspool_thread_record;
struct record_block;

struct __unspool_thread_settings {
    signed char name[16];
    int policy;
    int priority;
    unsigned int processors;
};
_Static_assert(sizeof(struct __unspool_thread_settings) == 28 && __builtin_offsetof(struct __unspool_thread_settings, name) == 0 && __builtin_offsetof(struct __unspool_thread_settings, policy) == 16 && __builtin_offsetof(struct __unspool_thread_settings, priority) == 20 && __builtin_offsetof(struct __unspool_thread_settings, processors) == 24, "the layout of struct __unspool_thread_settings");

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

struct __unspool_thread_record {
    int life;
    _Bool ended;
    _Bool cancel_requested;
    _Bool cancels_at_once;
    void *result;
    struct __unspool_thread_settings *settings;
};
_Static_assert(sizeof(struct __unspool_thread_record) == 24 && __builtin_offsetof(struct __unspool_thread_record, life) == 0 && __builtin_offsetof(struct __unspool_thread_record, ended) == 4 && __builtin_offsetof(struct __unspool_thread_record, cancel_requested) == 5 && __builtin_offsetof(struct __unspool_thread_record, cancels_at_once) == 6 && __builtin_offsetof(struct __unspool_thread_record, result) == 8 && __builtin_offsetof(struct __unspool_thread_record, settings) == 16, "the layout of struct __unspool_thread_record");

struct record_block {
    struct __unspool_thread_record records[32];
};
_Static_assert(sizeof(struct record_block) == 768 && __builtin_offsetof(struct record_block, records) == 0, "the layout of struct record_block");

static void main_0(void);
static void P_1(void);
static void P_2(void);
static void C_3(void);
static void C_4(void);
static int driver(void);

static struct __unspool_mutex m;
static int c;
static struct record_block first_block = { .records = { { .life = 1 } } };
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
static UNSPOOL_COUNTER(8, unsigned char) first_block_24_time_1;
static int first_block_24_value_1;
static _Bool first_block_24_made_1;
static UNSPOOL_COUNTER(8, unsigned char) first_block_48_time_1;
static int first_block_48_value_1;
static _Bool first_block_48_made_1;
static UNSPOOL_COUNTER(8, unsigned char) first_block_72_time_1;
static int first_block_72_value_1;
static _Bool first_block_72_made_1;
static UNSPOOL_COUNTER(8, unsigned char) first_block_96_time_1;
static int first_block_96_value_1;
static _Bool first_block_96_made_1;
static UNSPOOL_COUNTER(5, unsigned char) time_2;
static UNSPOOL_COUNTER(5, unsigned char) born_1;
static UNSPOOL_COUNTER(5, unsigned char) born_2;
static UNSPOOL_COUNTER(5, unsigned char) born_3;
static UNSPOOL_COUNTER(5, unsigned char) born_4;
static unsigned int error;

static void main_0(void)
{
    UNSPOOL_COUNTER(5, unsigned char) now;
    int first_block_own_24;
    int first_block_own_48;
    int first_block_own_72;
    int first_block_own_96;
    unsigned char stamp;
    int t18;
    unsigned char t20;
    _Bool t23;
    _Bool t26;
    int t29;
    unsigned char t31;
    _Bool t34;
    _Bool t37;
    int t40;
    unsigned char t42;
    _Bool t45;
    _Bool t48;
    int t51;
    unsigned char t53;
    _Bool t56;
    _Bool t59;
    static UNSPOOL_COUNTER(5, unsigned char) next_0_1;
    int t64;
    unsigned char t66;
    _Bool t69;
    _Bool t72;
    static UNSPOOL_COUNTER(5, unsigned char) next_0_2;
    int t77;
    unsigned char t79;
    _Bool t82;
    _Bool t85;
    static UNSPOOL_COUNTER(5, unsigned char) next_0_3;
    int t90;
    unsigned char t92;
    _Bool t95;
    _Bool t98;
    static UNSPOOL_COUNTER(5, unsigned char) next_0_4;
    int t103;
    unsigned char t105;
    _Bool t108;
    _Bool t111;
    static UNSPOOL_COUNTER(5, unsigned char) next_0_5;
    now = 0;
    time_2 = now;
    first_block_own_24 = 0;
    first_block_own_48 = 0;
    first_block_own_72 = 0;
    first_block_own_96 = 0;
    stamp = (unsigned char)((unsigned int)now << 3) | 0;
    c = 0;
    m.state.holder = 0;
    stamp = (unsigned char)((unsigned int)now << 3) | 0;
    /* create thread 1 */
    born_1 = now;
    first_block_own_24 = 1;
    /* create thread 2 */
    born_2 = now;
    first_block_own_48 = 1;
    /* create thread 3 */
    born_3 = now;
    first_block_own_72 = 1;
    /* create thread 4 */
    born_4 = now;
    first_block_own_96 = 1;
    t18 = first_block_own_24;
    t20 = first_block_24_time_1;
    t23 = (((t20 < stamp) || ((t20 == stamp) && first_block_24_made_1)) ? first_block_24_value_1 : first_block.records[1ul].life) != t18;
    t26 = (t23 && (first_block_24_time_1 == stamp)) && (!first_block_24_made_1);
    unspool_assume((!t26) || (first_block_24_value_1 == t18));
    unspool_assume((!t23) || t26);
    first_block_24_made_1 = first_block_24_made_1 || t26;
    t29 = first_block_own_48;
    t31 = first_block_48_time_1;
    t34 = (((t31 < stamp) || ((t31 == stamp) && first_block_48_made_1)) ? first_block_48_value_1 : first_block.records[2ul].life) != t29;
    t37 = (t34 && (first_block_48_time_1 == stamp)) && (!first_block_48_made_1);
    unspool_assume((!t37) || (first_block_48_value_1 == t29));
    unspool_assume((!t34) || t37);
    first_block_48_made_1 = first_block_48_made_1 || t37;
    t40 = first_block_own_72;
    t42 = first_block_72_time_1;
    t45 = (((t42 < stamp) || ((t42 == stamp) && first_block_72_made_1)) ? first_block_72_value_1 : first_block.records[3ul].life) != t40;
    t48 = (t45 && (first_block_72_time_1 == stamp)) && (!first_block_72_made_1);
    unspool_assume((!t48) || (first_block_72_value_1 == t40));
    unspool_assume((!t45) || t48);
    first_block_72_made_1 = first_block_72_made_1 || t48;
    t51 = first_block_own_96;
    t53 = first_block_96_time_1;
    t56 = (((t53 < stamp) || ((t53 == stamp) && first_block_96_made_1)) ? first_block_96_value_1 : first_block.records[4ul].life) != t51;
    t59 = (t56 && (first_block_96_time_1 == stamp)) && (!first_block_96_made_1);
    unspool_assume((!t59) || (first_block_96_value_1 == t51));
    unspool_assume((!t56) || t59);
    first_block_96_made_1 = first_block_96_made_1 || t59;
    next_0_1 = unspool_nondet_u8();
    unspool_assume((now <= next_0_1) && (next_0_1 <= 24));
    now = next_0_1;
    time_2 = now;
    stamp = (unsigned char)((unsigned int)now << 3) | 0;
    /* cs(1) */
    if (next_0_1 == 24) goto L6;
    unspool_assume(end_1 < now);
    first_block_own_24 = 3;
    t64 = first_block_own_24;
    t66 = first_block_24_time_1;
    t69 = (((t66 < stamp) || ((t66 == stamp) && first_block_24_made_1)) ? first_block_24_value_1 : first_block.records[1ul].life) != t64;
    t72 = (t69 && (first_block_24_time_1 == stamp)) && (!first_block_24_made_1);
    unspool_assume((!t72) || (first_block_24_value_1 == t64));
    unspool_assume((!t69) || t72);
    first_block_24_made_1 = first_block_24_made_1 || t72;
    next_0_2 = unspool_nondet_u8();
    unspool_assume((now <= next_0_2) && (next_0_2 <= 24));
    now = next_0_2;
    time_2 = now;
    stamp = (unsigned char)((unsigned int)now << 3) | 0;
    /* cs(2) */
    if (next_0_2 == 24) goto L6;
    unspool_assume(end_2 < now);
    first_block_own_48 = 3;
    t77 = first_block_own_48;
    t79 = first_block_48_time_1;
    t82 = (((t79 < stamp) || ((t79 == stamp) && first_block_48_made_1)) ? first_block_48_value_1 : first_block.records[2ul].life) != t77;
    t85 = (t82 && (first_block_48_time_1 == stamp)) && (!first_block_48_made_1);
    unspool_assume((!t85) || (first_block_48_value_1 == t77));
    unspool_assume((!t82) || t85);
    first_block_48_made_1 = first_block_48_made_1 || t85;
    next_0_3 = unspool_nondet_u8();
    unspool_assume((now <= next_0_3) && (next_0_3 <= 24));
    now = next_0_3;
    time_2 = now;
    stamp = (unsigned char)((unsigned int)now << 3) | 0;
    /* cs(3) */
    if (next_0_3 == 24) goto L6;
    unspool_assume(end_3 < now);
    first_block_own_72 = 3;
    t90 = first_block_own_72;
    t92 = first_block_72_time_1;
    t95 = (((t92 < stamp) || ((t92 == stamp) && first_block_72_made_1)) ? first_block_72_value_1 : first_block.records[3ul].life) != t90;
    t98 = (t95 && (first_block_72_time_1 == stamp)) && (!first_block_72_made_1);
    unspool_assume((!t98) || (first_block_72_value_1 == t90));
    unspool_assume((!t95) || t98);
    first_block_72_made_1 = first_block_72_made_1 || t98;
    next_0_4 = unspool_nondet_u8();
    unspool_assume((now <= next_0_4) && (next_0_4 <= 24));
    now = next_0_4;
    time_2 = now;
    stamp = (unsigned char)((unsigned int)now << 3) | 0;
    /* cs(4) */
    if (next_0_4 == 24) goto L6;
    unspool_assume(end_4 < now);
    first_block_own_96 = 3;
    t103 = first_block_own_96;
    t105 = first_block_96_time_1;
    t108 = (((t105 < stamp) || ((t105 == stamp) && first_block_96_made_1)) ? first_block_96_value_1 : first_block.records[4ul].life) != t103;
    t111 = (t108 && (first_block_96_time_1 == stamp)) && (!first_block_96_made_1);
    unspool_assume((!t111) || (first_block_96_value_1 == t103));
    unspool_assume((!t108) || t111);
    first_block_96_made_1 = first_block_96_made_1 || t111;
    next_0_5 = unspool_nondet_u8();
    unspool_assume((now <= next_0_5) && (next_0_5 <= 24));
    now = next_0_5;
    time_2 = now;
    stamp = (unsigned char)((unsigned int)now << 3) | 0;
    /* cs(5) */
    if (next_0_5 == 24) goto L6;
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
    struct __unspool_thread_record *t7;
    int t9;
    UNSPOOL_COUNTER(5, unsigned char) now;
    int m_own_0;
    _Bool m_new_0;
    int c_own_0;
    _Bool c_new_0;
    unsigned char stamp;
    static UNSPOOL_COUNTER(5, unsigned char) next_1_0;
    unsigned char t19;
    int t24;
    unsigned char t26;
    _Bool t29;
    _Bool t32;
    static UNSPOOL_COUNTER(5, unsigned char) next_1_1;
    unsigned char t37;
    static UNSPOOL_COUNTER(5, unsigned char) next_1_2;
    unsigned char t42;
    static UNSPOOL_COUNTER(5, unsigned char) next_1_3;
    unsigned char t47;
    static UNSPOOL_COUNTER(5, unsigned char) next_1_4;
    int t57;
    unsigned char t59;
    _Bool t62;
    _Bool t65;
    static UNSPOOL_COUNTER(5, unsigned char) next_1_5;
    unsigned char t70;
    static UNSPOOL_COUNTER(5, unsigned char) next_1_6;
    int t74;
    unsigned char t76;
    _Bool t79;
    _Bool t82;
    static UNSPOOL_COUNTER(5, unsigned char) next_1_7;
    unsigned char t87;
    static UNSPOOL_COUNTER(5, unsigned char) next_1_8;
    int t91;
    unsigned char t93;
    _Bool t96;
    _Bool t99;
    static UNSPOOL_COUNTER(5, unsigned char) next_1_9;
    int t103;
    unsigned char t105;
    _Bool t108;
    _Bool t111;
    int t114;
    unsigned char t116;
    _Bool t119;
    _Bool t122;
    now = born_1;
    time_2 = now;
    m_own_0 = 0;
    m_new_0 = 0;
    c_own_0 = 0;
    c_new_0 = 0;
    stamp = (unsigned char)((unsigned int)now << 3) | 1;
    next_1_0 = unspool_nondet_u8();
    unspool_assume((now <= next_1_0) && (next_1_0 <= 24));
    now = next_1_0;
    time_2 = now;
    stamp = (unsigned char)((unsigned int)now << 3) | 1;
    /* cs(0) */
    if (next_1_0 == 24) goto L25;
    t19 = m_time_1;
    t5 = m_new_0 ? m_own_0 : (((t19 < stamp) || ((t19 == stamp) && m_made_1)) ? m_value_1 : m.state.holder);
    unspool_assume((t5 <= 0) || (t5 == 2));
    if (t5 >= 0) {
        if (t5 != 2) {
            m_own_0 = 2;
            m_new_0 = 1;
            t24 = m_own_0;
            t26 = m_time_1;
            t29 = (((t26 < stamp) || ((t26 == stamp) && m_made_1)) ? m_value_1 : m.state.holder) != t24;
            t32 = (t29 && (m_time_1 == stamp)) && (!m_made_1);
            unspool_assume((!t32) || (m_value_1 == t24));
            unspool_assume((!t29) || t32);
            m_made_1 = m_made_1 || t32;
            m_new_0 = 0;
            next_1_1 = unspool_nondet_u8();
            unspool_assume((now <= next_1_1) && (next_1_1 <= 24));
            now = next_1_1;
            time_2 = now;
            stamp = (unsigned char)((unsigned int)now << 3) | 1;
            /* cs(1) */
            if (next_1_1 == 24) goto L25;
            t37 = c_time_1;
            if ((c_new_0 ? c_own_0 : (((t37 < stamp) || ((t37 == stamp) && c_made_1)) ? c_value_1 : c)) > 0) {
                next_1_2 = unspool_nondet_u8();
                unspool_assume((now <= next_1_2) && (next_1_2 <= 24));
                now = next_1_2;
                time_2 = now;
                stamp = (unsigned char)((unsigned int)now << 3) | 1;
                /* cs(2) */
                if (next_1_2 == 24) goto L25;
                t42 = c_time_1;
                t3 = c_new_0 ? c_own_0 : (((t42 < stamp) || ((t42 == stamp) && c_made_1)) ? c_value_1 : c);
                next_1_3 = unspool_nondet_u8();
                unspool_assume((now <= next_1_3) && (next_1_3 <= 24));
                now = next_1_3;
                time_2 = now;
                stamp = (unsigned char)((unsigned int)now << 3) | 1;
                /* cs(3) */
                if (next_1_3 == 24) goto L25;
                c_own_0 = (int)((unsigned int)t3 + 1u);
                c_new_0 = 1;
                t47 = m_time_1;
                t6 = m_new_0 ? m_own_0 : (((t47 < stamp) || ((t47 == stamp) && m_made_1)) ? m_value_1 : m.state.holder);
                if (t6 >= 0) {
                    if (t6 != 0) {
                        if ((t6 <= 0) || (t6 == 2)) {
                            m_own_0 = 0;
                            m_new_0 = 1;
                            t7 = (((first_block_24_time_1 < stamp) ? first_block_24_value_1 : first_block.records[1ul].life) == 0) ? (struct __unspool_thread_record *)0 : &first_block.records[1ul];
                            if (t7 != (struct __unspool_thread_record *)0) {
                                unspool_assume((unsigned long)(unsigned char *)(void *)&t7->result == (unsigned long)((unsigned char *)(void *)&first_block + 32ul));
                                first_block.records[1ul].result = (void *)0;
                                unspool_assume((unsigned long)(unsigned char *)(void *)&t7->ended == (unsigned long)((unsigned char *)(void *)&first_block + 28ul));
                                first_block.records[1ul].ended = 1;
                            }
                            t103 = m_own_0;
                            t105 = m_time_1;
                            t108 = (((t105 < stamp) || ((t105 == stamp) && m_made_1)) ? m_value_1 : m.state.holder) != t103;
                            t111 = (t108 && (m_time_1 == stamp)) && (!m_made_1);
                            unspool_assume((!t111) || (m_value_1 == t103));
                            unspool_assume((!t108) || t111);
                            m_made_1 = m_made_1 || t111;
                            t114 = c_own_0;
                            t116 = c_time_1;
                            t119 = (((t116 < stamp) || ((t116 == stamp) && c_made_1)) ? c_value_1 : c) != t114;
                            t122 = (t119 && (c_time_1 == stamp)) && (!c_made_1);
                            unspool_assume((!t122) || (c_value_1 == t114));
                            unspool_assume((!t119) || t122);
                            c_made_1 = c_made_1 || t122;
                            m_new_0 = 0;
                            c_new_0 = 0;
                            unspool_assume(end_1 == now);
                            goto L26;
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
                unspool_assume((now <= next_1_4) && (next_1_4 <= 24));
                now = next_1_4;
                time_2 = now;
                stamp = (unsigned char)((unsigned int)now << 3) | 1;
                /* cs(4) */
                if (next_1_4 == 24) goto L25;
                c_own_0 = 0;
                c_new_0 = 1;
                t57 = c_own_0;
                t59 = c_time_1;
                t62 = (((t59 < stamp) || ((t59 == stamp) && c_made_1)) ? c_value_1 : c) != t57;
                t65 = (t62 && (c_time_1 == stamp)) && (!c_made_1);
                unspool_assume((!t65) || (c_value_1 == t57));
                unspool_assume((!t62) || t65);
                c_made_1 = c_made_1 || t65;
                c_new_0 = 0;
                next_1_5 = unspool_nondet_u8();
                unspool_assume((now <= next_1_5) && (next_1_5 <= 24));
                now = next_1_5;
                time_2 = now;
                stamp = (unsigned char)((unsigned int)now << 3) | 1;
                /* cs(5) */
                if (next_1_5 == 24) goto L25;
                t70 = c_time_1;
                t4 = c_new_0 ? c_own_0 : (((t70 < stamp) || ((t70 == stamp) && c_made_1)) ? c_value_1 : c);
                next_1_6 = unspool_nondet_u8();
                unspool_assume((now <= next_1_6) && (next_1_6 <= 24));
                now = next_1_6;
                time_2 = now;
                stamp = (unsigned char)((unsigned int)now << 3) | 1;
                /* cs(6) */
                if (next_1_6 == 24) goto L25;
                c_own_0 = (int)((unsigned int)t4 + 1u);
                c_new_0 = 1;
                t74 = c_own_0;
                t76 = c_time_1;
                t79 = (((t76 < stamp) || ((t76 == stamp) && c_made_1)) ? c_value_1 : c) != t74;
                t82 = (t79 && (c_time_1 == stamp)) && (!c_made_1);
                unspool_assume((!t82) || (c_value_1 == t74));
                unspool_assume((!t79) || t82);
                c_made_1 = c_made_1 || t82;
                c_new_0 = 0;
                next_1_7 = unspool_nondet_u8();
                unspool_assume((now <= next_1_7) && (next_1_7 <= 24));
                now = next_1_7;
                time_2 = now;
                stamp = (unsigned char)((unsigned int)now << 3) | 1;
                /* cs(7) */
                if (next_1_7 == 24) goto L25;
                t87 = c_time_1;
                t9 = c_new_0 ? c_own_0 : (((t87 < stamp) || ((t87 == stamp) && c_made_1)) ? c_value_1 : c);
                next_1_8 = unspool_nondet_u8();
                unspool_assume((now <= next_1_8) && (next_1_8 <= 24));
                now = next_1_8;
                time_2 = now;
                stamp = (unsigned char)((unsigned int)now << 3) | 1;
                /* cs(8) */
                if (next_1_8 == 24) goto L25;
                c_own_0 = (int)((unsigned int)t9 + 1u);
                c_new_0 = 1;
                t91 = c_own_0;
                t93 = c_time_1;
                t96 = (((t93 < stamp) || ((t93 == stamp) && c_made_1)) ? c_value_1 : c) != t91;
                t99 = (t96 && (c_time_1 == stamp)) && (!c_made_1);
                unspool_assume((!t99) || (c_value_1 == t91));
                unspool_assume((!t96) || t99);
                c_made_1 = c_made_1 || t99;
                c_new_0 = 0;
                next_1_9 = unspool_nondet_u8();
                unspool_assume((now <= next_1_9) && (next_1_9 <= 24));
                now = next_1_9;
                time_2 = now;
                stamp = (unsigned char)((unsigned int)now << 3) | 1;
                /* cs(9) */
                if (next_1_9 == 24) goto L25;
                unspool_assume(0);
                unspool_assume(0);
                goto L26;
            }
        } else {
            unspool_assume(error == 0u);
            error = 2u;
        }
    } else {
        unspool_assume(error == 0u);
        error = 1u;
    }
L25:
    unspool_assume(end_1 == 24);
L26:
    return;
}

static void P_2(void)
{
    int t3;
    int t4;
    int t5;
    int t6;
    struct __unspool_thread_record *t7;
    UNSPOOL_COUNTER(5, unsigned char) now;
    int m_own_0;
    _Bool m_new_0;
    int c_own_0;
    _Bool c_new_0;
    unsigned char stamp;
    static UNSPOOL_COUNTER(5, unsigned char) next_2_0;
    unsigned char t18;
    int t23;
    unsigned char t25;
    _Bool t28;
    _Bool t31;
    static UNSPOOL_COUNTER(5, unsigned char) next_2_1;
    unsigned char t36;
    static UNSPOOL_COUNTER(5, unsigned char) next_2_2;
    unsigned char t41;
    static UNSPOOL_COUNTER(5, unsigned char) next_2_3;
    static UNSPOOL_COUNTER(5, unsigned char) next_2_4;
    int t46;
    unsigned char t48;
    _Bool t51;
    _Bool t54;
    static UNSPOOL_COUNTER(5, unsigned char) next_2_5;
    unsigned char t59;
    static UNSPOOL_COUNTER(5, unsigned char) next_2_6;
    unsigned char t64;
    int t70;
    unsigned char t72;
    _Bool t75;
    _Bool t78;
    int t81;
    unsigned char t83;
    _Bool t86;
    _Bool t89;
    static UNSPOOL_COUNTER(5, unsigned char) next_2_7;
    now = born_2;
    time_2 = now;
    m_own_0 = 0;
    m_new_0 = 0;
    c_own_0 = 0;
    c_new_0 = 0;
    stamp = (unsigned char)((unsigned int)now << 3) | 2;
    next_2_0 = unspool_nondet_u8();
    unspool_assume((now <= next_2_0) && (next_2_0 <= 24));
    now = next_2_0;
    time_2 = now;
    stamp = (unsigned char)((unsigned int)now << 3) | 2;
    /* cs(0) */
    if (next_2_0 == 24) goto L24;
    t18 = m_time_1;
    t5 = m_new_0 ? m_own_0 : (((t18 < stamp) || ((t18 == stamp) && m_made_1)) ? m_value_1 : m.state.holder);
    unspool_assume((t5 <= 0) || (t5 == 3));
    if (t5 >= 0) {
        if (t5 != 3) {
            m_own_0 = 3;
            m_new_0 = 1;
            t23 = m_own_0;
            t25 = m_time_1;
            t28 = (((t25 < stamp) || ((t25 == stamp) && m_made_1)) ? m_value_1 : m.state.holder) != t23;
            t31 = (t28 && (m_time_1 == stamp)) && (!m_made_1);
            unspool_assume((!t31) || (m_value_1 == t23));
            unspool_assume((!t28) || t31);
            m_made_1 = m_made_1 || t31;
            m_new_0 = 0;
            next_2_1 = unspool_nondet_u8();
            unspool_assume((now <= next_2_1) && (next_2_1 <= 24));
            now = next_2_1;
            time_2 = now;
            stamp = (unsigned char)((unsigned int)now << 3) | 2;
            /* cs(1) */
            if (next_2_1 == 24) goto L24;
            t36 = c_time_1;
            if ((c_new_0 ? c_own_0 : (((t36 < stamp) || ((t36 == stamp) && c_made_1)) ? c_value_1 : c)) > 0) {
                next_2_2 = unspool_nondet_u8();
                unspool_assume((now <= next_2_2) && (next_2_2 <= 24));
                now = next_2_2;
                time_2 = now;
                stamp = (unsigned char)((unsigned int)now << 3) | 2;
                /* cs(2) */
                if (next_2_2 == 24) goto L24;
                t41 = c_time_1;
                t3 = c_new_0 ? c_own_0 : (((t41 < stamp) || ((t41 == stamp) && c_made_1)) ? c_value_1 : c);
                next_2_3 = unspool_nondet_u8();
                unspool_assume((now <= next_2_3) && (next_2_3 <= 24));
                now = next_2_3;
                time_2 = now;
                stamp = (unsigned char)((unsigned int)now << 3) | 2;
                /* cs(3) */
                if (next_2_3 == 24) goto L24;
                c_own_0 = (int)((unsigned int)t3 + 1u);
                c_new_0 = 1;
            } else {
                next_2_4 = unspool_nondet_u8();
                unspool_assume((now <= next_2_4) && (next_2_4 <= 24));
                now = next_2_4;
                time_2 = now;
                stamp = (unsigned char)((unsigned int)now << 3) | 2;
                /* cs(4) */
                if (next_2_4 == 24) goto L24;
                c_own_0 = 0;
                c_new_0 = 1;
                t46 = c_own_0;
                t48 = c_time_1;
                t51 = (((t48 < stamp) || ((t48 == stamp) && c_made_1)) ? c_value_1 : c) != t46;
                t54 = (t51 && (c_time_1 == stamp)) && (!c_made_1);
                unspool_assume((!t54) || (c_value_1 == t46));
                unspool_assume((!t51) || t54);
                c_made_1 = c_made_1 || t54;
                c_new_0 = 0;
                next_2_5 = unspool_nondet_u8();
                unspool_assume((now <= next_2_5) && (next_2_5 <= 24));
                now = next_2_5;
                time_2 = now;
                stamp = (unsigned char)((unsigned int)now << 3) | 2;
                /* cs(5) */
                if (next_2_5 == 24) goto L24;
                t59 = c_time_1;
                t4 = c_new_0 ? c_own_0 : (((t59 < stamp) || ((t59 == stamp) && c_made_1)) ? c_value_1 : c);
                next_2_6 = unspool_nondet_u8();
                unspool_assume((now <= next_2_6) && (next_2_6 <= 24));
                now = next_2_6;
                time_2 = now;
                stamp = (unsigned char)((unsigned int)now << 3) | 2;
                /* cs(6) */
                if (next_2_6 == 24) goto L24;
                c_own_0 = (int)((unsigned int)t4 + 1u);
                c_new_0 = 1;
            }
            t64 = m_time_1;
            t6 = m_new_0 ? m_own_0 : (((t64 < stamp) || ((t64 == stamp) && m_made_1)) ? m_value_1 : m.state.holder);
            if (t6 >= 0) {
                if (t6 != 0) {
                    if ((t6 <= 0) || (t6 == 3)) {
                        m_own_0 = 0;
                        m_new_0 = 1;
                        t70 = m_own_0;
                        t72 = m_time_1;
                        t75 = (((t72 < stamp) || ((t72 == stamp) && m_made_1)) ? m_value_1 : m.state.holder) != t70;
                        t78 = (t75 && (m_time_1 == stamp)) && (!m_made_1);
                        unspool_assume((!t78) || (m_value_1 == t70));
                        unspool_assume((!t75) || t78);
                        m_made_1 = m_made_1 || t78;
                        t81 = c_own_0;
                        t83 = c_time_1;
                        t86 = (((t83 < stamp) || ((t83 == stamp) && c_made_1)) ? c_value_1 : c) != t81;
                        t89 = (t86 && (c_time_1 == stamp)) && (!c_made_1);
                        unspool_assume((!t89) || (c_value_1 == t81));
                        unspool_assume((!t86) || t89);
                        c_made_1 = c_made_1 || t89;
                        m_new_0 = 0;
                        c_new_0 = 0;
                        next_2_7 = unspool_nondet_u8();
                        unspool_assume((now <= next_2_7) && (next_2_7 <= 24));
                        now = next_2_7;
                        time_2 = now;
                        stamp = (unsigned char)((unsigned int)now << 3) | 2;
                        /* cs(7) */
                        if (next_2_7 == 24) goto L24;
                        t7 = (((first_block_48_time_1 < stamp) ? first_block_48_value_1 : first_block.records[2ul].life) == 0) ? (struct __unspool_thread_record *)0 : &first_block.records[2ul];
                        if (t7 != (struct __unspool_thread_record *)0) {
                            unspool_assume((unsigned long)(unsigned char *)(void *)&t7->result == (unsigned long)((unsigned char *)(void *)&first_block + 56ul));
                            first_block.records[2ul].result = (void *)0;
                            unspool_assume((unsigned long)(unsigned char *)(void *)&t7->ended == (unsigned long)((unsigned char *)(void *)&first_block + 52ul));
                            first_block.records[2ul].ended = 1;
                        }
                        unspool_assume(end_2 == now);
                        goto L25;
                    } else {
                        unspool_assume(error == 0u);
                        error = 5u;
                    }
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
L24:
    unspool_assume(end_2 == 24);
L25:
    return;
}

static void C_3(void)
{
    int t3;
    struct __unspool_thread_record *t5;
    UNSPOOL_COUNTER(5, unsigned char) now;
    int c_own_0;
    _Bool c_new_0;
    unsigned char stamp;
    static UNSPOOL_COUNTER(5, unsigned char) next_3_0;
    unsigned char t14;
    static UNSPOOL_COUNTER(5, unsigned char) next_3_1;
    unsigned char t19;
    static UNSPOOL_COUNTER(5, unsigned char) next_3_2;
    int t23;
    unsigned char t25;
    _Bool t28;
    _Bool t31;
    static UNSPOOL_COUNTER(5, unsigned char) next_3_3;
    unsigned char t36;
    now = born_3;
    time_2 = now;
    c_own_0 = 0;
    c_new_0 = 0;
    stamp = (unsigned char)((unsigned int)now << 3) | 3;
    next_3_0 = unspool_nondet_u8();
    unspool_assume((now <= next_3_0) && (next_3_0 <= 24));
    now = next_3_0;
    time_2 = now;
    stamp = (unsigned char)((unsigned int)now << 3) | 3;
    /* cs(0) */
    if (next_3_0 == 24) goto L9;
    t14 = c_time_1;
    unspool_assume((c_new_0 ? c_own_0 : (((t14 < stamp) || ((t14 == stamp) && c_made_1)) ? c_value_1 : c)) > 0);
    next_3_1 = unspool_nondet_u8();
    unspool_assume((now <= next_3_1) && (next_3_1 <= 24));
    now = next_3_1;
    time_2 = now;
    stamp = (unsigned char)((unsigned int)now << 3) | 3;
    /* cs(1) */
    if (next_3_1 == 24) goto L9;
    t19 = c_time_1;
    t3 = c_new_0 ? c_own_0 : (((t19 < stamp) || ((t19 == stamp) && c_made_1)) ? c_value_1 : c);
    next_3_2 = unspool_nondet_u8();
    unspool_assume((now <= next_3_2) && (next_3_2 <= 24));
    now = next_3_2;
    time_2 = now;
    stamp = (unsigned char)((unsigned int)now << 3) | 3;
    /* cs(2) */
    if (next_3_2 == 24) goto L9;
    c_own_0 = (int)((unsigned int)t3 - 1u);
    c_new_0 = 1;
    t23 = c_own_0;
    t25 = c_time_1;
    t28 = (((t25 < stamp) || ((t25 == stamp) && c_made_1)) ? c_value_1 : c) != t23;
    t31 = (t28 && (c_time_1 == stamp)) && (!c_made_1);
    unspool_assume((!t31) || (c_value_1 == t23));
    unspool_assume((!t28) || t31);
    c_made_1 = c_made_1 || t31;
    c_new_0 = 0;
    next_3_3 = unspool_nondet_u8();
    unspool_assume((now <= next_3_3) && (next_3_3 <= 24));
    now = next_3_3;
    time_2 = now;
    stamp = (unsigned char)((unsigned int)now << 3) | 3;
    /* cs(3) */
    if (next_3_3 == 24) goto L9;
    t36 = c_time_1;
    if ((c_new_0 ? c_own_0 : (((t36 < stamp) || ((t36 == stamp) && c_made_1)) ? c_value_1 : c)) >= 0) {
        t5 = (((first_block_72_time_1 < stamp) ? first_block_72_value_1 : first_block.records[3ul].life) == 0) ? (struct __unspool_thread_record *)0 : &first_block.records[3ul];
        if (t5 != (struct __unspool_thread_record *)0) {
            unspool_assume((unsigned long)(unsigned char *)(void *)&t5->result == (unsigned long)((unsigned char *)(void *)&first_block + 80ul));
            first_block.records[3ul].result = (void *)0;
            unspool_assume((unsigned long)(unsigned char *)(void *)&t5->ended == (unsigned long)((unsigned char *)(void *)&first_block + 76ul));
            first_block.records[3ul].ended = 1;
        }
        unspool_assume(end_3 == now);
    } else {
        unspool_assume(error == 0u);
        error = 6u;
L9:
        unspool_assume(end_3 == 24);
    }
}

static void C_4(void)
{
    int t3;
    struct __unspool_thread_record *t5;
    UNSPOOL_COUNTER(5, unsigned char) now;
    int c_own_0;
    _Bool c_new_0;
    unsigned char stamp;
    static UNSPOOL_COUNTER(5, unsigned char) next_4_0;
    unsigned char t14;
    static UNSPOOL_COUNTER(5, unsigned char) next_4_1;
    unsigned char t19;
    static UNSPOOL_COUNTER(5, unsigned char) next_4_2;
    int t23;
    unsigned char t25;
    _Bool t28;
    _Bool t31;
    static UNSPOOL_COUNTER(5, unsigned char) next_4_3;
    unsigned char t36;
    now = born_4;
    time_2 = now;
    c_own_0 = 0;
    c_new_0 = 0;
    stamp = (unsigned char)((unsigned int)now << 3) | 4;
    next_4_0 = unspool_nondet_u8();
    unspool_assume((now <= next_4_0) && (next_4_0 <= 24));
    now = next_4_0;
    time_2 = now;
    stamp = (unsigned char)((unsigned int)now << 3) | 4;
    /* cs(0) */
    if (next_4_0 == 24) goto L9;
    t14 = c_time_1;
    unspool_assume((c_new_0 ? c_own_0 : (((t14 < stamp) || ((t14 == stamp) && c_made_1)) ? c_value_1 : c)) > 0);
    next_4_1 = unspool_nondet_u8();
    unspool_assume((now <= next_4_1) && (next_4_1 <= 24));
    now = next_4_1;
    time_2 = now;
    stamp = (unsigned char)((unsigned int)now << 3) | 4;
    /* cs(1) */
    if (next_4_1 == 24) goto L9;
    t19 = c_time_1;
    t3 = c_new_0 ? c_own_0 : (((t19 < stamp) || ((t19 == stamp) && c_made_1)) ? c_value_1 : c);
    next_4_2 = unspool_nondet_u8();
    unspool_assume((now <= next_4_2) && (next_4_2 <= 24));
    now = next_4_2;
    time_2 = now;
    stamp = (unsigned char)((unsigned int)now << 3) | 4;
    /* cs(2) */
    if (next_4_2 == 24) goto L9;
    c_own_0 = (int)((unsigned int)t3 - 1u);
    c_new_0 = 1;
    t23 = c_own_0;
    t25 = c_time_1;
    t28 = (((t25 < stamp) || ((t25 == stamp) && c_made_1)) ? c_value_1 : c) != t23;
    t31 = (t28 && (c_time_1 == stamp)) && (!c_made_1);
    unspool_assume((!t31) || (c_value_1 == t23));
    unspool_assume((!t28) || t31);
    c_made_1 = c_made_1 || t31;
    c_new_0 = 0;
    next_4_3 = unspool_nondet_u8();
    unspool_assume((now <= next_4_3) && (next_4_3 <= 24));
    now = next_4_3;
    time_2 = now;
    stamp = (unsigned char)((unsigned int)now << 3) | 4;
    /* cs(3) */
    if (next_4_3 == 24) goto L9;
    t36 = c_time_1;
    if ((c_new_0 ? c_own_0 : (((t36 < stamp) || ((t36 == stamp) && c_made_1)) ? c_value_1 : c)) >= 0) {
        t5 = (((first_block_96_time_1 < stamp) ? first_block_96_value_1 : first_block.records[4ul].life) == 0) ? (struct __unspool_thread_record *)0 : &first_block.records[4ul];
        if (t5 != (struct __unspool_thread_record *)0) {
            unspool_assume((unsigned long)(unsigned char *)(void *)&t5->result == (unsigned long)((unsigned char *)(void *)&first_block + 104ul));
            first_block.records[4ul].result = (void *)0;
            unspool_assume((unsigned long)(unsigned char *)(void *)&t5->ended == (unsigned long)((unsigned char *)(void *)&first_block + 100ul));
            first_block.records[4ul].ended = 1;
        }
        unspool_assume(end_4 == now);
    } else {
        unspool_assume(error == 0u);
        error = 6u;
L9:
        unspool_assume(end_4 == 24);
    }
}

static int driver(void)
{
    unsigned char t0;
    int t1;
    unsigned char t3;
    int t4;
    unsigned char t6;
    int t7;
    unsigned char t9;
    int t10;
    unsigned char t12;
    int t13;
    unsigned char t15;
    int t16;
    unsigned char t18;
    unsigned char t19;
    unsigned char t20;
    unsigned char t21;
    /* the writes to each location of shared memory are guessed: when and what */
    t0 = unspool_nondet_u8();
    m_time_1 = t0;
    t1 = unspool_nondet_i32();
    m_value_1 = t1 & 3;
    unspool_assume(m_time_1 <= 192);
    t3 = unspool_nondet_u8();
    c_time_1 = t3;
    t4 = unspool_nondet_i32();
    c_value_1 = (int)((unsigned int)t4 << 28) >> 28;
    unspool_assume(c_time_1 <= 192);
    t6 = unspool_nondet_u8();
    first_block_24_time_1 = t6;
    t7 = unspool_nondet_i32();
    first_block_24_value_1 = t7 & 3;
    unspool_assume(first_block_24_time_1 <= 192);
    t9 = unspool_nondet_u8();
    first_block_48_time_1 = t9;
    t10 = unspool_nondet_i32();
    first_block_48_value_1 = t10 & 3;
    unspool_assume(first_block_48_time_1 <= 192);
    t12 = unspool_nondet_u8();
    first_block_72_time_1 = t12;
    t13 = unspool_nondet_i32();
    first_block_72_value_1 = t13 & 3;
    unspool_assume(first_block_72_time_1 <= 192);
    t15 = unspool_nondet_u8();
    first_block_96_time_1 = t15;
    t16 = unspool_nondet_i32();
    first_block_96_value_1 = t16 & 3;
    unspool_assume(first_block_96_time_1 <= 192);
    born_1 = 24;
    born_2 = 24;
    born_3 = 24;
    born_4 = 24;
    t18 = unspool_nondet_u8();
    end_1 = t18;
    t19 = unspool_nondet_u8();
    end_2 = t19;
    t20 = unspool_nondet_u8();
    end_3 = t20;
    t21 = unspool_nondet_u8();
    end_4 = t21;
    /* thread 0 */
    main_0();
    /* thread 1 */
    if (born_1 != 24) {
        P_1();
    } else {
        unspool_assume(end_1 == 24);
    }
    /* thread 2 */
    if (born_2 != 24) {
        P_2();
    } else {
        unspool_assume(end_2 == 24);
    }
    /* thread 3 */
    if (born_3 != 24) {
        C_3();
    } else {
        unspool_assume(end_3 == 24);
    }
    /* thread 4 */
    if (born_4 != 24) {
        C_4();
    } else {
        unspool_assume(end_4 == 24);
    }
    /* all writes have been made */
    unspool_assume((m_time_1 == 192) || m_made_1);
    unspool_assume((c_time_1 == 192) || c_made_1);
    unspool_assume((first_block_24_time_1 == 192) || first_block_24_made_1);
    unspool_assume((first_block_48_time_1 == 192) || first_block_48_made_1);
    unspool_assume((first_block_72_time_1 == 192) || first_block_72_made_1);
    unspool_assume((first_block_96_time_1 == 192) || first_block_96_made_1);
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
