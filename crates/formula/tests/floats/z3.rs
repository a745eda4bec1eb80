//! Z3's theory of floats as one more definition, and Z3's opinion of float terms as we export them.
//!
//! Values are compared as SMT-LIB's `=` does: zeros by their signs, all NaNs alike (their bits are checked elsewhere).

use std::fmt::Write as _;
use std::io::Write as _;

use unspool_formula::floats::{self, Format, Rounding};
use unspool_formula::smtlib;
use unspool_formula::terms::{Term, Terms};

use crate::evaluator::Program;
use crate::samples::random_operands;
use crate::z3_process;

type Build = fn(&mut Terms, Format, &[Term], Term) -> Term;

/// Z3's name of it, whether that takes a rounding mode, the number of operands.
const OPERATIONS: [(&str, bool, usize, Build); 10] = [
    ("fp.add", true, 2, |t, f, x, m| {
        floats::add(t, f, x[0], x[1], m)
    }),
    ("fp.sub", true, 2, |t, f, x, m| {
        floats::subtract(t, f, x[0], x[1], m)
    }),
    ("fp.mul", true, 2, |t, f, x, m| {
        floats::multiply(t, f, x[0], x[1], m)
    }),
    ("fp.div", true, 2, |t, f, x, m| {
        floats::divide(t, f, x[0], x[1], m)
    }),
    ("fp.fma", true, 3, |t, f, x, m| {
        floats::fma(t, f, x[0], x[1], x[2], m)
    }),
    ("fp.sqrt", true, 1, |t, f, x, m| floats::sqrt(t, f, x[0], m)),
    ("fp.rem", false, 2, |t, f, x, _| {
        floats::remainder(t, f, x[0], x[1])
    }),
    ("fp.roundToIntegral", true, 1, |t, f, x, m| {
        floats::round_to_integral(t, f, x[0], m)
    }),
    ("fp.abs", false, 1, |t, f, x, _| {
        floats::absolute(t, f, x[0])
    }),
    ("fp.neg", false, 1, |t, f, x, _| floats::negate(t, f, x[0])),
];

fn mode_name(mode: Rounding) -> &'static str {
    match mode {
        Rounding::NearestEven => "RNE",
        Rounding::NearestAway => "RNA",
        Rounding::TowardZero => "RTZ",
        Rounding::Up => "RTP",
        Rounding::Down => "RTN",
    }
}

fn float_text(format: Format, bits: u128) -> String {
    let (exponent, fraction) = (format.exponent_bits(), format.fraction_bits());
    let digits = |low: u32, width: u32| -> String {
        let bit = |index: u32| if bits >> index & 1 == 1 { '1' } else { '0' };
        (low..low + width).rev().map(bit).collect()
    };
    let sign = digits(exponent + fraction, 1);
    format!(
        "(fp #b{sign} #b{} #b{})",
        digits(fraction, exponent),
        digits(0, fraction)
    )
}

#[test]
fn operations_on_numbers() {
    if !z3_process::is_installed() {
        return;
    }
    let mut script = String::from("(set-logic ALL)\n");
    let mut questions = Vec::new();
    for format in [Format::HALF, Format::SINGLE, Format::DOUBLE] {
        for (name, rounds, operands, build) in OPERATIONS {
            let mut terms = Terms::new();
            let x: Vec<Term> = (0..operands)
                .map(|_| terms.variable("x", format.width()))
                .collect();
            let mode = terms.variable("mode", floats::ROUNDING_BITS);
            let result = build(&mut terms, format, &x, mode);
            let program = Program::new(&terms, result);
            for (number, sample) in random_operands(format, operands, 60, 77).iter().enumerate() {
                let mode = Rounding::ALL[number % Rounding::ALL.len()];
                let mut values = sample.clone();
                values.push(u128::from(mode.number()));
                let ours = program.run(&[values])[0];
                let mode = if rounds { mode_name(mode) } else { "" };
                let operands: Vec<String> = sample
                    .iter()
                    .map(|bits| float_text(format, *bits))
                    .collect();
                let operands = operands.join(" ");
                // Satisfiable if the two are the same: nothing is left to choose.
                let ours = float_text(format, ours);
                let question = format!("(= ({name} {mode} {operands}) {ours})");
                writeln!(script, "(push)\n(assert {question})\n(check-sat)\n(pop)").unwrap();
                questions.push(question);
            }
        }
    }
    let answers = z3_process::answers(script.into_bytes());
    assert_eq!(answers.len(), questions.len());
    for (question, answer) in questions.iter().zip(answers) {
        assert_eq!(answer, "sat", "{question}");
    }
}

/// Laws of half-precision arithmetic, denied, and statements that are no laws, as bit-vector terms.
#[test]
fn exported_terms() {
    if !z3_process::is_installed() {
        return;
    }
    type Statement = fn(&mut Terms, Format, Term, Term, Term) -> Term;
    let statements: [(&str, Statement); 4] = [
        // A sum does not depend on the order of its operands.
        ("unsat", |t, f, x, y, m| {
            let (left, right) = (floats::add(t, f, x, y, m), floats::add(t, f, y, x, m));
            let nan = floats::is_nan(t, f, left);
            let (same, number) = (t.equal(left, right), t.not(nan));
            let differs = t.not(same);
            t.and(differs, number)
        }),
        // Twice a number that is not negative is no less than it.
        ("unsat", |t, f, x, _, m| {
            let double = floats::add(t, f, x, x, m);
            let finite = floats::is_finite(t, f, double);
            let less = floats::less(t, f, double, x);
            let negative = floats::is_negative(t, f, x);
            let positive = t.not(negative);
            t.and_all(&[finite, less, positive])
        }),
        // x + y is x for some y that is not zero.
        ("sat", |t, f, x, y, m| {
            let sum = floats::add(t, f, x, y, m);
            let (same, zero) = (floats::equal(t, f, sum, x), floats::is_zero(t, f, y));
            let finite = floats::is_finite(t, f, x);
            let nonzero = t.not(zero);
            t.and_all(&[same, nonzero, finite])
        }),
        // Not every number has a reciprocal that gives 1.
        ("sat", |t, f, x, _, m| {
            let one = t.constant(&f.one(false));
            let reciprocal = floats::divide(t, f, one, x, m);
            let product = floats::multiply(t, f, x, reciprocal, m);
            let same = floats::equal(t, f, product, one);
            let normal = floats::is_normal(t, f, x);
            let differs = t.not(same);
            t.and(differs, normal)
        }),
    ];
    let format = Format::HALF;
    let mut script = Vec::new();
    for (_, statement) in &statements {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.variable(name, format.width()));
        let mode = Rounding::NearestEven.term(&mut terms);
        let claim = statement(&mut terms, format, x, y, mode);
        writeln!(script, "(reset)").unwrap();
        smtlib::write(&terms, &[claim], &mut script).unwrap();
    }
    let expected: Vec<&str> = statements.iter().map(|(answer, _)| *answer).collect();
    assert_eq!(z3_process::answers(script), expected);
}
