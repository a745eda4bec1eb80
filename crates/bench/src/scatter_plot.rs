//! Two tools, or one tool now and earlier: a point for each task, across what one needed and up what the other did. On the diagonal both needed
//! the same; the dashed lines are ten times more and ten times less. Who has not decided a task stands on the border behind the axis.

use std::fmt::Write;

use crate::axis::LogAxis;
use crate::comparison::Pair;
use crate::html_text::{escape, pixels};
use crate::judgement::{Class, Judgement};
use crate::numbers;
use crate::quantile_plot::LEAST_SECONDS;
use crate::row::Row;

const SIZE: f64 = 480.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 34.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 56.0;

/// From the end of an axis to its border.
const BORDER: f64 = 14.0;

/// What is compared.
pub struct Quantity {
    pub name: &'static str,
    /// `None` if nobody knows.
    value: fn(&Row) -> Option<f64>,
    text: fn(&Row) -> String,
    least: f64,
}

pub const TIME: Quantity = Quantity {
    name: "CPU seconds",
    value: |row| Some(row.seconds()),
    text: |row| format!("{} s", numbers::seconds(row.seconds())),
    least: LEAST_SECONDS,
};

pub const MEMORY: Quantity = Quantity {
    name: "memory in MB",
    value: |row| Some(row.measured.memory_bytes? as f64 / f64::from(1 << 20)),
    text: |row| match row.measured.memory_bytes {
        Some(bytes) => format!("{} MB", numbers::megabytes(bytes)),
        None => "not known".to_string(),
    },
    least: 1.0,
};

/// How a task is drawn: shapes differ, not only colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    /// A triangle.
    Unsafe,
    /// A circle.
    Safe,
    /// A cross: one of the verdicts is wrong.
    Wrong,
    /// A square: one of them is not decided.
    Open,
}

const SHAPES: [(Shape, &str, &str); 4] = [
    (Shape::Unsafe, "unsafe", "unsafe, decided by both"),
    (Shape::Safe, "safe", "safe, decided by both"),
    (Shape::Open, "open", "not decided by both"),
    (Shape::Wrong, "wrong", "a verdict is wrong"),
];

/// The number of pixels across and up; `None` stands on the border.
type Place = (Option<f64>, Option<f64>);

/// As SVG. The first of each pair goes up.
pub fn plot(pairs: &[Pair], quantity: &Quantity, across_name: &str, up_name: &str) -> String {
    let across = axis(pairs, quantity);
    let up = across.moved(SIZE - BOTTOM, TOP);
    let mut svg = format!(
        "<svg class=\"plot scatter\" viewBox=\"0 0 {SIZE} {SIZE}\" role=\"img\" aria-label=\"Scatter plot: {} of {} against {}\">\n",
        quantity.name,
        escape(up_name),
        escape(across_name)
    );
    grid(&mut svg, &across, &up);
    labels(&mut svg, quantity, across_name, up_name);
    for pair in pairs {
        point(
            &mut svg,
            pair,
            quantity,
            &across,
            &up,
            (across_name, up_name),
        );
    }
    svg + "</svg>\n"
}

/// What the shapes mean.
pub fn legend() -> String {
    let mut html = String::from("<ul class=\"legend\">\n");
    for (shape, class, meaning) in SHAPES {
        writeln!(
            html,
            "<li><svg class=\"scatter\" viewBox=\"0 0 14 14\" width=\"14\" height=\"14\" aria-hidden=\"true\"><path class=\"point {class}\" d=\"{}\"/></svg>{meaning}</li>",
            drawn(shape, 7.0, 7.0)
        )
        .ok();
    }
    html + "</ul>\n"
}

/// One for both directions, so that the diagonal is one.
fn axis(pairs: &[Pair], quantity: &Quantity) -> LogAxis {
    let rows = pairs.iter().flat_map(|pair| [pair.first, pair.other]);
    let values = rows.filter_map(|row| value(row, quantity));
    LogAxis::over(values, quantity.least, LEFT, SIZE - RIGHT)
}

fn value(row: &Row, quantity: &Quantity) -> Option<f64> {
    let is_without = matches!(row.class, Class::Timeout | Class::Memory | Class::Error)
        || row.judgement == Judgement::Refused;
    (quantity.value)(row).filter(|_| !is_without)
}

fn place(pair: &Pair, quantity: &Quantity, across: &LogAxis, up: &LogAxis) -> Place {
    (
        value(pair.other, quantity).map(|value| across.place(value)),
        value(pair.first, quantity).map(|value| up.place(value)),
    )
}

fn shape(pair: &Pair) -> Shape {
    let rows = [pair.first, pair.other];
    let all = |test: fn(&Row) -> bool| rows.iter().all(|row| test(row));
    if rows.iter().any(|row| row.class == Class::Wrong) {
        Shape::Wrong
    } else if !all(|row| matches!(row.class, Class::Correct | Class::None)) {
        Shape::Open
    } else if pair.first.expected {
        Shape::Safe
    } else {
        Shape::Unsafe
    }
}

/// A path around this place.
fn drawn(shape: Shape, x: f64, y: f64) -> String {
    let at = |dx: f64, dy: f64| format!("{} {}", pixels(x + dx), pixels(y + dy));
    match shape {
        Shape::Unsafe => format!("M{}L{}L{}Z", at(0.0, -4.5), at(4.0, 3.0), at(-4.0, 3.0)),
        Shape::Safe => format!(
            "M{}a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0Z",
            at(-3.6, 0.0)
        ),
        Shape::Wrong => format!(
            "M{}L{}M{}L{}",
            at(-4.5, -4.5),
            at(4.5, 4.5),
            at(-4.5, 4.5),
            at(4.5, -4.5)
        ),
        Shape::Open => format!("M{}h6.6v6.6h-6.6Z", at(-3.3, -3.3)),
    }
}

fn point(
    svg: &mut String,
    pair: &Pair,
    quantity: &Quantity,
    across: &LogAxis,
    up: &LogAxis,
    names: (&str, &str),
) {
    let (x, y) = place(pair, quantity, across, up);
    let x = x.unwrap_or(SIZE - RIGHT + BORDER);
    let y = y.unwrap_or(TOP - BORDER);
    let shape = shape(pair);
    let class = SHAPES
        .iter()
        .find(|row| row.0 == shape)
        .map_or("", |row| row.1);
    let told = |name: &str, row: &Row| {
        format!("{name}: {} {}", row.judgement.word(), (quantity.text)(row))
    };
    writeln!(
        svg,
        "<path class=\"point {class}\" d=\"{}\"><title>{}</title></path>",
        drawn(shape, x, y),
        escape(&format!(
            "{}\n{}\n{}",
            pair.first.task,
            told(names.0, pair.other),
            told(names.1, pair.first)
        ))
    )
    .ok();
}

fn grid(svg: &mut String, across: &LogAxis, up: &LogAxis) {
    let (right, bottom) = (SIZE - RIGHT, SIZE - BOTTOM);
    for value in across.small_marks() {
        let (x, y) = (pixels(across.place(value)), pixels(up.place(value)));
        writeln!(
            svg,
            "<path class=\"small-grid\" d=\"M{x} {TOP}V{bottom}M{LEFT} {y}H{right}\"/>"
        )
        .ok();
    }
    for (value, text) in across.marks() {
        let (x, y) = (across.place(value), up.place(value));
        writeln!(
            svg,
            "<path class=\"grid\" d=\"M{0} {TOP}V{bottom}M{LEFT} {1}H{right}\"/><text class=\"mark\" text-anchor=\"middle\" x=\"{0}\" y=\"{2}\">{text}</text><text class=\"mark\" text-anchor=\"end\" x=\"{3}\" y=\"{4}\">{text}</text>",
            pixels(x),
            pixels(y),
            bottom + 18.0,
            LEFT - 8.0,
            pixels(y + 4.0)
        )
        .ok();
    }
    let (least, most) = across.ends();
    let segment = |factor: f64| {
        // The part of y = factor * x that lies within the axes.
        let first = least.max(least / factor);
        let last = most.min(most / factor);
        format!(
            "M{} {}L{} {}",
            pixels(across.place(first)),
            pixels(up.place(first * factor)),
            pixels(across.place(last)),
            pixels(up.place(last * factor))
        )
    };
    writeln!(
        svg,
        "<path class=\"diagonal\" d=\"{}\"/><path class=\"tenfold\" d=\"{}{}\"/>",
        segment(1.0),
        segment(10.0),
        segment(0.1)
    )
    .ok();
    let (border, top) = (right + BORDER, TOP - BORDER);
    writeln!(
        svg,
        "<path class=\"border\" d=\"M{border} {top}V{bottom}M{LEFT} {top}H{border}\"/>"
    )
    .ok();
}

fn labels(svg: &mut String, quantity: &Quantity, across_name: &str, up_name: &str) {
    let middle = (LEFT + SIZE - RIGHT) / 2.0;
    let name = quantity.name;
    writeln!(
        svg,
        "<text class=\"axis\" text-anchor=\"middle\" x=\"{middle}\" y=\"{}\">{}: {name}</text>",
        SIZE - 12.0,
        escape(across_name)
    )
    .ok();
    let middle = (TOP + SIZE - BOTTOM) / 2.0;
    writeln!(
        svg,
        "<text class=\"axis\" text-anchor=\"middle\" transform=\"translate(15 {middle}) rotate(-90)\">{}: {name}</text>",
        escape(up_name)
    )
    .ok();
    writeln!(
        svg,
        "<text class=\"mark\" x=\"{LEFT}\" y=\"{}\">no answer</text>",
        TOP - BORDER - 8.0
    )
    .ok();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Verdict;
    use crate::results::tests::row;

    #[test]
    fn tasks_stand_where_both_times_say() {
        let first = row(0, "a", Verdict::Unsafe, 0.1);
        let other = row(0, "b", Verdict::Unsafe, 10.0);
        let pairs = [Pair {
            first: &first,
            other: &other,
        }];
        let across = axis(&pairs, &TIME);
        let up = across.moved(SIZE - BOTTOM, TOP);
        // Across to the end, and at the foot: the first tool is faster.
        assert_eq!(
            place(&pairs[0], &TIME, &across, &up),
            (Some(SIZE - RIGHT), Some(SIZE - BOTTOM))
        );
        assert_eq!(shape(&pairs[0]), Shape::Unsafe);
    }

    #[test]
    fn who_has_no_answer_stands_on_the_border() {
        let first = row(0, "a", Verdict::Refused, 0.0);
        let mut other = row(0, "b", Verdict::Unsafe, 1.0);
        let pair = Pair {
            first: &first,
            other: &other,
        };
        let across = axis(&[pair], &TIME);
        let (x, y) = place(&pair, &TIME, &across, &across);
        assert!(x.is_some() && y.is_none());
        assert_eq!(shape(&pair), Shape::Open);
        other = row(0, "b", Verdict::Safe, 1.0);
        assert_eq!(
            shape(&Pair {
                first: &first,
                other: &other
            }),
            Shape::Wrong
        );
        let svg = plot(
            &[Pair {
                first: &first,
                other: &other,
            }],
            &MEMORY,
            "b",
            "a",
        );
        assert!(
            svg.contains("task0.c\nb: WRONG 1.0 MB\na: refused"),
            "{svg}"
        );
    }
}
