//! What is known of memory while bounding is what is there.
//!
//! Random programs without threads write and read the same bytes as integers of all sizes, floats and bit-fields, in variables of every storage,
//! with values that are known and some that are not, on paths that meet again. The status is a sum over all bytes. It must be the same
//! when memory is not looked at while bounding, and in the program itself.

use std::fmt::Write;
use std::path::Path;

use unspool::bound_options::Bounds;
use unspool::pipeline::{self, Goal};
use unspool_interp::schedule::prng::Prng;
use unspool_ir::DataModel;
use unspool_passes::bound::BoundConfig;
use unspool_passes::reductions::Reductions;

use crate::random_programs::campaign;
use crate::random_programs::outcomes::Outcomes;
use crate::reference::lowered;
use crate::{tools, work_sharing};

/// Parts of the union that all variables are: how they are written, and how many there are.
const PARTS: [(&str, u64); 8] = [
    ("c", 32),
    ("s", 16),
    ("i", 8),
    ("l", 4),
    ("f", 8),
    ("d", 4),
    ("x", 2),
    ("p", 2),
];

const VARIABLES: [&str; 6] = ["filled", "empty", "own", "local", "(*heap)", "(*chosen)"];

#[test]
fn memory_holds_what_is_known_of_it() {
    let folder = tools::folder("bounded_memory");
    let seeds: Vec<u64> = campaign::seeds(0..300).collect();
    let wrong = work_sharing::map(&seeds, |&seed| {
        let path = folder.join(format!("seed{seed}.c"));
        std::fs::write(&path, program(seed)).expect("a program");
        let difference = difference(&path)?;
        Some(format!("{}: {difference}", path.display()))
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn difference(path: &Path) -> Option<String> {
    let program = lowered(path, DataModel::Lp64).expect("a program");
    let original = Outcomes::of(&program, 1000);
    assert!(
        original.is_complete && !original.ends.is_empty(),
        "{path:?}"
    );
    let bounds = Bounds::new(BoundConfig::default(), Reductions::default());
    match pipeline::from_lowered(program.clone(), &bounds, Goal::Reduced) {
        Ok(work) => Outcomes::of(&work.program, 1000).differ_from(&original, &program),
        Err(error) => Some(format!("{error:?}")),
    }
}

fn program(seed: u64) -> String {
    let mut text = "#include <stdlib.h>
#include <string.h>
_Bool __VERIFIER_nondet_bool(void);
struct bits { int a : 5; unsigned b : 11; int c : 16; };
struct __attribute__((packed)) crooked { char c; int i; short s; long l; };
union all {
    unsigned char c[32]; short s[16]; int i[8]; long l[4]; float f[8]; double d[4]; long double x[2]; struct crooked p[2];
    struct bits b[8];
};
static union all filled = {.l = {0x0102030405060708, -1, 0x1112131415161718, 77}};
static union all empty;
static _Thread_local union all own;
int main(void) {
    union all local;
    union all *heap = calloc(1, sizeof *heap);
    memset(&local, 0, sizeof local);
    _Bool first = __VERIFIER_nondet_bool();
    union all *chosen = first ? &filled : &local;
    long value = first ? 3 : 1000;
"
    .to_string();
    let mut random = Prng::new(seed);
    for _ in 0..4 + random.below(16) {
        statement(&mut random, &mut text);
    }
    text += "    unsigned long sum = 0;\n";
    for variable in VARIABLES {
        writeln!(
            text,
            "    for (int i = 0; i < 32; i++) sum = sum * 31 + {variable}.c[i];"
        )
        .ok();
    }
    text + "    return (sum ^ sum >> 23 ^ sum >> 47) & 0x7f;\n}\n"
}

fn statement(random: &mut Prng, text: &mut String) {
    let target = part(random);
    let line = match random.below(10) {
        0..4 => format!("{target} = {};", random.below(1 << 20)),
        4 => format!("{target} = value;"),
        5 => format!("{target} = {};", part(random)),
        6 => format!("value = (long){};", part(random)),
        7 => {
            let (to, from) = (variable(random), variable(random));
            format!(
                "memmove(&{to}.c[{}], &{from}.c[{}], {});",
                random.below(16),
                random.below(16),
                random.below(17)
            )
        }
        8 => format!("if (first) {target} = {};", random.below(100)),
        _ => format!("{} = {};", variable(random), variable(random)),
    };
    writeln!(text, "    {line}").ok();
}

fn part(random: &mut Prng) -> String {
    let variable = variable(random);
    if random.below(8) == 0 {
        let field = ["a", "b", "c"][random.below(3) as usize];
        return format!("{variable}.b[{}].{field}", random.below(8));
    }
    let (part, count) = PARTS[random.below(PARTS.len() as u64) as usize];
    match part {
        "p" => {
            let field = ["c", "i", "s", "l"][random.below(4) as usize];
            format!("{variable}.p[{}].{field}", random.below(2))
        }
        _ => format!("{variable}.{part}[{}]", random.below(count)),
    }
}

fn variable(random: &mut Prng) -> &'static str {
    VARIABLES[random.below(VARIABLES.len() as u64) as usize]
}
