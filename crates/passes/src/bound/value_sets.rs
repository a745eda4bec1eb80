//! Pointers of which a few values are known.
//!
//! Where two paths meet, a register that points to one thing on the one and to another on the other is one of the two. For
//! pointers this is remembered, up to a few values: `printf(ok ? "yes\n" : "no: %d\n", n)` would otherwise have to be walked for a format
//! about which nothing is known, one character after the other.
//!
//! A call from the program into the library with such an argument becomes one call for each text that it may be. Texts are constants of
//! the program, and null. Other pointers are left as they are: what a library function does with a mutex seldom depends
//! on which of two it is. Where nothing is known of an argument, such as a variable that other threads set, the points-to analysis
//! may still know the few texts that it can point to. Then it is one of these, or points nowhere: null, or garbage, that no
//! function can follow.
//!
//! ```text
//! %1 = ok ? &@str.0 : &@str.1             branch %1 == &@str.0, b1, b2
//! call @printf(%1)                   b1:  call @printf(&@str.0)
//!                                    b2:  call @printf(&@str.1)
//! ```

use std::rc::Rc;

use rustc_hash::FxHashMap;
use unspool_ir::{BinaryOp, ExprKind, FunctionId, GlobalId, RegId, Span, Types};

use super::Stop;
use super::calls::Argument;
use super::objects::ObjectName;
use super::value::Value;
use super::walk::{Path, ThreadWalk};
use crate::points_to::Object;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SetId(u32);

/// Sets of values, each stored once.
#[derive(Default, Debug)]
pub struct ValueSets {
    sets: Vec<Rc<[Value]>>,
    numbers: FxHashMap<Rc<[Value]>, SetId>,
}

/// Of a set.
const MOST_VALUES: usize = 8;

/// Of one call.
const MOST_COPIES: usize = 16;

impl ValueSets {
    /// One of two values; known if both are the same, or if it is one of a few and may be a pointer.
    pub fn either(&mut self, a: Value, b: Value) -> Value {
        if a == b {
            return a;
        }
        if a == Value::Unknown || b == Value::Unknown {
            return Value::Unknown;
        }
        let mut values: Vec<Value> = Vec::new();
        for value in [a, b] {
            match value {
                Value::OneOf(set) => values.extend(self.values(set).iter()),
                _ => values.push(value),
            }
        }
        values.sort_unstable();
        values.dedup();
        let is_pointer =
            |value: &Value| matches!(value, Value::Pointer { .. } | Value::Function(_));
        let may_be = |value: &Value| is_pointer(value) || *value == Value::Bits(0);
        if values.len() > MOST_VALUES || !values.iter().all(may_be) {
            return Value::Unknown;
        }
        let values: Rc<[Value]> = values.into();
        if let Some(number) = self.numbers.get(&values) {
            return Value::OneOf(*number);
        }
        let number = SetId(self.sets.len() as u32);
        self.sets.push(Rc::clone(&values));
        self.numbers.insert(values, number);
        Value::OneOf(number)
    }

    /// Two at least.
    pub fn values(&self, set: SetId) -> Rc<[Value]> {
        Rc::clone(&self.sets[set.0 as usize])
    }
}

impl ThreadWalk<'_, '_> {
    /// A direct call; into the library once for each text that it may be given.
    pub fn call_of(
        &mut self,
        path: Path,
        function: FunctionId,
        args: &[Argument],
        result: Option<RegId>,
        span: Span,
    ) -> Result<Option<Path>, Stop> {
        let is_model = |function| self.program().function(function).is_model;
        match is_model(function) && !is_model(self.here().function) {
            true => self.with_each_text(path, (function, args, MOST_COPIES), result, span),
            false => self.inline(path, function, args, result, span),
        }
    }

    fn with_each_text(
        &mut self,
        path: Path,
        (function, args, copies): (FunctionId, &[Argument], usize),
        result: Option<RegId>,
        span: Span,
    ) -> Result<Option<Path>, Stop> {
        let mut texts = args.iter().enumerate();
        let texts = texts.find_map(|(index, arg)| Some((index, self.texts(arg, copies)?)));
        let Some((index, texts)) = texts else {
            return self.inline(path, function, args, result, span);
        };
        let mut args = args.to_vec();
        let choice = args[index];
        let copies = copies / texts.len();
        let mut ends = Vec::new();
        let mut rest = path;
        let (last, others) = texts.split_last().unwrap_or((&Value::Nowhere, &[]));
        for &value in others {
            let Some(expr) = self.constant(&rest.know, value, choice.ty) else {
                continue;
            };
            args[index] = Argument {
                expr,
                value,
                ..choice
            };
            let condition = ExprKind::Binary(BinaryOp::Eq, choice.expr, expr);
            let condition = self.out.expr(condition, Types::BOOL);
            let (taken, otherwise) = self.split(rest, condition, span);
            rest = otherwise;
            let after = self.with_each_text(taken, (function, &args, copies), result, span)?;
            ends.extend(after.map(|after| self.pause(after, span)));
        }
        let expr = self.constant(&rest.know, *last, choice.ty);
        args[index] = Argument {
            expr: expr.unwrap_or(choice.expr),
            value: *last,
            ..choice
        };
        let after = self.with_each_text(rest, (function, &args, copies), result, span)?;
        ends.extend(after.map(|after| self.pause(after, span)));
        self.join_any(ends)
    }

    /// The texts that an argument is one of, if there are a few. The last value may be "none of these".
    fn texts(&self, arg: &Argument, most: usize) -> Option<Vec<Value>> {
        let objects = &self.bounder.objects;
        let read_only = |global: GlobalId| self.program().global(global).read_only;
        let is_text = |value: &Value| match *value {
            Value::Pointer { object, .. } => match objects.info(object).name {
                ObjectName::Global(global) => read_only(global),
                _ => false,
            },
            _ => *value == Value::Bits(0),
        };
        let values = match arg.value {
            Value::OneOf(set) => objects.values(set).to_vec(),
            Value::Unknown if self.types().is_pointer(arg.ty) => {
                let function = self.here().function;
                let targets = self.bounder.points_to.pointees(function, arg.source);
                let texts = targets.iter().map(|target| match target.object {
                    Object::Global(global) if read_only(global) => Some(Value::Pointer {
                        object: objects.global(global),
                        offset: i64::try_from(target.offsets.single()?).ok()?,
                    }),
                    _ => None,
                });
                let mut texts: Vec<Value> = texts.collect::<Option<_>>()?;
                if texts.is_empty() || texts.len() > MOST_VALUES {
                    return None;
                }
                texts.push(Value::Nowhere);
                return (texts.len() <= most).then_some(texts);
            }
            _ => return None,
        };
        (values.len() <= most && values.iter().all(is_text)).then_some(values)
    }
}
