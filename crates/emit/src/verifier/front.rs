//! The words that a text in front of the program gives a meaning.
//!
//! These are the names of macros, what their bodies mention besides their own parameters, and what is declared for the whole file. No
//! compiler is needed to find them: a name of the program that is avoided without need is no harm.

/// In no order; some may occur twice.
pub fn words(text: &str) -> Vec<String> {
    let text = without_strings(&without_comments(text)).replace("\\\n", " ");
    let (mut found, mut others) = (Vec::new(), String::new());
    for line in text.lines() {
        match line.trim_start().strip_prefix("#define ") {
            Some(definition) => found.extend(of_macro(definition)),
            None if line.trim_start().starts_with('#') => {}
            None => {
                others.push_str(line);
                others.push('\n');
            }
        }
    }
    found.extend(outside(&others));
    found
}

fn without_comments(text: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("/*") {
        result.push_str(before);
        result.push(' ');
        rest = comment.split_once("*/").map_or("", |(_, behind)| behind);
    }
    result.push_str(rest);
    result
}

fn without_strings(text: &str) -> String {
    let parts = text.replace("\\\"", " ");
    // Every second part stands between quotes.
    let parts = parts.split('"').step_by(2);
    parts.collect::<Vec<&str>>().join(" ")
}

fn of_macro(definition: &str) -> Vec<String> {
    let name_end = definition.find(|c| !is_part(c)).unwrap_or(definition.len());
    let (name, rest) = definition.split_at(name_end);
    let (parameters, body) = match rest.strip_prefix('(') {
        Some(rest) => rest.split_once(')').unwrap_or((rest, "")),
        None => ("", rest),
    };
    let parameters: Vec<&str> = identifiers(parameters).collect();
    let body = identifiers(body).filter(|word| !parameters.contains(word));
    let all = std::iter::once(name).chain(body);
    all.map(str::to_string).collect()
}

/// Identifiers that stand in no braces or parentheses.
fn outside(text: &str) -> Vec<String> {
    let mut depth = 0usize;
    let mut kept = String::new();
    for c in text.chars() {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            _ if depth == 0 => {
                kept.push(c);
                continue;
            }
            _ => continue,
        }
        kept.push(' ');
    }
    identifiers(&kept).map(str::to_string).collect()
}

fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c| !is_part(c));
    words.filter(|word| word.chars().next().is_some_and(|first| !first.is_numeric()))
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn parameters_and_comments_mean_nothing() {
        let text = "/* a comment */ extern int one(int two);\n#define three(four) \\\n  five(four, \"eight\")\nstatic int six[7];\n";
        let mut found = words(text);
        found.sort();
        assert_eq!(
            found,
            [
                "extern", "five", "int", "int", "one", "six", "static", "three"
            ]
        );
    }
}
