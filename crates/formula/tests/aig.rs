//! The AIG against direct evaluation: random graphs, all assignments of their inputs, with and without rewriting.

mod random;
mod truth_tables;

use unspool_formula::aig::{Aig, Edge, simulate};

use random::Random;
use truth_tables::COLUMNS;

#[test]
fn random_graphs_keep_their_functions_and_rewriting_shrinks_them() {
    let mut random = Random(1);
    let (mut rewritten, mut plain) = (0, 0);
    for _ in 0..2000 {
        let mut graphs = [Aig::new(), Aig::without_two_level_rewriting()];
        let seed = random.next();
        for aig in &mut graphs {
            build_and_check(aig, &mut Random(seed));
        }
        rewritten += graphs[0].and_count();
        plain += graphs[1].and_count();
    }
    assert!(
        rewritten * 10 < plain * 8,
        "{rewritten} nodes with rewriting, {plain} without"
    );
}

/// Grows a graph by random operations and compares every edge with its truth table.
fn build_and_check(aig: &mut Aig, random: &mut Random) {
    let mut functions: Vec<(Edge, u64)> = vec![(Edge::TRUE, u64::MAX)];
    for column in COLUMNS {
        functions.push((aig.input(), column));
    }
    for _ in 0..40 {
        // Mostly recent ones, so that operands are related and rules apply.
        let mut pick = |functions: &[(Edge, u64)]| {
            let range = if random.below(3) == 0 {
                functions.len()
            } else {
                functions.len().min(8)
            };
            let (edge, function) = functions[functions.len() - 1 - random.below(range)];
            if random.below(2) == 0 {
                (edge, function)
            } else {
                (!edge, !function)
            }
        };
        let (a, x) = pick(&functions);
        let (b, y) = pick(&functions);
        let (c, z) = pick(&functions);
        functions.push(match random.below(9) {
            0..=4 => (aig.and(a, b), x & y),
            5 => (aig.or(a, b), x | y),
            6 => (aig.xor(a, b), x ^ y),
            7 => (aig.ite(a, b, c), x & y | !x & z),
            _ => (aig.majority(a, b, c), x & y | x & z | y & z),
        });
    }
    let simulation = simulate(aig, &COLUMNS);
    for (edge, function) in functions {
        assert_eq!(simulation.value(edge), function, "{edge:?}");
    }
}

/// Each rule of the paper by name: two operands, and what becomes of their AND.
#[test]
fn two_level_rules() {
    let mut aig = Aig::new();
    let [x, y, z] = [(); 3].map(|()| aig.input());
    let xy = aig.and(x, y);
    let xz = aig.and(x, z);
    let not_x_z = aig.and(!x, z);
    let x_not_y = aig.and(x, !y);
    let not_yz = aig.and(!y, z);
    let xyz = aig.and(xy, z);
    let count = aig.node_count();
    let cases = [
        ("contradiction, asymmetric", xy, !x, Edge::FALSE),
        ("contradiction, symmetric", xy, not_x_z, Edge::FALSE),
        ("subsumption, asymmetric", !xy, !x, !x),
        ("subsumption, symmetric", !xy, not_x_z, not_x_z),
        ("idempotence, asymmetric", xy, x, xy),
        ("resolution", !xy, !x_not_y, !x),
        ("substitution, asymmetric", !xy, x, x_not_y),
        ("substitution, symmetric", !xy, xz, xz),
        ("idempotence, symmetric", xy, xz, xyz),
        ("no rule: a new node", not_yz, x, Edge::FALSE),
    ];
    for (rule, a, b, expected) in cases {
        for (a, b) in [(a, b), (b, a)] {
            let result = aig.and(a, b);
            match rule {
                "no rule: a new node" => assert_eq!(result.node().index(), aig.node_count() - 1),
                // x z !y, which is one new node over `xz`.
                "substitution, symmetric" => {
                    assert_eq!(result, aig.and(xz, !y));
                    assert_eq!(aig.children(result.node()), Some((!y, xz)));
                }
                // One of x y z in the shapes that there are.
                "idempotence, symmetric" => {
                    assert!(result == xyz || aig.children(result.node()) == Some((y, xz)))
                }
                _ => assert_eq!(result, expected, "{rule}"),
            }
        }
    }
    assert!(aig.node_count() <= count + 3);
}

#[test]
fn equal_functions_of_two_inputs_are_one_edge() {
    let mut aig = Aig::new();
    let (a, b, c) = (aig.input(), aig.input(), aig.input());
    let before = aig.node_count();
    let xor = aig.xor(a, b);
    assert_eq!(aig.node_count(), before + 3);
    assert_eq!(aig.xor(b, a), xor);
    assert_eq!(aig.xor(!a, b), !xor);
    assert_eq!(aig.xor(!a, !b), xor);
    assert_eq!(aig.equal(a, b), !xor);
    assert_eq!(aig.ite(a, !b, b), xor);
    assert_eq!(aig.node_count(), before + 3);
    let ite = aig.ite(a, b, c);
    assert_eq!(aig.ite(!a, c, b), ite);
    assert_eq!(aig.ite(a, !b, !c), !ite);
    let majority = aig.majority(a, b, c);
    assert_eq!(aig.majority(!a, !b, !c), !majority);
    assert_ne!(majority, ite);
    assert_eq!(aig.majority(a, b, Edge::TRUE), aig.or(a, b));
    assert_eq!(aig.majority(a, b, Edge::FALSE), aig.and(a, b));
    assert_eq!(aig.implies(a, b), aig.or(!a, b));
}

#[test]
fn many_operands() {
    let mut aig = Aig::new();
    let edges: Vec<Edge> = (0..6).map(|_| aig.input()).collect();
    for length in 0..=6 {
        let all = aig.and_all(&edges[..length]);
        let any = aig.or_all(&edges[..length]);
        let simulation = simulate(&aig, &COLUMNS);
        let expected_all = COLUMNS[..length].iter().fold(u64::MAX, |a, b| a & b);
        let expected_any = COLUMNS[..length].iter().fold(0, |a, b| a | b);
        assert_eq!(simulation.value(all), expected_all);
        assert_eq!(simulation.value(any), expected_any);
    }
}

#[test]
fn a_million_deep_needs_no_stack() {
    let mut aig = Aig::new();
    let (mut edge, other) = (aig.input(), aig.input());
    for _ in 0..1_000_000 {
        let next = aig.input();
        let chosen = aig.or(edge, next);
        edge = aig.and(chosen, other);
    }
    let inputs = vec![1; aig.input_count()];
    assert_eq!(simulate(&aig, &inputs).value(edge) & 1, 1);
    assert_eq!(simulate(&aig, &[1, 0]).value(edge) & 1, 0);
}

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}
