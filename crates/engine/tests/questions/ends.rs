//! How executions end, and what is seen of a thread that goes no further.

use unspool_engine::Encoding;

use crate::{SPAWN, X, ask, fails, least, two};

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
    // What is behind the section is no part of it.
    let main = main.replace(
        "assume false\n  atomic_end\n",
        "atomic_end\n  assume false\n",
    );
    assert_eq!(least(&two(X, &main, other)), (Some(1), Some(2)));
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
        "{SPAWN}  point 0 store @y = 1:i32\n  point 1 %1 = load @x\n  assert %1 == 0:i32, unreach-call, \"seen\"\n  point 2 exit 0:i32\n"
    );
    assert_eq!(least(&two(X, &watch, &section(""))), (None, None));
    let open = section("")
        .replace("atomic_begin\n  ", "")
        .replace("  atomic_end\n", "");
    let open = open.replace("b3:\n  store", "b3:\n  point 3 store");
    assert_eq!(least(&two(X, &watch, &open)), (Some(2), Some(3)));
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
fn nothing_is_seen_of_a_section_that_is_cut() {
    let main = format!(
        "{SPAWN}  point 0 %1 = load @x\n  assert %1 == 0:i32, unreach-call, \"seen\"\n  point 1 exit 0:i32\n"
    );
    for cut in [
        "assert false, unwinding, \"bound\"",
        "unsupported \"magic\"",
    ] {
        let inside = format!(
            "  point 0 atomic_begin\n  store @x = 1:i32\n  {cut}\n  atomic_end\n  exit_thread\n"
        );
        assert_eq!(least(&two(X, &main, &inside)), (None, None), "{cut}");
        let behind = format!(
            "  point 0 atomic_begin\n  store @x = 1:i32\n  atomic_end\n  {cut}\n  exit_thread\n"
        );
        assert_eq!(least(&two(X, &main, &behind)), (Some(2), Some(3)), "{cut}");
        // A section without a point is nothing that others see; what stands before it is.
        let before = format!(
            "  point 0 store @x = 1:i32\n  atomic_begin\n  {cut}\n  atomic_end\n  exit_thread\n"
        );
        assert_eq!(least(&two(X, &main, &before)), (Some(2), Some(3)), "{cut}");
    }
}

#[test]
fn a_thread_runs_though_its_creator_goes_no_further() {
    // It is created on one of two paths only; where they meet, the creator stands still.
    let main = |create: &str| {
        format!(
            "  %3 = nondet\n  branch %3, b1, b2\nb1:\n{create}  goto b2\nb2:\n  assume false\n  exit 0:i32\n"
        )
    };
    let other = "  assert false, unreach-call, \"running\"\n  exit_thread\n";
    let created = two(X, &main(SPAWN), other);
    assert_eq!(least(&created), (Some(1), Some(2)));
    let too_late = two(X, &main(&format!("  assume false\n{SPAWN}")), other);
    assert_eq!(least(&too_late), (None, None));
}

#[test]
fn another_violation_ends_an_execution() {
    let main = |property: &str| {
        format!(
            "{SPAWN}  point 0 store @x = 1:i32\n  assert false, {property}, \"first\"\n  point 1 store @y = 1:i32\n  point 2 exit 0:i32\n"
        )
    };
    let other = |seen: &str| {
        format!(
            "  point 0 %1 = load {seen}\n  assert %1 == 0:i32, unreach-call, \"seen\"\n  exit_thread\n"
        )
    };
    assert_eq!(
        least(&two(X, &main("lock-misuse"), &other("@y"))),
        (None, None)
    );
    assert_eq!(
        least(&two(X, &main("unreach-call"), &other("@y"))),
        (Some(1), Some(1))
    );
}

#[test]
fn an_assertion_on_one_of_two_paths_asks_nothing_of_what_follows() {
    let main = format!("{SPAWN}  point 0 store @x = 1:i32\n  point 1 exit 0:i32\n");
    let assert = "  assert %1 == 0:i32, unreach-call, \"seen\"\n";
    let section = |one: &str, two: &str| {
        format!(
            "  %3 = nondet\n  point 0 atomic_begin\n  %1 = load @x\n  branch %3, b1, b2\n\
             b1:\n{one}  goto b3\nb2:\n{two}  goto b3\nb3:\n  assume %1 == 5:i32\n  atomic_end\n  exit_thread\n"
        )
    };
    for (one, other) in [(assert, ""), ("", assert), (assert, assert)] {
        assert_eq!(
            least(&two(X, &main, &section(one, other))),
            (Some(1), Some(2))
        );
        let late = section(one, other).replace("b1:\n", "b1:\n  assume %1 == 5:i32\n");
        let late = late.replace("b2:\n", "b2:\n  assume %1 == 5:i32\n");
        assert_eq!(least(&two(X, &main, &late)), (None, None));
    }
    // On the path without the assertion it is demanded all the same.
    let main = main.replace(
        "store @x = 1:i32",
        "%1 = load @y\n  assert %1 == 0:i32, unreach-call, \"y\"",
    );
    for (one, other) in [(assert, ""), ("", assert)] {
        let set = section(one, other).replace("b3:\n", "b3:\n  store @y = 1:i32\n");
        assert_eq!(least(&two(X, &main, &set)), (None, None));
    }
}

#[test]
fn a_section_with_two_ways_in_leaves_a_third_path_alone() {
    let other = "  %1 = nondet\n  switch %1 { 0 => b1, 1 => b2, else => b3 }\n\
                 b1:\n  point 0 atomic_begin\n  goto b4\n\
                 b2:\n  point 1 store @x = 1:i32\n  point 2 store @x = 2:i32\n  goto b5\n\
                 b3:\n  point 3 atomic_begin\n  goto b4\n\
                 b4:\n  store @y = 1:i32\n  atomic_end\n  goto b5\nb5:\n  exit_thread\n";
    let main = |seen: &str| {
        format!(
            "{SPAWN}  point 0 %1 = load @x\n  point 1 %2 = load @y\n  assert {seen}, unreach-call, \"seen\"\n  point 2 exit 0:i32\n"
        )
    };
    assert_eq!(
        least(&two(X, &main("%1 != 1:i32"), other)),
        (Some(2), Some(3))
    );
    assert_eq!(
        least(&two(X, &main("%2 != 1:i32"), other)),
        (Some(2), Some(3))
    );
    let both = main("(%1 == 0:i32) | (%2 == 0:i32)");
    assert_eq!(least(&two(X, &both, other)), (None, None));
}
