//! Every operator against direct evaluation: folded, evaluated and blasted; at widths 1 to 8 for all operands, beyond for corner and random ones.

use crate::reference::{OPERATORS, Operator, Random, mask};
use unspool_formula::aig::simulate::simulate;
use unspool_formula::bits::Bits;
use unspool_formula::blast::Blaster;
use unspool_formula::evaluate::{Assignment, evaluate};
use unspool_formula::terms::{Term, Terms};

/// A term over variables that is checked for many values of them, by evaluation and by simulation of its circuit.
struct Subject {
    terms: Terms,
    variables: Vec<Term>,
    result: Term,
    blaster: Blaster,
}

impl Subject {
    fn new(widths: &[u32], build: impl FnOnce(&mut Terms, &[Term]) -> Term) -> Subject {
        let mut terms = Terms::new();
        let variables: Vec<Term> = widths
            .iter()
            .map(|width| terms.variable("x", *width))
            .collect();
        let result = build(&mut terms, &variables);
        let mut blaster = Blaster::new();
        for variable in &variables {
            blaster.blast(&terms, *variable);
        }
        blaster.blast(&terms, result);
        Subject {
            terms,
            variables,
            result,
            blaster,
        }
    }

    fn evaluated(&self, values: &[u128]) -> u128 {
        let mut assignment = Assignment::default();
        for (variable, value) in self.variables.iter().zip(values) {
            let width = self.terms.width(*variable);
            let variable = self.terms.as_variable(*variable).unwrap();
            assignment.bits.insert(variable, Bits::new(*value, width));
        }
        let bits = evaluate(&self.terms, &assignment, self.result);
        bits.to_u128().unwrap()
    }

    /// The result for up to 64 choices of values, by the circuit.
    fn simulated(&self, choices: &[Vec<u128>]) -> Vec<u128> {
        let mut inputs = Vec::new();
        for (number, variable) in self.variables.iter().enumerate() {
            for bit in 0..self.terms.width(*variable) {
                let word = choices
                    .iter()
                    .enumerate()
                    .fold(0u64, |word, (lane, values)| {
                        word | ((values[number] >> bit & 1) as u64) << lane
                    });
                inputs.push(word);
            }
        }
        let simulation = simulate(self.blaster.aig(), &inputs);
        let bits = self.blaster.bits_of(&self.terms, self.result);
        (0..choices.len())
            .map(|lane| {
                bits.iter().rev().fold(0, |value, edge| {
                    value << 1 | u128::from(simulation.value(*edge) >> lane & 1)
                })
            })
            .collect()
    }

    fn check(&self, what: &str, choices: &[Vec<u128>], expected: impl Fn(&[u128]) -> u128) {
        for chunk in choices.chunks(64) {
            for (values, simulated) in chunk.iter().zip(self.simulated(chunk)) {
                let expected = expected(values);
                assert_eq!(simulated, expected, "{what}: circuit for {values:x?}");
            }
        }
        // Evaluation is slower: every choice if they are few, else some.
        for values in choices.iter().step_by(choices.len() / 4096 + 1) {
            assert_eq!(
                self.evaluated(values),
                expected(values),
                "{what}: evaluation for {values:x?}"
            );
        }
    }
}

fn all_choices(operands: usize, width: u32) -> Vec<Vec<u128>> {
    let values = 1u128 << width;
    match operands {
        1 => (0..values).map(|a| vec![a]).collect(),
        _ => (0..values)
            .flat_map(|a| (0..values).map(move |b| vec![a, b]))
            .collect(),
    }
}

fn random_choices(
    random: &mut Random,
    operands: usize,
    width: u32,
    count: usize,
) -> Vec<Vec<u128>> {
    (0..count)
        .map(|_| (0..operands).map(|_| random.value(width)).collect())
        .collect()
}

fn direct(operator: &Operator, values: &[u128], width: u32) -> u128 {
    let result = (operator.direct)(values, width);
    if operator.is_predicate {
        result & 1
    } else {
        result
    }
}

#[test]
fn every_operator_on_all_operands_up_to_8_bits() {
    for operator in OPERATORS {
        for width in 1..=8 {
            let subject = Subject::new(&vec![width; operator.operands], operator.build);
            let choices = all_choices(operator.operands, width);
            let what = format!("{} at {width}", operator.name);
            subject.check(&what, &choices, |values| direct(operator, values, width));
        }
    }
}

#[test]
fn every_operator_on_corner_and_random_operands_of_wide_widths() {
    let mut random = Random(1);
    for operator in OPERATORS {
        for width in [9, 16, 31, 32, 33, 63, 64] {
            let subject = Subject::new(&vec![width; operator.operands], operator.build);
            let choices = random_choices(&mut random, operator.operands, width, 640);
            let what = format!("{} at {width}", operator.name);
            subject.check(&what, &choices, |values| direct(operator, values, width));
        }
    }
}

/// The same operators where an operand is a constant, which is where most rules are.
#[test]
fn every_operator_with_constant_operands() {
    let mut random = Random(2);
    for operator in OPERATORS {
        for width in 1..=8 {
            let constants: Vec<u128> = if width <= 4 {
                (0..1 << width).collect()
            } else {
                (0..24).map(|_| random.value(width)).collect()
            };
            for constant in constants {
                for position in 0..operator.operands {
                    check_with_constant(operator, width, constant, position);
                }
            }
        }
    }
}

fn check_with_constant(operator: &Operator, width: u32, constant: u128, position: usize) {
    let place = |values: &[u128]| {
        let mut all = values.to_vec();
        all.insert(position, constant);
        all
    };
    let subject = Subject::new(&vec![width; operator.operands - 1], |terms, variables| {
        let constant = terms.number(constant, width);
        let mut all = variables.to_vec();
        all.insert(position, constant);
        (operator.build)(terms, &all)
    });
    if operator.operands == 1 {
        let value = subject.terms.as_constant(subject.result);
        let value = value.expect("folded").to_u128().unwrap();
        assert_eq!(
            value,
            direct(operator, &[constant], width),
            "{}",
            operator.name
        );
        return;
    }
    let choices = all_choices(1, width);
    let what = format!(
        "{} at {width}, operand {position} is {constant}",
        operator.name
    );
    subject.check(&what, &choices, |values| {
        direct(operator, &place(values), width)
    });
}

#[test]
fn folding_of_constants() {
    let mut random = Random(3);
    for operator in OPERATORS {
        for width in [1, 2, 3, 8, 16, 32, 64] {
            for values in random_choices(&mut random, operator.operands, width, 200) {
                let mut terms = Terms::new();
                let operands: Vec<Term> = values
                    .iter()
                    .map(|value| terms.number(*value, width))
                    .collect();
                let result = (operator.build)(&mut terms, &operands);
                let folded = terms.as_constant(result).expect("constants fold");
                assert_eq!(
                    folded.to_u128().unwrap(),
                    direct(operator, &values, width),
                    "{} of {values:x?} at {width}",
                    operator.name
                );
            }
        }
    }
}

#[test]
fn parts_extensions_and_choices() {
    for width in 1..=8 {
        for low in 0..width {
            for length in 1..=width - low {
                let subject = Subject::new(&[width], |terms, x| terms.extract(x[0], low, length));
                subject.check("extract", &all_choices(1, width), |x| {
                    x[0] >> low & mask(length)
                });
            }
        }
        for wider in width..=width + 4 {
            let subject = Subject::new(&[width], |terms, x| terms.zero_extend(x[0], wider));
            subject.check("zero_extend", &all_choices(1, width), |x| x[0]);
            let subject = Subject::new(&[width], |terms, x| terms.sign_extend(x[0], wider));
            subject.check("sign_extend", &all_choices(1, width), |x| {
                crate::reference::signed(x[0], width) as u128 & mask(wider)
            });
        }
        let subject = Subject::new(&[width, width], |terms, x| terms.concat(x[0], x[1]));
        subject.check("concat", &all_choices(2, width), |x| x[0] << width | x[1]);
        let subject = Subject::new(&[width, width], |terms, x| {
            let condition = terms.bit(x[0], 0);
            terms.ite(condition, x[0], x[1])
        });
        subject.check("ite", &all_choices(2, width), |x| {
            if x[0] & 1 == 1 { x[0] } else { x[1] }
        });
    }
}

/// What the engine does with 128-bit integers and what floats need beyond that.
#[test]
fn widths_beyond_64_bits() {
    let mut random = Random(4);
    let width = 128;
    for operator in OPERATORS
        .iter()
        .filter(|operator| !operator.name.contains("overflows"))
    {
        let subject = Subject::new(&vec![width; operator.operands], operator.build);
        let mut choices = random_choices(&mut random, operator.operands, width, 64);
        // The reference computes with i128, where this overflows.
        choices.retain(|values| values[0] != 1 << 127 || values.last() != Some(&u128::MAX));
        subject.check(operator.name, &choices, |values| {
            direct(operator, values, width)
        });
    }
    // (a * 2^100 + b) divided and multiplied back, in 200 bits.
    let subject = Subject::new(&[100, 100, 100], |terms, x| {
        let a = terms.concat(x[0], x[1]);
        let b = terms.zero_extend(x[2], 200);
        let (quotient, remainder) = (terms.divide(a, b), terms.remainder(a, b));
        let product = terms.multiply(quotient, b);
        let again = terms.add(product, remainder);
        let same = terms.equal(again, a);
        let less = terms.less(remainder, b);
        let zero = terms.is_zero(b);
        let proper = terms.or(less, zero);
        terms.and(same, proper)
    });
    let choices = random_choices(&mut random, 3, 100, 64);
    subject.check("division in 200 bits", &choices, |_| 1);
}
