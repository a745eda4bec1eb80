//! Pointers, arrays, lifetimes, sizes.

use unspool_engine::Encoding;

use crate::{SPAWN, X, ask, fails, least, numbered, several, two};

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
    // It fails only if the object is used behind the assignment to y, that is, behind its end.
    let other = "  point 0 %1 = load @y\n  point 1 %4 = load @p\n  point 2 %2 = load *%4\n\
                 \x20 assert (%1 == 0:i32) | (%2 == 0:i32), unreach-call, \"used\"\n  exit_thread\n";
    let freed_first = main("").replace(
        "  point 0 store @y = 1:i32\n",
        "  point 0 free heap %4\n  point 1 store @y = 1:i32\n",
    );
    let kept = numbered(&two(globals, &main(""), other));
    assert!(least(&kept).0.is_some());
    let freed = numbered(&two(globals, &freed_first, other));
    assert_eq!(least(&freed), (None, None));
    let freed_later = numbered(&two(globals, &main(free), other));
    assert!(least(&freed_later).0.is_some());
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

/// Main waits until `@y` is set, or until the other thread has ended, and then reads through a pointer that the other one has left.
fn used_behind(other: &str, waits_for_end: bool) -> bool {
    let globals = "global @y: i32 = {}\nglobal @p: *i32 = {}\nglobal @own: i32 thread_local = {}";
    let wait = match waits_for_end {
        true => "  %3 = finished 1:i32\n  wait_until %3\n",
        false => "  %1 = load @y\n  wait_until %1 == 1:i32\n",
    };
    let main = format!(
        "  %0 = spawn thread 1 &@first, 0:i32\n  point 0 atomic_begin\n{wait}  atomic_end\n\
         \x20 point 0 %4 = load @p\n  point 0 %1 = load *%4\n  assert false, unreach-call, \"read\"\n  point 0 exit 0:i32\n"
    );
    let text = several(globals, &main, &[other]);
    let text = text.replacen("b0:\n", "  slot $local.0: i32\nb0:\n", 1);
    let answers = [Encoding::Rounds(3), Encoding::Contexts(4)].map(|it| fails(&text, it));
    assert_eq!(answers[0], answers[1], "{text}");
    answers[0]
}

#[test]
fn what_ends_with_its_thread_is_not_used_again() {
    let objects = [
        ("  live $local.0\n  %4 = &$local.0\n", false),
        ("  %4 = alloc stack 4:u64\n", false),
        ("  %4 = &@own\n", false),
        ("  %4 = alloc heap 4:u64\n", true),
    ];
    for (object, outlives) in objects {
        for end in ["return", "exit_thread"] {
            let other = format!(
                "{object}  store *%4 = 1:i32\n  point 0 store @p = %4\n  point 0 store @y = 1:i32\n  point 0 {end}\n"
            );
            assert_eq!(used_behind(&other, true), outlives, "{other}");
            assert!(used_behind(&other, false), "{other}");
        }
    }
}

#[test]
fn what_has_left_its_block_is_not_used_again() {
    let other = |before: &str, behind: &str| {
        format!(
            "  live $local.0\n  store $local.0 = 1:i32\n  point 0 store @p = &$local.0\n{before}  point 0 store @y = 1:i32\n{behind}  point 0 exit_thread\n"
        )
    };
    let dead = "  point 0 dead $local.0\n";
    assert!(!used_behind(&other(dead, ""), false));
    assert!(used_behind(&other("", dead), false));
}

#[test]
fn only_what_is_allocated_is_freed() {
    let main = |make: &str, frees: &str| {
        format!(
            "{SPAWN}  {make}\n{frees}  point 0 %1 = load @x\n  assert false, unreach-call, \"behind\"\n  point 1 exit 0:i32\n"
        )
    };
    let other = "  point 0 store @x = 1:i32\n  exit_thread\n";
    let (heap, stack) = ("%4 = alloc heap 4:u64", "%4 = alloc stack 4:u64");
    let free = "  free heap %4\n";
    for (make, frees, is_valid) in [
        (heap, free, true),
        (heap, "  free heap %4\n  free heap %4\n", false),
        (heap, "  free heap %4 + 1:i32\n", false),
        (heap, "  free stack %4\n", false),
        (stack, free, false),
        (stack, "  free stack %4\n", true),
        ("%4 = &@y", free, false),
        ("%4 = 0:*i32", free, true),
    ] {
        let text = two(X, &main(make, frees), other);
        assert_eq!(fails(&text, Encoding::Rounds(2)), is_valid, "{text}");
    }
}

#[test]
fn only_what_is_alive_has_a_size() {
    let globals = "global @y: i32 = {}\nglobal @p: *i32 = {}";
    let main = |free: &str| {
        format!(
            "  %4 = alloc heap 4:u64\n  store @p = %4\n  %0 = spawn thread 1 &@first, 0:i32\n{free}  point 0 store @y = 1:i32\n  point 0 exit 0:i32\n"
        )
    };
    let other = |seen: &str| {
        format!(
            "  point 0 atomic_begin\n  %1 = load @y\n  wait_until %1 == 1:i32\n  atomic_end\n\
             \x20 point 0 %4 = load @p\n  point 0 %6 = object_size {seen}\n  assert %6 != 4:u64, unreach-call, \"four\"\n  exit_thread\n"
        )
    };
    let asked = |free: &str, seen: &str| {
        let text = several(globals, &main(free), &[&other(seen)]);
        let text = text.replacen("b0:\n", "  reg %6: u64\nb0:\n", 1);
        fails(&text, Encoding::Rounds(2))
    };
    let free = "  point 0 free heap %4\n";
    assert!(asked("", "%4"));
    assert!(!asked(free, "%4"));
    // Its end belongs to it.
    assert!(asked("", "%4 + 1:i32"));
    assert!(!asked("", "%4 + 2:i32"));
}

#[test]
fn constants_are_not_written() {
    let globals = |how: &str| format!("{X}\nglobal @c: i32 {how}= {{}}");
    let main = format!(
        "{SPAWN}  %4 = &@c\n  store *%4 = 1:i32\n  point 0 %1 = load @x\n  assert false, unreach-call, \"behind\"\n  point 1 exit 0:i32\n"
    );
    let other = "  point 0 store @x = 1:i32\n  exit_thread\n";
    assert!(least(&two(&globals(""), &main, other)).0.is_some());
    assert_eq!(
        least(&two(&globals("read_only "), &main, other)),
        (None, None)
    );
}

#[test]
fn a_write_that_is_not_always_made_is_seen_where_it_is() {
    let main = |seen: &str| {
        format!(
            "{SPAWN}  point 0 atomic_begin\n  %1 = load @x\n  %3, %0 = compare_exchange seq_cst @x, 1:i32, 5:i32\n  %2 = load @x\n  atomic_end\n\
             \x20 assert (%1 != {seen}:i32) | (%2 == %1), unreach-call, \"changed\"\n  point 1 exit 0:i32\n"
        )
    };
    let other = "  point 0 store @x = 1:i32\n  exit_thread\n";
    assert_eq!(least(&two(X, &main("1"), other)), (Some(2), Some(3)));
    assert_eq!(least(&two(X, &main("0"), other)), (None, None));
}

#[test]
fn an_object_is_as_large_as_was_asked_for() {
    let main = |index: u32| {
        format!(
            "{SPAWN}  %3 = nondet\n  %4 = alloc heap (((%3 as i32) + 1:i32) * 4:i32) as u64\n  store *(%4 + {index}:i32) = 1:i32\n\
             \x20 point 0 %1 = load @x\n  assert %3, unreach-call, \"small\"\n  point 1 exit 0:i32\n"
        )
    };
    let other = "  point 0 store @x = 1:i32\n  exit_thread\n";
    assert_eq!(least(&two(X, &main(0), other)), (Some(1), Some(1)));
    assert_eq!(least(&two(X, &main(1), other)), (None, None));
}

#[test]
fn an_object_that_is_too_large_is_not_supported() {
    let main = |assumed: &str| {
        format!(
            "{SPAWN}  %1 = nondet\n{assumed}  %4 = alloc heap (%1 as u32) as u64\n  point 0 %2 = load @x\n  point 1 exit 0:i32\n"
        )
    };
    let other = "  point 0 store @x = 1:i32\n  exit_thread\n";
    for (assumed, expected) in [("", true), ("  assume (%1 as u32) < 100:u32\n", false)] {
        let text = two(X, &main(assumed), other);
        let is_found = ask(&text, Encoding::Rounds(2), |engine| {
            engine.unsupported().expect("the solver works")
        });
        assert_eq!(is_found, expected);
    }
}

#[test]
fn a_byte_may_be_written_behind_the_last_write_of_the_word() {
    let globals = "global @x: u32 = {}\nglobal @y: i32 = {}";
    let text = |place: &str| {
        let main = format!(
            "  store @x = 0:u32\n{SPAWN}  point 0 %6 = load @x\n  assert %6 != 1792:u32, unreach-call, \"seen\"\n  point 1 exit 0:i32\n"
        );
        let other = format!(
            "  %5 = (&@x as *u8) + {place}:i32\n  point 0 store *%5 = 7:u8\n  exit_thread\n"
        );
        two(globals, &main, &other).replace("b0:\n", "  reg %5: *u8\n  reg %6: u32\nb0:\n")
    };
    assert_eq!(least(&text("1")), (Some(2), Some(3)));
    assert_eq!(least(&text("2")), (None, None));
}

#[test]
fn what_has_left_a_block_of_main_is_not_used_again() {
    let globals = "global @y: i32 = {}\nglobal @p: *i32 = {}";
    let main = |before: &str, behind: &str| {
        format!(
            "  live $local.0\n  store $local.0 = 1:i32\n  store @p = &$local.0\n{SPAWN}{before}  point 0 store @y = 1:i32\n{behind}  point 0 exit 0:i32\n"
        )
    };
    let other = "  point 0 atomic_begin\n  %1 = load @y\n  wait_until %1 == 1:i32\n  atomic_end\n\
                 \x20 point 0 %4 = load @p\n  point 0 %2 = load *%4\n  assert false, unreach-call, \"read\"\n  exit_thread\n";
    let used = |before: &str, behind: &str| {
        let text = numbered(&two(globals, &main(before, behind), other));
        let (head, body) = text.split_once("function @main").expect("two functions");
        let body = body.replacen("b0:\n", "  slot $local.0: i32\nb0:\n", 1);
        fails(&format!("{head}function @main{body}"), Encoding::Rounds(2))
    };
    let dead = "  point 0 dead $local.0\n";
    assert!(used("", dead));
    assert!(!used(dead, ""));
}
