//! Names that nothing in the program has yet, also if all that C does not allow in names becomes the same.

use std::collections::HashSet;

use unspool_ir::Program;

pub struct FreshNames {
    taken: HashSet<String>,
}

impl FreshNames {
    /// Globals and functions share their names. Those of registers are taken too, so that what has a name here is told from all else in a trace.
    pub fn of(program: &Program) -> FreshNames {
        let functions = program.functions.iter().map(|it| it.name.as_str());
        let globals = program.globals.iter().map(|it| it.name.as_str());
        let bodies = program.functions.iter().filter_map(|it| it.body.as_ref());
        let registers = bodies.flat_map(|body| body.regs.iter().map(|reg| reg.name.as_str()));
        let names = functions.chain(globals).chain(registers);
        FreshNames {
            taken: names.map(plain).collect(),
        }
    }

    /// The name, or one that begins with it.
    pub fn take(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_string();
        let mut number = 2;
        while !self.taken.insert(plain(&name)) {
            name = format!("{wanted}.{number}");
            number += 1;
        }
        name
    }
}

/// Letters, digits, and underscores for all else.
fn plain(name: &str) -> String {
    let letter = |c: char| if c.is_alphanumeric() { c } else { '_' };
    name.chars().map(letter).collect()
}
