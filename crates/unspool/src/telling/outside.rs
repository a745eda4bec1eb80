//! Values from outside: what gets them, in the words of the program.
//!
//! A function of the library chooses what nobody knows: the number that is typed, whether the input has ended. How it chooses is its own
//! business; the program gets results, and these are told: what the call returns, and what it writes to the program's memory.

use unspool_ir::{FunctionId, Program};
use unspool_report::model::{Event, LibraryEffect};

use crate::inputs::MODEL_PREFIX;

/// Models of functions by which programs ask a verifier for a value.
const DIALECT: &str = "dialect_";

/// A library function that has chosen something, while it is running and when it has just returned.
pub struct Chooser {
    name: String,
    /// All that it does is to give a value.
    is_source: bool,
}

impl Chooser {
    pub fn of(program: &Program, function: FunctionId) -> Option<Chooser> {
        let function = program.functions.get(function.index())?;
        let file = program.files.get(function.span.file.index())?;
        let file = file.strip_prefix(MODEL_PREFIX).unwrap_or(file);
        Some(Chooser {
            name: function.name.clone(),
            is_source: file.starts_with(DIALECT),
        })
    }

    /// It has returned a value, to a variable or to something without a name.
    pub fn returns(&self, variable: Option<usize>, value: String) -> Event {
        match variable {
            None if !self.is_source => Event::Library {
                function: self.name.clone(),
                words: returned(&value),
                variable: None,
                effect: LibraryEffect::Other,
            },
            variable => input(variable, value),
        }
    }
}

fn returned(value: &str) -> String {
    format!("returns {value}")
}

fn input(variable: Option<usize>, value: String) -> Event {
    Event::Input {
        variable,
        value,
        is_unset: false,
    }
}

/// A value from outside gets the name of the variable that it is then given to.
pub fn named(chosen: &Event, then: &Event) -> Option<Event> {
    let given = match then {
        Event::Assign { variable, value } => (variable, value),
        Event::Write {
            variable, after, ..
        } => (variable, after),
        _ => return None,
    };
    let is_it = match chosen {
        Event::Input {
            variable: None,
            value,
            ..
        } => value == given.1,
        Event::Library { words, .. } => *words == returned(given.1),
        _ => false,
    };
    is_it.then(|| input(Some(*given.0), given.1.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assign(value: &str) -> Event {
        Event::Assign {
            variable: 3,
            value: value.to_string(),
        }
    }

    #[test]
    fn inputs_are_called_as_what_gets_them() {
        let chosen = input(None, "5".to_string());
        let with_name = Some(input(Some(3), "5".to_string()));
        assert_eq!(named(&chosen, &assign("5")), with_name);
        assert_eq!(named(&chosen, &assign("6")), None);
        assert_eq!(named(&input(Some(1), "5".to_string()), &assign("5")), None);
        assert_eq!(named(&chosen, &Event::Ends), None);
    }

    #[test]
    fn results_of_other_functions_are_inputs_when_something_gets_them() {
        let chooser = Chooser {
            name: "getchar".to_string(),
            is_source: false,
        };
        let returned = chooser.returns(None, "120".to_string());
        assert!(matches!(&returned, Event::Library { words, .. } if words == "returns 120"));
        assert_eq!(
            named(&returned, &assign("120")),
            Some(input(Some(3), "120".to_string()))
        );
        assert_eq!(named(&returned, &assign("12")), None);
    }
}
