//! Random expressions: what is built, rewritten and blasted computes what the operators do one by one.

use crate::expressions::{Built, Expression, Kind, Shape, Value};
use crate::reference::{Random, seeds};
use unspool_formula::aig::simulate::simulate;
use unspool_formula::blast::Blaster;
use unspool_formula::cnf::Cnf;
use unspool_formula::dimacs::Formula;
use unspool_formula::evaluate::Evaluation;
use unspool_formula::terms::{ArraySort, Terms};

/// The first step whose term has another value than the step, by evaluation or by its circuit.
fn disagreement(expression: &Expression, seed: u64) -> Option<String> {
    let mut terms = Terms::new();
    let built = expression.build(&mut terms);
    let mut random = Random(seed);
    let lanes: Vec<Vec<Value>> = (0..32)
        .map(|_| expression.random_assignment(&mut random))
        .collect();
    let expected: Vec<Vec<Value>> = lanes.iter().map(|lane| expression.compute(lane)).collect();
    for (lane, expected) in lanes.iter().zip(&expected) {
        let assignment = expression.assignment(&terms, &built, lane);
        let mut evaluation = Evaluation::new(&terms, &assignment);
        for (number, value) in expected.iter().enumerate() {
            let (Value::Bits(value), Some(term)) = (value, built.terms[number]) else {
                continue;
            };
            let found = evaluation.bits(term);
            if found.to_u128() != Some(*value) {
                return Some(format!(
                    "step {number} is {value:#x}, its term is {found:?}"
                ));
            }
            let known = terms.known_bits(term);
            let low = *value as u64;
            if known.zeros & low != 0 || known.ones & !low != 0 {
                return Some(format!("step {number} is {value:#x}, known are {known:x?}"));
            }
            if found.sign_copies() < known.sign_copies {
                return Some(format!("step {number} is {value:#x}, known are {known:x?}"));
            }
        }
    }
    circuit_disagreement(expression, &terms, &built, &lanes, &expected)
}

fn circuit_disagreement(
    expression: &Expression,
    terms: &Terms,
    built: &Built,
    lanes: &[Vec<Value>],
    expected: &[Vec<Value>],
) -> Option<String> {
    if expression
        .kinds
        .iter()
        .any(|kind| matches!(kind, Kind::Array(_)))
    {
        return None;
    }
    let mut blaster = Blaster::new();
    for term in built.terms.iter().flatten() {
        blaster.blast(terms, *term);
    }
    // What each input is in each lane.
    let mut inputs = vec![0u64; blaster.aig().input_count()];
    for (lane, variables) in lanes.iter().enumerate() {
        let assignment = expression.assignment(terms, built, variables);
        for variable in blaster.variables() {
            let value = &assignment.bits[&terms.as_variable(*variable).unwrap()];
            for (index, edge) in blaster.bits_of(terms, *variable).iter().enumerate() {
                let input = blaster.aig().input_number(edge.node()).unwrap();
                inputs[input] |= u64::from(value.bit(index as u32)) << lane;
            }
        }
        for (variable, bounds) in blaster.order_variables(terms) {
            let low = terms.order_range(variable).0;
            for (index, edge) in bounds.iter().enumerate() {
                let input = blaster.aig().input_number(edge.node()).unwrap();
                let holds = assignment.orders[&variable] > low + index as u32;
                inputs[input] |= u64::from(holds) << lane;
            }
        }
    }
    let simulation = simulate(blaster.aig(), &inputs);
    for (lane, values) in expected.iter().enumerate() {
        for (number, value) in values.iter().enumerate() {
            let (Value::Bits(value), Some(term)) = (value, built.terms[number]) else {
                continue;
            };
            let bits = blaster.bits_of(terms, term).iter().rev();
            let found = bits.fold(0, |found, edge| {
                found << 1 | u128::from(simulation.value(*edge) >> lane & 1)
            });
            if found != *value {
                return Some(format!(
                    "step {number} is {value:#x}, its circuit says {found:#x}"
                ));
            }
        }
    }
    None
}

fn check(seeds: std::ops::Range<u64>, shape: Shape) {
    for seed in seeds {
        let expression = Expression::random(&mut Random(seed), shape);
        if disagreement(&expression, seed).is_some() {
            let small = expression.shrunk(|candidate| disagreement(candidate, seed).is_some());
            let problem = disagreement(&small, seed);
            panic!("seed {seed}: {problem:?}\n{:#?}", small.steps);
        }
    }
}

#[test]
fn narrow_expressions() {
    check(
        seeds(3000),
        Shape {
            widths: &[1, 1, 2, 3, 4, 5],
            variables: 3,
            steps: 40,
            arrays: &[],
            has_orders: true,
        },
    );
}

#[test]
fn wide_expressions() {
    check(
        seeds(2000),
        Shape {
            widths: &[1, 1, 7, 8, 16, 32, 33, 64],
            variables: 4,
            steps: 40,
            arrays: &[],
            has_orders: false,
        },
    );
}

#[test]
fn expressions_with_arrays() {
    check(
        seeds(2000),
        Shape {
            widths: &[1, 2, 3, 4, 8],
            variables: 4,
            steps: 50,
            arrays: &[
                ArraySort {
                    index_width: 2,
                    element_width: 3,
                },
                ArraySort {
                    index_width: 8,
                    element_width: 8,
                },
            ],
            has_orders: false,
        },
    );
}

/// Terms that are hundreds of thousands of operators deep are made, evaluated and blasted without a deep stack.
#[test]
fn deep_terms() {
    let worker = std::thread::Builder::new().stack_size(256 << 10);
    let thread = worker.spawn(|| {
        let mut terms = Terms::new();
        let x = terms.variable("x", 8);
        let (five, nine) = (terms.number(5, 8), terms.number(9, 8));
        let (mut one, mut other) = (x, terms.variable("y", 8));
        for _ in 0..60_000 {
            for term in [&mut one, &mut other] {
                *term = terms.add(*term, five);
                *term = terms.xor(*term, nine);
                *term = terms.not(*term);
                let condition = terms.sign(*term);
                let negative = terms.negate(*term);
                *term = terms.ite(condition, negative, *term);
            }
        }
        let same = terms.equal(one, other);
        let constant = terms.equal(one, five);
        let low = terms.extract(one, 0, 3);
        let low = terms.is_zero(low);
        let mut all = terms.and(same, constant);
        all = terms.and(all, low);
        let assignment = Default::default();
        let mut evaluation = Evaluation::new(&terms, &assignment);
        let expected = evaluation.is_true(all);
        let mut blaster = Blaster::new();
        let edge = blaster.blast_boolean(&terms, all);
        let inputs = vec![0; blaster.aig().input_count()];
        let simulated = simulate(blaster.aig(), &inputs).value(edge) & 1 == 1;
        assert_eq!(simulated, expected);
    });
    thread.unwrap().join().unwrap();
}

/// Below 64 bytes at every size, also when tables have just grown.
#[test]
fn terms_are_small() {
    let mut terms = Terms::new();
    let mut sum = terms.variable("x", 32);
    let mut most = 0;
    for number in 0..400_000u32 {
        let factor = terms.number(u128::from(2 * number + 3), 32);
        let product = terms.multiply(sum, factor);
        sum = terms.xor(sum, product);
        if terms.len() > 10_000 {
            most = most.max(terms.memory_bytes() * 100 / terms.len());
        }
    }
    assert!(terms.len() > 1 << 20, "past a power of two");
    assert!(most < 6400, "{most} hundredths of a byte");
}

/// Several threads may build on the same terms, each with a decider of its own.
#[test]
fn terms_are_shared_between_threads() {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<Terms>();
}

/// A tenth of ten million nodes in a tenth of a gigabyte, tables for clauses included.
#[test]
fn circuits_are_small() {
    let (mut terms, mut blaster) = (Terms::new(), Blaster::new());
    let (mut cnf, mut clauses) = (Cnf::new(), Formula::new());
    while blaster.aig().node_count() <= 1 << 20 {
        let (a, b) = (terms.variable("a", 32), terms.variable("b", 32));
        let product = terms.multiply(a, b);
        let quotient = terms.divide(product, a);
        let less = terms.less(quotient, b);
        let edge = blaster.blast_boolean(&terms, less);
        cnf.assert(blaster.aig(), edge, &mut clauses);
    }
    let bytes = terms.memory_bytes() + blaster.memory_bytes() + cnf.memory_bytes();
    assert!(bytes < 100 * blaster.aig().node_count(), "{bytes} bytes");
}
