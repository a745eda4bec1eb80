//! What a modelled function makes use of: other functions, the files they are in, and the switches that they read.
//!
//! Found by words, not by parsing: a word means the definition of that name in the same file, or one of another file if
//! it is called. (Variables may be named like functions of other files, `index` for one.)

use std::collections::{BTreeMap, BTreeSet};

use crate::documentation::public_name;
use crate::scan::{code_of, definitions, identifiers};
use crate::{ModelFile, SWITCHES, Switch, constant_of};

/// The uses of names by definitions.
pub struct CallGraph {
    /// By the name in programs, if there is one.
    nodes: BTreeMap<String, Node>,
}

struct Node {
    /// Its number in the list of files.
    file: usize,
    /// The words in the body, and whether a call follows.
    words: BTreeMap<String, bool>,
}

/// All that a function makes use of, directly or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reached {
    pub switches: Vec<&'static Switch>,
    /// Numbers in the list of files.
    pub files: BTreeSet<usize>,
}

impl CallGraph {
    pub fn new(files: &[ModelFile]) -> CallGraph {
        let mut nodes = BTreeMap::new();
        for (file, ModelFile { text, .. }) in files.iter().enumerate() {
            let code = code_of(text);
            for definition in definitions(text) {
                let body = &code[definition.declaration_end..definition.end];
                let name = public_name(&definition);
                let node = Node {
                    file,
                    words: words(body),
                };
                nodes.insert(name.unwrap_or(definition.name.to_string()), node);
            }
        }
        CallGraph { nodes }
    }

    /// Nothing if the function is not modelled.
    pub fn reached_from(&self, name: &str) -> Reached {
        let mut reached: BTreeSet<&str> = BTreeSet::new();
        let mut files = BTreeSet::new();
        let mut constants: BTreeSet<&str> = BTreeSet::new();
        let mut work = vec![name];
        while let Some(name) = work.pop() {
            let (true, Some(node)) = (reached.insert(name), self.nodes.get(name)) else {
                continue;
            };
            files.insert(node.file);
            for (word, &is_called) in &node.words {
                match self.nodes.get(word) {
                    Some(other) if is_called || other.file == node.file => work.push(word),
                    Some(_) => {}
                    None => {
                        constants.insert(word);
                    }
                }
            }
        }
        let is_read = |switch: &&Switch| constants.contains(constant_of(switch.name).as_str());
        Reached {
            switches: SWITCHES.iter().filter(is_read).collect(),
            files,
        }
    }
}

fn words(code: &str) -> BTreeMap<String, bool> {
    let mut words = BTreeMap::new();
    for word in identifiers(code) {
        let end = word.as_ptr() as usize - code.as_ptr() as usize + word.len();
        *words.entry(word.to_string()).or_default() |= code[end..].starts_with('(');
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uses_are_followed() {
        let files = [
            ModelFile {
                name: "a.c",
                text: "int f(void) { return g() + start(h); }\nstatic int h(void) { return __unspool_switch_malloc_failures; }\n",
            },
            ModelFile {
                name: "b.c",
                text: "/* h() */\nint g(void) { int f = 1; return \"h()\"[f]; }\n",
            },
        ];
        let graph = CallGraph::new(&files);
        let reached = graph.reached_from("f");
        let names: Vec<&str> = reached.switches.iter().map(|s| s.name).collect();
        assert_eq!(names, ["malloc-failures"]);
        assert_eq!(reached.files, BTreeSet::from([0, 1]));
        let reached = graph.reached_from("g");
        assert_eq!((reached.switches.len(), reached.files.len()), (0, 1));
        assert_eq!(graph.reached_from("nothing").files.len(), 0);
    }
}
