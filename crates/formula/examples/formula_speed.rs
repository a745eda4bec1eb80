//! How fast and how small formulas are: `cargo run --release -p unspool-formula --example formula_speed`.
//!
//! Three tables: construction of terms (terms per second, bytes per term); blasting and clauses (nodes and clauses per second, bytes
//! per node); and the size of the CNF as a ratio to the textbook's encoding of the same terms, which is an AIG without
//! two-level rewriting, a variable and three clauses per AND, all of it in both polarities.

use std::time::{Duration, Instant};

use unspool_formula::aig::{Aig, Edge};
use unspool_formula::arrays::SmallArrays;
use unspool_formula::blast::Blaster;
use unspool_formula::cnf::{Cnf, textbook};
use unspool_formula::literal::{Literal, Variable};
use unspool_formula::solver::cadical::{Cadical, Config};
use unspool_formula::solver::{Clauses, memory};
use unspool_formula::terms::{Term, Terms};

fn main() {
    construction();
    ten_million_nodes();
    sizes();
}

/// Counts clauses and forgets them.
#[derive(Default)]
struct Counter {
    variables: u32,
    clauses: u64,
    literals: u64,
}

impl Clauses for Counter {
    fn new_variable(&mut self) -> Variable {
        self.variables += 1;
        Variable::new(self.variables - 1)
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.clauses += 1;
        self.literals += clause.len() as u64;
    }
}

/// Deterministic random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % limit
    }
}

/// What symbolic execution of a program makes: words computed from words, merged under guards that are comparisons.
fn merged_paths(terms: &mut Terms, statements: u32) -> Vec<Term> {
    let mut random = Random(1);
    let mut words: Vec<Term> = (0..16).map(|_| terms.variable("x", 32)).collect();
    let mut guard = terms.boolean(true);
    let mut guards = Vec::new();
    for _ in 0..statements {
        let [a, b, target] = [0, 1, 2].map(|_| random.below(16) as usize);
        let (x, y) = (words[a], words[b]);
        let constant = terms.number(u128::from(random.below(100)), 32);
        let value = match random.below(8) {
            0 => terms.add(x, y),
            1 => terms.subtract(x, y),
            2 => terms.add(x, constant),
            3 => terms.and(x, y),
            4 => terms.xor(x, y),
            5 => {
                let byte = terms.extract(x, 8, 8);
                terms.sign_extend(byte, 32)
            }
            6 => terms.multiply(x, constant),
            _ => {
                let three = terms.number(3, 32);
                terms.shift_right(x, three)
            }
        };
        let condition = match random.below(3) {
            0 => terms.less_signed(x, y),
            1 => terms.equal(x, constant),
            _ => terms.less(y, constant),
        };
        if random.below(4) == 0 {
            guard = condition;
        } else {
            guard = terms.and(guard, condition);
        }
        words[target] = terms.ite(guard, value, words[target]);
        guards.push(guard);
    }
    guards
}

fn construction() {
    println!("construction            terms      million terms/s   bytes/term");
    for statements in [10_000, 100_000, 270_000, 1_000_000] {
        let mut terms = Terms::new();
        let start = Instant::now();
        merged_paths(&mut terms, statements);
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{:<20} {:>10} {:>16.1} {:>12.1}",
            format!("{statements} statements"),
            terms.len(),
            terms.len() as f64 / seconds / 1e6,
            terms.memory_bytes() as f64 / terms.len() as f64
        );
    }
}

fn ten_million_nodes() {
    let mut terms = Terms::new();
    let mut blaster = Blaster::new();
    let mut blasting = Duration::ZERO;
    let mut roots = Vec::new();
    while blaster.aig().node_count() < 10_000_000 {
        let [a, b, c] = ["a", "b", "c"].map(|name| terms.variable(name, 32));
        let product = terms.multiply(a, b);
        let quotient = terms.divide(product, c);
        let root = terms.less(quotient, a);
        let start = Instant::now();
        roots.push(blaster.blast_boolean(&terms, root));
        blasting += start.elapsed();
    }
    let nodes = blaster.aig().node_count() as f64;
    let start = Instant::now();
    let (mut cnf, mut counter) = (Cnf::new(), Counter::default());
    for root in &roots {
        cnf.assert(blaster.aig(), *root, &mut counter);
    }
    let encoding = start.elapsed();
    let clauses = counter.clauses as f64;
    let million = |count: f64, time: Duration| count / time.as_secs_f64() / 1e6;
    let tables = blaster.memory_bytes() + cnf.memory_bytes() + terms.memory_bytes();
    println!("\nten million nodes: products, quotients and comparisons of 32 bits");
    println!(
        "  million nodes/s, blasting        {:6.1}",
        million(nodes, blasting)
    );
    println!(
        "  million clauses/s, forgotten     {:6.1}",
        million(clauses, encoding)
    );
    println!(
        "  bytes per node, all tables       {:6.1}",
        tables as f64 / nodes
    );
    println!(
        "  megabytes, all tables            {:6.0}",
        tables as f64 / 1e6
    );
    let process = memory::of_this_process().unwrap_or(0);
    println!(
        "  megabytes, process               {:6.0}",
        process as f64 / 1e6
    );
    let mut cadical = Cadical::new(&Config::default()).expect("no proof, no file");
    let (mut cnf, start) = (Cnf::new(), Instant::now());
    for root in &roots {
        cnf.assert(blaster.aig(), *root, &mut cadical);
    }
    println!(
        "  million clauses/s, into CaDiCaL  {:6.1}",
        million(clauses, start.elapsed())
    );
}

type Workload = (&'static str, fn(&mut Terms) -> Vec<Term>);

const WORKLOADS: &[Workload] = &[
    ("merged paths", |terms| {
        let guards = merged_paths(terms, 300);
        vec![*guards.last().unwrap()]
    }),
    ("sums, compared", |terms| {
        let mut sum = terms.variable("x", 32);
        let mut ascending = Vec::new();
        for _ in 0..20 {
            let x = terms.variable("x", 32);
            let next = terms.add(sum, x);
            ascending.push(terms.less_signed(sum, next));
            sum = next;
        }
        ascending
    }),
    ("product = constant", |terms| {
        let (a, b) = (terms.variable("a", 32), terms.variable("b", 32));
        let product = terms.multiply(a, b);
        let wanted = terms.number(4_000_037 * 1009, 32);
        vec![terms.equal(product, wanted)]
    }),
    ("division", |terms| {
        let (a, b) = (terms.variable("a", 32), terms.variable("b", 32));
        let quotient = terms.divide_signed(a, b);
        let remainder = terms.remainder_signed(a, b);
        vec![terms.equal(quotient, remainder)]
    }),
    ("shifts", |terms| {
        let (a, b) = (terms.variable("a", 32), terms.variable("b", 32));
        let (left, right) = (terms.shift_left(a, b), terms.shift_right_signed(a, b));
        vec![terms.equal(left, right)]
    }),
    ("schedule of 40 in 8", |terms| {
        let rounds: Vec<_> = (0..40)
            .map(|_| terms.order_variable("round", 0, 8))
            .collect();
        let mut facts = Vec::new();
        for pair in rounds.windows(2) {
            facts.push(terms.order_at_most(pair[0], pair[1]));
        }
        facts
    }),
];

fn sizes() {
    println!("\nCNF                  variables   clauses   literals   textbook's clauses   ratio");
    for (name, workload) in WORKLOADS {
        let mut terms = Terms::new();
        let assertions = workload(&mut terms);
        let mut blaster = Blaster::new();
        let roots = blasted(&mut blaster, &terms, &assertions);
        let (mut cnf, mut counter) = (Cnf::new(), Counter::default());
        for root in roots {
            cnf.assert(blaster.aig(), root, &mut counter);
        }
        let aig = Aig::without_two_level_rewriting();
        let mut plain = Blaster::over(aig, SmallArrays::default());
        let roots = blasted(&mut plain, &terms, &assertions);
        let textbook = textbook::size(plain.aig(), &roots);
        println!(
            "{name:<20} {:>9} {:>9} {:>10} {:>20} {:>7.2}",
            counter.variables,
            counter.clauses,
            counter.literals,
            textbook.clauses,
            counter.clauses as f64 / textbook.clauses as f64
        );
    }
}

fn blasted(blaster: &mut Blaster, terms: &Terms, assertions: &[Term]) -> Vec<Edge> {
    let mut roots = Vec::new();
    for assertion in assertions {
        roots.push(blaster.blast_boolean(terms, *assertion));
    }
    roots.extend(blaster.side_conditions());
    roots
}
