//! Exit codes: one table, from which the help text derives and which the README repeats (a test compares them).

/// How a command ended. `run` also passes on the exit status of a program that finished normally.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitCode {
    Success,
    Usage,
    Input,
    Unknown,
    Bug,
    Violation,
}

/// One line of the table.
pub struct Row {
    pub code: ExitCode,
    pub number: u8,
    pub meaning: &'static str,
}

pub const TABLE: &[Row] = &[
    Row {
        code: ExitCode::Success,
        number: 0,
        meaning: "done; nothing bad was found (`check`: the program is safe)",
    },
    Row {
        code: ExitCode::Usage,
        number: 1,
        meaning: "wrong usage of the command",
    },
    Row {
        code: ExitCode::Input,
        number: 2,
        meaning: "the input cannot be read, is not valid C, or uses something unsupported",
    },
    Row {
        code: ExitCode::Unknown,
        number: 5,
        meaning: "safe within bounds only, or unknown: a limit or an interruption came before an answer",
    },
    Row {
        code: ExitCode::Bug,
        number: 6,
        meaning: "internal error of Unspool",
    },
    Row {
        code: ExitCode::Violation,
        number: 10,
        meaning: "a violation was found (`bench`: a verdict is wrong, or a tool failed)",
    },
];

impl ExitCode {
    pub fn number(self) -> u8 {
        TABLE
            .iter()
            .find(|row| row.code == self)
            .map_or(6, |row| row.number)
    }
}

/// The table for `--help`.
pub fn help_text() -> String {
    let mut text = String::from("Exit codes:\n");
    for row in TABLE {
        text.push_str(&format!("  {:>2}  {}\n", row.number, row.meaning));
    }
    text.push_str(
        "A `check` that is interrupted (Ctrl-C, SIGTERM) says how far it got; a second signal ends it at once.\n",
    );
    text.push_str(
        "A single `run` of a program that finishes passes on its exit status (134 after abort(), 141 when nobody reads its output).",
    );
    text
}
