//! Unsatisfiable answers of CaDiCaL, checked by their proofs: LRAT with the checker of the crate, DRAT with a naive
//! one here. For each kind of formula, broken proofs and satisfiable formulas are refused.

mod random;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use unspool_formula::dimacs::Formula;
use unspool_formula::literal::{Literal, Variable};
use unspool_formula::proof::check_lrat;
use unspool_formula::solver::cadical::{Cadical, Config, Preset};
use unspool_formula::solver::{Answer, Clauses, ProofFile, ProofFormat, Solver, SolverError};

use random::Random;

#[test]
fn random_formulas() {
    let mut proofs = 0;
    for seed in 0..40 {
        // Above the threshold of 4.26 clauses per variable most are unsatisfiable.
        let formula = random_formula(seed, 60, 290);
        let mut solver = Proving::new(ProofFormat::Lrat, Preset::Default);
        formula.replay(&mut solver);
        if solver.solve(&[]) == Answer::Unsatisfiable {
            proofs += 1;
            assert_proof_is_right(&formula, &solver.finish());
        }
    }
    assert!(proofs > 20, "{proofs}");
}

#[test]
fn pigeonholes() {
    let formula = pigeons(6);
    for preset in [Preset::Default, Preset::Plain, Preset::Unsatisfiable] {
        let mut solver = Proving::new(ProofFormat::Lrat, preset);
        formula.replay(&mut solver);
        assert_eq!(solver.solve(&[]), Answer::Unsatisfiable);
        assert_proof_is_right(&formula, &solver.finish());
    }
}

#[test]
fn exclusive_ors() {
    // Preprocessing finds the exclusive ors: gates, substitution, elimination.
    let formula = parity(18);
    let mut solver = Proving::new(ProofFormat::Lrat, Preset::Default);
    formula.replay(&mut solver);
    assert_eq!(solver.solve(&[]), Answer::Unsatisfiable);
    assert_proof_is_right(&formula, &solver.finish());
}

#[test]
fn contradictions_among_the_clauses() {
    // Found while the clauses are added, among clauses that are simplified away.
    let mut formula = Formula::new();
    let [a, b] = [(); 2].map(|()| formula.new_variable().positive());
    formula.add_clause(&[a, !a]);
    formula.add_clause(&[a, a, b]);
    formula.add_clause(&[!a]);
    formula.add_clause(&[b, a, b]);
    formula.add_clause(&[!b, a]);
    let mut solver = Proving::new(ProofFormat::Lrat, Preset::Default);
    formula.replay(&mut solver);
    assert_eq!(solver.solve(&[]), Answer::Unsatisfiable);
    assert_proof_is_right(&formula, &solver.finish());

    let mut formula = Formula::new();
    formula.add_clause(&[]);
    let mut solver = Proving::new(ProofFormat::Lrat, Preset::Default);
    formula.replay(&mut solver);
    assert_eq!(solver.solve(&[]), Answer::Unsatisfiable);
    check_lrat(&formula, solver.finish().as_bytes(), &[]).unwrap();
}

/// Clauses that come after earlier calls, over variables that were eliminated in between.
#[test]
fn many_calls() {
    let mut proofs = 0;
    for seed in 0..30 {
        let whole = random_formula(seed, 80, 400);
        let mut solver = Proving::new(ProofFormat::Lrat, Preset::Default);
        let mut formula = Formula::new();
        for _ in 0..whole.number_of_variables() {
            formula.new_variable();
            solver.new_variable();
        }
        let mut answer = Answer::Satisfiable;
        for (index, clause) in whole.clauses().enumerate() {
            let clause = to_literals(clause);
            formula.add_clause(&clause);
            solver.add_clause(&clause);
            if index % 40 == 39 {
                answer = solver.solve(&[]);
                if answer == Answer::Unsatisfiable {
                    break;
                }
            }
        }
        if answer == Answer::Unsatisfiable {
            proofs += 1;
            assert_proof_is_right(&formula, &solver.finish());
        }
    }
    assert!(proofs > 20, "{proofs}");
}

/// Variables are eliminated, their clauses taken back, and then asked about again. It takes thousands of conflicts
/// until CaDiCaL eliminates.
#[test]
fn clauses_that_return() {
    for format in [ProofFormat::Lrat, ProofFormat::Drat] {
        let mut formula = Formula::new();
        let differences = multiplier_against_swapped(&mut formula, 6);
        let mut solver = Proving::new(format, Preset::Default);
        formula.replay(&mut solver);
        for &difference in &differences {
            assert_eq!(solver.solve(&[difference]), Answer::Unsatisfiable);
        }
        let variables = formula.number_of_variables();
        let mut random = Random(1);
        for _ in 0..20 {
            // Something that both multipliers agree with, over variables in the middle of them.
            let assumptions: Vec<Literal> = (0..3)
                .map(|_| random.literal(u64::from(variables)))
                .collect();
            solver.solve(&assumptions);
        }
        formula.add_clause(&differences);
        solver.add_clause(&differences);
        assert_eq!(solver.solve(&[]), Answer::Unsatisfiable);
        let proof = solver.finish();
        match format {
            ProofFormat::Lrat => assert_proof_is_right(&formula, &proof),
            ProofFormat::Drat => check_drat(&formula, &proof).unwrap(),
        }
    }
}

/// Under assumptions no empty clause is derived, but the clause that the failed assumptions cannot all hold.
#[test]
fn assumptions() {
    let mut proofs = 0;
    for seed in 0..30 {
        let formula = random_formula(seed, 60, 200);
        let mut solver = Proving::new(ProofFormat::Lrat, Preset::Default);
        formula.replay(&mut solver);
        let mut random = Random(seed);
        let mut goals = Vec::new();
        for _ in 0..8 {
            let assumptions: Vec<Literal> = (0..20).map(|_| random.literal(60)).collect();
            if solver.solve(&assumptions) == Answer::Unsatisfiable {
                let failed = solver.0.failed_assumptions();
                goals.push(failed.iter().map(|&l| !l).collect::<Vec<Literal>>());
            }
        }
        // All of them are in the one proof.
        let proof = solver.finish();
        for goal in goals {
            proofs += 1;
            check_lrat(&formula, proof.as_bytes(), &goal).unwrap();
            // The formula alone is satisfiable.
            assert!(check_lrat(&formula, proof.as_bytes(), &[]).is_err());
        }
    }
    assert!(proofs > 50, "{proofs}");
}

#[test]
fn satisfiable_formulas_have_no_proof() {
    // A proof for another formula: one clause more makes it unsatisfiable.
    let unsatisfiable = pigeons(5);
    let mut solver = Proving::new(ProofFormat::Lrat, Preset::Default);
    unsatisfiable.replay(&mut solver);
    assert_eq!(solver.solve(&[]), Answer::Unsatisfiable);
    let proof = solver.finish();
    check_lrat(&unsatisfiable, proof.as_bytes(), &[]).unwrap();
    for index in 0..unsatisfiable.number_of_clauses() {
        // Pigeonhole formulas need each of their clauses.
        let mut formula = Formula::new();
        for _ in 0..unsatisfiable.number_of_variables() {
            formula.new_variable();
        }
        for (position, clause) in unsatisfiable.clauses().enumerate() {
            // A clause that says nothing instead, so that the numbers of the others stay.
            let nothing = [1, -1];
            let clause = if position == index { &nothing } else { clause };
            formula.add_clause(&to_literals(clause));
        }
        assert!(
            check_lrat(&formula, proof.as_bytes(), &[]).is_err(),
            "{index}"
        );
    }
    // And the proof that CaDiCaL wrote for a satisfiable formula has no empty clause.
    let satisfiable = random_formula(1, 60, 200);
    let mut solver = Proving::new(ProofFormat::Lrat, Preset::Default);
    satisfiable.replay(&mut solver);
    assert_eq!(solver.solve(&[]), Answer::Satisfiable);
    assert!(check_lrat(&satisfiable, solver.finish().as_bytes(), &[]).is_err());
}

#[test]
fn drat() {
    for (name, formula) in [
        ("random", random_formula(3, 40, 220)),
        ("pigeons", pigeons(5)),
        ("parity", parity(12)),
    ] {
        let mut solver = Proving::new(ProofFormat::Drat, Preset::Default);
        formula.replay(&mut solver);
        assert_eq!(solver.solve(&[]), Answer::Unsatisfiable, "{name}");
        let proof = solver.finish();
        check_drat(&formula, &proof).unwrap();
        // Without its steps the empty clause does not follow, and without the empty clause it is no proof.
        assert!(check_drat(&formula, "0\n").is_err(), "{name}");
        assert!(check_drat(&formula, &proof.replace("\n0 \n", "\n")).is_err());
        assert!(check_drat(&Formula::new(), &proof).is_err());
    }
}

#[test]
fn drat_over_many_calls() {
    let formula = random_formula(5, 50, 260);
    let mut solver = Proving::new(ProofFormat::Drat, Preset::Default);
    for _ in 0..formula.number_of_variables() {
        solver.new_variable();
    }
    for (index, clause) in formula.clauses().enumerate() {
        solver.add_clause(&to_literals(clause));
        if index % 50 == 49 {
            solver.solve(&[]);
        }
    }
    assert_eq!(solver.solve(&[]), Answer::Unsatisfiable);
    check_drat(&formula, &solver.finish()).unwrap();
}

#[test]
fn a_proof_that_cannot_be_written() {
    for format in [ProofFormat::Lrat, ProofFormat::Drat] {
        let config = Config {
            proof: Some(ProofFile {
                path: folder().join("no-such-folder").join("proof"),
                format,
            }),
            ..Config::default()
        };
        let error = Cadical::new(&config).err().expect("an error");
        assert!(matches!(error, SolverError::Write { .. }), "{error}");
    }
}

/// Dropping the solver completes its proof too.
#[test]
fn a_dropped_solver() {
    let formula = pigeons(4);
    let mut solver = Proving::new(ProofFormat::Lrat, Preset::Default);
    formula.replay(&mut solver);
    assert_eq!(solver.solve(&[]), Answer::Unsatisfiable);
    let Proving(cadical, path) = solver;
    drop(cadical);
    let proof = std::fs::read_to_string(&path).unwrap();
    check_lrat(&formula, proof.as_bytes(), &[]).unwrap();
    let mut steps = path.into_os_string();
    steps.push(".steps");
    assert!(!PathBuf::from(steps).exists());
}

/// The proof is accepted, and broken versions of it are not.
fn assert_proof_is_right(formula: &Formula, proof: &str) {
    check_lrat(formula, proof.as_bytes(), &[]).unwrap();
    let refused = |broken: &str| {
        assert!(
            check_lrat(formula, broken.as_bytes(), &[]).is_err(),
            "{broken}"
        );
    };
    let lines: Vec<&str> = proof.lines().collect();
    let last = lines.iter().position(|line| is_empty_clause(line)).unwrap();
    // Without the empty clause, and with nothing but it.
    refused(&lines[..last].join("\n"));
    // The empty clause follows from nothing, or from one clause less.
    let words: Vec<&str> = lines[last].split_ascii_whitespace().collect();
    let mut broken = lines[..=last].to_vec();
    let without_reason = format!("{} 0 0", words[0]);
    broken[last] = &without_reason;
    refused(&broken.join("\n"));
    if words.len() > 4 {
        let one_less = format!("{} 0 {}", words[0], words[3..].join(" "));
        broken[last] = &one_less;
        refused(&broken.join("\n"));
    }
    // A step that the empty clause needs is missing.
    let first_number = formula.number_of_clauses() + 1;
    let needed = words[2..].iter().find(|word| {
        let number: usize = word.parse().unwrap();
        number >= first_number
    });
    if let Some(number) = needed {
        let start = format!("{number} ");
        let steps = lines.iter().filter(|line| {
            let is_deletion = line.split_ascii_whitespace().nth(1) == Some("d");
            is_deletion || !line.starts_with(&start)
        });
        refused(&steps.copied().collect::<Vec<&str>>().join("\n"));
    }
}

fn is_empty_clause(line: &str) -> bool {
    line.split_ascii_whitespace().nth(1) == Some("0")
}

/// Unit propagation from scratch for every step. Accepts no RAT steps.
fn check_drat(formula: &Formula, proof: &str) -> Result<(), String> {
    let mut clauses: Vec<Vec<i32>> = formula.clauses().map(<[i32]>::to_vec).collect();
    for clause in &mut clauses {
        clause.sort_unstable();
    }
    for line in proof.lines() {
        let (is_deletion, numbers) = match line.strip_prefix("d ") {
            Some(rest) => (true, rest),
            None => (false, line),
        };
        let mut clause: Vec<i32> = numbers
            .split_ascii_whitespace()
            .map(|word| word.parse().unwrap())
            .collect();
        assert_eq!(clause.pop(), Some(0));
        clause.sort_unstable();
        if is_deletion {
            let position = clauses.iter().position(|c| *c == clause);
            let position = position.ok_or_else(|| format!("{clause:?} is not there"))?;
            clauses.swap_remove(position);
            continue;
        }
        if !follows_by_propagation(&clauses, &clause) {
            return Err(format!("{clause:?} does not follow"));
        }
        if clause.is_empty() {
            return Ok(());
        }
        clauses.push(clause);
    }
    Err("no empty clause".to_owned())
}

fn follows_by_propagation(clauses: &[Vec<i32>], goal: &[i32]) -> bool {
    let mut truths: std::collections::HashSet<i32> = goal.iter().map(|l| -l).collect();
    loop {
        let before = truths.len();
        for clause in clauses {
            if clause.iter().any(|l| truths.contains(l)) {
                continue;
            }
            let mut rest: Vec<i32> = clause.clone();
            rest.retain(|l| !truths.contains(&-l));
            rest.dedup();
            match rest[..] {
                [] => return true,
                [unit] => {
                    truths.insert(unit);
                }
                _ => {}
            }
        }
        if truths.len() == before {
            return false;
        }
    }
}

/// CaDiCaL, and where it writes its proof.
struct Proving(Cadical, PathBuf);

impl Proving {
    fn new(format: ProofFormat, preset: Preset) -> Proving {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = folder().join(format!("proof-{number}"));
        let config = Config {
            preset,
            proof: Some(ProofFile {
                path: path.clone(),
                format,
            }),
            ..Config::default()
        };
        Proving(Cadical::new(&config).unwrap(), path)
    }

    fn solve(&mut self, assumptions: &[Literal]) -> Answer {
        self.0.solve(assumptions).unwrap()
    }

    fn finish(mut self) -> String {
        self.0.finish_proof().unwrap();
        let proof = std::fs::read_to_string(&self.1).unwrap();
        std::fs::remove_file(&self.1).unwrap();
        proof
    }
}

impl Clauses for Proving {
    fn new_variable(&mut self) -> Variable {
        self.0.new_variable()
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.0.add_clause(clause);
    }
}

fn folder() -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("proofs");
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn random_formula(seed: u64, variables: u64, clauses: usize) -> Formula {
    let mut formula = Formula::new();
    for _ in 0..variables {
        formula.new_variable();
    }
    let mut random = Random(seed);
    for _ in 0..clauses {
        formula.add_clause(&[(); 3].map(|()| random.literal(variables)));
    }
    formula
}

/// One pigeon more than holes.
fn pigeons(holes: usize) -> Formula {
    let mut formula = Formula::new();
    let sits: Vec<Vec<Literal>> = (0..=holes)
        .map(|_| {
            (0..holes)
                .map(|_| formula.new_variable().positive())
                .collect()
        })
        .collect();
    for pigeon in &sits {
        formula.add_clause(pigeon);
    }
    for hole in 0..holes {
        for (index, first) in sits.iter().enumerate() {
            for second in &sits[..index] {
                formula.add_clause(&[!first[hole], !second[hole]]);
            }
        }
    }
    formula
}

/// Two chains of exclusive ors over the same variables, in different orders, with different results.
fn parity(length: usize) -> Formula {
    let mut formula = Formula::new();
    let mut inputs: Vec<Literal> = (0..length)
        .map(|_| formula.new_variable().positive())
        .collect();
    let mut results = Vec::new();
    for _ in 0..2 {
        let mut result = inputs[0];
        for &input in &inputs[1..] {
            result = exclusive_or(&mut formula, result, input);
        }
        results.push(result);
        let mut random = Random(7);
        for index in (1..length).rev() {
            inputs.swap(index, random.below(index as u64 + 1) as usize);
        }
    }
    formula.add_clause(&[results[0], results[1]]);
    formula.add_clause(&[!results[0], !results[1]]);
    formula
}

/// The product of two numbers of `width` bits with either of them as the first factor. Gives where the results differ.
fn multiplier_against_swapped(formula: &mut Formula, width: usize) -> Vec<Literal> {
    let zero = formula.new_variable().positive();
    formula.add_clause(&[!zero]);
    let [a, b] = [(); 2].map(|()| {
        let bits = (0..width).map(|_| formula.new_variable().positive());
        bits.collect::<Vec<Literal>>()
    });
    let product = |formula: &mut Formula, a: &[Literal], b: &[Literal]| {
        let mut sum = vec![zero; width];
        for (shift, &factor) in b.iter().enumerate() {
            let mut carry = zero;
            for position in shift..width {
                let bit = and(formula, a[position - shift], factor);
                let half = exclusive_or(formula, sum[position], bit);
                let both = and(formula, sum[position], bit);
                let overflow = and(formula, half, carry);
                sum[position] = exclusive_or(formula, half, carry);
                carry = !and(formula, !both, !overflow);
            }
        }
        sum
    };
    let products = [product(formula, &a, &b), product(formula, &b, &a)];
    let pairs = products[0].iter().zip(&products[1]);
    pairs.map(|(&p, &q)| exclusive_or(formula, p, q)).collect()
}

fn and(formula: &mut Formula, a: Literal, b: Literal) -> Literal {
    let result = formula.new_variable().positive();
    formula.add_clause(&[!result, a]);
    formula.add_clause(&[!result, b]);
    formula.add_clause(&[result, !a, !b]);
    result
}

fn exclusive_or(formula: &mut Formula, a: Literal, b: Literal) -> Literal {
    let result = formula.new_variable().positive();
    formula.add_clause(&[!result, a, b]);
    formula.add_clause(&[!result, !a, !b]);
    formula.add_clause(&[result, !a, b]);
    formula.add_clause(&[result, a, !b]);
    result
}

fn to_literals(clause: &[i32]) -> Vec<Literal> {
    clause
        .iter()
        .map(|&number| Literal::from_dimacs(number).unwrap())
        .collect()
}

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn literal(&mut self, variables: u64) -> Literal {
        let variable = Variable::new(self.below(variables) as u32);
        variable.positive().with_sign(self.next() & 1 == 0)
    }
}
