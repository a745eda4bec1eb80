//! The page of documentation, `docs/models.md`: what a model is, the switches, the intrinsics, and what each file says.

use std::collections::BTreeMap;

use crate::{Assumption, FileDocumentation, INTRINSICS, OF_THE_FRONT_END, SWITCHES};

/// The page, made from what these files say.
pub fn page(files: &[FileDocumentation]) -> String {
    let mut page = String::from(include_str!("page_introduction.md"));
    page.push_str("\n## Switches\n\n");
    page.push_str("Real libraries may do the following, and a program should withstand it. An option turns each on or off.\n\n");
    page.push_str("| what may happen | by default | option |\n|---|---|---|\n");
    for switch in SWITCHES {
        let default = if switch.default { "on" } else { "off" };
        let option = switch.useful_option();
        let help = marked_names(switch.help);
        page.push_str(&format!("| {help} | {default} | `{option}` |\n"));
    }
    page.push('\n');
    page.push_str(include_str!("page_own_models.md"));
    page.push_str("\n### Intrinsics\n\n| call | meaning |\n|---|---|\n");
    for intrinsic in INTRINSICS {
        let cells = (in_cell(intrinsic.signature), in_cell(intrinsic.meaning));
        page.push_str(&format!("| `{}` | {} |\n", cells.0, cells.1));
    }
    page.push_str("\n## What is modelled\n");
    page.push_str(&format!("\n{}\n", marked_names(OF_THE_FRONT_END)));
    for (header, files) in by_header(files) {
        match header {
            "" => page.push_str("\n### Without a header\n"),
            _ => page.push_str(&format!("\n### `<{header}>`\n")),
        }
        for file in files {
            page.push_str(&section(file));
        }
    }
    page
}

/// Files under the first of their headers, by its name; behind them, under the empty name, those that have none. Files
/// with nothing to tell are left out.
pub fn by_header(files: &[FileDocumentation]) -> Vec<(&str, Vec<&FileDocumentation>)> {
    let mut groups: BTreeMap<&str, Vec<&FileDocumentation>> = BTreeMap::new();
    let telling =
        |file: &&FileDocumentation| !file.functions.is_empty() || !file.assumptions.is_empty();
    for file in files.iter().filter(telling) {
        let header = file.headers.first().map_or("", String::as_str);
        groups.entry(header).or_default().push(file);
    }
    let without = groups.remove("");
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.extend(without.map(|files| ("", files)));
    groups
}

fn section(file: &FileDocumentation) -> String {
    let mut text = format!("\n**{}** (`{}`", marked_names(&file.heading()), file.file);
    let others = file.headers.iter().skip(1);
    let others: Vec<String> = others.map(|header| format!("`<{header}>`")).collect();
    if !others.is_empty() {
        text.push_str(&format!(", also {}", others.join(", ")));
    }
    text.push_str(")\n");
    let names: Vec<String> = file.names().map(|name| format!("`{name}`")).collect();
    if !names.is_empty() {
        text.push_str(&format!("\n{}\n", names.join(", ")));
    }
    if !file.assumptions.is_empty() {
        text.push('\n');
    }
    for assumption in &file.assumptions {
        text.push_str(&format!("- {}\n", item(assumption)));
    }
    text
}

fn item(assumption: &Assumption) -> String {
    let names: Vec<String> = assumption
        .about
        .iter()
        .map(|name| format!("`{name}`"))
        .collect();
    match names.is_empty() {
        true => marked_names(&assumption.text),
        false => format!("{}: {}", names.join(", "), marked_names(&assumption.text)),
    }
}

/// Marks words as code where Markdown would read something else into them: stars, underscores and angle brackets.
fn marked_names(text: &str) -> String {
    // Within backticks everything is already as it should be.
    let parts = text
        .split('`')
        .enumerate()
        .map(|(number, part)| match number % 2 {
            0 => part
                .split(' ')
                .map(marked_word)
                .collect::<Vec<_>>()
                .join(" "),
            _ => part.to_string(),
        });
    parts.collect::<Vec<_>>().join("`")
}

fn marked_word(word: &str) -> String {
    let is_outer = |c: char| matches!(c, '(' | ')' | ',' | '.' | ':' | ';' | '"' | '\'');
    let is_call = word.trim_end_matches(['.', ',', ':', ';']).ends_with("()");
    let core = match is_call {
        true => word
            .trim_end_matches(['.', ',', ':', ';'])
            .trim_start_matches(is_outer),
        false => word.trim_matches(is_outer),
    };
    match core.contains(['_', '*', '<']) && !core.is_empty() {
        true => word.replacen(core, &format!("`{core}`"), 1),
        false => word.to_string(),
    }
}

fn in_cell(text: &str) -> String {
    text.replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::documentation;

    #[test]
    fn names_are_marked() {
        assert_eq!(marked_names("a_b, c"), "`a_b`, c");
        assert_eq!(marked_names("(see <a.h>)"), "(see `<a.h>`)");
        assert_eq!(
            marked_names("by `x_y z` or x_y()."),
            "by `x_y z` or `x_y()`."
        );
        assert_eq!(marked_names("f() and 2 * 3"), "f() and 2 `*` 3");
    }

    /// The committed page is the generated one; with UNSPOOL_BLESS=1 it becomes that.
    #[test]
    fn the_page_is_up_to_date() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/models.md");
        let page = page(&documentation());
        if std::env::var_os("UNSPOOL_BLESS").is_some() {
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(&path, &page).expect("a writable page");
        }
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            committed == page,
            "docs/models.md is not what the models say: UNSPOOL_BLESS=1 cargo test -p unspool-models page"
        );
    }
}
