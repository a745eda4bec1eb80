//! What others do in between.

use unspool_engine::Encoding;

use crate::{SPAWN, X, fails, least, needs_last_round, numbered, several, two};

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
fn a_thread_that_has_ended_is_joined_in_the_same_round_by_later_ones() {
    let join = |number: u32| {
        format!(
            "  point 0 atomic_begin\n  %3 = finished {number}:i32\n  wait_until %3\n  atomic_end\n  assert false, unreach-call, \"joined\"\n  exit_thread\n"
        )
    };
    let main = "  %0 = spawn thread 1 &@first, 0:i32\n  %0 = spawn thread 2 &@second, 0:i32\n  exit_thread\n";
    let end = "  exit_thread\n";
    let by_the_second = several(X, main, &[end, &join(1)]);
    assert_eq!(least(&by_the_second), (Some(1), Some(3)));
    let by_the_first = several(X, main, &[&join(2), end]);
    assert_eq!(least(&by_the_first), (Some(2), Some(3)));
    let of_itself = several(X, main, &[&join(1), end]);
    assert_eq!(least(&of_itself), (None, None));
}

#[test]
fn a_thread_that_stands_still_has_not_ended() {
    let other = |behind: &str| {
        format!(
            "  %3 = nondet\n  branch %3, b1, b2\nb1:\n  point 0 store @y = 1:i32\n{behind}  goto b2\nb2:\n  exit_thread\n"
        )
    };
    let main = format!(
        "{SPAWN}  point 0 atomic_begin\n  %3 = finished 1:i32\n  wait_until %3\n  atomic_end\n\
         \x20 point 1 %1 = load @y\n  assert %1 == 0:i32, unreach-call, \"ended\"\n  point 2 exit 0:i32\n"
    );
    assert_eq!(least(&two(X, &main, &other(""))), (Some(2), Some(3)));
    let still = other("  assume false\n");
    assert_eq!(least(&two(X, &main, &still)), (None, None));
}

#[test]
fn a_weak_exchange_may_fail_for_no_reason() {
    let main = |weak: &str| {
        format!(
            "{SPAWN}  point 0 %3, %1 = compare_exchange {weak} seq_cst @x, 0:i32, 1:i32\n\
             \x20 assert %3 | (%1 == 7:i32), unreach-call, \"failed\"\n  point 1 exit 0:i32\n"
        )
    };
    let other = "  point 0 store @x = 7:i32\n  exit_thread\n";
    assert_eq!(least(&two(X, &main("weak"), other)), (Some(1), Some(1)));
    assert_eq!(least(&two(X, &main(""), other)), (None, None));
}

#[test]
fn a_switch_goes_to_one_of_its_cases() {
    let main = |seen: &str| {
        format!(
            "{SPAWN}  point 0 %1 = load @y\n  assert %1 != {seen}:i32, unreach-call, \"seen\"\n  point 1 exit 0:i32\n"
        )
    };
    let set = |block: u32| format!("b{block}:\n  point 0 store @y = {block}:i32\n  goto b4\n");
    let other = format!(
        "  %1 = nondet\n  assume %2 == 0:i32\n  switch %1 {{ -2..1 => b1, 5 => b2, 7 => b1, else => b3 }}\n{}{}{}b4:\n  exit_thread\n",
        set(1),
        set(2),
        set(3)
    );
    for value in ["-2", "0", "1", "5", "7", "-3", "2"] {
        let expected = match value {
            "-2" | "0" | "1" | "7" => 1,
            "5" => 2,
            _ => 3,
        };
        let drawn = other.replace("assume %2 == 0:i32", &format!("assume %1 == {value}:i32"));
        for block in 1..4 {
            let text = numbered(&two(X, &main(&block.to_string()), &drawn));
            let is_seen = fails(&text, Encoding::Rounds(2));
            assert_eq!(is_seen, block == expected, "{value}: {block}");
        }
    }
}
