//! What a C program of the tests says about itself, in comments beside its lines.
//!
//! ```text
//! // SAFE               nothing bad happens: all executions that end finish with status 0, and at least one does
//! // UNSAFE: text       a violation is reported on this line, with this text in the message
//! // DEADLOCK           some run deadlocks with a thread blocked on this line
//! // RACE               some run has a data race, one of whose accesses is on this line
//! // RACE!              the same, as Goblint writes it: `property_programs` demands it on the lines of both accesses
//! // NORACE             no run has a data race with an access on this line
//! // NODEADLOCK         no run deadlocks with a thread blocked on this line
//! // UNSUPPORTED: text  an execution, or the whole program, is refused on this line with this text
//! // WITH --option      the case is explored with this option of `unspool run`, or `--property=` is looked for
//! ```
//!
//! On a line of its own, or on the line of a directive, an annotation means "somewhere", and the text of UNSAFE may then
//! also be part of the line. Several annotations may follow each other on a line.
//!
//! A file has cases: the names `X`, in upper case, of the lines `#if defined X` and `#elif defined X` that begin in the
//! first column; each is compiled with `-DX`. An annotation belongs to the case in whose region it stands; outside of all
//! regions only WITH is allowed, and counts for all cases. A file without such lines is a single case without a name.

/// One way to compile and explore a program, and what must come of it.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// What is defined for it; None for the only case of a file.
    pub name: Option<String>,
    /// Where it begins, counted from 1.
    pub line: u32,
    pub is_safe: bool,
    pub expectations: Vec<Expectation>,
    /// For `unspool run`.
    pub options: Vec<String>,
    /// Names of properties that are looked for beside the usual ones.
    pub properties: Vec<String>,
    /// Iterations and rounds, if that is how far it is looked at, since it runs for ever.
    pub bounds: Option<(String, String)>,
    /// What must not be found on these lines.
    pub excluded: Vec<(Kind, u32)>,
}

/// Something that must be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    pub kind: Kind,
    /// Part of the message.
    pub text: String,
    /// Where the annotation stands.
    pub line: u32,
    /// Whether it may be found on any line.
    pub is_anywhere: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Unsafe,
    Deadlock,
    Race,
    Unsupported,
}

impl Kind {
    pub fn word(self) -> &'static str {
        match self {
            Kind::Unsafe => "UNSAFE",
            Kind::Deadlock => "DEADLOCK",
            Kind::Race => "RACE",
            Kind::Unsupported => "UNSUPPORTED",
        }
    }
}

/// The options of `unspool run` that a case may ask for; with `=` those that take a value.
const OPTIONS: &[&str] = &[
    "--domain=",
    "--races",
    "--ignore=",
    "--no-spurious-wakeups",
    "--malloc-failures",
    "--create-failures",
    "--no-weak-failures",
    "--havoc-missing",
    "--uninitialised=",
    PROPERTY,
    BOUNDS,
];

/// Not an option of `unspool run`: a property that is looked for beside the usual ones.
const PROPERTY: &str = "--property=";

/// Neither is this: how far `unspool check` looks at a program that runs for ever, iterations and rounds, as in `1,3`.
const BOUNDS: &str = "--bounds=";

/// What is wrong with the annotations of a file, and in which line.
#[derive(Debug)]
pub struct Malformed {
    pub line: u32,
    pub why: String,
}

/// The cases of a program, in the order of the file.
pub fn cases(text: &str) -> Result<Vec<Case>, Malformed> {
    let mut cases: Vec<Case> = Vec::new();
    let mut shared: Vec<(u32, Annotation)> = Vec::new();
    let mut regions = Regions::default();
    for (line, number) in text.lines().zip(1..) {
        if let Some(name) = regions.follow(line)
            && !cases.iter().any(|case| case.name.as_deref() == Some(name))
        {
            cases.push(Case {
                name: Some(name.to_string()),
                line: number,
                ..Case::default()
            });
        }
        for annotation in annotations(line).map_err(|why| Malformed { line: number, why })? {
            match regions.current() {
                Some(name) => cases
                    .iter_mut()
                    .filter(|case| case.name.as_deref() == Some(name))
                    .for_each(|case| case.add(number, annotation.clone())),
                None => shared.push((number, annotation)),
            }
        }
    }
    let has_names = !cases.is_empty();
    if !has_names {
        cases.push(Case {
            line: 1,
            ..Case::default()
        });
    }
    for (number, annotation) in shared {
        if has_names && !matches!(annotation, Annotation::With(_)) {
            return Err(Malformed {
                line: number,
                why: "an annotation outside of all cases".to_string(),
            });
        }
        for case in &mut cases {
            case.add(number, annotation.clone());
        }
    }
    match cases.iter().find_map(Case::mistake) {
        Some(mistake) => Err(mistake),
        None => Ok(cases),
    }
}

impl Case {
    /// Why it cannot be judged.
    fn mistake(&self) -> Option<Malformed> {
        let name = self.name.as_deref().unwrap_or("the program");
        let (line, why) = match (self.is_safe, self.expectations.first()) {
            (false, None) => (self.line, format!("{name} is not annotated")),
            (true, Some(first)) => (first.line, format!("{name} cannot be SAFE and this too")),
            _ => return None,
        };
        Some(Malformed { line, why })
    }

    fn add(&mut self, line: u32, annotation: Annotation) {
        match annotation {
            Annotation::Safe => self.is_safe = true,
            Annotation::Not(kind) => self.excluded.push((kind, line)),
            Annotation::With(options) => {
                for option in options {
                    if let Some(name) = option.strip_prefix(PROPERTY) {
                        self.properties.push(name.to_string());
                    } else if let Some(bounds) = option.strip_prefix(BOUNDS) {
                        let (unwind, rounds) = bounds.split_once(',').unwrap_or((bounds, "1"));
                        self.bounds = Some((unwind.to_string(), rounds.to_string()));
                    } else {
                        self.options.push(option);
                    }
                }
            }
            Annotation::Found {
                kind,
                text,
                is_anywhere,
            } => self.expectations.push(Expectation {
                kind,
                text,
                line,
                is_anywhere,
            }),
        }
    }
}

/// Which case the lines belong to, as conditional directives are followed.
#[derive(Default)]
struct Regions<'t> {
    /// For each open `#if`: the case that its present branch is, if any.
    open: Vec<Option<&'t str>>,
}

impl<'t> Regions<'t> {
    /// The name of the case that begins in this line.
    fn follow(&mut self, line: &'t str) -> Option<&'t str> {
        let directive = line.trim_start().strip_prefix('#')?.trim_start();
        let name = case_name(line);
        if directive.starts_with("if") {
            self.open.push(name);
        } else if directive.starts_with("el") {
            *self.open.last_mut()? = name;
        } else if directive.starts_with("endif") {
            self.open.pop();
        }
        name
    }

    fn current(&self) -> Option<&'t str> {
        self.open.iter().rev().find_map(|name| *name)
    }
}

/// `X` of `#if defined X` and `#elif defined X`.
fn case_name(line: &str) -> Option<&str> {
    let condition = ["#if defined ", "#elif defined "]
        .iter()
        .find_map(|begin| line.strip_prefix(begin))?;
    let name = condition.split("//").next()?.trim();
    let is_name = name.starts_with(|c: char| c.is_ascii_uppercase())
        && name
            .chars()
            .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    is_name.then_some(name)
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Annotation {
    Safe,
    Not(Kind),
    With(Vec<String>),
    Found {
        kind: Kind,
        text: String,
        is_anywhere: bool,
    },
}

const WORDS: &[&str] = &[
    "SAFE",
    "UNSAFE",
    "DEADLOCK",
    "NODEADLOCK",
    "RACE",
    "NORACE",
    "UNSUPPORTED",
    "WITH",
];

/// The annotations of a line; one that is nearly right is an error rather than an ordinary comment.
fn annotations(line: &str) -> Result<Vec<Annotation>, String> {
    let mut annotations = Vec::new();
    let code = without_comment(line).trim();
    let is_anywhere = code.is_empty() || code.starts_with('#');
    for (at, mark) in line.match_indices("//").chain(line.match_indices("/*")) {
        let comment = &line[at + 2..];
        let word = comment.trim_start();
        let end = word.find(|c: char| !c.is_ascii_alphabetic());
        let word = &word[..end.unwrap_or(word.len())];
        if !WORDS.contains(&word) {
            continue;
        }
        let comment = comment.split(" //").next().unwrap_or_default().trim_end();
        let malformed = || Err(format!("a malformed annotation: `{mark}{comment}`"));
        let Some(rest) = comment.strip_prefix(' ').filter(|_| mark == "//") else {
            return malformed();
        };
        let rest = &rest[word.len().min(rest.len())..];
        let text = rest.strip_prefix(": ").map(str::trim).unwrap_or_default();
        let kind = match word {
            "SAFE" if rest.is_empty() => {
                annotations.push(Annotation::Safe);
                continue;
            }
            "NODEADLOCK" | "NORACE" if rest.is_empty() => {
                let kind = match word {
                    "NORACE" => Kind::Race,
                    _ => Kind::Deadlock,
                };
                annotations.push(Annotation::Not(kind));
                continue;
            }
            "WITH" => {
                annotations.push(Annotation::With(options(rest)?));
                continue;
            }
            "DEADLOCK" if rest.is_empty() => Kind::Deadlock,
            "RACE" if rest.is_empty() || rest == "!" => Kind::Race,
            "UNSAFE" if !text.is_empty() => Kind::Unsafe,
            "UNSUPPORTED" if !text.is_empty() => Kind::Unsupported,
            _ => return malformed(),
        };
        annotations.push(Annotation::Found {
            kind,
            text: text.to_string(),
            is_anywhere,
        });
    }
    Ok(annotations)
}

/// The code of a line.
pub fn without_comment(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

fn options(text: &str) -> Result<Vec<String>, String> {
    let words: Vec<String> = text.split_whitespace().map(str::to_string).collect();
    for word in &words {
        let is_known = OPTIONS.iter().any(|option| match option.ends_with('=') {
            true => word.len() > option.len() && word.starts_with(option),
            false => word == option,
        });
        if !is_known {
            return Err(format!("`{word}` is no option of a case"));
        }
    }
    match words.is_empty() {
        true => Err("WITH without an option".to_string()),
        false => Ok(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        let Malformed { line, why } = cases(text).expect_err(text);
        format!("line {line}: {why}")
    }

    #[test]
    fn a_file_without_directives_is_one_case() {
        let cases = cases("// UNSAFE: x == 1\nint main(void) { f(); } // DEADLOCK // RACE\n")
            .expect("a case");
        assert_eq!(cases.len(), 1);
        assert_eq!(cases[0].name, None);
        let seen: Vec<(Kind, &str, u32, bool)> = cases[0]
            .expectations
            .iter()
            .map(|e| (e.kind, e.text.as_str(), e.line, e.is_anywhere))
            .collect();
        assert_eq!(
            seen,
            [
                (Kind::Unsafe, "x == 1", 1, true),
                (Kind::Deadlock, "", 2, false),
                (Kind::Race, "", 2, false)
            ]
        );
    }

    #[test]
    fn annotations_belong_to_the_case_around_them() {
        let text = "// WITH --races\n#ifdef __linux__\nint shared;\n#endif\n\
                    #if defined FIRST // WITH --domain=0,5 --malloc-failures\n#if 1\nf(); // SAFE\n#endif\n\
                    #elif defined SECOND // RACE\ng(); // UNSUPPORTED: setjmp\n\
                    #else\nint none;\n#endif\n";
        let cases = cases(text).expect("cases");
        let names: Vec<Option<&str>> = cases.iter().map(|case| case.name.as_deref()).collect();
        assert_eq!(names, [Some("FIRST"), Some("SECOND")]);
        assert!(cases[0].is_safe && cases[0].expectations.is_empty());
        assert_eq!(
            cases[0].options,
            ["--domain=0,5", "--malloc-failures", "--races"]
        );
        assert!(!cases[1].is_safe);
        assert_eq!(cases[1].options, ["--races"]);
        assert!(cases[1].expectations[0].is_anywhere);
        assert_eq!(cases[1].expectations[1].text, "setjmp");
        assert_eq!(cases[1].expectations[1].line, 10);
    }

    #[test]
    fn what_must_not_be_found_is_no_expectation() {
        let cases = cases("f(); // RACE!\ng(); // NORACE\nh(); // NODEADLOCK\n").expect("a case");
        assert_eq!(cases[0].expectations.len(), 1);
        assert_eq!(cases[0].expectations[0].kind, Kind::Race);
        assert_eq!(cases[0].excluded, [(Kind::Race, 2), (Kind::Deadlock, 3)]);
        assert!(error("f(); // NORACE\n").contains("the program is not annotated"));
    }

    #[test]
    fn what_is_nearly_an_annotation_is_refused() {
        for line in [
            "f(); //SAFE",
            "f(); // SAFE races",
            "f(); // SAFE: it is",
            "f(); // UNSAFE",
            "f(); // UNSAFE:",
            "f(); // UNSAFE:text",
            "f(); // UNSAFE: ",
            "f(); // DEADLOCK: here",
            "f(); // RACE?",
            "f(); // NORACE!",
            "f(); // NODEADLOCK: here",
            "f(); // UNSUPPORTED",
            "f(); /* SAFE */",
            "f(); //  SAFE",
        ] {
            let why = error(line);
            assert!(why.contains("line 1: a malformed annotation"), "{why}");
        }
        // Ordinary comments.
        let text =
            "f(); // safe, as it seems\ng(); // UNSAFELY done\nh(); // the SAFE way\n// SAFE\n";
        assert!(cases(text).is_ok());
    }

    #[test]
    fn a_case_must_be_annotated_and_not_contradict_itself() {
        assert!(error("int main(void) { }\n").contains("line 1: the program is not annotated"));
        let text = "#if defined ONE\nf(); // SAFE\n#elif defined TWO\ng();\n#endif\n";
        assert!(error(text).contains("line 3: TWO is not annotated"));
        assert!(
            error("// SAFE\nf(); // DEADLOCK\n").contains("line 2: the program cannot be SAFE")
        );
        let text = "f(); // DEADLOCK\n#if defined ONE\nf(); // SAFE\n#endif\n";
        assert!(error(text).contains("line 1: an annotation outside of all cases"));
    }

    #[test]
    fn options_are_known_ones() {
        for text in ["--runs=5", "--domain", "--domain=", "--racesx", "races"] {
            let why = error(&format!("// SAFE\n// WITH {text}\n"));
            assert!(why.contains("line 2: "), "{why}");
            assert!(why.contains("is no option of a case"), "{why}");
        }
        assert!(error("// SAFE\n// WITH\n").contains("WITH without an option"));
    }
}
