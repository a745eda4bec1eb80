//! Cubes: the space of schedules, cut into parts that together are all of it.
//!
//! A cube says of some visible points that they are in an early slot or in a late one. It is cut in two at a point and a slot: in one half the point is not before the slot, in the other it is. What is known of one point is
//! known of others of its thread, since points are passed in their order; so the point is taken from the middle of those of the thread that is known least about, and the slot from the middle of those that are left for it.
//! Halves then have about the same size, which is no more than a guess about how hard they are. Cutting context-switch variables, and
//! these only, is the parallel context-bounded analysis of Inverso and Trubiani (PPoPP 2020), there with a fixed number of parts. What they do not have: the workers of all cubes tell each other what they have learnt, and who has nothing left
//! to do helps another one with its cube, so a hard cube needs no cutting while others wait.
//!
//! **How many.** On lock-free programs without a bug (`docs/swarm.md` has the figures) proofs do not fall apart as schedules do: each half of a cut takes more than half of what the whole takes, and one of them often nearly as much. So the whole is one cube unless somebody asks for more,
//! and workers search in it in different ways. More cubes are for logs: what is decided of them is decided when a swarm goes on.
//!
//! A cube's name is the way to it: `c`, then 0 for each early half and 1 for each late one.

/// A point is in an early slot, or in a late one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cut {
    /// Place of the thread in the list.
    pub thread: usize,
    pub point: usize,
    pub slot: u32,
    pub is_late: bool,
}

/// A part of the schedules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cube {
    pub cuts: Vec<Cut>,
    /// By thread and point: the slots that are left, both included. The one behind the last means never.
    left: Vec<Vec<(u32, u32)>>,
}

impl Cube {
    /// All schedules with so many slots, of threads with so many points.
    pub fn whole(points: &[usize], slots: u32) -> Cube {
        Cube {
            cuts: Vec::new(),
            left: points
                .iter()
                .map(|count| vec![(0, slots); *count])
                .collect(),
        }
    }

    /// The early half and the late one. None if the cube is one schedule.
    pub fn halves(&self) -> Option<[Cube; 2]> {
        let openness = |points: &Vec<(u32, u32)>| -> u64 {
            points.iter().map(|(low, high)| u64::from(high - low)).sum()
        };
        let (thread, points) = self
            .left
            .iter()
            .enumerate()
            .max_by_key(|(place, points)| (openness(points), usize::MAX - place))?;
        let open: Vec<usize> = (0..points.len())
            .filter(|point| points[*point].0 < points[*point].1)
            .collect();
        let point = *open.get(open.len() / 2)?;
        let (low, high) = points[point];
        let slot = low + (high - low).div_ceil(2);
        Some([false, true].map(|is_late| {
            self.cut(Cut {
                thread,
                point,
                slot,
                is_late,
            })
        }))
    }

    fn cut(&self, cut: Cut) -> Cube {
        let mut cube = self.clone();
        let points = &mut cube.left[cut.thread];
        match cut.is_late {
            true => {
                for (low, _) in &mut points[cut.point..] {
                    *low = (*low).max(cut.slot);
                }
            }
            false => {
                for (_, high) in &mut points[..=cut.point] {
                    *high = (*high).min(cut.slot.saturating_sub(1));
                }
            }
        }
        cube.cuts.push(cut);
        cube
    }

    /// At least so many parts of equal depth, if there are so many.
    pub fn cut_into(&self, parts: usize) -> Vec<Cube> {
        let mut cubes = vec![self.clone()];
        while cubes.len() < parts {
            let halves = cubes.iter().map(|cube| match cube.halves() {
                Some(halves) => halves.to_vec(),
                None => vec![cube.clone()],
            });
            let halves: Vec<Cube> = halves.flatten().collect();
            if halves.len() == cubes.len() {
                break;
            }
            cubes = halves;
        }
        cubes
    }

    pub fn name(&self) -> String {
        let ways = self.cuts.iter();
        let ways: String = ways
            .map(|cut| if cut.is_late { '1' } else { '0' })
            .collect();
        format!("c{ways}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All monotone schedules, each thread by itself: `slots[thread][point]`.
    fn schedules(points: usize, slots: u32) -> Vec<Vec<u32>> {
        let mut all = vec![Vec::new()];
        for _ in 0..points {
            let longer = all.iter().flat_map(|known: &Vec<u32>| {
                let from = known.last().copied().unwrap_or(0);
                (from..=slots).map(|slot| [known.clone(), vec![slot]].concat())
            });
            all = longer.collect();
        }
        all
    }

    fn has(cube: &Cube, schedule: &[Vec<u32>]) -> bool {
        cube.cuts.iter().all(|cut| {
            let is_late = schedule[cut.thread][cut.point] >= cut.slot;
            is_late == cut.is_late
        })
    }

    #[test]
    fn halves_are_a_partition_to_the_end() {
        let (one, other) = (schedules(3, 2), schedules(2, 2));
        let both = one
            .iter()
            .flat_map(|a| other.iter().map(move |b| vec![a.clone(), b.clone()]));
        let both: Vec<Vec<Vec<u32>>> = both.collect();
        let mut open = vec![Cube::whole(&[3, 2, 0], 2)];
        let mut leaves = Vec::new();
        while let Some(cube) = open.pop() {
            match cube.halves() {
                Some(halves) => {
                    let sizes = halves
                        .each_ref()
                        .map(|half| both.iter().filter(|schedule| has(half, schedule)).count());
                    assert!(sizes.iter().all(|size| *size > 0), "{cube:?}");
                    open.extend(halves);
                }
                None => leaves.push(cube),
            }
        }
        assert_eq!(leaves.len(), both.len());
        for schedule in &both {
            let of = leaves.iter().filter(|cube| has(cube, schedule)).count();
            assert_eq!(of, 1, "{schedule:?}");
        }
        let mut names: Vec<String> = leaves.iter().map(Cube::name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), leaves.len());
    }

    #[test]
    fn names_are_ways() {
        let whole = Cube::whole(&[5, 4], 3);
        assert_eq!(whole.cut_into(1), vec![whole.clone()]);
        let names: Vec<String> = whole.cut_into(3).iter().map(Cube::name).collect();
        assert_eq!(names, ["c00", "c01", "c10", "c11"]);
        assert_eq!(whole.cut_into(5).len(), 8);
        assert_eq!(whole.cut_into(20).len(), 32);
        assert_eq!(Cube::whole(&[1], 1).cut_into(8).len(), 2);
    }
}
