//! Nothing panics, and everything ends: the lexer and the parser on mangled C and on noise.
//!
//! A fixed seed makes every run the same. The snippets below use every production of the grammar; each round mangles one or two of
//! them, by bytes (so that tokens break) and by tokens (so that the parser gets further), and parses the result. What
//! comes out is checked for sanity: every message has a place in the text.

use unspool_cfront::lexer::lex;
use unspool_cfront::parser::parse;
use unspool_cfront::source::SourceMap;
use unspool_cfront::symbol::Interner;

const SNIPPETS: &[&str] = &[
    "typedef unsigned long size_t; extern void *malloc(size_t n) __attribute__((__malloc__, alloc_size(1))); \
     struct s { int a : 3, : 0; struct { char b[2]; }; union { int c; float d; } e[]; _Static_assert(1, \"x\"); } __attribute__((packed));",
    "int f(a, b) int a; char *b; { static int x[3] = { [0] = 1, [1 ... 2] = 2 }; for (int i = 0; i < 3; i++) x[i] += a ? *b : ~x[i]; return x[0]; }",
    "int g(int n, ...) { __builtin_va_list ap; __builtin_va_start(ap, n); int r = __builtin_va_arg(ap, int); if (r) { goto out; } else if (n) r--; else ; \
     switch (n) { case 1: case 2 ... 5: r = 1; break; default: __attribute__((fallthrough)); } out: do r <<= 1; while (r < 100); return r; }",
    "void h(void) { __label__ l; void *p = &&l; goto *p; l: asm volatile goto (\"nop %0\" : \"=r\" (p) : [x] \"i\" (3) : \"memory\" : l); ({ int T = 1; T; }); }",
    "typedef int T; T (*fp[3])(T, T (*)(void)); int k = sizeof(T) * _Alignof(double) + (T) 1.5e3f + 'a' + L'\\u00e9' + sizeof (T[]){1, 2}[0];",
    "enum e { A, B = 1 << 2, C }; int m = _Generic(1, int: A, default: B) + __builtin_offsetof(struct s, e[1].c) + __builtin_types_compatible_p(int, T);",
    "_Thread_local _Alignas(16) _Atomic(int) v; static inline _Noreturn void die(const char *restrict s) { while (1) ; } \
     # 12 \"x.c\" 3\n#pragma pack(push, 1)\n struct p { char c; };\n_Pragma(\"pack(pop)\") char *str = \"a\\x41\\0\" \"b\" /* c */ L\"wide\"; // d\n",
    "__extension__ typedef __typeof__(1 + 2) W; __auto_type z = __builtin_choose_expr(1, 2, 3); int q = 0x1p-3 + 0b101ull + 1 ?: 2, w = __unspool_nondet(int); \
     [[gnu::unused]] long double _Complex c(void); asm(\".text\"); int \\\n y<:2:> = <%1, 2%>;",
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
        if bound == 0 {
            return 0;
        }
        (self.next() % bound as u64) as usize
    }
}

fn survive(bytes: &[u8]) {
    let mut map = SourceMap::new();
    let text = map.add("fuzz.c", bytes).expect("the text is small");
    let mut interner = Interner::new();
    let (unit, diagnostics) = parse(text, &map, &mut interner);
    for diagnostic in &diagnostics {
        let place = map.location(diagnostic.primary.lo);
        assert!(place.is_some(), "{diagnostic:?} is nowhere");
        assert!(diagnostic.primary.lo <= diagnostic.primary.hi);
        assert!(map.location(diagnostic.primary.hi).is_some());
    }
    drop(unit);
}

/// The tokens of a text as pieces of it, with the blanks that follow them.
fn pieces(text: &[u8]) -> Vec<&[u8]> {
    let mut interner = Interner::new();
    let lexed = lex(text, 0, &mut interner);
    let starts: Vec<usize> = lexed.tokens.iter().map(|t| t.span.lo as usize).collect();
    starts
        .windows(2)
        .filter_map(|pair| text.get(pair[0]..pair[1]))
        .collect()
}

#[test]
fn mangled_bytes() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for round in 0..6_000 {
        let mut text = SNIPPETS[round % SNIPPETS.len()].as_bytes().to_vec();
        for _ in 0..1 + random.below(6) {
            let at = random.below(text.len());
            match random.below(5) {
                0 => drop(text.drain(at..(at + random.below(20)).min(text.len()))),
                1 => text.insert(at, random.next() as u8),
                2 => text[at] = random.next() as u8,
                3 => text.truncate(at.max(1)),
                _ => {
                    let other = SNIPPETS[random.below(SNIPPETS.len())].as_bytes();
                    let from = random.below(other.len());
                    let to = (from + random.below(40)).min(other.len());
                    drop(text.splice(at..at, other[from..to].iter().copied()));
                }
            }
            if text.is_empty() {
                break;
            }
        }
        survive(&text);
    }
}

#[test]
fn mangled_tokens() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let all: Vec<Vec<&[u8]>> = SNIPPETS.iter().map(|s| pieces(s.as_bytes())).collect();
    for round in 0..12_000 {
        let mut tokens = all[round % all.len()].clone();
        for _ in 0..1 + random.below(4) {
            let at = random.below(tokens.len());
            match random.below(5) {
                0 => drop(tokens.drain(at..(at + 1 + random.below(3)).min(tokens.len()))),
                1 => {
                    let to = (at + 1 + random.below(5)).min(tokens.len());
                    let copy = tokens[at..to].to_vec();
                    drop(tokens.splice(at..at, copy));
                }
                2 => {
                    let other = random.below(tokens.len());
                    tokens.swap(at, other);
                }
                3 => tokens.truncate(at.max(1)),
                _ => {
                    let other = &all[random.below(all.len())];
                    let from = random.below(other.len());
                    let to = (from + random.below(8)).min(other.len());
                    drop(tokens.splice(at..at, other[from..to].iter().copied()));
                }
            }
            if tokens.is_empty() {
                break;
            }
        }
        survive(&tokens.join(&b' '));
    }
}

#[test]
fn token_soup() {
    let mut random = Random(0x1234_5678_9abc_def1);
    let all: Vec<&[u8]> = SNIPPETS.iter().flat_map(|s| pieces(s.as_bytes())).collect();
    for _ in 0..4_000 {
        let length = random.below(60);
        let soup: Vec<&[u8]> = (0..length).map(|_| all[random.below(all.len())]).collect();
        survive(&soup.join(&b' '));
    }
}

#[test]
fn noise() {
    let mut random = Random(0xdead_beef_cafe_f00d);
    for _ in 0..4_000 {
        let length = random.below(200);
        let noise: Vec<u8> = (0..length).map(|_| random.next() as u8).collect();
        survive(&noise);
        // Printable noise gets further.
        let printable: Vec<u8> = noise.iter().map(|b| b % 96 + 32).collect();
        survive(&printable);
    }
}

#[test]
fn every_prefix() {
    for snippet in SNIPPETS {
        for end in 0..snippet.len() {
            survive(&snippet.as_bytes()[..end]);
        }
    }
}

#[test]
fn the_snippets_themselves_are_understood() {
    for snippet in SNIPPETS.iter().filter(|s| !s.contains("pragma")) {
        let text = format!("typedef int T; {snippet}");
        let mut map = SourceMap::new();
        let id = map.add("fuzz.c", text).expect("the text is small");
        let (_, diagnostics) = parse(id, &map, &mut Interner::new());
        assert_eq!(diagnostics, [], "{snippet}");
    }
}
