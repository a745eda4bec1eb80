//! Each rule of the verifier has a program that breaks it: here, what the parser never builds, made by breaking
//! a good program in memory.

use unspool_ir::text::{parse, print};
use unspool_ir::verify::{MAX_ERRORS, verify};
use unspool_ir::{
    BinaryOp, Block, BlockId, Body, Callee, Expr, ExprId, ExprKind, Field, FileId, FunctionId,
    GlobalId, InitValue, InstKind, Place, PlaceId, PlaceKind, Program, RecordBody, RecordId, RegId,
    SlotId, Span, Terminator, Type, TypeId, Types,
};

/// A good program with everything in it that the cases below break.
fn good() -> Program {
    let text = "
struct s size 8 align 4 { a: i32 at 0, b: i32 at 4 }
struct t opaque
global @x: i32 = { 0: 1:i32 }
global @y: *i32 = { 0: &@x as *i32 }
global @s: struct s = {}
function @f(%0: i32, %1: i32) -> i32 {
  reg %2: i32
  slot $0: i32
b0:
  live $0
  %2 = load *(&@x)
  call @f(%2 + 1:i32, 2:i32)
  store @s.a = 1:i32
  return %2
}";
    let program = parse(text).expect("a valid program");
    assert_eq!(verify(&program), Ok(()));
    program
}

fn body(program: &mut Program) -> &mut Body {
    program.functions[0].body.as_mut().expect("a body")
}

/// What the parser cannot build: the first error's rule after breaking the good program.
#[test]
fn broken_in_memory() {
    type Break = fn(&mut Program);
    let cases: &[(&str, Break)] = &[
        ("T1", |p| {
            p.types.intern(Type::Pointer(TypeId(1000)));
        }),
        ("T1", |p| {
            p.types.intern(Type::Record(RecordId(1000)));
        }),
        ("T1", |p| {
            p.types.intern(Type::Int {
                bits: 24,
                signed: true,
            });
        }),
        ("T2", |p| {
            let mut ty = Types::I8;
            for _ in 0..100_000 {
                ty = p.types.pointer_to(ty);
            }
            body(p).regs[2].ty = ty;
        }),
        ("R1", |p| p.types.records[1].name = "s".to_string()),
        ("R3", |p| {
            p.types.records[1].body = Some(RecordBody {
                fields: vec![Field {
                    name: "x".to_string(),
                    ty: TypeId(1000),
                    offset: 0,
                }],
                size: 8,
                align: 8,
            });
        }),
        ("G1", |p| p.globals[0].name = "f".to_string()),
        ("G2", |p| p.globals[0].ty = TypeId(1000)),
        ("G4", |p| {
            let init = p.globals[0].init.as_mut().expect("an initialiser");
            init.items[0].value = InitValue::Scalar {
                ty: TypeId(1000),
                bits: 0,
            };
        }),
        ("G5", |p| {
            let init = p.globals[1].init.as_mut().expect("an initialiser");
            if let InitValue::Global { global, .. } = &mut init.items[0].value {
                *global = GlobalId(1000);
            }
        }),
        ("G6", |p| p.functions[0].ty = Types::I32),
        ("G6", |p| p.functions[0].ty = TypeId(1000)),
        ("G7", |p| p.entry = Some(FunctionId(1000))),
        ("G8", |p| {
            body(p).slots[0].span = Span {
                file: FileId(9),
                line: 1,
                column: 1,
            };
        }),
        ("B1", |p| body(p).blocks.clear()),
        ("B1", |p| {
            body(p).blocks[0].terminator = Terminator::Goto(BlockId(u32::MAX))
        }),
        ("B2", |p| body(p).params.truncate(1)),
        ("B2", |p| body(p).params[1] = RegId(0)),
        ("B2", |p| body(p).params[1] = RegId(1000)),
        ("B2", |p| body(p).regs[1].ty = Types::I64),
        ("B3", |p| body(p).regs[2].ty = TypeId(1000)),
        ("B3", |p| body(p).slots[0].ty = TypeId(1000)),
        ("B4", |p| {
            body(p).exprs[0].kind = ExprKind::Convert(ExprId(0))
        }),
        ("B4", |p| {
            body(p).exprs[0].kind = ExprKind::Convert(ExprId(1))
        }),
        ("B4", |p| body(p).exprs[0].kind = ExprKind::Reg(RegId(1000))),
        ("B4", |p| body(p).exprs[0].ty = TypeId(1000)),
        ("B4", |p| {
            body(p).exprs[0].kind = ExprKind::FunctionAddress(FunctionId(1000))
        }),
        // A cycle through both arenas.
        ("B4", |p| {
            body(p).places[0].kind = PlaceKind::Deref(ExprId(0))
        }),
        ("B4", |p| {
            body(p).places[0].kind = PlaceKind::Field(PlaceId(0), 0)
        }),
        ("B4", |p| {
            body(p).places[0].kind = PlaceKind::Slot(SlotId(1000))
        }),
        ("B4", |p| {
            body(p).places[0].kind = PlaceKind::Global(GlobalId(1000))
        }),
        ("B4", |p| body(p).places[0].ty = TypeId(1000)),
        // A tree of 2^64 nodes.
        ("B5", |p| {
            let mut node = ExprId(1);
            for _ in 0..64 {
                node = body(p).add_expr(ExprKind::Binary(BinaryOp::Add, node, node), Types::I32);
            }
            body(p).blocks[0].terminator = Terminator::Return(Some(node));
        }),
        ("E2", |p| returned(p, ExprKind::Reg(RegId(0)), Types::I64)),
        ("E9", |p| {
            let pointer = p.types.pointer_to(Types::I8);
            returned(p, ExprKind::AddressOf(PlaceId(0)), pointer);
        }),
        ("E9", |p| {
            let pointer = p.types.pointer_to(Types::I8);
            returned(p, ExprKind::FunctionAddress(FunctionId(0)), pointer);
        }),
        ("E4", |p| {
            let pointer = p.types.pointer_to(Types::I32);
            let kind = ExprKind::Binary(BinaryOp::Add, ExprId(0), ExprId(0));
            returned(p, kind, pointer);
        }),
        ("P1", |p| {
            loaded(p, PlaceKind::Global(GlobalId(0)), Types::I64)
        }),
        ("P1", |p| loaded(p, PlaceKind::Slot(SlotId(0)), Types::I64)),
        ("P2", |p| loaded(p, PlaceKind::Deref(ExprId(0)), Types::I64)),
        ("P2", |p| {
            let constant = body(p).add_expr(ExprKind::Int(0), Types::I32);
            loaded(p, PlaceKind::Deref(constant), Types::I32);
        }),
        ("P3", |p| {
            loaded(p, PlaceKind::Field(PlaceId(0), 0), Types::I32)
        }),
        ("P3", |p| {
            loaded(p, PlaceKind::Field(PlaceId(2), 0), Types::I64)
        }),
        ("P3", |p| {
            loaded(p, PlaceKind::Field(PlaceId(2), 7), Types::I32)
        }),
        ("P3", |p| {
            let hidden = p.types.intern(Type::Record(RecordId(1)));
            let pointer = p.types.pointer_to(hidden);
            let null = body(p).add_expr(ExprKind::Int(0), pointer);
            let place = body(p).add_place(PlaceKind::Deref(null), hidden);
            loaded(p, PlaceKind::Field(place, 0), Types::I32);
        }),
        ("P4", |p| {
            let constant = body(p).add_expr(ExprKind::Int(0), Types::I32);
            loaded(p, PlaceKind::Index(PlaceId(0), constant), Types::I32);
        }),
        ("I1", |p| instruction(p, InstKind::Live(SlotId(1000)))),
        ("I1", |p| {
            instruction(p, InstKind::Nondet { dst: RegId(1000) })
        }),
        ("I1", |p| instruction(p, InstKind::Assume(ExprId(1000)))),
        ("I1", |p| {
            instruction(
                p,
                InstKind::Load {
                    dst: RegId(0),
                    place: PlaceId(1000),
                    access: Default::default(),
                },
            )
        }),
        ("I1", |p| {
            instruction(
                p,
                InstKind::Call {
                    dst: None,
                    callee: Callee::Direct(FunctionId(1000)),
                    args: Vec::new(),
                },
            )
        }),
    ];
    for (index, (rule, break_it)) in cases.iter().enumerate() {
        let mut program = good();
        break_it(&mut program);
        let errors = verify(&program).expect_err(rule);
        assert_eq!(errors[0].rule, *rule, "case {index}: {}", errors[0]);
        // Whatever is wrong with it, it prints (and what is printed is safe to read).
        let _ = parse(&print(&program));
    }
}

fn returned(program: &mut Program, kind: ExprKind, ty: TypeId) {
    let body = body(program);
    body.exprs.push(Expr { kind, ty });
    body.blocks[0].terminator = Terminator::Return(Some(ExprId::new(body.exprs.len() - 1)));
}

fn loaded(program: &mut Program, kind: PlaceKind, ty: TypeId) {
    let body = body(program);
    body.places.push(Place { kind, ty });
    let place = PlaceId::new(body.places.len() - 1);
    let dst = body.add_reg("", ty);
    instruction(
        program,
        InstKind::Load {
            dst,
            place,
            access: Default::default(),
        },
    );
}

fn instruction(program: &mut Program, kind: InstKind) {
    body(program).blocks[0].insts[0].kind = kind;
}

#[test]
fn nodes_that_nothing_uses_are_not_typed() {
    let mut program = good();
    body(&mut program).add_expr(ExprKind::Reg(RegId(0)), Types::I64);
    assert_eq!(verify(&program), Ok(()));
}

#[test]
fn errors_are_in_order_and_limited() {
    let mut program = good();
    let block = Block::new(Vec::new(), Terminator::Return(None), Span::NONE);
    body(&mut program).blocks.extend(vec![block; 100]);
    let errors = verify(&program).expect_err("100 errors");
    let blocks: Vec<u32> = errors.iter().filter_map(|e| e.block).map(|b| b.0).collect();
    assert_eq!(blocks, (1..=MAX_ERRORS as u32).collect::<Vec<_>>());
}
