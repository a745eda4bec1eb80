//! What known operands make of an operation: constants fold, and a constant operand or mode leaves less of it.

use unspool_formula::bits::Bits;
use unspool_formula::evaluate::{Assignment, evaluate};
use unspool_formula::floats::{self, Format, ROUNDING_BITS, Rounding};
use unspool_formula::terms::{Term, Terms};

use crate::evaluator::Program;
use crate::samples::random_operands;

type Build = fn(&mut Terms, Format, &[Term], Term) -> Term;

/// All operations: name, number of operands, whether every format rounds.
const OPERATIONS: [(&str, usize, bool, Build); 17] = [
    ("add", 2, true, |t, f, x, m| {
        floats::add(t, f, x[0], x[1], m)
    }),
    ("subtract", 2, true, |t, f, x, m| {
        floats::subtract(t, f, x[0], x[1], m)
    }),
    ("multiply", 2, true, |t, f, x, m| {
        floats::multiply(t, f, x[0], x[1], m)
    }),
    ("divide", 2, true, |t, f, x, m| {
        floats::divide(t, f, x[0], x[1], m)
    }),
    ("sqrt", 1, true, |t, f, x, m| floats::sqrt(t, f, x[0], m)),
    ("fma", 3, true, |t, f, x, m| {
        floats::fma(t, f, x[0], x[1], x[2], m)
    }),
    ("fmod", 2, false, |t, f, x, _| {
        floats::fmod(t, f, x[0], x[1])
    }),
    ("remainder", 2, false, |t, f, x, _| {
        floats::remainder(t, f, x[0], x[1])
    }),
    ("round_to_integral", 1, true, |t, f, x, m| {
        floats::round_to_integral(t, f, x[0], m)
    }),
    ("equal", 2, false, |t, f, x, _| {
        floats::equal(t, f, x[0], x[1])
    }),
    ("less", 2, false, |t, f, x, _| {
        floats::less(t, f, x[0], x[1])
    }),
    ("fmin", 2, false, |t, f, x, _| {
        floats::fmin(t, f, x[0], x[1])
    }),
    ("to single", 1, false, |t, f, x, m| {
        floats::convert(t, f, Format::SINGLE, x[0], m)
    }),
    ("to double", 1, false, |t, f, x, m| {
        floats::convert(t, f, Format::DOUBLE, x[0], m)
    }),
    ("from i32", 1, false, |t, f, x, m| {
        let x = t.resize(x[0], 32, true);
        floats::from_signed(t, f, x, m)
    }),
    ("to i32", 1, true, |t, f, x, m| {
        floats::to_signed(t, f, x[0], 32, m).value
    }),
    ("cast to u64", 1, false, |t, f, x, _| {
        floats::cast_to_integer(t, f, x[0], 64, false)
    }),
];

const FORMATS: [Format; 3] = [Format::HALF, Format::SINGLE, Format::DOUBLE];

fn variables(terms: &mut Terms, format: Format, count: usize) -> Vec<Term> {
    (0..count)
        .map(|_| terms.variable("x", format.width()))
        .collect()
}

/// How many terms the operation needs; `None` for a mode that is a variable.
fn size(format: Format, operands: usize, build: Build, mode: Option<Rounding>) -> usize {
    let mut terms = Terms::new();
    let x = variables(&mut terms, format, operands);
    let mode = match mode {
        Some(mode) => mode.term(&mut terms),
        None => terms.variable("mode", ROUNDING_BITS),
    };
    let result = build(&mut terms, format, &x, mode);
    Program::new(&terms, result).len()
}

/// With `--nocapture` the table of sizes: the mode to nearest, then any mode.
#[test]
fn a_constant_mode_leaves_fewer_terms() {
    for (name, operands, rounds, build) in OPERATIONS {
        let mut line = format!("{name:18}");
        for format in FORMATS {
            let dynamic = size(format, operands, build, None);
            let nearest = size(format, operands, build, Some(Rounding::NearestEven));
            line += &format!("{nearest:6} {dynamic:6} |");
            assert!(nearest <= dynamic, "{name} {format:?}");
            if rounds {
                assert!(nearest < dynamic, "{name} {format:?}: {nearest} {dynamic}");
            }
        }
        println!("{line}");
    }
}

/// And the value is that of the operation on variables, by both evaluators.
#[test]
fn constant_operands_fold() {
    for (name, operands, _, build) in OPERATIONS {
        for format in FORMATS {
            let mut terms = Terms::new();
            let x = variables(&mut terms, format, operands);
            let mode = terms.variable("mode", ROUNDING_BITS);
            let result = build(&mut terms, format, &x, mode);
            let program = Program::new(&terms, result);
            for (index, sample) in random_operands(format, operands, 24, 40).iter().enumerate() {
                let mode = Rounding::ALL[index % 5];
                let mut values = sample.clone();
                values.push(u128::from(mode.number()));
                let expected = program.run(std::slice::from_ref(&values))[0];

                let constants: Vec<Term> = sample
                    .iter()
                    .map(|value| terms.number(*value, format.width()))
                    .collect();
                let mode = mode.term(&mut terms);
                let folded = build(&mut terms, format, &constants, mode);
                let folded = terms.as_constant(folded).expect("constants fold");
                assert_eq!(
                    folded.to_u128(),
                    Some(expected),
                    "{name} {format:?} {sample:x?}"
                );

                let mut assignment = Assignment::default();
                for (variable, value) in terms.variables().zip(&values) {
                    let width = terms.width(variable);
                    let variable = terms.as_variable(variable).expect("a variable");
                    assignment.bits.insert(variable, Bits::new(*value, width));
                }
                let evaluated = evaluate(&terms, &assignment, result);
                assert_eq!(
                    evaluated.to_u128(),
                    Some(expected),
                    "{name} {format:?} {sample:x?}"
                );
            }
        }
    }
}

/// An operation with a constant on one side: how many terms remain, and the same values as without knowing the constant.
fn constant_side(build: Build, constant: f32) -> usize {
    let format = Format::SINGLE;
    let mut terms = Terms::new();
    let x = terms.variable("x", 32);
    let y = terms.variable("y", 32);
    let mode = terms.variable("mode", ROUNDING_BITS);
    let known = terms.number(u128::from(constant.to_bits()), 32);
    let general = build(&mut terms, format, &[x, y], mode);
    let special = build(&mut terms, format, &[x, known], mode);
    let (general, special) = (Program::new(&terms, general), Program::new(&terms, special));
    for mode in Rounding::ALL {
        let inputs: Vec<Vec<u128>> = random_operands(format, 1, 500, 41)
            .iter()
            .map(|x| {
                vec![
                    x[0],
                    u128::from(constant.to_bits()),
                    u128::from(mode.number()),
                ]
            })
            .collect();
        assert_eq!(
            special.run(&inputs),
            general.run(&inputs),
            "{constant} {mode:?}"
        );
    }
    assert!(special.len() < general.len(), "{constant}");
    special.len()
}

#[test]
fn a_constant_operand_leaves_fewer_terms() {
    let build = |wanted: &str| {
        let found = OPERATIONS.into_iter().find(|(name, ..)| *name == wanted);
        found.expect("an operation").3
    };
    for (name, constant, most) in [
        ("multiply", 1.0, 15),
        ("multiply", -1.0, 20),
        ("multiply", 2.0, 200),
        ("multiply", 0.1, 240),
        ("divide", 1.0, 15),
        ("divide", 2.0, 200),
        ("add", 0.0, 35),
        ("add", -0.0, 35),
        ("add", 1.5, 240),
        ("subtract", 0.0, 35),
        ("less", 0.0, 20),
        ("less", 1.5, 20),
        ("equal", 0.0, 4),
        ("equal", 1.5, 3),
        ("fmod", 1.0, 120),
    ] {
        let size = constant_side(build(name), constant);
        println!("{name} {constant}: {size} terms");
        assert!(size <= most, "{name} {constant}: {size} terms");
    }
}
