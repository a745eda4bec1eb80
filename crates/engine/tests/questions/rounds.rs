//! Which rounds are needed: those in which something happens that has to wait for what others do in the one before.

use crate::{SPAWN, X, least, needs_last_round, several, two};

/// For one, two, ... rounds: whether the last one is needed. Assertions are left out, since one that fails is the end.
fn needed(text: &str) -> [bool; 4] {
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("assert "));
    let text = lines.collect::<Vec<_>>().join("\n");
    [1, 2, 3, 4].map(|rounds| needs_last_round(&text, rounds))
}

#[test]
fn threads_with_nothing_in_common_need_one_round() {
    let other = "  point 0 store @x = 1:i32\n  point 1 %1 = load @x\n  exit_thread\n";
    let main = |place: &str| {
        format!(
            "{SPAWN}  point 0 store {place} = 1:i32\n  point 1 %1 = load {place}\n  point 2 exit 0:i32\n"
        )
    };
    let apart = two(X, &main("@y"), other);
    assert_eq!(needed(&apart), [true, false, false, false]);
    // Both write, then read: each may have to wait for the other once.
    let together = two(X, &main("@x"), other);
    assert_eq!(needed(&together), [true, true, false, false]);
}

#[test]
fn a_thread_waits_for_who_creates_it() {
    let main = "  %0 = spawn thread 1 &@first, 0:i32\n\
                \x20 point 0 atomic_begin\n  %1 = load @x\n  wait_until %1 == 1:i32\n  atomic_end\n\
                \x20 %0 = spawn thread 2 &@second, 0:i32\n\
                \x20 point 1 %2 = load @y\n  assert %2 == 0:i32, unreach-call, \"seen\"\n  point 2 exit 0:i32\n";
    let others = [
        "  point 0 store @x = 1:i32\n  exit_thread\n",
        "  point 0 store @y = 1:i32\n  exit_thread\n",
    ];
    let text = several(X, main, &others);
    assert_eq!(least(&text), (Some(3), Some(5)));
    assert_eq!(needed(&text), [true, true, true, false]);
}

#[test]
fn a_join_waits_for_the_end() {
    let join = "  point 0 atomic_begin\n  %3 = finished 1:i32\n  wait_until %3\n  atomic_end\n";
    let rest = "  assert false, unreach-call, \"joined\"\n  point 1 exit 0:i32\n";
    let text = two(X, &format!("{SPAWN}{join}{rest}"), "  exit_thread\n");
    assert_eq!(least(&text), (Some(2), Some(3)));
    assert_eq!(needed(&text), [true, true, false, false]);
    let alone = two(
        X,
        &format!("{SPAWN}{rest}").replace("point 1", "point 0"),
        "  exit_thread\n",
    );
    assert_eq!(least(&alone), (Some(1), Some(1)));
    assert_eq!(needed(&alone), [true, false, false, false]);
}

#[test]
fn a_write_waits_for_reads() {
    let main = format!("{SPAWN}  point 0 store @x = 1:i32\n  point 1 exit 0:i32\n");
    let other = "  point 0 %1 = load @x\n  point 1 %2 = load @x\n\
                 \x20 assert (%1 != 0:i32) | (%2 == 0:i32), unreach-call, \"changed\"\n  exit_thread\n";
    let text = two(X, &main, other);
    assert_eq!(least(&text), (Some(2), Some(4)));
    assert_eq!(needed(&text), [true, true, false, false]);
    // Two reads do not wait for each other.
    let reads = two(X, &main.replace("store @x = 1:i32", "%1 = load @x"), other);
    assert_eq!(least(&reads), (None, None));
    assert_eq!(needed(&reads), [true, false, false, false]);
}

#[test]
fn nobody_waits_for_what_is_not_executed() {
    let main = format!("{SPAWN}  point 0 %1 = load @x\n  point 1 exit 0:i32\n");
    for (before, behind, is_needed) in [
        ("", "", true),
        // An assertion that fails, about whatever property, is the end.
        ("  assert false, lock-misuse, \"end\"\n", "", false),
        ("", "  assert false, lock-misuse, \"end\"\n", false),
        // A bound ends the path, and of a section that it cuts nothing is seen.
        ("  assert false, unwinding, \"bound\"\n", "", false),
        ("", "  assert false, unwinding, \"bound\"\n", false),
        ("", "  unsupported \"magic\"\n", false),
    ] {
        let other = format!(
            "{before}  point 0 atomic_begin\n  store @x = 1:i32\n{behind}  atomic_end\n  exit_thread\n"
        );
        let text = two(X, &main, &other);
        assert_eq!(needs_last_round(&text, 2), is_needed, "{text}");
    }
}

#[test]
fn nobody_waits_for_the_other_branch() {
    // Either one uses it or the other, as an input says.
    let main = |kept: &str| {
        format!(
            "  %3 = nondet\n  %0 = spawn thread 1 &@first, {kept}\n  branch %3, b1, b2\n\
             b1:\n  point 0 %1 = load @x\n  goto b2\nb2:\n  point 1 %1 = load @y\n  point 2 exit 0:i32\n"
        )
    };
    let other = "  branch %arg.5 == 0:i32, b1, b2\nb1:\n  point 0 store @x = 1:i32\n  goto b2\nb2:\n  exit_thread\n";
    let globals = "global @x: i32 = {}\nglobal @y: i32 = {}";
    let apart = several(globals, &main("%3 as i32"), &[other]);
    assert_eq!(needed(&apart), [true, false, false, false]);
    let together = several(globals, &main("0:i32"), &[other]);
    assert_eq!(needed(&together), [true, true, false, false]);
}

#[test]
fn a_section_waits_for_all_that_it_uses_wherever_it_is_entered() {
    // Of the ways in only the first is one on which the section comes to its end before x is 3.
    let body = "  %1 = load @x\n  branch %1 == 1:i32, b6, b7\n\
                b6:\n  store @x = 2:i32\n  goto b7\n\
                b7:\n  atomic_end\n  point 0 %2 = load @x\n\
                \x20 assert (%1 != 1:i32) | (%2 != 3:i32), unreach-call, \"back\"\n  exit_thread\n";
    let entry = "  point 0 atomic_begin\n";
    let late = format!("{entry}  %1 = load @x\n  assume %1 == 3:i32\n");
    let two_ways = format!(
        "  %3 = nondet\n  branch %3, b1, b2\nb1:\n{entry}  goto b3\nb2:\n{late}  goto b3\nb3:\n  goto b4\nb4:\n  goto b5\nb5:\n{body}"
    );
    // The second one uses nothing, and comes to no end.
    let three_ways = format!(
        "  %1 = nondet\n  switch %1 {{ 0 => b1, 1 => b2, else => b4 }}\n\
         b1:\n{entry}  goto b3\nb2:\n{entry}  assume %1 == 0:i32\n  goto b3\nb3:\n  goto b5\nb4:\n{late}  goto b5\nb5:\n{body}"
    );
    let other = "  point 0 store @x = 1:i32\n\
                 \x20 point 1 atomic_begin\n  %1 = load @x\n  branch %1 == 2:i32, b1, b2\n\
                 b1:\n  store @x = 3:i32\n  goto b2\nb2:\n  atomic_end\n  exit_thread\n";
    let main = "  %0 = spawn thread 1 &@first, 0:i32\n  %0 = spawn thread 2 &@second, 0:i32\n  exit_thread\n";
    for section in [two_ways, three_ways] {
        let text = several(X, main, &[&section, other]);
        assert_eq!(least(&text), (Some(3), Some(5)));
        assert_eq!(needed(&text), [true, true, true, false]);
    }
}

#[test]
fn nobody_waits_for_what_others_cannot_have_read() {
    // The first thread finds 0 or 3, never 1.
    let globals = format!("{X}\nglobal @z: i32 = {{}}");
    let main = "  %0 = spawn thread 1 &@first, 0:i32\n  %0 = spawn thread 2 &@second, 0:i32\n  point 0 %1 = load @y\n  point 1 exit 0:i32\n";
    let first = |found: u32| {
        format!(
            "  point 0 %1 = load @z\n  point 1 %1 = load @x\n  branch %1 == {found}:i32, b1, b2\n\
             b1:\n  point 2 store @y = 1:i32\n  goto b2\nb2:\n  exit_thread\n"
        )
    };
    let second = "  point 0 atomic_begin\n  store @z = 1:i32\n  store @x = 3:i32\n  atomic_end\n  exit_thread\n";
    let finding = |found| needed(&several(&globals, main, &[&first(found), second]));
    assert_eq!(finding(1), [true, true, false, false]);
    assert_eq!(finding(3), [true, true, true, false]);
}
