//! Layouts of small programs: what holds of every one, and what the groups are for.

use super::*;
use unspool_ir::text;

fn layout_of(source: &str) -> (Program, Option<Layout>) {
    let program = text::parse(source).expect("a program");
    let layout = Layout::of(&program, &PointsTo::of(&program));
    (program, layout)
}

/// What every layout must be like.
fn check(layout: &Layout, end: u64) {
    let mut last_end = FIRST_ADDRESS - RED_ZONE;
    for &(memory, base, room) in layout.objects() {
        assert!(base >= last_end + RED_ZONE, "{memory:?} at {base:#x}");
        assert_eq!(layout.base(memory), Some(base));
        assert_eq!(layout.room(memory), room);
        let crosses = base >> 32 != (base + room) >> 32;
        assert!(
            base & 0xffff_ffff != 0 && !crosses,
            "{memory:?} at {base:#x}"
        );
        last_end = base + room;
        assert!(last_end <= end);
    }
}

const NODES: &str = "entry @main
struct node size 24 align 8 {
  value: i32 at 0,
  next: *struct node at 8,
  other: *struct node at 16
}
global @head: *struct node = {}
global @unrelated: [3 x i32] = {}
global @local: i64 thread_local = {}
function @worker() {
  reg %0: *void
b0:
  %0 = alloc heap 24:u64
  store @head = %0 as *struct node
  return
}
function @main() -> i32 {
  reg %0: i32
  reg %1: *void
  reg %2: *void
  reg %3: u64
  slot $s.0: struct node
b0:
  live $s.0
  %0 = spawn thread 1 &@worker
  %1 = alloc heap 24:u64
  store @head = %1 as *struct node
  store @head = &$s.0
  %3 = nondet
  %2 = alloc heap %3
  store @unrelated[1:i32] = 1:i32
  return 0:i32
}
";

#[test]
fn what_one_pointer_points_to_lies_in_equal_slots_from_a_power_of_two_on() {
    let (program, layout) = layout_of(NODES);
    let layout = layout.expect("it fits");
    check(&layout, 1 << 62);
    let main = program.function_named("main").expect("a function");
    let worker = program.function_named("worker").expect("a function");
    let base = |object| layout.base(Memory::Object(object)).expect("an address");
    let mut nodes = [
        base(allocated(worker, BlockId(0), 0)),
        base(allocated(main, BlockId(0), 2)),
        base(Object::Slot(main, SlotId(0))),
    ];
    nodes.sort_unstable();
    assert_eq!(nodes, [0x1_0000, 0x1_0040, 0x1_0080]);
    // One of which nobody knows how large it is.
    let unknown = Memory::Object(allocated(main, BlockId(0), 6));
    assert_eq!(layout.room(unknown), LARGEST_ALLOCATION);
    assert!(!layout.is_exact(unknown));
    assert!(layout.is_exact(Memory::Object(Object::Slot(main, SlotId(0)))));
}

#[test]
fn thread_local_variables_have_an_instance_for_each_thread() {
    let (_, layout) = layout_of(NODES);
    let layout = layout.expect("it fits");
    let instance = |thread| layout.base(Memory::Instance(GlobalId(2), thread));
    assert!(instance(0).is_some() && instance(1).is_some());
    assert_ne!(instance(0), instance(1));
    assert_eq!(instance(2), None);
    assert_eq!(
        layout.base(Memory::Object(Object::Global(GlobalId(2)))),
        None
    );
}

#[test]
fn functions_lie_apart_and_those_that_pointers_point_to_together() {
    let source = "entry @main
global @handler: *fn() = {}
function @a()
function @b()
function @c()
function @main() -> i32 {
b0:
  store @handler = &@c
  store @handler = &@a
  return 0:i32
}
";
    let (program, layout) = layout_of(source);
    let layout = layout.expect("it fits");
    check(&layout, 1 << 62);
    let address = |name| layout.function(program.function_named(name).expect("a function"));
    assert_eq!((address("a"), address("c")), (0x1_0000, 0x1_0010));
    let all = ["a", "b", "c", "main"].map(address);
    assert!(
        all.iter()
            .all(|&a| all.iter().filter(|&&b| a == b).count() == 1)
    );
    let objects = layout.objects().iter();
    for (_, base, room) in objects {
        assert!(all.iter().all(|&a| a + 16 <= *base || a >= base + room));
    }
}

#[test]
fn large_objects_lie_where_there_is_room_or_nowhere() {
    let source = |bytes: u64, model: &str| {
        format!(
            "datamodel {model}
entry @main
global @p: *u8 = {{}}
global @large: [{bytes} x u8] = {{}}
global @small: i32 = {{}}
function @main() -> i32 {{
b0:
  store @p = &@large[0:i32]
  store @p = &@small as *u8
  return 0:i32
}}
"
        )
    };
    for bytes in [1 << 20, 1 << 29, (1 << 31) - (1 << 20)] {
        let (_, layout) = layout_of(&source(bytes, "ilp32"));
        check(&layout.expect("it fits"), 1 << 31);
    }
    assert!(layout_of(&source(1 << 31, "ilp32")).1.is_none());
    assert!(layout_of(&source(1 << 31, "lp64")).1.is_some());
    assert!(layout_of(&source(1 << 62, "lp64")).1.is_none());
}

#[test]
fn objects_whose_addresses_are_compared_lie_in_the_order_of_the_program() {
    let source = |comparison: &str| {
        format!(
            "entry @main
global @p: *u8 = {{}}
global @q: *u8 = {{}}
global @small: i32 = {{}}
global @large: [40 x u8] = {{}}
global @other: i32 = {{}}
function @main() -> i32 {{
  reg %0: *u8
  reg %1: *u8
  reg %2: bool
b0:
  store @q = &@other as *u8
  store @p = &@large[0:i32]
  store @p = &@small as *u8
  %0 = load @p
  %1 = load @q
  {comparison}
  return 0:i32
}}
"
        )
    };
    let order_with = |comparison: &str| {
        let (program, layout) = layout_of(&source(comparison));
        let layout = layout.expect("it fits");
        check(&layout, 1 << 62);
        let objects = layout.objects().iter();
        let pointees = objects.filter_map(|(memory, ..)| match memory {
            Memory::Object(Object::Global(global)) if global.0 >= 2 => {
                Some(program.global(*global).name.clone())
            }
            _ => None,
        });
        pointees.collect::<Vec<_>>()
    };
    assert_eq!(order_with("%2 = %0 < %1"), ["small", "large", "other"]);
    assert_eq!(order_with("%2 = %0 != %1"), ["large", "small", "other"]);
}
