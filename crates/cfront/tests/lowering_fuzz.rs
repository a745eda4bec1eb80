//! Nothing panics, everything ends, and what comes out is well-formed: lowering on mangled C.
//!
//! The parser has a test of its own for noise; here most mutants parse, so that types and meanings are what is wrong with them. The
//! snippets below use every construct that lowering knows. Each round takes one and changes a few of its tokens: drops, doubles or
//! swaps them, puts in tokens of the same or of another snippet, other types, numbers at the edges of the integer types. The mutant
//! is compiled for both data models; if a program is returned, the verifier must accept it. A fixed seed makes every run the same.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use unspool_cfront::lexer::lex;
use unspool_cfront::symbol::Interner;
use unspool_cfront::{Input, Missing, Origin, Settings, compile};
use unspool_ir::DataModel;
use unspool_ir::verify::verify;

const SNIPPETS: &[&str] = &[
    "int measure(int n, void *p) { int total = sizeof(*(int(*)[n])p); typeof(*(int(*)[n])p) y; y[n - 1] = 9; typeof(({ int (*q)[n] = p; q; })) r = p; \
     total += sizeof y + sizeof *r + sizeof(({ int z[n]; z[0] = 1; z[0]; })); switch (n) { case 0: total += sizeof(char[n + 1]); case 1: break; } return total + (*r)[0]; } \
     int main(void) { int a[4] = { 1 }; return measure(4, a); }",
    "int g; int rare(int n) { if (n) __atomic_foo(&g); else g = 1; for (__atomic_foo(&g); n < 3; __atomic_foo(&g)) g++; while (__atomic_foo(&g)) { int x = n && __atomic_foo(&g); g = x; } \
     switch (__atomic_foo(&g)) { case 1: g = ({ int y = __atomic_foo(&g); lab: y; }); break; default: goto lab2; } lab2: return n ? __atomic_foo(&g) : g; } int main(void) { return g ? rare(1) : 0; }",
    "int hide(int x) { int y; __asm__(\"\" : \"=r\"(y) : \"0\"(x)); __asm__ volatile(\"\" : \"+r\"(x) : : \"memory\"); __asm__ volatile(\"mfence\"); return x + y; } int main(void) { return hide(3); }",
    "struct point { int x, y; }; struct line { struct point from, to; char name[8]; }; \
     struct line make(struct point p) { struct line l = { p, { .y = 2, .x = 1 }, \"abc\" }; l.from.x += l.to.y; return l; } \
     int main(void) { struct line m = make((struct point){ 3, 4 }); struct line *p = &m; struct line n = *p; p->to = n.from; return make(p->to).to.x; }",
    "union number { int i; float f; unsigned char bytes[8]; struct { short low, high; }; }; union number u = { .f = 1.5f }; \
     int pick(union number *n, int which) { switch (which) { case 0: return n->i; case 1 ... 3: return (int)n->f; default: return n->low + n->bytes[2]; } } \
     union number list[] = { { 1 }, { .f = 2 }, [4] = { .high = 7 } }; int main(void) { list[1] = u; return pick(&list[4], 2) + pick(list, 0); }",
    "struct flags { unsigned a : 3, b : 5; int : 0; signed c : 7; _Bool d : 1; long long e : 40; } __attribute__((packed)); struct flags g = { 1, 2, -3, 1, 99 }; \
     int main(void) { struct flags f = g; f.a++; f.b -= 2; f.c = f.e >> 3; f.d = f.c; f.e |= 1; g = f; return f.a + f.b + (f.d ? f.c : -f.c); }",
    "int sum(int n, ...) { __builtin_va_list ap, copy; __builtin_va_start(ap, n); __builtin_va_copy(copy, ap); long total = 0; \
     for (int i = 0; i < n; i++) total += i & 1 ? (long)__builtin_va_arg(ap, double) : __builtin_va_arg(ap, int); __builtin_va_end(ap); \
     struct { char c[5]; } s = { \"wxyz\" }; total += __builtin_va_arg(copy, int); __builtin_va_end(copy); return total + s.c[1]; } \
     int main(void) { return sum(3, 1, 2.5, 3) + sum(0); }",
    "typedef int (*operation)(int, int); static int add(int a, int b) { return a + b; } static int sub(int a, int b) { return a - b; } \
     operation table[2] = { add, &sub }; int apply(operation f, int n) { return f ? (*f)(n, 1) : (**table)(n, 2); } \
     int (*choose(int k))(int, int) { return k ? table[0] : sub; } int main(void) { return apply(choose(1), 4) + choose(0)(5, 6); }",
    "int grid(int n, int m) { int a[n][m]; int (*row)[m] = a; int total = 0; for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) a[i][j] = i * j; \
     while (row < a + n) total += (*row++)[m - 1]; { char b[n + 1]; total += sizeof b + sizeof(int[m][2]); b[0] = 1; total += b[0]; } return total + (row - a); } \
     int first(int k, int v[k][k]) { return v[0][k - 1]; } int main(void) { int s[2][2] = { { 1, 2 }, 3, 4 }; return grid(3, 4) + first(2, s); }",
    "_Atomic int counter; _Atomic long wide = 3; struct pair { int a, b; }; _Atomic struct pair both; volatile int seen; \
     int main(void) { counter++; counter += 2; wide *= 5; int old = counter--; struct pair p = both; p.a = old; both = p; seen = seen + 1; \
     __atomic_fetch_add(&seen, 1, 5); int expected = 1; __atomic_compare_exchange_n(&seen, &expected, 2, 0, 5, 0); __sync_synchronize(); \
     long got = __atomic_load_n(&wide, 2); __atomic_store_n(&wide, got + 1, 3); return __sync_bool_compare_and_swap(&seen, 2, 3) + expected; }",
    "int loops(int n) { int r = 0; do { if (r > 10) break; if (r == 3) continue; r++; } while (n-- > 0); for (;;) { r += 2; if (r > 20) goto done; } \
     done: while (r) { switch (r & 3) { case 0: r /= 2; continue; case 1: r--; default: r -= 1; break; } if (r < 0) return -1; } return r; } int main(void) { return loops(5); }",
    "int jump(int n) { static void *const where[] = { &&one, &&two, &&end }; int r = 0; goto *where[n]; one: r++; two: { __label__ inner; if (r > 3) goto inner; r += 2; inner: ; } \
     void *p = &&end; goto *p; end: return r; } int main(void) { return jump(1); }",
    "enum color { RED, GREEN = 5, BLUE, LAST = GREEN + 10 }; enum big { HUGE = 0x100000000LL }; enum color c = BLUE; char names[LAST][4] = { [RED] = \"r\", [GREEN ... BLUE] = \"gb\" }; \
     int main(void) { enum color local = c; switch (local) { case RED: return 1; case GREEN: return 2; case BLUE: local = (enum color)3; } return sizeof(enum big) + local + names[5][0]; }",
    "_Static_assert(sizeof(int) == 4, \"int\"); int kind(void) { long l = 1; const char *s = \"text\" \"more\"; return _Generic(l, int: 1, long: 2, default: 3) + _Generic(s, char *: 1, const char *: 2) \
     + __builtin_types_compatible_p(int, signed) + __builtin_choose_expr(1, 5, s) + __builtin_offsetof(struct { int a; char b[4]; }, b[2]) + _Alignof(double) + sizeof(s) + s[2]; } int main(void) { return kind(); }",
    "typedef struct node { struct node *next; int value; } node; static node nodes[3] = { { &nodes[1], 1 }, { nodes + 2, 2 }, { (node *)0, 3 } }; \
     int length(const node *n) { int k = 0; for (; n; n = n->next) k += n->value; return k; } extern node *head; node *head = nodes; int main(void) { head->next->next = head; return length(head) + (&nodes[2] - head); }",
    "double area(float r) { double pi = 3.14159; long double p = pi * r; unsigned u = (unsigned)p; float f = u; f *= 2; f++; return f > p ? f / 3.0 : -p; } \
     _Bool truth = 0.5; double constants[] = { 1e10, -0.0, 1.0f / 3, 0x1p-3, 5 }; int main(void) { double d = area(2); d += constants[3]; return d != d || !d || (int)d; }",
    "int macros(int a, int b) { int m = ({ __typeof__(a) x = (a), y = (b); x > y ? x : y; }); __auto_type z = m + 1L; z += ({ struct { int v; } t = { 4 }; t; }).v; \
     int e = a ?: b; e = a, b; e += (a && b) || (!a && (b = 3)); return m + z + e; } int main(void) { return macros(1, 2); }",
    "unsigned long long mix(unsigned char c, short s, long long l) { unsigned u = c << 3 | s; int i = -s; l ^= (long long)u << 33; i >>= 2; i %= 7; u = ~u & 0xffu; return l / (i | 1) + (c == s) - (u > i) + (l <= u); } \
     __int128 wide(__int128 w) { return w * w + (unsigned __int128)3; } int main(void) { return mix(200, -3, 1LL << 40) + (int)(wide(5) >> 2); }",
    "extern int shared[]; static int hidden = sizeof(shared + 1); int shared[4] = { 1, [2] = 3 }; int *where = &shared[1] + 1; char *text = \"abc\" + 1; long distance = (long)&((struct { int a, b; } *)0)->b; \
     const int limit = 3; int counted(void) { static int calls = 10; static int *p = &calls; extern int shared[]; return ++*p + shared[limit]; } int main(void) { return counted() + *where + text[0] + hidden; }",
    "struct header { int n; char data[]; }; struct header h = { 3, { 1, 2, 3 } }; struct outer { struct { int x; union { int y; float z; }; }; int w[2]; } o = { 1, 2, { 3, 4 } }; \
     int main(void) { struct outer *p = &(struct outer){ .y = 5, .w = { 6 }, .w[1] = 7 }; int *q = (int[]){ 1, 2, 3 }; return h.data[1] + p->z + p->w[1] + q[2] + o.y; }",
    "void release(int **p) { **p = 0; } int guarded(int n) { int value = n; int *p __attribute__((cleanup(release))) = &value; if (n > 3) return value; for (int i = 0; i < 2; i++) { int *q __attribute__((cleanup(release))) = &i; if (n) break; } \
     return *p; } __attribute__((constructor)) static void setup(void) { guarded(1); } __attribute__((noreturn)) void stop(void) { for (;;) ; } int main(void) { if (guarded(5)) stop(); return 0; }",
    "int old(a, p, f) int a; char *p; float f; { return a + *p + f; } int undeclared_user() { return 3; } int main(argc, argv) int argc; char **argv; { return old(1, \"x\", 2.0) + undeclared_user() + argc + **argv + implicit(4); }",
    "int bits(unsigned x, unsigned long y) { int r; if (__builtin_add_overflow(x, 3, &r)) return 1; r += __builtin_popcount(x) + __builtin_clzl(y | 1) + __builtin_ctz(x | 4) + __builtin_bswap32(x) + __builtin_expect(x > 2, 1); \
     if (__builtin_constant_p(r)) __builtin_unreachable(); return r + __builtin_isnan(1.0) + __builtin_isgreater(1.0, 2.0) + __builtin_parity(x); } int main(void) { char *p = __builtin_alloca(10); p[0] = 1; return bits(1, 2) + p[0]; }",
    "_Thread_local int mine = 3; static __thread long own; _Alignas(32) char aligned[5]; typedef int vec __attribute__((aligned(16))); vec v; struct __attribute__((aligned(8))) box { char c; vec w; };\n\
     #pragma pack(1)\n\
     struct tight { char c; int i; };\n\
     #pragma pack()\n\
     int main(void) { struct tight t = { 1, 2 }; struct box b = { 3, 4 }; mine += own++; asm volatile(\"\" : : \"r\"(mine) : \"memory\"); return t.i + b.w + v + aligned[1] + sizeof b + _Alignof(struct tight); }",
    "int w[] = L\"wide\"; unsigned short h[] = u\"half\"; char small[3] = \"abc\"; char grid[2][5] = { \"one\", { 't', 'w', 'o' } }; int last(const char *s) { while (s[1]) s++; return *s; } \
     int main(void) { char local[] = \"local\"; char big[40] = \"rest is zero\"; const char *f = __func__; return last(local) + big[20] + w[1] + h[2] + last(\"x\\n\\0y\") + grid[1][2] + f[0] + 'c' + L'd' + small[2]; }",
    "extern inline int twice(int x) { return x + x; } static inline int thrice(const int *restrict x) { return 3 * *x; } typedef long number; number reg(void); \
     int main(void) { register int r = 2; auto int s = twice(r); extern int elsewhere; int (*f)(int) = twice; return thrice(&s) + (f == twice) + (elsewhere > 0) + sizeof(reg()); } int elsewhere = 1;",
    "int a[3][4] = { { 1, 2 }, { [2] = 3 }, 4, 5 }; int (*rows)[4] = a; int *flat = &a[0][0]; int (*whole)[3][4] = &a; int get(int m[][4], int i) { return m[i][1] + (*whole)[i][0] + 1[flat] + *(*(rows + i) + 2); } \
     int main(void) { int copy[3][4]; for (int i = 0; i < 12; i++) copy[i / 4][i % 4] = ((int *)a)[i]; return get(copy, 1) + sizeof a / sizeof *a + (&copy[2] - copy); }",
    "int __unspool_nondet_int(void); int use(void) { int x = __unspool_nondet(int); struct s { int a; } s = __unspool_nondet(struct s); __unspool_assume(x > 0); __unspool_assert(x + s.a, \"unreach-call\", \"message\"); \
     __unspool_assert(x, \"unreach-call\", \"message\", x > 2 ? \"large\" : (char *)0); \
     __unspool_atomic_begin(); x++; __unspool_atomic_end(); return x; } int main(void) { return use() ? 1 : (use(), 2); }",
    "struct tree; struct tree *root; struct tree { struct tree *kids[2]; enum { LEAF, INNER } kind; int (*visit)(struct tree *); }; int walk(struct tree *t) { if (!t) return 0; return t->kind == LEAF ? 1 : walk(t->kids[0]) + t->kids[1]->visit(t->kids[1]); } \
     int main(void) { struct tree leaf = { .kind = LEAF, .visit = walk }, top = { { &leaf, &leaf }, INNER, walk }; root = &top; struct tree list[2] = { top, leaf }; return walk(root) + list[1].kind + sizeof(struct tree); }",
];

/// Numbers and types at the edges, and tokens that change what stands around them.
const EXTRA: &[&str] = &[
    "0",
    "1",
    "-1",
    "31",
    "32",
    "64",
    "255",
    "2147483647",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "1000000000",
    "(1LL << 62)",
    "(-9223372036854775807LL - 1)",
    "0x7fffffff",
    "1.5",
    "1e400",
    "0x1p-1074L",
    "'a'",
    "\"s\"",
    "L\"s\"",
    "(void)0",
    "(char)0",
    "(void *)0",
    "int",
    "char",
    "unsigned",
    "long",
    "short",
    "_Bool",
    "float",
    "double",
    "long double",
    "void",
    "__int128",
    "unsigned char",
    "int *",
    "void *",
    "char *",
    "_Complex double",
    "_Float128",
    "const",
    "volatile",
    "_Atomic",
    "static",
    "extern",
    "typedef",
    "register",
    "_Thread_local",
    "inline",
    "struct",
    "union",
    "enum",
    "struct point",
    "struct missing",
    "struct { int q; }",
    "*",
    "&",
    "&&",
    "!",
    "~",
    "-",
    "+",
    "++",
    "--",
    "<<",
    ">>",
    "%",
    "/",
    "==",
    "=",
    "+=",
    "<<=",
    "?",
    ":",
    ",",
    ".",
    "->",
    "[0]",
    "[2]",
    "[]",
    "[n]",
    "[1 << 28]",
    "(",
    ")",
    "{",
    "}",
    ";",
    "...",
    "sizeof",
    "_Alignof",
    "__typeof__",
    "({ 1; })",
    "if (1)",
    "while (0)",
    "for (;;)",
    "switch (1)",
    "case 1:",
    "default:",
    "break;",
    "continue;",
    "return;",
    "return",
    "goto done;",
    "done:",
    "main",
    "x",
    "p",
    "n",
    "__func__",
    "f()",
    "(int)",
    "(float)",
    "(struct point)",
    "{ 1 }",
    "{ 0 }",
    "= { 0 }",
    "= 1",
    ": 3",
    "&main",
    "*&",
    "__attribute__((packed))",
    "__attribute__((aligned(64)))",
    "__attribute__((mode(DI)))",
    "__attribute__((vector_size(16)))",
    "__builtin_unreachable()",
    "__builtin_va_arg(p, struct point)",
];

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

/// The tokens of a snippet, each with a blank or whatever followed it.
fn tokens(text: &str) -> Vec<String> {
    let mut interner = Interner::new();
    let lexed = lex(text.as_bytes(), 0, &mut interner);
    let mut starts: Vec<usize> = lexed.tokens.iter().map(|t| t.span.lo as usize).collect();
    starts.push(text.len());
    starts
        .windows(2)
        .filter_map(|pair| text.get(pair[0]..pair[1]))
        .map(str::to_string)
        .collect()
}

/// Names with names, numbers with numbers: what such a change makes is more often still a program.
fn class(token: &str) -> u8 {
    match token.trim().as_bytes().first() {
        Some(b'0'..=b'9' | b'\'') => 0,
        Some(b'"') => 1,
        Some(first) if first.is_ascii_alphabetic() || *first == b'_' => 2,
        Some(b'(' | b')' | b'[' | b']' | b'{' | b'}') => 3,
        _ => 4,
    }
}

fn mutate(random: &mut Random, base: &[String], other: &[String]) -> String {
    let mut list: Vec<String> = base.to_vec();
    let blunt = random.below(3) == 0;
    for _ in 0..1 + random.below(3) {
        if list.is_empty() {
            break;
        }
        let at = random.below(list.len());
        let there = random.below(list.len());
        let extra = format!(" {} ", EXTRA[random.below(EXTRA.len())]);
        if !blunt {
            let alike = |token: &str| class(token) == class(&list[at]);
            let choice = match random.below(2) {
                0 => Some(extra),
                _ => list.get(there).cloned(),
            };
            if let Some(choice) = choice.filter(|choice| alike(choice)) {
                list[at] = choice;
            }
            continue;
        }
        match random.below(8) {
            0 => drop(list.remove(at)),
            1 => list.insert(at, list[there].clone()),
            2 => list.swap(at, there),
            3 => list[at] = list[there].clone(),
            4 | 5 => list[at] = extra,
            6 => list.insert(at, extra),
            _ => {
                let from = random.below(other.len());
                let to = (from + 1 + random.below(6)).min(other.len());
                let piece = other[from..to].concat();
                list.insert(at, format!(" {piece} "));
            }
        }
    }
    list.concat()
}

/// Compiles for both data models and checks what comes out. Whether it was a valid program.
fn survives(text: &str) -> bool {
    let mut valid = false;
    for model in [DataModel::Lp64, DataModel::Ilp32] {
        let start = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let settings = Settings {
                missing: Missing::Accept,
                ..Settings::new(model)
            };
            let input = Input {
                name: "fuzz.c".to_string(),
                text: text.as_bytes().to_vec(),
                origin: Origin::User,
            };
            let compiled =
                compile(vec![input], &settings, |_| Vec::new()).expect("the text is small");
            for diagnostic in &compiled.diagnostics {
                assert!(
                    compiled.map.location(diagnostic.primary.lo).is_some(),
                    "{diagnostic:?} is nowhere"
                );
            }
            let refused = compiled.diagnostics.iter().any(|d| d.is_fatal());
            assert_eq!(refused, compiled.program.is_none());
            compiled.program.map(|program| verify(&program))
        }));
        assert!(
            start.elapsed() < Duration::from_secs(10),
            "{model:?} takes too long:\n{text}"
        );
        match outcome {
            Err(_) => panic!("{model:?} panics on:\n{text}"),
            Ok(Some(Err(errors))) => {
                // How atomic blocks may nest is a rule for programs, not for lowering.
                if let Some(error) = errors.iter().find(|e| !e.rule.starts_with('A')) {
                    panic!("{model:?} lowers to what the verifier refuses, {error}:\n{text}");
                }
            }
            Ok(Some(Ok(()))) => valid = true,
            Ok(None) => {}
        }
    }
    valid
}

fn campaign(seed: u64, rounds: usize) {
    let mut random = Random(seed);
    let bases: Vec<Vec<String>> = SNIPPETS.iter().map(|text| tokens(text)).collect();
    let mut valid = 0;
    for round in 0..rounds {
        let base = &bases[round % bases.len()];
        let other = &bases[random.below(bases.len())];
        let text = mutate(&mut random, base, other);
        valid += usize::from(survives(&text));
    }
    // Were hardly any mutant valid, the verifier would have seen little.
    assert!(valid * 20 > rounds, "{valid} of {rounds} are valid");
}

#[test]
fn the_snippets_themselves() {
    for text in SNIPPETS {
        assert!(survives(text), "refused:\n{text}");
    }
}

#[test]
fn mutants() {
    campaign(0x9e37_79b9_7f4a_7c15, 30_000);
}

#[test]
fn other_mutants() {
    campaign(0x2545_f491_4f6c_dd1d, 30_000);
}
