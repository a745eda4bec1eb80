//! Small bounded programs, each beside one that differs in what matters.

use unspool_engine::{Answer, Encoding, Engine, EngineConfig, EngineReduction, EngineReductions};
use unspool_ir::{Program, Property};

fn program(text: &str) -> Program {
    match unspool_ir::text::parse(text) {
        Ok(program) => program,
        Err(error) => panic!("{error:?}\n{text}"),
    }
}

fn every_reduction_off_in_turn() -> Vec<EngineReductions> {
    let all = EngineReductions::default();
    let mut sets: Vec<EngineReductions> =
        EngineReduction::all().map(|one| all.without(one)).collect();
    sets.extend([all, EngineReductions::NONE]);
    sets
}

/// Whether the question has an answer; the same with every set of reductions.
fn ask(text: &str, encoding: Encoding, question: impl Fn(&mut Engine<'_>) -> Answer) -> bool {
    let program = program(text);
    let answers = every_reduction_off_in_turn().into_iter().map(|reductions| {
        let config = EngineConfig {
            encoding,
            reductions,
            ..EngineConfig::default()
        };
        let mut engine = Engine::new(&program, config).expect("a bounded program");
        match question(&mut engine) {
            Answer::Found(_) => true,
            Answer::None => false,
            Answer::Stopped(stopped) => panic!("{stopped:?}"),
        }
    });
    let answers: Vec<bool> = answers.collect();
    assert!(
        answers.iter().all(|answer| *answer == answers[0]),
        "{answers:?}"
    );
    answers[0]
}

fn fails(text: &str, encoding: Encoding) -> bool {
    ask(text, encoding, |engine| {
        engine
            .violation(&[Property::UnreachCall])
            .expect("the solver works")
    })
}

/// The least number of rounds and of contexts in which an assertion fails.
fn least(text: &str) -> (Option<u32>, Option<u32>) {
    (
        (1..6).find(|&rounds| fails(text, Encoding::Rounds(rounds))),
        (1..8).find(|&contexts| fails(text, Encoding::Contexts(contexts))),
    )
}

fn needs_last_round(text: &str, rounds: u32) -> bool {
    ask(text, Encoding::Rounds(rounds), |engine| {
        engine.longer_schedule().expect("the solver works")
    })
}

/// A program of a main thread and one other.
fn two(globals: &str, main: &str, other: &str) -> String {
    format!(
        "entry @main\n{globals}\n\
         function @other(%arg.0: *void) {{\n  reg %1, %2: i32\n  reg %3: bool\n  reg %4: *i32\nb0:\n{other}}}\n\
         function @main() -> i32 {{\n  reg %0, %1, %2: i32\n  reg %3: bool\n  reg %4: *i32\nb0:\n{main}}}\n"
    )
}

const X: &str = "global @x: i32 = {}\nglobal @y: i32 = {}";
const SPAWN: &str = "  %0 = spawn thread 1 &@other, 0:*void\n";

#[test]
fn a_lost_update_needs_a_switch_in_between() {
    let other = "  point 0 %1 = load @x\n  point 1 store @x = %1 + 1:i32\n  exit_thread\n";
    let rest = "  point 0 %1 = load @x\n  point 1 store @x = %1 + 1:i32\n\
                \x20 point 2 atomic_begin\n  %3 = finished 1:i32\n  wait_until %3\n  atomic_end\n\
                \x20 point 3 %2 = load @x\n  assert %2 == 2:i32, unreach-call, \"lost\"\n  point 4 exit 0:i32\n";
    let text = two(X, &format!("{SPAWN}{rest}"), other);
    assert_eq!(least(&text), (Some(2), Some(3)));
    let whole = other.replace("point 0 %1", "point 0 atomic_begin\n  %1");
    let whole = whole.replace(
        "point 1 store @x = %1 + 1:i32",
        "store @x = %1 + 1:i32\n  atomic_end",
    );
    let rest = rest.replace(
        "point 0 %1 = load @x\n  point 1 store @x = %1 + 1:i32",
        "point 0 atomic_begin\n  %1 = load @x\n  store @x = %1 + 1:i32\n  atomic_end",
    );
    let rest = rest
        .replace("point 2", "point 1")
        .replace("point 3", "point 2");
    let rest = rest.replace("point 4", "point 3");
    let text = two(X, &format!("{SPAWN}{rest}"), &whole);
    assert_eq!(least(&text), (None, None));
    assert!(needs_last_round(&text, 1));
    assert!(!needs_last_round(&text, 4));
}

#[test]
fn nothing_happens_behind_the_end_of_the_process() {
    let other =
        "  point 0 %1 = load @x\n  assert %1 == 0:i32, unreach-call, \"seen\"\n  exit_thread\n";
    let alive = "  point 0 store @x = 1:i32\n  point 1 exit 0:i32\n";
    let text = two(X, &format!("{SPAWN}{alive}"), other);
    assert_eq!(least(&text), (Some(1), Some(2)));
    // Before the assignment it is too early, and behind it too late.
    let dead = "  point 0 atomic_begin\n  store @x = 1:i32\n  atomic_end\n  point 1 exit 0:i32\n";
    let gone = dead.replace("  atomic_end\n  point 1 exit", "  exit");
    let text = two(X, &format!("{SPAWN}{gone}"), other);
    let unbalanced = unspool_ir::text::parse(&text).is_ok();
    assert!(unbalanced, "the text form does not check sections");
    assert_eq!(least(&text), (None, None));
}

#[test]
fn an_assertion_that_fails_asks_nothing_of_what_follows() {
    for (follows, expected) in [
        ("  assume %1 == 7:i32\n", (Some(1), Some(2))),
        ("  assume false\n", (Some(1), Some(2))),
        ("  wait\n", (Some(1), Some(2))),
    ] {
        let wait = "  atomic_begin\n  %2 = load @y\n  wait_until %2 == 5:i32\n  atomic_end\n";
        let follows = follows.replace("  wait\n", wait);
        let other = format!(
            "  point 0 atomic_begin\n  %1 = load @x\n  assert %1 == 0:i32, unreach-call, \"seen\"\n{}  atomic_end\n  exit_thread\n",
            follows
                .replace("  atomic_begin\n", "")
                .replace("  atomic_end\n", "")
        );
        let text = two(
            X,
            &format!("{SPAWN}  point 0 store @x = 1:i32\n  point 1 exit 0:i32\n"),
            &other,
        );
        assert_eq!(least(&text), expected, "{text}");
        // What stands before it does matter.
        let before = other.replace("  assert %1 == 0:i32, unreach-call, \"seen\"\n", "");
        let before = before.replace(
            "  atomic_end\n  exit_thread",
            "  assert %1 == 0:i32, unreach-call, \"seen\"\n  atomic_end\n  exit_thread",
        );
        let text = two(
            X,
            &format!("{SPAWN}  point 0 store @x = 1:i32\n  point 1 exit 0:i32\n"),
            &before,
        );
        assert_eq!(least(&text), (None, None), "{text}");
    }
}

#[test]
fn a_thread_may_stand_still_behind_what_others_have_seen() {
    // The assumption has no point of its own; what stands before it is seen all the same.
    let main = format!("{SPAWN}  point 0 store @x = 1:i32\n  assume false\n  point 1 exit 0:i32\n");
    let other =
        "  point 0 %1 = load @x\n  assert %1 == 0:i32, unreach-call, \"seen\"\n  exit_thread\n";
    assert_eq!(least(&two(X, &main, other)), (Some(1), Some(2)));
    // Of a section all or nothing is seen.
    let main = format!(
        "{SPAWN}  point 0 atomic_begin\n  store @x = 1:i32\n  assume false\n  atomic_end\n  point 1 exit 0:i32\n"
    );
    assert_eq!(least(&two(X, &main, other)), (None, None));
}

#[test]
fn a_section_stays_whole_where_paths_meet_in_it() {
    let section = |second: &str| {
        format!(
            "  point 0 %1 = load @y\n  branch %1 == 0:i32, b1, b2\n\
             b1:\n  point 1 atomic_begin\n  store @x = 1:i32\n  goto b3\n\
             b2:\n  point 2 {second}atomic_begin\n  store @x = 2:i32\n  goto b3\n\
             b3:\n  store @x = 0:i32\n  atomic_end\n  exit_thread\n"
        )
    };
    let watch = format!(
        "{SPAWN}  point 0 %1 = load @x\n  assert %1 == 0:i32, unreach-call, \"seen\"\n  point 1 exit 0:i32\n"
    );
    assert_eq!(least(&two(X, &watch, &section(""))), (None, None));
    let open = section("")
        .replace("atomic_begin\n  ", "")
        .replace("  atomic_end\n", "");
    let open = open.replace("b3:\n  store", "b3:\n  point 3 store");
    assert_eq!(least(&two(X, &watch, &open)), (Some(2), Some(3)));
}

#[test]
fn pointers_meet_the_objects_they_point_to() {
    let globals = "global @x: i32 = {}\nglobal @y: i32 = {}\nglobal @p: *i32 = { 0: &@x as *i32 }";
    let main = format!(
        "{SPAWN}  point 0 store @p = &@y\n  point 1 %1 = load @x\n  point 2 %2 = load @y\n\
         \x20 assert (%1 == 0:i32) | (%2 == 0:i32), unreach-call, \"both\"\n  point 3 exit 0:i32\n"
    );
    let once = "  point 0 %4 = load @p\n  point 1 store *%4 = 1:i32\n  exit_thread\n";
    let twice = "  point 0 %4 = load @p\n  point 1 store *%4 = 1:i32\n  point 2 %4 = load @p\n  point 3 store *%4 = 1:i32\n  exit_thread\n";
    assert_eq!(least(&two(globals, &main, once)).0, None);
    assert!(least(&two(globals, &main, twice)).0.is_some());
}

#[test]
fn what_is_freed_is_not_used_again() {
    let globals = "global @x: i32 = {}\nglobal @y: i32 = {}\nglobal @p: *i32 = {}";
    let free = "  point 2 free heap %4\n";
    let main = |free: &str| {
        format!(
            "  %4 = alloc heap 4:u64\n  store *%4 = 1:i32\n  store @p = %4\n{SPAWN}\
             \x20 point 0 store @y = 1:i32\n{free}  point 9 exit 0:i32\n"
        )
    };
    let number = |text: String| {
        // Points are numbered in the order of the text.
        let mut next = 0;
        let lines = text.lines().map(|line| {
            if line.starts_with("function") {
                next = 0;
            }
            match line.trim_start().strip_prefix("point ") {
                Some(rest) => {
                    let (_, rest) = rest.split_once(' ').expect("an instruction");
                    next += 1;
                    format!("  point {} {rest}", next - 1)
                }
                None => line.to_string(),
            }
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    // It fails only if the object is used behind the assignment to y, that is, behind its end.
    let other = "  point 0 %1 = load @y\n  point 1 %4 = load @p\n  point 2 %2 = load *%4\n\
                 \x20 assert (%1 == 0:i32) | (%2 == 0:i32), unreach-call, \"used\"\n  exit_thread\n";
    let freed_first = main("").replace(
        "  point 0 store @y = 1:i32\n",
        "  point 0 free heap %4\n  point 1 store @y = 1:i32\n",
    );
    let kept = number(two(globals, &main(""), other));
    assert!(least(&kept).0.is_some());
    let freed = number(two(globals, &freed_first, other));
    assert_eq!(least(&freed), (None, None));
    let freed_later = number(two(globals, &main(free), other));
    assert!(least(&freed_later).0.is_some());
}

#[test]
fn bounds_and_what_is_not_supported_are_cuts() {
    let cut = |inst: &str| {
        let text = two(
            X,
            &format!("{SPAWN}  point 0 store @x = 1:i32\n  point 1 exit 0:i32\n"),
            &format!("  point 0 %1 = load @x\n  assume %1 == 1:i32\n{inst}  exit_thread\n"),
        );
        let is_cut = |rounds| {
            let encoding = Encoding::Rounds(rounds);
            let bound = ask(&text, encoding, |engine| {
                engine.cut().expect("the solver works")
            });
            let unsupported = ask(&text, encoding, |engine| {
                engine.unsupported().expect("the solver works")
            });
            assert!(!(bound && unsupported));
            bound || unsupported
        };
        assert!(!fails(&text, Encoding::Rounds(3)));
        is_cut(1)
    };
    assert!(cut("  assert false, unwinding, \"bound\"\n"));
    assert!(!cut("  assert true, unwinding, \"bound\"\n"));
    assert!(cut("  unsupported \"magic\"\n"));
    assert!(!cut("  assert %1 == 1:i32, unwinding, \"bound\"\n"));
}

#[test]
fn arrays_are_indexed_by_what_is_read() {
    let globals = "global @a: [4 x i32] = {}\nglobal @i: i32 = {}";
    let main = format!(
        "{SPAWN}  point 0 store @i = 2:i32\n  point 1 store @i = 9:i32\n  point 2 %1 = load @a[2:i32]\n\
         \x20 assert %1 == 0:i32, unreach-call, \"second\"\n  point 3 exit 0:i32\n"
    );
    let other = "  point 0 %1 = load @i\n  point 1 store @a[%1] = 1:i32\n  exit_thread\n";
    assert!(least(&two(globals, &main, other)).0.is_some());
    let other = "  point 0 %1 = load @i\n  assume %1 != 2:i32\n  point 1 store @a[%1] = 1:i32\n  exit_thread\n";
    assert_eq!(least(&two(globals, &main, other)), (None, None));
}

#[test]
fn bytes_of_a_word_are_the_word() {
    let globals = "global @x: u32 = {}\nglobal @y: i32 = {}";
    let main = |expected: &str| {
        format!(
            "{SPAWN}  point 0 %1 = load @y\n  assert %1 != {expected}:i32, unreach-call, \"seen\"\n  point 1 exit 0:i32\n"
        )
    };
    let text = |expected: &str| {
        let text = two(
            globals,
            &main(expected),
            "  point 0 store @x = 16909060:u32\n  store *%5 = 7:u8\n  %6 = load @x\n  point 1 store @y = %6 as i32\n  exit_thread\n",
        );
        text.replacen(
            "reg %4: *i32\nb0:\n",
            "reg %4: *i32\n  reg %5: *u8\n  reg %6: u32\nb0:\n  %5 = (&@x as *u8) + 1:i32\n",
            1,
        )
    };
    // 0x01020704
    assert!(least(&text("16910084")).0.is_some());
    assert_eq!(least(&text("16909060")).0, None);
}
