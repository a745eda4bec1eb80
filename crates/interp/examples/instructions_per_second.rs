//! How many instructions a second are executed: on a thread's own memory, on shared memory, over calls, and
//! by two threads that take a lock; and how many states a second an exhaustive search enters.
//!
//! `cargo run --release -p unspool-interp --example instructions_per_second`

use std::time::Instant;

use unspool_interp::input::RandomInputs;
use unspool_interp::schedule::random::RandomScheduler;
use unspool_interp::{Config, ExploreConfig, explore, run};

const LOOP: &str = "
entry @main
global @shared: [64 x i32] = {}
function @step(%i.0: i32) -> i32 {
  reg %1: i32
  slot $t.0: i32
b0:
  live $t.0
  store $t.0 = %i.0 + 1:i32
  %1 = load $t.0
  dead $t.0
  return %1
}
function @worker(%arg.0: *void) {
  reg %1, %2: i32
b0:
  %1 = 0:i32
  goto b1
b1:
  atomic_begin
  %2 = load @shared[0:i32]
  wait_until %2 == 0:i32
  store @shared[0:i32] = 1:i32
  atomic_end
  %2 = load @shared[1:i32]
  store @shared[1:i32] = %2 + 1:i32
  store @shared[0:i32] = 0:i32
  %1 = %1 + 1:i32
  branch %1 < 300000:i32, b1, b2
b2:
  return
}
function @main() -> i32 {
  reg %0, %1: i32
  reg %2: bool
  slot $own.0: [64 x i32]
b0:
  live $own.0
  %0 = 0:i32
  goto b1
b1:
BODY
  %0 = %0 + 1:i32
  branch %0 < COUNT:i32, b1, b2
b2:
  return 0:i32
}
";

const CASES: &[(&str, &str, u32)] = &[
    (
        "registers",
        "  %1 = ((%1 * 31:i32) ^ %0) + 7:i32\n  %1 = %1 & 65535:i32",
        5_000_000,
    ),
    (
        "own memory",
        "  %1 = load $own.0[%0 & 63:i32]\n  store $own.0[(%0 + 1:i32) & 63:i32] = %1 + %0",
        5_000_000,
    ),
    (
        "shared memory",
        "  %1 = load @shared[%0 & 63:i32]\n  store @shared[(%0 + 1:i32) & 63:i32] = %1 + %0",
        5_000_000,
    ),
    ("calls", "  %1 = call @step(%0)", 2_000_000),
    (
        "two threads and a lock",
        "  %1 = spawn &@worker, 0:*void\n  %1 = spawn &@worker, 0:*void\n  atomic_begin\n  %2 = finished 1:i32\n  wait_until %2\n  atomic_end\n  atomic_begin\n  %2 = finished 2:i32\n  wait_until %2\n  atomic_end",
        1,
    ),
];

fn main() {
    for (name, body, count) in CASES {
        let text = LOOP
            .replace("BODY", body)
            .replace("COUNT", &count.to_string());
        let program = match unspool_ir::text::parse(&text) {
            Ok(program) => program,
            Err(error) => {
                println!("{name}: {error}");
                continue;
            }
        };
        let mut scheduler = RandomScheduler::new(1, 0);
        let mut inputs = RandomInputs::new(1);
        let start = Instant::now();
        let end = run(
            &program,
            &Config::default(),
            &mut scheduler,
            &mut inputs,
            &mut |_, _| {},
        );
        let seconds = start.elapsed().as_secs_f64();
        let millions = end.instructions as f64 / 1e6;
        println!(
            "{name}: {:.1} million instructions a second ({})",
            millions / seconds,
            end.outcome.describe(&program)
        );
    }
    search(CASES.last().map_or("", |case| case.1));
}

fn search(body: &str) {
    let text = LOOP
        .replace("BODY", body)
        .replace("COUNT", "1")
        .replace("300000", "60");
    let Ok(program) = unspool_ir::text::parse(&text) else {
        return;
    };
    let start = Instant::now();
    let exploration = explore(&program, &ExploreConfig::default());
    println!(
        "search: {:.0} thousand states a second ({} states, complete: {})",
        exploration.states as f64 / start.elapsed().as_secs_f64() / 1e3,
        exploration.states,
        exploration.complete
    );
}
