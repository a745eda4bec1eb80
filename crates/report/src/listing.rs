//! A trace for the terminal: one row for each step that matters, threads in columns, rules where the thread changes.
//!
//! ```text
//!                 main                        thread 1 (add)              thread 2 (add)
//! counter.c:19    pthread_create(&a, 0, ...
//!                   creates thread 1
//! ──────────────────────────────────────────
//! counter.c:9                                 int seen = counter;
//!                                               reads counter = 0
//! ```
//!
//! Where the terminal is too narrow for columns of text, each thread has a narrow lane with a mark for its steps, and the text stands to the right of
//! all lanes, one line for each step.

use crate::excerpt;
use crate::model::{Event, Minimality, Report, SourceFile, Step, StorageKind, Trace};
use crate::terminal_text::{visible, wrapped};
use crate::words::{self, shortened, shortened_inside};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ListingConfig {
    /// Characters of a line.
    pub width: usize,
    /// Whether also sentences keep to that, which a program that reads them might not expect.
    pub has_short_lines: bool,
    pub is_colored: bool,
    /// Also steps that do not matter, and what only their own threads can see.
    pub is_full: bool,
    /// Whether the trace is shown at all.
    pub has_trace: bool,
}

impl Default for ListingConfig {
    fn default() -> ListingConfig {
        ListingConfig {
            width: 100,
            has_short_lines: false,
            is_colored: false,
            is_full: false,
            has_trace: true,
        }
    }
}

/// A column of text narrower than this cannot be read.
const NARROWEST_COLUMN: usize = 32;
/// The same for a statement and its values beside each other.
const NARROWEST_ROOM: usize = 64;
/// A statement and its values need no more.
const WIDEST_COLUMN: usize = 60;
/// Characters of the name of a file, where there is little room.
const MOST_OF_FILE_NAME: usize = 16;
/// Characters of what one event says.
const MOST_OF_EVENT: usize = 60;

/// The whole result: the verdict, and the trace if there is one. Ends with a newline.
pub fn result(report: &Report, config: &ListingConfig) -> String {
    let verdict = &report.verdict;
    let mut text = headline(verdict.kind.name(), &verdict.statement, config);
    let switches = report
        .trace
        .as_ref()
        .and_then(|trace| in_words(&trace.minimality));
    for detail in verdict.details.iter().chain(&switches) {
        push_sentence(&mut text, &format!("  {detail}"), config);
    }
    if let Some(trace) = report.trace.as_ref().filter(|_| config.has_trace) {
        text.push('\n');
        text.push_str(&listing(trace, &report.program.files, config));
        for other in &report.others {
            text.push('\n');
            text.push_str(&headline("ALSO", &other.violation.message, config));
            if let Some(switches) = in_words(&other.minimality) {
                push_sentence(&mut text, &format!("  {switches}"), config);
            }
            text.push('\n');
            text.push_str(&listing(other, &report.program.files, config));
        }
    }
    text
}

/// `UNSAFE: assertion failed`, and a newline.
pub fn headline(name: &str, statement: &str, config: &ListingConfig) -> String {
    let mut text = String::new();
    push_sentence(&mut text, &format!("{name}: {statement}"), config);
    match config.is_colored {
        true => text.replacen(name, &format!("\x1b[1m{name}\x1b[0m"), 1),
        false => text,
    }
}

/// A line, or several where lines are short. Commands are to be copied, so they are not broken.
pub fn push_sentence(text: &mut String, sentence: &str, config: &ListingConfig) {
    const INDENT: &str = "    ";
    let sentence = visible(sentence);
    if !config.has_short_lines || sentence.contains("unspool ") {
        push_line(text, &sentence);
        return;
    }
    let words = sentence.trim_start_matches(' ');
    let before = &INDENT[..(sentence.len() - words.len()).min(INDENT.len())];
    let lines = wrapped(words, config.width.saturating_sub(INDENT.len()));
    for (number, line) in lines.iter().enumerate() {
        let indent = if number == 0 { before } else { INDENT };
        push_line(text, &format!("{indent}{line}"));
    }
}

/// `2 context switches, the fewest that lead to a violation within these bounds`.
fn in_words(minimality: &Minimality) -> Option<String> {
    let number = match minimality.switches {
        0 => return None,
        1 => "1 context switch".to_string(),
        number => format!("{number} context switches"),
    };
    let fewest = match minimality.has_fewest_switches {
        true => ", the fewest that lead to a violation within these bounds",
        false => ", perhaps not the fewest possible",
    };
    Some(format!("{number}{fewest}"))
}

/// The whole trace, the violation last; ends with a newline.
pub fn listing(trace: &Trace, files: &[SourceFile], config: &ListingConfig) -> String {
    let mut rows: Vec<Row> = trace
        .steps
        .iter()
        .filter(|step| config.is_full || step.is_relevant)
        .map(|step| Row::of(step, trace, files, config))
        .collect();
    let mut threads: Vec<u32> = rows.iter().map(|row| row.thread).collect();
    threads.sort_unstable();
    threads.dedup();
    let widest = |rows: &[Row]| rows.iter().map(|row| row.place.chars().count()).max();
    let mut layout = Layout {
        trace,
        threads,
        place_width: widest(&rows).unwrap_or(0),
        config,
    };
    if layout.column_width().is_none() && layout.room() < NARROWEST_ROOM {
        for row in &mut rows {
            row.place = shortened_place(&row.place);
        }
        layout.place_width = widest(&rows).unwrap_or(0);
    }
    let mut text = match layout.column_width() {
        Some(column) => layout.in_columns(&rows, column),
        None => layout.in_lanes(&rows),
    };
    let hidden = trace.steps.len() - rows.len();
    if hidden > 0 {
        let (steps, them) = if hidden == 1 {
            ("step", "it")
        } else {
            ("steps", "them")
        };
        let note = format!("\n({hidden} {steps} more: --trace full shows {them})\n");
        text.push_str(&note);
    }
    text.push('\n');
    text.push_str(&excerpt::violation(trace, files, config));
    text.push('\n');
    text
}

/// A step as it is shown.
struct Row {
    thread: u32,
    context: u32,
    place: String,
    statement: String,
    notes: Vec<String>,
}

impl Row {
    fn of(step: &Step, trace: &Trace, files: &[SourceFile], config: &ListingConfig) -> Row {
        // What only its own thread can see is of interest where it becomes part of what all see, or if nothing else happens.
        let is_all = |it: &Event| matches!(it, Event::Assign { .. });
        let is_all = step.events.iter().all(is_all);
        let is_shown = |event: &&Event| match event {
            Event::Assign { variable, .. } => {
                let variable = trace.variables.get(*variable);
                let is_local = variable.is_none_or(|it| it.storage == StorageKind::Local);
                config.is_full || is_all || !is_local
            }
            _ => true,
        };
        let events = step.events.iter().filter(is_shown);
        let said = |event: &Event| visible(&words::of_event(trace, event));
        Row {
            thread: step.thread,
            context: step.context,
            place: step.place.as_ref().map_or(String::new(), |place| {
                visible(&words::short_place(files, place))
            }),
            statement: visible(&step.statement),
            notes: events
                .map(|event| shortened_inside(&said(event), MOST_OF_EVENT))
                .collect(),
        }
    }
}

struct Layout<'a> {
    trace: &'a Trace,
    threads: Vec<u32>,
    place_width: usize,
    config: &'a ListingConfig,
}

impl Layout<'_> {
    /// None if there is no room for columns.
    fn column_width(&self) -> Option<usize> {
        let room = self.config.width.checked_sub(self.place_width + 2)?;
        let width = room / self.threads.len().max(1);
        (width >= NARROWEST_COLUMN).then(|| width.min(WIDEST_COLUMN))
    }

    /// For statements and values, to the right of all lanes.
    fn room(&self) -> usize {
        let lanes = 2 * self.threads.len();
        let width = self.config.width;
        width.saturating_sub(lanes + self.place_width + 4)
    }

    fn in_columns(&self, rows: &[Row], column: usize) -> String {
        let mut text = String::new();
        let indent = self.place_width + 2;
        let titles = self.threads.iter().map(|thread| {
            let title = shortened(&self.title(*thread), column - 2);
            self.colored(&format!("{title:<column$}"), *thread)
        });
        let titles: String = titles.collect();
        push_line(&mut text, &format!("{:indent$}{titles}", ""));
        let rule = "─".repeat(indent + column * self.threads.len() - 2);
        let mut context = None;
        for row in rows {
            if context != Some(row.context) {
                context = Some(row.context);
                push_line(&mut text, &self.colored(&rule, row.thread));
            }
            let before = self.threads.iter().position(|it| *it == row.thread);
            let before = column * before.unwrap_or(0);
            let statement = shortened(&row.statement, column - 2);
            let mut cell = vec![statement];
            for note in &row.notes {
                let lines = wrapped_short(note, column - 4);
                cell.extend(lines.iter().map(|line| format!("  {line}")));
            }
            if cell.len() > 1 && cell[0].is_empty() {
                cell.remove(0);
            }
            for (number, line) in cell.iter().enumerate() {
                let place = if number == 0 { row.place.as_str() } else { "" };
                push_line(&mut text, &format!("{place:<indent$}{:before$}{line}", ""));
            }
        }
        text
    }

    fn in_lanes(&self, rows: &[Row]) -> String {
        let mut text = String::new();
        for (lane, thread) in self.threads.iter().enumerate() {
            let bars = "│ ".repeat(lane);
            let title = self.colored(&format!("┌ {}", self.title(*thread)), *thread);
            push_line(&mut text, &format!("{bars}{title}"));
        }
        let (lanes, room) = (2 * self.threads.len(), self.room());
        let widest = rows.iter().map(|row| row.statement.chars().count()).max();
        let statement_width = widest.unwrap_or(0).min(room / 2);
        let mut context = None;
        for row in rows {
            if context.is_some_and(|context| context != row.context) {
                let rule = "─".repeat(self.config.width.min(lanes + self.place_width + room));
                push_line(&mut text, &self.colored(&rule, row.thread));
            }
            context = Some(row.context);
            let statement = shortened(&row.statement, statement_width.max(8));
            let notes = wrapped_short(
                &row.notes.join(", "),
                room.saturating_sub(statement_width).max(16),
            );
            for (number, notes) in notes.iter().enumerate() {
                let (mark, place, statement) = match number {
                    0 => ("● ", row.place.as_str(), statement.as_str()),
                    _ => ("│ ", "", ""),
                };
                let marks = self
                    .threads
                    .iter()
                    .map(|thread| match *thread == row.thread {
                        true => self.colored(mark, *thread),
                        false => "│ ".to_string(),
                    });
                let marks: String = marks.collect();
                let place_width = self.place_width;
                push_line(
                    &mut text,
                    &format!(
                        "{marks}{place:<place_width$}  {statement:<statement_width$}  {notes}"
                    ),
                );
            }
        }
        text
    }

    fn title(&self, thread: u32) -> String {
        let known = self.trace.threads.get(thread as usize);
        known.map_or(format!("thread {thread}"), |known| visible(&known.title()))
    }

    /// Each thread has its colour.
    fn colored(&self, text: &str, thread: u32) -> String {
        const COLORS: [u8; 6] = [36, 33, 35, 32, 34, 31];
        match self.config.is_colored {
            true => {
                let color = COLORS[thread as usize % COLORS.len()];
                format!("\x1b[{color}m{text}\x1b[0m")
            }
            false => text.to_string(),
        }
    }
}

/// `a_very_long_na...:12`.
fn shortened_place(place: &str) -> String {
    match place.rsplit_once(':') {
        Some((file, line)) => format!("{}:{line}", shortened(file, MOST_OF_FILE_NAME)),
        None => place.to_string(),
    }
}

fn push_line(text: &mut String, line: &str) {
    text.push_str(line.trim_end());
    text.push('\n');
}

/// Lines of at most `width` characters; of a word that is longer, the inside is left out.
fn wrapped_short(text: &str, width: usize) -> Vec<String> {
    let words = text.split(' ').map(|word| shortened_inside(word, width));
    wrapped(&words.collect::<Vec<String>>().join(" "), width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_notes_go_on_in_the_next_line() {
        let lines = wrapped_short("acquires queue.lock for writing", 14);
        assert_eq!(lines, ["acquires", "queue.lock for", "writing"]);
        let lines = wrapped_short("averyveryverylongname", 10);
        assert_eq!(lines, ["ave...name"]);
    }

    #[test]
    fn sentences_keep_to_short_lines_but_commands_do_not() {
        let broken = ListingConfig {
            width: 20,
            has_short_lines: true,
            ..ListingConfig::default()
        };
        let whole = ListingConfig {
            has_short_lines: false,
            ..broken
        };
        let said = |sentence: &str, config: &ListingConfig| {
            let mut text = String::new();
            push_sentence(&mut text, sentence, config);
            text
        };
        let sentence = "  2 context switches, the fewest";
        assert_eq!(
            said(sentence, &broken),
            "  2 context\n    switches, the\n    fewest\n"
        );
        assert_eq!(said(sentence, &whole), format!("{sentence}\n"));
        let command = "  again with: unspool check --unwind 1 a.c";
        assert_eq!(said(command, &broken), format!("{command}\n"));
        let config = ListingConfig {
            is_colored: true,
            ..broken
        };
        assert_eq!(
            headline("UNSAFE", "assertion failed: x", &config),
            "\x1b[1mUNSAFE\x1b[0m:\n    assertion\n    failed: x\n"
        );
    }
}
