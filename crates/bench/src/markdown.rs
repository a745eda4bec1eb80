//! Tables in Markdown.

/// Columns of numbers are those whose names are in `right`.
pub fn table(heading: &[String], rows: &[Vec<String>], right: &[&str]) -> String {
    let rules: Vec<&str> = heading
        .iter()
        .map(|name| {
            if right.contains(&name.as_str()) {
                "--:"
            } else {
                "---"
            }
        })
        .collect();
    let mut text = line(heading) + &format!("|{}|\n", rules.join("|"));
    for row in rows {
        text.push_str(&line(row));
    }
    text
}

fn line(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
    format!("| {} |\n", cells.join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_in_cells_are_no_columns() {
        let words = |words: &[&str]| {
            words
                .iter()
                .map(|word| word.to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            table(&words(&["a", "n"]), &[words(&["x|y", "1"])], &["n"]),
            "| a | n |\n|---|--:|\n| x\\|y | 1 |\n"
        );
    }
}
