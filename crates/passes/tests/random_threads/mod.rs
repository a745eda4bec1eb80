//! Random bounded programs: small threads over a few globals, with all that passes must not break.
//!
//! Programs are text. Every instruction has a line of its own, so that outcomes tell where they come from.

use std::fmt::Write;

/// A program for each seed.
pub fn random_program(seed: u64) -> String {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    random.next();
    let workers = random.below(4).saturating_sub(1);
    let mut text = String::from(DECLARATIONS);
    for number in 1..=workers {
        let header = format!("function @worker.{number}(%0: i32, %9: *i32)");
        text += &Generator::new(&mut random, number, 0).function(&header);
    }
    let header = "function @main() -> i32".to_string();
    text += &Generator::new(&mut random, 0, workers).function(&header);
    text
}

const DECLARATIONS: &str = "entry @main
file f0 \"random.c\"
struct pair size 8 align 4 { first: i32 at 0, second: i32 at 4 }
global @x: i32 = {}
global @y: i32 = { 0: 1:i32 }
global @unread: i32 = {}
global @constant: i32 read_only = { 0: 2:i32 }
global @extern: i32
global @array: [3 x i32] = {}
global @pair: struct pair = {}
global @copy: struct pair = {}
global @byte: u8 = { 0: 200:u8 }
global @pointer: *i32 = { 0: &@y as *i32 }
global @own: i32 thread_local = {}
global @lock: i32 = {}
";

pub struct Random(u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 20
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    fn one_of<'s>(&mut self, choices: &[&'s str]) -> &'s str {
        choices[self.below(choices.len() as u64) as usize]
    }
}

struct Generator<'r> {
    random: &'r mut Random,
    thread: u64,
    spawns: u64,
    text: String,
    blocks: usize,
    line: usize,
    statements: u64,
    in_section: bool,
    /// Jumped to from anywhere outside sections.
    has_early_end: bool,
}

const INTS: &[&str] = &["%0", "%1", "%2", "%3"];
const FLAGS: &[&str] = &["%5", "%6", "%7"];
const POINTERS: &[&str] = &["%9", "%10"];

impl<'r> Generator<'r> {
    fn new(random: &'r mut Random, thread: u64, spawns: u64) -> Self {
        // With other threads there are many more executions.
        let statements = match thread + spawns {
            0 => 6 + random.below(16),
            _ => 3 + random.below(5),
        };
        Generator {
            random,
            thread,
            spawns,
            text: String::new(),
            blocks: 1,
            line: 0,
            statements,
            in_section: false,
            has_early_end: false,
        }
    }

    fn function(mut self, header: &str) -> String {
        let mut text = format!("{header} !f0:1:1 {{\n");
        text += match self.thread {
            0 => "  reg %0, %1, %2, %3, %4: i32\n",
            _ => "  reg %1, %2, %3, %4: i32\n",
        };
        text += "  reg %5, %6, %7, %8: bool\n";
        text += match self.thread {
            0 => "  reg %9, %10, %11: *i32\n",
            _ => "  reg %10, %11: *i32\n",
        };
        text += "  reg %12: u64\n  reg %13: struct pair\n  reg %14: u8\n";
        text += "  slot $0: i32\n  slot $1: [2 x i32]\n  slot $2: i32\n";
        // By name of the function that an instruction is written in, errors call the slots that it brings to life.
        let name = match self.thread {
            0 => "main".to_string(),
            number => format!("worker.{number}"),
        };
        let _ = writeln!(text, "  origin o0: call @{name} !2:1\nb0:");
        self.set_registers();
        self.spawn_all();
        while self.statements > 0 {
            self.statement(0);
        }
        if self.has_early_end {
            self.line_of("goto b999");
            self.text += "b999:\n";
        }
        self.end();
        // Blocks are numbered as they come, but for the last.
        let last = format!("b{}", self.blocks);
        text += &self.text.replace("b999", &last);
        text + "}\n"
    }

    /// Shows some of what the thread knows, so that it makes a difference.
    fn end(&mut self) {
        if self.thread == 0 && self.random.below(3) > 0 {
            for worker in 1..=self.spawns {
                self.line_of("atomic_begin");
                self.line_of(&format!("%5 = finished {worker}:i32"));
                self.line_of("wait_until %5");
                self.line_of("atomic_end");
            }
        }
        for int in INTS {
            if self.random.below(3) == 0 {
                let place = self.random.one_of(&[
                    "@x",
                    "@y",
                    "@array[1:i32]",
                    "$0",
                    "$1[1:i32]",
                    "*%9",
                    "*%10",
                ]);
                self.line_of(&format!("{int} = load {place}"));
            }
        }
        let mut sum = "0:i32".to_string();
        for register in INTS.iter().chain(FLAGS) {
            if self.random.below(2) == 0 {
                let is_flag = FLAGS.contains(register);
                let value = if is_flag {
                    format!("({register} as i32)")
                } else {
                    register.to_string()
                };
                sum = format!("(({sum}) * 5:i32) + {value}");
            }
        }
        let end = match (self.thread, self.random.below(8)) {
            (0, 0) => "exit_thread".to_string(),
            (0, 1) => "abort".to_string(),
            (0, 2) => format!("exit {sum}"),
            (0, _) => format!("return {sum}"),
            (_, 0) => "exit_thread".to_string(),
            (_, other) => {
                if other > 4 {
                    self.line_of(&format!("store @x = {sum}"));
                }
                "return".to_string()
            }
        };
        self.line_of(&end);
    }

    fn line_of(&mut self, instruction: &str) {
        self.line += 1;
        let line = self.thread as usize * 1000 + self.line;
        let origin = match line % 3 {
            0 => " in o0",
            _ => "",
        };
        // Errors of writing to a string do not exist.
        let _ = writeln!(self.text, "  {instruction}{origin} !f0:{line}:1");
    }

    /// Mostly, so that not every program ends with a bad pointer.
    fn set_registers(&mut self) {
        for pointer in POINTERS {
            if self.random.below(8) > 0 && (self.thread == 0 || *pointer != "%9") {
                let target = self.random.one_of(&["&@x", "&@y", "&$0", "&@array[1:i32]"]);
                self.line_of(&format!("{pointer} = {target}"));
            }
        }
        for int in INTS {
            if self.random.below(4) == 0 {
                let number = self.random.below(3);
                self.line_of(&format!("{int} = {number}:i32"));
            }
        }
    }

    fn spawn_all(&mut self) {
        for worker in 1..=self.spawns {
            let argument = self.int(1);
            let pointer = self.address();
            self.line_of(&format!(
                "%4 = spawn thread {worker} &@worker.{worker}, {argument}, {pointer}"
            ));
        }
    }

    fn new_block(&mut self) -> usize {
        self.blocks += 1;
        self.blocks - 1
    }

    fn start(&mut self, block: usize) {
        let _ = writeln!(self.text, "b{block}:");
    }

    fn statement(&mut self, depth: u32) {
        self.statements = self.statements.saturating_sub(1);
        match self.random.below(if self.in_section { 20 } else { 26 }) {
            0..=11 => self.simple(),
            12..=14 => self.memory(),
            15 => self.check(),
            16..=19 => self.conditional(depth),
            20..=22 => self.section(depth),
            23 => {
                let flag = self.flag(1);
                let other = self.new_block();
                self.has_early_end = true;
                self.line_of(&format!("branch {flag}, b999, b{other}"));
                self.start(other);
            }
            24 => self.lock(),
            _ => self.line_of("fence seq_cst"),
        }
    }

    fn conditional(&mut self, depth: u32) {
        if depth > 1 {
            return self.simple();
        }
        let condition = self.flag(1);
        let switches = self.random.below(5) == 0;
        // Numbers are given in the order of the text: rewritten below.
        let start = self.text.len();
        let value = self.int(0);
        self.line_of(&match switches {
            true => format!("switch {value} {{ 0 => bTHEN, 2..5 => bJOIN, else => bELSE }}"),
            false => format!("branch {condition}, bTHEN, bELSE"),
        });
        let then = self.new_block();
        self.start(then);
        for _ in 0..self.random.below(3) {
            self.statement(depth + 1);
        }
        let ends = self.random.below(8);
        match ends {
            0 if !self.in_section => self.line_of("unreachable"),
            1 if !self.in_section => self.line_of("exit_thread"),
            2 if !self.in_section => self.line_of("exit 3:i32"),
            _ => self.line_of("goto bJOIN"),
        }
        let otherwise = self.new_block();
        self.start(otherwise);
        for _ in 0..self.random.below(3) {
            self.statement(depth + 1);
        }
        self.line_of("goto bJOIN");
        let join = self.new_block();
        self.start(join);
        let changed = self.text[start..]
            .replace("bTHEN", &format!("b{then}"))
            .replace("bELSE", &format!("b{otherwise}"))
            .replace("bJOIN", &format!("b{join}"));
        self.text.truncate(start);
        self.text += &changed;
    }

    fn section(&mut self, depth: u32) {
        self.in_section = true;
        self.line_of("atomic_begin");
        let nested = self.random.below(3) == 0;
        if self.random.below(3) == 0 {
            let place = self.random.one_of(&["@x", "@y", "@lock"]);
            self.line_of(&format!("%1 = load {place}"));
            let flag = self.flag(1);
            let condition = match self.random.below(3) {
                0 => flag,
                _ => "%1 == 0:i32".to_string(),
            };
            self.line_of(&format!("wait_until {condition}"));
        }
        for _ in 0..self.random.below(3) {
            self.statement(depth + 1);
        }
        if nested {
            self.line_of("atomic_begin");
            for _ in 0..self.random.below(2) {
                self.statement(depth + 1);
            }
            self.line_of("atomic_end");
        }
        if self.random.below(4) == 0 {
            // Parts of it end in either arm.
            let condition = self.flag(0);
            let (then, otherwise) = (self.new_block(), self.new_block());
            let join = self.new_block();
            self.line_of(&format!("branch {condition}, b{then}, b{otherwise}"));
            self.start(then);
            self.line_of("atomic_end");
            self.line_of(&format!("goto b{join}"));
            self.start(otherwise);
            if self.random.below(2) == 0 {
                self.line_of("store @x = 1:i32");
            }
            self.line_of("atomic_end");
            self.line_of(&format!("goto b{join}"));
            self.start(join);
        } else {
            self.line_of("atomic_end");
        }
        self.in_section = false;
    }

    fn lock(&mut self) {
        self.line_of("atomic_begin");
        self.line_of("%1 = load @lock");
        self.line_of("wait_until %1 == 0:i32");
        self.line_of("store @lock = 1:i32");
        self.line_of("hold &@lock");
        self.line_of("atomic_end");
        for _ in 0..self.random.below(3) {
            self.simple();
        }
        self.line_of("atomic_begin");
        self.line_of("store @lock = 0:i32");
        self.line_of("release &@lock");
        self.line_of("atomic_end");
    }

    fn check(&mut self) {
        let condition = self.flag(2);
        match self.random.below(4) {
            0 => self.line_of(&format!("assume {condition}")),
            1 => {
                let detail = "(&@array[0:i32]) as *i8";
                self.line_of(&format!(
                    "assert {condition}, unreach-call, \"bad \", {detail}"
                ));
            }
            _ => self.line_of(&format!("assert {condition}, unreach-call, \"bad\"")),
        }
    }

    fn simple(&mut self) {
        let int = self.random.one_of(INTS);
        let flag = self.random.one_of(FLAGS);
        let pointer = self.random.one_of(POINTERS);
        match self.random.below(16) {
            0..=2 => {
                let value = self.int(2);
                self.line_of(&format!("{int} = {value}"));
            }
            3 => {
                let value = self.flag(2);
                self.line_of(&format!("{flag} = {value}"));
            }
            4 | 5 => {
                let value = self.address();
                self.line_of(&format!("{pointer} = {value}"));
            }
            6..=8 => {
                let place = self.place();
                self.line_of(&format!("{int} = load {place}"));
            }
            9..=11 => {
                let place = self.place();
                let value = self.int(1);
                self.line_of(&format!("store {place} = {value}"));
            }
            12 => self.line_of(&format!("{int} = nondet")),
            13 => self.line_of(&format!("{flag} = nondet")),
            14 => {
                let thread = self.random.below(3);
                self.line_of(&format!("{flag} = finished {thread}:i32"));
            }
            _ => {
                let byte = self.int(1);
                self.line_of(&format!("output 1:i32, {byte}"));
            }
        }
    }

    fn memory(&mut self) {
        let int = self.random.one_of(INTS);
        let flag = self.random.one_of(FLAGS);
        let pointer = self.random.one_of(POINTERS);
        let place = self.place();
        let slot = self.random.below(3);
        match self.random.below(12) {
            0 => {
                let value = self.int(1);
                let op = self.random.one_of(&["add", "exchange", "xor"]);
                self.line_of(&format!("{int} = rmw {op} seq_cst {place}, {value}"));
            }
            1 => {
                let (expected, desired) = (self.int(0), self.int(1));
                let weak = self.random.one_of(&["weak ", ""]);
                self.line_of(&format!(
                    "{flag}, {int} = compare_exchange {weak}seq_cst {place}, {expected}, {desired}"
                ));
            }
            2 | 3 => self.line_of(&format!("live ${slot}")),
            4 | 5 => self.line_of(&format!("dead ${slot}")),
            6 => self.line_of(&format!("{pointer} = alloc heap 4:u64")),
            7 if self.random.below(4) == 0 => self.line_of(&format!("free heap {pointer}")),
            7 => {
                self.line_of("%10 = alloc heap 4:u64");
                if self.random.below(2) == 0 {
                    self.line_of(&format!("store *%10 = {int}"));
                    self.line_of(&format!("{int} = load *%10"));
                }
                self.simple();
                if self.random.below(5) == 0 {
                    self.line_of("free heap %10");
                }
                self.line_of("free heap %10");
                if self.random.below(6) > 0 {
                    self.line_of("%10 = &@y");
                }
            }
            8 => {
                let address = self.address();
                self.line_of(&format!("%12 = object_size {address}"));
                self.line_of(&format!("{int} = %12 as i32"));
            }
            9 => {
                self.line_of("%13 = load @pair");
                let copy = self.random.one_of(&["@pair", "@copy", "@copy"]);
                self.line_of(&format!("store {copy} = %13"));
                self.line_of(&format!("{int} = load {copy}.second"));
            }
            10 if self.random.below(2) == 0 => {
                let through = self.random.one_of(&["i8", "i16", "u16", "u32"]);
                self.line_of("%14 = load @byte");
                self.line_of(&format!("{int} = (%14 as {through}) as i32"));
            }
            10 => {
                self.line_of("%11 = load @pointer");
                self.line_of(&format!("{int} = load *%11"));
            }
            _ => {
                let address = self.address();
                self.line_of(&format!("store @pointer = {address}"));
            }
        }
    }

    fn place(&mut self) -> String {
        let pointer = self.random.one_of(POINTERS);
        let index = self.int(0);
        match self.random.below(16) {
            0..=3 => "@x".to_string(),
            4 | 5 => "@y".to_string(),
            6 => "@unread".to_string(),
            7 => match self.random.below(24) {
                0 => "@array[3:i32]".to_string(),
                index => format!("@array[{}:i32]", index % 3),
            },
            8 if self.random.below(3) == 0 => format!("@array[{index}]"),
            8 => format!("@array[{index} & 1:i32]"),
            9 => "@pair.second".to_string(),
            10 => "@own".to_string(),
            11 => "$0".to_string(),
            12 => format!("$1[{}:i32]", self.random.below(2)),
            13 => "$2".to_string(),
            14 => format!("*{pointer}"),
            _ => match self.random.below(12) {
                0 => "@constant".to_string(),
                1 => "@extern".to_string(),
                2 => format!("$1[{index}]"),
                3 => format!("*({pointer} + 1:i32)"),
                _ => "@pair.first".to_string(),
            },
        }
    }

    fn address(&mut self) -> String {
        let pointer = self.random.one_of(POINTERS);
        match self.random.below(8) {
            0 => "&@x".to_string(),
            1 => "&@y".to_string(),
            2 => "&$0".to_string(),
            3 => "&$1[1:i32]".to_string(),
            4 => "&@array[0:i32] + 1:i32".to_string(),
            5 => format!("{} ? &@x : {pointer}", self.random.one_of(FLAGS)),
            6 => format!("({pointer} as *void) as *i32"),
            _ => pointer.to_string(),
        }
    }

    fn int(&mut self, depth: u32) -> String {
        let register = self.random.one_of(INTS);
        let number = match self.random.below(8) {
            0 => 255,
            1 => -2147483648,
            other => other as i64 - 3,
        };
        if depth == 0 || self.random.below(3) == 0 {
            return match self.random.below(3) {
                0 => format!("{number}:i32"),
                _ => register.to_string(),
            };
        }
        let (a, b) = (self.nested_int(depth - 1), self.nested_int(depth - 1));
        match self.random.below(16) {
            0..=3 => format!("{a} + {number}:i32"),
            4 => format!("{a} - {b}"),
            5 => format!("{a} * {b}"),
            6 => format!("{a} & {b}"),
            7 => format!("{a} ^ {b}"),
            8 => format!("{a} << 1:i32"),
            9 => format!("{a} / {}:i32", self.random.one_of(&["2", "-1", "1", "3"])),
            10 if self.random.below(4) == 0 => format!("{a} % {b}"),
            10 => format!("{a} | {b}"),
            11 => format!("{} ? {a} : {b}", self.random.one_of(FLAGS)),
            12 => format!("{} as i32", self.random.one_of(FLAGS)),
            13 | 14 => {
                let narrow = self
                    .random
                    .one_of(&["i8", "u8", "u16", "bool", "i64", "u32"]);
                let wide = self.random.one_of(&["i16", "u16", "i64", "u8", "u32"]);
                format!("(({a} as {narrow}) as {wide}) as i32")
            }
            _ => format!("-({a})"),
        }
    }

    fn nested_int(&mut self, depth: u32) -> String {
        let inner = self.int(depth);
        parenthesised(inner)
    }

    fn flag(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.random.one_of(FLAGS).to_string();
        }
        let inner = parenthesised(self.flag(depth - 1));
        let (a, b) = (self.nested_int(depth - 1), self.nested_int(depth - 1));
        let pointer = self.random.one_of(POINTERS);
        match self.random.below(11) {
            0 | 1 => format!("{a} == {b}"),
            2 => format!("{a} != 0:i32"),
            3 => format!("{a} < {b}"),
            4 => format!("!{inner}"),
            5 => format!("({inner} as i32) == {}:i32", self.random.below(3)),
            6 => format!("{inner} & {}", self.random.one_of(FLAGS)),
            7 => format!("{inner} | {}", self.random.one_of(&["true", "false", "%5"])),
            8 => format!("{pointer} == 0:*i32"),
            9 => format!("{pointer} == &@x"),
            _ => inner,
        }
    }
}

fn parenthesised(text: String) -> String {
    match text.contains(' ') || text.starts_with(['-', '!']) {
        true => format!("({text})"),
        false => text,
    }
}
