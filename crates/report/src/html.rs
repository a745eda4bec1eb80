//! The HTML page: an execution that one can step through, in one file that needs nothing else.
//!
//! The page is put together from parts that lie in the folder `html`, each in its own language: a frame, style sheets, and plain JavaScript
//! that reads the report from the page and makes everything else of it. There is no template engine: the frame has half a dozen holes, each
//! filled once, and what is filled in is never searched for holes again, whatever a user's file contains.
//!
//! Whatever comes from the user is text. In the HTML made here it is escaped; in the embedded JSON, `<` is written as `\u003c`, so that no
//! `</script>` ends the data early; the script writes text nodes only. Should all of that fail, the page's policy still lets no script run but
//! ours, by its hash, and no request leave the page ([`policy`]).

mod markup;
mod policy;

use crate::model::Report;

/// The page about a report. With a trace, it shows the execution; without, a short page says what was found.
pub fn page(report: &Report) -> String {
    let style = STYLE_SHEETS.concat();
    let script = SCRIPTS.concat();
    let (execution, policy) = match &report.trace {
        None => (String::new(), policy::without_script(&style)),
        Some(trace) => (
            fill(
                include_str!("html/execution.html"),
                &[
                    ("table", &markup::step_table(report, trace)),
                    ("report", &embedded_json(report)),
                    ("script", &script),
                ],
            ),
            policy::with_script(&style, &script),
        ),
    };
    fill(
        include_str!("html/page.html"),
        &[
            ("policy", &policy),
            ("generator", &markup::generator(report)),
            ("title", &markup::title(report)),
            ("style", &style),
            ("header", &markup::header(report)),
            ("execution", &execution),
        ],
    )
}

/// Another page of the same colours, in the same frame: nothing may be loaded, and no script runs but its own.
pub struct Document<'d> {
    /// Plain text.
    pub title: &'d str,
    /// `unspool 0.1.0`.
    pub generator: &'d str,
    pub style: &'d str,
    /// HTML.
    pub body: &'d str,
    pub script: &'d str,
}

pub fn document(parts: &Document) -> String {
    let style = [COLOURS, parts.style].concat();
    fill(
        include_str!("html/page.html"),
        &[
            ("policy", &policy::with_script(&style, parts.script)),
            ("generator", &markup::escape(parts.generator)),
            ("title", &markup::escape(parts.title)),
            ("style", &style),
            ("header", parts.body),
            ("execution", &format!("<script>{}</script>", parts.script)),
        ],
    )
}

const COLOURS: &str = include_str!("html/colours.css");

const STYLE_SHEETS: [&str; 5] = [
    COLOURS,
    include_str!("html/layout.css"),
    include_str!("html/header.css"),
    include_str!("html/timeline.css"),
    include_str!("html/panes.css"),
];

/// One after the other they are one module; the last one starts the page.
const SCRIPTS: [&str; 12] = [
    include_str!("html/element.js"),
    include_str!("html/words.js"),
    include_str!("html/execution.js"),
    include_str!("html/c_text.js"),
    include_str!("html/source_pane.js"),
    include_str!("html/steps_pane.js"),
    include_str!("html/timeline.js"),
    include_str!("html/memory_pane.js"),
    include_str!("html/watch_pane.js"),
    include_str!("html/threads_pane.js"),
    include_str!("html/keys.js"),
    include_str!("html/main.js"),
];

/// The report as JSON that is safe within a `script` element. In JSON, `<` stands in strings only, where an escape means the same.
fn embedded_json(report: &Report) -> String {
    // A report is plain data: strings, numbers, lists. It always has a JSON form.
    let json = serde_json::to_string(report).unwrap_or_default();
    json.replace('<', "\\u003c")
}

/// The text of a template with each `{{name}}` replaced.
fn fill(template: &str, holes: &[(&str, &str)]) -> String {
    let mut parts = template.split("{{");
    let mut filled = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (name, rest) = part.split_once("}}").unwrap_or(("", part));
        let content = holes.iter().find(|(hole, _)| *hole == name);
        filled.push_str(content.map_or("", |(_, content)| content));
        filled.push_str(rest);
    }
    filled
}
