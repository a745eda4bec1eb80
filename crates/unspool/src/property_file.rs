//! Property files of SV-COMP: which properties a task is about.
//!
//! ```text
//! CHECK( init(main()), LTL(G ! call(reach_error())) )
//! CHECK( init(main()), LTL(G valid-free) )              // and so on
//! ```
//!
//! Blanks and lines end wherever words do. Comments begin with `//` or `#`. The formulas that are understood stand in the table of properties
//! ([`Property::formulas`]). A formula that nobody here looks for is an error and not left out: an answer about other properties would
//! be taken for an answer to this one. The only exception is `G valid-memtrack`, which comes with two others in one file of SV-COMP's: there is a remark.

use std::ops::Range;

use unspool_ir::Property;

use crate::error::Error;
use crate::problem::{Excerpt, Problem, Severity};

/// What a property file asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PropertyFile {
    /// In the order of the table of properties, each once; at least one.
    pub properties: Vec<Property>,
    /// What it asks for that is not looked for: warnings.
    pub remarks: Vec<Problem>,
}

pub fn read(path: &str) -> Result<PropertyFile, Error> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        let message = format!("cannot read the property file `{path}`: {error}");
        Error::input(message, FORM)
    })?;
    parse(&text, path)
}

const FORM: &str =
    "a property file has lines such as: CHECK( init(main()), LTL(G ! call(reach_error())) )";

/// Asks for memory that is freed or still pointed to when the program ends.
const MEMTRACK: &str = "G valid-memtrack";

/// Asks for an end of every execution.
const TERMINATION: &str = "F end";

fn parse(text: &str, path: &str) -> Result<PropertyFile, Error> {
    let mut reader = Reader {
        path,
        lines: text.lines().collect(),
        words: words(text),
        next: 0,
    };
    let mut asked = Vec::new();
    let mut remarks = Vec::new();
    while reader.next < reader.words.len() {
        let formula = reader.check()?;
        let spelling = reader.spelling(formula.clone());
        let property = Property::all().find(|property| {
            let mut formulas = property.formulas().iter();
            formulas.any(|known| is_same(known, &spelling))
        });
        match property {
            Some(property) => asked.push(property),
            None if is_same(MEMTRACK, &spelling) => remarks.push(reader.untracked(formula)),
            None => return Err(reader.not_looked_for(formula, &spelling)),
        }
    }
    if asked.is_empty() {
        let said = match remarks.is_empty() {
            true => Error::input(format!("the property file `{path}` has no `CHECK`"), FORM),
            false => Error::Unsupported(as_errors(remarks)),
        };
        return Err(said);
    }
    Ok(PropertyFile {
        properties: Property::all()
            .filter(|property| asked.contains(property))
            .collect(),
        remarks,
    })
}

/// A word or sign, and where it stands.
struct Word<'a> {
    text: &'a str,
    /// From 0.
    line: usize,
    bytes: Range<usize>,
}

fn words(text: &str) -> Vec<Word<'_>> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let end_of = |mark: &str| line.find(mark).unwrap_or(line.len());
        let end = end_of("//").min(end_of("#"));
        let mut start = 0;
        while let Some(first) = line[start..end].chars().next() {
            let rest = &line[start..end];
            let length = match is_of_word(first) {
                true => rest.find(|c| !is_of_word(c)).unwrap_or(rest.len()),
                false => first.len_utf8(),
            };
            // Some editors begin files with a mark.
            if !first.is_whitespace() && first != '\u{feff}' {
                found.push(Word {
                    text: &rest[..length],
                    line: number,
                    bytes: start..start + length,
                });
            }
            start += length;
        }
    }
    found
}

/// `valid-free` is one word.
fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '-'
}

/// Whether the words are those of a formula, whatever stands between them.
fn is_same(formula: &str, spelling: &[&str]) -> bool {
    words(formula)
        .iter()
        .map(|word| word.text)
        .eq(spelling.iter().copied())
}

struct Reader<'a> {
    path: &'a str,
    lines: Vec<&'a str>,
    words: Vec<Word<'a>>,
    /// The word to be read next.
    next: usize,
}

impl<'a> Reader<'a> {
    /// One `CHECK( init(main()), LTL(formula) )`: which words the formula is.
    fn check(&mut self) -> Result<Range<usize>, Error> {
        for word in ["CHECK", "(", "init", "("] {
            self.expect(word)?;
        }
        if self.words.get(self.next).is_some_and(|w| w.text != "main") {
            let message = "a program is checked from `main` on, and from no other function";
            let at = self.next..self.next + 1;
            return Err(self.error(message, at, FORM));
        }
        for word in ["main", "(", ")", ")", ",", "LTL", "("] {
            self.expect(word)?;
        }
        let start = self.next;
        let mut depth = 0;
        while let Some(word) = self.words.get(self.next) {
            match word.text {
                "(" => depth += 1,
                ")" if depth == 0 => break,
                ")" => depth -= 1,
                _ => {}
            }
            self.next += 1;
        }
        let formula = start..self.next;
        for word in [")", ")"] {
            self.expect(word)?;
        }
        match formula.is_empty() {
            true => Err(self.error("there is no formula here", start..start + 1, FORM)),
            false => Ok(formula),
        }
    }

    fn expect(&mut self, text: &str) -> Result<(), Error> {
        let found = self.words.get(self.next).map(|word| word.text);
        if found == Some(text) {
            self.next += 1;
            return Ok(());
        }
        let (message, at) = match found {
            Some(found) => (
                format!("expected `{text}`, found `{found}`"),
                self.next..self.next + 1,
            ),
            // Behind the last one.
            None => (
                format!("expected `{text}`, but the file ends"),
                self.next.saturating_sub(1)..self.next,
            ),
        };
        Err(self.error(&message, at, FORM))
    }

    fn spelling(&self, words: Range<usize>) -> Vec<&'a str> {
        self.words[words].iter().map(|word| word.text).collect()
    }

    fn untracked(&self, formula: Range<usize>) -> Problem {
        Problem::new(
            Severity::Warning,
            "valid-memtrack is not looked for: whether memory that lives at the end is still pointed to is not known here",
        )
        .with_excerpt(self.excerpt(formula))
        .with_help("valid-memcleanup asks for more: all memory is freed at the end")
    }

    fn not_looked_for(&self, formula: Range<usize>, spelling: &[&str]) -> Error {
        if is_same(TERMINATION, spelling) {
            let message = "termination is not looked for: executions are checked up to bounds";
            return Error::Unsupported(vec![
                Problem::new(Severity::Unsupported, message)
                    .with_excerpt(self.excerpt(formula))
                    .with_help(understood()),
            ]);
        }
        match spelling {
            ["G", "!", "call", "(", name, ..] => {
                let message = format!("whether `{name}` is called is not looked for");
                let help = format!(
                    "name the function {} in the program; {}",
                    error_functions(),
                    understood()
                );
                self.error(&message, formula.start + 4..formula.start + 5, &help)
            }
            _ => self.error("this formula is not understood", formula, &understood()),
        }
    }

    fn error(&self, message: &str, at: Range<usize>, help: &str) -> Error {
        Error::Parse(vec![
            Problem::new(Severity::Error, message)
                .with_excerpt(self.excerpt(at))
                .with_help(help),
        ])
    }

    /// The line of the first of these words, with those of them underlined that stand on it.
    fn excerpt(&self, at: Range<usize>) -> Option<Excerpt> {
        let words = self.words.get(at)?;
        let first = words.first()?;
        let mut on_line = words.iter().filter(|word| word.line == first.line);
        let last = on_line.next_back()?;
        Some(Excerpt {
            file: self.path.to_string(),
            line: u32::try_from(first.line).ok()? + 1,
            text: self.lines.get(first.line).map(|line| line.to_string()),
            underline: first.bytes.start..last.bytes.end,
            label: String::new(),
            is_primary: true,
        })
    }
}

/// For a file that asks for nothing else.
fn as_errors(remarks: Vec<Problem>) -> Vec<Problem> {
    let as_error = |remark| Problem {
        severity: Severity::Unsupported,
        ..remark
    };
    remarks.into_iter().map(as_error).collect()
}

fn understood() -> String {
    let formulas: Vec<String> = Property::all()
        .flat_map(|property| property.formulas())
        .map(|formula| format!("`{formula}`"))
        .collect();
    format!("these formulas are understood: {}", formulas.join(", "))
}

/// "`reach_error` or `__VERIFIER_error`".
fn error_functions() -> String {
    let formulas = Property::UnreachCall.formulas().iter();
    let names = formulas.filter_map(|formula| words(formula).get(4).map(|word| word.text));
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    names.join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn properties(text: &str) -> Vec<&'static str> {
        let file = parse(text, "task.prp").unwrap();
        assert_eq!(file.remarks, []);
        file.properties.iter().map(|p| p.name()).collect()
    }

    /// As it is shown.
    fn refusal(text: &str) -> String {
        let error = parse(text, "task.prp").unwrap_err();
        let problems = error.problems();
        let shown = problems.iter().map(|p| crate::render::render(p, false));
        shown.collect::<Vec<_>>().join("\n")
    }

    fn asking_for(formula: &str) -> String {
        format!("CHECK( init(main()), LTL({formula}) )\n")
    }

    #[test]
    fn every_formula_of_the_table_means_its_property() {
        for property in Property::all() {
            for formula in property.formulas() {
                assert_eq!(properties(&asking_for(formula)), [property.name()]);
            }
        }
    }

    #[test]
    fn blanks_lines_and_comments_do_not_matter() {
        for text in [
            "CHECK( init(main()), LTL(G ! call(reach_error())) )",
            "CHECK(init(main()),LTL(G!call(reach_error())))",
            "\u{feff}CHECK ( init ( main ( ) ) ,\n  LTL ( G !\tcall ( reach_error ( ) ) )\r\n)\r\n",
            "# what\n// for\n\nCHECK( init(main()), // here\n LTL(G ! call(reach_error())) ) # CHECK(",
        ] {
            assert_eq!(properties(text), ["unreach-call"], "{text}");
        }
    }

    #[test]
    fn several_lines_are_several_properties_each_once() {
        let text = [
            "G valid-memcleanup",
            "G ! data-race",
            "G valid-deref",
            "G valid-free",
        ]
        .map(asking_for)
        .concat();
        assert_eq!(
            properties(&text),
            ["valid-memsafety", "no-data-race", "valid-memcleanup"]
        );
    }

    #[test]
    fn memtrack_is_remarked_on() {
        let text = asking_for("G valid-free") + &asking_for("G valid-memtrack");
        let file = parse(&text, "task.prp").unwrap();
        assert_eq!(file.properties, [Property::MemorySafety]);
        let [remark] = &file.remarks[..] else {
            panic!("{:?}", file.remarks);
        };
        assert_eq!(remark.severity, Severity::Warning);
        assert!(remark.message.contains("valid-memtrack is not looked for"));
        assert_eq!(remark.excerpts[0].line, 2);

        // Nothing is left to look for: no answer could be right.
        let alone = parse(&asking_for("G valid-memtrack"), "task.prp").unwrap_err();
        assert!(matches!(&alone, Error::Unsupported(problems) if problems[0].is_fatal()));
    }

    #[test]
    fn what_is_not_looked_for_is_refused_at_its_place() {
        let said = refusal(&("\n".to_string() + &asking_for("G ! call(abort())")));
        assert!(said.contains("task.prp:2:"), "{said}");
        assert!(
            said.contains("whether `abort` is called is not looked for"),
            "{said}"
        );
        assert!(said.contains("^^^^^"), "{said}");
        assert!(
            said.contains("`reach_error` or `__VERIFIER_error`"),
            "{said}"
        );
        assert!(said.contains("`G ! overflow`"), "{said}");

        let said = refusal(&asking_for("F end"));
        assert!(said.starts_with("unsupported: termination"), "{said}");

        for formula in [
            "G overflow",
            "! G overflow",
            "G valid-free G",
            "G",
            "G def-behavior",
        ] {
            let said = refusal(&asking_for(formula));
            assert!(said.contains("this formula is not understood"), "{said}");
        }
    }

    #[test]
    fn what_is_no_property_file_is_refused() {
        for (text, expected) in [
            ("", "the property file `task.prp` has no `CHECK`"),
            ("// CHECK\n", "the property file `task.prp` has no `CHECK`"),
            ("int main(void)", "expected `CHECK`, found `int`"),
            ("CHECK", "expected `(`, but the file ends"),
            (
                "CHECK( init(main()), LTL(G ! overflow)",
                "expected `)`, but the file ends",
            ),
            (
                "CHECK( init(main()), LTL(G ! overflow) ) )",
                "expected `CHECK`, found `)`",
            ),
            ("CHECK( init(main()), LTL() )", "there is no formula here"),
            (
                "CHECK( init(start()), LTL(G ! overflow) )",
                "a program is checked from `main` on",
            ),
            ("CHECK( init(main()), LTL(G ü ä) )", "not understood"),
        ] {
            let said = refusal(text);
            assert!(said.contains(expected), "{text}: {said}");
        }
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = read("no/such/file.prp").unwrap_err();
        assert!(
            error.problems()[0]
                .message
                .starts_with("cannot read the property file `no/such/file.prp`")
        );
    }
}
