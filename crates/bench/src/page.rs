//! The page: plots and tables, with all that a browser needs. Without scripts only sorting and filtering of the rows are missing.
//!
//! What comes from tables and tools is text, and is escaped. Who puts the parts together frames them, with a policy that lets no other script run.

use std::fmt::Write;

use crate::comparison::{self, Comparison, earlier_name, pairs, pairs_with_earlier};
use crate::html_text::escape;
use crate::judgement::Class;
use crate::numbers;
use crate::quantile_plot;
use crate::results::Results;
use crate::row::Row;
use crate::scatter_plot::{self, MEMORY, Quantity, TIME};
use crate::summary::{self, Summary};

/// Of a document, to be framed.
pub struct PageParts {
    /// Plain text.
    pub title: String,
    pub style: &'static str,
    pub script: &'static str,
    /// HTML.
    pub body: String,
}

pub fn page(results: &Results, earlier: Option<&Results>) -> PageParts {
    let mut body = header(results);
    body.push_str("<main>\n");
    changes(&mut body, results, earlier);
    section(&mut body, "By category", &summary_table(results));
    let comparisons = comparison::of_tools(results);
    if !comparisons.is_empty() {
        section(&mut body, "Side by side", &comparison_table(&comparisons));
    }
    quantiles(&mut body, results);
    scatters(&mut body, results);
    if let Some(earlier) = earlier {
        scatters_with_earlier(&mut body, results, earlier);
    }
    rows(&mut body, results);
    body.push_str("</main>\n");
    PageParts {
        title: format!(
            "{} tasks: {}",
            task_count(results),
            results.tool_names().join(", ")
        ),
        style: include_str!("page/page.css"),
        script: include_str!("page/rows.js"),
        body,
    }
}

fn task_count(results: &Results) -> usize {
    results.rows.chunk_by(|a, b| a.number == b.number).count()
}

fn header(results: &Results) -> String {
    let count = |class: Class| results.rows.iter().filter(|row| row.class == class).count();
    let (wrong, errors) = (count(Class::Wrong), count(Class::Error));
    let tasks = task_count(results);
    let mut html = String::from("<header class=\"top\">\n");
    writeln!(
        html,
        "<h1>{tasks} {}, {}</h1>",
        if tasks == 1 { "task" } else { "tasks" },
        escape(&results.tool_names().join(", "))
    )
    .ok();
    if !results.is_complete {
        html.push_str("<p class=\"chip doubt\">not complete: the run was interrupted</p>\n");
    }
    match wrong + errors {
        0 if count(Class::Correct) + count(Class::None) == 0 => {
            html.push_str("<p class=\"chip doubt\">nothing was decided</p>\n");
        }
        0 => html.push_str("<p class=\"chip good\">no wrong verdict, no error</p>\n"),
        _ => {
            writeln!(
                html,
                "<p class=\"chip bad\">wrong: {wrong}, errors: {errors}</p>"
            )
            .ok();
        }
    }
    writeln!(
        html,
        "<details class=\"facts\"><summary>{}</summary><dl>",
        results.limits.describe()
    )
    .ok();
    let mut fact = |name: &str, text: &str| {
        writeln!(html, "<dt>{}</dt><dd>{}</dd>", escape(name), escape(text)).ok();
    };
    fact("Machine", &results.machine.describe());
    for tool in &results.tools {
        fact(&tool.name, &tool.describe());
    }
    html + "</dl></details>\n</header>\n"
}

fn section(html: &mut String, title: &str, content: &str) {
    writeln!(html, "<section><h2>{title}</h2>\n{content}</section>").ok();
}

fn changes(html: &mut String, results: &Results, earlier: Option<&Results>) {
    let Some(earlier) = earlier else {
        return;
    };
    let comparisons = comparison::with_earlier(results, earlier);
    let mut content = comparison_table(&comparisons);
    for difference in comparison::differences(results, earlier) {
        writeln!(content, "<p class=\"note\">{}</p>", escape(&difference)).ok();
    }
    let changes = comparison::changes(results, earlier);
    if changes.is_empty() {
        content.push_str("<p>Of every task came the same.</p>\n");
    } else {
        content.push_str("<ul class=\"changes\">\n");
        for change in &changes {
            writeln!(content, "<li>{}</li>", escape(change)).ok();
        }
        content.push_str("</ul>\n");
    }
    section(html, "Since the earlier run", &content);
}

fn summary_table(results: &Results) -> String {
    let summaries = summary::by_category(results);
    let mut html = String::from("<div class=\"wide\"><table>\n");
    heading(&mut html, &summary::HEADING, &summary::HEADING[2..]);
    for one in &summaries {
        let class = if one.category == summary::ALL {
            " class=\"sum\""
        } else {
            ""
        };
        writeln!(html, "<tr{class}>{}</tr>", summary_cells(one)).ok();
    }
    html + "</tbody></table></div>\n"
}

fn summary_cells(one: &Summary) -> String {
    let bad = [
        ("wrong", one.count(Class::Wrong)),
        ("error", one.count(Class::Error)),
    ];
    let cells = summary::HEADING.iter().zip(one.cells()).enumerate();
    let cells = cells.map(|(index, (name, cell))| {
        let is_bad = bad.iter().any(|(bad, count)| bad == name && *count > 0);
        let class = match (is_bad, index) {
            (true, _) => " class=\"number bad\"",
            (false, 0..2) => "",
            (false, _) => " class=\"number\"",
        };
        format!("<td{class}>{}</td>", escape(&cell))
    });
    cells.collect()
}

fn comparison_table(comparisons: &[Comparison]) -> String {
    let mut html = String::from("<div class=\"wide\"><table>\n");
    heading(&mut html, &comparison::HEADING, &comparison::HEADING[2..]);
    for one in comparisons {
        let cells = one.cells();
        let cells = cells.iter().enumerate().map(|(index, cell)| {
            let class = if index < 2 { "" } else { " class=\"number\"" };
            format!("<td{class}>{}</td>", escape(cell))
        });
        writeln!(html, "<tr>{}</tr>", cells.collect::<String>()).ok();
    }
    html.push_str("</tbody></table></div>\n");
    for one in comparisons.iter().filter(|one| !one.more_memory.is_empty()) {
        writeln!(
            html,
            "<details><summary>{} needed more memory than {} for {}</summary><ul class=\"changes\">",
            escape(&one.first),
            escape(&one.other),
            match one.more_memory.len() {
                1 => "1 task".to_string(),
                tasks => format!("{tasks} tasks"),
            }
        )
        .ok();
        for task in &one.more_memory {
            writeln!(html, "<li>{}</li>", escape(task)).ok();
        }
        html.push_str("</ul></details>\n");
    }
    html
}

fn heading(html: &mut String, names: &[&str], numbers: &[&str]) {
    html.push_str("<thead><tr>");
    for name in names {
        let class = if numbers.contains(name) {
            " class=\"number\""
        } else {
            ""
        };
        write!(html, "<th scope=\"col\"{class}>{name}</th>").ok();
    }
    html.push_str("</tr></thead><tbody>\n");
}

fn quantiles(html: &mut String, results: &Results) {
    let series = quantile_plot::series(results);
    if series.iter().all(|one| one.seconds.is_empty()) {
        return;
    }
    let content = format!(
        "<figure>{}<figcaption>The n-th point of a line is the n-th fastest task that the tool decided correctly (or has done, if it has no verdicts): lower and further to the right is better.</figcaption>{}</figure>\n",
        quantile_plot::plot(&series),
        quantile_plot::legend(&series)
    );
    section(html, "How many tasks within how much time", &content);
}

/// The first tool against each of the others.
fn scatters(html: &mut String, results: &Results) {
    let names = results.tool_names();
    let Some((first, others)) = names.split_first() else {
        return;
    };
    for (index, other) in others.iter().enumerate() {
        let pairs = pairs(results, first, other);
        let plots = figures(&pairs, other, first);
        let title = format!("{} against {}", escape(first), escape(other));
        fold(html, &title, &plots, index == 0);
    }
}

fn scatters_with_earlier(html: &mut String, results: &Results, earlier: &Results) {
    for name in results.tool_names() {
        let pairs = pairs_with_earlier(results, earlier, name);
        if !pairs.is_empty() {
            let plots = figures(&pairs, &earlier_name(name), &format!("{name} (now)"));
            fold(
                html,
                &format!("{} now and earlier", escape(name)),
                &plots,
                true,
            );
        }
    }
}

fn fold(html: &mut String, title: &str, content: &str, is_open: bool) {
    let open = if is_open { " open" } else { "" };
    writeln!(
        html,
        "<section><details{open}><summary><h2>{title}</h2></summary>\n{content}</details></section>"
    )
    .ok();
}

fn figures(pairs: &[comparison::Pair], across: &str, up: &str) -> String {
    let figure = |quantity: &Quantity| {
        format!(
            "<figure>{}</figure>\n",
            scatter_plot::plot(pairs, quantity, across, up)
        )
    };
    format!(
        "<div class=\"pair\">{}{}</div>{}<p class=\"note\">Each point is a task. Below the diagonal {} needed less; the dashed lines are ten times more and less.</p>\n",
        figure(&TIME),
        figure(&MEMORY),
        scatter_plot::legend(),
        escape(up)
    )
}

/// Wrong ones on top.
fn rows(html: &mut String, results: &Results) {
    let mut sorted: Vec<&Row> = results.rows.iter().collect();
    sorted.sort_by_key(|row| match row.class {
        Class::Wrong => 0,
        Class::Error => 1,
        _ => 2,
    });
    let names = [
        "result", "verdict", "expected", "tool", "task", "property", "CPU s", "clock s", "MB",
        "bounds", "note",
    ];
    let mut content = String::from(
        "<p id=\"filter\" hidden><label>Only rows with <input type=\"search\" autocomplete=\"off\"></label> <output></output></p>\n<div class=\"wide\"><table id=\"rows\">\n",
    );
    heading(&mut content, &names, &["CPU s", "clock s", "MB"]);
    for row in sorted {
        let measured = &row.measured;
        let number = |value: Option<f64>, text: String| {
            let value = value.map_or(String::new(), |value| format!(" data-value=\"{value}\""));
            format!("<td class=\"number\"{value}>{text}</td>")
        };
        let memory = measured.memory_bytes;
        writeln!(
            content,
            "<tr class=\"{}\"><td><a class=\"result\" href=\"logs/{}\">{}</a></td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>{}{}{}<td>{}</td><td class=\"note\">{}</td></tr>",
            row.class.name(),
            escape(&row.log),
            row.judgement.word(),
            measured.verdict.word(),
            if row.expected { "safe" } else { "unsafe" },
            escape(&row.tool),
            escape(&row.task),
            escape(&row.property),
            number(measured.cpu_seconds, measured.cpu_seconds.map_or(String::new(), numbers::seconds)),
            number(Some(measured.wall_seconds), numbers::seconds(measured.wall_seconds)),
            number(memory.map(|bytes| bytes as f64), memory.map_or(String::new(), numbers::megabytes)),
            escape(measured.bounds.as_deref().unwrap_or("")),
            escape(&measured.note),
        )
        .ok();
    }
    content.push_str("</tbody></table></div>\n");
    section(html, "All rows", &content);
}
