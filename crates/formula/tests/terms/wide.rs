//! Terms wider than a machine word, of whose bits less is known: random expressions, and the rules that these miss.
//!
//! The reference is `Bits`, which `bits_of_wide_values` checks against numbers in base 2^16.

use unspool_formula::aig::simulate::simulate;
use unspool_formula::bits::Bits;
use unspool_formula::blast::Blaster;
use unspool_formula::evaluate::{Assignment, Evaluation, evaluate};
use unspool_formula::terms::{Term, Terms};

use crate::reference::{Random, seeds};

const LANES: usize = 16;

/// A term beside its value in each lane.
struct Item {
    term: Term,
    values: Vec<Bits>,
    text: String,
}

struct Expression {
    terms: Terms,
    items: Vec<Item>,
    lanes: Vec<Assignment>,
}

type Build = fn(&mut Terms, Term, Term) -> Term;
type Direct = fn(&Bits, &Bits) -> Bits;

fn magnitude(a: &Bits) -> Bits {
    if a.sign() { a.negate() } else { a.clone() }
}

/// Operators on two operands of one width.
const BINARY: &[(&str, Build, Direct)] = &[
    ("and", Terms::and, Bits::and),
    ("or", Terms::or, Bits::or),
    ("xor", Terms::xor, Bits::xor),
    ("add", Terms::add, Bits::add),
    ("subtract", Terms::subtract, Bits::subtract),
    ("multiply", Terms::multiply, Bits::multiply),
    ("divide", Terms::divide, |a, b| a.divide(b).0),
    ("remainder", Terms::remainder, |a, b| a.divide(b).1),
    ("divide_signed", Terms::divide_signed, |a, b| {
        let quotient = magnitude(a).divide(&magnitude(b)).0;
        if a.sign() == b.sign() {
            quotient
        } else {
            quotient.negate()
        }
    }),
    ("shift_left", Terms::shift_left, Bits::shift_left),
    ("shift_right", Terms::shift_right, Bits::shift_right),
    (
        "shift_right_signed",
        Terms::shift_right_signed,
        Bits::shift_right_signed,
    ),
    ("equal", Terms::equal, |a, b| Bits::truth(a == b)),
    ("less", Terms::less, |a, b| {
        Bits::truth(a.compare(b).is_lt())
    }),
    ("less_signed", Terms::less_signed, |a, b| {
        Bits::truth(a.compare_signed(b).is_lt())
    }),
];

fn random_value(random: &mut Random, width: u32) -> Bits {
    let words: Vec<u64> = (0..width.div_ceil(64)).map(|_| random.next()).collect();
    let any = Bits::from_slice(&words, width);
    let count = Bits::new(u128::from(random.below(u64::from(width))), width);
    match random.below(9) {
        0 => Bits::zero(width),
        1 => Bits::one(width),
        2 => Bits::ones(width),
        3 => Bits::sign_bit(width),
        4 => Bits::sign_bit(width).not(),
        5 => Bits::one(width).shift_left(&count),
        6 => any.shift_right(&count),
        7 => any.shift_right(&count).not(),
        _ => any,
    }
}

impl Expression {
    fn random(seed: u64, widths: &[u32], steps: usize) -> Expression {
        let mut random = Random(seed);
        let mut expression = Expression {
            terms: Terms::new(),
            items: Vec::new(),
            lanes: vec![Assignment::default(); LANES],
        };
        let width = |random: &mut Random| widths[random.below(widths.len() as u64) as usize];
        for _ in 0..4 {
            let width = width(&mut random);
            expression.add_variable(&mut random, width);
        }
        while expression.items.len() < steps {
            let wanted = width(&mut random);
            expression.add_step(&mut random, wanted);
        }
        expression
    }

    fn add_variable(&mut self, random: &mut Random, width: u32) {
        let term = self.terms.variable("x", width);
        let variable = self.terms.as_variable(term).unwrap();
        let values: Vec<Bits> = (0..LANES).map(|_| random_value(random, width)).collect();
        for (lane, value) in self.lanes.iter_mut().zip(&values) {
            lane.bits.insert(variable, value.clone());
        }
        self.push(term, values, format!("variable of {width}"));
    }

    fn push(&mut self, term: Term, values: Vec<Bits>, text: String) {
        self.items.push(Item { term, values, text });
    }

    fn width(&self, item: usize) -> u32 {
        self.terms.width(self.items[item].term)
    }

    /// Recent ones are preferred.
    fn any(&self, random: &mut Random) -> usize {
        let count = self.items.len() as u64;
        (count - 1 - random.below(count).min(random.below(count))) as usize
    }

    fn any_of_width(&self, random: &mut Random, width: u32) -> Option<usize> {
        let fitting: Vec<usize> = (0..self.items.len())
            .filter(|item| self.width(*item) == width)
            .collect();
        fitting
            .get(random.below(fitting.len().max(1) as u64) as usize)
            .copied()
    }

    fn lanes_of(&self, item: usize, direct: impl Fn(&Bits) -> Bits) -> Vec<Bits> {
        self.items[item].values.iter().map(direct).collect()
    }

    /// One more step, if it fits. `wanted` is some width.
    fn add_step(&mut self, random: &mut Random, wanted: u32) {
        let x = self.any(random);
        let (a, width) = (self.items[x].term, self.width(x));
        match random.below(20) {
            0 => {
                let values = self.lanes_of(x, Bits::not);
                let term = self.terms.not(a);
                self.push(term, values, format!("not {x}"));
            }
            1 => {
                let values = self.lanes_of(x, Bits::negate);
                let term = self.terms.negate(a);
                self.push(term, values, format!("negate {x}"));
            }
            2 | 3 => {
                let value = random_value(random, wanted);
                let term = self.terms.constant(&value);
                self.push(term, vec![value.clone(); LANES], format!("{value:?}"));
            }
            4 | 5 => {
                let length = 1 + random.below(u64::from(width)) as u32;
                let low = random.below(u64::from(width - length) + 1) as u32;
                let values = self.lanes_of(x, |value| value.extract(low, length));
                let term = self.terms.extract(a, low, length);
                self.push(term, values, format!("extract {x} {low} {length}"));
            }
            6 if wanted >= width => {
                let values = self.lanes_of(x, |value| value.zero_extend(wanted));
                let term = self.terms.zero_extend(a, wanted);
                self.push(term, values, format!("zero_extend {x} {wanted}"));
            }
            7 | 8 if wanted >= width => {
                let values = self.lanes_of(x, |value| value.sign_extend(wanted));
                let term = self.terms.sign_extend(a, wanted);
                self.push(term, values, format!("sign_extend {x} {wanted}"));
            }
            9 => {
                let y = self.any(random);
                if width + self.width(y) > 400 {
                    return;
                }
                let pairs = self.items[x].values.iter().zip(&self.items[y].values);
                let values = pairs.map(|(high, low)| high.concat(low)).collect();
                let term = self.terms.concat(a, self.items[y].term);
                self.push(term, values, format!("concat {x} {y}"));
            }
            10 => {
                let (Some(c), Some(y)) = (
                    self.any_of_width(random, 1),
                    self.any_of_width(random, width),
                ) else {
                    return;
                };
                let chosen = |lane: usize| {
                    let holds = self.items[c].values[lane].is_true();
                    self.items[if holds { x } else { y }].values[lane].clone()
                };
                let values = (0..LANES).map(chosen).collect();
                let (condition, b) = (self.items[c].term, self.items[y].term);
                let term = self.terms.ite(condition, a, b);
                self.push(term, values, format!("ite {c} {x} {y}"));
            }
            _ => {
                let Some(y) = self.any_of_width(random, width) else {
                    return;
                };
                let (name, build, direct) = BINARY[random.below(BINARY.len() as u64) as usize];
                let pairs = self.items[x].values.iter().zip(&self.items[y].values);
                let values = pairs.map(|(a, b)| direct(a, b)).collect();
                let term = build(&mut self.terms, a, self.items[y].term);
                self.push(term, values, format!("{name} {x} {y}"));
            }
        }
    }

    /// The first item whose term has another value, by evaluation, by what is known of it, or by its circuit.
    fn disagreement(&self) -> Option<String> {
        for (lane, assignment) in self.lanes.iter().enumerate() {
            let mut evaluation = Evaluation::new(&self.terms, assignment);
            for (number, item) in self.items.iter().enumerate() {
                let (found, wanted) = (evaluation.bits(item.term), &item.values[lane]);
                if found != *wanted {
                    return Some(format!("item {number} is {wanted:?}, its term {found:?}"));
                }
                if let Some(problem) = unsound_knowledge(&self.terms, item.term, wanted) {
                    return Some(format!("item {number}: {problem}"));
                }
            }
        }
        let mut blaster = Blaster::new();
        for item in &self.items {
            blaster.blast(&self.terms, item.term);
        }
        let mut inputs = vec![0; blaster.aig().input_count()];
        for (lane, assignment) in self.lanes.iter().enumerate() {
            for variable in blaster.variables() {
                let value = &assignment.bits[&self.terms.as_variable(*variable).unwrap()];
                for (index, edge) in blaster.bits_of(&self.terms, *variable).iter().enumerate() {
                    let input = blaster.aig().input_number(edge.node()).unwrap();
                    inputs[input] |= u64::from(value.bit(index as u32)) << lane;
                }
            }
        }
        let simulation = simulate(blaster.aig(), &inputs);
        for (number, item) in self.items.iter().enumerate() {
            let bits = blaster.bits_of(&self.terms, item.term);
            for (lane, wanted) in item.values.iter().enumerate() {
                let found = Bits::from_fn(wanted.width(), |index| {
                    simulation.value(bits[index as usize]) >> lane & 1 != 0
                });
                if found != *wanted {
                    return Some(format!(
                        "item {number} is {wanted:?}, its circuit says {found:?}"
                    ));
                }
            }
        }
        None
    }
}

fn unsound_knowledge(terms: &Terms, term: Term, value: &Bits) -> Option<String> {
    let known = terms.known_bits(term);
    let low = value.low_word();
    let is_sound = known.zeros & low == 0
        && known.ones & !low == 0
        && known.sign_copies <= value.sign_copies()
        && known.leading_zeros() <= value.leading_zeros()
        && known.trailing_zeros() <= value.trailing_zeros();
    (!is_sound).then(|| format!("is {value:?}, known are {known:x?}"))
}

fn check_random(widths: &[u32], count: u64) {
    let steps = 45;
    for seed in seeds(count) {
        if Expression::random(seed, widths, steps)
            .disagreement()
            .is_none()
        {
            continue;
        }
        // The shortest beginning that fails.
        for steps in 4..=steps {
            let expression = Expression::random(seed, widths, steps);
            if let Some(problem) = expression.disagreement() {
                let texts: Vec<&str> = expression.items.iter().map(|item| &*item.text).collect();
                panic!("seed {seed}: {problem}\n{texts:#?}");
            }
        }
    }
}

#[test]
fn expressions_around_one_word() {
    check_random(&[1, 31, 63, 64, 65, 66], 150);
}

#[test]
fn expressions_around_two_words() {
    check_random(&[1, 8, 64, 127, 128, 129], 60);
}

#[test]
fn expressions_of_hundreds_of_bits() {
    check_random(&[1, 16, 64, 100, 254, 255, 256, 300], 30);
}

/// The term over variables of these widths computes `expected`, for some values of them.
fn check(
    what: &str,
    widths: &[u32],
    build: fn(&mut Terms, &[Term]) -> Term,
    expected: fn(&[Bits]) -> Bits,
) {
    let mut terms = Terms::new();
    let variables: Vec<Term> = widths
        .iter()
        .map(|width| terms.variable("x", *width))
        .collect();
    let term = build(&mut terms, &variables);
    let mut random = Random(1);
    for _ in 0..100 {
        let values: Vec<Bits> = widths
            .iter()
            .map(|width| random_value(&mut random, *width))
            .collect();
        let mut assignment = Assignment::default();
        for (variable, value) in variables.iter().zip(&values) {
            let variable = terms.as_variable(*variable).unwrap();
            assignment.bits.insert(variable, value.clone());
        }
        let value = expected(&values);
        assert_eq!(
            evaluate(&terms, &assignment, term),
            value,
            "{what} of {values:?}"
        );
        assert_eq!(
            unsound_knowledge(&terms, term, &value),
            None,
            "{what} of {values:?}"
        );
    }
}

#[test]
fn pieces_and_masks() {
    check(
        "pieces that overlap in a bit",
        &[67, 4],
        |t, x| {
            let (zeros, low) = (t.zero(3), t.zero_extend(x[1], 70));
            let high = t.concat(x[0], zeros);
            t.or(high, low)
        },
        |v| v[0].concat(&Bits::zero(3)).or(&v[1].zero_extend(70)),
    );
    check(
        "pieces of which both have high bits",
        &[40, 40, 40],
        |t, x| {
            let zeros = t.zero(40);
            let (high, low) = (t.concat(x[0], zeros), t.concat(x[1], x[2]));
            t.or(high, low)
        },
        |v| v[0].concat(&Bits::zero(40)).or(&v[1].concat(&v[2])),
    );
    check(
        "a mask with a hole above 64 bits",
        &[100],
        |t, x| {
            let mask = t.constant(&Bits::one(100).shift_left(&Bits::new(80, 100)).not());
            t.and(x[0], mask)
        },
        |v| v[0].and(&Bits::one(100).shift_left(&Bits::new(80, 100)).not()),
    );
    check(
        "no extension has that value",
        &[40],
        |t, x| {
            let wide = t.sign_extend(x[0], 100);
            let value = t.number(5 | 1 << 90, 100);
            t.equal(wide, value)
        },
        |_| Bits::truth(false),
    );
    check(
        "a wide high part with 64 low zeros",
        &[40, 104, 8],
        |t, x| {
            let zeros = t.zero(64);
            let shifted = t.concat(x[0], zeros);
            let shifted = t.shift_left(shifted, x[1]);
            t.concat(shifted, x[2])
        },
        |v| {
            let shifted = v[0].concat(&Bits::zero(64)).shift_left(&v[1]);
            shifted.concat(&v[2])
        },
    );
}

#[test]
fn many_copies_of_the_sign() {
    check(
        "290 copies",
        &[10, 10],
        |t, x| {
            let (a, b) = (t.sign_extend(x[0], 300), t.sign_extend(x[1], 300));
            t.less_signed(a, b)
        },
        |v| Bits::truth(v[0].compare_signed(&v[1]).is_lt()),
    );
    check(
        "256 copies",
        &[10, 10],
        |t, x| {
            let (a, b) = (t.sign_extend(x[0], 265), t.sign_extend(x[1], 265));
            let sum = t.add(a, b);
            t.less_signed(sum, b)
        },
        |v| Bits::truth(v[0].sign()),
    );
    check(
        "512 copies",
        &[10, 10],
        |t, x| {
            let (a, b) = (t.sign_extend(x[0], 521), t.sign_extend(x[1], 521));
            t.multiply(a, b)
        },
        |v| v[0].sign_extend(521).multiply(&v[1].sign_extend(521)),
    );
}

#[test]
fn words_of_many_pieces_compare_without_a_deep_stack() {
    let worker = std::thread::Builder::new().stack_size(256 << 10);
    let thread = worker.spawn(|| {
        let mut terms = Terms::new();
        let (mut a, mut b) = (terms.variable("a", 1), terms.variable("b", 1));
        let last = terms.less(a, b);
        for _ in 0..1000 {
            let bit = terms.variable("bit", 1);
            (a, b) = (terms.concat(bit, a), terms.concat(bit, b));
        }
        assert_eq!(terms.less(a, b), last);
    });
    thread.unwrap().join().unwrap();
}

/// Numbers in base 2^16, the lowest digit first: slow and simple.
fn digits(value: &Bits) -> Vec<u64> {
    (0..value.width().div_ceil(16))
        .map(|digit| {
            let bits = 16.min(value.width() - 16 * digit);
            value.extract(16 * digit, bits).low_word()
        })
        .collect()
}

fn from_digits(digits: &[u64], width: u32) -> Bits {
    Bits::from_fn(width, |bit| {
        digits[bit as usize / 16] >> (bit % 16) & 1 != 0
    })
}

#[test]
fn bits_of_wide_values() {
    let mut random = Random(9);
    for width in [64, 65, 127, 128, 129, 192, 200, 300] {
        for _ in 0..100 {
            let (a, b) = (
                random_value(&mut random, width),
                random_value(&mut random, width),
            );
            let (x, y) = (digits(&a), digits(&b));
            let mut sum = vec![0; x.len()];
            let mut product = vec![0; x.len()];
            let mut carry = 0;
            for i in 0..x.len() {
                carry += x[i] + y[i];
                sum[i] = carry & 0xffff;
                carry >>= 16;
                let mut carried = 0;
                for j in 0..x.len() - i {
                    carried += product[i + j] + x[i] * y[j];
                    product[i + j] = carried & 0xffff;
                    carried >>= 16;
                }
            }
            assert_eq!(a.add(&b), from_digits(&sum, width));
            assert_eq!(a.multiply(&b), from_digits(&product, width));
            assert_eq!(a.add(&b).subtract(&b), a);
            assert_eq!(a.compare(&b), x.iter().rev().cmp(y.iter().rev()));
            let (quotient, remainder) = a.divide(&b);
            if b.is_zero() {
                assert!(quotient.is_ones() && remainder == a);
            } else {
                // In double width, where nothing is lost.
                let wide = |value: &Bits| value.zero_extend(2 * width);
                let again = wide(&quotient).multiply(&wide(&b)).add(&wide(&remainder));
                assert_eq!(again, wide(&a));
                assert!(remainder.compare(&b).is_lt());
            }
            for count in [0, 1, 15, 16, 63, 64, 65, width - 1, width, width + 1] {
                let shifted =
                    |index: i64| (0..i64::from(width)).contains(&index) && a.bit(index as u32);
                let by = Bits::new(u128::from(count), width);
                let offset = i64::from(count);
                assert_eq!(
                    a.shift_left(&by),
                    Bits::from_fn(width, |i| shifted(i64::from(i) - offset))
                );
                assert_eq!(
                    a.shift_right(&by),
                    Bits::from_fn(width, |i| shifted(i64::from(i) + offset))
                );
            }
            let ones = (0..width).take_while(|index| a.bit(*index)).count() as u32;
            let zeros = (0..width).take_while(|index| !a.bit(*index)).count() as u32;
            let leading = (0..width).rev().take_while(|index| !a.bit(*index)).count() as u32;
            let copies = (0..width)
                .rev()
                .take_while(|index| a.bit(*index) == a.sign())
                .count() as u32;
            assert_eq!((a.trailing_ones(), a.trailing_zeros()), (ones, zeros));
            assert_eq!((a.leading_zeros(), a.sign_copies()), (leading, copies));
        }
    }
}
