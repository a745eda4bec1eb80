//! Makes the tables of the model files: their texts, which names each defines, and which other files each needs.
//!
//! The files are written so that a definition can be told from its first line: it starts in the first column, and the name is
//! followed by `(` (and the line is not a prototype) or, for an object, by `=`, `[` or `;`. Taking a file too many
//! costs only the time to parse it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=models");
    println!("cargo::rerun-if-changed=build.rs");
    let folder =
        PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo")).join("models");
    let mut files: Vec<(String, String)> = fs::read_dir(&folder)
        .expect("the folder of models")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .map(|path| {
            let name = path
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            (name, fs::read_to_string(&path).expect("a readable model"))
        })
        // Part of the prelude.
        .filter(|(name, _)| name != "opaque_types.c")
        .collect();
    files.sort();
    let mut definitions: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for (index, (_, text)) in files.iter().enumerate() {
        for name in text.lines().filter_map(defined_name) {
            definitions.entry(name).or_default().insert(index);
        }
    }
    let mut tables = String::from("pub const FILES: &[ModelFile] = &[\n");
    for (name, _) in &files {
        let path = folder.join(name);
        writeln!(
            tables,
            "    ModelFile {{ name: {name:?}, text: include_str!({path:?}) }},"
        )
        .expect("a string");
    }
    tables.push_str("];\n\n/// Sorted by name.\npub const DEFINITIONS: &[(&str, &[usize])] = &[\n");
    for (name, files) in &definitions {
        let files: Vec<_> = files.iter().collect();
        writeln!(tables, "    ({name:?}, &{files:?}),").expect("a string");
    }
    tables.push_str("];\n\n/// For each file, the files that define what it refers to.\npub const NEEDS: &[&[usize]] = &[\n");
    for (_, text) in &files {
        let needed: BTreeSet<usize> = references(text)
            .filter_map(|name| definitions.get(name))
            .flatten()
            .copied()
            .collect();
        writeln!(tables, "    &{:?},", needed.iter().collect::<Vec<_>>()).expect("a string");
    }
    tables.push_str("];\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo")).join("tables.rs");
    fs::write(out, tables).expect("a writable build folder");
}

fn defined_name(line: &str) -> Option<&str> {
    let starts_here = line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let is_private = ["static ", "extern ", "typedef "]
        .iter()
        .any(|word| line.starts_with(word));
    let is_type = !line.contains('(')
        && ["struct ", "union ", "enum "]
            .iter()
            .any(|word| line.starts_with(word));
    if !starts_here || is_private || is_type {
        return None;
    }
    let first_bracket = line.find(['(', '=', '[', ';'])?;
    // `void (*handler)(int);` is an object.
    if let Some(pointer) = line[first_bracket..].strip_prefix("(*") {
        return identifiers(pointer).next();
    }
    let is_prototype = line.contains('(') && line.trim_end().ends_with(';');
    if is_prototype {
        return None;
    }
    identifiers(&line[..first_bracket]).last()
}

/// Names that a file calls, and others of the models' own; words in comments do not count.
fn references(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split("/*").map(|part| match part.split_once("*/") {
        Some((_, code)) => code,
        None => part,
    });
    code.flat_map(|code| {
        identifiers(code).filter(move |word| {
            let end = word.as_ptr() as usize - code.as_ptr() as usize + word.len();
            code[end..].starts_with('(') || word.starts_with("__unspool_") || is_object(word)
        })
    })
}

/// The few objects that models share under C's own names.
fn is_object(name: &str) -> bool {
    matches!(name, "stdin" | "stdout" | "stderr" | "errno" | "environ")
}

fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
}
