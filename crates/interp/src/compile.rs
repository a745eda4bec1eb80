//! From IR functions to flat code (see [`crate::code`]).
//!
//! Precondition: the program is verified. Postcondition: every jump target and register index of the
//! code exists. Expressions and places have a file of their own ([`expressions`]).

mod expressions;

use unspool_ir::{
    BlockId, Body, Callee, Expr, ExprId, ExprKind, Function, FunctionId, InstKind, PlaceId,
    PlaceKind, Program, Terminator, Type, TypeId,
};

use crate::address_space::{FUNCTION_STEP, RED_ZONE, align_up};
use crate::code::{
    AggregateSource, AnySource, Argument, CaseRange, CompiledFunction, CompiledInst, CompiledKind,
    CompiledProgram, Op, Operand, PlaceCode, RegisterLayout, SlotLayout, Source, Target,
};
use crate::config::Uninitialised;
use crate::content::Content;
use crate::reported_place::InlinedCalls;
use crate::value::{Repr, Scalar, Value, mask, sign_extend};

/// Records larger than this are made when first used.
const MAX_READY_BYTES: u64 = 1 << 20;
/// Nested choices between records.
const MAX_AGGREGATE_DEPTH: usize = 64;

pub fn compile(
    program: &Program,
    global_addresses: &[Scalar],
    functions_base: u64,
    uninitialised: Uninitialised,
) -> CompiledProgram {
    let mut has_wait = false;
    let mut has_points = false;
    let functions = program
        .functions
        .iter()
        .enumerate()
        .map(|(index, function)| {
            let body = function.body.as_ref()?;
            has_wait |= body.blocks.iter().any(|block| {
                let mut kinds = block.insts.iter().map(|inst| &inst.kind);
                kinds.any(|kind| matches!(kind, InstKind::WaitUntil(_)))
            });
            let mut compiler = Compiler {
                program,
                body,
                global_addresses,
                functions_base,
                ops: Vec::new(),
                constants: Vec::new(),
            };
            let compiled = compiler.function(FunctionId::new(index), function, uninitialised);
            has_points |= compiled.insts.iter().any(|inst| inst.has_point);
            Some(compiled)
        })
        .collect();
    CompiledProgram {
        functions,
        pointer_bits: program.types.data_model.pointer_bits(),
        has_wait,
        has_points,
    }
}

pub fn repr_of(program: &Program, ty: TypeId) -> Repr {
    match *program.types.get(ty) {
        Type::Void | Type::Function(_) => Repr::Void,
        Type::Bool => Repr::Bool,
        Type::Int { bits, signed } => Repr::Int { bits, signed },
        Type::Float(kind) => Repr::Float(kind),
        Type::Pointer(_) => Repr::Pointer {
            bits: program.types.data_model.pointer_bits(),
        },
        Type::Array { .. } | Type::Record(_) => Repr::Aggregate,
    }
}

/// By slot: the function that its declaration comes from.
fn owners_of_slots(body: &Body, inlined: &[InlinedCalls], function: FunctionId) -> Vec<FunctionId> {
    let mut owners = vec![function; body.slots.len()];
    for inst in body.blocks.iter().flat_map(|block| &block.insts) {
        if let InstKind::Live(slot) = inst.kind
            && let Some(calls) = inst.origin.and_then(|origin| inlined.get(origin.index()))
            && let Some(owner) = owners.get_mut(slot.index())
        {
            *owner = calls.function.unwrap_or(function);
        }
    }
    owners
}

struct Compiler<'p> {
    program: &'p Program,
    body: &'p Body,
    global_addresses: &'p [Scalar],
    functions_base: u64,
    ops: Vec<Op>,
    constants: Vec<Scalar>,
}

impl Compiler<'_> {
    fn function(
        &mut self,
        id: FunctionId,
        function: &Function,
        uninitialised: Uninitialised,
    ) -> CompiledFunction {
        let body = self.body;
        let mut starts = Vec::with_capacity(body.blocks.len());
        let mut position = 0;
        for block in &body.blocks {
            starts.push(position);
            position += block.insts.len() as u32 + 1;
        }
        let mut insts = Vec::with_capacity(position as usize);
        for block in &body.blocks {
            for inst in &block.insts {
                insts.push(CompiledInst {
                    kind: self.instruction(&inst.kind),
                    span: inst.span,
                    origin: inst.origin,
                    has_point: inst.point.is_some(),
                });
            }
            insts.push(CompiledInst {
                kind: self.terminator(&block.terminator, &starts),
                span: block.span,
                origin: block.origin,
                has_point: block.point.is_some(),
            });
        }
        let registers: Vec<RegisterLayout> = body
            .regs
            .iter()
            .map(|reg| RegisterLayout {
                repr: repr_of(self.program, reg.ty),
                size: self.program.types.size_of(reg.ty).unwrap_or(0),
            })
            .collect();
        let initial = registers
            .iter()
            .map(|layout| match (uninitialised, layout.repr) {
                (Uninitialised::Input, _) => Value::Unset,
                (_, Repr::Aggregate) if layout.size > MAX_READY_BYTES => Value::Unset,
                (_, Repr::Aggregate) => {
                    Value::Aggregate(Content::zeroed(layout.size as usize).into())
                }
                _ => Value::Scalar(Scalar::ZERO),
            })
            .collect();
        let inlined = InlinedCalls::of(self.program, &body.origins);
        let mut owners = owners_of_slots(body, &inlined, id).into_iter();
        let mut frame_size = 0;
        let slots = body
            .slots
            .iter()
            .map(|slot| {
                let size = self.program.types.size_of(slot.ty).unwrap_or(0);
                let offset = align_up(frame_size, slot.align).unwrap_or(u64::MAX);
                frame_size = offset.saturating_add(size).saturating_add(RED_ZONE);
                SlotLayout {
                    offset,
                    size,
                    span: slot.span,
                    owner: owners.next().unwrap_or(id),
                }
            })
            .collect();
        let (result, variadic) = match self.program.types.get(function.ty) {
            Type::Function(ty) => (repr_of(self.program, ty.result), ty.variadic),
            _ => (Repr::Void, false),
        };
        CompiledFunction {
            id,
            ops: std::mem::take(&mut self.ops),
            constants: std::mem::take(&mut self.constants),
            insts,
            params: body
                .params
                .iter()
                .map(|reg| (reg.0, registers[reg.index()].repr))
                .collect(),
            registers,
            initial,
            slots,
            inlined,
            frame_size,
            frame_align: body.slots.iter().map(|slot| slot.align).fold(16, u64::max),
            result,
            variadic,
        }
    }

    fn instruction(&mut self, kind: &InstKind) -> CompiledKind {
        match *kind {
            InstKind::Assign { dst, value } => match self.any(value) {
                AnySource::Scalar(value) => CompiledKind::Assign { dst: dst.0, value },
                AnySource::Aggregate(value) => CompiledKind::AssignAggregate { dst: dst.0, value },
            },
            InstKind::Load { dst, place, access } => CompiledKind::Load {
                dst: dst.0,
                place: self.place(place),
                order: access.atomic,
            },
            InstKind::Store {
                place,
                value,
                access,
            } => CompiledKind::Store {
                place: self.place(place),
                value: self.any(value),
                order: access.atomic,
            },
            InstKind::Rmw {
                op,
                dst,
                place,
                value,
                order,
            } => CompiledKind::Rmw {
                op,
                dst: dst.0,
                place: self.place(place),
                value: self.source(value),
                order,
            },
            InstKind::CompareExchange {
                ok,
                old,
                place,
                expected,
                desired,
                weak,
                order,
                failure,
            } => CompiledKind::CompareExchange {
                ok: ok.0,
                old: old.0,
                place: self.place(place),
                expected: self.source(expected),
                desired: self.source(desired),
                weak,
                order,
                failure,
            },
            InstKind::Fence(order) => CompiledKind::Fence(order),
            InstKind::Call {
                dst,
                callee,
                ref args,
            } => CompiledKind::Call {
                dst: dst.map(|reg| reg.0),
                target: match callee {
                    Callee::Direct(function) => Target::Direct(function),
                    Callee::Indirect(pointer) => Target::Indirect(self.source(pointer)),
                },
                arguments: args.iter().map(|&arg| self.argument(arg)).collect(),
            },
            InstKind::VarArgs { dst } => CompiledKind::VarArgs { dst: dst.0 },
            InstKind::Live(slot) => CompiledKind::Live(slot.0),
            InstKind::Dead(slot) => CompiledKind::Dead(slot.0),
            InstKind::AtomicBegin => CompiledKind::AtomicBegin,
            InstKind::AtomicEnd => CompiledKind::AtomicEnd,
            InstKind::Spawn {
                dst,
                start,
                ref args,
                thread,
            } => CompiledKind::Spawn {
                dst: dst.0,
                start: self.source(start),
                arguments: args.iter().map(|arg| self.any(*arg)).collect(),
                thread,
            },
            InstKind::Hold(lock) => CompiledKind::Hold(self.source(lock)),
            InstKind::Release(lock) => CompiledKind::Release(self.source(lock)),
            InstKind::SelfId { dst } => CompiledKind::SelfId { dst: dst.0 },
            InstKind::Finished { dst, thread } => CompiledKind::Finished {
                dst: dst.0,
                thread: self.source(thread),
                thread_repr: self.repr(thread),
            },
            InstKind::WaitUntil(condition) => CompiledKind::WaitUntil(self.source(condition)),
            InstKind::Assume(condition) => CompiledKind::Assume(self.source(condition)),
            InstKind::Assert {
                condition,
                property,
                ref message,
                detail,
            } => CompiledKind::Assert {
                condition: self.source(condition),
                property,
                message: message.clone(),
                detail: detail.map(|detail| self.source(detail)),
            },
            InstKind::Nondet { dst } => CompiledKind::Nondet { dst: dst.0 },
            InstKind::Alloc {
                dst,
                size,
                align,
                storage,
            } => CompiledKind::Alloc {
                dst: dst.0,
                size: self.source(size),
                align: self.source(align),
                storage,
            },
            InstKind::Free {
                pointer,
                storage,
                is_unheld,
            } => CompiledKind::Free {
                pointer: self.source(pointer),
                storage,
                is_unheld,
            },
            InstKind::ObjectSize { dst, pointer } => CompiledKind::ObjectSize {
                dst: dst.0,
                pointer: self.source(pointer),
            },
            InstKind::Output { stream, byte } => CompiledKind::Output {
                stream: self.source(stream),
                byte: self.source(byte),
            },
            InstKind::Unsupported(ref what) => CompiledKind::Unsupported(what.clone()),
        }
    }

    fn terminator(&mut self, terminator: &Terminator, starts: &[u32]) -> CompiledKind {
        let start = |block: BlockId| starts[block.index()];
        match *terminator {
            Terminator::Goto(target) => CompiledKind::Goto(start(target)),
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => CompiledKind::Branch {
                condition: self.source(condition),
                then: start(then),
                otherwise: start(otherwise),
            },
            Terminator::Switch {
                value,
                ref cases,
                default,
            } => {
                let repr = self.repr(value);
                let mut cases: Vec<CaseRange> = cases
                    .iter()
                    .map(|case| CaseRange {
                        low: order_key(repr, case.low),
                        high: order_key(repr, case.high),
                        target: start(case.target),
                    })
                    .collect();
                cases.sort_by_key(|case| case.low);
                CompiledKind::Switch {
                    value: self.source(value),
                    repr,
                    cases,
                    default: start(default),
                }
            }
            Terminator::Return(value) => CompiledKind::Return(value.map(|value| self.any(value))),
            Terminator::ExitThread => CompiledKind::ExitThread,
            Terminator::Exit(status) => CompiledKind::Exit(self.source(status)),
            Terminator::Abort => CompiledKind::Abort,
            Terminator::Unreachable => CompiledKind::Unreachable,
        }
    }

    fn argument(&mut self, value: ExprId) -> Argument {
        let ty = self.body.expr(value).ty;
        Argument {
            source: self.any(value),
            repr: repr_of(self.program, ty),
            size: self.program.types.size_of(ty).unwrap_or(0),
            align: self.program.types.align_of(ty),
        }
    }

    fn any(&mut self, value: ExprId) -> AnySource {
        if self.repr(value) == Repr::Aggregate {
            AnySource::Aggregate(self.aggregate(value, 0))
        } else {
            AnySource::Scalar(self.source(value))
        }
    }

    fn aggregate(&mut self, value: ExprId, depth: usize) -> AggregateSource {
        match self.body.expr(value).kind {
            _ if depth > MAX_AGGREGATE_DEPTH => AggregateSource::Unsupported,
            ExprKind::Reg(reg) => AggregateSource::Register(reg.0),
            ExprKind::Select(condition, a, b) => AggregateSource::Select(
                self.source(condition),
                Box::new(self.aggregate(a, depth + 1)),
                Box::new(self.aggregate(b, depth + 1)),
            ),
            ExprKind::Convert(inner) if self.repr(inner) == Repr::Aggregate => {
                self.aggregate(inner, depth + 1)
            }
            _ => AggregateSource::Unsupported,
        }
    }
}

/// Maps bits so that unsigned comparison of the results is the type's order.
pub fn order_key(repr: Repr, bits: u128) -> u128 {
    if repr.is_signed() {
        bits ^ 1 << (repr.bits() - 1)
    } else {
        bits
    }
}
