//! Descriptions of tools in a YAML file: names, each with its command and how its answers are read.
//!
//! ```yaml
//! lazy-cseq:
//!   command: lazy-cseq.py -i {file} {options}     # words, or one text as for a shell
//!   version: lazy-cseq.py --version               # optional
//!   options: --unwind 2 --rounds 2                # where the table has none; optional
//!   safe: { line: "*, SAFE, *" }                  # a line; `*` stands for any text
//!   unsafe: { exit: 10, line: "*, UNSAFE, *" }    # an exit code, and a line
//! ```

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use crate::answer::{Sign, Signs};
use crate::command_words::{split, unknown_placeholder};
use crate::tool::{Description, PLACEHOLDERS, Tool, ToolKind};
use crate::trouble::{Trouble, TroublePlace};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    command: Words,
    version: Option<Words>,
    options: Option<Words>,
    #[serde(default)]
    properties: BTreeMap<String, Words>,
    safe: Option<WrittenSign>,
    bounded: Option<WrittenSign>,
    #[serde(rename = "unsafe")]
    violation: Option<WrittenSign>,
    unknown: Option<WrittenSign>,
    bounded_without: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Words {
    Line(String),
    List(Vec<String>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenSign {
    #[serde(default)]
    exit: OneOrMore<i32>,
    #[serde(default)]
    line: OneOrMore<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore<T> {
    One(T),
    More(Vec<T>),
}

impl<T> Default for OneOrMore<T> {
    fn default() -> OneOrMore<T> {
        OneOrMore::More(Vec::new())
    }
}

impl<T> OneOrMore<T> {
    fn list(self) -> Vec<T> {
        match self {
            OneOrMore::One(one) => vec![one],
            OneOrMore::More(more) => more,
        }
    }
}

pub fn read(path: &Path) -> Result<Vec<Tool>, Trouble> {
    let text = std::fs::read_to_string(path)
        .map_err(|why| Trouble::with_file("read the descriptions of tools in", path, &why))?;
    parse(&text, path)
}

/// Commands with a slash are relative to the folder of the file.
fn parse(text: &str, path: &Path) -> Result<Vec<Tool>, Trouble> {
    let written: BTreeMap<String, Written> =
        serde_saphyr::from_str(text).map_err(|why| syntax_trouble(&why, text, path))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let tools = written.into_iter().map(|(name, written)| {
        let place = place_of(&name, text, path);
        let described = description(written, folder).map_err(|why| {
            let trouble = Trouble::new(format!("the tool `{name}`: {why}"), FORM);
            match place {
                Some(place) => trouble.at(place),
                None => trouble,
            }
        });
        Ok(Tool {
            kind: ToolKind::Described(Box::new(described?)),
            name,
        })
    });
    tools.collect()
}

const FORM: &str = "`docs/bench.md` tells how tools are described";

fn description(written: Written, folder: &Path) -> Result<Description, String> {
    let mut properties = BTreeMap::new();
    for (name, options) in written.properties {
        properties.insert(name, words(options)?);
    }
    let mut command = words(written.command)?;
    if command.is_empty() {
        return Err("the command is empty".to_string());
    }
    if let Some(name) = unknown_placeholder(&command, &PLACEHOLDERS) {
        return Err(format!(
            "there is no placeholder `{{{name}}}`: there are {}",
            PLACEHOLDERS.join(", ")
        ));
    }
    let mut version = optional_words(written.version)?;
    for line in [&mut command, &mut version] {
        if let Some(program) = line.first_mut()
            && program.contains('/')
        {
            let path = folder.join(&*program);
            let path = std::path::absolute(&path).unwrap_or(path);
            *program = path.display().to_string();
        }
    }
    Ok(Description {
        command,
        version,
        default_options: optional_words(written.options)?,
        properties,
        signs: Signs {
            safe: sign(written.safe, "safe")?,
            bounded: sign(written.bounded, "bounded")?,
            violation: sign(written.violation, "unsafe")?,
            unknown: sign(written.unknown, "unknown")?,
            bounded_without: written.bounded_without,
        },
    })
}

fn words(words: Words) -> Result<Vec<String>, String> {
    match words {
        Words::Line(line) => split(&line).map_err(|why| format!("{why} in `{line}`")),
        Words::List(list) => Ok(list),
    }
}

fn optional_words(line: Option<Words>) -> Result<Vec<String>, String> {
    line.map_or(Ok(Vec::new()), words)
}

fn sign(written: Option<WrittenSign>, name: &str) -> Result<Option<Sign>, String> {
    let Some(written) = written else {
        return Ok(None);
    };
    let sign = Sign {
        exit: written.exit.list(),
        lines: written.line.list(),
    };
    match sign == Sign::default() {
        true => Err(format!("`{name}` needs an `exit`, a `line` or both")),
        false => Ok(Some(sign)),
    }
}

fn syntax_trouble(why: &serde_saphyr::Error, text: &str, path: &Path) -> Trouble {
    let why = why.without_snippet();
    let message = format!("the descriptions of tools are not right: {why}");
    let trouble = Trouble::new(message, FORM);
    let line = why.location().map(|location| location.line());
    let place = line.and_then(|line| {
        let number = u32::try_from(line).ok()?;
        let text = text
            .lines()
            .nth(usize::try_from(line).ok()?.checked_sub(1)?)?;
        Some(whole_line(number, text, path))
    });
    match place {
        Some(place) => trouble.at(place),
        None => trouble,
    }
}

fn place_of(name: &str, text: &str, path: &Path) -> Option<TroublePlace> {
    let mut lines = (1..).zip(text.lines());
    let (number, line) = lines.find(|(_, line)| {
        let key = line
            .split_once(':')
            .map(|(key, _)| key.trim_matches(['"', '\'']));
        key == Some(name)
    })?;
    Some(whole_line(number, line, path))
}

fn whole_line(number: u32, line: &str, path: &Path) -> TroublePlace {
    let blank = line.len() - line.trim_start().len();
    TroublePlace {
        file: path.display().to_string(),
        line: number,
        text: line.to_string(),
        underline: blank..line.trim_end().len().max(blank),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> Trouble {
        parse(text, Path::new("tools.yaml")).expect_err(text)
    }

    #[test]
    fn tools_are_read() {
        let text = "
a:
  command: ./run 'x y' {file}
  safe: { exit: 0 }
  unsafe: { exit: [10, 11], line: [BUG, '*bad*'] }
b:
  command: [b, '{options}']
  options: --deep
  properties: { unreach-call: -u }
";
        let tools = parse(text, Path::new("/etc/tools.yaml")).unwrap();
        let described = |index: usize| match &tools[index].kind {
            ToolKind::Described(description) => description.as_ref().clone(),
            other => panic!("{other:?}"),
        };
        let a = described(0);
        assert_eq!(a.command, ["/etc/run", "x y", "{file}"]);
        assert_eq!(a.signs.safe.unwrap().exit, [0]);
        assert_eq!(a.signs.violation.unwrap().lines, ["BUG", "*bad*"]);
        let b = described(1);
        assert_eq!(b.command, ["b", "{options}"]);
        assert_eq!(b.default_options, ["--deep"]);
        assert_eq!(b.properties["unreach-call"], ["-u"]);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for (text, message, line) in [
            ("a:\n  command: x\n  sfae: { exit: 0 }\n", "sfae", 3),
            ("a:\n  safe: { exit: 0 }\n", "command", 2),
            (
                "b:\n  command: x\na:\n  command: x {flie}\n",
                "no placeholder `{flie}`",
                3,
            ),
            ("a:\n  command: x 'y\n", "not closed", 1),
            ("a:\n  command: ''\n", "empty", 1),
            ("a:\n  command: x\n  safe: {}\n", "`safe` needs", 1),
            ("a: [\n", "not right", 0),
        ] {
            let trouble = refusal(text);
            assert!(trouble.message.contains(message), "{}", trouble.message);
            if line > 0 {
                assert_eq!(trouble.place.expect(message).line, line, "{text}");
            }
        }
    }
}
