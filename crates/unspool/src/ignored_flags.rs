//! Options of a C compiler that change nothing for us, so that a compiler's command line can be given as it is.
//!
//! In a `compile_commands.json` such options are passed over anyway; those that matter are in
//! `unspool_cfront::compiler_flags` and have been picked out before.

/// How an ignored option is spelled.
enum Spelling {
    /// Alone.
    Exactly(&'static str),
    /// Everything that begins so.
    Prefix(&'static str),
    /// With a value, joined or in the next argument.
    WithValue(&'static str),
}

use Spelling::{Exactly, Prefix, WithValue};

const IGNORED: &[Spelling] = &[
    Prefix("-O"),
    Prefix("-W"),
    Prefix("-f"),
    Prefix("-g"),
    Prefix("-march="),
    Prefix("-mtune="),
    Prefix("-pedantic"),
    Exactly("-c"),
    Exactly("-w"),
    Exactly("-pthread"),
    Exactly("-pipe"),
    Exactly("-static"),
    Exactly("-shared"),
    Exactly("-rdynamic"),
    Exactly("-s"),
    Exactly("-MD"),
    Exactly("-MMD"),
    Exactly("-MP"),
    WithValue("-MF"),
    WithValue("-MT"),
    WithValue("-MQ"),
    WithValue("-L"),
    WithValue("-l"),
];

/// Commands that can write a file.
const WITH_OUTPUT: &[&str] = &["bound", "ir"];

/// Commands that cannot: to them, the name of an output file is one more option of the compiler.
const WITHOUT_OUTPUT: &[&str] = &["check", "loops", "run", "swarm"];

/// The command that has an option `-l N`. No library is called by a number.
const WITH_LENGTHS: &str = "swarm";

/// Without these options, up to a `--`.
pub fn without_ignored(arguments: &[String]) -> Vec<String> {
    let is_one_of = |names: &[&str], word: &String| names.contains(&word.as_str());
    let is_command =
        |word: &&String| is_one_of(WITH_OUTPUT, word) || is_one_of(WITHOUT_OUTPUT, word);
    let command = arguments.iter().find(is_command);
    let has_output = !command.is_some_and(|command| is_one_of(WITHOUT_OUTPUT, command));
    let has_lengths = command.is_some_and(|command| command == WITH_LENGTHS);
    let mut kept = Vec::with_capacity(arguments.len());
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        if has_lengths && is_length(argument, rest.as_slice().first()) {
            kept.push(argument.clone());
            continue;
        }
        if argument == "--" {
            kept.push(argument.clone());
            kept.extend(rest.cloned());
            break;
        }
        let spelling = match !has_output && argument.starts_with("-o") {
            true => Some(&WithValue("-o")),
            false => IGNORED.iter().find(|spelling| spelling.fits(argument)),
        };
        match spelling {
            None => kept.push(argument.clone()),
            Some(WithValue(name)) if name == argument => {
                rest.next();
            }
            Some(_) => {}
        }
    }
    kept
}

/// `-l3`, or `-l` before a number.
fn is_length(argument: &str, next: Option<&String>) -> bool {
    let is_number = |text: &str| {
        text.bytes()
            .next()
            .is_some_and(|byte| byte.is_ascii_digit())
    };
    match argument.strip_prefix("-l") {
        Some("") => next.is_some_and(|next| is_number(next)),
        Some(joined) => is_number(joined),
        None => false,
    }
}

impl Spelling {
    fn fits(&self, argument: &str) -> bool {
        match self {
            Exactly(name) => argument == *name,
            Prefix(name) | WithValue(name) => argument.starts_with(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(line: &str) -> String {
        let words: Vec<String> = line.split_whitespace().map(str::to_string).collect();
        without_ignored(&words).join(" ")
    }

    #[test]
    fn a_compilers_command_line_is_taken() {
        assert_eq!(
            left("unspool run -O2 -Wall -g a.c -lpthread -L /lib -pthread -o prog -c -q --races"),
            "unspool run a.c -q --races"
        );
        assert_eq!(
            left("unspool ir a.c -o a.ir -w -- -O2"),
            "unspool ir a.c -o a.ir -- -O2"
        );
        assert_eq!(
            left("unspool --color never loops -o a bound.c"),
            "unspool --color never loops bound.c"
        );
        assert_eq!(
            left("unspool swarm a.c -l 2 -lm -l pthread -l3 -o a -p 2"),
            "unspool swarm a.c -l 2 -l3 -p 2"
        );
        assert_eq!(left("unspool check a.c -l 2"), "unspool check a.c");
        assert_eq!(
            left("unspool run - --inputs -1"),
            "unspool run - --inputs -1"
        );
    }
}
