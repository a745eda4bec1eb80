
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
static _Bool end_1;
static _Bool end_2;
static _Bool end_3;
static _Bool end_4;
static struct __unspool_mutex m_1;
static struct __unspool_mutex m_2;
static int c_1;
static int c_2;
static struct record_block first_block_1 = { .records = { { .life = 1 } } };
static struct record_block first_block_2 = { .records = { { .life = 1 } } };
static _Bool end_1_1;
static _Bool end_1_2;
static _Bool end_2_1;
static _Bool end_2_2;
static _Bool end_3_1;
static _Bool end_3_2;
static _Bool end_4_1;
static _Bool end_4_2;
static UNSPOOL_COUNTER(3, unsigned char) writer_1;
static UNSPOOL_COUNTER(4, unsigned char) location_1;
static UNSPOOL_COUNTER(3, unsigned char) writer_2;
static UNSPOOL_COUNTER(4, unsigned char) location_2;
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
    int first_block_own_24;
    int first_block_own_48;
    int first_block_own_72;
    int first_block_own_96;
    UNSPOOL_COUNTER(3, unsigned char) since;
    _Bool created;
    _Bool created_2;
    _Bool created_3;
    _Bool created_4;
    unsigned char t22;
    int t24;
    _Bool t31;
    unsigned char t35;
    int t37;
    _Bool t44;
    int t48;
    int t49;
    int t50;
    unsigned char t51;
    int t52;
    int t53;
    int t54;
    unsigned char t55;
    int t56;
    int t57;
    int t58;
    unsigned char t59;
    int t60;
    int t61;
    int t62;
    unsigned char t63;
    int t67;
    int t68;
    int t70;
    int t71;
    int t73;
    int t74;
    int t76;
    int t77;
    static UNSPOOL_COUNTER(3, unsigned char) next_0_1;
    int t88;
    int t89;
    int t90;
    unsigned char t91;
    int t94;
    int t95;
    static UNSPOOL_COUNTER(3, unsigned char) next_0_2;
    int t102;
    int t103;
    int t104;
    unsigned char t105;
    int t108;
    int t109;
    static UNSPOOL_COUNTER(3, unsigned char) next_0_3;
    int t116;
    int t117;
    int t118;
    unsigned char t119;
    int t122;
    int t123;
    static UNSPOOL_COUNTER(3, unsigned char) next_0_4;
    int t130;
    int t131;
    int t132;
    unsigned char t133;
    int t136;
    int t137;
    static UNSPOOL_COUNTER(3, unsigned char) next_0_5;
    now = 0;
    position = now;
    first_block_own_24 = 0;
    first_block_own_48 = 0;
    first_block_own_72 = 0;
    first_block_own_96 = 0;
    since = now;
    created = 0;
    created_2 = 0;
    created_3 = 0;
    created_4 = 0;
    c = 0;
    m.state.holder = 0;
    /* what memory contains behind each write */
    t22 = location_1;
    t24 = unspool_nondet_i32();
    m_1.state.holder = (t22 == 1) ? (t24 & 3) : m.state.holder;
    c_1 = (t22 == 2) ? ((int)((unsigned int)t24 << 28) >> 28) : c;
    first_block_1.records[1ul].life = (t22 == 3) ? (t24 & 3) : first_block.records[1ul].life;
    first_block_1.records[2ul].life = (t22 == 4) ? (t24 & 3) : first_block.records[2ul].life;
    first_block_1.records[3ul].life = (t22 == 5) ? (t24 & 3) : first_block.records[3ul].life;
    first_block_1.records[4ul].life = (t22 == 6) ? (t24 & 3) : first_block.records[4ul].life;
    t31 = unspool_nondet_bool();
    end_1_1 = (t22 == 7) ? t31 : end_1;
    end_2_1 = (t22 == 8) ? t31 : end_2;
    end_3_1 = (t22 == 9) ? t31 : end_3;
    end_4_1 = (t22 == 10) ? t31 : end_4;
    t35 = location_2;
    t37 = unspool_nondet_i32();
    m_2.state.holder = (t35 == 1) ? (t37 & 3) : m_1.state.holder;
    c_2 = (t35 == 2) ? ((int)((unsigned int)t37 << 28) >> 28) : c_1;
    first_block_2.records[1ul].life = (t35 == 3) ? (t37 & 3) : first_block_1.records[1ul].life;
    first_block_2.records[2ul].life = (t35 == 4) ? (t37 & 3) : first_block_1.records[2ul].life;
    first_block_2.records[3ul].life = (t35 == 5) ? (t37 & 3) : first_block_1.records[3ul].life;
    first_block_2.records[4ul].life = (t35 == 6) ? (t37 & 3) : first_block_1.records[4ul].life;
    t44 = unspool_nondet_bool();
    end_1_2 = (t35 == 7) ? t44 : end_1_1;
    end_2_2 = (t35 == 8) ? t44 : end_2_1;
    end_3_2 = (t35 == 9) ? t44 : end_3_1;
    end_4_2 = (t35 == 10) ? t44 : end_4_1;
    /* create thread 1 */
    born_1 = now;
    created = 1;
    first_block_own_24 = 1;
    /* create thread 2 */
    born_2 = now;
    created_2 = 1;
    first_block_own_48 = 1;
    /* create thread 3 */
    born_3 = now;
    created_3 = 1;
    first_block_own_72 = 1;
    /* create thread 4 */
    born_4 = now;
    created_4 = 1;
    first_block_own_96 = 1;
    t48 = first_block.records[1ul].life;
    t49 = first_block_1.records[1ul].life;
    t50 = first_block_2.records[1ul].life;
    t51 = ((((now & 2) != 0) ? t50 : (((now & 1) != 0) ? t49 : t48)) != first_block_own_24) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
    t52 = first_block.records[2ul].life;
    t53 = first_block_1.records[2ul].life;
    t54 = first_block_2.records[2ul].life;
    t55 = ((((now & 2) != 0) ? t54 : (((now & 1) != 0) ? t53 : t52)) != first_block_own_48) ? ((unsigned char)((unsigned int)t51 << 1) | 1) : t51;
    t56 = first_block.records[3ul].life;
    t57 = first_block_1.records[3ul].life;
    t58 = first_block_2.records[3ul].life;
    t59 = ((((now & 2) != 0) ? t58 : (((now & 1) != 0) ? t57 : t56)) != first_block_own_72) ? ((unsigned char)((unsigned int)t55 << 1) | 1) : t55;
    t60 = first_block.records[4ul].life;
    t61 = first_block_1.records[4ul].life;
    t62 = first_block_2.records[4ul].life;
    t63 = ((((now & 2) != 0) ? t62 : (((now & 1) != 0) ? t61 : t60)) != first_block_own_96) ? ((unsigned char)((unsigned int)t59 << 1) | 1) : t59;
    unspool_assume(((t63 & (unsigned char)~now) & (unsigned char)~writes_0) == 0);
    unspool_assume((((t63 >> 1) & (unsigned char)~since) & (unsigned char)~joined) == 0);
    now = t63;
    t67 = first_block_1.records[1ul].life;
    t68 = first_block_2.records[1ul].life;
    unspool_assume((((now & 2) != 0) ? t68 : (((now & 1) != 0) ? t67 : first_block.records[1ul].life)) == first_block_own_24);
    t70 = first_block_1.records[2ul].life;
    t71 = first_block_2.records[2ul].life;
    unspool_assume((((now & 2) != 0) ? t71 : (((now & 1) != 0) ? t70 : first_block.records[2ul].life)) == first_block_own_48);
    t73 = first_block_1.records[3ul].life;
    t74 = first_block_2.records[3ul].life;
    unspool_assume((((now & 2) != 0) ? t74 : (((now & 1) != 0) ? t73 : first_block.records[3ul].life)) == first_block_own_72);
    t76 = first_block_1.records[4ul].life;
    t77 = first_block_2.records[4ul].life;
    unspool_assume((((now & 2) != 0) ? t77 : (((now & 1) != 0) ? t76 : first_block.records[4ul].life)) == first_block_own_96);
    born_1 = created ? now : born_1;
    born_2 = created_2 ? now : born_2;
    born_3 = created_3 ? now : born_3;
    born_4 = created_4 ? now : born_4;
    next_0_1 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_0_1) == 0) && ((next_0_1 <= 7) && ((next_0_1 & (unsigned char)((unsigned int)next_0_1 + 1u)) == 0)));
    unspool_assume(((next_0_1 & (unsigned char)~now) & writes_0) == 0);
    unspool_assume(((next_0_1 & (unsigned char)~(next_0_1 >> 1)) & joined) == 0);
    now = next_0_1;
    position = now;
    since = now;
    created = 0;
    created_2 = 0;
    created_3 = 0;
    created_4 = 0;
    /* cs(1) */
    if (next_0_1 == 7) goto L6;
    unspool_assume(((now & 2) != 0) ? end_1_2 : (((now & 1) != 0) ? end_1_1 : end_1));
    first_block_own_24 = 3;
    t88 = first_block.records[1ul].life;
    t89 = first_block_1.records[1ul].life;
    t90 = first_block_2.records[1ul].life;
    t91 = ((((now & 2) != 0) ? t90 : (((now & 1) != 0) ? t89 : t88)) != first_block_own_24) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
    unspool_assume(((t91 & (unsigned char)~now) & (unsigned char)~writes_0) == 0);
    now = t91;
    t94 = first_block_1.records[1ul].life;
    t95 = first_block_2.records[1ul].life;
    unspool_assume((((now & 2) != 0) ? t95 : (((now & 1) != 0) ? t94 : first_block.records[1ul].life)) == first_block_own_24);
    next_0_2 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_0_2) == 0) && ((next_0_2 <= 7) && ((next_0_2 & (unsigned char)((unsigned int)next_0_2 + 1u)) == 0)));
    unspool_assume(((next_0_2 & (unsigned char)~now) & writes_0) == 0);
    unspool_assume(((next_0_2 & (unsigned char)~(next_0_2 >> 1)) & joined) == 0);
    now = next_0_2;
    position = now;
    since = now;
    created = 0;
    created_2 = 0;
    created_3 = 0;
    created_4 = 0;
    /* cs(2) */
    if (next_0_2 == 7) goto L6;
    unspool_assume(((now & 2) != 0) ? end_2_2 : (((now & 1) != 0) ? end_2_1 : end_2));
    first_block_own_48 = 3;
    t102 = first_block.records[2ul].life;
    t103 = first_block_1.records[2ul].life;
    t104 = first_block_2.records[2ul].life;
    t105 = ((((now & 2) != 0) ? t104 : (((now & 1) != 0) ? t103 : t102)) != first_block_own_48) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
    unspool_assume(((t105 & (unsigned char)~now) & (unsigned char)~writes_0) == 0);
    now = t105;
    t108 = first_block_1.records[2ul].life;
    t109 = first_block_2.records[2ul].life;
    unspool_assume((((now & 2) != 0) ? t109 : (((now & 1) != 0) ? t108 : first_block.records[2ul].life)) == first_block_own_48);
    next_0_3 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_0_3) == 0) && ((next_0_3 <= 7) && ((next_0_3 & (unsigned char)((unsigned int)next_0_3 + 1u)) == 0)));
    unspool_assume(((next_0_3 & (unsigned char)~now) & writes_0) == 0);
    unspool_assume(((next_0_3 & (unsigned char)~(next_0_3 >> 1)) & joined) == 0);
    now = next_0_3;
    position = now;
    since = now;
    created = 0;
    created_2 = 0;
    created_3 = 0;
    created_4 = 0;
    /* cs(3) */
    if (next_0_3 == 7) goto L6;
    unspool_assume(((now & 2) != 0) ? end_3_2 : (((now & 1) != 0) ? end_3_1 : end_3));
    first_block_own_72 = 3;
    t116 = first_block.records[3ul].life;
    t117 = first_block_1.records[3ul].life;
    t118 = first_block_2.records[3ul].life;
    t119 = ((((now & 2) != 0) ? t118 : (((now & 1) != 0) ? t117 : t116)) != first_block_own_72) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
    unspool_assume(((t119 & (unsigned char)~now) & (unsigned char)~writes_0) == 0);
    now = t119;
    t122 = first_block_1.records[3ul].life;
    t123 = first_block_2.records[3ul].life;
    unspool_assume((((now & 2) != 0) ? t123 : (((now & 1) != 0) ? t122 : first_block.records[3ul].life)) == first_block_own_72);
    next_0_4 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_0_4) == 0) && ((next_0_4 <= 7) && ((next_0_4 & (unsigned char)((unsigned int)next_0_4 + 1u)) == 0)));
    unspool_assume(((next_0_4 & (unsigned char)~now) & writes_0) == 0);
    unspool_assume(((next_0_4 & (unsigned char)~(next_0_4 >> 1)) & joined) == 0);
    now = next_0_4;
    position = now;
    since = now;
    created = 0;
    created_2 = 0;
    created_3 = 0;
    created_4 = 0;
    /* cs(4) */
    if (next_0_4 == 7) goto L6;
    unspool_assume(((now & 2) != 0) ? end_4_2 : (((now & 1) != 0) ? end_4_1 : end_4));
    first_block_own_96 = 3;
    t130 = first_block.records[4ul].life;
    t131 = first_block_1.records[4ul].life;
    t132 = first_block_2.records[4ul].life;
    t133 = ((((now & 2) != 0) ? t132 : (((now & 1) != 0) ? t131 : t130)) != first_block_own_96) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
    unspool_assume(((t133 & (unsigned char)~now) & (unsigned char)~writes_0) == 0);
    now = t133;
    t136 = first_block_1.records[4ul].life;
    t137 = first_block_2.records[4ul].life;
    unspool_assume((((now & 2) != 0) ? t137 : (((now & 1) != 0) ? t136 : first_block.records[4ul].life)) == first_block_own_96);
    next_0_5 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_0_5) == 0) && ((next_0_5 <= 7) && ((next_0_5 & (unsigned char)((unsigned int)next_0_5 + 1u)) == 0)));
    unspool_assume(((next_0_5 & (unsigned char)~now) & writes_0) == 0);
    unspool_assume(((next_0_5 & (unsigned char)~(next_0_5 >> 1)) & joined) == 0);
    now = next_0_5;
    position = now;
    since = now;
    created = 0;
    created_2 = 0;
    created_3 = 0;
    created_4 = 0;
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
    struct __unspool_thread_record *t7;
    int t8;
    int t9;
    UNSPOOL_COUNTER(3, unsigned char) now;
    int m_own_0;
    _Bool m_new_0;
    int c_own_0;
    _Bool c_new_0;
    UNSPOOL_COUNTER(3, unsigned char) since;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_0;
    int t23;
    int t28;
    int t29;
    int t30;
    unsigned char t31;
    int t35;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_1;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_2;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_3;
    int t53;
    int t61;
    int t62;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_4;
    int t66;
    int t67;
    int t68;
    unsigned char t69;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_5;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_6;
    int t83;
    int t84;
    int t85;
    unsigned char t86;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_7;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_8;
    int t100;
    int t101;
    int t102;
    unsigned char t103;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_9;
    int t111;
    int t112;
    int t113;
    unsigned char t114;
    int t115;
    int t116;
    int t117;
    unsigned char t118;
    int t123;
    _Bool t127;
    _Bool t128;
    _Bool t129;
    _Bool t130;
    unsigned char t131;
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
    if (next_1_0 == 7) goto L25;
    t23 = m_2.state.holder;
    t5 = m_new_0 ? m_own_0 : (((now & 2) != 0) ? t23 : (((now & 1) != 0) ? m_1.state.holder : m.state.holder));
    unspool_assume((t5 <= 0) || (t5 == 2));
    if (t5 >= 0) {
        if (t5 != 2) {
            m_own_0 = 2;
            m_new_0 = 1;
            t28 = m.state.holder;
            t29 = m_1.state.holder;
            t30 = m_2.state.holder;
            t31 = ((((now & 2) != 0) ? t30 : (((now & 1) != 0) ? t29 : t28)) != m_own_0) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
            unspool_assume(((t31 & (unsigned char)~now) & (unsigned char)~writes_1) == 0);
            now = t31;
            t35 = m_2.state.holder;
            unspool_assume((((now & 2) != 0) ? t35 : (((now & 1) != 0) ? m_1.state.holder : m.state.holder)) == m_own_0);
            m_new_0 = 0;
            next_1_1 = unspool_nondet_u8();
            unspool_assume(((now & (unsigned char)~next_1_1) == 0) && ((next_1_1 <= 7) && ((next_1_1 & (unsigned char)((unsigned int)next_1_1 + 1u)) == 0)));
            unspool_assume(((next_1_1 & (unsigned char)~now) & writes_1) == 0);
            unspool_assume(((next_1_1 & (unsigned char)~(next_1_1 >> 1)) & joined) == 0);
            now = next_1_1;
            position = now;
            since = now;
            /* cs(1) */
            if (next_1_1 == 7) goto L25;
            if ((c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c))) > 0) {
                next_1_2 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_1_2) == 0) && ((next_1_2 <= 7) && ((next_1_2 & (unsigned char)((unsigned int)next_1_2 + 1u)) == 0)));
                unspool_assume(((next_1_2 & (unsigned char)~now) & writes_1) == 0);
                unspool_assume(((next_1_2 & (unsigned char)~(next_1_2 >> 1)) & joined) == 0);
                now = next_1_2;
                position = now;
                since = now;
                /* cs(2) */
                if (next_1_2 == 7) goto L25;
                t3 = c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c));
                next_1_3 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_1_3) == 0) && ((next_1_3 <= 7) && ((next_1_3 & (unsigned char)((unsigned int)next_1_3 + 1u)) == 0)));
                unspool_assume(((next_1_3 & (unsigned char)~now) & writes_1) == 0);
                unspool_assume(((next_1_3 & (unsigned char)~(next_1_3 >> 1)) & joined) == 0);
                now = next_1_3;
                position = now;
                since = now;
                /* cs(3) */
                if (next_1_3 == 7) goto L25;
                c_own_0 = (int)((unsigned int)t3 + 1u);
                c_new_0 = 1;
                t53 = m_2.state.holder;
                t6 = m_new_0 ? m_own_0 : (((now & 2) != 0) ? t53 : (((now & 1) != 0) ? m_1.state.holder : m.state.holder));
                if (t6 >= 0) {
                    if (t6 != 0) {
                        if ((t6 <= 0) || (t6 == 2)) {
                            m_own_0 = 0;
                            m_new_0 = 1;
                            t61 = first_block_1.records[1ul].life;
                            t62 = first_block_2.records[1ul].life;
                            t8 = ((now & 2) != 0) ? t62 : (((now & 1) != 0) ? t61 : first_block.records[1ul].life);
                            t7 = (t8 == 0) ? (struct __unspool_thread_record *)0 : &first_block.records[1ul];
                            if (t7 != (struct __unspool_thread_record *)0) {
                                unspool_assume((unsigned long)(unsigned char *)(void *)&t7->result == (unsigned long)((unsigned char *)(void *)&first_block + 32ul));
                                first_block.records[1ul].result = (void *)0;
                                unspool_assume((unsigned long)(unsigned char *)(void *)&t7->ended == (unsigned long)((unsigned char *)(void *)&first_block + 28ul));
                                first_block.records[1ul].ended = 1;
                            }
                            t111 = m.state.holder;
                            t112 = m_1.state.holder;
                            t113 = m_2.state.holder;
                            t114 = ((((now & 2) != 0) ? t113 : (((now & 1) != 0) ? t112 : t111)) != m_own_0) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
                            t115 = c;
                            t116 = c_1;
                            t117 = c_2;
                            t118 = ((((now & 2) != 0) ? t117 : (((now & 1) != 0) ? t116 : t115)) != c_own_0) ? ((unsigned char)((unsigned int)t114 << 1) | 1) : t114;
                            unspool_assume(((t118 & (unsigned char)~now) & (unsigned char)~writes_1) == 0);
                            unspool_assume((((t118 >> 1) & (unsigned char)~since) & (unsigned char)~joined) == 0);
                            now = t118;
                            t123 = m_2.state.holder;
                            unspool_assume((((now & 2) != 0) ? t123 : (((now & 1) != 0) ? m_1.state.holder : m.state.holder)) == m_own_0);
                            unspool_assume((((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c)) == c_own_0);
                            m_new_0 = 0;
                            c_new_0 = 0;
                            t127 = 1;
                            t128 = end_1;
                            t129 = end_1_1;
                            t130 = end_1_2;
                            t131 = ((((now & 2) != 0) ? t130 : (((now & 1) != 0) ? t129 : t128)) != t127) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
                            unspool_assume(((t131 & (unsigned char)~now) & (unsigned char)~writes_1) == 0);
                            unspool_assume((((t131 >> 1) & (unsigned char)~since) & (unsigned char)~joined) == 0);
                            now = t131;
                            unspool_assume((((now & 2) != 0) ? end_1_2 : (((now & 1) != 0) ? end_1_1 : end_1)) == t127);
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
                if (next_1_4 == 7) goto L25;
                c_own_0 = 0;
                c_new_0 = 1;
                t66 = c;
                t67 = c_1;
                t68 = c_2;
                t69 = ((((now & 2) != 0) ? t68 : (((now & 1) != 0) ? t67 : t66)) != c_own_0) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
                unspool_assume(((t69 & (unsigned char)~now) & (unsigned char)~writes_1) == 0);
                now = t69;
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
                if (next_1_5 == 7) goto L25;
                t4 = c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c));
                next_1_6 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_1_6) == 0) && ((next_1_6 <= 7) && ((next_1_6 & (unsigned char)((unsigned int)next_1_6 + 1u)) == 0)));
                unspool_assume(((next_1_6 & (unsigned char)~now) & writes_1) == 0);
                unspool_assume(((next_1_6 & (unsigned char)~(next_1_6 >> 1)) & joined) == 0);
                now = next_1_6;
                position = now;
                since = now;
                /* cs(6) */
                if (next_1_6 == 7) goto L25;
                c_own_0 = (int)((unsigned int)t4 + 1u);
                c_new_0 = 1;
                t83 = c;
                t84 = c_1;
                t85 = c_2;
                t86 = ((((now & 2) != 0) ? t85 : (((now & 1) != 0) ? t84 : t83)) != c_own_0) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
                unspool_assume(((t86 & (unsigned char)~now) & (unsigned char)~writes_1) == 0);
                now = t86;
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
                if (next_1_7 == 7) goto L25;
                t9 = c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c));
                next_1_8 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_1_8) == 0) && ((next_1_8 <= 7) && ((next_1_8 & (unsigned char)((unsigned int)next_1_8 + 1u)) == 0)));
                unspool_assume(((next_1_8 & (unsigned char)~now) & writes_1) == 0);
                unspool_assume(((next_1_8 & (unsigned char)~(next_1_8 >> 1)) & joined) == 0);
                now = next_1_8;
                position = now;
                since = now;
                /* cs(8) */
                if (next_1_8 == 7) goto L25;
                c_own_0 = (int)((unsigned int)t9 + 1u);
                c_new_0 = 1;
                t100 = c;
                t101 = c_1;
                t102 = c_2;
                t103 = ((((now & 2) != 0) ? t102 : (((now & 1) != 0) ? t101 : t100)) != c_own_0) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
                unspool_assume(((t103 & (unsigned char)~now) & (unsigned char)~writes_1) == 0);
                now = t103;
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
                if (next_1_9 == 7) goto L25;
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
L25:
    return;
}

static void P_2(void)
{
    int t3;
    int t4;
    int t5;
    int t6;
    struct __unspool_thread_record *t7;
    int t8;
    UNSPOOL_COUNTER(3, unsigned char) now;
    int m_own_0;
    _Bool m_new_0;
    int c_own_0;
    _Bool c_new_0;
    UNSPOOL_COUNTER(3, unsigned char) since;
    static UNSPOOL_COUNTER(3, unsigned char) next_2_0;
    int t22;
    int t27;
    int t28;
    int t29;
    unsigned char t30;
    int t34;
    static UNSPOOL_COUNTER(3, unsigned char) next_2_1;
    static UNSPOOL_COUNTER(3, unsigned char) next_2_2;
    static UNSPOOL_COUNTER(3, unsigned char) next_2_3;
    static UNSPOOL_COUNTER(3, unsigned char) next_2_4;
    int t53;
    int t54;
    int t55;
    unsigned char t56;
    static UNSPOOL_COUNTER(3, unsigned char) next_2_5;
    static UNSPOOL_COUNTER(3, unsigned char) next_2_6;
    int t72;
    int t79;
    int t80;
    int t81;
    unsigned char t82;
    int t83;
    int t84;
    int t85;
    unsigned char t86;
    int t91;
    static UNSPOOL_COUNTER(3, unsigned char) next_2_7;
    int t99;
    int t100;
    _Bool t101;
    _Bool t102;
    _Bool t103;
    _Bool t104;
    unsigned char t105;
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
    if (next_2_0 == 7) goto L24;
    t22 = m_2.state.holder;
    t5 = m_new_0 ? m_own_0 : (((now & 2) != 0) ? t22 : (((now & 1) != 0) ? m_1.state.holder : m.state.holder));
    unspool_assume((t5 <= 0) || (t5 == 3));
    if (t5 >= 0) {
        if (t5 != 3) {
            m_own_0 = 3;
            m_new_0 = 1;
            t27 = m.state.holder;
            t28 = m_1.state.holder;
            t29 = m_2.state.holder;
            t30 = ((((now & 2) != 0) ? t29 : (((now & 1) != 0) ? t28 : t27)) != m_own_0) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
            unspool_assume(((t30 & (unsigned char)~now) & (unsigned char)~writes_2) == 0);
            now = t30;
            t34 = m_2.state.holder;
            unspool_assume((((now & 2) != 0) ? t34 : (((now & 1) != 0) ? m_1.state.holder : m.state.holder)) == m_own_0);
            m_new_0 = 0;
            next_2_1 = unspool_nondet_u8();
            unspool_assume(((now & (unsigned char)~next_2_1) == 0) && ((next_2_1 <= 7) && ((next_2_1 & (unsigned char)((unsigned int)next_2_1 + 1u)) == 0)));
            unspool_assume(((next_2_1 & (unsigned char)~now) & writes_2) == 0);
            unspool_assume(((next_2_1 & (unsigned char)~(next_2_1 >> 1)) & joined) == 0);
            now = next_2_1;
            position = now;
            since = now;
            /* cs(1) */
            if (next_2_1 == 7) goto L24;
            if ((c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c))) > 0) {
                next_2_2 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_2_2) == 0) && ((next_2_2 <= 7) && ((next_2_2 & (unsigned char)((unsigned int)next_2_2 + 1u)) == 0)));
                unspool_assume(((next_2_2 & (unsigned char)~now) & writes_2) == 0);
                unspool_assume(((next_2_2 & (unsigned char)~(next_2_2 >> 1)) & joined) == 0);
                now = next_2_2;
                position = now;
                since = now;
                /* cs(2) */
                if (next_2_2 == 7) goto L24;
                t3 = c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c));
                next_2_3 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_2_3) == 0) && ((next_2_3 <= 7) && ((next_2_3 & (unsigned char)((unsigned int)next_2_3 + 1u)) == 0)));
                unspool_assume(((next_2_3 & (unsigned char)~now) & writes_2) == 0);
                unspool_assume(((next_2_3 & (unsigned char)~(next_2_3 >> 1)) & joined) == 0);
                now = next_2_3;
                position = now;
                since = now;
                /* cs(3) */
                if (next_2_3 == 7) goto L24;
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
                if (next_2_4 == 7) goto L24;
                c_own_0 = 0;
                c_new_0 = 1;
                t53 = c;
                t54 = c_1;
                t55 = c_2;
                t56 = ((((now & 2) != 0) ? t55 : (((now & 1) != 0) ? t54 : t53)) != c_own_0) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
                unspool_assume(((t56 & (unsigned char)~now) & (unsigned char)~writes_2) == 0);
                now = t56;
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
                if (next_2_5 == 7) goto L24;
                t4 = c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c));
                next_2_6 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_2_6) == 0) && ((next_2_6 <= 7) && ((next_2_6 & (unsigned char)((unsigned int)next_2_6 + 1u)) == 0)));
                unspool_assume(((next_2_6 & (unsigned char)~now) & writes_2) == 0);
                unspool_assume(((next_2_6 & (unsigned char)~(next_2_6 >> 1)) & joined) == 0);
                now = next_2_6;
                position = now;
                since = now;
                /* cs(6) */
                if (next_2_6 == 7) goto L24;
                c_own_0 = (int)((unsigned int)t4 + 1u);
                c_new_0 = 1;
            }
            t72 = m_2.state.holder;
            t6 = m_new_0 ? m_own_0 : (((now & 2) != 0) ? t72 : (((now & 1) != 0) ? m_1.state.holder : m.state.holder));
            if (t6 >= 0) {
                if (t6 != 0) {
                    if ((t6 <= 0) || (t6 == 3)) {
                        m_own_0 = 0;
                        m_new_0 = 1;
                        t79 = m.state.holder;
                        t80 = m_1.state.holder;
                        t81 = m_2.state.holder;
                        t82 = ((((now & 2) != 0) ? t81 : (((now & 1) != 0) ? t80 : t79)) != m_own_0) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
                        t83 = c;
                        t84 = c_1;
                        t85 = c_2;
                        t86 = ((((now & 2) != 0) ? t85 : (((now & 1) != 0) ? t84 : t83)) != c_own_0) ? ((unsigned char)((unsigned int)t82 << 1) | 1) : t82;
                        unspool_assume(((t86 & (unsigned char)~now) & (unsigned char)~writes_2) == 0);
                        unspool_assume((((t86 >> 1) & (unsigned char)~since) & (unsigned char)~joined) == 0);
                        now = t86;
                        t91 = m_2.state.holder;
                        unspool_assume((((now & 2) != 0) ? t91 : (((now & 1) != 0) ? m_1.state.holder : m.state.holder)) == m_own_0);
                        unspool_assume((((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c)) == c_own_0);
                        m_new_0 = 0;
                        c_new_0 = 0;
                        next_2_7 = unspool_nondet_u8();
                        unspool_assume(((now & (unsigned char)~next_2_7) == 0) && ((next_2_7 <= 7) && ((next_2_7 & (unsigned char)((unsigned int)next_2_7 + 1u)) == 0)));
                        unspool_assume(((next_2_7 & (unsigned char)~now) & writes_2) == 0);
                        unspool_assume(((next_2_7 & (unsigned char)~(next_2_7 >> 1)) & joined) == 0);
                        now = next_2_7;
                        position = now;
                        since = now;
                        /* cs(7) */
                        if (next_2_7 == 7) goto L24;
                        t99 = first_block_1.records[2ul].life;
                        t100 = first_block_2.records[2ul].life;
                        t8 = ((now & 2) != 0) ? t100 : (((now & 1) != 0) ? t99 : first_block.records[2ul].life);
                        t7 = (t8 == 0) ? (struct __unspool_thread_record *)0 : &first_block.records[2ul];
                        if (t7 != (struct __unspool_thread_record *)0) {
                            unspool_assume((unsigned long)(unsigned char *)(void *)&t7->result == (unsigned long)((unsigned char *)(void *)&first_block + 56ul));
                            first_block.records[2ul].result = (void *)0;
                            unspool_assume((unsigned long)(unsigned char *)(void *)&t7->ended == (unsigned long)((unsigned char *)(void *)&first_block + 52ul));
                            first_block.records[2ul].ended = 1;
                        }
                        t101 = 1;
                        t102 = end_2;
                        t103 = end_2_1;
                        t104 = end_2_2;
                        t105 = ((((now & 2) != 0) ? t104 : (((now & 1) != 0) ? t103 : t102)) != t101) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
                        unspool_assume(((t105 & (unsigned char)~now) & (unsigned char)~writes_2) == 0);
                        now = t105;
                        unspool_assume((((now & 2) != 0) ? end_2_2 : (((now & 1) != 0) ? end_2_1 : end_2)) == t101);
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
L24:
    return;
}

static void C_3(void)
{
    int t3;
    struct __unspool_thread_record *t5;
    int t6;
    UNSPOOL_COUNTER(3, unsigned char) now;
    int c_own_0;
    _Bool c_new_0;
    static UNSPOOL_COUNTER(3, unsigned char) next_3_0;
    static UNSPOOL_COUNTER(3, unsigned char) next_3_1;
    static UNSPOOL_COUNTER(3, unsigned char) next_3_2;
    int t27;
    int t28;
    int t29;
    unsigned char t30;
    static UNSPOOL_COUNTER(3, unsigned char) next_3_3;
    int t42;
    int t43;
    _Bool t46;
    _Bool t47;
    _Bool t48;
    _Bool t49;
    unsigned char t50;
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
    if (next_3_0 == 7) goto L9;
    unspool_assume((c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c))) > 0);
    next_3_1 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_3_1) == 0) && ((next_3_1 <= 7) && ((next_3_1 & (unsigned char)((unsigned int)next_3_1 + 1u)) == 0)));
    unspool_assume(((next_3_1 & (unsigned char)~now) & writes_3) == 0);
    unspool_assume(((next_3_1 & (unsigned char)~(next_3_1 >> 1)) & joined) == 0);
    now = next_3_1;
    position = now;
    /* cs(1) */
    if (next_3_1 == 7) goto L9;
    t3 = c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c));
    next_3_2 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_3_2) == 0) && ((next_3_2 <= 7) && ((next_3_2 & (unsigned char)((unsigned int)next_3_2 + 1u)) == 0)));
    unspool_assume(((next_3_2 & (unsigned char)~now) & writes_3) == 0);
    unspool_assume(((next_3_2 & (unsigned char)~(next_3_2 >> 1)) & joined) == 0);
    now = next_3_2;
    position = now;
    /* cs(2) */
    if (next_3_2 == 7) goto L9;
    c_own_0 = (int)((unsigned int)t3 - 1u);
    c_new_0 = 1;
    t27 = c;
    t28 = c_1;
    t29 = c_2;
    t30 = ((((now & 2) != 0) ? t29 : (((now & 1) != 0) ? t28 : t27)) != c_own_0) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
    unspool_assume(((t30 & (unsigned char)~now) & (unsigned char)~writes_3) == 0);
    now = t30;
    unspool_assume((((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c)) == c_own_0);
    c_new_0 = 0;
    next_3_3 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_3_3) == 0) && ((next_3_3 <= 7) && ((next_3_3 & (unsigned char)((unsigned int)next_3_3 + 1u)) == 0)));
    unspool_assume(((next_3_3 & (unsigned char)~now) & writes_3) == 0);
    unspool_assume(((next_3_3 & (unsigned char)~(next_3_3 >> 1)) & joined) == 0);
    now = next_3_3;
    position = now;
    /* cs(3) */
    if (next_3_3 == 7) goto L9;
    if ((c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c))) >= 0) {
        t42 = first_block_1.records[3ul].life;
        t43 = first_block_2.records[3ul].life;
        t6 = ((now & 2) != 0) ? t43 : (((now & 1) != 0) ? t42 : first_block.records[3ul].life);
        t5 = (t6 == 0) ? (struct __unspool_thread_record *)0 : &first_block.records[3ul];
        if (t5 != (struct __unspool_thread_record *)0) {
            unspool_assume((unsigned long)(unsigned char *)(void *)&t5->result == (unsigned long)((unsigned char *)(void *)&first_block + 80ul));
            first_block.records[3ul].result = (void *)0;
            unspool_assume((unsigned long)(unsigned char *)(void *)&t5->ended == (unsigned long)((unsigned char *)(void *)&first_block + 76ul));
            first_block.records[3ul].ended = 1;
        }
        t46 = 1;
        t47 = end_3;
        t48 = end_3_1;
        t49 = end_3_2;
        t50 = ((((now & 2) != 0) ? t49 : (((now & 1) != 0) ? t48 : t47)) != t46) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
        unspool_assume(((t50 & (unsigned char)~now) & (unsigned char)~writes_3) == 0);
        now = t50;
        unspool_assume((((now & 2) != 0) ? end_3_2 : (((now & 1) != 0) ? end_3_1 : end_3)) == t46);
        unspool_assume((writes_3 & (unsigned char)~now) == 0);
    } else {
        unspool_assume(error == 0u);
        error = 6u;
        unspool_assume((writes_3 & (unsigned char)~now) == 0);
    }
L9:
    return;
}

static void C_4(void)
{
    int t3;
    struct __unspool_thread_record *t5;
    int t6;
    UNSPOOL_COUNTER(3, unsigned char) now;
    int c_own_0;
    _Bool c_new_0;
    static UNSPOOL_COUNTER(3, unsigned char) next_4_0;
    static UNSPOOL_COUNTER(3, unsigned char) next_4_1;
    static UNSPOOL_COUNTER(3, unsigned char) next_4_2;
    int t27;
    int t28;
    int t29;
    unsigned char t30;
    static UNSPOOL_COUNTER(3, unsigned char) next_4_3;
    int t42;
    int t43;
    _Bool t46;
    _Bool t47;
    _Bool t48;
    _Bool t49;
    unsigned char t50;
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
    if (next_4_0 == 7) goto L9;
    unspool_assume((c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c))) > 0);
    next_4_1 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_4_1) == 0) && ((next_4_1 <= 7) && ((next_4_1 & (unsigned char)((unsigned int)next_4_1 + 1u)) == 0)));
    unspool_assume(((next_4_1 & (unsigned char)~now) & writes_4) == 0);
    unspool_assume(((next_4_1 & (unsigned char)~(next_4_1 >> 1)) & joined) == 0);
    now = next_4_1;
    position = now;
    /* cs(1) */
    if (next_4_1 == 7) goto L9;
    t3 = c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c));
    next_4_2 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_4_2) == 0) && ((next_4_2 <= 7) && ((next_4_2 & (unsigned char)((unsigned int)next_4_2 + 1u)) == 0)));
    unspool_assume(((next_4_2 & (unsigned char)~now) & writes_4) == 0);
    unspool_assume(((next_4_2 & (unsigned char)~(next_4_2 >> 1)) & joined) == 0);
    now = next_4_2;
    position = now;
    /* cs(2) */
    if (next_4_2 == 7) goto L9;
    c_own_0 = (int)((unsigned int)t3 - 1u);
    c_new_0 = 1;
    t27 = c;
    t28 = c_1;
    t29 = c_2;
    t30 = ((((now & 2) != 0) ? t29 : (((now & 1) != 0) ? t28 : t27)) != c_own_0) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
    unspool_assume(((t30 & (unsigned char)~now) & (unsigned char)~writes_4) == 0);
    now = t30;
    unspool_assume((((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c)) == c_own_0);
    c_new_0 = 0;
    next_4_3 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_4_3) == 0) && ((next_4_3 <= 7) && ((next_4_3 & (unsigned char)((unsigned int)next_4_3 + 1u)) == 0)));
    unspool_assume(((next_4_3 & (unsigned char)~now) & writes_4) == 0);
    unspool_assume(((next_4_3 & (unsigned char)~(next_4_3 >> 1)) & joined) == 0);
    now = next_4_3;
    position = now;
    /* cs(3) */
    if (next_4_3 == 7) goto L9;
    if ((c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c))) >= 0) {
        t42 = first_block_1.records[4ul].life;
        t43 = first_block_2.records[4ul].life;
        t6 = ((now & 2) != 0) ? t43 : (((now & 1) != 0) ? t42 : first_block.records[4ul].life);
        t5 = (t6 == 0) ? (struct __unspool_thread_record *)0 : &first_block.records[4ul];
        if (t5 != (struct __unspool_thread_record *)0) {
            unspool_assume((unsigned long)(unsigned char *)(void *)&t5->result == (unsigned long)((unsigned char *)(void *)&first_block + 104ul));
            first_block.records[4ul].result = (void *)0;
            unspool_assume((unsigned long)(unsigned char *)(void *)&t5->ended == (unsigned long)((unsigned char *)(void *)&first_block + 100ul));
            first_block.records[4ul].ended = 1;
        }
        t46 = 1;
        t47 = end_4;
        t48 = end_4_1;
        t49 = end_4_2;
        t50 = ((((now & 2) != 0) ? t49 : (((now & 1) != 0) ? t48 : t47)) != t46) ? ((unsigned char)((unsigned int)now << 1) | 1) : now;
        unspool_assume(((t50 & (unsigned char)~now) & (unsigned char)~writes_4) == 0);
        now = t50;
        unspool_assume((((now & 2) != 0) ? end_4_2 : (((now & 1) != 0) ? end_4_1 : end_4)) == t46);
        unspool_assume((writes_4 & (unsigned char)~now) == 0);
    } else {
        unspool_assume(error == 0u);
        error = 6u;
        unspool_assume((writes_4 & (unsigned char)~now) == 0);
    }
L9:
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
