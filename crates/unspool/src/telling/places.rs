//! Places of a trace: from spans to columns of lines, and the files that have them.

use rustc_hash::FxHashMap;
use unspool_ir::{Program, Span};
use unspool_report::model::{GivenPlace, Place, SourceFile};
use unspool_report::words::shortened;

use crate::inputs::MODEL_PREFIX;
use crate::source_lines::SourceLines;

/// Characters of a statement that are kept.
const MOST_OF_STATEMENT: usize = 200;

/// Lines of a file that is put together from what is known of it.
const MOST_LINES: usize = 1_000_000;

pub struct Places<'a> {
    program: &'a Program,
    sources: &'a SourceLines,
    files: Vec<SourceFile>,
    /// Files by name.
    numbers: FxHashMap<&'a str, usize>,
    /// Those looked up.
    statements: FxHashMap<Span, Option<(Place, String)>>,
}

impl<'a> Places<'a> {
    pub fn new(program: &'a Program, sources: &'a SourceLines) -> Places<'a> {
        Places {
            program,
            sources,
            files: Vec::new(),
            numbers: FxHashMap::default(),
            statements: FxHashMap::default(),
        }
    }

    /// Whether it is in what the user wrote.
    pub fn is_in_program(&self, span: Span) -> bool {
        let file = self.program.files.get(span.file.index());
        span.line > 0 && file.is_some_and(|file| !file.starts_with(MODEL_PREFIX))
    }

    /// The statement that has a span, and its text.
    pub fn statement(&mut self, span: Span) -> Option<(Place, String)> {
        if let Some(known) = self.statements.get(&span) {
            return known.clone();
        }
        let found = self.find_statement(span);
        self.statements.insert(span, found.clone());
        found
    }

    /// Whether the user wrote this name.
    pub fn is_written(&self, name: &str) -> bool {
        self.sources.is_written(name)
    }

    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    pub fn into_files(self) -> Vec<SourceFile> {
        self.files
    }

    fn own_file(&self, span: Span) -> Option<(usize, &'a str)> {
        let is_own = self.is_in_program(span);
        let name = self.program.files.get(span.file.index())?;
        is_own.then_some((span.file.index(), name.as_str()))
    }

    fn find_statement(&mut self, span: Span) -> Option<(Place, String)> {
        let (_, name) = self.own_file(span)?;
        let position = (name, span.line, span.column);
        let file = self.number(name);
        let given = self.sources.given(position).map(|given| GivenPlace {
            file: self.number(given.input),
            line: given.line,
            column: given.column,
        });
        let Some(found) = self.sources.statement(position) else {
            let place = Place {
                given,
                file,
                line: span.line,
                column: 1,
                end_column: 1,
            };
            return Some((place, String::new()));
        };
        for (line, text) in &found.lines {
            self.keep_line(file, *line, text);
        }
        let place = Place {
            given,
            file,
            line: found.line,
            column: found.columns.start,
            end_column: found.columns.end,
        };
        Some((place, shortened(&found.text, MOST_OF_STATEMENT)))
    }

    fn number(&mut self, name: &'a str) -> usize {
        *self.numbers.entry(name).or_insert_with(|| {
            let (text, sha256) = match self.sources.whole_file(name) {
                Some((text, sha256)) => (text, Some(sha256)),
                None => (String::new(), None),
            };
            self.files.push(SourceFile {
                name: name.to_string(),
                text,
                sha256,
            });
            self.files.len() - 1
        })
    }

    /// Of a file that could not be read, the lines that were looked up are all there is.
    fn keep_line(&mut self, file: usize, line: u32, text: &str) {
        let Some(kept) = self.files.get_mut(file).filter(|it| it.sha256.is_none()) else {
            return;
        };
        let mut lines: Vec<&str> = kept.text.lines().collect();
        let index = (line as usize).saturating_sub(1);
        // Line markers may say anything.
        if index >= MOST_LINES {
            return;
        }
        if lines.len() <= index {
            lines.resize(index + 1, "");
        }
        lines[index] = text.lines().next().unwrap_or("");
        kept.text = lines.join("\n") + "\n";
    }
}
