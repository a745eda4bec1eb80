//! Random programs that do to pointers whatever C can: fields, indices, arithmetic, integers, bytes, records as a whole, tables of
//! functions, threads.

use std::fmt::Write;

use unspool_interp::schedule::prng::Prng;

/// The text of a program; the same for the same seed.
pub fn random_program(seed: u64) -> String {
    let mut writer = Writer {
        random: Prng::new(seed),
        out: String::new(),
    };
    writer.out.push_str(HEADER);
    for global in 0..3 {
        let (a, b) = (writer.below(3), writer.below(2));
        let text = format!(
            "global @g{global}: [2 x struct s] = {{ 0: &@g{a} + {} as *struct s, 8: &@one as *fn(*struct s, u64) -> *struct s, 64: &@g{b} as *struct s }}\n",
            writer.below(8) * 8
        );
        writer.out.push_str(&text);
    }
    for name in ["one", "two"] {
        writer.function(
            &format!("@{name}(%p0.0: *struct s, %n0.1: u64) -> *struct s"),
            "%p1.2",
        );
    }
    writer.function("@thread(%p0.0: *struct s, %n0.1: u64)", "");
    writer.function("@body(%p0.0: *struct s, %n0.1: u64) -> i32", "0:i32");
    writer.out.push_str(MAIN);
    writer.out
}

const HEADER: &str = "entry @main
struct s size 56 align 8 {
  a: *struct s at 0,
  f: *fn(*struct s, u64) -> *struct s at 8,
  n: u64 at 16,
  table: [4 x *struct s] at 24
}
global @depth: i32 = {}
function @copy(%to.0: *u8, %from.1: *u8, %count.2: u64) {
  reg %i.3: u64
  reg %byte.4: u8
b0:
  %i.3 = 0:u64
  goto b1
b1:
  branch %i.3 < %count.2, b2, b3
b2:
  %byte.4 = load *(%from.1 + %i.3)
  store *(%to.0 + %i.3) = %byte.4
  %i.3 = %i.3 + 1:u64
  goto b1
b3:
  return
}
function @extra(%count.0: i32, ...) -> *struct s {
  reg %area.1: *u8
  reg %p.2: *struct s
b0:
  %area.1 = var_args
  %p.2 = load *((%area.1 + (%count.0 * 8:i32)) as **struct s)
  return %p.2
}
";

const MAIN: &str = "function @main() -> i32 {
  reg %t.0, %r.1: i32
b0:
  %t.0 = spawn &@thread, &@g1[0:i32], 8:u64
  %r.1 = call @body(&@g0[1:i32], 2:u64)
  return %r.1
}
";

const POINTERS: [&str; 4] = ["%p0.0", "%p1.2", "%p2.3", "%p3.4"];

/// Registers: `%p0.0 %p1.2 %p2.3 %p3.4` pointers, `%n0.1 %n1.5 %n2.6` words, `%byte.7`, `%whole.8`, `%i.9`, `%f.10`.
struct Writer {
    random: Prng,
    out: String,
}

impl Writer {
    fn function(&mut self, header: &str, result: &str) {
        let lines = 6 + self.below(25);
        writeln!(
            self.out,
            "function {header} {{
  reg %p1.2, %p2.3, %p3.4: *struct s
  reg %n1.5, %n2.6: u64
  reg %byte.7: u8
  reg %whole.8: struct s
  reg %i.9: i32
  reg %f.10: *fn(*struct s, u64) -> *struct s
  reg %t.11: i32
  reg %ok.12: bool
  slot $local.0: [2 x struct s]
b0:
  %i.9 = load @depth
  branch %i.9 > 6:i32, b1, b2
b1:
  return {early}
b2:
  store @depth = %i.9 + 1:i32
  live $local.0
  %p1.2 = &$local.0[0:i32]
  %p2.3 = %p0.0
  %p3.4 = &@g2[0:i32]
  %f.10 = &@two",
            early = if result.starts_with('%') {
                "%p0.0"
            } else {
                result
            },
        )
        .expect("a string");
        for _ in 0..lines {
            // Most runs would soon end at a null pointer.
            for pointer in POINTERS {
                if self.below(3) == 0 {
                    let address = self.address();
                    let line =
                        format!("{pointer} = ({pointer} == 0:*struct s) ? {address} : {pointer}");
                    writeln!(self.out, "  {line}").expect("a string");
                }
            }
            let line = self.line();
            writeln!(self.out, "  {line}").expect("a string");
        }
        writeln!(self.out, "  return {result}\n}}").expect("a string");
    }

    fn line(&mut self) -> String {
        let (p, q, n, m) = (self.pointer(), self.pointer(), self.word(), self.word());
        let (place, source) = (self.pointer_place(), self.pointer_place());
        let k = self.below(9) * 4;
        let byte = self.below(8);
        match self.below(30) {
            0..5 => format!("{p} = load {place}"),
            5..9 => format!("store {place} = {q}"),
            9 => format!("{p} = alloc heap {}:u64", 56 * (1 + self.below(2))),
            10 => format!("{p} = {}", self.address()),
            11 => format!("{p} = {q} + {}:i64", ["1", "-1"][self.below(2) as usize]),
            12 => format!(
                "{p} = ((({q} as *u8) + {}:i64) as *struct s)",
                k as i64 - 16
            ),
            13 => match self.below(3) {
                0 => format!("{n} = {m} + {}", self.word()),
                _ => format!("{n} = ({q} as u64)"),
            },
            14 => format!("{p} = ({n} as *struct s)"),
            15 => match self.below(3) {
                0 => format!(
                    "{n} = {m} & {}:u64",
                    [7, 8, u64::MAX - 7][self.below(3) as usize]
                ),
                1 => format!("{n} = ((({p} as *u8) - ({q} as *u8)) as u64)"),
                _ => format!(
                    "{n} = {m} {} {k}:u64",
                    ["+", "-", "|", "^"][self.below(4) as usize]
                ),
            },
            16 => format!("{n} = {}:u64", self.below(3)),
            17 => format!("{n} = load {p}->n"),
            18 => format!("store {p}->n = {n}"),
            19 => format!("%whole.8 = load *{p}"),
            20 => format!("store *{p} = %whole.8"),
            21 => format!("call @copy((&{place} as *u8), (&{source} as *u8), 8:u64)"),
            22 => format!("%byte.7 = load *((&{place} as *u8) + {byte}:u64)"),
            23 => format!("store *((&{place} as *u8) + {byte}:u64) = %byte.7"),
            24 => format!(
                "{p} = call @{}({q}, {n})",
                ["one", "two"][self.below(2) as usize]
            ),
            25 => match self.below(3) {
                0 => format!("%f.10 = load {p}->f"),
                1 => format!("store {p}->f = &@two"),
                _ => format!("{p} = call *%f.10({q}, {n})"),
            },
            26 => format!("{p} = rmw exchange seq_cst {place}, {q}"),
            27 => format!("%ok.12, {p} = compare_exchange seq_cst {place}, {q}, {q}"),
            28 => format!(
                "{p} = call @extra({}:i32, {q}, {})",
                self.below(2),
                self.pointer()
            ),
            _ => format!("{p} = ({n} == 0:u64) ? {q} : {}", self.address()),
        }
    }

    fn pointer_place(&mut self) -> String {
        let record = match self.below(6) {
            0 => format!("@g{}[{}:i32]", self.below(3), self.below(2)),
            1 => format!("@g{}[{} & 1:u64]", self.below(3), self.word()),
            2 => "$local.0[1:i32]".to_string(),
            _ => format!("(*{})", self.pointer()),
        };
        match self.below(4) {
            0 => format!("{record}.table[{} % 4:u64]", self.word()),
            1 => format!("{record}.table[{}:i32]", self.below(4)),
            _ => format!("{record}.a"),
        }
    }

    fn address(&mut self) -> String {
        match self.below(3) {
            0 => format!("&$local.0[{}:i32]", self.below(2)),
            1 => format!("&@g{}[{} & 1:u64]", self.below(3), self.word()),
            _ => format!("&@g{}[{}:i32]", self.below(3), self.below(2)),
        }
    }

    fn pointer(&mut self) -> &'static str {
        POINTERS[self.below(4) as usize]
    }

    fn word(&mut self) -> &'static str {
        ["%n0.1", "%n1.5", "%n2.6"][self.below(3) as usize]
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.random.below(bound)
    }
}
