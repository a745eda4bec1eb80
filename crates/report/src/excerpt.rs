//! The violated property with the source underlined, as compilers show their errors.

use annotate_snippets::{Annotation, AnnotationKind, Level, Renderer, Snippet};

use crate::conflict_words;
use crate::listing::ListingConfig;
use crate::model::{Place, SourceFile, Trace};
use crate::terminal_text::{visible, visible_source, wrapped};
use crate::words::shortened_inside;

/// Characters of what is said beside a line.
const MOST_OF_LABEL: usize = 100;

/// As text of several lines, without a newline at the end.
pub fn violation(trace: &Trace, files: &[SourceFile], config: &ListingConfig) -> String {
    let violation = &trace.violation;
    let title = match violation.property.is_empty() {
        true => visible(&violation.message),
        false => visible(&format!("{} [{}]", violation.message, violation.property)),
    };
    let labels = violation.related.iter();
    let labels: Vec<String> = labels
        .map(|related| shortened_inside(&visible(&related.message), MOST_OF_LABEL))
        .collect();
    let label = visible(&conflict_words::label(trace));
    let label = shortened_inside(&label, MOST_OF_LABEL);
    let mut marks: Vec<Mark<'_>> = Vec::new();
    if let Some(place) = &violation.place {
        marks.push(Mark {
            place,
            label: &label,
            kind: AnnotationKind::Primary,
        });
    }
    for (related, label) in violation.related.iter().zip(&labels) {
        marks.push(Mark {
            place: &related.place,
            label,
            kind: AnnotationKind::Context,
        });
    }
    let shown = marked_files(files, &marks);
    let snippets = shown
        .iter()
        .filter_map(|(number, file)| snippet(file, *number, &marks));
    let title = broken(&title, TITLE.len(), config);
    let mut group = Level::ERROR
        .primary_title(title.as_str())
        .elements(snippets);
    let last_line = marks.iter().map(|mark| mark.place.line).max();
    let indent = last_line.unwrap_or(0).to_string().len() + NOTE.len();
    let sentences = conflict_words::sentences(trace, files).into_iter();
    let notes = sentences.chain([violation.explanation.clone()]);
    let notes: Vec<String> = notes
        .filter(|note| !note.is_empty())
        .map(|note| broken(&visible(&note), indent, config))
        .collect();
    group = group.elements(notes.iter().map(|note| Level::NOTE.message(note.as_str())));
    let renderer = match config.is_colored {
        true => Renderer::styled(),
        false => Renderer::plain(),
    };
    renderer.render(&[group])
}

/// What stands before the texts; that of the note behind as many blanks as the numbers of lines have digits.
const TITLE: &str = "error: ";
const NOTE: &str = " = note: ";

/// In several lines where lines are short; the renderer indents all but the first.
fn broken(text: &str, indent: usize, config: &ListingConfig) -> String {
    match config.has_short_lines {
        true => wrapped(text, config.width.saturating_sub(indent)).join("\n"),
        false => text.to_string(),
    }
}

/// The files that have marks, with their numbers, fit to be shown.
fn marked_files(files: &[SourceFile], marks: &[Mark<'_>]) -> Vec<(usize, SourceFile)> {
    let numbered = files.iter().enumerate();
    let marked = numbered.filter(|(number, _)| marks.iter().any(|it| it.place.file == *number));
    marked
        .map(|(number, file)| {
            let shown = SourceFile {
                name: visible(&file.name),
                text: visible_source(&file.text),
                sha256: None,
            };
            (number, shown)
        })
        .collect()
}

struct Mark<'a> {
    place: &'a Place,
    label: &'a str,
    kind: AnnotationKind,
}

/// The marked lines of a file; none if it has none.
fn snippet<'a>(
    file: &'a SourceFile,
    number: usize,
    marks: &[Mark<'a>],
) -> Option<Snippet<'a, Annotation<'a>>> {
    let own = marks.iter().filter(|mark| mark.place.file == number);
    let annotations: Vec<Annotation<'a>> = own
        .filter_map(|mark| {
            let span = bytes(&file.text, mark.place)?;
            let annotation = mark.kind.span(span);
            Some(match mark.label.is_empty() {
                true => annotation,
                false => annotation.label(mark.label),
            })
        })
        .collect();
    (!annotations.is_empty()).then(|| {
        Snippet::source(file.text.as_str())
            .path(file.name.as_str())
            .annotations(annotations)
    })
}

/// Where in the text a place is.
fn bytes(text: &str, place: &Place) -> Option<std::ops::Range<usize>> {
    let index = (place.line as usize).checked_sub(1)?;
    let line = text.split('\n').nth(index)?;
    let start = line.as_ptr() as usize - text.as_ptr() as usize;
    let offset = |column: u32| {
        let characters = (column as usize).saturating_sub(1);
        let mut places = line.char_indices().map(|(at, _)| at);
        places.nth(characters).unwrap_or(line.len())
    };
    let (from, to) = (offset(place.column), offset(place.end_column));
    Some(start + from..start + to.max(from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_characters() {
        let text = "one\n  ä = ö;\n";
        let place = |line, column, end_column| Place {
            given: None,
            file: 0,
            line,
            column,
            end_column,
        };
        let part = |place: &Place| bytes(text, place).map(|range| &text[range]);
        assert_eq!(part(&place(2, 3, 9)), Some("ä = ö;"));
        assert_eq!(part(&place(1, 1, 4)), Some("one"));
        assert_eq!(part(&place(2, 50, 60)), Some(""));
        assert_eq!(part(&place(2, 5, 1)), Some(""));
        assert_eq!(part(&place(9, 1, 2)), None);
        assert_eq!(part(&place(0, 1, 2)), None);
    }
}
