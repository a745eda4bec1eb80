//! What is known of instances that nobody has asked about yet.
//!
//! Where an instance has no violation, the solver names restrictions that are enough for that (`unspool_engine::Engine::blamed`). Every instance that has these too, whatever else it has, has no violation either. Instances of a swarm are alike: most
//! have nearly the same restrictions, so many need not be asked about at all. If nothing is to blame, none does.
//!
//! Only the most useful sets are remembered, so that a swarm of any number of instances needs no more memory.

/// Sets of restrictions, each of which excludes a violation. A restriction is a number.
#[derive(Debug, Default)]
pub struct Proven {
    /// The last one that was of use comes first. Each is sorted.
    sets: Vec<Vec<u32>>,
}

const MOST_SETS: usize = 512;

impl Proven {
    /// These restrictions exclude a violation.
    pub fn add(&mut self, mut blamed: Vec<u32>) {
        blamed.sort_unstable();
        blamed.dedup();
        // What a smaller set says need not be said by a larger one.
        self.sets.retain(|known| !is_subset(&blamed, known));
        self.sets.insert(0, blamed);
        self.sets.truncate(MOST_SETS);
    }

    /// Whether an instance with these restrictions, which are sorted, has no violation.
    pub fn excludes(&mut self, restrictions: &[u32]) -> bool {
        let mut sets = self.sets.iter();
        let Some(place) = sets.position(|set| is_subset(set, restrictions)) else {
            return false;
        };
        self.sets[..=place].rotate_right(1);
        true
    }

    /// Whether no instance at all has one.
    pub fn excludes_all(&self) -> bool {
        self.sets.iter().any(|set| set.is_empty())
    }
}

/// Both are sorted.
fn is_subset(small: &[u32], large: &[u32]) -> bool {
    let mut rest = large.iter();
    small.iter().all(|wanted| {
        let found = rest.find(|it| *it >= wanted);
        found == Some(wanted)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn supersets_are_excluded() {
        let mut proven = Proven::default();
        assert!(!proven.excludes(&[1, 2, 3]));
        proven.add(vec![5, 1]);
        assert!(proven.excludes(&[1, 2, 5]));
        assert!(!proven.excludes(&[1, 2, 4, 6]));
        assert!(!proven.excludes(&[]));
        assert!(!proven.excludes_all());
        proven.add(vec![]);
        assert!(proven.excludes(&[]) && proven.excludes_all());
        assert_eq!(proven.sets.len(), 1);
    }

    #[test]
    fn the_least_useful_set_is_forgotten() {
        let mut proven = Proven::default();
        for number in 0..MOST_SETS as u32 {
            proven.add(vec![number]);
        }
        assert!(proven.excludes(&[0]));
        proven.add(vec![u32::MAX]);
        assert!(proven.excludes(&[0]) && proven.excludes(&[u32::MAX]));
        assert!(!proven.excludes(&[1]));
        assert_eq!(proven.sets.len(), MOST_SETS);
    }
}
