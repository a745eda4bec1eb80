//! Floats all the way to the solver: models are checked by evaluation, and what has none is known to have none.

use rustc_apfloat::Float;
use rustc_apfloat::ieee::Half;
use unspool_formula::bits::Bits;
use unspool_formula::decide::{Decider, Outcome};
use unspool_formula::evaluate::{Assignment, evaluate};
use unspool_formula::floats::{self, Format, Rounding};
use unspool_formula::solver::cadical::{Cadical, Config};
use unspool_formula::terms::{Term, Terms};

/// A model of the conjunction, in which all of it was evaluated to be true.
fn solve(terms: &Terms, conditions: &[Term]) -> Option<Assignment> {
    let solver = Cadical::new(&Config::default()).expect("a solver");
    let mut decider = Decider::new(solver);
    for condition in conditions {
        decider.assert(terms, *condition);
    }
    match decider.solve(terms, &[]).expect("a working solver") {
        Outcome::Satisfiable(model) => {
            for condition in conditions {
                assert!(evaluate(terms, &model, *condition).is_true());
            }
            Some(model)
        }
        Outcome::Unsatisfiable(_) => None,
        Outcome::Unknown(stopped) => panic!("no limit was set: {stopped:?}"),
    }
}

/// `(int)(float)i == i` up to 2^24, and not for all.
#[test]
fn small_integers_survive_a_float() {
    let format = Format::SINGLE;
    let mut terms = Terms::new();
    let i = terms.variable("i", 32);
    let mode = Rounding::NearestEven.term(&mut terms);
    let float = floats::from_signed(&mut terms, format, i, mode);
    let back = floats::cast_to_integer(&mut terms, format, float, 32, true);
    let changed = terms.distinct(i, back);
    let limit = terms.number(1 << 24, 32);
    let small = terms.less_or_equal(i, limit);
    assert!(solve(&terms, &[changed, small]).is_none());
    assert!(solve(&terms, &[changed]).is_some());
}

/// `x + y == y + x` for all that are no NaNs, and for all but two NaNs.
#[test]
fn addition_commutes() {
    let format = Format::HALF;
    let mut terms = Terms::new();
    let (x, y) = (terms.variable("x", 16), terms.variable("y", 16));
    let mode = terms.variable("mode", floats::ROUNDING_BITS);
    let (sum, commuted) = (
        floats::add(&mut terms, format, x, y, mode),
        floats::add(&mut terms, format, y, x, mode),
    );
    let differ = terms.distinct(sum, commuted);
    let nan = floats::is_nan(&mut terms, format, x);
    let number = terms.not(nan);
    assert!(solve(&terms, &[differ, number]).is_none());
    assert!(solve(&terms, &[differ]).is_some());
}

/// `x + 1 == x` only beyond 2^53, which is where it first holds.
#[test]
fn large_doubles_absorb_one() {
    let format = Format::DOUBLE;
    let mut terms = Terms::new();
    let x = terms.variable("x", 64);
    let one = terms.number(u128::from(1f64.to_bits()), 64);
    let mode = Rounding::NearestEven.term(&mut terms);
    let sum = floats::add(&mut terms, format, x, one, mode);
    let absorbed = floats::equal(&mut terms, format, sum, x);
    let zero = terms.zero(64);
    let positive = floats::less(&mut terms, format, zero, x);
    let mut below = |bound: f64| {
        let bound = terms.number(u128::from(bound.to_bits()), 64);
        floats::less(&mut terms, format, x, bound)
    };
    let (first, next) = (below(9007199254740992.0), below(9007199254740994.0));
    assert!(solve(&terms, &[absorbed, positive, first]).is_none());
    let model = solve(&terms, &[absorbed, positive, next]).expect("2^53");
    let x = evaluate(&terms, &model, x).low_word();
    assert_eq!(f64::from_bits(x), 9007199254740992.0);
}

/// A square root by the solver, from a product; and a product that no number has as its square.
#[test]
fn squares() {
    let format = Format::HALF;
    let mut terms = Terms::new();
    let x = terms.variable("x", 16);
    let mode = Rounding::NearestEven.term(&mut terms);
    let square = floats::multiply(&mut terms, format, x, x, mode);
    let mut is = |bits: u128| {
        let value = terms.number(bits, 16);
        floats::equal(&mut terms, format, square, value)
    };
    // 2.25 and the next after 1.
    let (possible, impossible) = (is(0x4080), is(0x3c01));
    let model = solve(&terms, &[possible]).expect("1.5");
    assert_eq!(evaluate(&terms, &model, x).low_word() & 0x7fff, 0x3e00);
    let reference = (0..=0xffffu32).all(|bits| {
        let x = Half::from_bits(u128::from(bits));
        (x * x).value.to_bits() != 0x3c01
    });
    assert_eq!(solve(&terms, &[impossible]).is_none(), reference);
}

/// Division and `fmod` undo each other's work: `fmod(x, y)` is 0 exactly if `x / y`, where that is exact, is an integer.
#[test]
fn quotients_of_small_integers() {
    let format = Format::HALF;
    let mut terms = Terms::new();
    let (i, j) = (terms.variable("i", 4), terms.variable("j", 4));
    let mode = Rounding::NearestEven.term(&mut terms);
    let x = floats::from_unsigned(&mut terms, format, i, mode);
    let y = floats::from_unsigned(&mut terms, format, j, mode);
    let rest = floats::fmod(&mut terms, format, x, y);
    let quotient = floats::divide(&mut terms, format, x, y, mode);
    let whole = floats::round_to_integral(&mut terms, format, quotient, mode);
    let integral = floats::equal(&mut terms, format, quotient, whole);
    let divides = floats::is_zero(&mut terms, format, rest);
    let disagree = terms.xor(integral, divides);
    let nonzero = terms.is_nonzero(j);
    assert!(solve(&terms, &[disagree, nonzero]).is_none());
    // x / 0 is infinite, which counts as integral, and fmod(x, 0) is no number.
    let model = solve(&terms, &[disagree]).expect("division by zero");
    assert_eq!(evaluate(&terms, &model, j), Bits::zero(4));
}
