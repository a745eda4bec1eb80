//! Makes the tables of the models: the texts of the files, and the pieces from which a program's models are put together.
//!
//! A piece is a definition, or what stands between two of them: types and prototypes, which come along with any definition of
//! the file. Of the prelude's prototypes a program gets those that its pieces mention. Comments are left out, since every program would
//! pay for reading them. What a definition needs is found by names: taking a piece too many costs only the time to parse it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs};

#[path = "src/scan.rs"]
mod scan;

struct Piece<'t> {
    file: usize,
    line: usize,
    text: String,
    /// None for what stands between definitions.
    definition: Option<scan::Definition<'t>>,
}

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
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a part of the prelude");
    let prelude = format!("{}\n{}", read("prelude.h"), read("opaque_types.c"));

    let mut tables = String::from("pub const FILES: &[ModelFile] = &[\n");
    for (name, _) in &files {
        let path = folder.join(name);
        writeln!(
            tables,
            "    ModelFile {{ name: {name:?}, text: include_str!({path:?}) }},"
        )
        .expect("a string");
    }
    let prototypes = scan::prototypes(&prelude);
    let mut types = String::new();
    let mut behind = 0;
    for prototype in &prototypes {
        types.push_str(&prelude[behind..prototype.start]);
        behind = prototype.end;
    }
    types.push_str(&prelude[behind..]);
    let types = without_blank_lines(&types);
    writeln!(tables, "];\n\npub const PRELUDE_TYPES: &str = {types:?};\n").expect("a string");
    tables.push_str("pub const PROTOTYPES: &[&str] = &[\n");
    for prototype in &prototypes {
        let text = without_blank_lines(&prelude[prototype.start..prototype.end]);
        writeln!(tables, "    {text:?},").expect("a string");
    }
    tables.push_str("];\n\n");

    let mut pieces = Vec::new();
    for (index, (_, text)) in files.iter().enumerate() {
        pieces.extend(pieces_of(index, text));
    }
    let names = Names::new(&pieces);
    tables.push_str("/// In the order of files and lines.\npub const PIECES: &[Piece] = &[\n");
    for piece in &pieces {
        let Piece {
            file, line, text, ..
        } = piece;
        let is_definition = piece.definition.is_some();
        let needs: Vec<usize> = names.needs_of(piece).into_iter().collect();
        let words: BTreeSet<&str> = scan::identifiers(text).collect();
        let declared: Vec<usize> = (0..prototypes.len())
            .filter(|&index| words.contains(prototypes[index].name))
            .collect();
        writeln!(
            tables,
            "    Piece {{ file: {file}, line: {line}, is_definition: {is_definition}, needs: &{needs:?}, prototypes: &{declared:?}, text: {text:?} }},"
        )
        .expect("a string");
    }
    tables.push_str("];\n\n/// What is defined for others, with the piece; sorted by name.\npub const DEFINITIONS: &[(&str, usize)] = &[\n");
    for (name, piece) in &names.public {
        writeln!(tables, "    ({name:?}, {piece}),").expect("a string");
    }
    tables.push_str("];\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo")).join("tables.rs");
    fs::write(out, tables).expect("a writable build folder");
}

/// Nor comments. Lines of the prelude are never shown.
fn without_blank_lines(text: &str) -> String {
    let code = scan::without_comments(text);
    let lines: Vec<&str> = code
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    lines.join("\n")
}

fn pieces_of(file: usize, text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut add = |from: usize, to: usize, definition: Option<scan::Definition<'_>>| {
        let code = scan::without_comments(&text[from..to]);
        let blank = code.len() - code.trim_start().len();
        let lines_before = text[..from].matches('\n').count() + code[..blank].matches('\n').count();
        if !code.trim().is_empty() {
            pieces.push((
                lines_before + 1,
                code.trim().to_string(),
                definition.map(|d| d.start),
            ));
        }
    };
    let definitions = scan::definitions(text);
    let mut behind = 0;
    for &definition in &definitions {
        add(behind, definition.start, None);
        add(definition.start, definition.end, Some(definition));
        behind = definition.end;
    }
    add(behind, text.len(), None);
    pieces
        .into_iter()
        .map(|(line, text, start)| Piece {
            file,
            line,
            text,
            definition: start
                .and_then(|start| definitions.iter().find(|d| d.start == start).copied()),
        })
        .collect()
}

/// Which piece defines what.
struct Names<'t> {
    public: BTreeMap<&'t str, usize>,
    /// With the file, though they are unique over all files.
    private: BTreeMap<(usize, &'t str), usize>,
    objects: BTreeSet<&'t str>,
}

impl<'t> Names<'t> {
    fn new(pieces: &[Piece<'t>]) -> Names<'t> {
        let mut names = Names {
            public: BTreeMap::new(),
            private: BTreeMap::new(),
            objects: BTreeSet::new(),
        };
        for (index, piece) in pieces.iter().enumerate() {
            let Some(definition) = &piece.definition else {
                continue;
            };
            match definition.is_private {
                true => names.private.insert((piece.file, definition.name), index),
                false => names.public.insert(definition.name, index),
            };
            if !definition.is_private && !definition.is_function {
                names.objects.insert(definition.name);
            }
        }
        names
    }

    /// The pieces that define what this one mentions. Of functions for others only those that are called count: some are
    /// mentioned just to see whether they are there. What is checked on demand comes along only if somebody says so.
    fn needs_of(&self, piece: &Piece<'_>) -> BTreeSet<usize> {
        let code = scan::code_of(&piece.text);
        scan::identifiers(&code)
            .filter_map(|word| {
                let own = self.private.get(&(piece.file, word));
                own.or_else(|| {
                    let end = word.as_ptr() as usize - code.as_ptr() as usize + word.len();
                    let counts = !word.starts_with("__unspool_on_demand_")
                        && (code[end..].starts_with('(')
                            || word.starts_with("__unspool_")
                            || self.objects.contains(word));
                    self.public.get(word).filter(|_| counts)
                })
            })
            .copied()
            .collect()
    }
}
