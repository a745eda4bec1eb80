//! Maps from numbers that share what they have in common.
//!
//! Walking a program symbolically needs the state on every path, and the join of two states where paths meet. States
//! that split at a branch and meet again differ in little, so a state is a big-endian Patricia tree (Okasaki and Gill, *Fast
//! Mergeable Integer Maps*, 1998): copying one is free, a change copies one path (and nothing at all while nobody
//! else looks at it), and [`PersistentMap::merge`] visits only where two trees differ, since common subtrees
//! are the same object. The same structure carries the abstract states of Astrée and Frama-C.

use std::rc::Rc;

#[derive(Clone, Debug)]
pub struct PersistentMap<V> {
    root: Option<Rc<Node<V>>>,
}

#[derive(Clone, Debug)]
enum Node<V> {
    Leaf {
        key: u64,
        value: V,
    },
    /// Keys agree with `prefix` above `bit` (a power of two); it tells the two subtrees apart.
    Branch {
        prefix: u64,
        bit: u64,
        zero: Rc<Node<V>>,
        one: Rc<Node<V>>,
    },
}

impl<V> Default for PersistentMap<V> {
    fn default() -> Self {
        PersistentMap { root: None }
    }
}

impl<V: Copy + PartialEq> PersistentMap<V> {
    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    pub fn get(&self, key: u64) -> Option<V> {
        let mut node = self.root.as_deref()?;
        loop {
            match node {
                Node::Leaf { key: own, value } => return (*own == key).then_some(*value),
                Node::Branch {
                    prefix,
                    bit,
                    zero,
                    one,
                } => {
                    if above(key, *bit) != *prefix {
                        return None;
                    }
                    node = if key & bit == 0 { zero } else { one };
                }
            }
        }
    }

    pub fn insert(&mut self, key: u64, value: V) {
        if self.get(key) == Some(value) {
            return;
        }
        match &mut self.root {
            None => self.root = Some(Rc::new(Node::Leaf { key, value })),
            Some(root) => insert(root, key, value),
        }
    }

    pub fn remove(&mut self, key: u64) {
        if self.get(key).is_some() {
            self.remove_range(key, key);
        }
    }

    /// Removes all keys from `low` to `high`, both included.
    pub fn remove_range(&mut self, low: u64, high: u64) {
        if let Some(root) = self.root.take() {
            self.root = without_range(root, low, high);
        }
    }

    /// Visits the entries from `low` to `high`, both included, in ascending order.
    pub fn for_each_in(&self, low: u64, high: u64, mut visit: impl FnMut(u64, V)) {
        if let Some(root) = &self.root {
            each_in(root, low, high, &mut visit);
        }
    }

    /// Both maps joined: `join` decides on every key that the two do not have in common as the same subtree (so it must
    /// give back a value that both agree on), None meaning that the result lacks it.
    pub fn merge(
        &self,
        other: &Self,
        join: &mut impl FnMut(u64, Option<V>, Option<V>) -> Option<V>,
    ) -> Self {
        let root = match (&self.root, &other.root) {
            (None, None) => None,
            (Some(a), None) => one_sided(a, &mut |key, value| join(key, Some(value), None)),
            (None, Some(b)) => one_sided(b, &mut |key, value| join(key, None, Some(value))),
            (Some(a), Some(b)) => merge(a, b, join),
        };
        PersistentMap { root }
    }

    /// Whether both are the same object; equal maps need not be.
    pub fn is_same(&self, other: &Self) -> bool {
        match (&self.root, &other.root) {
            (None, None) => true,
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }
}

/// The bits of a key above `bit`.
fn above(key: u64, bit: u64) -> u64 {
    key & !(bit | (bit - 1))
}

fn prefix_of<V>(node: &Node<V>) -> u64 {
    match node {
        Node::Leaf { key, .. } => *key,
        Node::Branch { prefix, .. } => *prefix,
    }
}

/// Joins two trees whose prefixes differ.
fn link<V>(a: Rc<Node<V>>, b: Rc<Node<V>>) -> Rc<Node<V>> {
    let (first, second) = (prefix_of(&a), prefix_of(&b));
    let bit = 1 << (63 - (first ^ second).leading_zeros());
    let (zero, one) = if first & bit == 0 { (a, b) } else { (b, a) };
    Rc::new(Node::Branch {
        prefix: above(first, bit),
        bit,
        zero,
        one,
    })
}

fn insert<V: Copy>(node: &mut Rc<Node<V>>, key: u64, new: V) {
    let belongs_here = match &**node {
        Node::Leaf { key: own, .. } => *own == key,
        Node::Branch { prefix, bit, .. } => above(key, *bit) == *prefix,
    };
    if !belongs_here {
        let leaf = Rc::new(Node::Leaf { key, value: new });
        *node = link(Rc::clone(node), leaf);
        return;
    }
    match Rc::make_mut(node) {
        Node::Leaf { value, .. } => *value = new,
        Node::Branch { bit, zero, one, .. } => {
            insert(if key & *bit == 0 { zero } else { one }, key, new);
        }
    }
}

/// The smallest and largest key that a tree may contain.
fn bounds<V>(node: &Node<V>) -> (u64, u64) {
    match node {
        Node::Leaf { key, .. } => (*key, *key),
        Node::Branch { prefix, bit, .. } => (*prefix, prefix | bit | (bit - 1)),
    }
}

fn without_range<V: Copy>(node: Rc<Node<V>>, low: u64, high: u64) -> Option<Rc<Node<V>>> {
    let (first, last) = bounds(&node);
    if last < low || high < first {
        return Some(node);
    }
    if low <= first && last <= high {
        return None;
    }
    let Node::Branch {
        prefix,
        bit,
        zero,
        one,
    } = &*node
    else {
        return None;
    };
    let less_zero = without_range(Rc::clone(zero), low, high);
    let less_one = without_range(Rc::clone(one), low, high);
    match (less_zero, less_one) {
        (None, rest) | (rest, None) => rest,
        (Some(a), Some(b)) if Rc::ptr_eq(&a, zero) && Rc::ptr_eq(&b, one) => Some(node),
        (Some(zero), Some(one)) => Some(Rc::new(Node::Branch {
            prefix: *prefix,
            bit: *bit,
            zero,
            one,
        })),
    }
}

fn each_in<V: Copy>(node: &Node<V>, low: u64, high: u64, visit: &mut impl FnMut(u64, V)) {
    let (first, last) = bounds(node);
    if last < low || high < first {
        return;
    }
    match node {
        Node::Leaf { key, value } => visit(*key, *value),
        Node::Branch { zero, one, .. } => {
            each_in(zero, low, high, visit);
            each_in(one, low, high, visit);
        }
    }
}

fn rebuilt<V>(
    original: Option<&Rc<Node<V>>>,
    (prefix, bit): (u64, u64),
    new_zero: Option<Rc<Node<V>>>,
    new_one: Option<Rc<Node<V>>>,
) -> Option<Rc<Node<V>>> {
    match (new_zero, new_one) {
        (None, rest) | (rest, None) => rest,
        (Some(a), Some(b)) => {
            if let Some(original) = original
                && let Node::Branch { zero, one, .. } = &**original
                && Rc::ptr_eq(&a, zero)
                && Rc::ptr_eq(&b, one)
            {
                return Some(Rc::clone(original));
            }
            Some(Rc::new(Node::Branch {
                prefix,
                bit,
                zero: a,
                one: b,
            }))
        }
    }
}

fn one_sided<V: Copy + PartialEq>(
    node: &Rc<Node<V>>,
    join: &mut impl FnMut(u64, V) -> Option<V>,
) -> Option<Rc<Node<V>>> {
    match &**node {
        Node::Leaf { key, value } => match join(*key, *value) {
            Some(new) if new == *value => Some(Rc::clone(node)),
            Some(value) => Some(Rc::new(Node::Leaf { key: *key, value })),
            None => None,
        },
        Node::Branch {
            prefix,
            bit,
            zero,
            one,
        } => {
            let (zero, one) = (one_sided(zero, join), one_sided(one, join));
            rebuilt(Some(node), (*prefix, *bit), zero, one)
        }
    }
}

fn merge<V: Copy + PartialEq>(
    a: &Rc<Node<V>>,
    b: &Rc<Node<V>>,
    join: &mut impl FnMut(u64, Option<V>, Option<V>) -> Option<V>,
) -> Option<Rc<Node<V>>> {
    if Rc::ptr_eq(a, b) {
        return Some(Rc::clone(a));
    }
    let (span_a, span_b) = (bounds(a), bounds(b));
    let is_disjoint = span_a.1 < span_b.0 || span_b.1 < span_a.0;
    if is_disjoint {
        let left = one_sided(a, &mut |key, value| join(key, Some(value), None));
        let right = one_sided(b, &mut |key, value| join(key, None, Some(value)));
        return match (left, right) {
            (None, rest) | (rest, None) => rest,
            (Some(left), Some(right)) => Some(link(left, right)),
        };
    }
    match (&**a, &**b) {
        (
            Node::Leaf { key, value },
            Node::Leaf {
                value: other_value, ..
            },
        ) => match join(*key, Some(*value), Some(*other_value)) {
            Some(new) if new == *value => Some(Rc::clone(a)),
            Some(new) if new == *other_value => Some(Rc::clone(b)),
            Some(value) => Some(Rc::new(Node::Leaf { key: *key, value })),
            None => None,
        },
        (
            Node::Branch {
                prefix,
                bit,
                zero,
                one,
            },
            Node::Branch {
                prefix: other_prefix,
                bit: other_bit,
                zero: other_zero,
                one: other_one,
            },
        ) if bit == other_bit && prefix == other_prefix => {
            let new_zero = merge(zero, other_zero, join);
            let new_one = merge(one, other_one, join);
            rebuilt(Some(a), (*prefix, *bit), new_zero, new_one)
        }
        // One lies inside a half of the other.
        (
            Node::Branch {
                prefix,
                bit,
                zero,
                one,
            },
            other,
        ) if is_larger(*bit, other) => {
            let (new_zero, new_one) = if prefix_of(other) & bit == 0 {
                let rest = one_sided(one, &mut |key, value| join(key, Some(value), None));
                (merge(zero, b, join), rest)
            } else {
                let rest = one_sided(zero, &mut |key, value| join(key, Some(value), None));
                (rest, merge(one, b, join))
            };
            rebuilt(Some(a), (*prefix, *bit), new_zero, new_one)
        }
        (
            own,
            Node::Branch {
                prefix,
                bit,
                zero,
                one,
            },
        ) => {
            let (new_zero, new_one) = if prefix_of(own) & bit == 0 {
                let rest = one_sided(one, &mut |key, value| join(key, None, Some(value)));
                (merge(a, zero, join), rest)
            } else {
                let rest = one_sided(zero, &mut |key, value| join(key, None, Some(value)));
                (rest, merge(a, one, join))
            };
            rebuilt(Some(b), (*prefix, *bit), new_zero, new_one)
        }
        // A leaf within a branch of the other side is above; two leaves that are not disjoint have one key.
        (Node::Branch { .. }, Node::Leaf { .. }) => Some(Rc::clone(a)),
    }
}

fn is_larger<V>(bit: u64, other: &Node<V>) -> bool {
    match other {
        Node::Leaf { .. } => true,
        Node::Branch { bit: other, .. } => bit > *other,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Against ordinary maps: random operations on a population of maps, then merges.
    #[test]
    fn behaves_like_ordinary_maps() {
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        let mut random = |below: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state % below
        };
        let mut pairs: Vec<(PersistentMap<u32>, BTreeMap<u64, u32>)> = vec![Default::default()];
        for _ in 0..3_000 {
            let index = random(pairs.len() as u64) as usize;
            let (mut map, mut model) = pairs[index].clone();
            for _ in 0..random(8) {
                let key = match random(3) {
                    0 => random(64),
                    1 => random(64) << 57,
                    _ => random(1 << 20) | 1 << 63,
                };
                match random(5) {
                    0 => {
                        map.remove(key);
                        model.remove(&key);
                    }
                    1 => {
                        let high = key.saturating_add(random(40));
                        map.remove_range(key, high);
                        model.retain(|k, _| *k < key || *k > high);
                    }
                    _ => {
                        let value = random(4) as u32;
                        map.insert(key, value);
                        model.insert(key, value);
                    }
                }
            }
            let partner = random(pairs.len() as u64) as usize;
            if random(3) == 0 {
                let (other_map, other_model) = &pairs[partner];
                let mut join = |_: u64, a: Option<u32>, b: Option<u32>| match (a, b) {
                    (Some(a), Some(b)) if a == b => Some(a),
                    (Some(a), Some(b)) => (a + b < 5).then_some(a + b),
                    (Some(only), None) | (None, Some(only)) => (only != 3).then_some(only),
                    (None, None) => None,
                };
                map = map.merge(other_map, &mut join);
                // Agreement is not asked for where the trees share; with this join it changes nothing there.
                let keys: Vec<u64> = model.keys().chain(other_model.keys()).copied().collect();
                let before = model.clone();
                for key in keys {
                    let (a, b) = (before.get(&key), other_model.get(&key));
                    match join(key, a.copied(), b.copied()) {
                        Some(value) => drop(model.insert(key, value)),
                        None => drop(model.remove(&key)),
                    }
                }
            }
            let mut entries = Vec::new();
            map.for_each_in(0, u64::MAX, |key, value| entries.push((key, value)));
            let expected: Vec<(u64, u32)> = model.iter().map(|(k, v)| (*k, *v)).collect();
            assert_eq!(entries, expected);
            for key in 0..64 {
                assert_eq!(map.get(key), model.get(&key).copied());
            }
            if pairs.len() < 64 {
                pairs.push((map, model));
            } else {
                let index = random(64) as usize;
                pairs[index] = (map, model);
            }
        }
    }

    #[test]
    fn merging_visits_only_differences() {
        let mut base = PersistentMap::default();
        for key in 0..100_000 {
            base.insert(key * 8, 1u32);
        }
        let (mut left, mut right) = (base.clone(), base.clone());
        left.insert(800, 2);
        right.insert(1600, 3);
        let mut visited = 0;
        let merged = left.merge(&right, &mut |_, a, b| {
            visited += 1;
            a.filter(|_| a == b)
        });
        assert_eq!(visited, 2);
        assert_eq!(
            (merged.get(800), merged.get(1600), merged.get(2400)),
            (None, None, Some(1))
        );
    }
}
