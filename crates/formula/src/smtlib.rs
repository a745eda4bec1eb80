//! Terms as an SMT-LIB 2 script, for other solvers to agree or disagree with.
//!
//! Every term of the assertions' cone becomes one `define-fun`, so that sharing is kept and nothing nests. Booleans are `(_ BitVec 1)` there as here,
//! and only the assertions themselves are turned into SMT-LIB's `Bool`. An order variable becomes a bit-vector with its range asserted.

use std::io::{self, Write};

use crate::terms::{ArraySort, Node, OrderVariable, Sort, Term, Terms};

/// Writes a script that asserts all of `assertions` and asks for satisfiability.
pub fn write(terms: &Terms, assertions: &[Term], out: &mut dyn Write) -> io::Result<()> {
    let cone = cone(terms, assertions);
    // Constant arrays are an extension that every solver for arrays has, but no logic of SMT-LIB's.
    let is = |wanted: fn(Node) -> bool| cone.iter().any(|term| wanted(terms.node(*term)));
    let logic = match () {
        () if is(|node| matches!(node, Node::ArrayOf(_))) => "ALL",
        () if is(|node| matches!(node, Node::Select(..))) => "QF_ABV",
        () => "QF_BV",
    };
    writeln!(out, "(set-logic {logic})")?;
    let mut declared = vec![false; terms.order_variables().count()];
    for term in &cone {
        if let Node::AtLeast(variable, _) = terms.node(*term)
            && !std::mem::replace(&mut declared[variable.index()], true)
        {
            declare_order(terms, variable, out)?;
        }
        define(terms, *term, out)?;
    }
    for assertion in assertions {
        writeln!(out, "(assert (= {assertion:?} #b1))")?;
    }
    writeln!(out, "(check-sat)")
}

/// All subterms, operands first.
fn cone(terms: &Terms, roots: &[Term]) -> Vec<Term> {
    let mut reached = vec![false; terms.len()];
    let mut stack = Vec::new();
    for root in roots {
        stack.push(*root);
        while let Some(term) = stack.pop() {
            if !std::mem::replace(&mut reached[term.index()], true) {
                terms.operands(term, |operand| stack.push(operand));
            }
        }
    }
    terms.iter().filter(|term| reached[term.index()]).collect()
}

fn declare_order(terms: &Terms, variable: OrderVariable, out: &mut dyn Write) -> io::Result<()> {
    let (low, high) = terms.order_range(variable);
    let name = order_name(variable);
    writeln!(out, "; {name} is {}", comment(terms.order_name(variable)))?;
    writeln!(out, "(declare-const {name} (_ BitVec 32))")?;
    writeln!(out, "(assert (bvule (_ bv{low} 32) {name}))")?;
    writeln!(out, "(assert (bvule {name} (_ bv{high} 32)))")
}

fn order_name(variable: OrderVariable) -> String {
    format!("o{}", variable.index())
}

/// A comment ends with its line.
fn comment(name: &str) -> String {
    name.replace(['\n', '\r'], " ")
}

fn define(terms: &Terms, term: Term, out: &mut dyn Write) -> io::Result<()> {
    let sort = sort_text(terms.sort(term));
    if let Some(variable) = terms.as_variable(term) {
        writeln!(
            out,
            "; {term:?} is {}",
            comment(terms.variable_name(variable))
        )?;
        return writeln!(out, "(declare-const {term:?} {sort})");
    }
    writeln!(out, "(define-fun {term:?} () {sort} {})", body(terms, term))
}

fn body(terms: &Terms, term: Term) -> String {
    let unary = |operator: &str, a: Term| format!("({operator} {a:?})");
    let binary = |operator: &str, a: Term, b: Term| format!("({operator} {a:?} {b:?})");
    let predicate =
        |operator: &str, a: Term, b: Term| format!("(ite ({operator} {a:?} {b:?}) #b1 #b0)");
    let choice = |c: Term, a: Term, b: Term| format!("(ite (= {c:?} #b1) {a:?} {b:?})");
    match terms.node(term) {
        Node::Constant => constant_text(terms, term),
        Node::AtLeast(variable, bound) => {
            let name = order_name(variable);
            format!("(ite (bvuge {name} (_ bv{bound} 32)) #b1 #b0)")
        }
        Node::Not(a) => unary("bvnot", a),
        Node::Negate(a) => unary("bvneg", a),
        Node::And(a, b) => binary("bvand", a, b),
        Node::Xor(a, b) => binary("bvxor", a, b),
        Node::Add(a, b) => binary("bvadd", a, b),
        Node::Multiply(a, b) => binary("bvmul", a, b),
        Node::Divide(a, b) => binary("bvudiv", a, b),
        Node::Remainder(a, b) => binary("bvurem", a, b),
        Node::ShiftLeft(a, b) => binary("bvshl", a, b),
        Node::ShiftRight(a, b) => binary("bvlshr", a, b),
        Node::ShiftRightSigned(a, b) => binary("bvashr", a, b),
        Node::Concat(a, b) => binary("concat", a, b),
        Node::Select(a, b) => binary("select", a, b),
        Node::Equal(a, b) => predicate("=", a, b),
        Node::Less(a, b) => predicate("bvult", a, b),
        Node::LessSigned(a, b) => predicate("bvslt", a, b),
        Node::Extract(a, low) => {
            let high = low + terms.width(term) - 1;
            format!("((_ extract {high} {low}) {a:?})")
        }
        Node::SignExtend(a) => {
            let more = terms.width(term) - terms.width(a);
            format!("((_ sign_extend {more}) {a:?})")
        }
        Node::Ite(c, a, b) | Node::ArrayIte(c, a, b) => choice(c, a, b),
        Node::ArrayOf(element) => {
            format!("((as const {}) {element:?})", sort_text(terms.sort(term)))
        }
        Node::Store(array, index, element) => format!("(store {array:?} {index:?} {element:?})"),
        Node::Variable(_) | Node::ArrayVariable(_) => unreachable!("variables are declared"),
    }
}

fn constant_text(terms: &Terms, term: Term) -> String {
    let value = terms.as_constant(term).expect("a constant has a value");
    let digits = (0..value.width())
        .rev()
        .map(|index| if value.bit(index) { '1' } else { '0' });
    format!("#b{}", digits.collect::<String>())
}

fn sort_text(sort: Sort) -> String {
    match sort {
        Sort::Bits(width) => format!("(_ BitVec {width})"),
        Sort::Array(ArraySort {
            index_width,
            element_width,
        }) => format!("(Array (_ BitVec {index_width}) (_ BitVec {element_width}))"),
    }
}
