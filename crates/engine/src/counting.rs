//! Counting in unary: how many of some booleans hold.
//!
//! A *totalizer* (Bailleux and Boufkhad, *Efficient CNF encoding of Boolean cardinality constraints*, 2003): the booleans are the leaves of a
//! balanced tree, and each inner node has the sorted sum of the two below it: its `k`-th output says that at least `k + 1` hold. "At most
//! `k`" is then one literal, so that a descent from one `k` to the next needs assumptions and no new clauses; and unit
//! propagation alone knows the number as soon as enough inputs are known. Differently from the paper, nothing is counted beyond what is
//! asked for, which keeps the tree small where a few of many hold.

use unspool_formula::terms::{Term, Terms};

/// So many pairs are combined at most.
const MOST_PAIRS: usize = 400_000;

/// The number of booleans that hold, as far as it was asked for.
pub struct Count {
    /// "At least one", "at least two", ...
    at_least: Vec<Term>,
    /// Of booleans.
    total: usize,
}

impl Count {
    /// Counts up to `most + 1`. None if that would become too large a formula.
    pub fn new(terms: &mut Terms, booleans: &[Term], most: usize) -> Option<Count> {
        let enough = most + 1;
        let mut pairs = 0usize;
        let mut level: Vec<Vec<Term>> = Vec::with_capacity(booleans.len());
        level.extend(booleans.iter().map(|&boolean| vec![boolean]));
        while level.len() > 1 {
            let mut next = Vec::with_capacity(level.len().div_ceil(2));
            let mut sums = level.into_iter();
            while let Some(first) = sums.next() {
                let Some(second) = sums.next() else {
                    next.push(first);
                    continue;
                };
                pairs = pairs.saturating_add(first.len() * second.len());
                if pairs > MOST_PAIRS {
                    return None;
                }
                next.push(sum(terms, &first, &second, enough));
            }
            level = next;
        }
        Some(Count {
            at_least: level.pop().unwrap_or_default(),
            total: booleans.len(),
        })
    }

    /// That no more than these hold. Not more than what was asked for at first.
    pub fn at_most(&self, terms: &mut Terms, number: usize) -> Term {
        match self.at_least.get(number) {
            Some(&more) => terms.not(more),
            None => {
                debug_assert!(number >= self.total, "counted so far");
                terms.boolean(true)
            }
        }
    }
}

fn sum(terms: &mut Terms, first: &[Term], second: &[Term], enough: usize) -> Vec<Term> {
    let length = (first.len() + second.len()).min(enough);
    let outputs = (1..=length).map(|number| {
        let mut ways = Vec::new();
        for of_first in number.saturating_sub(second.len())..=number.min(first.len()) {
            let reached = |sum: &[Term], count: usize| count.checked_sub(1).map(|last| sum[last]);
            let (one, other) = (reached(first, of_first), reached(second, number - of_first));
            ways.extend(match (one, other) {
                (Some(one), Some(other)) => Some(terms.and(one, other)),
                (one, other) => one.or(other),
            });
        }
        terms.or_all(&ways)
    });
    outputs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use unspool_formula::bits::Bits;
    use unspool_formula::evaluate::{Assignment, evaluate};

    #[test]
    fn every_number_up_to_the_last_is_told_apart() {
        for (total, most) in [(0, 2), (1, 1), (5, 5), (6, 2), (7, 0)] {
            let mut terms = Terms::new();
            let booleans: Vec<Term> = (0..total).map(|_| terms.variable("b", 1)).collect();
            let count = Count::new(&mut terms, &booleans, most).expect("small");
            let bounds: Vec<Term> = (0..=most)
                .map(|number| count.at_most(&mut terms, number))
                .collect();
            for choice in 0u32..1 << total {
                let mut model = Assignment::default();
                for (index, &boolean) in booleans.iter().enumerate() {
                    let variable = terms.as_variable(boolean).expect("a variable");
                    let value = Bits::truth(choice >> index & 1 == 1);
                    model.bits.insert(variable, value);
                }
                for (number, &bound) in bounds.iter().enumerate() {
                    let holds = evaluate(&terms, &model, bound).is_true();
                    assert_eq!(holds, choice.count_ones() as usize <= number);
                }
            }
        }
    }

    #[test]
    fn too_large_a_formula_is_refused() {
        let mut terms = Terms::new();
        let booleans: Vec<Term> = (0..3000).map(|_| terms.variable("b", 1)).collect();
        assert!(Count::new(&mut terms, &booleans, 10).is_some());
        assert!(Count::new(&mut terms, &booleans, 2999).is_none());
    }
}
