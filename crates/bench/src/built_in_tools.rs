//! The tools that need no description.
//!
//! `cc` only compiles: the least time that anybody needs for reading the file. `cbmc` is CBMC with its own support of
//! threads; without `--unwinding-assertions` its `VERIFICATION SUCCESSFUL` is about executions within the bound only.

use std::path::Path;

use crate::answer::{Sign, Signs};
use crate::tool::{Description, Tool, ToolKind};

pub const UNSPOOL: &str = "unspool";

struct BuiltIn {
    name: &'static str,
    command: &'static [&'static str],
    version: &'static [&'static str],
    default_options: &'static [&'static str],
    properties: &'static [(&'static str, &'static [&'static str])],
    /// Exit code and line.
    safe: Option<(i32, &'static str)>,
    violation: Option<(i32, &'static str)>,
    /// A line, whatever the exit code.
    unknown: Option<&'static str>,
    bounded_without: Option<&'static str>,
}

const TABLE: &[BuiltIn] = &[
    BuiltIn {
        name: "cbmc",
        command: &[
            "cbmc",
            "--{bits}",
            "{property-options}",
            "{options}",
            "{file}",
        ],
        version: &["cbmc", "--version"],
        default_options: &["--unwind", "2"],
        properties: &[
            // Functions such as `__VERIFIER_error` fail by themselves.
            ("unreach-call", &[]),
            (
                "no-overflow",
                &["--no-assertions", "--signed-overflow-check"],
            ),
            (
                "valid-memsafety",
                &["--no-assertions", "--pointer-check", "--bounds-check"],
            ),
        ],
        safe: Some((0, "VERIFICATION SUCCESSFUL")),
        violation: Some((10, "VERIFICATION FAILED")),
        // What CBMC does not take.
        unknown: Some("*pointer handling for concurrency is unsound*"),
        bounded_without: Some("--unwinding-assertions"),
    },
    BuiltIn {
        name: "cc",
        command: &[
            "cc",
            "-m{bits}",
            "-w",
            "-O0",
            "{options}",
            "-c",
            "-o",
            "{scratch}/out.o",
            "{file}",
        ],
        version: &["cc", "--version"],
        default_options: &[],
        properties: &[],
        safe: None,
        violation: None,
        unknown: None,
        bounded_without: None,
    },
];

pub fn names() -> Vec<&'static str> {
    [UNSPOOL]
        .into_iter()
        .chain(TABLE.iter().map(|row| row.name))
        .collect()
}

/// `unspool` is the command at this path.
pub fn named(name: &str, unspool: &Path) -> Option<Tool> {
    if name == UNSPOOL {
        return Some(variant(UNSPOOL, unspool, Vec::new()));
    }
    let row = TABLE.iter().find(|row| row.name == name)?;
    Some(Tool {
        name: name.to_string(),
        kind: ToolKind::Described(Box::new(row.description())),
    })
}

/// Unspool with options of its own.
pub fn variant(name: &str, unspool: &Path, options: Vec<String>) -> Tool {
    Tool {
        name: name.to_string(),
        kind: ToolKind::Unspool {
            command: unspool.to_path_buf(),
            options,
        },
    }
}

impl BuiltIn {
    fn description(&self) -> Description {
        let words = |words: &[&str]| words.iter().map(|word| word.to_string()).collect();
        let sign = |(exit, line): (i32, &str)| Sign {
            exit: vec![exit],
            lines: vec![line.to_string()],
        };
        let properties = self.properties.iter();
        Description {
            command: words(self.command),
            version: words(self.version),
            default_options: words(self.default_options),
            properties: properties
                .map(|(name, options)| (name.to_string(), words(options)))
                .collect(),
            signs: Signs {
                safe: self.safe.map(sign),
                violation: self.violation.map(sign),
                unknown: self.unknown.map(|line| Sign {
                    lines: vec![line.to_string()],
                    ..Sign::default()
                }),
                bounded_without: self.bounded_without.map(str::to_string),
                ..Signs::default()
            },
        }
    }
}
