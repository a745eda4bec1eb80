//! The clauses against truth tables: whatever is asserted, in whatever order and over however many calls, the models
//! projected to the inputs are exactly the assignments under which the asserted edges hold.

mod random;
mod truth_tables;

use cadical_sys::{CaDiCal, Status};
use unspool_formula::aig::{Aig, Edge, simulate};
use unspool_formula::circuits;
use unspool_formula::cnf::{Cnf, textbook};
use unspool_formula::literal::{Literal, Variable};
use unspool_formula::solver::Clauses;

use random::Random;
use truth_tables::{COLUMNS, INPUTS};

#[test]
fn random_graphs_in_one_step() {
    for seed in 0..300 {
        let mut random = Random(seed);
        let mut case = Case::new(seed % 2 == 0);
        let size = 1 + random.below(30);
        case.grow(size, &mut random);
        let edge = case.pick(&mut random);
        case.assert(&[edge]);
        case.check(&[]);
    }
}

#[test]
fn random_graphs_in_many_steps() {
    for seed in 0..150 {
        let mut random = Random(1000 + seed);
        let mut case = Case::new(seed % 2 == 0);
        let mut assumptions = Vec::new();
        for _ in 0..6 {
            let size = random.below(12);
            case.grow(size, &mut random);
            match random.below(3) {
                0 => {
                    // A long clause, so that satisfiable cases remain.
                    let clause: Vec<Edge> = (0..1 + random.below(4))
                        .map(|_| case.pick(&mut random))
                        .collect();
                    case.assert(&clause);
                }
                _ => {
                    let edge = case.pick(&mut random);
                    let literal = case.cnf.literal(&case.aig, edge, &mut case.solver);
                    assumptions.push((edge, literal));
                }
            }
            case.check(&[]);
            let chosen: Vec<_> = assumptions
                .iter()
                .copied()
                .filter(|_| random.below(2) == 0)
                .collect();
            case.check(&chosen);
        }
    }
}

/// Both directions of each node, in both orders, with inner nodes that get their own variables only later.
#[test]
fn directions_and_references_that_come_later() {
    for seed in 0..60 {
        let mut random = Random(5000 + seed);
        let mut case = Case::new(true);
        case.grow(25, &mut random);
        let mut assumptions = Vec::new();
        for _ in 0..10 {
            let edge = case.pick(&mut random);
            for edge in [edge, !edge] {
                let literal = case.cnf.literal(&case.aig, edge, &mut case.solver);
                assumptions.push((edge, literal));
            }
        }
        for &assumption in &assumptions {
            case.check(&[assumption]);
        }
    }
}

#[test]
fn every_gate_in_every_polarity() {
    type Build = fn(&mut Aig, [Edge; 4]) -> Edge;
    let gates: &[Build] = &[
        |aig, [a, b, c, d]| aig.and_all(&[a, b, c, d]),
        |aig, [a, b, c, d]| aig.or_all(&[a, b, c, d]),
        |aig, [a, b, _, _]| aig.xor(a, b),
        |aig, [a, b, c, _]| {
            let inner = aig.xor(a, b);
            aig.xor(inner, c)
        },
        |aig, [a, b, c, d]| {
            let (left, right) = (aig.xor(a, b), aig.xor(c, d));
            aig.xor(left, right)
        },
        |aig, [a, b, c, _]| aig.ite(a, b, c),
        |aig, [a, b, c, _]| aig.majority(a, b, c),
        |aig, [a, b, c, _]| aig.majority(!a, b, c),
        |aig, [a, b, c, d]| {
            let inner = aig.majority(a, b, !c);
            aig.ite(d, inner, a)
        },
    ];
    for (number, build) in gates.iter().enumerate() {
        for polarity in 0..8 {
            let mut case = Case::new(true);
            let inputs: [Edge; 4] = case.edges[1..5].try_into().unwrap();
            let gate = build(&mut case.aig, inputs);
            case.edges.push(gate);
            // As an assertion, an assumption, and both one after the other.
            let edge = gate.invert_if(polarity & 1 == 1);
            if polarity & 2 == 2 {
                let literals = [edge, !edge]
                    .map(|edge| (edge, case.cnf.literal(&case.aig, edge, &mut case.solver)));
                case.check(&literals[..1]);
                case.check(&literals[1..]);
            }
            if polarity & 4 == 4 {
                case.assert(&[edge]);
            }
            case.check(&[]);
            if polarity & 4 == 4 {
                assert!(case.solver.variables <= 9, "gate {number}");
            }
        }
    }
}

#[test]
fn constants_and_contradictions() {
    let mut case = Case::new(true);
    case.assert(&[Edge::TRUE]);
    case.assert(&[Edge::FALSE, Edge::TRUE]);
    assert_eq!((case.solver.variables, case.solver.clauses), (0, 0));
    let truth = case.cnf.literal(&case.aig, Edge::TRUE, &mut case.solver);
    let falsity = case.cnf.literal(&case.aig, Edge::FALSE, &mut case.solver);
    assert_eq!(falsity, !truth);
    assert!(case.solver.solve(&[truth]));
    assert!(!case.solver.solve(&[falsity]));
    // An asserted edge is a constant afterwards, and so is its negation.
    let (a, b) = (case.edges[1], case.edges[2]);
    let both = case.aig.and(a, b);
    case.assert(&[!both]);
    let before = (case.solver.variables, case.solver.clauses);
    case.assert(&[!both]);
    assert_eq!(case.cnf.literal(&case.aig, both, &mut case.solver), falsity);
    assert_eq!((case.solver.variables, case.solver.clauses), before);
    assert!(case.solver.solve(&[]));
    case.assert(&[both]);
    assert!(!case.solver.solve(&[]));
}

#[test]
fn an_empty_clause_is_unsatisfiable() {
    let mut case = Case::new(true);
    case.assert(&[]);
    assert!(!case.solver.solve(&[]));
}

#[test]
fn nothing_is_repeated() {
    let mut case = Case::new(true);
    case.grow(40, &mut Random(77));
    let edges = case.edges.clone();
    for &edge in &edges {
        case.cnf.literal(&case.aig, edge, &mut case.solver);
        case.cnf.literal(&case.aig, !edge, &mut case.solver);
    }
    let before = (case.solver.variables, case.solver.clauses);
    for &edge in &edges {
        case.cnf.literal(&case.aig, edge, &mut case.solver);
        case.cnf.literal(&case.aig, !edge, &mut case.solver);
    }
    assert_eq!((case.solver.variables, case.solver.clauses), before);
}

#[test]
fn a_disjunction_is_one_clause_and_a_conjunction_is_split() {
    let mut case = Case::new(true);
    let inputs: Vec<Edge> = case.edges[1..].to_vec();
    let any = case.aig.or_all(&inputs);
    case.assert(&[any]);
    assert_eq!(
        (
            case.solver.variables,
            case.solver.clauses,
            case.solver.literals
        ),
        (6, 1, 6)
    );
    case.check(&[]);
    let mut case = Case::new(true);
    let inputs: Vec<Edge> = case.edges[1..].to_vec();
    let all = case.aig.and_all(&inputs);
    case.assert(&[all]);
    assert_eq!(
        (
            case.solver.variables,
            case.solver.clauses,
            case.solver.literals
        ),
        (6, 6, 6)
    );
    case.check(&[]);
    // A shared inner AND gets a variable, one with a single reference does not.
    let mut case = Case::new(true);
    let [a, b, c, d, e, f]: [Edge; 6] = case.edges[1..].try_into().unwrap();
    let shared = case.aig.and(a, b);
    let first = case.aig.and(shared, c);
    let second = case.aig.and(shared, d);
    case.assert(&[first, e]);
    assert_eq!(case.solver.variables, 5);
    case.assert(&[second, f]);
    assert_eq!(case.solver.variables, 9);
    case.check(&[]);
}

/// The product of two words, equal to a third: what the encoding gains over the textbook's.
#[test]
fn smaller_than_the_textbook() {
    let build = |aig: &mut Aig| {
        let [a, b, c] = [(); 3].map(|()| (0..32).map(|_| aig.input()).collect::<Vec<Edge>>());
        let product = circuits::multiply(aig, &a, &b);
        circuits::equal(aig, &product, &c)
    };
    let mut plain = Aig::without_two_level_rewriting();
    let root = build(&mut plain);
    let textbook = textbook::size(&plain, &[root]);
    let mut aig = Aig::new();
    let root = build(&mut aig);
    let mut size = Counter::default();
    Cnf::new().assert(&aig, root, &mut size);
    assert!(
        size.variables * 2 < textbook.variables,
        "{size:?} {textbook:?}"
    );
    assert!(
        size.clauses * 3 < textbook.clauses * 2,
        "{size:?} {textbook:?}"
    );
}

#[test]
fn deep_graphs_need_no_stack() {
    let mut aig = Aig::new();
    let mut edge = aig.input();
    for i in 0..300_000 {
        let next = aig.input();
        edge = match i % 4 {
            0 => aig.and(edge, next),
            1 => aig.or(edge, next),
            2 => aig.xor(edge, next),
            _ => aig.ite(next, edge, Edge::TRUE),
        };
    }
    let mut size = Counter::default();
    Cnf::new().assert(&aig, edge, &mut size);
    assert!(size.clauses > 300_000);
}

/// An AIG over six inputs, what of it has been asserted, and a solver that knows.
struct Case {
    aig: Aig,
    cnf: Cnf,
    solver: Cadical,
    edges: Vec<Edge>,
    asserted: Vec<Vec<Edge>>,
}

impl Case {
    fn new(rewriting: bool) -> Case {
        let mut aig = if rewriting {
            Aig::new()
        } else {
            Aig::without_two_level_rewriting()
        };
        let mut edges = vec![Edge::TRUE];
        edges.extend((0..INPUTS).map(|_| aig.input()));
        Case {
            aig,
            cnf: Cnf::new(),
            solver: Cadical::new(),
            edges,
            asserted: Vec::new(),
        }
    }

    fn grow(&mut self, operations: usize, random: &mut Random) {
        for _ in 0..operations {
            let (a, b, c) = (self.pick(random), self.pick(random), self.pick(random));
            let edge = match random.below(8) {
                0..=3 => self.aig.and(a, b),
                4 => self.aig.xor(a, b),
                5 => self.aig.ite(a, b, c),
                6 => self.aig.majority(a, b, c),
                _ => self.aig.and_all(&[a, b, c]),
            };
            self.edges.push(edge);
        }
    }

    fn pick(&self, random: &mut Random) -> Edge {
        let recent = if random.below(3) == 0 {
            self.edges.len()
        } else {
            self.edges.len().min(10)
        };
        let edge = self.edges[self.edges.len() - 1 - random.below(recent)];
        edge.invert_if(random.below(2) == 0)
    }

    fn assert(&mut self, clause: &[Edge]) {
        match clause {
            &[edge] => self.cnf.assert(&self.aig, edge, &mut self.solver),
            edges => self.cnf.assert_clause(&self.aig, edges, &mut self.solver),
        }
        self.asserted.push(clause.to_vec());
    }

    /// Under each assignment to the inputs and all `assumed` literals, the clauses are satisfiable just if
    /// all asserted clauses and assumed edges hold.
    fn check(&mut self, assumed: &[(Edge, Literal)]) {
        let simulation = simulate(&self.aig, &COLUMNS);
        let mut expected = u64::MAX;
        for clause in &self.asserted {
            expected &= clause
                .iter()
                .fold(0, |any, &edge| any | simulation.value(edge));
        }
        for &(edge, _) in assumed {
            expected &= simulation.value(edge);
        }
        let mut actual = 0;
        for assignment in 0..64 {
            let mut assumptions: Vec<Literal> =
                assumed.iter().map(|&(_, literal)| literal).collect();
            for (input, column) in self.edges[1..=INPUTS].iter().zip(COLUMNS) {
                let value = column >> assignment & 1 == 1;
                // No literal: either value does.
                assumptions.extend(self.cnf.input_literal(input.invert_if(!value)));
            }
            actual |= u64::from(self.solver.solve(&assumptions)) << assignment;
        }
        assert_eq!(
            actual, expected,
            "asserted {:?}, assumed {assumed:?}",
            self.asserted
        );
    }
}

struct Cadical {
    solver: CaDiCal,
    variables: usize,
    clauses: usize,
    literals: usize,
}

impl Cadical {
    fn new() -> Cadical {
        let mut solver = CaDiCal::new();
        solver.set("factor", 0);
        Cadical {
            solver,
            variables: 0,
            clauses: 0,
            literals: 0,
        }
    }

    fn solve(&mut self, assumptions: &[Literal]) -> bool {
        for &literal in assumptions {
            self.solver.assume(literal.to_dimacs());
        }
        match self.solver.solve() {
            Status::SATISFIABLE => true,
            Status::UNSATISFIABLE => false,
            Status::UNKNOWN => panic!("no limits were set"),
        }
    }
}

impl Clauses for Cadical {
    fn new_variable(&mut self) -> Variable {
        self.variables += 1;
        Variable::new(self.variables as u32 - 1)
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        for (i, literal) in clause.iter().enumerate() {
            assert!(literal.variable().index() < self.variables);
            let repeated = clause[..i]
                .iter()
                .any(|other| other.variable() == literal.variable());
            assert!(!repeated, "a variable twice in {clause:?}");
            self.solver.add(literal.to_dimacs());
        }
        self.solver.add(0);
        self.clauses += 1;
        self.literals += clause.len();
    }
}

#[derive(Default, Debug)]
struct Counter {
    variables: u64,
    clauses: u64,
    literals: u64,
}

impl Clauses for Counter {
    fn new_variable(&mut self) -> Variable {
        self.variables += 1;
        Variable::new(self.variables as u32 - 1)
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.clauses += 1;
        self.literals += clause.len() as u64;
    }
}

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}
