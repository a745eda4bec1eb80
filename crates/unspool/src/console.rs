//! What the user sees beside results: problems and remarks, on standard error; and whether in colour.

use std::io::{ErrorKind, IsTerminal, Write};

use clap::ValueEnum;

use crate::error::Error;
use crate::problem::{Problem, summary};
use crate::render::render;

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless the variable NO_COLOR is set
    Auto,
    Always,
    Never,
}

/// Whoever has more problems than these solves them in several rounds.
const MOST_SHOWN: usize = 50;

pub struct Console {
    colored: bool,
    /// The same for results, which go elsewhere.
    colored_results: bool,
    quiet: bool,
}

impl Console {
    pub fn new(choice: ColorChoice, quiet: bool) -> Console {
        let colored = |is_terminal: bool| match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                let asked_not_to = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty())
                    || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
                !asked_not_to && is_terminal
            }
        };
        Console {
            colored: colored(std::io::stderr().is_terminal()),
            colored_results: colored(std::io::stdout().is_terminal()),
            quiet,
        }
    }

    /// As without any options.
    pub fn plain() -> Console {
        Console::new(ColorChoice::Auto, false)
    }

    /// For those who show nothing but what they are asked for.
    pub fn silent() -> Console {
        Console::new(ColorChoice::Never, true)
    }

    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    pub fn has_colored_results(&self) -> bool {
        self.colored_results
    }

    /// Part of a result that should stand out.
    pub fn emphasis(&self, text: &str) -> String {
        match self.colored_results {
            true => format!("\x1b[1m{text}\x1b[0m"),
            false => text.to_string(),
        }
    }

    pub fn error(&self, error: &Error) {
        self.problems(&error.problems());
    }

    /// Problems and how many there are; only fatal ones if quiet.
    pub fn problems(&self, problems: &[Problem]) {
        let wanted = problems.iter().filter(|p| p.is_fatal() || !self.quiet);
        for problem in wanted.clone().take(MOST_SHOWN) {
            self.line(&render(problem, self.colored));
        }
        let Some(summary) = summary(problems) else {
            return;
        };
        match wanted.count() > MOST_SHOWN {
            true => self.line(&format!("{summary}; the first {MOST_SHOWN} are shown")),
            false => self.remark(&summary),
        }
    }

    /// The answer to the user's question.
    pub fn verdict(&self, text: &str) {
        self.line(text);
    }

    /// A remark, not shown if quiet.
    pub fn remark(&self, text: &str) {
        if !self.quiet {
            self.line(text);
        }
    }

    fn line(&self, text: &str) {
        // Nobody is left to tell if this fails.
        writeln!(std::io::stderr().lock(), "{text}").ok();
    }
}

/// How many characters a line of a result should have at most: what the terminal has, or 100.
pub fn result_width() -> usize {
    width(columns())
}

/// Whether results are read by people. Who else reads them expects sentences to be lines.
pub fn is_on_terminal() -> bool {
    std::io::stdout().is_terminal()
}

/// The number of rows does not matter here, not even whether the terminal knows it.
#[cfg(unix)]
fn columns() -> u16 {
    let size = rustix::termios::tcgetwinsize(std::io::stdout());
    size.map_or(0, |size| size.ws_col)
}

#[cfg(not(unix))]
fn columns() -> u16 {
    0
}

/// Terminals that do not know their width say 0.
fn width(columns: u16) -> usize {
    match columns {
        0 => 100,
        columns => usize::from(columns).clamp(40, 160),
    }
}

/// Writes a result to standard output. A reader that went away is not an error.
pub fn write_result(bytes: &[u8]) -> Result<(), Error> {
    let mut output = std::io::stdout().lock();
    match output.write_all(bytes).and_then(|()| output.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Error::resource(format!(
            "cannot write to standard output: {error}"
        ))),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_sensible() {
        assert_eq!(width(0), 100);
        assert_eq!(width(3), 40);
        assert_eq!(width(80), 80);
        assert_eq!(width(u16::MAX), 160);
    }
}
