//! What registers can be, as tables: for each value that a load can have given, what was computed from it.
//!
//! ```text
//! %1 = load @m.holder              0 or 2, since this thread stores only 1, and has not done so yet
//! %2 = %1 == 1:i32                 0 for both, so it is 0: no execution takes the branch on %2
//! ```
//!
//! Where several loads have a part in a value there is a table for each, in which the others are not known, unless they can only be one value.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use unspool_ir::{BinaryOp, ExprId, ExprKind, Program, RegId, UnaryOp, arithmetic};

use crate::operands::{Node, for_each_node, push_operands, register_of, terminator_expr};
use crate::thread_text::{Code, ThreadText};

/// Something that is read: a load or `finished`.
pub struct Source {
    pub origin: Origin,
    /// All that it can have given; ascending.
    pub values: Vec<u128>,
    /// The section in which it was read, if what it gave was there when that began.
    pub section: Option<u32>,
}

pub enum Origin {
    /// One of them.
    Words(Rc<[u32]>),
    EndOf(u32),
}

/// What is known of registers: either the one value of a register, or for some sources what it is for each of their values.
#[derive(Clone, Default)]
pub struct Registers(Rc<FxHashMap<RegId, Known>>);

#[derive(Clone, PartialEq)]
enum Known {
    Constant(u128),
    /// By position of the source.
    Computed(Rc<BTreeMap<u32, Vec<Option<u128>>>>),
}

impl Registers {
    pub fn forget(&mut self, register: RegId) {
        if self.0.contains_key(&register) {
            Rc::make_mut(&mut self.0).remove(&register);
        }
    }

    /// What is the same on two ways.
    pub fn keep_common(&mut self, other: &Registers) {
        if Rc::ptr_eq(&self.0, &other.0) {
            return;
        }
        let known = Rc::make_mut(&mut self.0);
        known.retain(|register, known| other.0.get(register) == Some(known));
    }

    fn set(&mut self, register: RegId, known: Known) {
        Rc::make_mut(&mut self.0).insert(register, known);
    }
}

/// How many tables a register has at most.
const TABLES: usize = 8;

pub struct Tables<'a, 'p> {
    program: &'p Program,
    text: &'a ThreadText<'p>,
    /// By position.
    sources: FxHashMap<u32, Source>,
    /// By register: where it is used last. What nobody uses any more is not kept.
    last_uses: Vec<u32>,
}

/// For what an expression is evaluated: a source has a value.
type Assumed = Option<(u32, usize)>;

impl<'a, 'p> Tables<'a, 'p> {
    pub fn new(program: &'p Program, text: &'a ThreadText<'p>) -> Self {
        let mut last_uses = vec![0; text.body.regs.len()];
        text.for_each(|at| {
            let mut stack = Vec::new();
            match at.code {
                Code::Inst(inst) => push_operands(&inst.kind, &mut stack),
                Code::Terminator(block) => {
                    stack.extend(terminator_expr(&block.terminator).map(Node::Expr));
                }
            }
            for_each_node(text.body, &mut stack, |node| {
                if let Some(register) = register_of(text.body, node)
                    && let Some(last) = last_uses.get_mut(register.index())
                {
                    *last = at.position;
                }
            });
        });
        Tables {
            program,
            text,
            sources: FxHashMap::default(),
            last_uses,
        }
    }

    pub fn source(&self, position: u32) -> Option<&Source> {
        self.sources.get(&position)
    }

    /// A register gets what is read.
    pub fn load(
        &mut self,
        registers: &mut Registers,
        register: RegId,
        position: u32,
        source: Option<Source>,
    ) {
        registers.forget(register);
        self.forget_unused(registers, position);
        let Some(source) = source else { return };
        let values = source.values.iter().copied().map(Some).collect();
        let tables = BTreeMap::from([(position, values)]);
        self.sources.insert(position, source);
        if let Some(known) = summary(tables) {
            registers.set(register, known);
        }
    }

    /// A register gets what is computed.
    pub fn assign(&self, registers: &mut Registers, register: RegId, value: ExprId) {
        let known = match self.evaluate(registers, value, None) {
            Some(constant) => Some(Known::Constant(constant)),
            None => {
                let sources = self.sources(registers, value).into_iter().take(TABLES);
                summary(
                    sources
                        .map(|source| (source, self.table(registers, value, source)))
                        .collect(),
                )
            }
        };
        registers.forget(register);
        if let Some(known) = known {
            registers.set(register, known);
        }
    }

    /// Whether a condition can be true, or false.
    pub fn may_be(&self, registers: &Registers, condition: ExprId, wanted: bool) -> bool {
        let is_excluded = |value: &Option<u128>| value.is_some_and(|it| (it != 0) != wanted);
        if is_excluded(&self.evaluate(registers, condition, None)) {
            return false;
        }
        let mut sources = self.sources(registers, condition).into_iter();
        !sources.any(|source| {
            let table = self.table(registers, condition, source);
            table.iter().all(is_excluded)
        })
    }

    pub fn is_true(&self, registers: &Registers, condition: ExprId) -> bool {
        !self.may_be(registers, condition, false)
    }

    /// The values of a source for which the condition may be false.
    pub fn blocking(
        &self,
        registers: &Registers,
        condition: ExprId,
        source: u32,
    ) -> BTreeSet<u128> {
        let table = self.table(registers, condition, source);
        let values = self.sources.get(&source).into_iter();
        let values = values.flat_map(|source| source.values.iter().copied());
        let blocking = values.zip(table).filter(|(_, is)| *is != Some(1));
        blocking.map(|(value, _)| value).collect()
    }

    /// What has a part in a value; ascending.
    pub fn sources(&self, registers: &Registers, value: ExprId) -> BTreeSet<u32> {
        let mut sources = BTreeSet::new();
        for_each_node(self.text.body, &mut vec![Node::Expr(value)], |node| {
            if let Some(register) = register_of(self.text.body, node)
                && let Some(Known::Computed(tables)) = registers.0.get(&register)
            {
                sources.extend(tables.keys());
            }
        });
        sources
    }

    fn table(&self, registers: &Registers, value: ExprId, source: u32) -> Vec<Option<u128>> {
        let count = self.sources.get(&source).map_or(0, |it| it.values.len());
        let rows = 0..count;
        rows.map(|row| self.evaluate(registers, value, Some((source, row))))
            .collect()
    }

    /// The value of an expression, if the rest does not matter.
    fn evaluate(&self, registers: &Registers, value: ExprId, assumed: Assumed) -> Option<u128> {
        let (body, types) = (self.text.body, &self.program.types);
        let node = body.expr(value);
        let of = |operand: ExprId| self.evaluate(registers, operand, assumed);
        if types.is_float(node.ty) {
            return None;
        }
        match node.kind {
            ExprKind::Int(bits) => Some(bits),
            ExprKind::Reg(register) => match (registers.0.get(&register)?, assumed) {
                (Known::Constant(bits), _) => Some(*bits),
                (Known::Computed(tables), Some((source, row))) => {
                    tables.get(&source)?.get(row).copied().flatten()
                }
                (Known::Computed(_), None) => None,
            },
            ExprKind::Unary(op, operand) => match op {
                UnaryOp::Neg | UnaryOp::Complement | UnaryOp::Not => {
                    Some(arithmetic::unary(types, op, node.ty, of(operand)?))
                }
            },
            ExprKind::Binary(op, a, b) => {
                let (left, right) = (body.expr(a).ty, body.expr(b).ty);
                if types.is_float(left) {
                    return None;
                }
                let is_bool = types.value_bits(node.ty) == 1;
                match (op, of(a), of(b)) {
                    (_, Some(a), Some(b)) => arithmetic::binary(types, op, left, right, a, b),
                    (BinaryOp::And, Some(0), None) | (BinaryOp::And, None, Some(0)) => Some(0),
                    (BinaryOp::Or, Some(1), None) | (BinaryOp::Or, None, Some(1)) if is_bool => {
                        Some(1)
                    }
                    _ => None,
                }
            }
            ExprKind::Convert(operand) => {
                let from = body.expr(operand).ty;
                let is_number = !types.is_float(from);
                let bits = is_number.then(|| of(operand)).flatten()?;
                Some(arithmetic::convert(types, from, node.ty, bits))
            }
            ExprKind::Select(condition, a, b) => match of(condition) {
                Some(0) => of(b),
                Some(_) => of(a),
                None => of(a).filter(|one| of(b) == Some(*one)),
            },
            ExprKind::Float(_) | ExprKind::AddressOf(_) | ExprKind::FunctionAddress(_) => None,
        }
    }

    fn forget_unused(&self, registers: &mut Registers, position: u32) {
        let is_used = |register: &RegId| {
            let last = self.last_uses.get(register.index());
            last.is_some_and(|last| *last > position)
        };
        if registers.0.len() > 2 * TABLES && registers.0.keys().any(|register| !is_used(register)) {
            Rc::make_mut(&mut registers.0).retain(|register, _| is_used(register));
        }
    }
}

/// A constant, if each value gives the same; tables that say nothing are left out.
fn summary(mut tables: BTreeMap<u32, Vec<Option<u128>>>) -> Option<Known> {
    for table in tables.values() {
        if let Some(Some(first)) = table.first()
            && table.iter().all(|value| *value == Some(*first))
        {
            return Some(Known::Constant(*first));
        }
    }
    tables.retain(|_, table| table.iter().any(|value| value.is_some()));
    (!tables.is_empty()).then(|| Known::Computed(Rc::new(tables)))
}
