//! Chains: which passes run, in which order, from a file.
//!
//! A line has the name of a pass, or is empty, or a comment that begins with `#`. Passes may be left out, and repeated; each must find the kind of program that it works on
//! ([`Stage`]). That is what a configuration is in the framework of CSeq: a list of modules.

use crate::error::Error;
use crate::nearest_names::nearest_names;
use crate::pipeline::{PASSES, Pass, Stage};
use crate::problem::{Excerpt, Problem, Severity};
use crate::schema_options::Schema;

/// The passes of a chain, and what they leave.
#[derive(Debug)]
pub struct Chain {
    pub passes: Vec<&'static Pass>,
    pub stage: Stage,
}

/// All passes in their usual order, as a chain. Schemas that are not the usual one are comments.
pub fn usual() -> String {
    let mut text = String::from(
        "# The usual chain of `unspool seq`. Leave passes out, repeat them, or change their order.\n",
    );
    let longest = PASSES.iter().map(|pass| pass.name.len()).max().unwrap_or(0);
    for pass in PASSES {
        let name = match pass.schema {
            None | Some(Schema::Lazy) => pass.name.to_string(),
            Some(_) => format!("# {}", pass.name),
        };
        text.push_str(&format!("{name:longest$}   # {}\n", pass.purpose));
    }
    text
}

pub fn read(path: &str) -> Result<Chain, Error> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        let help = "a chain is a text file with the name of a pass on each line; `unspool seq --show-chain` prints one to start with";
        Error::input(format!("cannot read the chain `{path}`: {error}"), help)
    })?;
    parse(&text, path)
}

fn parse(text: &str, path: &str) -> Result<Chain, Error> {
    let mut chain = Chain {
        passes: Vec::new(),
        stage: Stage::Nothing,
    };
    for (number, line) in text.lines().enumerate() {
        // Some editors begin files with a mark.
        let line = line.trim_start_matches('\u{feff}');
        let word = line.split('#').next().unwrap_or("").trim();
        if word.is_empty() {
            continue;
        }
        let place = Place {
            path,
            text,
            number,
            word,
        };
        let Some(pass) = Pass::named(word) else {
            let names = PASSES.iter().map(|pass| pass.name);
            let near = nearest_names(word, names.clone(), 3);
            let help = match near.is_empty() {
                true => format!("there are: {}", names.collect::<Vec<_>>().join(", ")),
                false => format!("perhaps {} is meant", near.join(" or ")),
            };
            return Err(place.error(format!("there is no pass `{word}`"), help));
        };
        let (needs, leaves) = pass.stages;
        if needs != chain.stage {
            let message = format!(
                "`{word}` works on {}, but there is {} here",
                needs.describe(),
                chain.stage.describe()
            );
            let makers = PASSES.iter().filter(|pass| pass.stages.1 == needs);
            let makers: Vec<&str> = makers.map(|pass| pass.name).collect();
            let help = match makers.is_empty() {
                true => "it comes first, and only once".to_string(),
                false => format!("it comes behind one of: {}", makers.join(", ")),
            };
            return Err(place.error(message, help));
        }
        chain.stage = leaves;
        chain.passes.push(pass);
    }
    match chain.passes.is_empty() {
        true => Err(Error::input(
            format!("the chain `{path}` names no pass"),
            "`unspool seq --show-chain` prints one to start with",
        )),
        false => Ok(chain),
    }
}

/// A word of a chain.
struct Place<'a> {
    path: &'a str,
    text: &'a str,
    /// From 0.
    number: usize,
    word: &'a str,
}

impl Place<'_> {
    fn error(&self, message: String, help: String) -> Error {
        let line = self.text.lines().nth(self.number).unwrap_or("");
        let column = line.find(self.word).unwrap_or(0);
        let excerpt = Excerpt {
            file: self.path.to_string(),
            line: self.number as u32 + 1,
            text: Some(line.to_string()),
            underline: column..column + self.word.len(),
            label: String::new(),
            is_primary: true,
        };
        let problem = Problem::new(Severity::Error, message)
            .with_excerpt(Some(excerpt))
            .with_help(help);
        Error::Parse(vec![problem])
    }
}
