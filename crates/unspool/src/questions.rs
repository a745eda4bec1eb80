//! Which questions are asked of which engine.
//!
//! | group | asks for | of a program |
//! |---|---|---|
//! | assertions | failing assertions of all properties, and memory errors | from which all is dropped that cannot influence them |
//! | states | threads that wait for ever, data races | in which accesses stay that may race, if races are asked for |

use unspool_engine::{Finds, Wanted};
use unspool_ir::Property;
use unspool_passes::reductions::Reduction;
use unspool_passes::spin_loops::SpinningForEver;

use crate::bound_options::Bounds;
use crate::check_step::Violation;

/// Questions to one engine, in order.
pub struct Group {
    pub finds: Finds,
    pub questions: Vec<Wanted>,
}

impl Group {
    /// How the program is bounded for it.
    pub fn bounds(&self, usual: &Bounds) -> Bounds {
        let mut bounds = usual.clone();
        bounds.config.keeps_races = self.finds.races;
        if self.finds.races {
            // As a wait, a loop that spins would look at memory atomically.
            bounds.spinning = SpinningForEver::default();
        }
        if self.finds.allow_same_value {
            // It keeps accesses that may race, but not what they write.
            bounds.reductions = bounds.reductions.without(Reduction::Slice);
        }
        bounds
    }
}

/// Whether failing assertions, or accesses that fail, violate the property.
pub fn is_about_steps(property: Property) -> bool {
    !matches!(
        property,
        Property::Deadlock | Property::DataRace | Property::LockOrder
    )
}

/// `allow_same_value`: as in [`Finds`]. Where loops that spin are waits, races and deadlocks are asked of different programs.
pub fn groups(properties: &[Property], allow_same_value: bool, usual: &Bounds) -> Vec<Group> {
    let has = |property| properties.contains(&property);
    let steps: Vec<Property> = (properties.iter().copied())
        .filter(|property| is_about_steps(*property))
        .collect();
    let mut groups = Vec::new();
    if !steps.is_empty() {
        groups.push(Group {
            finds: Finds {
                memory_errors: has(Property::MemorySafety),
                ..Finds::default()
            },
            questions: vec![Wanted::Checks(steps)],
        });
    }
    let states = [
        (Property::Deadlock, Wanted::Deadlock),
        (Property::DataRace, Wanted::Race),
    ];
    let states = states.into_iter().filter(|(property, _)| has(*property));
    let questions: Vec<Wanted> = states.map(|(_, wanted)| wanted).collect();
    let at_once = match usual.spinning == SpinningForEver::default() {
        true => questions.len().max(1),
        false => 1,
    };
    for questions in questions.chunks(at_once) {
        groups.push(Group {
            finds: Finds {
                races: questions.contains(&Wanted::Race),
                deadlocks: questions.contains(&Wanted::Deadlock),
                allow_same_value,
                memory_errors: false,
            },
            questions: questions.to_vec(),
        });
    }
    groups
}

/// What is left to ask when these have been found.
pub fn without(wanted: &Wanted, found: &[Violation]) -> Option<Wanted> {
    let Wanted::Checks(properties) = wanted else {
        return None;
    };
    let is_open = |property: &Property| found.iter().all(|it| it.property != *property);
    let left: Vec<Property> = properties.iter().copied().filter(is_open).collect();
    (!left.is_empty()).then_some(Wanted::Checks(left))
}
