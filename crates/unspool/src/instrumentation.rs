//! From the program as it was written to one in which all is explicit that is looked for: what is not asked about is dropped, what C leaves undefined becomes an assertion.

use unspool_ir::{Program, Property};
use unspool_passes::ignored_properties;

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

/// Makes violations of these properties, and of no others, explicit.
pub fn look_for(program: &mut Program, properties: &[Property]) {
    ignored_properties::run(program, &unwanted(properties));
}
