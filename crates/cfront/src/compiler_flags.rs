//! The compiler's options that matter to us: one table.
//!
//! The same spellings arrive on our own command line and in the commands of a `compile_commands.json`; both are
//! picked out by [`pick`], which keeps their order (a later `-U` undoes an earlier `-D`), and help
//! texts derive from [`FLAGS`]. Everything else in a compile command (warnings, optimisation, output names) does not change what a
//! program means to us and is left alone.

use unspool_ir::DataModel;

/// How an option takes its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// `-I DIR` or `-IDIR`.
    JoinedOrSeparate,
    /// `-include FILE`.
    Separate,
    /// `-std=c11`.
    Joined,
    /// `-m32`.
    Alone,
}

/// What an option is to us.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// Handed to the preprocessor as it is.
    PassedOn,
    /// The same; the value names a file or folder.
    PassedOnPath,
    ChoosesDataModel(DataModel),
}

/// One option of the compiler.
#[derive(Clone, Copy, Debug)]
pub struct Flag {
    pub spelling: &'static str,
    pub shape: Shape,
    pub meaning: Meaning,
    /// For the help text: the value's name, and what the option does.
    pub value: &'static str,
    pub help: &'static str,
}

pub const FLAGS: &[Flag] = &[
    Flag {
        spelling: "-I",
        shape: Shape::JoinedOrSeparate,
        meaning: Meaning::PassedOnPath,
        value: "DIR",
        help: "look for headers in DIR",
    },
    Flag {
        spelling: "-D",
        shape: Shape::JoinedOrSeparate,
        meaning: Meaning::PassedOn,
        value: "NAME[=VALUE]",
        help: "define a macro",
    },
    Flag {
        spelling: "-U",
        shape: Shape::JoinedOrSeparate,
        meaning: Meaning::PassedOn,
        value: "NAME",
        help: "undefine a macro",
    },
    Flag {
        spelling: "-include",
        shape: Shape::Separate,
        meaning: Meaning::PassedOnPath,
        value: "FILE",
        help: "read FILE before each input",
    },
    Flag {
        spelling: "-imacros",
        shape: Shape::Separate,
        meaning: Meaning::PassedOnPath,
        value: "FILE",
        help: "take only the macros of FILE",
    },
    Flag {
        spelling: "-isystem",
        shape: Shape::JoinedOrSeparate,
        meaning: Meaning::PassedOnPath,
        value: "DIR",
        help: "look for system headers in DIR",
    },
    Flag {
        spelling: "-iquote",
        shape: Shape::JoinedOrSeparate,
        meaning: Meaning::PassedOnPath,
        value: "DIR",
        help: "look for #include \"...\" in DIR",
    },
    Flag {
        spelling: "-idirafter",
        shape: Shape::JoinedOrSeparate,
        meaning: Meaning::PassedOnPath,
        value: "DIR",
        help: "look for headers in DIR last",
    },
    Flag {
        spelling: "-std=",
        shape: Shape::Joined,
        meaning: Meaning::PassedOn,
        value: "STD",
        help: "language version for the preprocessor, such as c11 or gnu99",
    },
    Flag {
        spelling: "-pthread",
        shape: Shape::Alone,
        meaning: Meaning::PassedOn,
        value: "",
        help: "define what the compiler defines for threads",
    },
    Flag {
        spelling: "-m32",
        shape: Shape::Alone,
        meaning: Meaning::ChoosesDataModel(DataModel::Ilp32),
        value: "",
        help: "the same as --data-model ilp32",
    },
    Flag {
        spelling: "-m64",
        shape: Shape::Alone,
        meaning: Meaning::ChoosesDataModel(DataModel::Lp64),
        value: "",
        help: "the same as --data-model lp64",
    },
];

/// An option for the preprocessor, with its value where it has one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PassedFlag {
    pub spelling: &'static str,
    pub value: String,
    /// Whether the value stands in an argument of its own.
    separate: bool,
    pub is_path: bool,
}

impl PassedFlag {
    /// As arguments of a command.
    pub fn arguments(&self) -> Vec<String> {
        match self.separate {
            true => vec![self.spelling.to_string(), self.value.clone()],
            false => vec![format!("{}{}", self.spelling, self.value)],
        }
    }
}

/// What [`pick`] found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Picked {
    pub flags: Vec<PassedFlag>,
    /// The last one given.
    pub data_model: Option<DataModel>,
    /// The other arguments, in their order.
    pub rest: Vec<String>,
}

/// An option at the end of the arguments whose value is missing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{spelling}` needs a value: {spelling} {value}")]
pub struct ValueMissing {
    pub spelling: &'static str,
    pub value: &'static str,
}

/// Picks the options of [`FLAGS`] out of arguments, up to a `--`.
pub fn pick(arguments: impl IntoIterator<Item = String>) -> Result<Picked, ValueMissing> {
    let mut picked = Picked::default();
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            picked.rest.push(argument);
            picked.rest.extend(arguments);
            break;
        }
        let Some((flag, joined)) = find(&argument) else {
            picked.rest.push(argument);
            continue;
        };
        let value = match joined {
            Some(value) => value.to_string(),
            None => arguments.next().ok_or(ValueMissing {
                spelling: flag.spelling,
                value: flag.value,
            })?,
        };
        match flag.meaning {
            Meaning::ChoosesDataModel(data_model) => picked.data_model = Some(data_model),
            Meaning::PassedOn | Meaning::PassedOnPath => picked.flags.push(PassedFlag {
                spelling: flag.spelling,
                value,
                separate: flag.shape == Shape::Separate,
                is_path: flag.meaning == Meaning::PassedOnPath,
            }),
        }
    }
    Ok(picked)
}

/// The option that an argument is, with its value unless that is the next argument.
fn find(argument: &str) -> Option<(&'static Flag, Option<&str>)> {
    FLAGS.iter().find_map(|flag| {
        let rest = argument.strip_prefix(flag.spelling)?;
        let value = match flag.shape {
            Shape::Alone | Shape::Separate if !rest.is_empty() => return None,
            Shape::Alone => Some(""),
            Shape::Separate => None,
            Shape::Joined => Some(rest),
            Shape::JoinedOrSeparate => (!rest.is_empty()).then_some(rest),
        };
        Some((flag, value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pick_words(line: &str) -> Result<Picked, ValueMissing> {
        pick(line.split_whitespace().map(str::to_string))
    }

    #[test]
    fn options_are_picked_in_their_order() {
        let picked =
            pick_words("run -Ia -DX=1 a.c -U X -include b.h -std=c11 -m32 --include -Wall -- -Ic")
                .expect("all values are there");
        let arguments: Vec<String> = picked.flags.iter().flat_map(|f| f.arguments()).collect();
        assert_eq!(
            arguments.join(" "),
            "-Ia -DX=1 -UX -include b.h -std=c11",
            "{picked:?}"
        );
        assert_eq!(picked.data_model, Some(DataModel::Ilp32));
        assert_eq!(picked.rest.join(" "), "run a.c --include -Wall -- -Ic");
    }

    #[test]
    fn a_missing_value_is_reported() {
        let missing = pick_words("a.c -I").expect_err("there is no directory");
        assert_eq!(missing.to_string(), "`-I` needs a value: -I DIR");
    }
}
