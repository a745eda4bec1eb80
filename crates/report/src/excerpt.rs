//! The violated property with the source underlined, as compilers show their errors.

use annotate_snippets::{Annotation, AnnotationKind, Level, Renderer, Snippet};

use crate::model::{Place, SourceFile, Trace};
use crate::words::shortened_inside;

/// Characters of what is said beside a line.
const MOST_OF_LABEL: usize = 100;

/// As text of several lines, without a newline at the end.
pub fn violation(trace: &Trace, files: &[SourceFile], is_colored: bool) -> String {
    let violation = &trace.violation;
    let title = match violation.property.is_empty() {
        true => violation.message.clone(),
        false => format!("{} [{}]", violation.message, violation.property),
    };
    let labels = violation.related.iter();
    let labels: Vec<String> = labels
        .map(|related| shortened_inside(&related.message, MOST_OF_LABEL))
        .collect();
    let mut marks: Vec<Mark<'_>> = Vec::new();
    if let Some(place) = &violation.place {
        marks.push(Mark {
            place,
            label: "",
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
    let mut group = Level::ERROR.primary_title(title.as_str()).elements(
        files
            .iter()
            .enumerate()
            .filter_map(|(number, file)| snippet(file, number, &marks)),
    );
    if !violation.explanation.is_empty() {
        group = group.element(Level::NOTE.message(violation.explanation.as_str()));
    }
    let renderer = match is_colored {
        true => Renderer::styled(),
        false => Renderer::plain(),
    };
    renderer.render(&[group])
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
