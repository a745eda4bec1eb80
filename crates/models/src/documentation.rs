//! What the model files say about themselves, read from their comments.
//!
//! A file opens with a comment of this form; the essay and the assumptions may be absent, and so may the headers of a
//! file that no program calls into:
//!
//! ```c
//! /* <pthread.h>: mutexes, normal, recursive and error-checking.
//!
//!    Essay: the idea, what is unusual.
//!
//!    Assumptions:
//!    - What the user must know because it restricts or extends what a real library does.
//!    - pthread_mutex_timedlock, pthread_mutex_clock*: time is not modelled;
//!      both outcomes are explored. */
//! ```
//!
//! A comment that ends on the line above a definition documents that function.

use crate::pattern;
use crate::scan::{Definition, definitions, identifiers};

/// What one file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileDocumentation {
    pub file: String,
    /// Without the angle brackets.
    pub headers: Vec<String>,
    /// Up to the first full stop.
    pub title: String,
    /// Paragraphs with an empty line between them, lines as they are in the file.
    pub essay: String,
    pub assumptions: Vec<Assumption>,
    /// What programs can use, in the order of the file.
    pub functions: Vec<FunctionDocumentation>,
    /// Macros of the header that expand to these functions: what assumptions are about and the text above explains.
    pub macros: Vec<String>,
}

/// Something the user must know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assumption {
    /// The functions it concerns, possibly as patterns; none: all of the file.
    pub about: Vec<String>,
    pub text: String,
}

/// A function, or one of the few objects such as `stdout`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FunctionDocumentation {
    pub name: String,
    /// On one line, with the names that types have in programs.
    pub signature: String,
    /// Empty if there is none.
    pub comment: String,
    /// From 1.
    pub line: usize,
}

/// What a call of `N` becomes, where the macros of a header hand variables of the caller on.
const SCOPED: &str = "__unspool_scoped_";

impl FileDocumentation {
    /// Reads the comments of a model file. Where they are not in the form above, as much as can be understood.
    pub fn parse(file: &str, text: &str) -> FileDocumentation {
        let opening = opening_comment(text);
        let lines: Vec<&str> = opening.lines().collect();
        let prose_end = lines.iter().position(|line| *line == "Assumptions:");
        let (prose, items) = lines.split_at(prose_end.unwrap_or(lines.len()));
        let first_end = prose.iter().position(|line| line.is_empty());
        let (first, others) = prose.split_at(first_end.unwrap_or(prose.len()));
        let first = first.join("\n");
        let (headers, first) = split_headers(&first);
        let (title, rest) = split_title(first);
        let title = on_one_line(title);
        let essay = format!("{rest}\n{}", others.join("\n"));
        let essay = essay.trim_matches('\n').to_string();
        let assumptions = assumptions(items.get(1..).unwrap_or_default());
        let functions: Vec<FunctionDocumentation> = definitions(text)
            .iter()
            .filter_map(|definition| function(text, definition))
            .collect();
        let is_macro = |name: &&String| {
            let is_explained = identifiers(&title)
                .chain(identifiers(&essay))
                .any(|word| word == *name);
            is_explained && functions.iter().all(|function| function.name != **name)
        };
        let mut macros: Vec<String> = assumptions
            .iter()
            .flat_map(|assumption| &assumption.about)
            .filter(is_macro)
            .cloned()
            .collect();
        macros.sort();
        macros.dedup();
        FileDocumentation {
            file: file.to_string(),
            headers,
            title,
            essay,
            assumptions,
            functions,
            macros,
        }
    }

    /// The title as it stands at the beginning of a line: with a capital letter, unless it begins with a name.
    pub fn heading(&self) -> String {
        let first_word = self.title.split([' ', '.', ',', ':']).next();
        let is_name =
            first_word.is_some_and(|word| word.contains('_') || self.names().any(|n| n == word));
        match self.title.chars().next() {
            Some(letter) if !is_name => {
                letter.to_ascii_uppercase().to_string() + &self.title[letter.len_utf8()..]
            }
            _ => self.title.clone(),
        }
    }

    /// All names that programs can use.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let functions = self.functions.iter().map(|function| &function.name);
        functions.chain(&self.macros).map(String::as_str)
    }
}

impl Assumption {
    /// Whether it is about this function, or about all.
    pub fn concerns(&self, name: &str) -> bool {
        let mut about = self.about.iter();
        self.about.is_empty() || about.any(|wanted| pattern::matches(wanted, name))
    }
}

/// The name by which programs know what a file defines; None for what only models use.
pub(crate) fn public_name(definition: &Definition<'_>) -> Option<String> {
    let name = definition.name;
    let plain = name.strip_prefix(SCOPED).unwrap_or(name);
    (!definition.is_private && !plain.starts_with("__unspool_")).then(|| plain.to_string())
}

/// Without its delimiters, and with lines that begin where the text of the first line does.
fn opening_comment(text: &str) -> String {
    let inner = text.strip_prefix("/*").and_then(|t| t.split_once("*/"));
    let lines = inner.map_or("", |(inner, _)| inner).lines();
    let lines: Vec<&str> = lines
        .map(|line| {
            let indent = line.len() - line.trim_start().len();
            line[indent.min(3)..].trim_end()
        })
        .collect();
    lines.join("\n").trim().to_string()
}

/// Takes `<a.h>, <b.h>: ` off the front.
fn split_headers(text: &str) -> (Vec<String>, &str) {
    let mut headers = Vec::new();
    let mut rest = text;
    while let Some((header, behind)) = rest.strip_prefix('<').and_then(|r| r.split_once('>')) {
        headers.push(header.to_string());
        if let Some(title) = behind.strip_prefix(':') {
            return (headers, title.trim_start());
        }
        let Some(next) = behind.strip_prefix(',') else {
            break;
        };
        rest = next.trim_start();
    }
    (Vec::new(), text)
}

/// After the first full stop that is followed by space.
fn split_title(text: &str) -> (&str, &str) {
    let ends = |&(position, _): &(usize, &str)| {
        let behind = &text[position + 1..];
        behind.is_empty() || behind.starts_with(char::is_whitespace)
    };
    match text.match_indices('.').find(ends) {
        Some((position, _)) => (&text[..=position], text[position + 1..].trim_start()),
        None => (text, ""),
    }
}

fn assumptions(lines: &[&str]) -> Vec<Assumption> {
    let mut items: Vec<String> = Vec::new();
    for line in lines {
        match (line.strip_prefix("- "), items.last_mut()) {
            (Some(begin), _) => items.push(begin.trim().to_string()),
            (None, Some(item)) => *item = format!("{item} {}", line.trim()),
            (None, None) => items.push(line.trim().to_string()),
        }
    }
    items.iter().map(|item| assumption(item.trim())).collect()
}

fn assumption(item: &str) -> Assumption {
    if let Some((names, text)) = item.split_once(": ") {
        let names = names.replace(" and ", ", ");
        let names: Vec<&str> = names
            .split(',')
            .map(|name| name.trim().trim_matches('`').trim_end_matches("()"))
            .collect();
        if names.iter().all(|name| is_name_or_pattern(name)) {
            return Assumption {
                about: names.into_iter().map(str::to_string).collect(),
                text: text.trim().to_string(),
            };
        }
    }
    Assumption {
        about: Vec::new(),
        text: item.to_string(),
    }
}

/// Words that begin with a capital letter, and those of the language, are part of the sentence.
fn is_name_or_pattern(text: &str) -> bool {
    let begins = text.starts_with(|c: char| c.is_ascii_lowercase() || matches!(c, '_' | '*'));
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '*' | '?');
    begins && text.chars().all(fits) && !["int", "long", "float", "double"].contains(&text)
}

fn function(text: &str, definition: &Definition<'_>) -> Option<FunctionDocumentation> {
    let name = public_name(definition)?;
    Some(FunctionDocumentation {
        name,
        signature: signature(&text[definition.start..definition.declaration_end]),
        comment: comment_above(&text[..definition.start]),
        line: 1 + text[..definition.start].matches('\n').count(),
    })
}

/// The types of the models have their own names; programs know them by others.
fn signature(declaration: &str) -> String {
    on_one_line(declaration)
        .replace("__unspool_type_", "")
        .replace("__unspool_scoped_", "")
        .replace("__unspool_", "")
        .replace("__builtin_va_list", "va_list")
        .replace("struct _IO_FILE", "FILE")
}

/// The comment that ends on the line before, unless it is that of the file.
fn comment_above(text: &str) -> String {
    let comment = text.strip_suffix("*/\n").and_then(|t| t.rfind("/*"));
    match comment {
        Some(begin) if begin > 0 => {
            let inner = &text[begin + "/*".len()..text.len() - "*/\n".len()];
            // Behind code it belongs to that.
            let stands_alone = text[..begin].ends_with('\n');
            on_one_line(if stands_alone { inner } else { "" })
        }
        _ => String::new(),
    }
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files;

    const TEXT: &str = "/* <a.h>, <sys/b.h>: things of a and b. More of them.

   An essay <c.h>: with a colon, and the macro m.
     a table

   Assumptions:
   - Nothing fails:
     never.
   - f, m, g_*: time is not
     modelled. */

struct s {
    int member;
};

/* Private. */
static int helper(void) { return 0; }

/* Takes its time,
   as f does. */
__unspool_type_t *f(const __unspool_type_t *restrict a,
                    __unspool_size_t b) {
    return 0;
}
int g_1(void) { return 0; }

/* Not of g_2. */

int g_2(void) { return 0; } /* nor of h */
void __unspool_scoped_h(struct _IO_FILE *stream) {}
void __unspool_internal(void) {}
";

    #[test]
    fn the_opening_comment() {
        let read = FileDocumentation::parse("a.c", TEXT);
        assert_eq!(read.headers, ["a.h", "sys/b.h"]);
        assert_eq!(read.title, "things of a and b.");
        assert_eq!(read.heading(), "Things of a and b.");
        assert_eq!(
            read.essay,
            "More of them.\n\nAn essay <c.h>: with a colon, and the macro m.\n  a table"
        );
        let [general, special] = &read.assumptions[..] else {
            panic!("{:?}", read.assumptions);
        };
        assert_eq!(general.text, "Nothing fails: never.");
        assert_eq!(special.about, ["f", "m", "g_*"]);
        assert_eq!(special.text, "time is not modelled.");
        assert_eq!(read.macros, ["m"]);
        assert!(special.concerns("g_2") && !special.concerns("h") && general.concerns("h"));
    }

    #[test]
    fn functions() {
        let read = FileDocumentation::parse("a.c", TEXT);
        let names: Vec<&str> = read.functions.iter().map(|f| f.name.as_str()).collect();
        assert_eq!(names, ["f", "g_1", "g_2", "h"]);
        let f = &read.functions[0];
        assert_eq!(f.signature, "t *f(const t *restrict a, size_t b)");
        assert_eq!(f.comment, "Takes its time, as f does.");
        assert_eq!(
            TEXT.lines().nth(f.line - 1).expect("a line").find("f("),
            Some(18)
        );
        assert_eq!(read.functions[1].comment, "");
        assert_eq!(read.functions[2].comment, "");
        assert_eq!(read.functions[3].comment, "");
        assert_eq!(read.functions[3].signature, "void h(FILE *stream)");
    }

    #[test]
    fn short_and_unusual_openings() {
        let read =
            FileDocumentation::parse("a.c", "/* <a.h>: short. */\nint f(void) { return 0; }\n");
        assert_eq!((read.title.as_str(), read.essay.as_str()), ("short.", ""));
        assert_eq!(read.functions[0].comment, "");
        let read = FileDocumentation::parse("a.c", "/* <a.h> as functions */\n");
        assert_eq!(
            (read.headers.len(), read.title.as_str()),
            (0, "<a.h> as functions")
        );
        let read = FileDocumentation::parse("a.c", "int f(void) { return 0; }\n");
        assert_eq!((read.title.as_str(), read.functions.len()), ("", 1));
        for item in [
            "All: of C.",
            "f and the like: no.",
            "float, double: IEEE.",
            "no colon",
        ] {
            assert_eq!(assumption(item).about.len(), 0);
            assert_eq!(assumption(item).text, item);
        }
        assert_eq!(
            assumption("`f`, g() and h_?: yes.").about,
            ["f", "g", "h_?"]
        );
    }

    #[test]
    fn every_file_is_documented() {
        let mut complaints = Vec::new();
        for file in files() {
            let read = FileDocumentation::parse(file.name, file.text);
            let mut complain = |what: String| complaints.push(format!("{}: {what}", file.name));
            if !read.title.ends_with('.') {
                complain(format!("the title `{}` has no full stop", read.title));
            }
            // The functions of verification tools are known without any header.
            let needs_header = !file.name.starts_with("dialect_") && read.headers.is_empty();
            if let (Some(function), true) = (read.functions.first(), needs_header) {
                complain(format!("`{}` needs a header", function.name));
            }
            for name in read.assumptions.iter().flat_map(|a| &a.about) {
                if !read.names().any(|n| pattern::matches(name, n)) {
                    complain(format!(
                        "an assumption about `{name}`, which is neither defined nor explained here"
                    ));
                }
            }
            if read
                .assumptions
                .iter()
                .any(|a| !a.text.ends_with(['.', ')']))
            {
                complain("an assumption is not a sentence".to_string());
            }
        }
        assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    }
}
