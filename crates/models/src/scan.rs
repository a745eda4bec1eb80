//! Finds what a model file defines, without parsing C.
//!
//! The files are written so that this is possible: a definition starts in the first column, and nothing else at the top
//! level has a body or an initialiser. Comments, strings and characters are blanked out first, so that brackets can be
//! counted. Shared by `build.rs`, which makes the tables of [`text_for`](crate::text_for), and by the documentation.

/// Something that a file defines: a function with a body, or an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Definition<'t> {
    pub name: &'t str,
    pub is_function: bool,
    /// `static`
    pub is_private: bool,
    /// Where its first line begins, in bytes of the text.
    pub start: usize,
    /// Where the declaration ends and the body or the initialiser begins.
    pub declaration_end: usize,
    /// Behind the closing brace or the semicolon.
    pub end: usize,
}

/// All definitions of a file, in their order.
pub fn definitions(text: &str) -> Vec<Definition<'_>> {
    let code = code_of(text);
    let mut found = Vec::new();
    for_each_item(&code, |start, extent| {
        let rest = &code[start..];
        if let Some((from, to)) = defined_name(rest, extent) {
            found.push(Definition {
                name: &text[start + from..start + to],
                is_function: rest[extent.declaration_end..].starts_with('{'),
                is_private: identifiers(rest).next() == Some("static"),
                start,
                declaration_end: start + extent.declaration_end,
                end: start + extent.end,
            });
        }
    });
    found
}

/// Something that a text declares and others define: a function or an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prototype<'t> {
    pub name: &'t str,
    pub start: usize,
    pub end: usize,
}

/// All prototypes of functions and `extern` objects of a text, in their order.
pub fn prototypes(text: &str) -> Vec<Prototype<'_>> {
    let code = code_of(text);
    let mut found = Vec::new();
    for_each_item(&code, |start, extent| {
        let declaration = &code[start..start + extent.declaration_end];
        let is_declaration = code[start + extent.declaration_end..].starts_with(';');
        let first_word = identifiers(declaration).next().unwrap_or_default();
        let name = match declaration.find('(') {
            _ if !is_declaration || first_word == "typedef" => None,
            Some(at) if declaration[at..].starts_with("(*") => {
                identifiers(&declaration[at..]).next()
            }
            Some(at) => identifiers(&declaration[..at]).last(),
            None if first_word == "extern" => {
                let array = declaration.find('[').unwrap_or(declaration.len());
                identifiers(&declaration[..array]).last()
            }
            None => None,
        };
        if let Some(name) = name {
            let from = name.as_ptr() as usize - code.as_ptr() as usize;
            found.push(Prototype {
                name: &text[from..from + name.len()],
                start,
                end: start + extent.end,
            });
        }
    });
    found
}

/// What stands at the top level of the code, beginning in a first column: where it starts and how far it reaches.
fn for_each_item(code: &str, mut visit: impl FnMut(usize, Extent)) {
    let mut start = 0;
    while start < code.len() {
        let rest = &code[start..];
        if rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            let extent = extent(rest);
            visit(start, extent);
            start += extent.end;
        }
        start = code[start..]
            .find('\n')
            .map_or(code.len(), |n| start + n + 1);
    }
}

/// The text with comments, strings and characters replaced by as many spaces. Lines stay where they are.
pub fn code_of(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let blank = match first {
            '/' if rest.starts_with("/*") => rest[2..].find("*/").map_or(rest.len(), |n| n + 4),
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '"' | '\'' => literal_length(rest, first),
            _ => {
                code.push(first);
                rest = &rest[first.len_utf8()..];
                continue;
            }
        };
        let (blanked, behind) = rest.split_at(blank);
        // Byte by byte, so that positions in the code are positions in the text.
        let spaces = blanked.bytes().map(|b| if b == b'\n' { '\n' } else { ' ' });
        code.extend(spaces);
        rest = behind;
    }
    code
}

/// The text without its comments. Lines stay where they are.
pub fn without_comments(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("/*") => {
                let length = rest[2..].find("*/").map_or(rest.len(), |n| n + 4);
                code.push(' ');
                code.extend(rest[..length].chars().filter(|&c| c == '\n'));
                rest = &rest[length..];
                continue;
            }
            '/' if rest.starts_with("//") => {
                rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
                continue;
            }
            '"' | '\'' => literal_length(rest, first),
            _ => first.len_utf8(),
        };
        code.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    code
}

/// All words of the text that could be names.
pub fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
}

#[derive(Clone, Copy)]
struct Extent {
    declaration_end: usize,
    end: usize,
}

/// How far the declaration or definition at the beginning of the code reaches.
fn extent(code: &str) -> Extent {
    let mut depth = 0usize;
    let mut declaration_end = None;
    for (position, byte) in code.bytes().enumerate() {
        if depth == 0 && matches!(byte, b'{' | b'=' | b';') {
            declaration_end.get_or_insert(position);
        }
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let Some(declaration_end) = declaration_end else {
            continue;
        };
        // A body ends with its brace; an initialiser or the members of a type are followed by a semicolon.
        let has_body =
            code[declaration_end..].starts_with('{') && code[..declaration_end].contains('(');
        let ends = match has_body {
            true => byte == b'}',
            false => byte == b';',
        };
        if depth == 0 && ends {
            return Extent {
                declaration_end,
                end: position + 1,
            };
        }
    }
    Extent {
        declaration_end: declaration_end.unwrap_or(code.len()),
        end: code.len(),
    }
}

/// From where to where the defined name reaches; None for types, prototypes and what other files define.
fn defined_name(code: &str, extent: Extent) -> Option<(usize, usize)> {
    let declaration = &code[..extent.declaration_end];
    let what_follows = code[extent.declaration_end..].chars().next()?;
    let first_word = identifiers(declaration).next()?;
    if matches!(first_word, "typedef" | "extern" | "_Static_assert") {
        return None;
    }
    let bracket = declaration.find(['(', '[']);
    let word = match bracket {
        // `void (*handler)(int);` is an object.
        Some(at) if declaration[at..].starts_with("(*") => {
            identifiers(&declaration[at..]).next()?
        }
        Some(at) if declaration[at..].starts_with('(') && what_follows != '{' => return None,
        Some(at) => identifiers(&declaration[..at]).last()?,
        None if what_follows == '{' => return None,
        None => {
            let is_tag = matches!(first_word, "struct" | "union" | "enum");
            if is_tag && identifiers(declaration).count() < 3 {
                return None;
            }
            identifiers(declaration).last()?
        }
    };
    let from = word.as_ptr() as usize - code.as_ptr() as usize;
    Some((from, from + word.len()))
}

/// Of a string or character, with its quotes.
fn literal_length(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (position, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            _ if byte == quote as u8 => return position + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<&str> {
        definitions(text).iter().map(|d| d.name).collect()
    }

    #[test]
    fn prototypes_and_extern_objects() {
        let text = "typedef int t;\nint f(int (*)(int),\n      int);\nextern int x;\nextern void (*hook)(void);\n\
                    struct s { int (*member)(void); };\nint defined(void) { return f(0, x); }\nstruct s;\n";
        let found = prototypes(text);
        let names: Vec<&str> = found.iter().map(|p| p.name).collect();
        assert_eq!(names, ["f", "x", "hook"]);
        let f = found[0];
        assert_eq!(&text[f.start..f.end], "int f(int (*)(int),\n      int);");
    }

    #[test]
    fn functions_and_objects() {
        assert_eq!(
            names(
                "int f(void) { return '}'; }\nstatic int g(int a,\n        int b)\n{\n    return \"{\"[0];\n}\nint h(void);\n"
            ),
            ["f", "g"]
        );
        assert_eq!(
            names(
                "int x;\nstruct s *const y = (struct s *)&x;\nint z[3] = {1, 2, 3};\nvoid (*hook)(void);\n"
            ),
            ["x", "y", "z", "hook"]
        );
    }

    #[test]
    fn types_and_declarations_define_nothing() {
        let text = "struct s;\nstruct t {\n    int member;\n};\nenum { a = 1, b };\ntypedef struct { int q; } div_t;\n\
                    extern int e;\nextern void (*hook)(void);\nint several(int a,\n            int b);\n/* int f(void) { } */\n";
        assert_eq!(names(text), [""; 0]);
    }

    #[test]
    fn what_is_in_a_body_is_not_at_the_top_level() {
        let text =
            "void f(void) {\nlabel:\n    goto label;\nint x = 1;\n}\nint g(void) { return 1; }\n";
        assert_eq!(names(text), ["f", "g"]);
    }

    #[test]
    fn extents() {
        let text = "/* {é */\nstatic int f(int a,\n             int b) {\n    return a;\n}\n";
        let [found] = definitions(text)[..] else {
            panic!("one definition");
        };
        assert!(found.is_function && found.is_private);
        assert!(text[found.start..].starts_with("static int f"));
        assert!(text[..found.declaration_end].ends_with("int b) "));
        assert!(text[..found.end].ends_with("return a;\n}"));
    }

    #[test]
    fn comments_and_literals_are_blanked() {
        let text = "/* f() */ g('\\''); \"k()\\\"\"; // é\nh";
        let expected = "          g(    );        ;      \nh";
        assert_eq!(code_of(text), expected);
    }
}
