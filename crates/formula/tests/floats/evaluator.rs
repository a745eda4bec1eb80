//! Evaluates one term under many assignments: the graph is walked once for a batch of them, in dense tables.
//!
//! Words of up to 128 bits are machine integers, wider ones [`Bits`]. `evaluate.rs` is the definition; a test compares the two.

use unspool_formula::bits::Bits;
use unspool_formula::terms::{Node, Term, Terms};

pub struct Program {
    steps: Vec<Step>,
    inputs: usize,
}

struct Step {
    node: Node,
    width: u32,
    /// The operands' places in the list of steps.
    operands: [usize; 3],
    constant: Option<Bits>,
    /// Some operand, or the result, has more than 128 bits.
    wide: bool,
}

const LANES: usize = 64;

impl Program {
    /// `term`, whose variables are the first of `terms`: variable `i` is input `i`.
    pub fn new(terms: &Terms, term: Term) -> Program {
        let mut needed = vec![false; terms.len()];
        needed[term.index()] = true;
        let all: Vec<Term> = terms.iter().collect();
        for candidate in all.iter().rev() {
            if needed[candidate.index()] {
                terms.operands(*candidate, |operand| needed[operand.index()] = true);
            }
        }
        let mut places = vec![usize::MAX; terms.len()];
        let mut steps = Vec::new();
        for current in all.into_iter().filter(|term| needed[term.index()]) {
            let width = terms.width(current);
            let mut operands = [0; 3];
            let mut count = 0;
            let mut wide = width > 128;
            terms.operands(current, |operand| {
                operands[count] = places[operand.index()];
                wide |= terms.width(operand) > 128;
                count += 1;
            });
            places[current.index()] = steps.len();
            steps.push(Step {
                node: terms.node(current),
                width,
                operands,
                constant: terms.as_constant(current),
                wide,
            });
        }
        Program {
            steps,
            inputs: terms.variables().count(),
        }
    }

    /// The number of terms that are evaluated.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// The value for each assignment. One of more than 128 bits is not asked for.
    pub fn run(&self, assignments: &[Vec<u128>]) -> Vec<u128> {
        let mut results = Vec::with_capacity(assignments.len());
        let mut narrow = vec![0u128; self.steps.len() * LANES];
        let mut wide = vec![Vec::new(); self.steps.len()];
        for batch in assignments.chunks(LANES) {
            for (place, step) in self.steps.iter().enumerate() {
                self.step(place, step, batch, &mut narrow, &mut wide);
            }
            let last = (self.steps.len() - 1) * LANES;
            results.extend_from_slice(&narrow[last..last + batch.len()]);
        }
        results
    }

    fn step(
        &self,
        place: usize,
        step: &Step,
        batch: &[Vec<u128>],
        narrow: &mut [u128],
        wide: &mut [Vec<Bits>],
    ) {
        if step.wide {
            return self.wide_step(place, step, batch.len(), narrow, wide);
        }
        let mask = u128::MAX >> (128 - step.width);
        let (done, rest) = narrow.split_at_mut(place * LANES);
        let out = &mut rest[..batch.len()];
        let operand = |index: usize| &done[step.operands[index] * LANES..][..LANES];
        let width_of = |index: usize| self.steps[step.operands[index]].width;
        let mut binary = |compute: &dyn Fn(u128, u128) -> u128| {
            for ((out, a), b) in out.iter_mut().zip(operand(0)).zip(operand(1)) {
                *out = compute(*a, *b) & mask;
            }
        };
        match step.node {
            Node::Constant => {
                let value = step.constant.as_ref().and_then(Bits::to_u128);
                out.fill(value.expect("at most 128 bits"));
            }
            Node::Variable(variable) => {
                assert!(variable.index() < self.inputs);
                for (out, assignment) in out.iter_mut().zip(batch) {
                    *out = assignment[variable.index()] & mask;
                }
            }
            Node::Not(_) => binary(&|a, _| !a),
            Node::Negate(_) => binary(&|a, _| a.wrapping_neg()),
            Node::And(..) => binary(&|a, b| a & b),
            Node::Xor(..) => binary(&|a, b| a ^ b),
            Node::Add(..) => binary(&|a, b| a.wrapping_add(b)),
            Node::Multiply(..) => binary(&|a, b| a.wrapping_mul(b)),
            Node::Equal(..) => binary(&|a, b| u128::from(a == b)),
            Node::Less(..) => binary(&|a, b| u128::from(a < b)),
            Node::LessSigned(..) => {
                let top = 1 << (width_of(0) - 1);
                binary(&|a, b| u128::from(a ^ top < b ^ top));
            }
            Node::ShiftLeft(..) => {
                let width = u128::from(step.width);
                binary(&|a, b| if b < width { a << b } else { 0 });
            }
            Node::ShiftRight(..) => {
                let width = u128::from(step.width);
                binary(&|a, b| if b < width { a >> b } else { 0 });
            }
            Node::Extract(_, low) => binary(&|a, _| a >> low),
            Node::Concat(..) => {
                let split = width_of(1);
                binary(&|a, b| a << split | b);
            }
            Node::SignExtend(_) => {
                let unused = 128 - width_of(0);
                binary(&|a, _| (((a << unused) as i128) >> unused) as u128);
            }
            Node::Ite(..) => {
                let (condition, then, otherwise) = (operand(0), operand(1), operand(2));
                for (lane, out) in out.iter_mut().enumerate() {
                    *out = if condition[lane] != 0 {
                        then[lane]
                    } else {
                        otherwise[lane]
                    };
                }
            }
            other => panic!("floats are not made of {other:?}"),
        }
    }

    fn wide_step(
        &self,
        place: usize,
        step: &Step,
        lanes: usize,
        narrow: &mut [u128],
        wide: &mut [Vec<Bits>],
    ) {
        let mut column = Vec::with_capacity(lanes);
        for lane in 0..lanes {
            let of = |index: usize| {
                let operand = step.operands[index];
                let width = self.steps[operand].width;
                if width > 128 {
                    wide[operand][lane].clone()
                } else {
                    Bits::new(narrow[operand * LANES + lane], width)
                }
            };
            column.push(match step.node {
                Node::Constant => step.constant.clone().expect("a constant"),
                Node::Not(_) => of(0).not(),
                Node::Negate(_) => of(0).negate(),
                Node::And(..) => of(0).and(&of(1)),
                Node::Xor(..) => of(0).xor(&of(1)),
                Node::Add(..) => of(0).add(&of(1)),
                Node::Multiply(..) => of(0).multiply(&of(1)),
                Node::Equal(..) => Bits::truth(of(0) == of(1)),
                Node::Less(..) => Bits::truth(of(0).compare(&of(1)).is_lt()),
                Node::Extract(_, low) => of(0).extract(low, step.width),
                Node::Concat(..) => of(0).concat(&of(1)),
                Node::SignExtend(_) => of(0).sign_extend(step.width),
                Node::ShiftLeft(..) => of(0).shift_left(&of(1)),
                Node::ShiftRight(..) => of(0).shift_right(&of(1)),
                Node::Ite(..) => of(if of(0).is_true() { 1 } else { 2 }),
                other => panic!("floats are not made of {other:?}"),
            });
        }
        if step.width > 128 {
            wide[place] = column;
        } else {
            for (lane, value) in column.iter().enumerate() {
                narrow[place * LANES + lane] = value.to_u128().expect("at most 128 bits");
            }
        }
    }
}
