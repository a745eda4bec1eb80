//! Order-encoded integers: every relation for all values of small ranges, and ranges at the end of what there is.

use unspool_formula::decide::{Decider, Outcome};
use unspool_formula::evaluate::{Assignment, evaluate};
use unspool_formula::solver::cadical::{Cadical, Config};
use unspool_formula::terms::{OrderVariable, Term, Terms};

type Relation = (
    &'static str,
    fn(&mut Terms, OrderVariable, OrderVariable) -> Term,
    fn(u32, u32) -> bool,
);

const RELATIONS: &[Relation] = &[
    ("at most", Terms::order_at_most, |a, b| a <= b),
    ("less", Terms::order_less, |a, b| a < b),
    ("equal", Terms::order_equal, |a, b| a == b),
    (
        "a is 3",
        |terms, a, _| terms.is_exactly(a, 3),
        |a, _| a == 3,
    ),
    (
        "b is at most 2",
        |terms, _, b| terms.at_most(b, 2),
        |_, b| b <= 2,
    ),
    (
        "values are less",
        |terms, a, b| {
            let (a, b) = (terms.order_value(a, 8), terms.order_value(b, 8));
            terms.less(a, b)
        },
        |a, b| a < b,
    ),
];

/// For all ranges within 0..=5, all values: by evaluation; and the solver finds a pair of values exactly if there is one.
#[test]
fn relations() {
    let ranges: Vec<(u32, u32)> = (0..=5)
        .flat_map(|low| (low..=5).map(move |high| (low, high)))
        .collect();
    for (name, build, direct) in RELATIONS {
        for (a_low, a_high) in &ranges {
            for (b_low, b_high) in &ranges {
                let mut terms = Terms::new();
                let a = terms.order_variable("a", *a_low, *a_high);
                let b = terms.order_variable("b", *b_low, *b_high);
                let relation = build(&mut terms, a, b);
                let mut possible = false;
                for x in *a_low..=*a_high {
                    for y in *b_low..=*b_high {
                        let mut assignment = Assignment::default();
                        assignment.orders.insert(a, x);
                        assignment.orders.insert(b, y);
                        let holds = evaluate(&terms, &assignment, relation).is_true();
                        assert_eq!(holds, direct(x, y), "{name} of {x} and {y}");
                        possible |= holds;
                    }
                }
                let mut decider = Decider::new(Cadical::new(&Config::default()).unwrap());
                decider.assert(&terms, relation);
                match decider.solve(&terms, &[]).unwrap() {
                    Outcome::Satisfiable(model) => {
                        let x = model.orders.get(&a).unwrap_or(a_low);
                        let y = model.orders.get(&b).unwrap_or(b_low);
                        assert!(direct(*x, *y), "{name} of {x} and {y}");
                    }
                    _ => assert!(
                        !possible,
                        "{name} in {a_low}..={a_high}, {b_low}..={b_high}"
                    ),
                }
            }
        }
    }
}

#[test]
fn ranges_at_the_end() {
    let mut terms = Terms::new();
    let mut decider = Decider::new(Cadical::new(&Config::default()).unwrap());
    let first = terms.variable("first", 8);
    let nonzero = terms.is_nonzero(first);
    decider.assert(&terms, nonzero);
    let last = terms.order_variable("last", u32::MAX - 2, u32::MAX);
    let top = terms.at_least(last, u32::MAX);
    let Outcome::Satisfiable(model) = decider.solve(&terms, &[top]).unwrap() else {
        panic!("the top can be reached");
    };
    assert_eq!(model.orders[&last], u32::MAX);
    let only = terms.order_variable("only", u32::MAX, u32::MAX);
    let value = terms.order_value(only, 32);
    assert_eq!(
        terms.as_constant(value).unwrap().to_u64(),
        Some(u64::from(u32::MAX))
    );
    let beyond = terms.order_less(only, last);
    assert!(terms.is_false(beyond));
}
