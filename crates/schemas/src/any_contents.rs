//! Memory that may contain anything: every scalar of it gets a value that nobody knows.
//!
//! Unions get bytes, since any of their members may be read. A large object is filled by a loop: element by element if it is an array, else byte by
//! byte; what the loop guesses has no name of its own for each element, so a counterexample that depends on it may not replay.

use unspool_ir::{
    BinaryOp, ExprKind, InstKind, PlaceId, PlaceKind, RecordKind, Span, Terminator, Type, TypeId,
    Types,
};

use crate::block_writer::BlockWriter;

/// Scalars that are written one by one.
const MOST_SCALARS: usize = 64;

/// A part of an object: how to get there, where that is, and the scalar there.
struct Part {
    steps: Vec<Step>,
    offset: u64,
    ty: TypeId,
}

#[derive(Clone, Copy)]
enum Step {
    Field(u32, TypeId),
    Element(u64, TypeId),
}

/// Writes instructions that give the place any contents. `name` makes the name of the register for what is guessed at an offset.
pub fn write(
    writer: &mut BlockWriter,
    types: &mut Types,
    place: PlaceId,
    span: Span,
    name: &mut dyn FnMut(u64) -> String,
) {
    let ty = writer.body.place(place).ty;
    let mut parts = Vec::new();
    if collect(types, ty, 0, &mut Vec::new(), &mut parts) {
        for part in parts {
            let place = part.steps.iter().fold(place, |base, step| match *step {
                Step::Field(field, ty) => writer.place(PlaceKind::Field(base, field), ty),
                Step::Element(index, ty) => {
                    let index = writer.constant(u128::from(index), Types::U64);
                    writer.place(PlaceKind::Index(base, index), ty)
                }
            });
            let dst = writer.register(&name(part.offset), part.ty);
            writer.put(InstKind::Nondet { dst }, span);
            let value = writer.read(dst);
            writer.store(place, value, span);
        }
        return;
    }
    write_bytes(writer, types, place, ty, span);
}

/// False if there are too many, or if it is not made of scalars.
fn collect(
    types: &Types,
    ty: TypeId,
    offset: u64,
    steps: &mut Vec<Step>,
    parts: &mut Vec<Part>,
) -> bool {
    match types.get(ty) {
        Type::Record(record) => {
            let record = types.record(*record);
            let Some(body) = record.body.as_ref() else {
                return true;
            };
            if record.kind == RecordKind::Union && body.fields.len() > 1 {
                return false;
            }
            (0..body.fields.len()).all(|number| {
                let field = &body.fields[number];
                steps.push(Step::Field(number as u32, field.ty));
                let is_done = collect(types, field.ty, offset + field.offset, steps, parts);
                steps.pop();
                is_done
            })
        }
        Type::Array { element, length } => {
            let size = types.size_of(*element).unwrap_or(0);
            (0..*length).all(|index| {
                steps.push(Step::Element(index, *element));
                let is_done = collect(types, *element, offset + index * size, steps, parts);
                steps.pop();
                is_done
            })
        }
        _ => {
            parts.push(Part {
                steps: steps.clone(),
                offset,
                ty,
            });
            parts.len() <= MOST_SCALARS
        }
    }
}

fn write_bytes(
    writer: &mut BlockWriter,
    types: &mut Types,
    place: PlaceId,
    ty: TypeId,
    span: Span,
) {
    let size = types.size_of(ty).unwrap_or(0);
    let to_object = types.pointer_to(ty);
    let to_byte = types.pointer_to(Types::U8);
    let number = writer.register("", Types::U64);
    let byte = writer.register("", Types::U8);
    let (head, inside, behind) = (writer.reserve(), writer.reserve(), writer.reserve());
    let zero = writer.constant(0, Types::U64);
    let start = InstKind::Assign {
        dst: number,
        value: zero,
    };
    writer.put(start, span);
    writer.begin(head, span);
    let (at, end) = (
        writer.read(number),
        writer.constant(size.into(), Types::U64),
    );
    let condition = writer.compare(BinaryOp::Lt, at, end);
    let test = Terminator::Branch {
        condition,
        then: inside,
        otherwise: behind,
    };
    writer.end(test, span);
    writer.begin(inside, span);
    writer.put(InstKind::Nondet { dst: byte }, span);
    let object = writer.body.add_expr(ExprKind::AddressOf(place), to_object);
    let first = writer.body.add_expr(ExprKind::Convert(object), to_byte);
    let at = writer.read(number);
    let pointer = ExprKind::Binary(BinaryOp::PointerAdd, first, at);
    let pointer = writer.body.add_expr(pointer, to_byte);
    let target = writer.place(PlaceKind::Deref(pointer), Types::U8);
    let value = writer.read(byte);
    writer.store(target, value, span);
    let (at, one) = (writer.read(number), writer.constant(1, Types::U64));
    let next = ExprKind::Binary(BinaryOp::Add, at, one);
    let next = writer.body.add_expr(next, Types::U64);
    let step = InstKind::Assign {
        dst: number,
        value: next,
    };
    writer.put(step, span);
    writer.end(Terminator::Goto(head), span);
    writer.begin(behind, span);
}
