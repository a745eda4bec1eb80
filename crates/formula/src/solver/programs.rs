//! SAT solvers that are programs: how each is called, and how it tells its answer. One table.

/// A program that reads DIMACS.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// A name to look up in `PATH`, or a path.
    pub command: String,
    /// `{formula}` stands for the file to read, `{result}` for the one to write.
    pub arguments: Vec<String>,
    /// Further arguments that limit the number of conflicts, `{conflicts}`. Empty if the program has no such option.
    pub conflict_arguments: Vec<String>,
    pub output: Output,
}

/// How a program tells its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Output {
    /// As in the SAT competition, on standard output: `s SATISFIABLE`, and the model in lines that begin with `v`.
    Lines,
    /// As minisat does, in the file `{result}`: `SAT` and the model, or `UNSAT`.
    ResultFile,
}

/// Name, arguments, arguments for a limit of conflicts, output.
type Row = (
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
    Output,
);

#[rustfmt::skip]
const KNOWN: &[Row] = &[
    ("cadical",        &["-q", "{formula}"],                  &["-c", "{conflicts}"],        Output::Lines),
    ("cryptominisat5", &["--verb", "0", "{formula}"],         &["--maxconfl", "{conflicts}"], Output::Lines),
    ("kissat",         &["-q", "{formula}"],                  &["--conflicts={conflicts}"],  Output::Lines),
    ("minisat",        &["-verb=0", "{formula}", "{result}"], &[],                           Output::ResultFile),
    ("picosat",        &["{formula}"],                        &[],                           Output::Lines),
];

/// The names of the programs whose arguments we know.
pub fn known_names() -> impl Iterator<Item = &'static str> {
    KNOWN.iter().map(|row| row.0)
}

impl Program {
    /// The program of that name or path. One that the table does not know, by its file name, is called with the
    /// formula as its only argument and is expected to print as in the SAT competition.
    pub fn named(command: &str) -> Program {
        let stem = std::path::Path::new(command).file_stem();
        let known = KNOWN.iter().find(|row| stem == Some(row.0.as_ref()));
        let (_, arguments, conflict_arguments, output) =
            known.unwrap_or(&("", &["{formula}"], &[], Output::Lines));
        let owned = |words: &[&str]| words.iter().map(|&w| w.to_owned()).collect();
        Program {
            command: command.to_owned(),
            arguments: owned(arguments),
            conflict_arguments: owned(conflict_arguments),
            output: *output,
        }
    }

    /// Whether a limit of conflicts is obeyed.
    pub fn limits_conflicts(&self) -> bool {
        !self.conflict_arguments.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_known_by_file_name() {
        assert_eq!(Program::named("minisat").output, Output::ResultFile);
        let minisat = Program::named("/opt/bin/minisat");
        assert_eq!(minisat.output, Output::ResultFile);
        assert_eq!(minisat.command, "/opt/bin/minisat");
        let other = Program::named("./my-solver");
        assert_eq!(other.arguments, ["{formula}"]);
        assert!(!other.limits_conflicts());
    }

    #[test]
    fn every_program_reads_the_formula() {
        for name in known_names() {
            let program = Program::named(name);
            assert!(program.arguments.contains(&"{formula}".to_owned()));
            let writes = program.arguments.contains(&"{result}".to_owned());
            assert_eq!(writes, program.output == Output::ResultFile, "{name}");
        }
    }
}
