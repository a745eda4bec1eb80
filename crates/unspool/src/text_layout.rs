//! Text for a terminal: paragraphs and columns of a given width.

/// Breaks each paragraph into lines of at most `width` characters where it has spaces. The first line begins with
/// `first`, the others with as many spaces. Ends with a newline.
pub fn wrapped(text: &str, first: &str, width: usize) -> String {
    let indent = " ".repeat(first.chars().count());
    let mut lines = String::new();
    let mut line = first.to_string();
    let mut is_empty = true;
    for word in text.split_whitespace() {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > width {
            lines.push_str(line.trim_end());
            lines.push('\n');
            line.clone_from(&indent);
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    lines.push_str(line.trim_end());
    lines.push('\n');
    lines
}

/// Paragraphs separated by empty lines. One with lines that are indented is a table or a picture, and is left as it is.
pub fn wrapped_paragraphs(text: &str, indent: &str, width: usize) -> String {
    let paragraphs = text.split("\n\n").map(|paragraph| {
        match paragraph.lines().any(|line| line.starts_with(' ')) {
            true => paragraph
                .lines()
                .map(|line| format!("{indent}{line}\n"))
                .collect(),
            false => wrapped(paragraph, indent, width),
        }
    });
    paragraphs.collect::<Vec<String>>().join("\n")
}

/// Words in columns, row by row. Ends with a newline unless there is no word.
pub fn columns(words: &[&str], indent: &str, width: usize) -> String {
    let widest = words.iter().map(|word| word.chars().count()).max();
    let cell = widest.unwrap_or(0) + 2;
    let room = width.saturating_sub(indent.len());
    // The last column needs no space behind it.
    let per_row = ((room + 2) / cell).max(1);
    let rows = words.chunks(per_row).map(|row| {
        let cells: String = row.iter().map(|word| format!("{word:<cell$}")).collect();
        format!("{indent}{}\n", cells.trim_end())
    });
    rows.collect()
}

/// Where the cells of a column stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    Left,
    Right,
}

/// Rows of cells, each column as wide as its widest cell. Ends with a newline unless there is no row.
pub fn table<const COLUMNS: usize>(rows: &[[String; COLUMNS]], align: &[Align; COLUMNS]) -> String {
    let mut widths = [0; COLUMNS];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(widths).zip(align);
        let cells = cells.map(|((cell, width), align)| match align {
            Align::Left => format!("{cell:<width$}"),
            Align::Right => format!("{cell:>width$}"),
        });
        let line = cells.collect::<Vec<String>>().join("  ");
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_aligned() {
        let row = |a: &str, b: &str| [a.to_string(), b.to_string()];
        let align = [Align::Left, Align::Right];
        assert_eq!(
            table(&[row("name", "n"), row("x", "12")], &align),
            "name   n\nx     12\n"
        );
        assert_eq!(table(&[row("x", "")], &align), "x\n");
        assert_eq!(table(&[], &align), "");
    }

    #[test]
    fn lines_are_as_long_as_they_may_be() {
        assert_eq!(wrapped("one two three", "- ", 9), "- one two\n  three\n");
        assert_eq!(wrapped("unbreakable x", "", 4), "unbreakable\nx\n");
        assert_eq!(wrapped("", "  ", 10), "\n");
    }

    #[test]
    fn tables_stay() {
        assert_eq!(
            wrapped_paragraphs("a\nb\n\nc:\n  1   2", " ", 80),
            " a b\n\n c:\n   1   2\n"
        );
    }

    #[test]
    fn columns_fill_the_width() {
        assert_eq!(columns(&["a", "bb", "c"], " ", 7), " a   bb\n c\n");
        assert_eq!(columns(&["a", "bb", "c"], " ", 6), " a\n bb\n c\n");
        assert_eq!(columns(&["wide"], "", 1), "wide\n");
        assert_eq!(columns(&[], "", 10), "");
    }
}
