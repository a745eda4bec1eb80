//! What known operands make of an operation: constants fold, and a constant operand or mode leaves less of it.

use unspool_formula::bits::Bits;
use unspool_formula::blast::Blaster;
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

/// How many terms and gates the operation needs; `None` for a mode that is a variable.
fn size(format: Format, operands: usize, build: Build, mode: Option<Rounding>) -> (usize, usize) {
    let mut terms = Terms::new();
    let x = variables(&mut terms, format, operands);
    let mode = match mode {
        Some(mode) => mode.term(&mut terms),
        None => terms.variable("mode", ROUNDING_BITS),
    };
    let result = build(&mut terms, format, &x, mode);
    let mut blaster = Blaster::new();
    blaster.blast(&terms, result);
    (
        Program::new(&terms, result).len(),
        blaster.aig().and_count(),
    )
}

/// With `--nocapture` the table of sizes: the mode to nearest, then any mode.
#[test]
fn a_constant_mode_leaves_fewer_terms() {
    for (name, operands, rounds, build) in OPERATIONS {
        let mut line = format!("{name:18}");
        for format in FORMATS {
            let dynamic = size(format, operands, build, None);
            let nearest = size(format, operands, build, Some(Rounding::NearestEven));
            line += &format!(
                "{:6} {:6} {:7} {:7} |",
                nearest.0, dynamic.0, nearest.1, dynamic.1
            );
            assert!(nearest.1 <= dynamic.1, "{name} {format:?}");
            if rounds {
                assert!(nearest.0 < dynamic.0, "{name} {format:?}");
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

/// How many gates an operation needs with a constant on one side, of how many without. Its values must stay the same.
fn constant_side(build: Build, constant: f32) -> (usize, usize) {
    let format = Format::SINGLE;
    let mut terms = Terms::new();
    let x = terms.variable("x", 32);
    let y = terms.variable("y", 32);
    let mode = terms.variable("mode", ROUNDING_BITS);
    let known = terms.number(u128::from(constant.to_bits()), 32);
    let general = build(&mut terms, format, &[x, y], mode);
    let special = build(&mut terms, format, &[x, known], mode);
    for mode in Rounding::ALL {
        let inputs: Vec<Vec<u128>> = random_operands(format, 1, 500, 41)
            .iter()
            .map(|x| {
                let constant = u128::from(constant.to_bits());
                vec![x[0], constant, u128::from(mode.number())]
            })
            .collect();
        assert_eq!(
            Program::new(&terms, special).run(&inputs),
            Program::new(&terms, general).run(&inputs),
            "{constant} {mode:?}"
        );
    }
    let gates = |term: Term| {
        let mut blaster = Blaster::new();
        blaster.blast(&terms, term);
        blaster.aig().and_count()
    };
    (gates(special), gates(general))
}

#[test]
fn a_constant_operand_leaves_fewer_gates() {
    for (name, constant, percent) in [
        ("multiply", 1.0, 2),
        ("multiply", -1.0, 2),
        ("multiply", 2.0, 20),
        ("multiply", 0.1, 55),
        ("divide", 1.0, 2),
        ("divide", 2.0, 20),
        ("divide", 3.0, 60),
        ("add", 0.0, 10),
        ("add", -0.0, 10),
        ("add", 1.5, 90),
        ("subtract", 0.0, 10),
        ("less", 0.0, 25),
        ("less", 1.5, 40),
        ("equal", 0.0, 20),
        ("equal", 1.5, 20),
        ("fmod", 1.0, 5),
        ("fmod", 1e-45, 5),
        ("remainder", 2.0, 5),
    ] {
        let found = OPERATIONS.into_iter().find(|entry| entry.0 == name);
        let build = found.expect("an operation").3;
        let (special, general) = constant_side(build, constant);
        println!("{name} {constant}: {special} of {general} gates");
        assert!(special * 100 <= general * percent, "{name} {constant}");
    }
}
