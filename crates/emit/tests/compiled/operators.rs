//! Expressions against the meaning that the IR gives them.

use unspool_ir::arithmetic::{self, mask};
use unspool_ir::{
    BinaryOp, Block, Body, ExprId, ExprKind, FloatKind, Function, FunctionId, FunctionType, Inst,
    InstKind, Linkage, Program, Property, Span, Terminator, Type, TypeId, Types, UnaryOp,
};

/// A function that asserts about expressions.
struct Checks {
    program: Program,
    body: Body,
    insts: Vec<Inst>,
}

impl Checks {
    fn new(data_model: unspool_ir::DataModel) -> Checks {
        Checks {
            program: Program::new(data_model),
            body: Body::default(),
            insts: Vec::new(),
        }
    }

    fn push(&mut self, kind: InstKind) {
        self.insts.push(Inst::new(kind, Span::NONE));
    }

    fn constant(&mut self, ty: TypeId, bits: u128) -> ExprId {
        let kind = match self.program.types.is_float(ty) {
            true => ExprKind::Float(bits),
            false => ExprKind::Int(bits),
        };
        self.body.add_expr(kind, ty)
    }

    /// A register with this value.
    fn register(&mut self, ty: TypeId, bits: u128) -> ExprId {
        let value = self.constant(ty, bits);
        let dst = self.body.add_reg("", ty);
        self.push(InstKind::Assign { dst, value });
        self.body.add_expr(ExprKind::Reg(dst), ty)
    }

    fn assert(&mut self, expr: ExprId, bits: u128, message: String) {
        let ty = self.body.expr(expr).ty;
        // In a register of its type, as everything ends up.
        let dst = self.body.add_reg("", ty);
        self.push(InstKind::Assign { dst, value: expr });
        let found = self.body.add_expr(ExprKind::Reg(dst), ty);
        let expected = self.constant(ty, bits);
        let kind = ExprKind::Binary(BinaryOp::Eq, found, expected);
        let condition = self.body.add_expr(kind, Types::BOOL);
        self.push(InstKind::Assert {
            condition,
            property: Property::UnreachCall,
            message,
            detail: None,
        });
    }

    /// What the compiled function says.
    fn run(mut self, name: &str) -> String {
        let ty = self.program.types.intern(Type::Function(FunctionType {
            result: Types::VOID,
            params: Box::new([]),
            variadic: false,
        }));
        let insts = std::mem::take(&mut self.insts);
        let end = Terminator::Return(None);
        self.body.blocks = vec![Block::new(insts, end, Span::NONE)];
        self.program.functions.push(Function {
            name: "checks".to_string(),
            ty,
            linkage: Linkage::Internal,
            noreturn: false,
            is_model: false,
            span: Span::NONE,
            body: Some(self.body),
        });
        self.program.entry = Some(FunctionId(0));
        super::run(name, &self.program)
    }
}

fn integers(types: &Types) -> Vec<TypeId> {
    let widest = match types.data_model {
        unspool_ir::DataModel::Lp64 => 128,
        unspool_ir::DataModel::Ilp32 => 64,
    };
    let widths = [8u32, 16, 32, 64, 128].into_iter();
    let widths = widths.filter(|bits| *bits <= widest);
    widths
        .flat_map(|bits| [Types::int(bits, true), Types::int(bits, false)])
        .collect()
}

fn corners(types: &Types, ty: TypeId) -> Vec<u128> {
    let bits = types.value_bits(ty);
    let all = [0, 1, 77, mask(bits), mask(bits) >> 1, (mask(bits) >> 1) + 1];

    let mut values: Vec<u128> = all.into_iter().map(|value| value & mask(bits)).collect();
    values.sort_unstable();
    values.dedup();
    values
}

const OPERATORS: [BinaryOp; 16] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Rem,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
    BinaryOp::Shl,
    BinaryOp::Shr,
    BinaryOp::Eq,
    BinaryOp::Ne,
    BinaryOp::Lt,
    BinaryOp::Le,
    BinaryOp::Gt,
    BinaryOp::Ge,
];

#[test]
fn integer_operators_compute_what_the_ir_says() {
    for data_model in super::data_models() {
        let mut checks = Checks::new(data_model);
        for ty in integers(&checks.program.types) {
            let values = corners(&checks.program.types, ty);
            for (&a, &b) in values
                .iter()
                .flat_map(|a| values.iter().map(move |b| (a, b)))
            {
                let (left, right) = (checks.register(ty, a), checks.register(ty, b));
                for op in OPERATORS {
                    let types = &checks.program.types;
                    let Some(expected) = arithmetic::binary(types, op, ty, ty, a, b) else {
                        continue;
                    };
                    let result = match op.is_comparison() {
                        true => Types::BOOL,
                        false => ty,
                    };
                    let kind = ExprKind::Binary(op, left, right);
                    let expr = checks.body.add_expr(kind, result);
                    checks.assert(expr, expected, format!("{a:#x} {op:?} {b:#x} of {ty}"));
                }
            }
        }
        assert_eq!(checks.run("operators"), "");
    }
}

#[test]
fn conversions_compute_what_the_ir_says() {
    for data_model in super::data_models() {
        let mut checks = Checks::new(data_model);
        let kinds = [FloatKind::F32, FloatKind::F64, FloatKind::F80];
        let floats = kinds.map(|kind| checks.program.types.intern(Type::Float(kind)));
        let mut all = integers(&checks.program.types);
        all.push(Types::BOOL);
        all.extend(floats);
        for &from in &all {
            let values: Vec<u128> = match *checks.program.types.get(from) {
                Type::Float(kind) => ["0.0", "1.0", "-2.5", "1e6", "0.1"]
                    .into_iter()
                    .filter_map(|text| arithmetic::parse_float(text, kind))
                    .collect(),
                _ => corners(&checks.program.types, from),
            };
            for (&to, &value) in all
                .iter()
                .flat_map(|to| values.iter().map(move |v| (to, v)))
            {
                let types = &checks.program.types;
                // What does not fit is C's to decide.
                let is_cut = types.is_float(from) && types.is_integer(to);
                if is_cut && (types.value_bits(to) < 32 || !types.is_signed(to)) {
                    continue;
                }
                let expected = arithmetic::convert(types, from, to, value);
                let operand = checks.register(from, value);
                let expr = checks.body.add_expr(ExprKind::Convert(operand), to);
                checks.assert(expr, expected, format!("{value:#x} of {from} as {to}"));
            }
        }
        assert_eq!(checks.run("conversions"), "");
    }
}

/// A generator of numbers, always the same.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }
}

/// An expression of this type, and its value.
fn random(checks: &mut Checks, numbers: &mut Numbers, ty: TypeId, depth: u32) -> (ExprId, u128) {
    let values = corners(&checks.program.types, ty);
    let leaf = values[numbers.below(values.len())];
    if depth == 0 {
        return match numbers.below(2) {
            0 => (checks.constant(ty, leaf), leaf),
            _ => (checks.register(ty, leaf), leaf),
        };
    }
    let all = integers(&checks.program.types);
    let other = all[numbers.below(all.len())];
    match numbers.below(8) {
        0 => {
            let (operand, value) = random(checks, numbers, other, depth - 1);
            let value = arithmetic::convert(&checks.program.types, other, ty, value);
            (checks.body.add_expr(ExprKind::Convert(operand), ty), value)
        }
        1 => {
            let (condition, truth) = comparison(checks, numbers, other, depth - 1);
            let (then, a) = random(checks, numbers, ty, depth - 1);
            let (otherwise, b) = random(checks, numbers, ty, depth - 1);
            let kind = ExprKind::Select(condition, then, otherwise);
            let value = if truth != 0 { a } else { b };
            (checks.body.add_expr(kind, ty), value)
        }
        2 => {
            let op = [UnaryOp::Neg, UnaryOp::Complement][numbers.below(2)];
            let (operand, value) = random(checks, numbers, ty, depth - 1);
            let value = arithmetic::unary(&checks.program.types, op, ty, value);
            (
                checks.body.add_expr(ExprKind::Unary(op, operand), ty),
                value,
            )
        }
        3 => {
            let (operand, truth) = comparison(checks, numbers, other, depth - 1);
            let not = checks
                .body
                .add_expr(ExprKind::Unary(UnaryOp::Not, operand), Types::BOOL);
            let value = u128::from(truth == 0);
            (checks.body.add_expr(ExprKind::Convert(not), ty), value)
        }
        _ => {
            let op = OPERATORS[numbers.below(10)];
            let (left, a) = random(checks, numbers, ty, depth - 1);
            let (right, b) = random(checks, numbers, ty, depth - 1);
            match arithmetic::binary(&checks.program.types, op, ty, ty, a, b) {
                Some(value) => {
                    let kind = ExprKind::Binary(op, left, right);
                    (checks.body.add_expr(kind, ty), value)
                }
                None => (left, a),
            }
        }
    }
}

fn comparison(
    checks: &mut Checks,
    numbers: &mut Numbers,
    ty: TypeId,
    depth: u32,
) -> (ExprId, u128) {
    let op = OPERATORS[10 + numbers.below(6)];
    let (left, a) = random(checks, numbers, ty, depth);
    let (right, b) = random(checks, numbers, ty, depth);
    let value = arithmetic::binary(&checks.program.types, op, ty, ty, a, b);
    let kind = ExprKind::Binary(op, left, right);
    (checks.body.add_expr(kind, Types::BOOL), value.unwrap_or(0))
}

#[test]
fn random_expressions_compute_what_the_ir_says() {
    for data_model in super::data_models() {
        let mut checks = Checks::new(data_model);
        let mut numbers = Numbers(1);
        let all = integers(&checks.program.types);
        for number in 0..1000 {
            let ty = all[numbers.below(all.len())];
            let (expr, value) = random(&mut checks, &mut numbers, ty, 4);
            checks.assert(expr, value, format!("expression {number}"));
        }
        assert_eq!(checks.run("random"), "");
    }
}

#[test]
fn a_wrong_value_is_noticed() {
    let mut checks = Checks::new(unspool_ir::DataModel::Lp64);
    let one = checks.register(Types::I32, 1);
    checks.assert(one, 2, "one is two".to_string());
    assert!(checks.run("wrong").contains("one is two"));
}
