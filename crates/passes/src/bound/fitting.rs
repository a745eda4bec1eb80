//! Calls whose arguments or result are of other types than the function's: through a pointer that was cast, or by a declaration
//! without parameters.
//!
//! Strictly this is undefined. But `pthread_create(&t, 0, (void *(*)(void *))worker, 0)` with a `worker` that returns nothing is
//! everywhere, and works on all machines, so that the interpreter allows what these do: integers and pointers are passed
//! for each other, bit by bit, cut off or filled with zeros. Floats, and structs, are passed only for what they are. Here the same is
//! written down with conversions:
//!
//! ```text
//! call @f(%x: i8), where @f takes an i32          %p = (%x as u8) as i32
//! call @f(%x: i32), where @f takes a bool         %p = ((%x as u32) & 1:u32) as bool
//! ```

use unspool_ir::arithmetic::mask;
use unspool_ir::{BinaryOp, ExprId, ExprKind, FunctionId, TypeId, Types};

use super::calls::Argument;
use super::value::Value;
use super::walk::ThreadWalk;

/// Why a call cannot be made.
pub enum Misfit {
    /// An error of the program.
    Invalid(String),
    /// Something that is not modelled.
    Unsupported(String),
}

impl ThreadWalk<'_, '_> {
    /// Whether a function can be called like that: every parameter must get an argument of its kind, and through a pointer there must be no
    /// others.
    pub fn misfit(
        &self,
        function: FunctionId,
        args: &[Argument],
        result: Option<TypeId>,
        is_indirect: bool,
    ) -> Option<Misfit> {
        let callee = self.program().function(function);
        let name = &callee.name;
        let unspool_ir::Type::Function(ty) = self.types().get(callee.ty) else {
            return None;
        };
        let wanted = ty.params.len();
        let has_too_many = is_indirect && !ty.variadic && args.len() > wanted;
        if args.len() < wanted || has_too_many {
            let given = args.len();
            let what = format!("`{name}` takes {wanted} arguments and is called with {given}");
            return Some(Misfit::Invalid(what));
        }
        for (number, (arg, param)) in args.iter().zip(&ty.params).enumerate() {
            let number = number + 1;
            if self.kind_of(arg.ty) != self.kind_of(*param) {
                let what =
                    format!("argument {number} of the call does not fit the parameter of `{name}`");
                return Some(Misfit::Invalid(what));
            }
            if self.kind_of(*param) == Kind::Record && arg.ty != *param {
                let what = format!("argument {number} of a call of `{name}`, a different struct");
                return Some(Misfit::Unsupported(what));
            }
        }
        let is_alike = |result: TypeId| match (self.kind_of(result), self.kind_of(ty.result)) {
            (_, Kind::Nothing) => true,
            (Kind::Record, Kind::Record) => result == ty.result,
            (wanted, given) => wanted == given,
        };
        match result {
            Some(result) if !is_alike(result) => {
                let what = format!("the result of a call of `{name}`, as another kind of value");
                Some(Misfit::Unsupported(what))
            }
            _ => None,
        }
    }

    /// A value of type `from` where one of type `to` is wanted.
    pub fn fitted(
        &mut self,
        (expr, value): (ExprId, Value),
        from: TypeId,
        to: TypeId,
    ) -> (ExprId, Value) {
        if from == to {
            return (expr, value);
        }
        let types = self.types();
        if types.is_pointer(from) && types.is_pointer(to) {
            return (self.out.expr(ExprKind::Convert(expr), to), value);
        }
        let bits = match to == Types::BOOL {
            true => 1,
            false => types.value_bits(to),
        };
        let is_address = bits == types.data_model.pointer_bits();
        let from_bits = (types.size_of(from)).map_or(128, |bytes| 8 * bytes as u32);
        let value = match value {
            Value::Bits(value) => Value::Bits(value & mask(bits)),
            Value::Pointer { .. } | Value::Function(_) if is_address => value,
            _ => Value::Unknown,
        };
        let plain = Types::int(from_bits, false);
        let mut expr = self.out.expr(ExprKind::Convert(expr), plain);
        if to == Types::BOOL {
            let one = self.out.expr(ExprKind::Int(1), plain);
            expr = self
                .out
                .expr(ExprKind::Binary(BinaryOp::And, expr, one), plain);
        }
        (self.out.expr(ExprKind::Convert(expr), to), value)
    }

    fn kind_of(&self, ty: TypeId) -> Kind {
        let types = self.types();
        if ty == Types::VOID {
            Kind::Nothing
        } else if types.is_float(ty) {
            Kind::Float(ty)
        } else if types.is_scalar(ty) {
            Kind::Plain
        } else {
            Kind::Record
        }
    }
}

#[derive(PartialEq, Eq)]
enum Kind {
    Nothing,
    Float(TypeId),
    /// Integers and pointers.
    Plain,
    Record,
}
