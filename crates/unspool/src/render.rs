//! How a [`Problem`] looks: the only place that knows.

use annotate_snippets::{AnnotationKind, Element, Level, Origin, Renderer, Snippet};

use crate::problem::{Excerpt, Problem, Severity};

/// As text of several lines, without a newline at the end.
pub fn render(problem: &Problem, colored: bool) -> String {
    let level = match problem.severity {
        Severity::Error => Level::ERROR,
        Severity::Unsupported => Level::ERROR.with_name("unsupported"),
        Severity::Warning => Level::WARNING,
    };
    // What follows the first line of a message is other people's output: shown as it is.
    let (title, rest) = match problem.message.split_once('\n') {
        Some((title, rest)) => (title, Some(rest)),
        None => (problem.message.as_str(), None),
    };
    let group = level
        .primary_title(title)
        .elements(problem.excerpts.iter().map(element))
        .elements(problem.notes.iter().map(|note| Level::NOTE.message(note)))
        .elements(problem.help.iter().map(|help| Level::HELP.message(help)));
    let renderer = match colored {
        true => Renderer::styled(),
        false => Renderer::plain(),
    };
    let mut text = renderer.render(&[group]);
    if let Some(rest) = rest {
        let end_of_title = text.find('\n').unwrap_or(text.len());
        text.insert_str(end_of_title, &format!("\n{rest}"));
    }
    text
}

fn element(excerpt: &Excerpt) -> Element<'_> {
    let Some(text) = &excerpt.text else {
        return Origin::path(&excerpt.file)
            .line(excerpt.line as usize)
            .into();
    };
    let kind = match excerpt.is_primary {
        true => AnnotationKind::Primary,
        false => AnnotationKind::Context,
    };
    let mut annotation = kind.span(excerpt.underline.clone());
    if !excerpt.label.is_empty() {
        annotation = annotation.label(&excerpt.label);
    }
    Snippet::source(text.as_str())
        .line_start(excerpt.line as usize)
        .path(&excerpt.file)
        .annotation(annotation)
        .into()
}
