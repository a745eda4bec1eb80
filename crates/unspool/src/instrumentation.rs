//! From the program as it was written to one in which all is explicit that is looked for: what is not asked about is dropped, what C leaves undefined becomes an assertion.

use unspool_ir::{InstKind, Program, Property};
use unspool_passes::ignored_properties;

use crate::inputs::InputConfig;

/// What the library and the program themselves assert. A memory error is not among them: nothing can go on behind one.
const ASSERTED: [Property; 3] = [
    Property::UnreachCall,
    Property::LockMisuse,
    Property::ThreadMisuse,
];

/// The assertions that nobody asks about.
pub fn unwanted(properties: &[Property]) -> Vec<Property> {
    let unwanted = ASSERTED.into_iter();
    unwanted.filter(|p| !properties.contains(p)).collect()
}

/// What operations of the program are asserted to be.
const OF_OPERATIONS: [Property; 6] = [
    Property::MemorySafety,
    Property::Overflow,
    Property::DivisionByZero,
    Property::ShiftRange,
    Property::FloatConversion,
    Property::UnsignedWrap,
];

/// The program is to be read so that these properties are explicit.
pub fn ask_for(input: &mut InputConfig, properties: &[Property]) {
    let of = |wanted: &dyn Fn(&Property) -> bool| {
        let properties = properties.iter().copied();
        properties.filter(|p| wanted(p)).collect()
    };
    input.checked_operations = of(&|p| OF_OPERATIONS.contains(p));
    input.on_demand = of(&|p| unspool_models::ON_DEMAND.contains(&p.name()));
}

/// Drops the assertions that nobody asks about.
pub fn look_for(program: &mut Program, properties: &[Property]) {
    ignored_properties::run(program, &unwanted(properties));
}

/// Those that can be looked for in a program that was bounded before: who bounded it has decided what is explicit in it, and that reads of memory are where others may write it, but not whether that is a race.
pub fn left_in_bounded(program: &Program, properties: &[Property]) -> Vec<Property> {
    let bodies = program.functions.iter().filter_map(|it| it.body.as_ref());
    let insts = bodies
        .flat_map(|body| &body.blocks)
        .flat_map(|block| &block.insts);
    let asserted: Vec<Property> = insts
        .filter_map(|inst| match inst.kind {
            InstKind::Assert { property, .. } => Some(property),
            _ => None,
        })
        .collect();
    let is_left = |property: &Property| match property {
        Property::MemorySafety | Property::Deadlock => true,
        property => ASSERTED.contains(property) || asserted.contains(property),
    };
    properties.iter().copied().filter(is_left).collect()
}
