//! XML documents as trees, and their text.
//!
//! A tree cannot be unbalanced, and every text goes through one of two escapes, so what is printed is well-formed whatever the program under check
//! contains. XML 1.0 has no way to write most control characters, not even escaped: they become the pictures that Unicode has for them (`␛`).

/// An element with its attributes, in the order of the text.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    content: Content,
}

#[derive(Clone, Debug)]
enum Content {
    Elements(Vec<Element>),
    Text(String),
}

impl Element {
    pub(crate) fn new(name: &'static str) -> Element {
        Element {
            name,
            attributes: Vec::new(),
            content: Content::Elements(Vec::new()),
        }
    }

    pub(crate) fn with(mut self, attribute: &'static str, value: impl Into<String>) -> Element {
        self.attributes.push((attribute, value.into()));
        self
    }

    /// An element that contains text has no other content.
    pub(crate) fn text(mut self, text: impl Into<String>) -> Element {
        self.content = Content::Text(text.into());
        self
    }

    pub(crate) fn child(mut self, element: Element) -> Element {
        self.push(element);
        self
    }

    pub(crate) fn push(&mut self, element: Element) {
        match &mut self.content {
            Content::Elements(elements) => elements.push(element),
            Content::Text(_) => self.content = Content::Elements(vec![element]),
        }
    }
}

/// The document with this root, indented, with a newline at the end.
pub(crate) fn document(root: &Element) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    write(root, 0, &mut text);
    text
}

/// Documents are not deep: their shapes are fixed by us.
fn write(element: &Element, depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    text.push_str(&format!("{indent}<{}", element.name));
    for (name, value) in &element.attributes {
        text.push_str(&format!(" {name}=\"{}\"", escaped_attribute(value)));
    }
    match &element.content {
        Content::Elements(elements) if elements.is_empty() => text.push_str("/>\n"),
        Content::Elements(elements) => {
            text.push_str(">\n");
            for element in elements {
                write(element, depth + 1, text);
            }
            text.push_str(&format!("{indent}</{}>\n", element.name));
        }
        Content::Text(inner) => {
            text.push_str(&format!(">{}</{}>\n", escaped_text(inner), element.name));
        }
    }
}

fn escaped_text(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            // Only needed behind `]]`.
            '>' => escaped.push_str("&gt;"),
            // Else a reader makes a newline of it.
            '\r' => escaped.push_str("&#13;"),
            _ => escaped.push(allowed(character)),
        }
    }
    escaped
}

/// Readers turn white space in attributes into spaces, unless it is escaped.
fn escaped_attribute(text: &str) -> String {
    let escaped = escaped_text(text).replace('"', "&quot;");
    escaped.replace('\n', "&#10;").replace('\t', "&#9;")
}

/// The character, or what stands for it where XML 1.0 (2.2) has no such character.
fn allowed(character: char) -> char {
    match character {
        '\t' | '\n' | '\r' => character,
        // The pictures of the control characters have the same order as they.
        '\0'..='\u{1f}' => {
            char::from_u32(0x2400 + u32::from(character)).unwrap_or(char::REPLACEMENT_CHARACTER)
        }
        '\u{7f}' => '\u{2421}',
        '\u{fffe}' | '\u{ffff}' => char::REPLACEMENT_CHARACTER,
        _ => character,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_can_be_written() {
        let element = Element::new("a")
            .with("b", "\"<&>'\n\t\r\0")
            .child(Element::new("empty"))
            .child(Element::new("text").text("x ]]> & <y>\r\n\u{1b}[0m\u{ffff}é💥\u{7f}"));
        let expected = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
            <a b=\"&quot;&lt;&amp;&gt;'&#10;&#9;&#13;\u{2400}\">\n  <empty/>\n  \
            <text>x ]]&gt; &amp; &lt;y&gt;&#13;\n\u{241b}[0m\u{fffd}é💥\u{2421}</text>\n</a>\n";
        assert_eq!(document(&element), expected);
    }
}
