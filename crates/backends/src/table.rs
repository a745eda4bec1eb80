//! The verifiers: a row for each.
//!
//! Command lines are words with spaces between them. What is filled in when they are used:
//!
//! | placeholder | |
//! |---|---|
//! | `{verifier}` | the verifier's own program |
//! | `{compiler}` | the user's C compiler |
//! | `{width}` | the compiler's option for the data model |
//! | `{model}` | the verifier's words for the data model |
//! | `{file}` | the C file |
//! | `{folder}` | a private folder, in which the commands run |
//! | `{property}` | a file with SV-COMP's property that `reach_error` is not called |
//! | `{more}` | further words, which the user gives |
//! | `{time}`, `{memory}` | limits in whole seconds and megabytes |
//! | `[...]` | words that are left out if there is no such limit |
//! | `(...)` | words that are left out if all violations are asked for, not only the first |
//!
//! `Tried` rows are tested with the verifier itself. `Recorded` ones were never run here: their words and the form of their answers were written down from
//! documentation, from drivers that others wrote for them, and in part from memory (`tests/suite/recorded_answers.rs` says which).

use crate::read::{Lines, Reader, Sign};

pub struct Backend {
    /// What options call it.
    pub name: &'static str,
    pub full_name: &'static str,
    pub kind: &'static str,
    pub home: &'static str,
    pub how_to_get: &'static str,
    /// Names of its program, the usual first. None if there is nothing to run.
    pub executables: &'static [&'static str],
    pub version_arguments: &'static [&'static str],
    /// What stands in front of a program that is written for it.
    pub prelude: &'static str,
    /// How to run it, by version, the newest first.
    pub commands: &'static [Commands],
    pub ilp32: &'static str,
    pub lp64: &'static str,
    pub reader: Reader,
    /// Whether its answers have values of variables.
    pub has_trace: bool,
    pub trust: Trust,
    /// What users should know.
    pub remark: &'static str,
    /// What may be wrong with its answer that there is no violation; part of every such verdict.
    pub caution: &'static str,
}

/// Command lines that are run one after the other. The answer is that of the last; the others only have to succeed.
pub struct Commands {
    /// They are for this version and later ones. A version that is not known counts as the newest.
    pub since: &'static [u32],
    pub steps: &'static [&'static str],
}

/// The widths of C's types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DataModel {
    Ilp32,
    Lp64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trust {
    Tried,
    Recorded,
}

impl Trust {
    pub fn word(self) -> &'static str {
        match self {
            Trust::Tried => "tried",
            Trust::Recorded => "recorded",
        }
    }
}

pub fn named(name: &str) -> Option<&'static Backend> {
    TABLE.iter().find(|backend| backend.name == name)
}

impl Backend {
    /// Whether there is a program that could be run.
    pub fn can_run(&self) -> bool {
        !self.executables.is_empty()
    }

    /// The commands for a version.
    pub fn commands_for(&self, version: Option<&[u32]>) -> Option<&'static Commands> {
        let fits = |commands: &&Commands| match version {
            Some(numbers) if !numbers.is_empty() => numbers >= commands.since,
            _ => true,
        };
        self.commands.iter().find(fits)
    }

    /// Whether it can go on behind the first violation.
    pub fn tells_all_violations(&self) -> bool {
        let mut steps = self.commands.iter().flat_map(|commands| commands.steps);
        steps.any(|step| step.contains('('))
    }

    pub fn model_words(&self, model: DataModel) -> &'static str {
        match model {
            DataModel::Ilp32 => self.ilp32,
            DataModel::Lp64 => self.lp64,
        }
    }
}

/// The compiler that makes LLVM's form of a program for those that read it.
const TO_BITCODE: &str = "clang {width} -std=gnu11 -g -O0 -Xclang -disable-O0-optnone -fno-builtin -w -c -emit-llvm -o {folder}/program.bc {file}";

/// For those that read no directives.
const PREPROCESS: &str = "{compiler} {width} -E -P -o {folder}/program.i {file}";

const SVCOMP_PRELUDE: &str = concat!(
    include_str!("../preludes/verifier_inputs.h"),
    include_str!("../preludes/svcomp.h")
);

const CPROVER_PRELUDE: &str = concat!(
    include_str!("../preludes/verifier_inputs.h"),
    include_str!("../preludes/cprover.h")
);

pub const TABLE: &[Backend] = &[
    Backend {
        name: "cbmc",
        full_name: "CBMC",
        kind: "bounded model checker",
        home: "https://www.cprover.org/cbmc",
        how_to_get: "package `cbmc` of Ubuntu and Homebrew, or https://github.com/diffblue/cbmc/releases",
        executables: &["cbmc"],
        version_arguments: &["--version"],
        prelude: include_str!("../preludes/cbmc.h"),
        commands: &[
            Commands {
                // Turned on many checks of its own, which this switches off again.
                since: &[6],
                steps: &[
                    "{verifier} {model} --trace (--stop-on-fail) --object-bits 11 --no-standard-checks {more} {file}",
                ],
            },
            Commands {
                since: &[],
                steps: &[
                    "{verifier} {model} --trace (--stop-on-fail) --object-bits 11 {more} {file}",
                ],
            },
        ],
        ilp32: "--ILP32",
        lp64: "--LP64",
        reader: Reader::States,
        has_trace: true,
        trust: Trust::Tried,
        remark: "Tried with version 5.12; recorded for 6. Pointers have 11 bits for the object, the rest is the offset.",
        caution: "",
    },
    Backend {
        name: "esbmc",
        full_name: "ESBMC",
        kind: "bounded model checker",
        home: "https://esbmc.org",
        how_to_get: "download it from https://github.com/esbmc/esbmc/releases",
        executables: &["esbmc"],
        version_arguments: &["--version"],
        prelude: concat!(
            include_str!("../preludes/verifier_inputs.h"),
            include_str!("../preludes/esbmc.h")
        ),
        commands: &[Commands {
            since: &[],
            steps: &[
                "{verifier} {model} --no-bounds-check --no-pointer-check --no-div-by-zero-check --force-malloc-success [--timeout {time}s] [--memlimit {memory}m] {more} {file}",
            ],
        }],
        ilp32: "--32",
        lp64: "--64",
        reader: Reader::States,
        has_trace: true,
        trust: Trust::Recorded,
        remark: "",
        caution: "",
    },
    Backend {
        name: "klee",
        full_name: "KLEE",
        kind: "symbolic execution",
        home: "https://klee-se.org",
        how_to_get: "package `klee` of Homebrew, the image `klee/klee` of Docker, or https://klee-se.org; `clang` of the same version of LLVM is needed too",
        executables: &["klee"],
        version_arguments: &["--version"],
        prelude: include_str!("../preludes/klee.h"),
        commands: &[Commands {
            since: &[],
            steps: &[
                TO_BITCODE,
                "{verifier} --output-dir={folder}/klee --exit-on-error-type=Assert [--max-time={time}s] [--max-memory={memory}] {more} {folder}/program.bc",
            ],
        }],
        ilp32: "",
        lp64: "",
        reader: Reader::Klee,
        has_trace: true,
        trust: Trust::Recorded,
        remark: "Inputs are called unspool_N: N counts the inputs in the order of the text, from 0.",
        caution: "",
    },
    Backend {
        name: "cpachecker",
        full_name: "CPAchecker",
        kind: "predicate abstraction and others",
        home: "https://cpachecker.sosy-lab.org",
        how_to_get: "download it from https://cpachecker.sosy-lab.org/download.php (needs Java)",
        executables: &["cpachecker", "cpa.sh"],
        version_arguments: &["--version"],
        prelude: SVCOMP_PRELUDE,
        commands: &[
            Commands {
                since: &[4],
                steps: &[
                    PREPROCESS,
                    "{verifier} --{model} --spec {property} --no-output-files [--timelimit {time}s] [--heap {memory}M] {more} {folder}/program.i",
                ],
            },
            Commands {
                since: &[],
                steps: &[
                    PREPROCESS,
                    "{verifier} -{model} -default -spec {property} -noout [-timelimit {time}s] [-heap {memory}M] {more} {folder}/program.i",
                ],
            },
        ],
        ilp32: "32",
        lp64: "64",
        reader: Reader::Lines(Lines {
            no_violation: &[Sign::Begins("Verification result: TRUE.")],
            violation: &[Sign::Begins("Verification result: FALSE.")],
            neither: &[
                Sign::Contains("java.lang.OutOfMemoryError"),
                Sign::Contains("Exception in thread"),
                Sign::Begins("Verification result: UNKNOWN"),
            ],
            exit_codes: &[0],
        }),
        has_trace: false,
        trust: Trust::Recorded,
        remark: "",
        caution: "",
    },
    Backend {
        name: "ultimate",
        full_name: "Ultimate Automizer",
        kind: "trace abstraction",
        home: "https://ultimate-pa.org",
        how_to_get: "download UAutomizer from https://github.com/ultimate-pa/ultimate/releases (needs Java and Python)",
        executables: &["Ultimate.py"],
        version_arguments: &["--version"],
        prelude: SVCOMP_PRELUDE,
        commands: &[Commands {
            since: &[],
            steps: &[
                PREPROCESS,
                "{verifier} --spec {property} --architecture {model} --full-output {more} --file {folder}/program.i",
            ],
        }],
        ilp32: "32bit",
        lp64: "64bit",
        reader: Reader::Lines(Lines {
            no_violation: &[
                Sign::Contains("RESULT: Ultimate proved your program to be correct!"),
                Sign::Is("TRUE"),
            ],
            violation: &[
                Sign::Contains("RESULT: Ultimate proved your program to be incorrect!"),
                Sign::Begins("FALSE"),
            ],
            neither: &[
                Sign::Contains("RESULT: Ultimate could not prove your program"),
                Sign::Contains("ExceptionOrErrorResult"),
                Sign::Begins("UNKNOWN"),
                Sign::Begins("ERROR"),
            ],
            exit_codes: &[0],
        }),
        has_trace: false,
        trust: Trust::Recorded,
        remark: "",
        caution: "",
    },
    Backend {
        name: "smack",
        full_name: "SMACK",
        kind: "bounded verifier, by way of Boogie",
        home: "https://smackers.github.io",
        how_to_get: "build it from https://github.com/smackers/smack",
        executables: &["smack", "smack.sh"],
        version_arguments: &["--version"],
        prelude: concat!(
            include_str!("../preludes/verifier_inputs.h"),
            include_str!("../preludes/smack.h")
        ),
        commands: &[Commands {
            since: &[],
            steps: &[
                "{verifier} --bit-precise --unroll 100 {model} [--time-limit {time}] {more} {file}",
            ],
        }],
        ilp32: "--clang-options=-m32",
        lp64: "--clang-options=-m64",
        reader: Reader::Lines(Lines {
            no_violation: &[Sign::Contains("SMACK found no errors")],
            violation: &[Sign::Contains("SMACK found an error")],
            neither: &[
                Sign::Contains("SMACK timed out"),
                Sign::Contains("SMACK result is unknown"),
            ],
            exit_codes: &[0, 1],
        }),
        has_trace: false,
        trust: Trust::Recorded,
        remark: "",
        caution: "loops end after 100 iterations, which only copies of large objects exceed",
    },
    Backend {
        name: "seahorn",
        full_name: "SeaHorn",
        kind: "constrained Horn clauses",
        home: "https://seahorn.github.io",
        how_to_get: "the image `seahorn/seahorn-llvm14` of Docker, or build it from https://github.com/seahorn/seahorn",
        executables: &["sea"],
        version_arguments: &["--version"],
        prelude: concat!(
            include_str!("../preludes/verifier_inputs.h"),
            include_str!("../preludes/seahorn.h")
        ),
        commands: &[Commands {
            since: &[],
            steps: &["{verifier} pf {model} {more} {file}"],
        }],
        ilp32: "-m32",
        lp64: "-m64",
        reader: Reader::Lines(Lines {
            no_violation: &[Sign::Is("unsat")],
            violation: &[Sign::Is("sat")],
            neither: &[Sign::Is("unknown"), Sign::Is("timeout")],
            exit_codes: &[0],
        }),
        has_trace: false,
        trust: Trust::Recorded,
        remark: "",
        caution: "it computes with integers without bounds: what depends on overflow may be judged wrongly",
    },
    Backend {
        name: "llbmc",
        full_name: "LLBMC",
        kind: "bounded model checker",
        home: "https://llbmc.org",
        how_to_get: "download it from https://llbmc.org; `clang` of its version of LLVM is needed too",
        executables: &["llbmc"],
        version_arguments: &["--version"],
        prelude: include_str!("../preludes/llbmc.h"),
        commands: &[Commands {
            since: &[],
            steps: &[
                TO_BITCODE,
                "{verifier} --ignore-missing-function-bodies --no-overflow-checks --no-shift-checks --no-div-by-zero-checks --no-memory-access-checks --no-memory-free-checks --no-memory-allocation-checks --no-memcpy-disjoint-checks {more} {folder}/program.bc",
            ],
        }],
        ilp32: "",
        lp64: "",
        reader: Reader::Lines(Lines {
            no_violation: &[Sign::Is("No error detected.")],
            violation: &[Sign::Is("Error detected.")],
            neither: &[
                Sign::Contains("bound is not sufficient"),
                Sign::Contains("The program analysis is thus not complete"),
            ],
            exit_codes: &[0, 1],
        }),
        has_trace: false,
        trust: Trust::Recorded,
        remark: "",
        caution: "",
    },
    Backend {
        name: "satabs",
        full_name: "SATABS",
        kind: "predicate abstraction",
        home: "https://www.cprover.org/satabs",
        how_to_get: "download it from https://www.cprover.org/satabs",
        executables: &["satabs"],
        version_arguments: &["--version"],
        prelude: CPROVER_PRELUDE,
        commands: &[Commands {
            since: &[],
            steps: &["{verifier} {model} {more} {file}"],
        }],
        ilp32: "--32",
        lp64: "--64",
        reader: Reader::Lines(CPROVER_LINES),
        has_trace: false,
        trust: Trust::Recorded,
        remark: "",
        caution: "",
    },
    Backend {
        name: "blitz",
        full_name: "BLITZ",
        kind: "bounded model checker, compositional",
        home: "",
        how_to_get: "ask its authors (Cho, D'Silva and Song: BLITZ, ASE 2013)",
        executables: &["blitz"],
        version_arguments: &["--version"],
        prelude: CPROVER_PRELUDE,
        commands: &[Commands {
            since: &[],
            steps: &["{verifier} {model} --terminate-on-firstbug {more} {file}"],
        }],
        ilp32: "--32",
        lp64: "--64",
        reader: Reader::Lines(CPROVER_LINES),
        has_trace: false,
        trust: Trust::Recorded,
        remark: "What it prints is not documented: it is expected to answer like CBMC.",
        caution: "",
    },
    Backend {
        name: "symbiotic",
        full_name: "Symbiotic",
        kind: "slicing and symbolic execution",
        home: "https://staticafi.github.io/symbiotic",
        how_to_get: "download it from https://github.com/staticafi/symbiotic/releases",
        executables: &["symbiotic"],
        version_arguments: &["--version"],
        prelude: SVCOMP_PRELUDE,
        commands: &[Commands {
            since: &[],
            steps: &["{verifier} {model} --prp={property} [--timeout={time}] {more} {file}"],
        }],
        ilp32: "--32",
        lp64: "",
        reader: Reader::Lines(Lines {
            no_violation: &[Sign::Is("RESULT: true")],
            violation: &[Sign::Begins("RESULT: false")],
            neither: &[
                Sign::Begins("RESULT: unknown"),
                Sign::Begins("RESULT: timeout"),
                Sign::Begins("RESULT: ERROR"),
            ],
            exit_codes: &[0, 1],
        }),
        has_trace: false,
        trust: Trust::Recorded,
        remark: "",
        caution: "",
    },
    Backend {
        name: "frama-c",
        full_name: "Frama-C, plug-in Eva",
        kind: "abstract interpretation",
        home: "https://frama-c.com",
        how_to_get: "`opam install frama-c`, or package `frama-c-base` of Debian",
        executables: &["frama-c"],
        version_arguments: &["-version"],
        prelude: include_str!("../preludes/frama-c.h"),
        commands: &[Commands {
            since: &[],
            steps: &["{verifier} -machdep {model} -eva -eva-precision 6 {more} {file}"],
        }],
        ilp32: "gcc_x86_32",
        lp64: "gcc_x86_64",
        reader: Reader::FramaC,
        has_trace: false,
        trust: Trust::Recorded,
        remark: "It shows that there is no violation, or does not know: its alarms may be false ones.",
        caution: "",
    },
    Backend {
        name: "native",
        full_name: "the C compiler",
        kind: "random executions",
        home: "",
        how_to_get: "any C compiler, such as package `gcc`",
        executables: &["cc"],
        version_arguments: &["--version"],
        prelude: include_str!("../preludes/native.h"),
        commands: &[Commands {
            since: &[],
            steps: &[
                "{verifier} {width} -std=gnu11 -O1 -w -o {folder}/program {file}",
                "{folder}/program [--seconds {time}] {more}",
            ],
        }],
        ilp32: "",
        lp64: "",
        reader: Reader::Native,
        has_trace: false,
        trust: Trust::Tried,
        remark: "It finds violations, or does not know. Options of the program are --runs N and --seed S; the seed of a violation repeats it.",
        caution: "",
    },
    Backend {
        name: "svcomp",
        full_name: "any verifier of SV-COMP",
        kind: "no program: only a form of C",
        home: "https://sv-comp.sosy-lab.org",
        how_to_get: "verifiers are at https://sv-comp.sosy-lab.org",
        executables: &[],
        version_arguments: &[],
        prelude: SVCOMP_PRELUDE,
        commands: &[],
        ilp32: "",
        lp64: "",
        reader: Reader::None,
        has_trace: false,
        trust: Trust::Recorded,
        remark: "Programs can be written for it, to be given to a verifier by hand: the property is that reach_error is not called.",
        caution: "",
    },
];

const CPROVER_LINES: Lines = Lines {
    no_violation: &[Sign::Is("VERIFICATION SUCCESSFUL")],
    violation: &[Sign::Is("VERIFICATION FAILED")],
    neither: &[Sign::Contains("PARSING ERROR")],
    exit_codes: &[0, 10],
};
