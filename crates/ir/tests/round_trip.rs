//! What is printed parses back to the same program, for every construct.

use unspool_ir::text::{parse, print, print_function};
use unspool_ir::verify::{MAX_NESTING, verify};
use unspool_ir::{
    BinaryOp, Block, Body, DataModel, Expr, ExprId, ExprKind, FileId, Function, FunctionId,
    FunctionType, Inst, InstKind, Linkage, PlaceKind, Program, Span, Terminator, Type, Types,
    UnaryOp,
};

const PROGRAMS: &[(&str, &str)] = &[
    ("data.ir", include_str!("programs/data.ir")),
    ("code.ir", include_str!("programs/code.ir")),
];

#[test]
fn canonical_programs_print_as_they_are_written() {
    for (name, text) in PROGRAMS {
        let program = parse(text).unwrap_or_else(|error| panic!("{name}:{error}"));
        if let Err(errors) = verify(&program) {
            let errors: Vec<String> = errors.iter().map(|error| error.to_string()).collect();
            panic!("{name}:\n{}", errors.join("\n"));
        }
        same_lines(name, &print(&program), text);
    }
}

#[test]
fn one_function_prints_as_in_the_whole() {
    for (_, text) in PROGRAMS {
        let program = parse(text).expect("a valid program");
        for index in 0..program.functions.len() {
            let function = print_function(&program, FunctionId::new(index));
            assert!(text.contains(&function), "{function}");
        }
    }
}

#[test]
fn order_comments_and_line_ends_are_free() {
    let free = "// A comment.
function @f(%0: *struct s) -> i32 { reg %1: i32 b0: %1 = load // here too
      %0->x
  store @later = %1 !f0:1:2 return %1 }
global @later: i32
  align 8 = {}
struct s size 4 align 4 { x: i32 at 0 }
file f0 \"a.c\"
datamodel ilp32 // The end has no line end.";
    let expected = "datamodel ilp32
file f0 \"a.c\"

struct s size 4 align 4 {
  x: i32 at 0
}

global @later: i32 align 8 = {}

function @f(%0: *struct s) -> i32 {
  reg %1: i32
b0:
  %1 = load %0->x
  store @later = %1 !f0:1:2
  return %1
}
";
    let program = parse(free).expect("a valid program");
    same_lines("free form", &print(&program), expected);
}

#[test]
fn constants_may_be_written_in_several_ways() {
    let text = "function @f() {\n  reg %0: i8\n  reg %1: f64\n  reg %2: f32\nb0:
  %0 = 0xff:i8
  %0 = 200:i8
  %1 = 0x3ff8000000000000:f64
  %1 = 15e-1:f64
  %1 = -3:f64
  %2 = 0.1:f32
  return\n}\n";
    let printed = print(&parse(text).expect("a valid program"));
    let lines: Vec<&str> = printed.lines().map(str::trim).collect();
    for expected in [
        "%0 = -1:i8",
        "%0 = -56:i8",
        "%1 = 1.5:f64",
        "%1 = -3.0:f64",
        "%2 = 0.1:f32",
    ] {
        assert!(lines.contains(&expected), "{expected} not in:\n{printed}");
    }
}

#[test]
fn parse_errors_say_where() {
    for (text, expected) in [
        ("", None),
        ("what", Some("1:1: expected an item, such as 'function'")),
        (
            "datamodel lp32",
            Some("1:11: expected 'ilp32' or 'lp64', once"),
        ),
        ("file f1 \"a\"", Some("1:6: expected 'f0'")),
        (
            "global @x: i32\nglobal @x: i32",
            Some("2:8: this name is already defined"),
        ),
        (
            "global @x: struct s",
            Some("1:19: this record is not defined, or not of this kind"),
        ),
        ("global @é: i3", Some("1:12: expected a type")),
        (
            "global @x: i8 = { 0: \"abc }",
            Some("1:22: the string does not end on its line"),
        ),
        (
            "global @x: i8 = { 0: -129:i8 }",
            Some("1:23: this is no constant of that type"),
        ),
        (
            "function @f() {\nb0:\n  hop\n}",
            Some("3:3: expected an instruction or terminator"),
        ),
        (
            "function @f() {\nb0:\n  return %0\n}",
            Some("3:10: there is no such register"),
        ),
        (
            "function @f() {\nb1:\n  return\n}",
            Some("2:1: expected 'b0:'"),
        ),
        (
            "function @f() {\n  reg %1: i8\n}",
            Some("3:1: registers must be numbered without gaps, but %1 stands where %0 should"),
        ),
        (
            "function @f() {\nb0:\n  return\n",
            Some("4:1: a brace is not closed"),
        ),
        (
            "function @f() }",
            Some("1:15: a closing brace without an opening one"),
        ),
        (
            "function @f(i32) {\nb0:\n  return\n}",
            Some("2:1: parameters of a function with a body need registers"),
        ),
        (
            "global @x: i8\nfunction @f() {\nb0:\n  store @x.y = 1:i8\n  return\n}",
            Some("4:12: what stands before this field is not a struct or union"),
        ),
        (
            "function @f() {\nb0:\n  assert true, no-such-thing, \"\"\n}",
            Some("3:16: there is no such property"),
        ),
        (
            "function @f() {\nb0:\n  goto 1\n}",
            Some("3:8: expected a block, such as b0"),
        ),
        ("entry @f", Some("1:7: expected a function, once")),
        (
            "global @x: i8 = {} ?",
            Some("1:20: expected the end of the item"),
        ),
        ("global @x: i8 ` ", Some("1:15: unexpected character")),
    ] {
        let error = parse(text).err().map(|error| error.to_string());
        assert_eq!(error.as_deref(), expected, "{text}");
    }
}

/// A program that was not read from text: shared nodes, and spans that the front end would not give.
#[test]
fn built_programs_print_as_trees() {
    let mut program = Program::new(DataModel::Lp64);
    program.files.push("a.c".to_string());
    let ty = program.types.intern(Type::Function(FunctionType {
        result: Types::I32,
        params: [Types::I32].into(),
        variadic: false,
    }));
    let mut body = Body::default();
    let other = body.add_reg("", Types::I32);
    let param = body.add_reg("n", Types::I32);
    body.params.push(param);
    let read = body.add_expr(ExprKind::Reg(param), Types::I32);
    let twice = body.add_expr(ExprKind::Binary(BinaryOp::Add, read, read), Types::I32);
    let four = body.add_expr(ExprKind::Binary(BinaryOp::Mul, twice, twice), Types::I32);
    let span = Span {
        file: FileId(0),
        line: 0,
        column: 7,
    };
    let kind = InstKind::Assign {
        dst: other,
        value: four,
    };
    let insts = vec![Inst::new(kind, span)];
    let end = Terminator::Return(Some(twice));
    body.blocks.push(Block::new(insts, end, Span::NONE));
    program.functions.push(Function {
        name: "f".to_string(),
        ty,
        linkage: Linkage::Internal,
        noreturn: true,
        is_model: true,
        span: Span {
            file: FileId(0),
            line: 1,
            column: 1,
        },
        body: Some(body),
    });
    assert!(verify(&program).is_ok());
    let expected = "datamodel lp64
file f0 \"a.c\"

function @f(%n.1: i32) -> i32 internal noreturn model !f0:1:1 {
  reg %0: i32
b0:
  %0 = (%n.1 + %n.1) * (%n.1 + %n.1) !0:7
  return %n.1 + %n.1 !none
}
";
    same_lines("built", &print(&program), expected);
    let again = parse(expected).expect("a valid program");
    same_lines("built", &print(&again), expected);
}

/// Deep trees of every form that nests, at the limit: printed, parsed and verified without a stack overflow.
#[test]
fn trees_at_the_depth_limit_round_trip() {
    type Grow = fn(&mut Body, &mut Types, ExprId) -> ExprId;
    const LEAF: ExprId = ExprId(0);
    let forms: &[(usize, Grow)] = &[
        (1, |body, _, e| {
            body.add_expr(ExprKind::Unary(UnaryOp::Neg, e), Types::I32)
        }),
        (1, |body, _, e| {
            body.add_expr(ExprKind::Binary(BinaryOp::Add, e, LEAF), Types::I32)
        }),
        (1, |body, _, e| {
            body.add_expr(ExprKind::Binary(BinaryOp::Add, LEAF, e), Types::I32)
        }),
        (1, |body, _, e| {
            body.add_expr(ExprKind::Convert(e), Types::I32)
        }),
        (4, |body, types, e| {
            let pointer = types.pointer_to(Types::I32);
            let pointer = body.add_expr(ExprKind::Convert(e), pointer);
            let place = body.add_place(PlaceKind::Deref(pointer), Types::I32);
            let pointer = types.pointer_to(Types::I32);
            let address = body.add_expr(ExprKind::AddressOf(place), pointer);
            body.add_expr(ExprKind::Convert(address), Types::I32)
        }),
    ];
    for (form, (levels, grow)) in forms.iter().enumerate() {
        for depth in [MAX_NESTING, MAX_NESTING + *levels] {
            let mut program = Program::new(DataModel::Lp64);
            let ty = program.types.intern(Type::Function(FunctionType {
                result: Types::I32,
                params: [].into(),
                variadic: false,
            }));
            let mut body = Body::default();
            let mut root = body.add_expr(ExprKind::Int(1), Types::I32);
            let mut reached = 1;
            while reached + levels <= depth {
                root = grow(&mut body, &mut program.types, root);
                reached += levels;
            }
            let end = Terminator::Return(Some(root));
            body.blocks.push(Block::new(Vec::new(), end, Span::NONE));
            program.functions.push(Function {
                name: "deep".to_string(),
                ty,
                linkage: Linkage::External,
                noreturn: false,
                is_model: false,
                span: Span::NONE,
                body: Some(body),
            });
            let text = print(&program);
            let verified = verify(&program);
            if depth == MAX_NESTING {
                assert!(verified.is_ok(), "form {form}: {verified:?}");
                let again = parse(&text).unwrap_or_else(|error| panic!("form {form}: {error}"));
                assert_eq!(print(&again), text);
            } else {
                assert_eq!(verified.map_err(|e| e[0].rule), Err("B5"), "form {form}");
                assert!(parse(&text).is_err());
            }
        }
    }
}

#[test]
fn nodes_hold_what_the_text_says() {
    let text = "function @f() -> i128 {\nb0:\n  return -2:i128\n}\n";
    let program = parse(text).expect("a valid program");
    let body = program.functions[0].body.as_ref().expect("a body");
    let expected = Expr {
        kind: ExprKind::Int(u128::MAX - 1),
        ty: Types::I128,
    };
    assert_eq!(body.exprs, [expected]);
}

fn same_lines(name: &str, found: &str, expected: &str) {
    for (number, (found, expected)) in found.lines().zip(expected.lines()).enumerate() {
        assert_eq!(found, expected, "{name}, line {}", number + 1);
    }
    assert_eq!(found, expected, "{name}");
}
