//! Solvers that tell each other what they have learnt answer as those that search alone.

use unspool_formula::literal::{Literal, Variable};
use unspool_formula::solver::cadical::{Cadical, Config, Preset};
use unspool_formula::solver::{Answer, Clauses, Exchange, Limits, Solver, Stopped};

use crate::random::Random;
use crate::solvers::answer;

const VARIABLES: usize = 90;

/// Near where as many are satisfiable as not.
fn clauses(random: &mut Random) -> Vec<Vec<Literal>> {
    let variables: Vec<Variable> = (0..VARIABLES as u32).map(Variable::new).collect();
    let count = 340 + random.below(60);
    (0..count)
        .map(|_| random.some_literals(&variables, 3))
        .collect()
}

fn party(exchange: Option<&Exchange>, preset: Preset, clauses: &[Vec<Literal>]) -> Cadical {
    let config = Config {
        preset,
        exchange: exchange.cloned(),
        ..Config::default()
    };
    let mut solver = Cadical::new(&config).expect("no proof, no file");
    (0..VARIABLES).for_each(|_| {
        solver.new_variable();
    });
    for clause in clauses {
        solver.add_clause(clause);
    }
    solver
}

#[test]
fn answers_are_those_of_solvers_alone() {
    let mut told = 0;
    let mut satisfiable = 0;
    for seed in 0..60 {
        let mut random = Random(seed);
        let clauses = clauses(&mut random);
        let exchange = Exchange::every(1 + random.below(20));
        let presets = [Preset::Default, Preset::Satisfiable, Preset::Unsatisfiable];
        let mut parties = presets.map(|preset| party(Some(&exchange), preset, &clauses));
        let old: Vec<Variable> = (0..VARIABLES as u32).map(Variable::new).collect();
        // They join with what they have then.
        for solver in &mut parties {
            answer(solver, &random.some_literals(&old, 3));
        }
        for round in 0..4 {
            for solver in &mut parties {
                // Each has variables of its own, which others know nothing of: defined by those that all have.
                let own = solver.new_variable();
                let defining = random.some_literals(&old, 2);
                for literal in &defining {
                    solver.add_clause(&[own.positive(), !*literal]);
                }
                solver.add_clause(&[&[own.negative()], &defining[..]].concat());
                let mut assumptions = random.some_literals(&old, round);
                assumptions.push(own.positive());
                let mut alone = party(None, Preset::Default, &clauses);
                let own_alone = alone.new_variable();
                alone.add_clause(&[&[own_alone.negative()], &defining[..]].concat());
                let mut expected = assumptions.clone();
                expected.pop();
                expected.push(own_alone.positive());
                let expected = answer(&mut alone, &expected);
                assert_eq!(answer(solver, &assumptions), expected, "{seed}");
                match expected {
                    Answer::Satisfiable => {
                        satisfiable += 1;
                        let holds = |l: &Literal| solver.value(*l) != Some(false);
                        let mut holds = holds;
                        assert!(clauses.iter().all(|clause| clause.iter().any(&mut holds)));
                        assert!(assumptions.iter().all(holds));
                    }
                    _ => {
                        let failed = solver.failed_assumptions();
                        assert!(failed.iter().all(|l| assumptions.contains(l)));
                        assert_eq!(answer(solver, &failed), Answer::Unsatisfiable);
                    }
                }
            }
        }
        assert_eq!(exchange.parties(), 3);
        told += exchange.clauses();
    }
    assert!(told > 10_000, "{told}");
    assert!((100..620).contains(&satisfiable), "{satisfiable}");
}

#[test]
fn another_formula_is_refused() {
    let mut random = Random(7);
    let clauses = clauses(&mut random);
    let exchange = Exchange::every(1);
    let mut first = party(Some(&exchange), Preset::Default, &clauses);
    answer(&mut first, &[]);
    let mut shorter = party(Some(&exchange), Preset::Default, &clauses[1..]);
    answer(&mut shorter, &[]);
    let mut negated = clauses.clone();
    negated[5][1] = !negated[5][1];
    let mut negated = party(Some(&exchange), Preset::Default, &negated);
    answer(&mut negated, &[]);
    let mut larger = party(Some(&exchange), Preset::Default, &clauses);
    larger.new_variable();
    answer(&mut larger, &[]);
    assert_eq!(exchange.parties(), 1);
    let mut same = party(Some(&exchange), Preset::Satisfiable, &clauses);
    answer(&mut same, &[]);
    assert_eq!(exchange.parties(), 2);
}

/// Pigeons, two fewer holes: far more conflicts than the limit.
#[test]
fn limits_hold_for_all_searches_together() {
    let exchange = Exchange::every(10);
    let config = Config {
        exchange: Some(exchange),
        ..Config::default()
    };
    let mut solver = Cadical::new(&config).expect("no proof, no file");
    let holes = 10;
    let places: Vec<Vec<Variable>> = (0..holes + 2)
        .map(|_| (0..holes).map(|_| solver.new_variable()).collect())
        .collect();
    for pigeon in &places {
        let somewhere: Vec<Literal> = pigeon.iter().map(|place| place.positive()).collect();
        solver.add_clause(&somewhere);
    }
    for hole in 0..holes {
        for (number, pigeon) in places.iter().enumerate() {
            for other in &places[..number] {
                solver.add_clause(&[pigeon[hole].negative(), other[hole].negative()]);
            }
        }
    }
    solver.set_limits(Limits {
        conflicts: Some(205),
        ..Limits::default()
    });
    assert_eq!(
        answer(&mut solver, &[]),
        Answer::Unknown(Stopped::OutOfConflicts)
    );
    let conflicts = solver.statistics().conflicts;
    assert!((205..230).contains(&conflicts), "{conflicts}");
}
