//! How the answer of a tool is read: by its exit code and the lines that it prints.
//!
//! An answer needs a sign of its own and none of another: what prints `SAFE` and is then ended by a signal has said nothing, nor has what prints `SAFE` and
//! `UNSAFE`. That a tool does not know is taken from any sign of it.

use serde::{Deserialize, Serialize};

/// What a tool says about a property.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It holds in every execution.
    Safe,
    /// In every execution within some bounds.
    Bounded,
    /// Some execution violates it.
    Unsafe,
    /// The tool does not know.
    Unknown,
    /// The tool does not take the input, or is not made for the property.
    Refused,
    /// It said nothing.
    None,
}

impl Verdict {
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Safe => "safe",
            Verdict::Bounded => "bounded",
            Verdict::Unsafe => "unsafe",
            Verdict::Unknown => "unknown",
            Verdict::Refused => "refused",
            Verdict::None => "none",
        }
    }
}

/// Of what it is there: one of these exit codes, and one of these lines. An empty list demands nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sign {
    pub exit: Vec<i32>,
    /// Spaces around them aside; `*` stands for any text.
    pub lines: Vec<String>,
}

/// A tool without any sign has no verdicts: it is only measured.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Signs {
    pub safe: Option<Sign>,
    pub bounded: Option<Sign>,
    pub violation: Option<Sign>,
    pub unknown: Option<Sign>,
    /// What is read as `safe` holds within bounds only, unless the command line has this word.
    pub bounded_without: Option<String>,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unclear(pub String);

impl Signs {
    fn is_without_verdicts(&self) -> bool {
        let signs = [&self.safe, &self.bounded, &self.violation, &self.unknown];
        signs.iter().all(|sign| sign.is_none())
    }

    /// `exit` is `None` if a signal ended it.
    pub fn read(
        &self,
        exit: Option<i32>,
        said: &str,
        command: &[String],
    ) -> Result<Verdict, Unclear> {
        let ended = match exit {
            Some(code) => format!("exit code {code}"),
            None => "ended by a signal".to_string(),
        };
        if self.is_without_verdicts() {
            return match exit {
                Some(0) => Ok(Verdict::None),
                _ => Err(Unclear(ended)),
            };
        }
        if exit.is_none() {
            return Err(Unclear(ended));
        }
        let is_there = |sign: &Option<Sign>| {
            let sign = sign.as_ref();
            sign.is_some_and(|sign| sign.is_in(exit, said))
        };
        if is_there(&self.unknown) {
            return Ok(Verdict::Unknown);
        }
        let is_complete = |word: &String| command.contains(word);
        let safe = match self.bounded_without.as_ref().is_none_or(is_complete) {
            true => Verdict::Safe,
            false => Verdict::Bounded,
        };
        let signs = [
            (&self.safe, safe),
            (&self.bounded, Verdict::Bounded),
            (&self.violation, Verdict::Unsafe),
        ];
        let found = signs.into_iter().filter(|(sign, _)| is_there(sign));
        let found: Vec<Verdict> = found.map(|(_, verdict)| verdict).collect();
        // Lines alone: an exit code may be shared by several answers, lines may not.
        let printed = signs.iter().filter(|(sign, _)| {
            let sign = sign.as_ref();
            sign.is_some_and(|sign| !sign.lines.is_empty() && sign.is_printed(said))
        });
        let printed: Vec<Verdict> = printed.map(|(_, verdict)| *verdict).collect();
        match found[..] {
            [verdict] if printed.iter().all(|other| *other == verdict) => Ok(verdict),
            [] => Err(Unclear(format!("no sign of an answer ({ended})"))),
            _ => {
                let words: Vec<&str> = printed.iter().map(|verdict| verdict.word()).collect();
                let words = words.join(" and ");
                Err(Unclear(format!(
                    "signs of several answers: {words} ({ended})"
                )))
            }
        }
    }
}

impl Sign {
    fn is_in(&self, exit: Option<i32>, said: &str) -> bool {
        let has_ended_so = exit.is_some_and(|code| self.exit.contains(&code));
        (self.exit.is_empty() || has_ended_so) && (self.lines.is_empty() || self.is_printed(said))
    }

    fn is_printed(&self, said: &str) -> bool {
        let mut lines = said.lines().map(str::trim);
        lines.any(|line| self.lines.iter().any(|pattern| matches(pattern, line)))
    }
}

/// Each part between stars is looked for behind the one before; the first and last one stand at the ends.
fn matches(pattern: &str, line: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else {
        return pattern == line;
    };
    let Some(mut line) = line.strip_prefix(first) else {
        return false;
    };
    let (middle, last) = rest.rsplit_once('*').unwrap_or(("", rest));
    for part in middle.split('*') {
        let Some(at) = line.find(part) else {
            return false;
        };
        line = &line[at + part.len()..];
    }
    line.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sign(exit: &[i32], lines: &[&str]) -> Option<Sign> {
        Some(Sign {
            exit: exit.to_vec(),
            lines: lines.iter().map(|line| line.to_string()).collect(),
        })
    }

    #[test]
    fn an_answer_needs_its_sign_and_none_of_another() {
        let signs = Signs {
            safe: sign(&[0], &["SAFE"]),
            violation: sign(&[10], &["UNSAFE"]),
            unknown: sign(&[], &["UNKNOWN*"]),
            ..Signs::default()
        };
        let read = |exit, said| signs.read(exit, said, &[]).ok();
        assert_eq!(read(Some(0), "x\n SAFE \n"), Some(Verdict::Safe));
        assert_eq!(read(Some(10), "UNSAFE"), Some(Verdict::Unsafe));
        assert_eq!(read(Some(7), "UNKNOWN: why"), Some(Verdict::Unknown));
        assert_eq!(read(None, "UNKNOWN: why"), None);
        // No sign, half a sign, a sign with the other's end, both signs, an end by a signal.
        assert_eq!(read(Some(0), ""), None);
        assert_eq!(read(Some(0), "not SAFE"), None);
        assert_eq!(read(Some(139), "SAFE"), None);
        assert_eq!(read(Some(10), "SAFE"), None);
        assert_eq!(read(Some(0), "SAFE\nUNSAFE"), None);
        assert_eq!(read(None, "SAFE"), None);
    }

    #[test]
    fn exit_codes_alone_are_signs_too() {
        let signs = Signs {
            safe: sign(&[0], &[]),
            bounded: sign(&[5], &["*WITHIN BOUNDS*"]),
            violation: sign(&[10, 11], &[]),
            ..Signs::default()
        };
        let read = |exit, said| signs.read(Some(exit), said, &[]).ok();
        assert_eq!(read(0, ""), Some(Verdict::Safe));
        assert_eq!(read(11, ""), Some(Verdict::Unsafe));
        assert_eq!(read(5, "SAFE WITHIN BOUNDS: x"), Some(Verdict::Bounded));
        assert_eq!(read(5, ""), None);
        assert_eq!(read(1, ""), None);
    }

    #[test]
    fn without_a_word_safe_is_within_bounds() {
        let signs = Signs {
            safe: sign(&[0], &[]),
            bounded_without: Some("--all".to_string()),
            ..Signs::default()
        };
        let read = |command: &str| signs.read(Some(0), "", &[command.to_string()]).ok();
        assert_eq!(read("--some"), Some(Verdict::Bounded));
        assert_eq!(read("--all"), Some(Verdict::Safe));
    }

    #[test]
    fn who_has_no_signs_is_only_measured() {
        assert_eq!(
            Signs::default().read(Some(0), "SAFE", &[]),
            Ok(Verdict::None)
        );
        assert!(Signs::default().read(Some(1), "", &[]).is_err());
    }

    #[test]
    fn stars_stand_for_any_text() {
        for (pattern, line, expected) in [
            ("SAFE", "SAFE", true),
            ("SAFE", "UNSAFE", false),
            ("*, SAFE, *", "a.c, SAFE, 1.2", true),
            ("*, SAFE, *", "a.c, UNSAFE, 1.2", false),
            ("a*a", "a", false),
            ("a*b*c", "abc", true),
            ("a*b*c", "acb", false),
            ("*", "", true),
        ] {
            assert_eq!(matches(pattern, line), expected, "{pattern} {line}");
        }
    }
}
