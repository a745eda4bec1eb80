//! Random small concurrent programs full of loops, as text.
//!
//! Loops, conditions and what is in them are drawn from what spin loops are made of and from what must keep a loop from
//! being taken for one: loads, compare-exchanges, exchanges, home-made atomic functions, variables in
//! registers and in slots with and without their address let go, stores, assertions, assumptions, input, divisions. All
//! values stay below 4, so that there are finitely many states.

use unspool_interp::schedule::prng::Prng;

/// Globals to compare at the end.
pub const OBSERVED: [&str; 4] = ["x", "l", "r1", "r2"];

/// A program of two or three threads; the last one only stores, so that others have something to wait for.
pub fn random_program(seed: u64) -> String {
    let mut prng = Prng::new(seed);
    let mut text = PRELUDE.to_string();
    for number in 1..=2 {
        let mut thread = Thread::new(&mut prng);
        let statements = 1 + thread.prng.below(3);
        thread.statements(statements, 2);
        let register = thread.register();
        thread.line(&format!("store @r{number} = {register}"));
        thread.line("return");
        text += &format!(
            "function @t{number}(%arg.0: *void) {{\n{DECLARATIONS}{}}}\n",
            thread.blocks.concat()
        );
    }
    let mut writer = Thread::new(&mut prng);
    for _ in 0..1 + writer.prng.below(4) {
        writer.store();
    }
    writer.line("return");
    text += &format!(
        "function @t3(%arg.0: *void) {{\n{DECLARATIONS}{}}}\n",
        writer.blocks.concat()
    );
    text
}

const DECLARATIONS: &str = "  reg %1, %2, %3: i32
  reg %4: bool
  reg %5: i32
  reg %6, %7, %8, %9: *i32
  slot $s.0: i32
  slot $t.1: i32
  slot $known.2: i32
";

const PRELUDE: &str = "entry @main
global @x: i32 = {}
global @l: i32 = {}
global @flag: bool = {}
global @p: *i32 = {}
global @q: *i32 = {}
global @r1: i32 = {}
global @r2: i32 = {}
function @main() -> i32 {
  reg %0: i32
  reg %1: bool
b0:
  %0 = spawn &@t1, 0:*void
  %0 = spawn &@t2, 0:*void
  %0 = spawn &@t3, 0:*void
  atomic_begin
  %1 = finished 1:i32
  wait_until %1
  atomic_end
  atomic_begin
  %1 = finished 2:i32
  wait_until %1
  atomic_end
  return 0:i32
}
function @yield() -> i32 {
b0:
  return 0:i32
}
function @peek(%p.0: *i32) -> i32 {
  reg %1: i32
  slot $copy.0: i32
b0:
  %1 = load atomic seq_cst *%p.0
  live $copy.0
  store $copy.0 = %1
  %1 = load $copy.0
  dead $copy.0
  return %1
}
function @atomic_peek(%p.0: *i32) -> i32 {
  reg %1: i32
b0:
  atomic_begin
  %1 = load *%p.0
  atomic_end
  return %1
}
function @cas(%p.0: *i32, %e.1: i32, %d.2: i32, %r.3: *i32) {
  reg %4: i32
b0:
  atomic_begin
  %4 = load *%p.0
  branch %4 == %e.1, b1, b2
b1:
  store *%p.0 = %d.2
  store *%r.3 = 1:i32
  goto b3
b2:
  store *%r.3 = 0:i32
  goto b3
b3:
  atomic_end
  return
}
function @tas(%p.0: *i32) -> i32 {
  reg %1: i32
b0:
  atomic_begin
  %1 = load *%p.0
  store *%p.0 = 1:i32
  atomic_end
  return %1
}
";

struct Thread<'p> {
    prng: &'p mut Prng,
    /// The text of each block, in the order of their numbers.
    blocks: Vec<String>,
    current: usize,
    asserts: u32,
}

impl<'p> Thread<'p> {
    fn new(prng: &'p mut Prng) -> Self {
        Thread {
            prng,
            blocks: vec!["b0:\n".to_string()],
            current: 0,
            asserts: 0,
        }
    }

    fn line(&mut self, line: &str) {
        self.blocks[self.current] += &format!("  {line}\n");
    }

    fn one_of(&mut self, choices: &[&'static str]) -> &'static str {
        choices[self.prng.below(choices.len() as u64) as usize]
    }

    fn register(&mut self) -> &'static str {
        self.one_of(&["%1", "%2", "%3"])
    }

    fn global(&mut self) -> &'static str {
        self.one_of(&["@x", "@l", "@l"])
    }

    fn constant(&mut self) -> String {
        format!("{}:i32", self.prng.below(3))
    }

    fn value(&mut self) -> String {
        match self.prng.below(3) {
            0 => self.constant(),
            1 => self.register().to_string(),
            _ => format!("(({} + 1:i32) & 3:i32)", self.register()),
        }
    }

    fn condition(&mut self) -> String {
        let register = self.register();
        match self.prng.below(8) {
            0 => format!("{register} as bool"),
            1 => format!("!({register} as bool)"),
            2 => format!("{register} == {}", self.constant()),
            3 => format!("{register} != {}", self.constant()),
            4 => format!("{register} == {}", self.register()),
            5 | 6 => "%4".to_string(),
            _ => "!%4".to_string(),
        }
    }

    fn block(&mut self) -> usize {
        let number = self.blocks.len();
        self.blocks.push(format!("b{number}:\n"));
        number
    }

    fn start(&mut self, block: usize) {
        self.current = block;
    }

    fn statements(&mut self, count: u64, depth: u32) {
        for _ in 0..count {
            match self.prng.below(8) {
                0..=2 if depth > 0 => self.familiar_loop(),
                3 | 4 if depth > 0 => self.any_loop(depth),
                5 if depth > 0 => self.an_if(depth),
                _ => self.simple(),
            }
        }
    }

    /// A loop as programs have them, perhaps with something added.
    fn familiar_loop(&mut self) {
        let (head, again, exit) = (self.block(), self.block(), self.block());
        let global = self.global();
        let order = self.one_of(&["", "atomic seq_cst ", "atomic relaxed "]);
        let strength = self.one_of(&["", "weak "]);
        let new = self.one_of(&["1:i32", "(%1 + 1:i32) & 3:i32", "%2"]);
        let kind = self.prng.below(11);
        // What comes before, and the body with its condition to go round again.
        let (before, body, condition, after) = match kind {
            0 => {
                let wanted = self.constant();
                let load = format!("%1 = load {order}{global}");
                ("".into(), load, format!("%1 != {wanted}"), "".into())
            }
            1 => {
                let (a, b) = (self.constant(), self.constant());
                let loads = format!("%1 = load {order}@x\n  %2 = load {order}@l");
                let operator = self.one_of(&["|", "&"]);
                let condition = format!("(%1 != {a}) {operator} (%2 != {b})");
                ("".into(), loads, condition, "".into())
            }
            2 => {
                let exchange = format!("%1 = rmw exchange seq_cst {global}, 1:i32");
                let condition = self.one_of(&["%1 as bool", "%1 == 1:i32"]);
                ("".into(), exchange, condition.to_string(), "".into())
            }
            3 => {
                let exchange = "%4 = rmw exchange seq_cst @flag, true".to_string();
                ("".into(), exchange, "%4".into(), "".into())
            }
            4 => {
                let body = format!(
                    "%1 = load {order}{global}\n  %4, %5 = compare_exchange {strength}seq_cst {global}, %1, {new}"
                );
                ("".into(), body, "!%4".into(), "".into())
            }
            5 => {
                let first = match self.prng.below(4) {
                    0 => format!("%1 = {}", self.constant()),
                    1 => format!("%1 = load {global}\n  %3 = %1"),
                    _ => format!("%1 = load {global}"),
                };
                let body =
                    format!("%4, %5 = compare_exchange {strength}seq_cst {global}, %1, {new}");
                let after = self.one_of(&["%1 = %5", "%1 = 0:i32", "%1 = %5\n  %2 = %3"]);
                (first, body, "!%4".into(), after.to_string())
            }
            6 => {
                let (first, second) = (self.constant(), self.constant());
                let before = format!("live $s.0\n  store $s.0 = {first}");
                let body = format!(
                    "%1 = load $s.0\n  %4, %5 = compare_exchange {strength}seq_cst {global}, %1, {new}"
                );
                let after = self.one_of(&["store $s.0 = %5", "store $s.0 = 0:i32", "live $s.0"]);
                let after = match self.prng.below(2) {
                    0 => after.to_string(),
                    _ => format!("store $s.0 = {second}"),
                };
                let condition = self.one_of(&["!%4", "%5 as bool"]);
                (before, body, condition.to_string(), after)
            }
            7 => {
                let body = format!(
                    "%1 = load {global}\n  call @cas(&{global}, %1, {new}, &$t.1)\n  %2 = load $t.1"
                );
                ("".into(), body, "%2 == 0:i32".into(), "".into())
            }
            8 | 9 => {
                let before = match self.prng.below(4) {
                    0 => "%7 = alloc heap 4:u64\n  store @p = %7",
                    _ => "%7 = alloc heap 4:u64\n  store *%7 = 2:i32",
                };
                let write = self.one_of(&["store *%7 = %1\n  ", "store *%7 = 1:i32\n  ", ""]);
                let body = format!(
                    "%8 = load @q\n  {write}%4, %9 = compare_exchange {strength}seq_cst @q, %8, %7"
                );
                let after = self.one_of(&["", "%1 = load *%7", "store *%7 = 0:i32"]);
                (before.into(), body, "!%4".into(), after.to_string())
            }
            _ => {
                let before = "store @p = &$known.2".to_string();
                let body = "%1 = load $known.2".to_string();
                (before, body, "%1 == 0:i32".into(), "".into())
            }
        };
        let add = |thread: &mut Self, text: String| {
            if !text.is_empty() {
                thread.line(&text);
            }
        };
        add(self, before);
        self.line(&format!("goto b{head}"));
        self.start(head);
        let place = self.prng.below(9);
        if place == 0 {
            self.simple();
        }
        add(self, body);
        if place == 1 {
            self.simple();
        }
        self.line(&format!("branch {condition}, b{again}, b{exit}"));
        self.start(again);
        add(self, after);
        match place {
            2 => self.simple(),
            3 => self.line("%3 = (%3 + 1:i32) & 3:i32"),
            _ => {}
        }
        self.line(&format!("goto b{head}"));
        self.start(exit);
    }

    fn any_loop(&mut self, depth: u32) {
        let (head, exit) = (self.block(), self.block());
        self.line(&format!("goto b{head}"));
        self.start(head);
        for _ in 0..1 + self.prng.below(3) {
            match self.prng.below(9) {
                0 if depth > 1 => self.any_loop(depth - 1),
                2 if depth > 1 => self.familiar_loop(),
                1 => self.an_if(1),
                _ => self.simple(),
            }
        }
        for _ in 0..1 + self.prng.below(2) {
            let next = self.block();
            let condition = self.condition();
            let target = if self.prng.below(4) == 0 { head } else { exit };
            match self.prng.below(2) {
                0 => self.line(&format!("branch {condition}, b{target}, b{next}")),
                _ => self.line(&format!("branch {condition}, b{next}, b{target}")),
            }
            self.start(next);
            if self.prng.below(3) == 0 {
                self.simple();
            }
        }
        self.line(&format!("goto b{head}"));
        self.start(exit);
    }

    fn an_if(&mut self, depth: u32) {
        let (then, otherwise, after) = (self.block(), self.block(), self.block());
        let condition = self.condition();
        self.line(&format!("branch {condition}, b{then}, b{otherwise}"));
        self.start(then);
        self.statements(1, depth - 1);
        self.line(&format!("goto b{after}"));
        self.start(otherwise);
        if self.prng.below(2) == 0 {
            self.simple();
        }
        self.line(&format!("goto b{after}"));
        self.start(after);
    }

    fn store(&mut self) {
        let order = self.one_of(&["", "atomic seq_cst ", "atomic release "]);
        let value = self.constant();
        match self.prng.below(7) {
            6 => {
                let (then, after) = (self.block(), self.block());
                self.line("%8 = load @q");
                self.line(&format!("branch %8 == 0:*i32, b{after}, b{then}"));
                self.start(then);
                self.line("%1 = load *%8");
                self.line("store @x = %1");
                self.line(&format!("goto b{after}"));
                self.start(after);
            }
            5 => {
                let (then, after) = (self.block(), self.block());
                self.line("%6 = load @p");
                self.line(&format!("branch %6 == 0:*i32, b{after}, b{then}"));
                self.start(then);
                self.line(&format!("store *%6 = {value}"));
                self.line(&format!("goto b{after}"));
                self.start(after);
            }
            0 => self.line("store @flag = true"),
            1 => self.line("store @flag = false"),
            2 => self.line(&format!("store {order}@x = {value}")),
            _ => self.line(&format!("store {order}@l = {value}")),
        }
    }

    fn simple(&mut self) {
        let (register, global) = (self.register(), self.global());
        let value = self.value();
        let order = self.one_of(&["", "atomic seq_cst ", "atomic acquire ", "atomic relaxed "]);
        let strength = self.one_of(&["", "weak "]);
        let update = self.one_of(&["seq_cst", "acquire"]);
        let line = match self.prng.below(40) {
            0..=7 => format!("{register} = load {order}{global}"),
            8 => "%4 = load @flag".to_string(),
            9 | 10 => "%4 = rmw exchange seq_cst @flag, true".to_string(),
            11 | 12 => format!("{register} = rmw exchange {update} {global}, 1:i32"),
            13 => format!("{register} = rmw or {update} {global}, 0:i32"),
            14..=16 => {
                let expected = self.value();
                format!(
                    "%4, %5 = compare_exchange {strength}{update} {global}, {expected}, {value}"
                )
            }
            17 => format!("{register} = %5"),
            18 | 19 => format!("{register} = {value}"),
            20 | 21 => format!("store $s.0 = {value}"),
            22 | 23 => format!("{register} = load $s.0"),
            24 => self
                .one_of(&["live $s.0", "dead $s.0", "live $t.1"])
                .to_string(),
            25 | 26 => {
                let expected = self.value();
                format!("call @cas(&{global}, {expected}, {value}, &$t.1)")
            }
            27 | 28 => format!("{register} = load $t.1"),
            29 => format!("{register} = call @tas(&{global})"),
            30 => format!("{register} = call @peek(&{global})"),
            31 => format!("{register} = call @atomic_peek(&{global})"),
            32 => format!("{register} = call @yield()"),
            33 => "fence seq_cst".to_string(),
            34 => {
                self.asserts += 1;
                let number = self.asserts;
                format!(
                    "assert {register} != {}, unreach-call, \"assertion {number}\"",
                    self.constant()
                )
            }
            35 => format!("assume {register} != {}", self.constant()),
            36 => "%4 = nondet".to_string(),
            37 => format!("{register} = {value} / {}", self.register()),
            38 => match self.prng.below(5) {
                3 => format!("{register} = load *%7"),
                4 => "store @p = %7".to_string(),
                0 => "store @p = &$known.2".to_string(),
                1 => format!("store $known.2 = {value}"),
                _ => format!("{register} = load $known.2"),
            },
            _ => return self.store(),
        };
        self.line(&line);
    }
}
