//! Verdicts that others confirm: proofs of unsatisfiability, and Z3's opinion of the same terms.

use std::io::Write;
use std::path::PathBuf;

use unspool_formula::arrays::SmallArrays;
use unspool_formula::decide::{Decider, Outcome, clauses_of};
use unspool_formula::proof::check_lrat;
use unspool_formula::smtlib;
use unspool_formula::solver::cadical::{Cadical, Config};
use unspool_formula::solver::recorder::Recorder;
use unspool_formula::solver::{Answer, Solver};
use unspool_formula::solver::{ProofFile, ProofFormat};
use unspool_formula::terms::{ArraySort, Term, Terms};

use crate::expressions::{Expression, Shape};
use crate::reference::{Random, seeds};
use crate::z3_process;

const WORDS: Shape = Shape {
    widths: &[1, 1, 4, 8, 13],
    variables: 4,
    steps: 40,
    arrays: &[],
    has_orders: true,
};

const WITH_ARRAYS: Shape = Shape {
    widths: &[1, 1, 3, 6, 8],
    variables: 5,
    steps: 60,
    arrays: &[
        ArraySort {
            index_width: 3,
            element_width: 8,
        },
        ArraySort {
            index_width: 6,
            element_width: 6,
        },
    ],
    has_orders: false,
};

/// A formula that is neither trivially true nor, mostly, satisfied by accident: a few booleans, some of them negated.
fn random_formula(seed: u64, shape: Shape) -> (Terms, Vec<Term>) {
    let mut random = Random(seed);
    let expression = Expression::random(&mut random, shape);
    let mut terms = Terms::new();
    let built = expression.build(&mut terms);
    let booleans: Vec<Term> = expression
        .booleans()
        .into_iter()
        .filter_map(|step| built.terms[step])
        .filter(|term| !terms.is_constant(*term))
        .collect();
    let mut assertions = Vec::new();
    for _ in 0..5.min(booleans.len()) {
        let term = booleans[random.below(booleans.len() as u64) as usize];
        let negated = random.below(2) == 0;
        assertions.push(if negated { terms.not(term) } else { term });
    }
    (terms, assertions)
}

#[test]
fn unsatisfiable_formulas_have_proofs() {
    let mut proved = 0;
    for seed in seeds(300) {
        let (terms, assertions) = random_formula(seed, WORDS);
        let is_proved = is_proved_unsatisfiable(&terms, &assertions, seed);
        proved += u32::from(is_proved);
        let (terms, assertions) = random_formula(seed, WITH_ARRAYS);
        let is_proved = is_proved_unsatisfiable(&terms, &assertions, seed);
        let decided = matches!(decide(&terms, &assertions), Outcome::Unsatisfiable(_));
        assert_eq!(is_proved, decided, "arrays of seed {seed}");
    }
    assert!(proved >= 50, "only {proved} were unsatisfiable");
}

/// Laws of arithmetic, denied: these take some search.
#[test]
fn laws_have_proofs() {
    type Law = fn(&mut Terms, Term, Term, Term) -> [Term; 2];
    let laws: &[Law] = &[
        |terms, a, b, _| [terms.multiply(a, b), terms.multiply(b, a)],
        |terms, a, b, c| {
            let sum = terms.add(a, b);
            let (x, y) = (terms.multiply(a, c), terms.multiply(b, c));
            [terms.multiply(sum, c), terms.add(x, y)]
        },
        |terms, a, b, _| {
            let (quotient, remainder) = (terms.divide(a, b), terms.remainder(a, b));
            let product = terms.multiply(quotient, b);
            [terms.add(product, remainder), a]
        },
        |terms, a, b, c| {
            let (ab, bc) = (terms.add(a, b), terms.add(b, c));
            [terms.add(ab, c), terms.add(a, bc)]
        },
        |terms, a, b, _| {
            let (or, and) = (terms.or(a, b), terms.and(a, b));
            [terms.add(or, and), terms.add(a, b)]
        },
        |terms, a, b, c| {
            let shifted = terms.shift_left(a, c);
            let other = terms.shift_left(b, c);
            let both = terms.xor(a, b);
            [terms.xor(shifted, other), terms.shift_left(both, c)]
        },
    ];
    for (number, law) in laws.iter().enumerate() {
        let mut terms = Terms::new();
        let [a, b, c] = [0, 1, 2].map(|_| terms.variable("x", 5));
        let [left, right] = law(&mut terms, a, b, c);
        let broken = terms.distinct(left, right);
        assert!(
            is_proved_unsatisfiable(&terms, &[broken], 1_000_000 + number as u64),
            "law {number} does not hold"
        );
    }
}

/// A proof's file, which does not outlive this.
struct ProofPath(PathBuf);

impl ProofPath {
    fn new(what: &str, number: u64) -> ProofPath {
        let name = format!("unspool-{what}-{}-{number}.lrat", std::process::id());
        ProofPath(std::env::temp_dir().join(name))
    }

    fn config(&self) -> Config {
        Config {
            proof: Some(ProofFile {
                path: self.0.clone(),
                format: ProofFormat::Lrat,
            }),
            ..Config::default()
        }
    }

    fn read(&self) -> Vec<u8> {
        std::fs::read(&self.0).unwrap()
    }
}

impl Drop for ProofPath {
    fn drop(&mut self) {
        std::fs::remove_file(&self.0).ok();
    }
}

/// Panics if the formula is called unsatisfiable with a proof that does not show it.
fn is_proved_unsatisfiable(terms: &Terms, assertions: &[Term], number: u64) -> bool {
    let clauses = clauses_of(terms, assertions);
    let file = ProofPath::new("formula", number);
    let mut solver = Cadical::new(&file.config()).unwrap();
    clauses.replay(&mut solver);
    let is_unsatisfiable = solver.solve(&[]).unwrap() == Answer::Unsatisfiable;
    solver.finish_proof().unwrap();
    let proof = file.read();
    if is_unsatisfiable {
        check_lrat(&clauses, proof.as_slice(), &[])
            .unwrap_or_else(|error| panic!("formula {number}: {error}"));
    }
    is_unsatisfiable
}

/// What a decider says in the course of many calls: all clauses that it ever gave to its solver, arrays on demand among them, and one proof of every
/// answer, from which the negated assumptions to blame follow.
#[test]
fn deciders_have_proofs() {
    let mut proved = 0;
    for seed in seeds(60) {
        for shape in [WORDS, WITH_ARRAYS] {
            let (terms, conditions) = random_formula(seed, shape);
            let file = ProofPath::new("decider", seed);
            let solver = Cadical::new(&file.config()).unwrap();
            let small = SmallArrays {
                terms: 2,
                budget: 10,
                index_width: 2,
            };
            let mut decider = Decider::with_arrays(Recorder::new(solver), small);
            let mut goals = Vec::new();
            for (count, condition) in conditions.iter().enumerate() {
                if let Outcome::Unsatisfiable(blamed) =
                    decider.solve(&terms, &conditions[count..]).unwrap()
                {
                    let negated = |term: &Term| !decider.literal_of(&terms, *term);
                    goals.push(blamed.iter().map(negated).collect::<Vec<_>>());
                }
                decider.assert(&terms, *condition);
            }
            decider.solver().solver.finish_proof().unwrap();
            let proof = file.read();
            for goal in goals {
                let formula = &decider.solver().formula;
                check_lrat(formula, proof.as_slice(), &goal)
                    .unwrap_or_else(|error| panic!("seed {seed}, {goal:?}: {error}"));
                proved += 1;
            }
        }
    }
    assert!(proved >= 100, "only {proved} were unsatisfiable");
}

#[test]
fn z3_agrees_on_words() {
    z3_agrees(WORDS, 400);
}

#[test]
fn z3_agrees_on_arrays() {
    z3_agrees(WITH_ARRAYS, 400);
}

fn z3_agrees(shape: Shape, count: u64) {
    if !z3_process::is_installed() {
        return;
    }
    let mut script = Vec::new();
    let mut verdicts = Vec::new();
    for seed in seeds(count) {
        let (terms, assertions) = random_formula(seed, shape);
        writeln!(script, "(reset)").unwrap();
        smtlib::write(&terms, &assertions, &mut script).unwrap();
        verdicts.push(match decide(&terms, &assertions) {
            Outcome::Satisfiable(_) => "sat",
            Outcome::Unsatisfiable(_) => "unsat",
            Outcome::Unknown(reason) => panic!("{reason:?}"),
        });
    }
    let answers = z3_process::answers(script);
    assert_eq!(answers.len(), verdicts.len());
    for (number, (ours, theirs)) in verdicts.iter().zip(&answers).enumerate() {
        assert_eq!(ours, theirs, "formula {number}");
    }
    for verdict in ["sat", "unsat"] {
        let found = verdicts.iter().filter(|found| **found == verdict).count();
        assert!(found * 10 >= verdicts.len(), "only {found} are {verdict}");
    }
}

fn decide(terms: &Terms, assertions: &[Term]) -> Outcome {
    let mut decider = Decider::new(Cadical::new(&Config::default()).unwrap());
    for assertion in assertions {
        decider.assert(terms, *assertion);
    }
    decider.solve(terms, &[]).unwrap()
}
