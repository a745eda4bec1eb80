//! Names that nothing in the program has yet.

use std::collections::HashSet;

use unspool_ir::Program;

pub struct FreshNames {
    taken: HashSet<String>,
}

impl FreshNames {
    /// Globals and functions share their names.
    pub fn of(program: &Program) -> FreshNames {
        let functions = program.functions.iter().map(|it| it.name.clone());
        let globals = program.globals.iter().map(|it| it.name.clone());
        FreshNames {
            taken: functions.chain(globals).collect(),
        }
    }

    /// The name, or one that begins with it.
    pub fn take(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_string();
        let mut number = 2;
        while !self.taken.insert(name.clone()) {
            name = format!("{wanted}.{number}");
            number += 1;
        }
        name
    }
}
