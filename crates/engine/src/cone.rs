//! What a question depends on: the reduction `cone`.
//!
//! What a shared cell contains at the start of a slot is guessed, and that the guess is right is a constraint. A guess that
//! neither the question nor any other constraint depends on needs no justification: whatever the rest of a model is, the contents at
//! the end of the slot before satisfy it. In a model such a guess is set to just that ([`Cone::complete`]), slot by slot, so that the
//! execution can be read from the model. So constraints are added only for guesses that something asserted mentions, until no more are mentioned.

use rustc_hash::FxHashMap;
use unspool_formula::bits::Bits;
use unspool_formula::evaluate::{Assignment, Evaluation};
use unspool_formula::terms::{Node, Term, TermVariable, Terms};

use crate::timeline::Timeline;

pub struct Cone {
    /// Which guess a variable is.
    guesses: FxHashMap<TermVariable, usize>,
    is_justified: Vec<bool>,
    /// By term.
    is_seen: Vec<bool>,
    waiting: Vec<Term>,
}

impl Cone {
    pub fn new(timeline: &Timeline, terms: &Terms) -> Cone {
        let mut cone = Cone {
            guesses: FxHashMap::default(),
            is_justified: vec![false; timeline.guesses.len()],
            is_seen: Vec::new(),
            waiting: Vec::new(),
        };
        for (index, guess) in timeline.guesses.iter().enumerate() {
            if let Node::Variable(variable) = terms.node(guess.variable) {
                cone.guesses.insert(variable, index);
            }
        }
        cone
    }

    /// These terms matter.
    pub fn add(&mut self, terms: &[Term]) {
        self.waiting.extend_from_slice(terms);
    }

    pub fn add_all_guesses(&mut self, timeline: &Timeline) {
        let guesses = timeline.guesses.iter();
        self.waiting.extend(guesses.map(|guess| guess.value));
    }

    /// Makes guesses right on which nothing depended.
    pub fn complete(&self, timeline: &mut Timeline, terms: &mut Terms, model: &mut Assignment) {
        let mut open: Vec<(usize, TermVariable, Term)> = Vec::new();
        for (&variable, &guess) in &self.guesses {
            if !self.is_justified[guess] {
                let right = timeline.right_guess(terms, guess);
                open.push((timeline.guesses[guess].slot, variable, right));
            }
        }
        open.sort_unstable();
        for slot in open.chunk_by(|a, b| a.0 == b.0) {
            let mut values = Evaluation::new(terms, model);
            let found: Vec<(TermVariable, Bits)> = slot
                .iter()
                .map(|&(_, variable, right)| (variable, values.bits(right)))
                .collect();
            model.bits.extend(found);
        }
    }

    /// The conditions that have become necessary.
    pub fn close(&mut self, timeline: &mut Timeline, terms: &mut Terms) -> Vec<Term> {
        let mut conditions = Vec::new();
        while let Some(term) = self.waiting.pop() {
            if self.is_seen.len() <= term.index() {
                self.is_seen
                    .resize(terms.len().max(term.index() + 1), false);
            }
            if std::mem::replace(&mut self.is_seen[term.index()], true) {
                continue;
            }
            if let Node::Variable(variable) = terms.node(term)
                && let Some(&guess) = self.guesses.get(&variable)
                && !std::mem::replace(&mut self.is_justified[guess], true)
            {
                let condition = timeline.justification(terms, guess);
                conditions.push(condition);
                self.waiting.push(condition);
            }
            terms.operands(term, |operand| self.waiting.push(operand));
        }
        conditions
    }
}
