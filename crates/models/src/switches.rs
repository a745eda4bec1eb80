//! The switches: what users can turn on or off in the behaviour of the library.
//!
//! A model reads a switch as the constant `__unspool_switch_NAME` (`-` becomes `_`), which [`text_for`](crate::text_for) puts
//! in front of the prelude. So what is turned off costs nothing. The command line, its help and the documentation derive
//! from this table.
//!
//! Some properties are checked by the models themselves, but only for those who look for them: [`ON_DEMAND`].

/// Something that real libraries may do, which a program should withstand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Switch {
    /// `--NAME` turns it on and `--no-NAME` off.
    pub name: &'static str,
    pub default: bool,
    /// What happens when it is on.
    pub help: &'static str,
}

pub const SWITCHES: &[Switch] = &[
    Switch {
        name: "spurious-wakeups",
        default: true,
        help: "a wait on a condition variable may end without a signal, as POSIX and C11 allow",
    },
    Switch {
        name: WEAK_FAILURES,
        default: true,
        help: "a weak compare-exchange may fail though the values are equal, as C11 allows",
    },
    Switch {
        name: "malloc-failures",
        default: false,
        help: "malloc and its kin may return NULL",
    },
    Switch {
        name: "create-failures",
        default: false,
        help: "pthread_create and thrd_create may fail for lack of resources",
    },
];

/// The properties that models check only when they are looked for. The models have a function for each, declared weak: it is there only then,
/// so a model tells by its address whether there is anything to do.
pub const ON_DEMAND: &[&str] = &["valid-memcleanup", "thread-leak", "no-overflow"];

/// The one switch that is the front end's, since compare-exchange is a builtin of the compiler.
pub const WEAK_FAILURES: &str = "weak-failures";

impl Switch {
    /// The option that puts it in this position, without the dashes.
    pub fn option(&self, on: bool) -> String {
        match on {
            true => self.name.to_string(),
            false => format!("no-{}", self.name),
        }
    }

    /// The one that changes it from its default, as it is written.
    pub fn useful_option(&self) -> String {
        format!("--{}", self.option(!self.default))
    }
}

/// A position for each switch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Switches {
    /// In the order of the table.
    on: Vec<bool>,
    /// Some of [`ON_DEMAND`].
    looked_for: Vec<&'static str>,
}

impl Default for Switches {
    fn default() -> Switches {
        Switches {
            on: SWITCHES.iter().map(|switch| switch.default).collect(),
            looked_for: Vec::new(),
        }
    }
}

impl Switches {
    /// False if there is no such switch.
    pub fn set(&mut self, name: &str, on: bool) -> bool {
        match SWITCHES.iter().position(|switch| switch.name == name) {
            Some(index) => {
                self.on[index] = on;
                true
            }
            None => false,
        }
    }

    pub fn is_on(&self, name: &str) -> bool {
        SWITCHES
            .iter()
            .zip(&self.on)
            .any(|(switch, &on)| switch.name == name && on)
    }

    /// Makes the models check this property, if it is one of theirs.
    pub fn look_for(&mut self, property: &str) {
        let known = ON_DEMAND.iter().filter(|name| **name == property);
        self.looked_for.extend(known);
    }

    /// The functions that the models have for what is looked for.
    pub(crate) fn checks(&self) -> Vec<String> {
        let names = self.looked_for.iter();
        names
            .map(|name| format!("__unspool_on_demand_{}", name.replace('-', "_")))
            .collect()
    }

    /// The constants by which models read the switches, on one line of C.
    pub fn constants(&self) -> String {
        let constants: Vec<String> = SWITCHES
            .iter()
            .zip(&self.on)
            .map(|(switch, &on)| format!("{} = {}", constant_of(switch.name), u8::from(on)))
            .collect();
        format!("enum {{ {} }};\n", constants.join(", "))
    }
}

/// The name by which models know a switch.
pub fn constant_of(switch: &str) -> String {
    format!("__unspool_switch_{}", switch.replace('-', "_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_follow_the_positions() {
        let mut switches = Switches::default();
        assert!(switches.is_on("spurious-wakeups") && !switches.is_on("malloc-failures"));
        assert!(switches.set("malloc-failures", true) && !switches.set("no-such", true));
        assert_eq!(
            switches.constants(),
            "enum { __unspool_switch_spurious_wakeups = 1, __unspool_switch_weak_failures = 1, \
             __unspool_switch_malloc_failures = 1, __unspool_switch_create_failures = 0 };\n"
        );
    }
}
