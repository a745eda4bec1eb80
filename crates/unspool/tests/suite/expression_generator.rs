//! Random C programs full of expressions, without undefined behaviour.
//!
//! After Csmith (Yang, Chen, Eide, Regehr 2011), much smaller: no control flow of its own, only statements that
//! assign to something of a random type and print the value of a random expression. What C leaves undefined is
//! avoided by construction: shift counts are masked, divisors are neither 0 nor -1, floats
//! are brought into range before they become integers, and every side effect has a statement of its own.
//! Signed overflow is left in: the reference is compiled with -fwrapv.

/// Marsaglia's xorshift: what it makes of a seed never changes.
pub struct Generator {
    state: u64,
}

/// One program and what each of its output lines prints.
pub struct Generated {
    pub text: String,
    pub statements: Vec<String>,
}

const INTEGER_TYPES: &[&str] = &[
    "_Bool",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
];

/// Members of `struct record`: bit-fields with their widths among the ordinary ones.
const MEMBERS: &[(&str, &str, &str)] = &[
    ("unsigned", "m0", ":3"),
    ("int", "m1", ":5"),
    ("_Bool", "m2", ":1"),
    ("short", "m3", ""),
    ("unsigned char", "m4", ":7"),
    ("long long", "m5", ""),
    ("int", "m6", ":17"),
    ("unsigned", "m7", ":32"),
    ("signed char", "m8", ""),
    ("unsigned", "m9", ":20"),
    ("unsigned long", "m10", ""),
];

/// Bit-fields wider than `int`. GCC computes with them in their own width, Clang in that of the declared type, and C allows
/// both; so they are only used where that makes no difference: converted to their declared type, or assigned to with
/// operators whose low bits depend on low bits only.
const WIDE_MEMBERS: &[(&str, &str, &str)] = &[
    ("unsigned long long", "w0", ":40"),
    ("long long", "w1", ":33"),
    ("long long", "w2", ":62"),
];

const FLOAT_LEAVES: &[&str] = &[
    "f0", "f1", "d0", "d1", "gf", "gd", "1.5", "0.25f", "(-3.0)", "1e3", "7.0f",
];

const PROLOGUE: &str = "#include <stdio.h>
/* The sign of a NaN is nobody's business. */
static void show(int n, double x) {
    if (x != x) printf(\"%d nan\\n\", n);
    else printf(\"%d %a\\n\", n, x);
}
static double tame(double x) { return x > -100.0 && x < 100.0 ? x : 7.25; }
static double tame_positive(double x) { return x > 0.0 && x < 200.0 ? x : 9.5; }
";

impl Generator {
    pub fn new(seed: u64) -> Generator {
        // Seeds that differ little should give programs that differ much.
        let state = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Generator { state: state | 1 }
    }

    /// A program that prints `count` values.
    pub fn program(&mut self, count: usize) -> Generated {
        let mut text = String::from(PROLOGUE);
        let members: Vec<String> = MEMBERS
            .iter()
            .chain(WIDE_MEMBERS)
            .map(|(ty, name, width)| format!("    {ty} {name}{width};\n"))
            .collect();
        text.push_str(&format!("struct record {{\n{}}};\n", members.concat()));
        text.push_str("static struct record gr;\nstatic struct record *gp = &gr;\n");
        for (index, ty) in INTEGER_TYPES.iter().enumerate() {
            let value = self.constant();
            text.push_str(&format!("static {ty} g{index} = ({ty})({value});\n"));
            let values: Vec<String> = (0..4).map(|_| self.constant()).collect();
            let values: Vec<String> = values.iter().map(|v| format!("({ty})({v})")).collect();
            text.push_str(&format!(
                "static {ty} a{index}[8] = {{{}}};\n",
                values.join(", ")
            ));
        }
        text.push_str("static float gf = 2.75f;\nstatic double gd = -0.1;\n");
        text.push_str(
            "int main(void) {\n    struct record r = {1, -2, 1, 3, 4, 5, -6, 7, -8, 9, 10, 11, -12, 13};\n",
        );
        for (index, ty) in INTEGER_TYPES.iter().enumerate() {
            let value = self.constant();
            text.push_str(&format!("    {ty} v{index} = ({ty})({value});\n"));
        }
        text.push_str("    float f0 = 0.5f, f1 = -12.25f;\n    double d0 = 3.0, d1 = 1e-3;\n");
        let mut statements = Vec::with_capacity(count);
        for number in 0..count {
            let statement = self.statement(number);
            text.push_str(&format!("    {statement}\n"));
            statements.push(statement);
        }
        text.push_str("    return 0;\n}\n");
        Generated { text, statements }
    }

    fn statement(&mut self, number: usize) -> String {
        let depth = 1 + self.below(4);
        match self.below(10) {
            0 | 1 => {
                let target = self.one_of(&["f0", "f1", "d0", "d1", "gf", "gd"]);
                let operator = self.one_of(&["=", "+=", "-=", "*=", "/="]);
                // Out of the range of float is as undefined as out of the range of int.
                let value = match self.below(2) {
                    0 => format!("tame({})", self.float(depth)),
                    _ => self.integer(depth),
                };
                format!(
                    "{target} {operator} {value}; {target} = tame({target}); show({number}, {target});"
                )
            }
            2 => format!("show({number}, tame({}));", self.float(depth)),
            3..=5 => {
                let target = self.target();
                let assignment = self.assignment(&target, depth);
                format!("{assignment}; {}", print(number, &target))
            }
            6 => {
                let target = self.target();
                let change = self.one_of(&["++", "--"]);
                let changed = match self.below(2) {
                    0 => format!("{target}{change}"),
                    _ => format!("{change}{target}"),
                };
                format!("{} {}", print(number, &changed), print(number, &target))
            }
            7 => {
                let (_, member, _) = WIDE_MEMBERS[self.below(WIDE_MEMBERS.len() as u64) as usize];
                let operator = self.one_of(&["=", "+=", "-=", "*=", "&=", "|=", "^="]);
                let value = self.integer(depth);
                let shown = print(number, &format!("r.{member}"));
                format!("r.{member} {operator} {value}; {shown}")
            }
            _ => print(number, &self.integer(depth + 1)),
        }
    }

    fn assignment(&mut self, target: &str, depth: u64) -> String {
        let value = self.integer(depth);
        match self.below(4) {
            0 => format!("{target} = {value}"),
            1 => {
                let operator = self.one_of(&["/=", "%="]);
                format!("{target} {operator} {}", self.divisor(depth))
            }
            2 => {
                let operator = self.one_of(&["<<=", ">>="]);
                format!("{target} {operator} ({value} & 31)")
            }
            _ => {
                let operator = self.one_of(&["+=", "-=", "*=", "&=", "|=", "^="]);
                format!("{target} {operator} {value}")
            }
        }
    }

    /// Something of integer type that can be assigned to.
    fn target(&mut self) -> String {
        let index = self.below(INTEGER_TYPES.len() as u64);
        match self.below(6) {
            0 | 1 => format!("v{index}"),
            2 => format!("g{index}"),
            3 => format!("a{index}[{}]", self.below(8)),
            4 => format!("r.{}", self.member()),
            _ => format!("gp->{}", self.member()),
        }
    }

    /// An expression of integer type, in parentheses where it needs them.
    fn integer(&mut self, depth: u64) -> String {
        if depth == 0 {
            return match self.below(12) {
                0..=2 => format!("({})", self.constant()),
                3 => self.wide_member(),
                _ => self.target(),
            };
        }
        let d = depth - 1;
        match self.below(17) {
            0 => {
                let operator = self.one_of(&["-", "~", "!", "+"]);
                format!("({operator}{})", self.integer(d))
            }
            1 | 2 => {
                let ty = self.one_of(INTEGER_TYPES);
                format!("(({ty}){})", self.integer(d))
            }
            3..=6 => {
                let operator = self.one_of(&["+", "-", "*", "&", "|", "^"]);
                format!("({} {operator} {})", self.integer(d), self.integer(d))
            }
            7 => {
                let operator = self.one_of(&["/", "%"]);
                format!("({} {operator} {})", self.integer(d), self.divisor(d))
            }
            8 => {
                let operator = self.one_of(&["<<", ">>"]);
                format!(
                    "({} {operator} ({} & 31))",
                    self.integer(d),
                    self.integer(d)
                )
            }
            9 => {
                let operator = self.one_of(&["<<", ">>"]);
                let ty = self.one_of(&["long long", "unsigned long long"]);
                let value = self.integer(d);
                format!("(({ty}){value} {operator} ({} & 63))", self.integer(d))
            }
            10 | 11 => {
                let operator = self.one_of(&["<", ">", "<=", ">=", "==", "!="]);
                format!("({} {operator} {})", self.integer(d), self.integer(d))
            }
            12 => {
                let operator = self.one_of(&["&&", "||", ","]);
                format!("({} {operator} {})", self.integer(d), self.integer(d))
            }
            13 => {
                let condition = self.integer(d);
                format!("({condition} ? {} : {})", self.integer(d), self.integer(d))
            }
            14 => {
                let operator = self.one_of(&["<", ">", "<=", ">=", "==", "!="]);
                format!("({} {operator} {})", self.float(d), self.float(d))
            }
            15 => match self.below(2) {
                0 => {
                    let ty =
                        self.one_of(&["signed char", "short", "int", "long", "long long", "_Bool"]);
                    format!("(({ty})tame({}))", self.float(d))
                }
                _ => {
                    let ty = self.one_of(&["unsigned char", "unsigned", "unsigned long long"]);
                    format!("(({ty})tame_positive({}))", self.float(d))
                }
            },
            _ => {
                let array = self.below(INTEGER_TYPES.len() as u64);
                match self.below(2) {
                    0 => format!("a{array}[{} & 7]", self.integer(d)),
                    _ => format!("sizeof(+{})", self.integer(d)),
                }
            }
        }
    }

    fn float(&mut self, depth: u64) -> String {
        if depth == 0 {
            return self.one_of(FLOAT_LEAVES).to_string();
        }
        let d = depth - 1;
        match self.below(8) {
            0 => format!("(-{})", self.float(d)),
            1 => {
                let ty = self.one_of(&["double", "float"]);
                let value = match self.below(2) {
                    0 => self.integer(d),
                    _ => format!("tame({})", self.float(d)),
                };
                format!("(({ty}){value})")
            }
            2 => {
                let condition = self.integer(d);
                format!("({condition} ? {} : {})", self.float(d), self.float(d))
            }
            3 => {
                let operator = self.one_of(&["+", "-", "*", "/"]);
                format!("({} {operator} {})", self.float(d), self.integer(d))
            }
            _ => {
                let operator = self.one_of(&["+", "-", "*", "/"]);
                format!("({} {operator} {})", self.float(d), self.float(d))
            }
        }
    }

    /// Of any integer type; neither 0 nor -1.
    fn divisor(&mut self, depth: u64) -> String {
        let value = self.integer(depth);
        match self.below(2) {
            0 => format!("(({value} & 0x7f) + 1)"),
            _ => format!("(-(({value} & 0x3f) + 2))"),
        }
    }

    fn constant(&mut self) -> String {
        let suffix = self.one_of(&["", "u", "l", "ul", "ll", "ull"]);
        let value = match self.below(5) {
            0 => self.below(4),
            1 => self.below(256),
            2 => (1 << self.below(31)) - self.below(2),
            3 => self.below(1 << 31),
            // Beyond int in either data model: only where the suffix allows it to be.
            _ if suffix.contains("ll") => self.next() >> 1,
            _ => self.below(1 << 16),
        };
        match self.below(4) {
            0 => format!("-{value}{suffix}"),
            1 => format!("0x{value:x}{suffix}"),
            _ => format!("{value}{suffix}"),
        }
    }

    fn wide_member(&mut self) -> String {
        let (ty, member, _) = WIDE_MEMBERS[self.below(WIDE_MEMBERS.len() as u64) as usize];
        let record = self.one_of(&["r.", "gp->"]);
        format!("(({ty}){record}{member})")
    }

    fn member(&mut self) -> &'static str {
        let index = self.below(MEMBERS.len() as u64) as usize;
        MEMBERS[index].1
    }

    fn one_of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len() as u64) as usize]
    }

    fn below(&mut self, bound: u64) -> u64 {
        (self.next() >> 11) % bound
    }

    fn next(&mut self) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state
    }
}

fn print(number: usize, expression: &str) -> String {
    format!("printf(\"{number} %lld\\n\", (long long)({expression}));")
}
