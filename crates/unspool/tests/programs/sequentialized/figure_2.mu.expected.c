
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
static UNSPOOL_COUNTER(10, unsigned short) location_1;
static _Bool joined_1;
static UNSPOOL_COUNTER(3, unsigned char) writer_2;
static UNSPOOL_COUNTER(10, unsigned short) location_2;
static UNSPOOL_COUNTER(3, unsigned char) ahead_0_0;
static UNSPOOL_COUNTER(3, unsigned char) ahead_0_1;
static UNSPOOL_COUNTER(3, unsigned char) ahead_0_2;
static UNSPOOL_COUNTER(3, unsigned char) ahead_1_0;
static UNSPOOL_COUNTER(3, unsigned char) ahead_1_1;
static UNSPOOL_COUNTER(3, unsigned char) ahead_1_2;
static UNSPOOL_COUNTER(3, unsigned char) ahead_2_0;
static UNSPOOL_COUNTER(3, unsigned char) ahead_2_1;
static UNSPOOL_COUNTER(3, unsigned char) ahead_2_2;
static UNSPOOL_COUNTER(3, unsigned char) ahead_3_0;
static UNSPOOL_COUNTER(3, unsigned char) ahead_3_1;
static UNSPOOL_COUNTER(3, unsigned char) ahead_3_2;
static UNSPOOL_COUNTER(3, unsigned char) ahead_4_0;
static UNSPOOL_COUNTER(3, unsigned char) ahead_4_1;
static UNSPOOL_COUNTER(3, unsigned char) ahead_4_2;
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
    UNSPOOL_COUNTER(3, unsigned char) ahead;
    UNSPOOL_COUNTER(3, unsigned char) since;
    _Bool created;
    _Bool created_2;
    _Bool created_3;
    _Bool created_4;
    unsigned short t23;
    int t25;
    _Bool t32;
    unsigned short t36;
    int t38;
    _Bool t45;
    int t50;
    int t52;
    int t53;
    int t65;
    int t66;
    int t67;
    int t69;
    int t70;
    int t82;
    int t83;
    int t84;
    int t86;
    int t87;
    int t99;
    int t100;
    int t101;
    int t103;
    int t104;
    int t116;
    int t117;
    static UNSPOOL_COUNTER(3, unsigned char) next_0_1;
    int t123;
    int t125;
    int t126;
    int t133;
    int t134;
    static UNSPOOL_COUNTER(3, unsigned char) next_0_2;
    int t140;
    int t142;
    int t143;
    int t150;
    int t151;
    static UNSPOOL_COUNTER(3, unsigned char) next_0_3;
    int t157;
    int t159;
    int t160;
    int t167;
    int t168;
    static UNSPOOL_COUNTER(3, unsigned char) next_0_4;
    int t174;
    int t176;
    int t177;
    int t184;
    int t185;
    static UNSPOOL_COUNTER(3, unsigned char) next_0_5;
    now = 0;
    position = now;
    first_block_own_24 = 0;
    first_block_own_48 = 0;
    first_block_own_72 = 0;
    first_block_own_96 = 0;
    ahead = 7;
    since = now;
    created_3 = 0;
    created = 0;
    created_4 = 0;
    created_2 = 0;
    c = 0;
    m.state.holder = 0;
    /* what memory contains behind each write */
    t23 = location_1;
    t25 = unspool_nondet_i32();
    m_1.state.holder = (t23 == 1) ? (t25 & 3) : m.state.holder;
    c_1 = (t23 == 65) ? ((int)((unsigned int)t25 << 28) >> 28) : c;
    first_block_1.records[1ul].life = (t23 == 93) ? (t25 & 3) : first_block.records[1ul].life;
    first_block_1.records[2ul].life = (t23 == 117) ? (t25 & 3) : first_block.records[2ul].life;
    first_block_1.records[3ul].life = (t23 == 141) ? (t25 & 3) : first_block.records[3ul].life;
    first_block_1.records[4ul].life = (t23 == 165) ? (t25 & 3) : first_block.records[4ul].life;
    t32 = unspool_nondet_bool();
    end_1_1 = (t23 == 837) ? t32 : end_1;
    end_2_1 = (t23 == 838) ? t32 : end_2;
    end_3_1 = (t23 == 839) ? t32 : end_3;
    end_4_1 = (t23 == 840) ? t32 : end_4;
    t36 = location_2;
    t38 = unspool_nondet_i32();
    m_2.state.holder = (t36 == 1) ? (t38 & 3) : m_1.state.holder;
    c_2 = (t36 == 65) ? ((int)((unsigned int)t38 << 28) >> 28) : c_1;
    first_block_2.records[1ul].life = (t36 == 93) ? (t38 & 3) : first_block_1.records[1ul].life;
    first_block_2.records[2ul].life = (t36 == 117) ? (t38 & 3) : first_block_1.records[2ul].life;
    first_block_2.records[3ul].life = (t36 == 141) ? (t38 & 3) : first_block_1.records[3ul].life;
    first_block_2.records[4ul].life = (t36 == 165) ? (t38 & 3) : first_block_1.records[4ul].life;
    t45 = unspool_nondet_bool();
    end_1_2 = (t36 == 837) ? t45 : end_1_1;
    end_2_2 = (t36 == 838) ? t45 : end_2_1;
    end_3_2 = (t36 == 839) ? t45 : end_3_1;
    end_4_2 = (t36 == 840) ? t45 : end_4_1;
    ahead = ahead_0_0;
    since = now;
    created_3 = 0;
    created = 0;
    created_4 = 0;
    created_2 = 0;
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
    t50 = first_block_own_24;
    t52 = first_block_1.records[1ul].life;
    t53 = first_block_2.records[1ul].life;
    if ((((now & 2) != 0) ? t53 : (((now & 1) != 0) ? t52 : first_block.records[1ul].life)) != t50) {
        unspool_assume(ahead == ((unsigned char)((unsigned int)now << 1) | 1));
        unspool_assume((now == since) || ((((now & 1) != 0) && (!((now & 2) != 0))) && joined_1));
        now = ahead;
        unspool_assume((((now & 2) != 0) ? location_2 : location_1) == 93);
        ahead = ((now & 2) != 0) ? ahead_0_2 : (((now & 1) != 0) ? ahead_0_1 : ahead_0_0);
        born_1 = created ? now : born_1;
        born_2 = created_2 ? now : born_2;
        born_3 = created_3 ? now : born_3;
        born_4 = created_4 ? now : born_4;
        t65 = first_block_1.records[1ul].life;
        t66 = first_block_2.records[1ul].life;
        unspool_assume((((now & 2) != 0) ? t66 : (((now & 1) != 0) ? t65 : first_block.records[1ul].life)) == t50);
    }
    t67 = first_block_own_48;
    t69 = first_block_1.records[2ul].life;
    t70 = first_block_2.records[2ul].life;
    if ((((now & 2) != 0) ? t70 : (((now & 1) != 0) ? t69 : first_block.records[2ul].life)) != t67) {
        unspool_assume(ahead == ((unsigned char)((unsigned int)now << 1) | 1));
        unspool_assume((now == since) || ((((now & 1) != 0) && (!((now & 2) != 0))) && joined_1));
        now = ahead;
        unspool_assume((((now & 2) != 0) ? location_2 : location_1) == 117);
        ahead = ((now & 2) != 0) ? ahead_0_2 : (((now & 1) != 0) ? ahead_0_1 : ahead_0_0);
        born_1 = created ? now : born_1;
        born_2 = created_2 ? now : born_2;
        born_3 = created_3 ? now : born_3;
        born_4 = created_4 ? now : born_4;
        t82 = first_block_1.records[2ul].life;
        t83 = first_block_2.records[2ul].life;
        unspool_assume((((now & 2) != 0) ? t83 : (((now & 1) != 0) ? t82 : first_block.records[2ul].life)) == t67);
    }
    t84 = first_block_own_72;
    t86 = first_block_1.records[3ul].life;
    t87 = first_block_2.records[3ul].life;
    if ((((now & 2) != 0) ? t87 : (((now & 1) != 0) ? t86 : first_block.records[3ul].life)) != t84) {
        unspool_assume(ahead == ((unsigned char)((unsigned int)now << 1) | 1));
        unspool_assume((now == since) || ((((now & 1) != 0) && (!((now & 2) != 0))) && joined_1));
        now = ahead;
        unspool_assume((((now & 2) != 0) ? location_2 : location_1) == 141);
        ahead = ((now & 2) != 0) ? ahead_0_2 : (((now & 1) != 0) ? ahead_0_1 : ahead_0_0);
        born_1 = created ? now : born_1;
        born_2 = created_2 ? now : born_2;
        born_3 = created_3 ? now : born_3;
        born_4 = created_4 ? now : born_4;
        t99 = first_block_1.records[3ul].life;
        t100 = first_block_2.records[3ul].life;
        unspool_assume((((now & 2) != 0) ? t100 : (((now & 1) != 0) ? t99 : first_block.records[3ul].life)) == t84);
    }
    t101 = first_block_own_96;
    t103 = first_block_1.records[4ul].life;
    t104 = first_block_2.records[4ul].life;
    if ((((now & 2) != 0) ? t104 : (((now & 1) != 0) ? t103 : first_block.records[4ul].life)) != t101) {
        unspool_assume(ahead == ((unsigned char)((unsigned int)now << 1) | 1));
        unspool_assume((now == since) || ((((now & 1) != 0) && (!((now & 2) != 0))) && joined_1));
        now = ahead;
        unspool_assume((((now & 2) != 0) ? location_2 : location_1) == 165);
        ahead = ((now & 2) != 0) ? ahead_0_2 : (((now & 1) != 0) ? ahead_0_1 : ahead_0_0);
        born_1 = created ? now : born_1;
        born_2 = created_2 ? now : born_2;
        born_3 = created_3 ? now : born_3;
        born_4 = created_4 ? now : born_4;
        t116 = first_block_1.records[4ul].life;
        t117 = first_block_2.records[4ul].life;
        unspool_assume((((now & 2) != 0) ? t117 : (((now & 1) != 0) ? t116 : first_block.records[4ul].life)) == t101);
    }
    next_0_1 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_0_1) == 0) && ((next_0_1 <= 7) && ((next_0_1 & (unsigned char)((unsigned int)next_0_1 + 1u)) == 0)));
    unspool_assume(((!((next_0_1 & 4) != 0)) && ((((unsigned char)((unsigned int)next_0_1 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_0_1 & 4) != 0) && ((ahead & 4) != 0)));
    unspool_assume(!((((next_0_1 & 1) != 0) && (!((next_0_1 & 2) != 0))) && joined_1));
    now = next_0_1;
    position = now;
    since = now;
    created_3 = 0;
    created = 0;
    created_4 = 0;
    created_2 = 0;
    /* cs(1) */
    if (next_0_1 == 7) goto L22;
    unspool_assume(((now & 2) != 0) ? end_1_2 : (((now & 1) != 0) ? end_1_1 : end_1));
    first_block_own_24 = 3;
    t123 = first_block_own_24;
    t125 = first_block_1.records[1ul].life;
    t126 = first_block_2.records[1ul].life;
    if ((((now & 2) != 0) ? t126 : (((now & 1) != 0) ? t125 : first_block.records[1ul].life)) != t123) {
        unspool_assume(ahead == ((unsigned char)((unsigned int)now << 1) | 1));
        now = ahead;
        unspool_assume((((now & 2) != 0) ? location_2 : location_1) == 93);
        ahead = ((now & 2) != 0) ? ahead_0_2 : (((now & 1) != 0) ? ahead_0_1 : ahead_0_0);
        t133 = first_block_1.records[1ul].life;
        t134 = first_block_2.records[1ul].life;
        unspool_assume((((now & 2) != 0) ? t134 : (((now & 1) != 0) ? t133 : first_block.records[1ul].life)) == t123);
    }
    next_0_2 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_0_2) == 0) && ((next_0_2 <= 7) && ((next_0_2 & (unsigned char)((unsigned int)next_0_2 + 1u)) == 0)));
    unspool_assume(((!((next_0_2 & 4) != 0)) && ((((unsigned char)((unsigned int)next_0_2 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_0_2 & 4) != 0) && ((ahead & 4) != 0)));
    unspool_assume(!((((next_0_2 & 1) != 0) && (!((next_0_2 & 2) != 0))) && joined_1));
    now = next_0_2;
    position = now;
    since = now;
    created_3 = 0;
    created = 0;
    created_4 = 0;
    created_2 = 0;
    /* cs(2) */
    if (next_0_2 == 7) goto L22;
    unspool_assume(((now & 2) != 0) ? end_2_2 : (((now & 1) != 0) ? end_2_1 : end_2));
    first_block_own_48 = 3;
    t140 = first_block_own_48;
    t142 = first_block_1.records[2ul].life;
    t143 = first_block_2.records[2ul].life;
    if ((((now & 2) != 0) ? t143 : (((now & 1) != 0) ? t142 : first_block.records[2ul].life)) != t140) {
        unspool_assume(ahead == ((unsigned char)((unsigned int)now << 1) | 1));
        now = ahead;
        unspool_assume((((now & 2) != 0) ? location_2 : location_1) == 117);
        ahead = ((now & 2) != 0) ? ahead_0_2 : (((now & 1) != 0) ? ahead_0_1 : ahead_0_0);
        t150 = first_block_1.records[2ul].life;
        t151 = first_block_2.records[2ul].life;
        unspool_assume((((now & 2) != 0) ? t151 : (((now & 1) != 0) ? t150 : first_block.records[2ul].life)) == t140);
    }
    next_0_3 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_0_3) == 0) && ((next_0_3 <= 7) && ((next_0_3 & (unsigned char)((unsigned int)next_0_3 + 1u)) == 0)));
    unspool_assume(((!((next_0_3 & 4) != 0)) && ((((unsigned char)((unsigned int)next_0_3 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_0_3 & 4) != 0) && ((ahead & 4) != 0)));
    unspool_assume(!((((next_0_3 & 1) != 0) && (!((next_0_3 & 2) != 0))) && joined_1));
    now = next_0_3;
    position = now;
    since = now;
    created_3 = 0;
    created = 0;
    created_4 = 0;
    created_2 = 0;
    /* cs(3) */
    if (next_0_3 == 7) goto L22;
    unspool_assume(((now & 2) != 0) ? end_3_2 : (((now & 1) != 0) ? end_3_1 : end_3));
    first_block_own_72 = 3;
    t157 = first_block_own_72;
    t159 = first_block_1.records[3ul].life;
    t160 = first_block_2.records[3ul].life;
    if ((((now & 2) != 0) ? t160 : (((now & 1) != 0) ? t159 : first_block.records[3ul].life)) != t157) {
        unspool_assume(ahead == ((unsigned char)((unsigned int)now << 1) | 1));
        now = ahead;
        unspool_assume((((now & 2) != 0) ? location_2 : location_1) == 141);
        ahead = ((now & 2) != 0) ? ahead_0_2 : (((now & 1) != 0) ? ahead_0_1 : ahead_0_0);
        t167 = first_block_1.records[3ul].life;
        t168 = first_block_2.records[3ul].life;
        unspool_assume((((now & 2) != 0) ? t168 : (((now & 1) != 0) ? t167 : first_block.records[3ul].life)) == t157);
    }
    next_0_4 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_0_4) == 0) && ((next_0_4 <= 7) && ((next_0_4 & (unsigned char)((unsigned int)next_0_4 + 1u)) == 0)));
    unspool_assume(((!((next_0_4 & 4) != 0)) && ((((unsigned char)((unsigned int)next_0_4 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_0_4 & 4) != 0) && ((ahead & 4) != 0)));
    unspool_assume(!((((next_0_4 & 1) != 0) && (!((next_0_4 & 2) != 0))) && joined_1));
    now = next_0_4;
    position = now;
    since = now;
    created_3 = 0;
    created = 0;
    created_4 = 0;
    created_2 = 0;
    /* cs(4) */
    if (next_0_4 == 7) goto L22;
    unspool_assume(((now & 2) != 0) ? end_4_2 : (((now & 1) != 0) ? end_4_1 : end_4));
    first_block_own_96 = 3;
    t174 = first_block_own_96;
    t176 = first_block_1.records[4ul].life;
    t177 = first_block_2.records[4ul].life;
    if ((((now & 2) != 0) ? t177 : (((now & 1) != 0) ? t176 : first_block.records[4ul].life)) != t174) {
        unspool_assume(ahead == ((unsigned char)((unsigned int)now << 1) | 1));
        now = ahead;
        unspool_assume((((now & 2) != 0) ? location_2 : location_1) == 165);
        ahead = ((now & 2) != 0) ? ahead_0_2 : (((now & 1) != 0) ? ahead_0_1 : ahead_0_0);
        t184 = first_block_1.records[4ul].life;
        t185 = first_block_2.records[4ul].life;
        unspool_assume((((now & 2) != 0) ? t185 : (((now & 1) != 0) ? t184 : first_block.records[4ul].life)) == t174);
    }
    next_0_5 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_0_5) == 0) && ((next_0_5 <= 7) && ((next_0_5 & (unsigned char)((unsigned int)next_0_5 + 1u)) == 0)));
    unspool_assume(((!((next_0_5 & 4) != 0)) && ((((unsigned char)((unsigned int)next_0_5 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_0_5 & 4) != 0) && ((ahead & 4) != 0)));
    unspool_assume(!((((next_0_5 & 1) != 0) && (!((next_0_5 & 2) != 0))) && joined_1));
    now = next_0_5;
    position = now;
    since = now;
    created_3 = 0;
    created = 0;
    created_4 = 0;
    created_2 = 0;
    /* cs(5) */
    if (next_0_5 == 7) goto L22;
    unspool_assume(0);
    goto L23;
L22:
    unspool_assume((ahead & 4) != 0);
L23:
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
    UNSPOOL_COUNTER(3, unsigned char) ahead;
    UNSPOOL_COUNTER(3, unsigned char) since;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_0;
    int t23;
    int t26;
    int t29;
    int t37;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_1;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_2;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_3;
    int t52;
    int t57;
    int t58;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_4;
    int t61;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_5;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_6;
    int t80;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_7;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_8;
    int t99;
    static UNSPOOL_COUNTER(3, unsigned char) next_1_9;
    int t113;
    int t116;
    int t125;
    int t126;
    _Bool t139;
    now = born_1;
    position = now;
    m_own_0 = 0;
    m_new_0 = 0;
    c_own_0 = 0;
    c_new_0 = 0;
    ahead = ahead_1_0;
    since = now;
    next_1_0 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_1_0) == 0) && ((next_1_0 <= 7) && ((next_1_0 & (unsigned char)((unsigned int)next_1_0 + 1u)) == 0)));
    unspool_assume(((!((next_1_0 & 4) != 0)) && ((((unsigned char)((unsigned int)next_1_0 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_1_0 & 4) != 0) && ((ahead & 4) != 0)));
    unspool_assume(!((((next_1_0 & 1) != 0) && (!((next_1_0 & 2) != 0))) && joined_1));
    now = next_1_0;
    position = now;
    since = now;
    /* cs(0) */
    if (next_1_0 == 7) goto L39;
    t23 = m_2.state.holder;
    t5 = m_new_0 ? m_own_0 : (((now & 2) != 0) ? t23 : (((now & 1) != 0) ? m_1.state.holder : m.state.holder));
    unspool_assume((t5 <= 0) || (t5 == 2));
    if (t5 >= 0) {
        if (t5 != 2) {
            m_own_0 = 2;
            m_new_0 = 1;
            t26 = m_own_0;
            t29 = m_2.state.holder;
            if ((((now & 2) != 0) ? t29 : (((now & 1) != 0) ? m_1.state.holder : m.state.holder)) != t26) {
                unspool_assume(ahead == ((unsigned char)((unsigned int)now << 1) | 1));
                now = ahead;
                unspool_assume((((now & 2) != 0) ? location_2 : location_1) == 1);
                ahead = ((now & 2) != 0) ? ahead_1_2 : (((now & 1) != 0) ? ahead_1_1 : ahead_1_0);
                t37 = m_2.state.holder;
                unspool_assume((((now & 2) != 0) ? t37 : (((now & 1) != 0) ? m_1.state.holder : m.state.holder)) == t26);
            }
            m_new_0 = 0;
            next_1_1 = unspool_nondet_u8();
            unspool_assume(((now & (unsigned char)~next_1_1) == 0) && ((next_1_1 <= 7) && ((next_1_1 & (unsigned char)((unsigned int)next_1_1 + 1u)) == 0)));
            unspool_assume(((!((next_1_1 & 4) != 0)) && ((((unsigned char)((unsigned int)next_1_1 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_1_1 & 4) != 0) && ((ahead & 4) != 0)));
            unspool_assume(!((((next_1_1 & 1) != 0) && (!((next_1_1 & 2) != 0))) && joined_1));
            now = next_1_1;
            position = now;
            since = now;
            /* cs(1) */
            if (next_1_1 == 7) goto L39;
            if ((c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c))) > 0) {
                next_1_2 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_1_2) == 0) && ((next_1_2 <= 7) && ((next_1_2 & (unsigned char)((unsigned int)next_1_2 + 1u)) == 0)));
                unspool_assume(((!((next_1_2 & 4) != 0)) && ((((unsigned char)((unsigned int)next_1_2 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_1_2 & 4) != 0) && ((ahead & 4) != 0)));
                unspool_assume(!((((next_1_2 & 1) != 0) && (!((next_1_2 & 2) != 0))) && joined_1));
                now = next_1_2;
                position = now;
                since = now;
                /* cs(2) */
                if (next_1_2 == 7) goto L39;
                t3 = c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c));
                next_1_3 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_1_3) == 0) && ((next_1_3 <= 7) && ((next_1_3 & (unsigned char)((unsigned int)next_1_3 + 1u)) == 0)));
                unspool_assume(((!((next_1_3 & 4) != 0)) && ((((unsigned char)((unsigned int)next_1_3 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_1_3 & 4) != 0) && ((ahead & 4) != 0)));
                unspool_assume(!((((next_1_3 & 1) != 0) && (!((next_1_3 & 2) != 0))) && joined_1));
                now = next_1_3;
                position = now;
                since = now;
                /* cs(3) */
                if (next_1_3 == 7) goto L39;
                c_own_0 = (int)((unsigned int)t3 + 1u);
                c_new_0 = 1;
                t52 = m_2.state.holder;
                t6 = m_new_0 ? m_own_0 : (((now & 2) != 0) ? t52 : (((now & 1) != 0) ? m_1.state.holder : m.state.holder));
                if (t6 >= 0) {
                    if (t6 != 0) {
                        if ((t6 <= 0) || (t6 == 2)) {
                            m_own_0 = 0;
                            m_new_0 = 1;
                            t57 = first_block_1.records[1ul].life;
                            t58 = first_block_2.records[1ul].life;
                            t8 = ((now & 2) != 0) ? t58 : (((now & 1) != 0) ? t57 : first_block.records[1ul].life);
                            t7 = (t8 == 0) ? (struct __unspool_thread_record *)0 : &first_block.records[1ul];
                            if (t7 != (struct __unspool_thread_record *)0) {
                                unspool_assume((unsigned long)(unsigned char *)(void *)&t7->result == (unsigned long)((unsigned char *)(void *)&first_block + 32ul));
                                first_block.records[1ul].result = (void *)0;
                                unspool_assume((unsigned long)(unsigned char *)(void *)&t7->ended == (unsigned long)((unsigned char *)(void *)&first_block + 28ul));
                                first_block.records[1ul].ended = 1;
                            }
                            t113 = m_own_0;
                            t116 = m_2.state.holder;
                            if ((((now & 2) != 0) ? t116 : (((now & 1) != 0) ? m_1.state.holder : m.state.holder)) != t113) {
                                unspool_assume(ahead == ((unsigned char)((unsigned int)now << 1) | 1));
                                unspool_assume((now == since) || ((((now & 1) != 0) && (!((now & 2) != 0))) && joined_1));
                                now = ahead;
                                unspool_assume((((now & 2) != 0) ? location_2 : location_1) == 1);
                                ahead = ((now & 2) != 0) ? ahead_1_2 : (((now & 1) != 0) ? ahead_1_1 : ahead_1_0);
                                t125 = m_2.state.holder;
                                unspool_assume((((now & 2) != 0) ? t125 : (((now & 1) != 0) ? m_1.state.holder : m.state.holder)) == t113);
                            }
                            m_new_0 = 0;
                            t126 = c_own_0;
                            if ((((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c)) != t126) {
                                unspool_assume(ahead == ((unsigned char)((unsigned int)now << 1) | 1));
                                unspool_assume((now == since) || ((((now & 1) != 0) && (!((now & 2) != 0))) && joined_1));
                                now = ahead;
                                unspool_assume((((now & 2) != 0) ? location_2 : location_1) == 65);
                                ahead = ((now & 2) != 0) ? ahead_1_2 : (((now & 1) != 0) ? ahead_1_1 : ahead_1_0);
                                unspool_assume((((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c)) == t126);
                            }
                            c_new_0 = 0;
                            t139 = 1;
                            if ((((now & 2) != 0) ? end_1_2 : (((now & 1) != 0) ? end_1_1 : end_1)) != t139) {
                                unspool_assume(ahead == ((unsigned char)((unsigned int)now << 1) | 1));
                                unspool_assume((now == since) || ((((now & 1) != 0) && (!((now & 2) != 0))) && joined_1));
                                now = ahead;
                                unspool_assume((((now & 2) != 0) ? location_2 : location_1) == 837);
                                ahead = ((now & 2) != 0) ? ahead_1_2 : (((now & 1) != 0) ? ahead_1_1 : ahead_1_0);
                                unspool_assume((((now & 2) != 0) ? end_1_2 : (((now & 1) != 0) ? end_1_1 : end_1)) == t139);
                            }
                            unspool_assume((ahead & 4) != 0);
                            goto L40;
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
                unspool_assume(((now & (unsigned char)~next_1_4) == 0) && ((next_1_4 <= 7) && ((next_1_4 & (unsigned char)((unsigned int)next_1_4 + 1u)) == 0)));
                unspool_assume(((!((next_1_4 & 4) != 0)) && ((((unsigned char)((unsigned int)next_1_4 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_1_4 & 4) != 0) && ((ahead & 4) != 0)));
                unspool_assume(!((((next_1_4 & 1) != 0) && (!((next_1_4 & 2) != 0))) && joined_1));
                now = next_1_4;
                position = now;
                since = now;
                /* cs(4) */
                if (next_1_4 == 7) goto L39;
                c_own_0 = 0;
                c_new_0 = 1;
                t61 = c_own_0;
                if ((((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c)) != t61) {
                    unspool_assume(ahead == ((unsigned char)((unsigned int)now << 1) | 1));
                    now = ahead;
                    unspool_assume((((now & 2) != 0) ? location_2 : location_1) == 65);
                    ahead = ((now & 2) != 0) ? ahead_1_2 : (((now & 1) != 0) ? ahead_1_1 : ahead_1_0);
                    unspool_assume((((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c)) == t61);
                }
                c_new_0 = 0;
                next_1_5 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_1_5) == 0) && ((next_1_5 <= 7) && ((next_1_5 & (unsigned char)((unsigned int)next_1_5 + 1u)) == 0)));
                unspool_assume(((!((next_1_5 & 4) != 0)) && ((((unsigned char)((unsigned int)next_1_5 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_1_5 & 4) != 0) && ((ahead & 4) != 0)));
                unspool_assume(!((((next_1_5 & 1) != 0) && (!((next_1_5 & 2) != 0))) && joined_1));
                now = next_1_5;
                position = now;
                since = now;
                /* cs(5) */
                if (next_1_5 == 7) goto L39;
                t4 = c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c));
                next_1_6 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_1_6) == 0) && ((next_1_6 <= 7) && ((next_1_6 & (unsigned char)((unsigned int)next_1_6 + 1u)) == 0)));
                unspool_assume(((!((next_1_6 & 4) != 0)) && ((((unsigned char)((unsigned int)next_1_6 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_1_6 & 4) != 0) && ((ahead & 4) != 0)));
                unspool_assume(!((((next_1_6 & 1) != 0) && (!((next_1_6 & 2) != 0))) && joined_1));
                now = next_1_6;
                position = now;
                since = now;
                /* cs(6) */
                if (next_1_6 == 7) goto L39;
                c_own_0 = (int)((unsigned int)t4 + 1u);
                c_new_0 = 1;
                t80 = c_own_0;
                if ((((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c)) != t80) {
                    unspool_assume(ahead == ((unsigned char)((unsigned int)now << 1) | 1));
                    now = ahead;
                    unspool_assume((((now & 2) != 0) ? location_2 : location_1) == 65);
                    ahead = ((now & 2) != 0) ? ahead_1_2 : (((now & 1) != 0) ? ahead_1_1 : ahead_1_0);
                    unspool_assume((((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c)) == t80);
                }
                c_new_0 = 0;
                next_1_7 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_1_7) == 0) && ((next_1_7 <= 7) && ((next_1_7 & (unsigned char)((unsigned int)next_1_7 + 1u)) == 0)));
                unspool_assume(((!((next_1_7 & 4) != 0)) && ((((unsigned char)((unsigned int)next_1_7 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_1_7 & 4) != 0) && ((ahead & 4) != 0)));
                unspool_assume(!((((next_1_7 & 1) != 0) && (!((next_1_7 & 2) != 0))) && joined_1));
                now = next_1_7;
                position = now;
                since = now;
                /* cs(7) */
                if (next_1_7 == 7) goto L39;
                t9 = c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c));
                next_1_8 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_1_8) == 0) && ((next_1_8 <= 7) && ((next_1_8 & (unsigned char)((unsigned int)next_1_8 + 1u)) == 0)));
                unspool_assume(((!((next_1_8 & 4) != 0)) && ((((unsigned char)((unsigned int)next_1_8 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_1_8 & 4) != 0) && ((ahead & 4) != 0)));
                unspool_assume(!((((next_1_8 & 1) != 0) && (!((next_1_8 & 2) != 0))) && joined_1));
                now = next_1_8;
                position = now;
                since = now;
                /* cs(8) */
                if (next_1_8 == 7) goto L39;
                c_own_0 = (int)((unsigned int)t9 + 1u);
                c_new_0 = 1;
                t99 = c_own_0;
                if ((((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c)) != t99) {
                    unspool_assume(ahead == ((unsigned char)((unsigned int)now << 1) | 1));
                    now = ahead;
                    unspool_assume((((now & 2) != 0) ? location_2 : location_1) == 65);
                    ahead = ((now & 2) != 0) ? ahead_1_2 : (((now & 1) != 0) ? ahead_1_1 : ahead_1_0);
                    unspool_assume((((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c)) == t99);
                }
                c_new_0 = 0;
                next_1_9 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_1_9) == 0) && ((next_1_9 <= 7) && ((next_1_9 & (unsigned char)((unsigned int)next_1_9 + 1u)) == 0)));
                unspool_assume(((!((next_1_9 & 4) != 0)) && ((((unsigned char)((unsigned int)next_1_9 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_1_9 & 4) != 0) && ((ahead & 4) != 0)));
                unspool_assume(!((((next_1_9 & 1) != 0) && (!((next_1_9 & 2) != 0))) && joined_1));
                now = next_1_9;
                position = now;
                since = now;
                /* cs(9) */
                if (next_1_9 == 7) goto L39;
                unspool_assume(0);
                unspool_assume(0);
                goto L40;
            }
        } else {
            unspool_assume(error == 0u);
            error = 2u;
        }
    } else {
        unspool_assume(error == 0u);
        error = 1u;
    }
L39:
    unspool_assume((ahead & 4) != 0);
L40:
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
    UNSPOOL_COUNTER(3, unsigned char) ahead;
    UNSPOOL_COUNTER(3, unsigned char) since;
    static UNSPOOL_COUNTER(3, unsigned char) next_2_0;
    int t22;
    int t25;
    int t28;
    int t36;
    static UNSPOOL_COUNTER(3, unsigned char) next_2_1;
    static UNSPOOL_COUNTER(3, unsigned char) next_2_2;
    static UNSPOOL_COUNTER(3, unsigned char) next_2_3;
    static UNSPOOL_COUNTER(3, unsigned char) next_2_4;
    int t51;
    static UNSPOOL_COUNTER(3, unsigned char) next_2_5;
    static UNSPOOL_COUNTER(3, unsigned char) next_2_6;
    int t72;
    int t76;
    int t79;
    int t88;
    int t89;
    static UNSPOOL_COUNTER(3, unsigned char) next_2_7;
    int t105;
    int t106;
    _Bool t107;
    now = born_2;
    position = now;
    m_own_0 = 0;
    m_new_0 = 0;
    c_own_0 = 0;
    c_new_0 = 0;
    ahead = ahead_2_0;
    since = now;
    next_2_0 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_2_0) == 0) && ((next_2_0 <= 7) && ((next_2_0 & (unsigned char)((unsigned int)next_2_0 + 1u)) == 0)));
    unspool_assume(((!((next_2_0 & 4) != 0)) && ((((unsigned char)((unsigned int)next_2_0 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_2_0 & 4) != 0) && ((ahead & 4) != 0)));
    unspool_assume(!((((next_2_0 & 1) != 0) && (!((next_2_0 & 2) != 0))) && joined_1));
    now = next_2_0;
    position = now;
    since = now;
    /* cs(0) */
    if (next_2_0 == 7) goto L34;
    t22 = m_2.state.holder;
    t5 = m_new_0 ? m_own_0 : (((now & 2) != 0) ? t22 : (((now & 1) != 0) ? m_1.state.holder : m.state.holder));
    unspool_assume((t5 <= 0) || (t5 == 3));
    if (t5 >= 0) {
        if (t5 != 3) {
            m_own_0 = 3;
            m_new_0 = 1;
            t25 = m_own_0;
            t28 = m_2.state.holder;
            if ((((now & 2) != 0) ? t28 : (((now & 1) != 0) ? m_1.state.holder : m.state.holder)) != t25) {
                unspool_assume(ahead == ((unsigned char)((unsigned int)now << 1) | 1));
                now = ahead;
                unspool_assume((((now & 2) != 0) ? location_2 : location_1) == 1);
                ahead = ((now & 2) != 0) ? ahead_2_2 : (((now & 1) != 0) ? ahead_2_1 : ahead_2_0);
                t36 = m_2.state.holder;
                unspool_assume((((now & 2) != 0) ? t36 : (((now & 1) != 0) ? m_1.state.holder : m.state.holder)) == t25);
            }
            m_new_0 = 0;
            next_2_1 = unspool_nondet_u8();
            unspool_assume(((now & (unsigned char)~next_2_1) == 0) && ((next_2_1 <= 7) && ((next_2_1 & (unsigned char)((unsigned int)next_2_1 + 1u)) == 0)));
            unspool_assume(((!((next_2_1 & 4) != 0)) && ((((unsigned char)((unsigned int)next_2_1 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_2_1 & 4) != 0) && ((ahead & 4) != 0)));
            unspool_assume(!((((next_2_1 & 1) != 0) && (!((next_2_1 & 2) != 0))) && joined_1));
            now = next_2_1;
            position = now;
            since = now;
            /* cs(1) */
            if (next_2_1 == 7) goto L34;
            if ((c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c))) > 0) {
                next_2_2 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_2_2) == 0) && ((next_2_2 <= 7) && ((next_2_2 & (unsigned char)((unsigned int)next_2_2 + 1u)) == 0)));
                unspool_assume(((!((next_2_2 & 4) != 0)) && ((((unsigned char)((unsigned int)next_2_2 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_2_2 & 4) != 0) && ((ahead & 4) != 0)));
                unspool_assume(!((((next_2_2 & 1) != 0) && (!((next_2_2 & 2) != 0))) && joined_1));
                now = next_2_2;
                position = now;
                since = now;
                /* cs(2) */
                if (next_2_2 == 7) goto L34;
                t3 = c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c));
                next_2_3 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_2_3) == 0) && ((next_2_3 <= 7) && ((next_2_3 & (unsigned char)((unsigned int)next_2_3 + 1u)) == 0)));
                unspool_assume(((!((next_2_3 & 4) != 0)) && ((((unsigned char)((unsigned int)next_2_3 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_2_3 & 4) != 0) && ((ahead & 4) != 0)));
                unspool_assume(!((((next_2_3 & 1) != 0) && (!((next_2_3 & 2) != 0))) && joined_1));
                now = next_2_3;
                position = now;
                since = now;
                /* cs(3) */
                if (next_2_3 == 7) goto L34;
                c_own_0 = (int)((unsigned int)t3 + 1u);
                c_new_0 = 1;
            } else {
                next_2_4 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_2_4) == 0) && ((next_2_4 <= 7) && ((next_2_4 & (unsigned char)((unsigned int)next_2_4 + 1u)) == 0)));
                unspool_assume(((!((next_2_4 & 4) != 0)) && ((((unsigned char)((unsigned int)next_2_4 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_2_4 & 4) != 0) && ((ahead & 4) != 0)));
                unspool_assume(!((((next_2_4 & 1) != 0) && (!((next_2_4 & 2) != 0))) && joined_1));
                now = next_2_4;
                position = now;
                since = now;
                /* cs(4) */
                if (next_2_4 == 7) goto L34;
                c_own_0 = 0;
                c_new_0 = 1;
                t51 = c_own_0;
                if ((((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c)) != t51) {
                    unspool_assume(ahead == ((unsigned char)((unsigned int)now << 1) | 1));
                    now = ahead;
                    unspool_assume((((now & 2) != 0) ? location_2 : location_1) == 65);
                    ahead = ((now & 2) != 0) ? ahead_2_2 : (((now & 1) != 0) ? ahead_2_1 : ahead_2_0);
                    unspool_assume((((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c)) == t51);
                }
                c_new_0 = 0;
                next_2_5 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_2_5) == 0) && ((next_2_5 <= 7) && ((next_2_5 & (unsigned char)((unsigned int)next_2_5 + 1u)) == 0)));
                unspool_assume(((!((next_2_5 & 4) != 0)) && ((((unsigned char)((unsigned int)next_2_5 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_2_5 & 4) != 0) && ((ahead & 4) != 0)));
                unspool_assume(!((((next_2_5 & 1) != 0) && (!((next_2_5 & 2) != 0))) && joined_1));
                now = next_2_5;
                position = now;
                since = now;
                /* cs(5) */
                if (next_2_5 == 7) goto L34;
                t4 = c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c));
                next_2_6 = unspool_nondet_u8();
                unspool_assume(((now & (unsigned char)~next_2_6) == 0) && ((next_2_6 <= 7) && ((next_2_6 & (unsigned char)((unsigned int)next_2_6 + 1u)) == 0)));
                unspool_assume(((!((next_2_6 & 4) != 0)) && ((((unsigned char)((unsigned int)next_2_6 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_2_6 & 4) != 0) && ((ahead & 4) != 0)));
                unspool_assume(!((((next_2_6 & 1) != 0) && (!((next_2_6 & 2) != 0))) && joined_1));
                now = next_2_6;
                position = now;
                since = now;
                /* cs(6) */
                if (next_2_6 == 7) goto L34;
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
                        t76 = m_own_0;
                        t79 = m_2.state.holder;
                        if ((((now & 2) != 0) ? t79 : (((now & 1) != 0) ? m_1.state.holder : m.state.holder)) != t76) {
                            unspool_assume(ahead == ((unsigned char)((unsigned int)now << 1) | 1));
                            unspool_assume((now == since) || ((((now & 1) != 0) && (!((now & 2) != 0))) && joined_1));
                            now = ahead;
                            unspool_assume((((now & 2) != 0) ? location_2 : location_1) == 1);
                            ahead = ((now & 2) != 0) ? ahead_2_2 : (((now & 1) != 0) ? ahead_2_1 : ahead_2_0);
                            t88 = m_2.state.holder;
                            unspool_assume((((now & 2) != 0) ? t88 : (((now & 1) != 0) ? m_1.state.holder : m.state.holder)) == t76);
                        }
                        m_new_0 = 0;
                        t89 = c_own_0;
                        if ((((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c)) != t89) {
                            unspool_assume(ahead == ((unsigned char)((unsigned int)now << 1) | 1));
                            unspool_assume((now == since) || ((((now & 1) != 0) && (!((now & 2) != 0))) && joined_1));
                            now = ahead;
                            unspool_assume((((now & 2) != 0) ? location_2 : location_1) == 65);
                            ahead = ((now & 2) != 0) ? ahead_2_2 : (((now & 1) != 0) ? ahead_2_1 : ahead_2_0);
                            unspool_assume((((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c)) == t89);
                        }
                        c_new_0 = 0;
                        next_2_7 = unspool_nondet_u8();
                        unspool_assume(((now & (unsigned char)~next_2_7) == 0) && ((next_2_7 <= 7) && ((next_2_7 & (unsigned char)((unsigned int)next_2_7 + 1u)) == 0)));
                        unspool_assume(((!((next_2_7 & 4) != 0)) && ((((unsigned char)((unsigned int)next_2_7 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_2_7 & 4) != 0) && ((ahead & 4) != 0)));
                        unspool_assume(!((((next_2_7 & 1) != 0) && (!((next_2_7 & 2) != 0))) && joined_1));
                        now = next_2_7;
                        position = now;
                        since = now;
                        /* cs(7) */
                        if (next_2_7 == 7) goto L34;
                        t105 = first_block_1.records[2ul].life;
                        t106 = first_block_2.records[2ul].life;
                        t8 = ((now & 2) != 0) ? t106 : (((now & 1) != 0) ? t105 : first_block.records[2ul].life);
                        t7 = (t8 == 0) ? (struct __unspool_thread_record *)0 : &first_block.records[2ul];
                        if (t7 != (struct __unspool_thread_record *)0) {
                            unspool_assume((unsigned long)(unsigned char *)(void *)&t7->result == (unsigned long)((unsigned char *)(void *)&first_block + 56ul));
                            first_block.records[2ul].result = (void *)0;
                            unspool_assume((unsigned long)(unsigned char *)(void *)&t7->ended == (unsigned long)((unsigned char *)(void *)&first_block + 52ul));
                            first_block.records[2ul].ended = 1;
                        }
                        t107 = 1;
                        if ((((now & 2) != 0) ? end_2_2 : (((now & 1) != 0) ? end_2_1 : end_2)) != t107) {
                            unspool_assume(ahead == ((unsigned char)((unsigned int)now << 1) | 1));
                            now = ahead;
                            unspool_assume((((now & 2) != 0) ? location_2 : location_1) == 838);
                            ahead = ((now & 2) != 0) ? ahead_2_2 : (((now & 1) != 0) ? ahead_2_1 : ahead_2_0);
                            unspool_assume((((now & 2) != 0) ? end_2_2 : (((now & 1) != 0) ? end_2_1 : end_2)) == t107);
                        }
                        unspool_assume((ahead & 4) != 0);
                        goto L35;
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
L34:
    unspool_assume((ahead & 4) != 0);
L35:
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
    UNSPOOL_COUNTER(3, unsigned char) ahead;
    static UNSPOOL_COUNTER(3, unsigned char) next_3_0;
    static UNSPOOL_COUNTER(3, unsigned char) next_3_1;
    static UNSPOOL_COUNTER(3, unsigned char) next_3_2;
    int t25;
    static UNSPOOL_COUNTER(3, unsigned char) next_3_3;
    int t43;
    int t44;
    _Bool t46;
    now = born_3;
    position = now;
    c_own_0 = 0;
    c_new_0 = 0;
    ahead = ahead_3_0;
    next_3_0 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_3_0) == 0) && ((next_3_0 <= 7) && ((next_3_0 & (unsigned char)((unsigned int)next_3_0 + 1u)) == 0)));
    unspool_assume(((!((next_3_0 & 4) != 0)) && ((((unsigned char)((unsigned int)next_3_0 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_3_0 & 4) != 0) && ((ahead & 4) != 0)));
    unspool_assume(!((((next_3_0 & 1) != 0) && (!((next_3_0 & 2) != 0))) && joined_1));
    now = next_3_0;
    position = now;
    /* cs(0) */
    if (next_3_0 == 7) goto L13;
    unspool_assume((c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c))) > 0);
    next_3_1 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_3_1) == 0) && ((next_3_1 <= 7) && ((next_3_1 & (unsigned char)((unsigned int)next_3_1 + 1u)) == 0)));
    unspool_assume(((!((next_3_1 & 4) != 0)) && ((((unsigned char)((unsigned int)next_3_1 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_3_1 & 4) != 0) && ((ahead & 4) != 0)));
    unspool_assume(!((((next_3_1 & 1) != 0) && (!((next_3_1 & 2) != 0))) && joined_1));
    now = next_3_1;
    position = now;
    /* cs(1) */
    if (next_3_1 == 7) goto L13;
    t3 = c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c));
    next_3_2 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_3_2) == 0) && ((next_3_2 <= 7) && ((next_3_2 & (unsigned char)((unsigned int)next_3_2 + 1u)) == 0)));
    unspool_assume(((!((next_3_2 & 4) != 0)) && ((((unsigned char)((unsigned int)next_3_2 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_3_2 & 4) != 0) && ((ahead & 4) != 0)));
    unspool_assume(!((((next_3_2 & 1) != 0) && (!((next_3_2 & 2) != 0))) && joined_1));
    now = next_3_2;
    position = now;
    /* cs(2) */
    if (next_3_2 == 7) goto L13;
    c_own_0 = (int)((unsigned int)t3 - 1u);
    c_new_0 = 1;
    t25 = c_own_0;
    if ((((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c)) != t25) {
        unspool_assume(ahead == ((unsigned char)((unsigned int)now << 1) | 1));
        now = ahead;
        unspool_assume((((now & 2) != 0) ? location_2 : location_1) == 65);
        ahead = ((now & 2) != 0) ? ahead_3_2 : (((now & 1) != 0) ? ahead_3_1 : ahead_3_0);
        unspool_assume((((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c)) == t25);
    }
    c_new_0 = 0;
    next_3_3 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_3_3) == 0) && ((next_3_3 <= 7) && ((next_3_3 & (unsigned char)((unsigned int)next_3_3 + 1u)) == 0)));
    unspool_assume(((!((next_3_3 & 4) != 0)) && ((((unsigned char)((unsigned int)next_3_3 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_3_3 & 4) != 0) && ((ahead & 4) != 0)));
    unspool_assume(!((((next_3_3 & 1) != 0) && (!((next_3_3 & 2) != 0))) && joined_1));
    now = next_3_3;
    position = now;
    /* cs(3) */
    if (next_3_3 == 7) goto L13;
    if ((c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c))) >= 0) {
        t43 = first_block_1.records[3ul].life;
        t44 = first_block_2.records[3ul].life;
        t6 = ((now & 2) != 0) ? t44 : (((now & 1) != 0) ? t43 : first_block.records[3ul].life);
        t5 = (t6 == 0) ? (struct __unspool_thread_record *)0 : &first_block.records[3ul];
        if (t5 != (struct __unspool_thread_record *)0) {
            unspool_assume((unsigned long)(unsigned char *)(void *)&t5->result == (unsigned long)((unsigned char *)(void *)&first_block + 80ul));
            first_block.records[3ul].result = (void *)0;
            unspool_assume((unsigned long)(unsigned char *)(void *)&t5->ended == (unsigned long)((unsigned char *)(void *)&first_block + 76ul));
            first_block.records[3ul].ended = 1;
        }
        t46 = 1;
        if ((((now & 2) != 0) ? end_3_2 : (((now & 1) != 0) ? end_3_1 : end_3)) != t46) {
            unspool_assume(ahead == ((unsigned char)((unsigned int)now << 1) | 1));
            now = ahead;
            unspool_assume((((now & 2) != 0) ? location_2 : location_1) == 839);
            ahead = ((now & 2) != 0) ? ahead_3_2 : (((now & 1) != 0) ? ahead_3_1 : ahead_3_0);
            unspool_assume((((now & 2) != 0) ? end_3_2 : (((now & 1) != 0) ? end_3_1 : end_3)) == t46);
        }
        unspool_assume((ahead & 4) != 0);
    } else {
        unspool_assume(error == 0u);
        error = 6u;
L13:
        unspool_assume((ahead & 4) != 0);
    }
}

static void C_4(void)
{
    int t3;
    struct __unspool_thread_record *t5;
    int t6;
    UNSPOOL_COUNTER(3, unsigned char) now;
    int c_own_0;
    _Bool c_new_0;
    UNSPOOL_COUNTER(3, unsigned char) ahead;
    static UNSPOOL_COUNTER(3, unsigned char) next_4_0;
    static UNSPOOL_COUNTER(3, unsigned char) next_4_1;
    static UNSPOOL_COUNTER(3, unsigned char) next_4_2;
    int t25;
    static UNSPOOL_COUNTER(3, unsigned char) next_4_3;
    int t43;
    int t44;
    _Bool t46;
    now = born_4;
    position = now;
    c_own_0 = 0;
    c_new_0 = 0;
    ahead = ahead_4_0;
    next_4_0 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_4_0) == 0) && ((next_4_0 <= 7) && ((next_4_0 & (unsigned char)((unsigned int)next_4_0 + 1u)) == 0)));
    unspool_assume(((!((next_4_0 & 4) != 0)) && ((((unsigned char)((unsigned int)next_4_0 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_4_0 & 4) != 0) && ((ahead & 4) != 0)));
    unspool_assume(!((((next_4_0 & 1) != 0) && (!((next_4_0 & 2) != 0))) && joined_1));
    now = next_4_0;
    position = now;
    /* cs(0) */
    if (next_4_0 == 7) goto L13;
    unspool_assume((c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c))) > 0);
    next_4_1 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_4_1) == 0) && ((next_4_1 <= 7) && ((next_4_1 & (unsigned char)((unsigned int)next_4_1 + 1u)) == 0)));
    unspool_assume(((!((next_4_1 & 4) != 0)) && ((((unsigned char)((unsigned int)next_4_1 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_4_1 & 4) != 0) && ((ahead & 4) != 0)));
    unspool_assume(!((((next_4_1 & 1) != 0) && (!((next_4_1 & 2) != 0))) && joined_1));
    now = next_4_1;
    position = now;
    /* cs(1) */
    if (next_4_1 == 7) goto L13;
    t3 = c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c));
    next_4_2 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_4_2) == 0) && ((next_4_2 <= 7) && ((next_4_2 & (unsigned char)((unsigned int)next_4_2 + 1u)) == 0)));
    unspool_assume(((!((next_4_2 & 4) != 0)) && ((((unsigned char)((unsigned int)next_4_2 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_4_2 & 4) != 0) && ((ahead & 4) != 0)));
    unspool_assume(!((((next_4_2 & 1) != 0) && (!((next_4_2 & 2) != 0))) && joined_1));
    now = next_4_2;
    position = now;
    /* cs(2) */
    if (next_4_2 == 7) goto L13;
    c_own_0 = (int)((unsigned int)t3 - 1u);
    c_new_0 = 1;
    t25 = c_own_0;
    if ((((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c)) != t25) {
        unspool_assume(ahead == ((unsigned char)((unsigned int)now << 1) | 1));
        now = ahead;
        unspool_assume((((now & 2) != 0) ? location_2 : location_1) == 65);
        ahead = ((now & 2) != 0) ? ahead_4_2 : (((now & 1) != 0) ? ahead_4_1 : ahead_4_0);
        unspool_assume((((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c)) == t25);
    }
    c_new_0 = 0;
    next_4_3 = unspool_nondet_u8();
    unspool_assume(((now & (unsigned char)~next_4_3) == 0) && ((next_4_3 <= 7) && ((next_4_3 & (unsigned char)((unsigned int)next_4_3 + 1u)) == 0)));
    unspool_assume(((!((next_4_3 & 4) != 0)) && ((((unsigned char)((unsigned int)next_4_3 << 1) | 1) & (unsigned char)~ahead) == 0)) || (((next_4_3 & 4) != 0) && ((ahead & 4) != 0)));
    unspool_assume(!((((next_4_3 & 1) != 0) && (!((next_4_3 & 2) != 0))) && joined_1));
    now = next_4_3;
    position = now;
    /* cs(3) */
    if (next_4_3 == 7) goto L13;
    if ((c_new_0 ? c_own_0 : (((now & 2) != 0) ? c_2 : (((now & 1) != 0) ? c_1 : c))) >= 0) {
        t43 = first_block_1.records[4ul].life;
        t44 = first_block_2.records[4ul].life;
        t6 = ((now & 2) != 0) ? t44 : (((now & 1) != 0) ? t43 : first_block.records[4ul].life);
        t5 = (t6 == 0) ? (struct __unspool_thread_record *)0 : &first_block.records[4ul];
        if (t5 != (struct __unspool_thread_record *)0) {
            unspool_assume((unsigned long)(unsigned char *)(void *)&t5->result == (unsigned long)((unsigned char *)(void *)&first_block + 104ul));
            first_block.records[4ul].result = (void *)0;
            unspool_assume((unsigned long)(unsigned char *)(void *)&t5->ended == (unsigned long)((unsigned char *)(void *)&first_block + 100ul));
            first_block.records[4ul].ended = 1;
        }
        t46 = 1;
        if ((((now & 2) != 0) ? end_4_2 : (((now & 1) != 0) ? end_4_1 : end_4)) != t46) {
            unspool_assume(ahead == ((unsigned char)((unsigned int)now << 1) | 1));
            now = ahead;
            unspool_assume((((now & 2) != 0) ? location_2 : location_1) == 840);
            ahead = ((now & 2) != 0) ? ahead_4_2 : (((now & 1) != 0) ? ahead_4_1 : ahead_4_0);
            unspool_assume((((now & 2) != 0) ? end_4_2 : (((now & 1) != 0) ? end_4_1 : end_4)) == t46);
        }
        unspool_assume((ahead & 4) != 0);
    } else {
        unspool_assume(error == 0u);
        error = 6u;
L13:
        unspool_assume((ahead & 4) != 0);
    }
}

static int driver(void)
{
    static unsigned char by_1;
    unsigned char t1;
    unsigned short t2;
    static unsigned char by_2;
    unsigned char t5;
    unsigned short t6;
    _Bool t8;
    /* the writes to shared memory are guessed: by whom and where */
    by_1 = unspool_nondet_u8();
    writer_1 = by_1;
    t1 = writer_1;
    unspool_assume(t1 <= 5);
    t2 = unspool_nondet_u16();
    location_1 = t2;
    unspool_assume((!(t1 == 5)) || (location_1 == 0));
    by_2 = unspool_nondet_u8();
    writer_2 = by_2;
    t5 = writer_2;
    unspool_assume(t5 <= 5);
    t6 = unspool_nondet_u16();
    location_2 = t6;
    unspool_assume((!(t5 == 5)) || (location_2 == 0));
    unspool_assume((t1 != 5) || (t5 == 5));
    t8 = unspool_nondet_bool();
    joined_1 = t8;
    unspool_assume((!joined_1) || (t1 == t5));
    ahead_0_2 = 7;
    ahead_0_1 = (t5 == 0) ? 3 : ahead_0_2;
    ahead_0_0 = (t1 == 0) ? 1 : ahead_0_1;
    ahead_1_2 = 7;
    ahead_1_1 = (t5 == 1) ? 3 : ahead_1_2;
    ahead_1_0 = (t1 == 1) ? 1 : ahead_1_1;
    ahead_2_2 = 7;
    ahead_2_1 = (t5 == 2) ? 3 : ahead_2_2;
    ahead_2_0 = (t1 == 2) ? 1 : ahead_2_1;
    ahead_3_2 = 7;
    ahead_3_1 = (t5 == 3) ? 3 : ahead_3_2;
    ahead_3_0 = (t1 == 3) ? 1 : ahead_3_1;
    ahead_4_2 = 7;
    ahead_4_1 = (t5 == 4) ? 3 : ahead_4_2;
    ahead_4_0 = (t1 == 4) ? 1 : ahead_4_1;
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
        unspool_assume((ahead_1_0 & 4) != 0);
    }
    /* thread 2 */
    if (born_2 != 7) {
        P_2();
    } else {
        unspool_assume((ahead_2_0 & 4) != 0);
    }
    /* thread 3 */
    if (born_3 != 7) {
        C_3();
    } else {
        unspool_assume((ahead_3_0 & 4) != 0);
    }
    /* thread 4 */
    if (born_4 != 7) {
        C_4();
    } else {
        unspool_assume((ahead_4_0 & 4) != 0);
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
