//! Random bounded programs, as text.

use unspool_interp::schedule::prng::Prng;

const HEADER: &str = "entry @main
struct pair size 8 align 4 {
  a: i32 at 0,
  b: u16 at 4,
  c: u16 at 6
}
struct queue size 16 align 4 {
  items: [3 x i32] at 0,
  count: i32 at 12
}
global @queue: struct queue = { 4: 60:i32 }
global @x: i32 = { 0: 3:i32 }
global @y: i32 = {}
global @u: u8 = { 0: 250:u8 }
global @w: i64 = { 0: -2:i64 }
global @f: bool = {}
global @quiet: u32 = { 0: 40:u32 }
global @mine: i32 = { 0: 9:i32 }
global @table: [4 x i32] = { 0: 1:i32, 12: -4:i32 }
global @pairs: [2 x struct pair] = { 4: 7:u16, 8: 100:i32 }
global @local: i32 thread_local = { 0: 2:i32 }
global @p: *i32 = { 0: &@x as *i32 }
global @tagged: u64 = {}
";

/// Registers of each thread, by type: numbers of the first and how many.
const REGISTERS: [(&str, usize, usize); 9] = [
    ("i32", 0, 4),
    ("u8", 4, 2),
    ("i64", 6, 2),
    ("bool", 8, 2),
    ("u16", 10, 2),
    ("u32", 12, 2),
    ("*i32", 14, 2),
    ("*void", 16, 1),
    ("u64", 18, 2),
];

/// Places of each type that all threads share.
const PLACES: [(&str, &[&str]); 6] = [
    (
        "i32",
        &[
            "@x",
            "@y",
            "@x",
            "@y",
            "@table[0:i32]",
            "@table[3:i32]",
            "@table[%0 & 3:i32]",
            "@pairs[1:i32].a",
            "@pairs[0:i32].a",
            "@pairs[%1 & 1:i32].a",
            "@local",
            "$s.0",
            "$s.0",
            "*%14",
            "*%15",
            "@queue.count",
            "@queue.items[%0]",
            "@queue.items[%0 & 3:i32]",
            "@queue.items[%0 & 1:i32]",
        ],
    ),
    (
        "u8",
        &["@u", "*(&@x as *u8)", "*((&@u as *u8) + 0:i32)", "$t.1"],
    ),
    ("i64", &["@w", "@w", "*(&@pairs as *i64)"]),
    ("bool", &["@f"]),
    (
        "u16",
        &[
            "@pairs[0:i32].b",
            "@pairs[1:i32].b",
            "@pairs[0:i32].c",
            "@pairs[%2 & 1:i32].b",
        ],
    ),
    ("u32", &["@quiet", "*(&@y as *u32)"]),
];

struct Writer<'a> {
    prng: &'a mut Prng,
    text: String,
    blocks: usize,
    /// In the order of the text.
    order: Vec<usize>,
    /// Instructions still to write.
    budget: u64,
    /// No pointer is made that is further from its object than an element.
    is_tame: bool,
}

pub fn program(prng: &mut Prng) -> String {
    program_like(prng, false)
}

/// One in which no pointer gets from one object to another by arithmetic.
pub fn tame_program(prng: &mut Prng) -> String {
    program_like(prng, true)
}

fn program_like(prng: &mut Prng, is_tame: bool) -> String {
    let data_model = ["lp64", "lp64", "ilp32"][prng.below(3) as usize];
    let mut text = format!("datamodel {data_model}\n{HEADER}");
    for thread in ["left", "right"] {
        let budget = 4 + prng.below(14);
        text += &function(
            prng,
            &format!("function @{thread}(%arg.20: i32, %given.21: *i32)"),
            budget,
            (false, is_tame),
        );
    }
    let budget = 2 + prng.below(8);
    let header = "function @main() -> i32";
    text + &function(prng, header, budget, (true, is_tame))
}

fn function(
    prng: &mut Prng,
    header: &str,
    budget: u64,
    (is_main, is_tame): (bool, bool),
) -> String {
    let mut writer = Writer {
        prng,
        text: String::new(),
        blocks: 0,
        order: Vec::new(),
        budget,
        is_tame,
    };
    if is_main {
        for (number, thread) in ["left", "right"].iter().enumerate() {
            let count = 1 + writer.prng.below(3);
            writer.statements(count);
            let argument = writer.expression("i32", 2);
            let number = number + 1;
            if writer.prng.below(2) == 0 {
                writer.line("store $s.0 = 4:i32");
            }
            let given = writer.pick(&["&$s.0", "&@x", "%14", "0:*i32"]);
            writer.line(&format!(
                "%0 = spawn thread {number} &@{thread}, {argument}, {given}"
            ));
        }
    } else {
        writer.line("%1 = %arg.20");
        writer.line("%15 = %given.21");
    }
    while writer.budget > 0 {
        writer.statements(1);
    }
    // Blocks are numbered in the order of the text.
    let mut body = writer.text;
    for (position, block) in writer.order.iter().enumerate() {
        body = body.replace(&format!("<{block}>"), &format!("b{}", position + 1));
    }
    let end = match is_main {
        true => "  return %0\n",
        false => "  return\n",
    };
    let mut registers = String::new();
    let last = if is_main { 22 } else { 20 };
    for number in 0..last {
        let of = REGISTERS
            .iter()
            .find(|(_, first, count)| (*first..first + count).contains(&number));
        let ty = of.map_or("i32", |(ty, ..)| ty);
        registers += &format!("  reg %{number}: {ty}\n");
    }
    let slots = "  slot $s.0: i32\n  slot $t.1: u8\n";
    format!("{header} {{\n{registers}{slots}b0:\n  live $s.0\n  %14 = &@y\n{body}{end}}}\n")
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        self.text += &format!("  {line}\n");
    }

    fn pick<'b>(&mut self, list: &[&'b str]) -> &'b str {
        list[self.prng.below(list.len() as u64) as usize]
    }

    fn any_type(&mut self) -> &'static str {
        self.pick(&["i32", "i32", "i32", "u8", "i64", "bool", "u16", "u32"])
    }

    fn register(&mut self, ty: &str) -> String {
        let of = REGISTERS.iter().find(|(name, ..)| *name == ty);
        let (_, first, count) = of.copied().unwrap_or(REGISTERS[0]);
        format!("%{}", first as u64 + self.prng.below(count as u64))
    }

    fn place(&mut self, ty: &str) -> &'static str {
        let of = PLACES.iter().find(|(name, _)| *name == ty);
        let places = of.map_or(PLACES[0].1, |(_, places)| places);
        self.pick(places)
    }

    fn constant(&mut self, ty: &str) -> String {
        let number = match self.prng.below(4) {
            0 => self.prng.below(200),
            _ => self.prng.below(6),
        };
        match ty {
            "bool" => self.pick(&["true", "false"]).to_string(),
            "i32" | "i64" if self.prng.below(3) == 0 => format!("-{}:{ty}", number + 1),
            _ => format!("{number}:{ty}"),
        }
    }

    /// Not in parentheses.
    fn expression(&mut self, ty: &str, depth: u32) -> String {
        if depth == 0 || self.prng.below(5) == 0 {
            return match self.prng.below(3) {
                0 => self.constant(ty),
                _ => self.register(ty),
            };
        }
        if ty == "bool" {
            return match self.prng.below(6) {
                0 => format!("!({})", self.expression("bool", depth - 1)),
                1 => {
                    let op = self.pick(&["&", "|", "^", "==", "!="]);
                    self.two(op, "bool", depth - 1)
                }
                2 => {
                    let from = self.any_type();
                    format!("{} as bool", self.nested(from, depth - 1))
                }
                _ => {
                    let op = self.pick(&["==", "!=", "<", "<=", ">", ">="]);
                    let of = self.any_type();
                    self.two(op, of, depth - 1)
                }
            };
        }
        match self.prng.below(12) {
            0 => format!("-({})", self.expression(ty, depth - 1)),
            1 => format!("~({})", self.expression(ty, depth - 1)),
            2 => {
                let condition = self.nested("bool", depth - 1);
                let (a, b) = (self.nested(ty, depth - 1), self.nested(ty, depth - 1));
                format!("{condition} ? {a} : {b}")
            }
            3 | 4 => {
                let from = self.any_type();
                format!("{} as {ty}", self.nested(from, depth - 1))
            }
            5 => {
                let op = self.pick(&["/", "%"]);
                let a = self.nested(ty, depth - 1);
                let b = match self.prng.below(3) {
                    0 => self.nested(ty, depth - 1),
                    _ => format!("{}:{ty}", 1 + self.prng.below(9)),
                };
                format!("{a} {op} {b}")
            }
            6 => {
                let op = self.pick(&["<<", ">>"]);
                let a = self.nested(ty, depth - 1);
                let count = match self.prng.below(3) {
                    0 => self.nested("u8", depth - 1),
                    _ => format!("{}:i32", self.prng.below(8)),
                };
                format!("{a} {op} {count}")
            }
            _ => {
                let op = self.pick(&["+", "-", "*", "&", "|", "^", "+", "-"]);
                self.two(op, ty, depth - 1)
            }
        }
    }

    fn two(&mut self, op: &str, ty: &str, depth: u32) -> String {
        let a = self.nested(ty, depth);
        let b = match self.prng.below(2) {
            0 => self.constant(ty),
            _ => self.nested(ty, depth),
        };
        format!("{a} {op} {b}")
    }

    fn nested(&mut self, ty: &str, depth: u32) -> String {
        let text = self.expression(ty, depth);
        match text.contains([' ', '(']) {
            true => format!("({text})"),
            false => text,
        }
    }

    fn new_block(&mut self) -> usize {
        self.blocks += 1;
        self.blocks - 1
    }

    fn begin(&mut self, block: usize) {
        self.order.push(block);
        self.text += &format!("<{block}>:\n");
    }

    fn statements(&mut self, count: u64) {
        for _ in 0..count {
            self.budget = self.budget.saturating_sub(1);
            self.statement();
        }
    }

    fn statement(&mut self) {
        let ty = self.any_type();
        let register = self.register(ty);
        match self.prng.below(28) {
            0..=3 => {
                let place = self.place(ty);
                self.line(&format!("{register} = load {place}"));
            }
            4..=6 => {
                let place = self.place(ty);
                let value = self.expression(ty, 2);
                self.line(&format!("store {place} = {value}"));
            }
            7 | 8 => {
                let value = self.expression(ty, 3);
                self.line(&format!("{register} = {value}"));
            }
            9 | 10 => {
                let op = match ty {
                    "bool" => self.pick(&["exchange", "and", "or", "xor"]),
                    _ => self.pick(&["add", "add", "sub", "exchange", "and", "or", "xor", "nand"]),
                };
                let place = self.place(ty);
                let value = match self.prng.below(2) {
                    0 => self.constant(ty),
                    _ => self.expression(ty, 1),
                };
                self.line(&format!("{register} = rmw {op} seq_cst {place}, {value}"));
            }
            11 => {
                let ok = match register.as_str() {
                    "%8" => "%9",
                    _ => "%8",
                };
                let weak = self.pick(&["", "weak "]);
                let place = self.place(ty);
                let (expected, desired) = (self.expression(ty, 1), self.expression(ty, 1));
                self.line(&format!(
                    "{ok}, {register} = compare_exchange {weak}seq_cst {place}, {expected}, {desired}"
                ));
            }
            12 => {
                let condition = self.expression("bool", 2);
                let kind = self.pick(&["assume", "assume", "assert"]);
                match kind {
                    "assert" => self.line(&format!("assert {condition}, unreach-call, \"own\"")),
                    _ => self.line(&format!("assume {condition}")),
                }
            }
            13 => {
                let place = self.place("i32");
                let bound = self.constant("i32");
                self.line("atomic_begin");
                self.line(&format!("%2 = load {place}"));
                let op = self.pick(&["<", ">=", "!="]);
                self.line(&format!("wait_until %2 {op} {bound}"));
                self.line(&format!("store {place} = %2 + 1:i32"));
                self.line("atomic_end");
            }
            14 if self.prng.below(2) == 0 => self.line(&format!("{register} = nondet")),
            14 => {
                let place = self.pick(&["@x", "@y", "@queue.count"]);
                let step = self.pick(&["1:i32", "-1:i32", "2:i32", "(%1 & 3:i32)"]);
                self.line(&format!("%3 = load {place}"));
                self.line(&format!("store {place} = %3 + {step}"));
            }
            15 => match self.pick(&["live $s.0", "dead $s.0", "mine"]) {
                "mine" => {
                    self.line("%2 = load @mine");
                    self.line("store @mine = %2 + 1:i32");
                }
                other => self.line(other),
            },
            16 => self.switch(),
            17 => self.pointer(),
            18 | 19 => self.publish(),
            20 => self.either_pointer(),
            24..=26 => self.address(),
            21 => {
                self.line("%14 = load @p");
                let register = self.register("i32");
                self.line(&format!("{register} = load *%14"));
                if self.prng.below(2) == 0 {
                    self.line("%6 = %14 as i64");
                }
            }
            22 => {
                // With an index that is known only because it was used.
                let index = self.register("i32");
                let place = self.pick(&["@table", "@queue.items"]);
                let value = self.register("i32");
                self.line(&format!("{value} = load {place}[{index}]"));
                self.line(&format!("%7 = {index} as i64"));
            }
            _ => self.branch(),
        }
    }

    /// Gets hold of a pointer, or gives one away.
    fn pointer(&mut self) {
        let register = self.register("*i32");
        match self.prng.below(8) {
            0 => self.line(&format!("{register} = load @p")),
            6 => {
                self.line("%0 = load @queue.count");
                let index = if self.is_tame { "%0 & 3:i32" } else { "%0" };
                self.line(&format!("{register} = &@queue.items[{index}]"));
                self.line(&format!("store *{register} = %1"));
                self.line("store @queue.count = %0 + 1:i32");
            }
            1 => self.line(&format!("store @p = {register}")),
            2 => {
                let number = self.prng.below(9);
                self.line("%16 = alloc heap 8:u64");
                self.line(&format!("store *(%16 as *i32) = {number}:i32"));
                self.line(&format!("{register} = (%16 as *i32) + {}:i32", number % 2));
            }
            3 => self.line(&format!("assume {register} != 0:*i32")),
            _ => {
                let last = if self.is_tame { 8 } else { 9 };
                let places = [
                    "@x",
                    "@table[2:i32]",
                    "@table[%0 & 3:i32]",
                    "$s.0",
                    "@y",
                    "@local",
                    "@queue.items[%1 & 1:i32]",
                    "@pairs[%2 & 1:i32].a",
                    "@queue.items[%1]",
                ];
                let place = self.pick(&places[..last]);
                self.line(&format!("{register} = &{place}"));
                if self.prng.below(3) == 0 {
                    let from = match self.is_tame {
                        true => register.clone(),
                        false => self.register("*i32"),
                    };
                    let by = self.pick(&["1:i32", "-1:i32", "(%0 & 1:i32)"]);
                    self.line(&format!("{register} = {from} + {by}"));
                }
            }
        }
    }

    /// Computes with pointers as numbers.
    fn address(&mut self) {
        let (pointer, other) = (self.register("*i32"), self.register("*i32"));
        let number = self.register("i64");
        let word = self.register("u64");
        match self.prng.below(9) {
            0 => self.line(&format!("{number} = {pointer} as i64")),
            1 => self.line(&format!("{number} = ({pointer} as i64) & 28:i64")),
            2 => self.line(&format!("{number} = ({pointer} - {other}) as i64")),
            3 => {
                let op = self.pick(&["==", "!=", "<", ">="]);
                self.line(&format!("%8 = {pointer} {op} {other}"));
            }
            4 => {
                let op = self.pick(&["==", "!=", "<", ">="]);
                self.line(&format!("assume {pointer} {op} {other}"));
            }
            5 | 6 => self.line(&format!("store @tagged = ({pointer} as u64) | 1:u64")),
            7 => self.line(&format!("{word} = load @tagged")),
            _ => {
                self.line(&format!("{word} = load @tagged"));
                let untagged = format!("({word} & 18446744073709551614:u64) as *i32");
                self.line(&format!("{pointer} = {untagged}"));
            }
        }
    }

    /// Makes an object, initialises it perhaps, on some paths, and lets others know it.
    fn publish(&mut self) {
        let (made, place) = match self.prng.below(3) {
            0 => ("live $s.0", "$s.0"),
            1 => ("dead $s.0", "$s.0"),
            _ => ("%16 = alloc heap 4:u64", "*(%16 as *i32)"),
        };
        let initialise = format!("store {place} = {}", self.constant("i32"));
        if self.prng.below(3) == 0 {
            self.line(&initialise);
        }
        self.line(made);
        match self.prng.below(4) {
            0 => {}
            1 => {
                let condition = self.expression("bool", 1);
                let (then, after) = (self.new_block(), self.new_block());
                self.line(&format!("branch {condition}, <{then}>, <{after}>"));
                self.begin(then);
                self.line(&initialise);
                self.line(&format!("goto <{after}>"));
                self.begin(after);
            }
            _ => self.line(&initialise),
        }
        match place {
            "$s.0" => self.line("store @p = &$s.0"),
            _ => self.line("store @p = %16 as *i32"),
        }
    }

    /// A pointer that depends on the path, and something stored through it.
    fn either_pointer(&mut self) {
        let condition = self.expression("bool", 1);
        let (then, otherwise, after) = (self.new_block(), self.new_block(), self.new_block());
        self.line(&format!("branch {condition}, <{then}>, <{otherwise}>"));
        for block in [then, otherwise] {
            self.begin(block);
            let place = self.pick(&["@table[0:i32]", "@table[2:i32]", "@x", "@table[3:i32]"]);
            self.line(&format!("%15 = &{place}"));
            self.line(&format!("goto <{after}>"));
        }
        self.begin(after);
        let value = self.expression("i32", 1);
        self.line(&format!("store *%15 = {value}"));
    }

    fn branch(&mut self) {
        let condition = self.expression("bool", 3);
        let (then, otherwise, after) = (self.new_block(), self.new_block(), self.new_block());
        self.line(&format!("branch {condition}, <{then}>, <{otherwise}>"));
        for block in [then, otherwise] {
            self.begin(block);
            let count = self.prng.below(3).min(self.budget);
            self.statements(count);
            self.line(&format!("goto <{after}>"));
        }
        self.begin(after);
    }

    fn switch(&mut self) {
        let ty = self.pick(&["i32", "u8", "i64"]);
        let value = self.expression(ty, 2);
        let (one, two, three) = (self.new_block(), self.new_block(), self.new_block());
        let after = self.new_block();
        let low = match ty {
            "u8" => "1",
            _ => "-3",
        };
        self.line(&format!(
            "switch {value} {{ 4 => <{one}>, {low}..3 => <{two}>, 7..9 => <{one}>, else => <{three}> }}"
        ));
        for block in [one, two, three] {
            self.begin(block);
            let count = self.prng.below(2).min(self.budget);
            self.statements(count);
            self.line(&format!("goto <{after}>"));
        }
        self.begin(after);
    }
}
