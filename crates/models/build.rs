//! Makes the tables of the model files: their texts, which names each defines, and which other files each needs.
//!
//! Needs are found by names, file by file: taking a file too many costs only the time to parse it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs};

#[path = "src/scan.rs"]
mod scan;

fn main() {
    println!("cargo::rerun-if-changed=models");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/scan.rs");
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
    let mut objects: BTreeSet<&str> = BTreeSet::new();
    for (index, (_, text)) in files.iter().enumerate() {
        for definition in scan::definitions(text).iter().filter(|d| !d.is_private) {
            definitions
                .entry(definition.name)
                .or_default()
                .insert(index);
            if !definition.is_function {
                objects.insert(definition.name);
            }
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
        let needed: BTreeSet<usize> = references(&scan::code_of(text), |n| objects.contains(n))
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

/// The names that code (without comments) calls, and those that `is_object` knows or that are the models' own.
fn references(code: &str, is_object: impl Fn(&str) -> bool) -> impl Iterator<Item = &str> {
    scan::identifiers(code).filter(move |word| {
        let end = word.as_ptr() as usize - code.as_ptr() as usize + word.len();
        code[end..].starts_with('(') || word.starts_with("__unspool_") || is_object(word)
    })
}
