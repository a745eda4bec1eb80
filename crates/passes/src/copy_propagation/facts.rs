//! What is known of versions: constants, copies and small expressions, with the versions of the registers in them.

use unspool_ir::{Body, ExprId};

use crate::simplify::is_same;
use crate::versions::{Merges, Scope, Variable, Version};

/// What is known of versions.
pub struct Facts {
    known: Vec<Option<Known>>,
    /// Registers and slots in known expressions, with their versions.
    pub leaves: Vec<(Variable, Version)>,
    /// Whether the version is surely one that was assigned.
    pub is_set: Vec<bool>,
    /// What has come to each merge.
    arrivals: Vec<Option<Arrival>>,
}

/// The value of a version.
#[derive(Clone, Copy)]
pub struct Known {
    pub expr: ExprId,
    /// Where in the list of all.
    pub leaves: (u32, u32),
    /// Is a constant or a register.
    pub is_leaf: bool,
}

#[derive(Clone, Copy)]
struct Arrival {
    first: Version,
    /// All are the first one.
    same_version: bool,
    /// All have the known value of the first one.
    same_value: bool,
    all_set: bool,
}

impl Facts {
    pub fn new(body: &Body, merges: &Merges) -> Facts {
        let versions = merges.variables() + merges.count();
        let mut is_set = vec![false; versions];
        for param in &body.params {
            is_set[param.index()] = true;
        }
        Facts {
            known: vec![None; versions],
            leaves: Vec::new(),
            is_set,
            arrivals: vec![None; merges.count()],
        }
    }

    /// A version that an assignment makes; they come in order.
    pub fn add(&mut self, version: Version, known: Option<Known>) {
        debug_assert_eq!(version.0 as usize, self.known.len());
        self.known.push(known);
        self.is_set.push(true);
    }

    /// What the version is known to be, if that has the same value here.
    pub fn usable(&self, version: Version, scope: &Scope<'_>) -> Option<Known> {
        let known = self.known[version.0 as usize]?;
        let mut leaves = self.leaves_of(known).iter();
        leaves
            .all(|&(variable, version)| scope.still_has(variable, version))
            .then_some(known)
    }

    fn leaves_of(&self, known: Known) -> &[(Variable, Version)] {
        &self.leaves[known.leaves.0 as usize..known.leaves.1 as usize]
    }

    /// Notes that this version comes to a merge along an edge.
    pub fn arrive(&mut self, body: &Body, merge: usize, version: Version) {
        let is_set = self.is_set[version.0 as usize];
        let known = self.known[version.0 as usize];
        let Some(mut arrival) = self.arrivals[merge] else {
            self.arrivals[merge] = Some(Arrival {
                first: version,
                same_version: true,
                same_value: known.is_some(),
                all_set: is_set,
            });
            return;
        };
        if version != arrival.first {
            arrival.same_version = false;
            arrival.same_value &= match (self.known[arrival.first.0 as usize], known) {
                (Some(one), Some(other)) => {
                    self.leaves_of(one) == self.leaves_of(other)
                        && is_same(body, one.expr, other.expr)
                }
                _ => false,
            };
        }
        arrival.all_set &= is_set;
        self.arrivals[merge] = Some(arrival);
    }

    /// At the block of a merge, to which all edges have been noted.
    pub fn merge(
        &mut self,
        version: Version,
        merge: usize,
        variable: Variable,
        scope: &mut Scope<'_>,
    ) {
        let Some(arrival) = self.arrivals[merge] else {
            return;
        };
        if arrival.same_version {
            scope.set(variable, arrival.first);
            return;
        }
        self.is_set[version.0 as usize] = arrival.all_set;
        if arrival.same_value {
            self.known[version.0 as usize] = self.known[arrival.first.0 as usize];
        }
    }
}
