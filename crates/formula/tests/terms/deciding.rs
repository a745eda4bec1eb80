//! Random formulas, decided: verdicts against trying all assignments, models and blamed assumptions against direct evaluation.

use std::time::Duration;

use unspool_formula::arrays::SmallArrays;
use unspool_formula::bits::Bits;
use unspool_formula::decide::{Decider, Outcome};
use unspool_formula::evaluate::evaluate;
use unspool_formula::solver::cadical::{Cadical, Config, Preset};
use unspool_formula::solver::{Limits, Stopped};
use unspool_formula::terms::{ArraySort, Term, Terms};

use crate::expressions::{Built, Expression, Shape, Value};
use crate::reference::{Random, seeds};

/// Few enough bits of variables to try all assignments.
const SMALL: Shape = Shape {
    widths: &[1, 1, 2, 3, 4],
    variables: 3,
    steps: 30,
    arrays: &[],
    has_orders: true,
};

const SMALL_ARRAYS: Shape = Shape {
    widths: &[1, 2, 2],
    variables: 2,
    steps: 40,
    arrays: &[ArraySort {
        index_width: 2,
        element_width: 2,
    }],
    has_orders: false,
};

/// No array is expanded.
const LAZY: SmallArrays = SmallArrays {
    terms: 0,
    budget: 0,
    index_width: 0,
};

struct Problem {
    expression: Expression,
    /// Steps that are asserted, one after the other.
    assertions: Vec<usize>,
    /// Steps that are assumed after each of the assertions.
    assumptions: Vec<Vec<usize>>,
}

impl Problem {
    fn random(random: &mut Random, shape: Shape) -> Problem {
        let expression = Expression::random(random, shape);
        let booleans = expression.booleans();
        let mut choose = |count: u64| -> Vec<usize> {
            (0..count)
                .filter_map(|_| {
                    let count = booleans.len() as u64;
                    booleans.get(random.below(count.max(1)) as usize).copied()
                })
                .collect()
        };
        let assertions = choose(4);
        let assumptions = assertions.iter().map(|_| choose(3)).collect();
        Problem {
            expression,
            assertions,
            assumptions,
        }
    }

    /// What is wrong with the answers.
    fn defect(&self, small: SmallArrays) -> Option<String> {
        let mut terms = Terms::new();
        let built = self.expression.build(&mut terms);
        let solver = Cadical::new(&Config::default()).unwrap();
        let mut decider = Decider::with_arrays(solver, small);
        let all: Vec<Vec<Value>> = self
            .expression
            .assignments()
            .iter()
            .map(|variables| self.expression.compute(variables))
            .collect();
        for (count, assumptions) in self.assumptions.iter().enumerate() {
            let asserted = &self.assertions[..=count];
            decider.assert(&terms, term(&built, asserted[count]));
            let assumed: Vec<Term> = assumptions.iter().map(|step| term(&built, *step)).collect();
            let satisfiable = |assumed: &[usize]| {
                all.iter()
                    .any(|values| holds(values, asserted) && holds(values, assumed))
            };
            match decider.solve(&terms, &assumed).unwrap() {
                Outcome::Satisfiable(model) => {
                    let variables = self.expression.variables(&terms, &built, &model);
                    let values = self.expression.compute(&variables);
                    if !holds(&values, asserted) || !holds(&values, assumptions) {
                        return Some(format!("no model: {variables:x?}"));
                    }
                }
                Outcome::Unsatisfiable(blamed) => {
                    if satisfiable(assumptions) {
                        return Some("called unsatisfiable".to_owned());
                    }
                    if !blamed.iter().all(|term| assumed.contains(term)) {
                        return Some("blames what was not assumed".to_owned());
                    }
                    let blamed: Vec<usize> = assumptions
                        .iter()
                        .copied()
                        .filter(|step| blamed.contains(&term(&built, *step)))
                        .collect();
                    if satisfiable(&blamed) {
                        return Some(format!("{blamed:?} are not to blame"));
                    }
                }
                Outcome::Unknown(reason) => return Some(format!("{reason:?}")),
            }
        }
        None
    }

    fn check(self, seed: u64, small: SmallArrays) {
        if self.defect(small).is_none() {
            return;
        }
        let with = |expression: &Expression| Problem {
            expression: expression.clone(),
            assertions: self.assertions.clone(),
            assumptions: self.assumptions.clone(),
        };
        let last = self
            .assertions
            .iter()
            .chain(self.assumptions.iter().flatten());
        let needed = last.max().map_or(0, |step| step + 1);
        let shrunk = self.expression.shrunk(|candidate| {
            candidate.steps.len() >= needed && with(candidate).defect(small).is_some()
        });
        let problem = with(&shrunk);
        panic!(
            "seed {seed}: {:?}\nassertions {:?}, assumptions {:?}\n{:#?}",
            problem.defect(small),
            problem.assertions,
            problem.assumptions,
            problem.expression.steps
        );
    }
}

fn term(built: &Built, step: usize) -> Term {
    built.terms[step].expect("a boolean is a term")
}

fn holds(values: &[Value], steps: &[usize]) -> bool {
    steps.iter().all(|step| values[*step] == Value::Bits(1))
}

#[test]
fn random_formulas() {
    for seed in seeds(1500) {
        Problem::random(&mut Random(seed), SMALL).check(seed, SmallArrays::default());
    }
}

#[test]
fn random_formulas_with_arrays_expanded() {
    for seed in seeds(300) {
        Problem::random(&mut Random(seed), SMALL_ARRAYS).check(seed, SmallArrays::default());
    }
}

/// Some reads of a formula are expanded, others are not.
#[test]
fn random_formulas_with_arrays_on_a_budget() {
    let small = SmallArrays {
        terms: 2,
        budget: 12,
        index_width: 0,
    };
    for seed in seeds(300) {
        Problem::random(&mut Random(seed), SMALL_ARRAYS).check(seed, small);
    }
}

#[test]
fn random_formulas_with_arrays_on_demand() {
    for seed in seeds(300) {
        Problem::random(&mut Random(seed), SMALL_ARRAYS).check(seed, LAZY);
    }
}

/// Long chains of writes to an array of 2^32 elements, each read back through equal and through different indices.
#[test]
fn large_arrays_need_few_refinements() {
    let mut terms = Terms::new();
    let sort = ArraySort {
        index_width: 32,
        element_width: 8,
    };
    let base = terms.array_variable("memory", sort);
    let start = terms.variable("start", 32);
    let mut array = base;
    for number in 0..60u32 {
        let offset = terms.variable("offset", 32);
        let index = terms.add(start, offset);
        let element = terms.number(u128::from(number), 8);
        array = terms.store(array, index, element);
    }
    let (probe, other) = (terms.variable("probe", 32), terms.variable("other", 32));
    let (read, again) = (terms.select(array, probe), terms.select(array, other));
    let hundred = terms.number(100, 8);
    let (large, differ) = (terms.less(hundred, read), terms.distinct(read, again));
    let same = terms.equal(probe, other);
    let mut decider = Decider::with_arrays(Cadical::new(&Config::default()).unwrap(), LAZY);
    decider.assert(&terms, large);
    let Outcome::Satisfiable(model) = decider.solve(&terms, &[differ]).unwrap() else {
        panic!("an element of the variable may be large");
    };
    let value = evaluate(&terms, &model, read);
    assert!(value.to_u64() > Some(100));
    assert!(decider.size().refinements > 0, "the array is not small");
    let outcome = decider.solve(&terms, &[differ, same]).unwrap();
    assert!(matches!(outcome, Outcome::Unsatisfiable(blamed) if blamed == [differ, same]));
}

#[test]
fn terms_can_be_added_between_calls() {
    let mut terms = Terms::new();
    let x = terms.variable("x", 16);
    let mut decider = Decider::new(Cadical::new(&Config::default()).unwrap());
    // x is a product of ever more distinct odd factors.
    let mut product = terms.number(1, 16);
    for factor in [3, 5, 7, 11, 13] {
        let factor = terms.number(factor, 16);
        product = terms.multiply(product, factor);
        let divisible = terms.remainder(x, factor);
        let divisible = terms.is_zero(divisible);
        decider.assert(&terms, divisible);
    }
    let nonzero = terms.is_nonzero(x);
    decider.assert(&terms, nonzero);
    let smaller = terms.less(x, product);
    let outcome = decider.solve(&terms, &[smaller]).unwrap();
    assert!(matches!(outcome, Outcome::Unsatisfiable(blamed) if blamed == [smaller]));
    let Outcome::Satisfiable(model) = decider.solve(&terms, &[]).unwrap() else {
        panic!("15015 is one");
    };
    let variable = terms.as_variable(x).unwrap();
    assert_eq!(model.bits[&variable].to_u64().unwrap() % 15015, 0);
}

/// One read after many writes at unknown places: the defined part of the chain doubles with every refinement.
#[test]
fn a_read_of_many_writes_needs_few_refinements() {
    let mut terms = Terms::new();
    let sort = ArraySort {
        index_width: 32,
        element_width: 8,
    };
    let mut array = terms.array_variable("memory", sort);
    for number in 0..500u32 {
        let index = terms.variable("index", 32);
        let element = terms.number(u128::from(number % 7), 8);
        array = terms.store(array, index, element);
    }
    let probe = terms.variable("probe", 32);
    let (read, hundred) = (terms.select(array, probe), terms.number(100, 8));
    let wanted = terms.equal(read, hundred);
    let mut decider = Decider::with_arrays(Cadical::new(&Config::default()).unwrap(), LAZY);
    decider.assert(&terms, wanted);
    let Outcome::Satisfiable(model) = decider.solve(&terms, &[]).unwrap() else {
        panic!("the variable may have that element");
    };
    assert!(evaluate(&terms, &model, wanted).is_true());
    assert!(
        decider.size().refinements < 30,
        "{}",
        decider.size().refinements
    );
}

#[test]
fn a_choice_of_arrays_reads_the_chosen_one() {
    for (size, index_width) in [(0, 0), (32, 0), (32, 8)] {
        let mut terms = Terms::new();
        let sort = ArraySort {
            index_width: 8,
            element_width: 8,
        };
        let (a, b) = (
            terms.array_variable("a", sort),
            terms.array_variable("b", sort),
        );
        let (c, index) = (terms.variable("c", 1), terms.variable("index", 8));
        let chosen = terms.ite(c, a, b);
        let [read, from_a, from_b] = [chosen, a, b].map(|array| terms.select(array, index));
        let (not_a, not_b) = (terms.distinct(read, from_a), terms.distinct(read, from_b));
        let not_c = terms.not(c);
        let small = SmallArrays {
            terms: size,
            budget: 0,
            index_width,
        };
        let mut decider = Decider::with_arrays(Cadical::new(&Config::default()).unwrap(), small);
        for (assumed, satisfiable) in [
            ([c, not_a], false),
            ([not_c, not_b], false),
            ([c, not_b], true),
            ([not_c, not_a], true),
        ] {
            let outcome = decider.solve(&terms, &assumed).unwrap();
            assert_eq!(matches!(outcome, Outcome::Satisfiable(_)), satisfiable);
        }
    }
}

#[test]
fn disjunctions_and_contradictions() {
    let mut terms = Terms::new();
    let (a, b) = (terms.variable("a", 1), terms.variable("b", 1));
    let (not_a, not_b) = (terms.not(a), terms.not(b));
    let mut decider = Decider::new(Cadical::new(&Config::default()).unwrap());
    decider.assert_any(&terms, &[a, b]);
    let outcome = decider.solve(&terms, &[not_a, not_a, b]).unwrap();
    assert!(matches!(outcome, Outcome::Satisfiable(_)));
    let outcome = decider.solve(&terms, &[not_a, not_b, not_a]).unwrap();
    assert!(matches!(outcome, Outcome::Unsatisfiable(blamed) if blamed == [not_a, not_b]));
    let outcome = decider.solve(&terms, &[a, not_a]).unwrap();
    assert!(matches!(outcome, Outcome::Unsatisfiable(blamed) if !blamed.is_empty()));
    decider.assert_any(&terms, &[]);
    let outcome = decider.solve(&terms, &[]).unwrap();
    assert!(matches!(outcome, Outcome::Unsatisfiable(blamed) if blamed.is_empty()));
}

#[test]
fn limits_hold_across_refinements() {
    let mut terms = Terms::new();
    let x = terms.variable("x", 8);
    let zero = terms.is_zero(x);
    let mut decider = Decider::new(Cadical::new(&Config::default()).unwrap());
    decider.assert(&terms, zero);
    decider.set_limits(Limits {
        time: Some(Duration::ZERO),
        ..Limits::default()
    });
    let outcome = decider.solve(&terms, &[]).unwrap();
    assert!(matches!(outcome, Outcome::Unknown(Stopped::OutOfTime)));
    decider.set_limits(Limits::default());
    decider.interrupter().interrupt();
    let outcome = decider.solve(&terms, &[]).unwrap();
    assert!(matches!(outcome, Outcome::Unknown(Stopped::Interrupted)));
    decider.interrupter().clear();
    let outcome = decider.solve(&terms, &[]).unwrap();
    assert!(matches!(outcome, Outcome::Satisfiable(_)));
}

#[test]
fn preferred_values_are_tried_first() {
    for wanted in [0x00, 0x5a, 0xff] {
        let mut terms = Terms::new();
        let (x, y) = (terms.variable("x", 8), terms.variable("y", 8));
        let same = terms.equal(x, y);
        // Search only, and something to search for: before that, CaDiCaL tries simple assignments.
        let config = Config {
            preset: Preset::Plain,
            ..Config::default()
        };
        let mut decider = Decider::new(Cadical::new(&config).unwrap());
        decider.assert(&terms, same);
        let (p, q) = (terms.variable("p", 16), terms.variable("q", 16));
        let (product, wanted_product) = (terms.multiply(p, q), terms.number(251 * 241, 16));
        let factors = terms.equal(product, wanted_product);
        decider.assert(&terms, factors);
        let limit = terms.number(256, 16);
        for factor in [p, q] {
            let proper = terms.less(factor, limit);
            decider.assert(&terms, proper);
        }
        for term in [x, y] {
            decider.prefer(&terms, term, &Bits::new(wanted, 8));
        }
        let Outcome::Satisfiable(model) = decider.solve(&terms, &[]).unwrap() else {
            panic!("x may equal y");
        };
        let variable = terms.as_variable(x).unwrap();
        assert_eq!(model.bits[&variable], Bits::new(wanted, 8));
    }
}

/// An interrupt ends the building of clauses too, and what was not built is built by the next call.
#[test]
fn building_can_be_interrupted() {
    let mut terms = Terms::new();
    let mut product = terms.variable("x", 32);
    for _ in 0..200 {
        let factor = terms.variable("x", 32);
        product = terms.multiply(product, factor);
    }
    let one = terms.number(1, 32);
    let is_one = terms.equal(product, one);
    let mut decider = Decider::new(Cadical::new(&Config::default()).unwrap());
    decider.assert(&terms, is_one);
    decider.interrupter().interrupt();
    let outcome = decider.solve(&terms, &[]).unwrap();
    assert!(matches!(outcome, Outcome::Unknown(Stopped::Interrupted)));
    let nodes = decider.size().aig_nodes;
    decider.interrupter().clear();
    let Outcome::Satisfiable(model) = decider.solve(&terms, &[]).unwrap() else {
        panic!("all factors may be 1");
    };
    assert!(evaluate(&terms, &model, is_one).is_true());
    assert!(nodes * 3 < decider.size().aig_nodes, "{nodes} were built");
}
