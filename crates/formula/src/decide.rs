//! Deciding terms: assertions and assumptions go in, a model or the assumptions to blame come out.
//!
//! A [`Decider`] can be asked again and again while terms are added. It borrows the terms, so that several deciders in several threads can work on
//! the same ones. Assertions are only noted; [`Decider::solve`] blasts them, writes their clauses to the
//! solver and asks it, all of that within the limits. Large arrays are decided lazily: the solver is asked until no read of
//! an array is wrong in its model (`arrays.rs`).

use rustc_hash::FxHashSet;

use crate::aig::Edge;
use crate::arrays::SmallArrays;
use crate::bits::Bits;
use crate::blast::Blaster;
use crate::cnf::Cnf;
use crate::dimacs::Formula;
use crate::evaluate::Assignment;
use crate::literal::Literal;
use crate::solver::watch::Watch;
use crate::solver::{Answer, Interrupter, Limits, Solver, SolverError, Statistics, Stopped};
use crate::terms::{Term, Terms};

pub struct Decider<S> {
    blaster: Blaster,
    cnf: Cnf,
    solver: S,
    limits: Limits,
    /// Disjunctions that hold and that the solver does not know yet, the oldest last.
    waiting: Vec<Vec<Term>>,
    preferences: Vec<(Term, Bits)>,
    refinements: u64,
}

#[derive(Clone, Debug)]
pub enum Outcome {
    /// With values for the variables. What is not there is zero, or the least of its range, and must be taken so.
    Satisfiable(Assignment),
    /// With assumptions that cannot hold together with the assertions, each once. Not necessarily as few as possible.
    Unsatisfiable(Vec<Term>),
    Unknown(Stopped),
}

/// What was built so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    pub aig_nodes: usize,
    /// Bytes of the AIG and of the tables beside it, not of the solver.
    pub memory_bytes: usize,
    /// How often a model was refused because a read of an array was wrong in it.
    pub refinements: u64,
    pub solver: Statistics,
}

/// Assumptions as the solver knows them.
enum Assumed {
    Literals(Vec<(Literal, Term)>),
    /// This one is false whatever the variables are.
    Impossible(Term),
}

/// The assertions as clauses, arrays included: for a file, or for a solver that is asked only once.
pub fn clauses_of(terms: &Terms, assertions: &[Term]) -> Formula {
    let mut blaster = Blaster::with_arrays(SmallArrays::ALL_WRITES);
    let (mut cnf, mut clauses) = (Cnf::new(), Formula::new());
    for assertion in assertions {
        let edge = blaster.blast_boolean(terms, *assertion);
        cnf.assert(blaster.aig(), edge, &mut clauses);
    }
    blaster.complete_reads(terms);
    for edge in blaster.side_conditions() {
        cnf.assert(blaster.aig(), edge, &mut clauses);
    }
    clauses
}

impl<S: Solver> Decider<S> {
    pub fn new(solver: S) -> Decider<S> {
        Decider::with_arrays(solver, SmallArrays::default())
    }

    pub fn with_arrays(solver: S, small: SmallArrays) -> Decider<S> {
        Decider {
            blaster: Blaster::with_arrays(small),
            cnf: Cnf::new(),
            solver,
            limits: Limits::default(),
            waiting: Vec::new(),
            preferences: Vec::new(),
            refinements: 0,
        }
    }

    /// The boolean holds from now on.
    pub fn assert(&mut self, terms: &Terms, term: Term) {
        self.assert_any(terms, &[term]);
    }

    /// At least one of the booleans holds from now on: the disjunction as one clause.
    pub fn assert_any(&mut self, terms: &Terms, alternatives: &[Term]) {
        for alternative in alternatives {
            assert_eq!(
                terms.width(*alternative),
                1,
                "what is asserted is a boolean"
            );
        }
        self.waiting.push(alternatives.to_vec());
    }

    /// Decides the assertions under assumptions, which hold for this call only.
    pub fn solve(&mut self, terms: &Terms, assumptions: &[Term]) -> Result<Outcome, SolverError> {
        let mut watch = Watch::new(self.limits, self.solver.interrupter());
        self.solver.set_limits(watch.remaining());
        let assumed = match self.encode(terms, assumptions, &mut watch) {
            Ok(Assumed::Literals(assumed)) => assumed,
            Ok(Assumed::Impossible(term)) => return Ok(Outcome::Unsatisfiable(vec![term])),
            Err(stopped) => return Ok(Outcome::Unknown(stopped)),
        };
        self.apply_preferences(terms);
        let literals: Vec<Literal> = assumed.iter().map(|(literal, _)| *literal).collect();
        loop {
            if let Some(stopped) = watch.look() {
                return Ok(Outcome::Unknown(stopped));
            }
            self.solver.set_limits(watch.remaining());
            match self.solver.solve(&literals)? {
                Answer::Unknown(reason) => return Ok(Outcome::Unknown(reason)),
                Answer::Unsatisfiable => return Ok(Outcome::Unsatisfiable(self.blamed(&assumed))),
                Answer::Satisfiable => {
                    let mut assignment = self.read_variables(terms);
                    let (cnf, solver) = (&self.cnf, &mut self.solver);
                    let refined = self.blaster.refine(terms, &mut assignment, |edge| {
                        input_value(cnf, solver, edge)
                    });
                    if !refined {
                        return Ok(Outcome::Satisfiable(assignment));
                    }
                    self.refinements += 1;
                    self.assert_side_conditions();
                }
            }
        }
    }

    /// The value to try first for each bit of a variable or for a bound of an order variable. A hint: solvers may find a
    /// model before they guess anything.
    pub fn prefer(&mut self, terms: &Terms, term: Term, value: &Bits) {
        assert_eq!(
            terms.width(term),
            value.width(),
            "a value of the term's width"
        );
        self.preferences.push((term, value.clone()));
    }

    /// Holds for every later `solve`. The time is that of the whole call, building clauses included; the conflicts are those of each of the
    /// solver's runs in it. The solver does not stop while it takes clauses: a million of them need less than a second.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// What ends a running `solve` from another thread.
    pub fn interrupter(&self) -> Interrupter {
        self.solver.interrupter()
    }

    pub fn solver(&mut self) -> &mut S {
        &mut self.solver
    }

    /// The literal that stands for a boolean, once it has been assumed.
    pub fn literal_of(&mut self, terms: &Terms, term: Term) -> Literal {
        let edge = self.blaster.blast_boolean(terms, term);
        let literal = self.cnf.literal(self.blaster.aig(), edge, &mut self.solver);
        self.assert_side_conditions();
        literal
    }

    pub fn size(&self) -> Size {
        Size {
            aig_nodes: self.blaster.aig().node_count(),
            memory_bytes: self.blaster.memory_bytes() + self.cnf.memory_bytes(),
            refinements: self.refinements,
            solver: self.solver.statistics(),
        }
    }

    /// Gives all that is waiting to the solver.
    fn encode(
        &mut self,
        terms: &Terms,
        assumptions: &[Term],
        watch: &mut Watch,
    ) -> Result<Assumed, Stopped> {
        self.waiting.reverse();
        let encoded = self.encode_waiting(terms, watch);
        self.waiting.reverse();
        encoded?;
        let mut assumed = Vec::new();
        for assumption in assumptions {
            let edge = self.blaster.blast_within(terms, *assumption, watch)?[0];
            match edge.as_constant() {
                Some(true) => {}
                Some(false) => return Ok(Assumed::Impossible(*assumption)),
                None => {
                    let literal = self.cnf.literal(self.blaster.aig(), edge, &mut self.solver);
                    assumed.push((literal, *assumption));
                }
            }
        }
        self.assert_side_conditions();
        Ok(Assumed::Literals(assumed))
    }

    /// The oldest is the last here. What was not reached stays waiting.
    fn encode_waiting(&mut self, terms: &Terms, watch: &mut Watch) -> Result<(), Stopped> {
        while let Some(alternatives) = self.waiting.last() {
            let mut edges = Vec::with_capacity(alternatives.len());
            for term in alternatives {
                edges.push(self.blaster.blast_within(terms, *term, watch)?[0]);
            }
            let aig = self.blaster.aig();
            match edges[..] {
                [edge] => self.cnf.assert(aig, edge, &mut self.solver),
                _ => self.cnf.assert_clause(aig, &edges, &mut self.solver),
            }
            self.waiting.pop();
            self.assert_side_conditions();
        }
        Ok(())
    }

    fn assert_side_conditions(&mut self) {
        for edge in self.blaster.side_conditions() {
            self.cnf.assert(self.blaster.aig(), edge, &mut self.solver);
        }
    }

    fn apply_preferences(&mut self, terms: &Terms) {
        for (term, value) in std::mem::take(&mut self.preferences) {
            let bits = self.blaster.blast(terms, term).to_vec();
            for (index, bit) in bits.into_iter().enumerate() {
                if let Some(literal) = self.cnf.input_literal(bit) {
                    self.solver
                        .prefer(literal.with_sign(value.bit(index as u32)));
                }
            }
        }
        self.assert_side_conditions();
    }

    fn blamed(&mut self, assumed: &[(Literal, Term)]) -> Vec<Term> {
        let failed: FxHashSet<Literal> = self.solver.failed_assumptions().into_iter().collect();
        let mut seen = FxHashSet::default();
        assumed
            .iter()
            .filter(|(literal, term)| failed.contains(literal) && seen.insert(*term))
            .map(|(_, term)| *term)
            .collect()
    }

    fn read_variables(&mut self, terms: &Terms) -> Assignment {
        let mut assignment = Assignment::default();
        assignment.bits.reserve(self.blaster.variables().len());
        let (cnf, solver) = (&self.cnf, &mut self.solver);
        for term in self.blaster.variables() {
            let bits = self.blaster.bits_of(terms, *term);
            let value = Bits::from_fn(bits.len() as u32, |index| {
                input_value(cnf, solver, bits[index as usize])
            });
            let variable = terms.as_variable(*term).expect("a variable");
            assignment.bits.insert(variable, value);
        }
        for (variable, bounds) in self.blaster.order_variables(terms) {
            let low = terms.order_range(variable).0;
            // Bounds are monotone: the last one that holds counts.
            let reached = bounds
                .iter()
                .rposition(|edge| input_value(cnf, solver, *edge));
            let value = reached.map_or(low, |index| low + index as u32 + 1);
            assignment.orders.insert(variable, value);
        }
        assignment
    }
}

fn input_value(cnf: &Cnf, solver: &mut impl Solver, edge: Edge) -> bool {
    let literal = cnf.input_literal(edge);
    literal
        .and_then(|literal| solver.value(literal))
        .unwrap_or(false)
}
