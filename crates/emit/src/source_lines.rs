//! Lines of C that say which lines of the source they are.
//!
//! All statements of one source line stand on one line, so that a debugger goes from line to line of the source. A `#line`
//! directive stands where the next line of the text is not the next one of the source.

use unspool_ir::{Program, Span};

use crate::literals::string_literal;

pub struct SourceLines<'p> {
    program: &'p Program,
    /// Whether lines of the source are told at all.
    is_told: bool,
    text: String,
    /// Which file and line of the source the line that is being written is taken for.
    current: Option<(usize, u32)>,
    /// Whether something stands on it.
    is_begun: bool,
}

impl<'p> SourceLines<'p> {
    pub fn new(program: &'p Program, is_told: bool) -> Self {
        SourceLines {
            program,
            is_told,
            text: String::new(),
            current: None,
            is_begun: false,
        }
    }

    /// Something that has its place in the source, so far to the right if it begins a line.
    pub fn put(&mut self, span: Span, indent: &str, text: &str) {
        let place = self.place(span);
        if !self.is_begun || place != self.current || !self.is_told {
            self.end_line();
            if let Some((file, line)) = place
                && place != self.current
            {
                let name = self.program.files.get(file);
                let name = string_literal(name.map_or(&[][..], |name| name.as_bytes()));
                self.text.push_str(&format!("#line {line} {name}\n"));
                self.current = place;
            }
            self.text.push_str(indent);
        } else {
            self.text.push(' ');
        }
        self.text.push_str(text);
        self.is_begun = true;
    }

    /// Lines that have none.
    pub fn put_lines(&mut self, text: &str) {
        self.end_line();
        self.text.push_str(text);
        let lines = text.matches('\n').count() as u32;
        self.current = self.current.map(|(file, line)| (file, line + lines));
    }

    pub fn end_line(&mut self) {
        if self.is_begun {
            self.text.push('\n');
            self.current = self.current.map(|(file, line)| (file, line + 1));
            self.is_begun = false;
        }
    }

    pub fn finish(mut self) -> String {
        self.end_line();
        self.text
    }

    fn place(&self, span: Span) -> Option<(usize, u32)> {
        let file = self.program.files.get(span.file.index());
        // What stands in angle brackets is no file.
        let is_known = span.line > 0 && file.is_some_and(|file| !file.starts_with('<'));
        match self.is_told && is_known {
            true => Some((span.file.index(), span.line)),
            // What has no place is taken for a part of what stands before it.
            false => self.current,
        }
    }
}
