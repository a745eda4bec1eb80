//! What rewriting achieves: pairs of terms that become one, beside pairs that look alike and must not.

use unspool_formula::terms::{ArraySort, Term, Terms};

struct Words {
    terms: Terms,
    x: Term,
    y: Term,
    /// A byte.
    b: Term,
    c: Term,
    d: Term,
}

impl Words {
    fn new() -> Words {
        let mut terms = Terms::new();
        let (x, y) = (terms.variable("x", 32), terms.variable("y", 32));
        let b = terms.variable("b", 8);
        let (c, d) = (terms.variable("c", 1), terms.variable("d", 1));
        Words {
            terms,
            x,
            y,
            b,
            c,
            d,
        }
    }
}

type Pair = fn(&mut Terms, &Words) -> (Term, Term);

fn check(name: &str, same: bool, pair: Pair) {
    let mut words = Words::new();
    let mut terms = std::mem::take(&mut words.terms);
    let (left, right) = pair(&mut terms, &words);
    assert_eq!(left == right, same, "{name}");
}

macro_rules! same {
    ($($name:literal: $pair:expr;)*) => { $(check($name, true, $pair);)* };
}

macro_rules! different {
    ($($name:literal: $pair:expr;)*) => { $(check($name, false, $pair);)* };
}

#[test]
fn arithmetic() {
    same! {
        "x - x": |t, w| (t.subtract(w.x, w.x), t.zero(32));
        "x + y - x": |t, w| { let sum = t.add(w.x, w.y); (t.subtract(sum, w.x), w.y) };
        "(x + 3) + 4": |t, w| {
            let (three, four, seven) = (t.number(3, 32), t.number(4, 32), t.number(7, 32));
            let sum = t.add(w.x, three);
            (t.add(sum, four), t.add(w.x, seven))
        };
        "(x + 3) + y": |t, w| {
            let three = t.number(3, 32);
            let (left, right) = (t.add(w.x, three), t.add(w.x, w.y));
            (t.add(left, w.y), t.add(right, three))
        };
        "x * 8": |t, w| { let (eight, three) = (t.number(8, 32), t.number(3, 32)); (t.multiply(w.x, eight), t.shift_left(w.x, three)) };
        "x % 16": |t, w| { let (n, mask) = (t.number(16, 32), t.number(15, 32)); (t.remainder(w.x, n), t.and(w.x, mask)) };
        "-x * 3": |t, w| {
            let (negative, three, minus_three) = (t.negate(w.x), t.number(3, 32), t.number(-3i128 as u128, 32));
            (t.multiply(negative, three), t.multiply(w.x, minus_three))
        };
        "x % x": |t, w| (t.remainder(w.x, w.x), t.zero(32));
        "-(x - y)": |t, w| { let d = t.subtract(w.x, w.y); (t.negate(d), t.subtract(w.y, w.x)) };
        "a byte divided by 300": |t, w| {
            let (wide, n) = (t.zero_extend(w.b, 32), t.number(300, 32));
            (t.divide(wide, n), t.zero(32))
        };
    }
    different! {
        "x / x may be by zero": |t, w| { let one = t.number(1, 32); (t.divide(w.x, w.x), one) };
        "(x + y) - y is not y": |t, w| { let sum = t.add(w.x, w.y); (t.subtract(sum, w.y), w.y) };
        "a byte divided by 200": |t, w| {
            let (wide, n) = (t.zero_extend(w.b, 32), t.number(200, 32));
            (t.divide(wide, n), t.zero(32))
        };
    }
}

#[test]
fn of_nothing() {
    same! {
        "the conjunction of none": |t, _| (t.and_all(&[]), t.boolean(true));
        "the disjunction of none": |t, _| (t.or_all(&[]), t.boolean(false));
    }
}

#[test]
fn pieces() {
    same! {
        "a word taken apart into bytes and put together by shifts": |t, w| {
            let mut word = t.zero(32);
            for byte in 0..4 {
                let part = t.extract(w.x, 8 * byte, 8);
                let part = t.zero_extend(part, 32);
                let count = t.number(u128::from(8 * byte), 32);
                let part = t.shift_left(part, count);
                word = t.or(word, part);
            }
            (word, w.x)
        };
        "(int)(char)x of a char": |t, w| {
            let wide = t.sign_extend(w.b, 32);
            let narrow = t.extract(wide, 0, 8);
            (t.sign_extend(narrow, 32), wide)
        };
        "the sign of a zero extension": |t, w| { let wide = t.zero_extend(w.b, 32); (t.sign(wide), t.boolean(false)) };
        "a mask of what is clear": |t, w| {
            let (wide, mask) = (t.zero_extend(w.b, 32), t.number(0xfff, 32));
            (t.and(wide, mask), wide)
        };
        "shifted out and back": |t, w| {
            let (count, mask) = (t.number(8, 32), t.number(0x00ff_ffff, 32));
            let left = t.shift_left(w.x, count);
            (t.shift_right(left, count), t.and(w.x, mask))
        };
    }
    different! {
        "bytes in the other order": |t, w| {
            let (low, high) = (t.extract(w.x, 0, 16), t.extract(w.x, 16, 16));
            (t.concat(low, high), w.x)
        };
        "a mask of what may be set": |t, w| {
            let (wide, mask) = (t.zero_extend(w.b, 32), t.number(0x7f, 32));
            (t.and(wide, mask), wide)
        };
    }
}

#[test]
fn comparisons() {
    same! {
        "x + 5 == 7": |t, w| {
            let (five, seven, two) = (t.number(5, 32), t.number(7, 32), t.number(2, 32));
            let sum = t.add(w.x, five);
            (t.equal(sum, seven), t.equal(w.x, two))
        };
        "x ^ -1": |t, w| { let ones = t.number(u128::MAX, 32); (t.xor(w.x, ones), t.not(w.x)) };
        "x + y == y + z, in each place": |t, w| {
            let z = t.variable("z", 32);
            let (left, right) = (t.add(w.x, w.y), t.add(w.y, z));
            (t.equal(left, right), t.equal(w.x, z))
        };
        "x + y == x + z": |t, w| {
            let z = t.variable("z", 32);
            let (left, right) = (t.add(w.x, w.y), t.add(w.x, z));
            (t.equal(left, right), t.equal(w.y, z))
        };
        "z + y == x + y": |t, w| {
            let z = t.variable("z", 32);
            let (left, right) = (t.add(w.y, z), t.add(w.x, w.y));
            (t.equal(left, right), t.equal(w.x, z))
        };
        "x - y == 0": |t, w| { let d = t.subtract(w.x, w.y); (t.is_zero(d), t.equal(w.x, w.y)) };
        "x < 0, signed": |t, w| { let zero = t.zero(32); (t.less_signed(w.x, zero), t.sign(w.x)) };
        "a byte is below 256": |t, w| { let (wide, n) = (t.zero_extend(w.b, 32), t.number(256, 32)); (t.less(wide, n), t.boolean(true)) };
        "a signed byte is never 128": |t, w| { let (wide, n) = (t.sign_extend(w.b, 32), t.number(128, 32)); (t.equal(wide, n), t.boolean(false)) };
        "comparison of a truth value with 0": |t, w| {
            let wide = t.zero_extend(w.c, 32);
            (t.is_nonzero(wide), w.c)
        };
        "a choice between constants, compared": |t, w| {
            let (three, four) = (t.number(3, 32), t.number(4, 32));
            let choice = t.ite(w.c, three, four);
            (t.equal(choice, three), w.c)
        };
        "widened operands compare as they are": |t, w| {
            let other = t.extract(w.x, 0, 8);
            let (a, b) = (t.sign_extend(w.b, 32), t.sign_extend(other, 32));
            (t.less_signed(a, b), t.less_signed(w.b, other))
        };
    }
    different! {
        "x < 0 is not x == 0": |t, w| { let zero = t.zero(32); (t.less_signed(w.x, zero), t.is_zero(w.x)) };
        "a byte may be 255": |t, w| { let (wide, n) = (t.zero_extend(w.b, 32), t.number(255, 32)); (t.less(wide, n), t.boolean(true)) };
        "signed and unsigned order": |t, w| (t.less(w.x, w.y), t.less_signed(w.x, w.y));
    }
}

#[test]
fn connectives_and_choices() {
    same! {
        "c and (c or d)": |t, w| { let or = t.or(w.c, w.d); (t.and(w.c, or), w.c) };
        "c and not (c and d)": |t, w| {
            let both = t.and(w.c, w.d);
            let (not, not_d) = (t.not(both), t.not(w.d));
            (t.and(w.c, not), t.and(w.c, not_d))
        };
        "the same condition twice": |t, w| {
            let inner = t.ite(w.c, w.x, w.y);
            let zero = t.zero(32);
            (t.ite(w.c, inner, zero), t.ite(w.c, w.x, zero))
        };
        "a common branch": |t, w| {
            let inner = t.ite(w.d, w.x, w.y);
            let either = t.or(w.c, w.d);
            (t.ite(w.c, w.x, inner), t.ite(either, w.x, w.y))
        };
        "c ? d : !d": |t, w| { let not = t.not(w.d); (t.ite(w.c, w.d, not), t.equal(w.c, w.d)) };
        "bounds of one order variable": |t, _| {
            let round = t.order_variable("round", 0, 9);
            let (three, five) = (t.at_least(round, 3), t.at_least(round, 5));
            (t.and(three, five), five)
        };
        "contradictory bounds": |t, _| {
            let round = t.order_variable("round", 0, 9);
            let (least, most) = (t.at_least(round, 5), t.at_most(round, 4));
            (t.and(least, most), t.boolean(false))
        };
    }
    different! {
        "c and (d or c and d)": |t, w| { let or = t.or(w.c, w.d); (t.and(w.c, or), w.d) };
        "bounds that touch": |t, _| {
            let round = t.order_variable("round", 0, 9);
            let (least, most) = (t.at_least(round, 5), t.at_most(round, 5));
            (t.and(least, most), t.boolean(false))
        };
        "bounds of two order variables": |t, _| {
            let (one, other) = (t.order_variable("a", 0, 9), t.order_variable("b", 0, 9));
            let (three, five) = (t.at_least(one, 3), t.at_least(other, 5));
            (t.and(three, five), five)
        };
    }
}

#[test]
fn arrays() {
    const SORT: ArraySort = ArraySort {
        index_width: 32,
        element_width: 8,
    };
    same! {
        "read what was written": |t, w| {
            let array = t.array_variable("a", SORT);
            let written = t.store(array, w.x, w.b);
            (t.select(written, w.x), w.b)
        };
        "read past a write elsewhere": |t, w| {
            let array = t.array_variable("a", SORT);
            let one = t.number(1, 32);
            let next = t.add(w.x, one);
            let written = t.store(array, next, w.b);
            (t.select(written, w.x), t.select(array, w.x))
        };
        "a choice between a write and what was there": |t, w| {
            let array = t.array_variable("a", SORT);
            let written = t.store(array, w.x, w.b);
            let chosen = t.ite(w.c, written, array);
            let old = t.select(array, w.x);
            (t.select(chosen, w.x), t.ite(w.c, w.b, old))
        };
        "the same condition twice": |t, w| {
            let (a, b) = (t.array_variable("a", SORT), t.array_variable("b", SORT));
            let inner = t.ite(w.c, a, b);
            (t.ite(w.c, inner, b), inner)
        };
        "write twice": |t, w| {
            let array = t.array_variable("a", SORT);
            let zero = t.zero(8);
            let written = t.store(array, w.x, zero);
            (t.store(written, w.x, w.b), t.store(array, w.x, w.b))
        };
    }
    different! {
        "read past a write that may be here": |t, w| {
            let array = t.array_variable("a", SORT);
            let written = t.store(array, w.y, w.b);
            (t.select(written, w.x), t.select(array, w.x))
        };
    }
}
