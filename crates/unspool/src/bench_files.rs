//! What `unspool bench` tells at its end: tables on the terminal, and the files of its folder.

use std::path::Path;

use unspool_bench::comparison::{self, Comparison};
use unspool_bench::judgement::Class;
use unspool_bench::results::{self, Results};
use unspool_bench::row::{self, Row};
use unspool_bench::{Trouble, bounds_table, page, side_by_side, summary};
use unspool_report::html;

use crate::bench_options::BenchOptions;
use crate::bound_report::with_heading;
use crate::command_bench::error;
use crate::console::Console;
use crate::error::Error;
use crate::text_layout::{Align, table};

/// The tables behind the rows.
pub fn told(results: &Results, earlier: Option<&Results>, console: &Console) -> String {
    let mut text = String::new();
    let mut rows = vec![summary::HEADING.map(str::to_string)];
    rows.extend(summary::by_category(results).iter().map(|one| one.cells()));
    let mut align = [Align::Right; summary::HEADING.len()];
    align[..2].fill(Align::Left);
    text.push_str(&format!(
        "\n{}",
        with_heading(&table(&rows, &align), console)
    ));
    text.push('\n');
    for one in summary::of_tools(results) {
        text.push_str(&summary::judgements_in_words(&one));
        text.push('\n');
    }
    text.push_str(&comparisons(&comparison::of_tools(results), console));
    if let Some(earlier) = earlier {
        text.push_str(&comparisons(
            &comparison::with_earlier(results, earlier),
            console,
        ));
        let differences = comparison::differences(results, earlier).into_iter();
        for line in differences.chain(comparison::changes(results, earlier)) {
            text.push_str(&format!("{line}\n"));
        }
    }
    text
}

fn comparisons(comparisons: &[Comparison], console: &Console) -> String {
    if comparisons.is_empty() {
        return String::new();
    }
    let mut rows = vec![comparison::HEADING.map(str::to_string)];
    rows.extend(comparisons.iter().map(Comparison::cells));
    let mut align = [Align::Right; comparison::HEADING.len()];
    align[..2].fill(Align::Left);
    format!("\n{}", with_heading(&table(&rows, &align), console))
}

pub fn write_files(
    options: &BenchOptions,
    results: &Results,
    earlier: Option<&Results>,
) -> Result<(), Error> {
    let parts = page::page(results, earlier);
    let page = html::document(&html::Document {
        title: &parts.title,
        generator: &format!("unspool {}", results.unspool),
        style: parts.style,
        body: &parts.body,
        script: parts.script,
    });
    let files = [
        (results::FILE, results.as_json()),
        ("results.tsv", row::as_tsv(&results.rows)),
        ("summary.md", summary_text(results, earlier)),
        (
            "side-by-side.md",
            side_by_side::table(results, &options.show),
        ),
        ("bounds.tsv", bounds_table::table(results)),
        ("index.html", page),
    ];
    for (name, text) in files {
        write(&options.output.join(name), &text)?;
    }
    Ok(())
}

/// In Markdown.
fn summary_text(results: &Results, earlier: Option<&Results>) -> String {
    let limits = &results.limits;
    let mut text = format!(
        "{}; {} s by the clock for each task, {} at a time.\n\n",
        results.machine.describe(),
        limits.time_seconds,
        limits.at_a_time
    );
    text.push_str(&summary::as_markdown(&summary::by_category(results)));
    text.push('\n');
    for one in summary::of_tools(results) {
        text.push_str(&format!("- {}\n", summary::judgements_in_words(&one)));
    }
    let comparisons = comparison::of_tools(results);
    if !comparisons.is_empty() {
        text.push_str(&format!("\n{}", comparison::as_markdown(&comparisons)));
    }
    if let Some(earlier) = earlier {
        let comparisons = comparison::with_earlier(results, earlier);
        text.push_str(&format!("\n{}\n", comparison::as_markdown(&comparisons)));
        let differences = comparison::differences(results, earlier).into_iter();
        for line in differences.chain(comparison::changes(results, earlier)) {
            text.push_str(&format!("- {line}\n"));
        }
    }
    let bad = results.rows.iter().filter(|row| row.class.is_bad());
    let bad: Vec<String> = bad.map(|row| format!("- {}\n", bad_row(row))).collect();
    if !bad.is_empty() {
        text.push_str(&format!("\nWrong verdicts and errors:\n\n{}", bad.concat()));
    }
    text
}

fn bad_row(row: &Row) -> String {
    let what = match row.class {
        Class::Wrong => format!("says {}", row.measured.verdict.word()),
        _ => row.measured.note.clone(),
    };
    format!("{} [{}], {}: {what}", row.task, row.property, row.tool)
}

pub fn make_folder(path: &Path) -> Result<(), Error> {
    std::fs::create_dir_all(path)
        .map_err(|why| error(Trouble::with_file("make the folder", path, &why)))
}

/// Beside it first, so that nobody ever reads half of it.
fn write(path: &Path, text: &str) -> Result<(), Error> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let written = std::fs::write(&beside, text).and_then(|()| std::fs::rename(&beside, path));
    written.map_err(|why| error(Trouble::with_file("write", path, &why)))
}
