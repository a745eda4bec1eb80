//! Options about what to make of a result: how much of an execution to show, and which files to write.

use std::path::Path;

use clap::{Args, ValueEnum};

use crate::error::Error;
use crate::inputs::InputConfig;
use crate::replay_program;

/// Of these options in the help.
pub const HEADING: &str = "Output";

#[derive(Args, Clone, Debug, Default)]
pub struct OutputOptions {
    /// How much of an execution that goes wrong is shown
    #[arg(long, value_name = "HOW", value_enum, default_value_t = TraceChoice::Short, help_heading = HEADING)]
    pub trace: TraceChoice,

    /// Write the result to a file as JSON, from which `unspool show` makes all other formats; `-` for standard output
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    pub json: Option<String>,

    /// Write a page to step through the execution in a browser
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    pub html: Option<String>,

    /// Write SARIF, for code scanning and editors
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    pub sarif: Option<String>,

    /// Write a violation witness as SV-COMP has them: GraphML if the name ends with `.graphml`, else YAML
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    pub witness: Option<String>,

    /// Write JUnit XML, for continuous integration
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    pub junit: Option<String>,

    /// Write a C program to this folder that makes the execution with real threads, for a debugger
    #[arg(long, value_name = "DIR", help_heading = HEADING)]
    pub replay: Option<String>,
}

/// How much of an execution is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum TraceChoice {
    /// The steps that matter for the violation
    #[default]
    Short,
    /// All of them, and values of local variables
    Full,
    /// None
    None,
}

/// The formats of a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// For the terminal
    Text,
    /// All that is known, for other programs
    Json,
    /// A page to step through the execution
    Html,
    /// SARIF 2.1.0
    Sarif,
    /// An SV-COMP violation witness, format 1.0
    Graphml,
    /// An SV-COMP violation witness, format 2
    Yaml,
    /// JUnit XML
    Junit,
}

impl OutputOptions {
    /// The files to write, and in which format.
    pub fn files(&self) -> Vec<(Format, &str)> {
        let witness = match &self.witness {
            Some(file) if file.ends_with(".graphml") => Format::Graphml,
            _ => Format::Yaml,
        };
        let files = [
            (Format::Json, &self.json),
            (Format::Html, &self.html),
            (Format::Sarif, &self.sarif),
            (witness, &self.witness),
            (Format::Junit, &self.junit),
        ];
        let given = files
            .into_iter()
            .filter_map(|(format, file)| Some((format, file.as_deref()?)));
        given.collect()
    }

    /// Whether standard output is taken by one of the files.
    pub fn takes_output(&self) -> bool {
        self.files()
            .iter()
            .any(|(_, file)| *file == STANDARD_OUTPUT)
    }

    /// Refuses at once what could not be written after a long search, or would destroy an input.
    pub fn check(&self, input: &InputConfig) -> Result<(), Error> {
        let files = self.files();
        for (number, (_, file)) in files.iter().enumerate() {
            if files[..number].iter().any(|(_, other)| other == file) {
                return Err(Error::Usage {
                    message: format!("two results cannot go to `{file}`"),
                    help: "give them different names".to_string(),
                });
            }
            if *file == STANDARD_OUTPUT {
                continue;
            }
            input.check_output(file)?;
            check_place(file)?;
        }
        match &self.replay {
            Some(folder) => replay_program::check_folder(Path::new(folder)),
            None => Ok(()),
        }
    }
}

/// The name that means standard output.
pub const STANDARD_OUTPUT: &str = "-";

/// Whether a file of this name can be made.
pub fn check_place(file: &str) -> Result<(), Error> {
    let path = Path::new(file);
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let wrong = match folder {
        _ if path.is_dir() => Some(format!("`{file}` is a folder")),
        Some(folder) if !folder.is_dir() => {
            Some(format!("there is no folder `{}`", folder.display()))
        }
        _ => None,
    };
    match wrong {
        Some(message) => Err(Error::Usage {
            message,
            help: "give the name of a file in a folder that exists".to_string(),
        }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_witnesses_tell_their_format() {
        let format = |file: &str| {
            let options = OutputOptions {
                witness: Some(file.to_string()),
                ..OutputOptions::default()
            };
            options.files()[0].0
        };
        assert_eq!(format("a.graphml"), Format::Graphml);
        assert_eq!(format("a.yml"), Format::Yaml);
    }

    #[test]
    fn one_file_has_one_result() {
        let options = |html: &str| OutputOptions {
            json: Some("-".to_string()),
            html: Some(html.to_string()),
            ..OutputOptions::default()
        };
        let input = InputConfig::default();
        assert!(options("-").check(&input).is_err());
        assert!(options("page.html").check(&input).is_ok());
        assert!(options("no/such/folder/page.html").check(&input).is_err());
    }
}
