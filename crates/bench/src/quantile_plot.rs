//! How many tasks a tool decides within a time for each: the n-th point of its line is the n-th fastest of the tasks that it decided correctly (or has done, if
//! it has no verdicts). The lower and the further to the right, the better. Competitions call it a quantile plot, solver people (with both axes exchanged) a cactus plot.

use std::fmt::Write;

use crate::axis::{CountAxis, LogAxis};
use crate::html_text::{escape, pixels};
use crate::judgement::Class;
use crate::numbers;
use crate::results::Results;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 50.0;

/// No time is taken for less: the system counts in such or larger steps.
pub const LEAST_SECONDS: f64 = 0.001;

/// How many colours and dashes the style sheet has.
pub const SERIES: usize = 8;

/// Seconds of a tool's tasks, in ascending order.
pub struct Series<'r> {
    pub tool: &'r str,
    pub seconds: Vec<f64>,
}

pub fn series(results: &Results) -> Vec<Series<'_>> {
    let tools = results.tool_names().into_iter();
    tools
        .map(|tool| {
            let rows = results.rows.iter().filter(|row| row.tool == tool);
            let rows = rows.filter(|row| matches!(row.class, Class::Correct | Class::None));
            let mut seconds: Vec<f64> = rows.map(|row| row.seconds()).collect();
            seconds.sort_by(f64::total_cmp);
            Series { tool, seconds }
        })
        .collect()
}

/// As SVG.
pub fn plot(series: &[Series]) -> String {
    let most = series.iter().map(|it| it.seconds.len()).max().unwrap_or(0);
    let all = series.iter().flat_map(|it| it.seconds.iter().copied());
    let across = CountAxis::to(most, LEFT, WIDTH - RIGHT);
    let up = LogAxis::over(all, LEAST_SECONDS, HEIGHT - BOTTOM, TOP);
    let mut svg = format!(
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"Quantile plot: processor time of the n-th fastest task by tool\">\n"
    );
    grid(&mut svg, &across, &up);
    for (index, one) in series.iter().enumerate() {
        line(&mut svg, index, one, &across, &up);
    }
    svg + "</svg>\n"
}

fn grid(svg: &mut String, across: &CountAxis, up: &LogAxis) {
    let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    for value in up.small_marks() {
        let y = pixels(up.place(value));
        writeln!(
            svg,
            "<path class=\"small-grid\" d=\"M{LEFT} {y}H{right}\"/>"
        )
        .ok();
    }
    for (value, text) in up.marks() {
        let y = up.place(value);
        writeln!(
            svg,
            "<path class=\"grid\" d=\"M{LEFT} {}H{right}\"/><text class=\"mark\" text-anchor=\"end\" x=\"{}\" y=\"{}\">{text}</text>",
            pixels(y),
            LEFT - 8.0,
            pixels(y + 4.0)
        )
        .ok();
    }
    for count in across.marks() {
        let x = pixels(across.place(count));
        writeln!(
            svg,
            "<path class=\"grid\" d=\"M{x} {TOP}V{bottom}\"/><text class=\"mark\" text-anchor=\"middle\" x=\"{x}\" y=\"{}\">{count}</text>",
            bottom + 18.0
        )
        .ok();
    }
    let middle = (LEFT + right) / 2.0;
    writeln!(
        svg,
        "<text class=\"axis\" text-anchor=\"middle\" x=\"{middle}\" y=\"{}\">tasks decided correctly, each within this time</text>",
        HEIGHT - 10.0
    )
    .ok();
    let middle = (TOP + bottom) / 2.0;
    writeln!(
        svg,
        "<text class=\"axis\" text-anchor=\"middle\" transform=\"translate(14 {middle}) rotate(-90)\">CPU seconds</text>"
    )
    .ok();
}

fn line(svg: &mut String, index: usize, series: &Series, across: &CountAxis, up: &LogAxis) {
    let places = points(series, across, up);
    if places.is_empty() {
        return;
    }
    let path: Vec<String> = places
        .iter()
        .map(|(x, y)| format!("{} {}", pixels(*x), pixels(*y)))
        .collect();
    let (tool, colour) = (escape(series.tool), index % SERIES);
    writeln!(
        svg,
        "<g class=\"series series-{colour}\"><path class=\"line\" d=\"M{}\"/>",
        path.join("L")
    )
    .ok();
    for (number, ((x, y), seconds)) in places.iter().zip(&series.seconds).enumerate() {
        writeln!(
            svg,
            "<circle cx=\"{}\" cy=\"{}\" r=\"2.2\"><title>{tool}: {} within {} s each</title></circle>",
            pixels(*x),
            pixels(*y),
            number + 1,
            numbers::seconds(*seconds)
        )
        .ok();
    }
    svg.push_str("</g>\n");
}

/// The n-th stands at n.
fn points(series: &Series, across: &CountAxis, up: &LogAxis) -> Vec<(f64, f64)> {
    let seconds = (1..).zip(&series.seconds);
    seconds
        .map(|(count, seconds)| (across.place(count), up.place(*seconds)))
        .collect()
}

/// What the lines are, with how many points.
pub fn legend(series: &[Series]) -> String {
    let mut html = String::from("<ul class=\"legend\">\n");
    for (index, one) in series.iter().enumerate() {
        writeln!(
            html,
            "<li class=\"series-{}\"><svg viewBox=\"0 0 36 12\" width=\"36\" height=\"12\" aria-hidden=\"true\"><path class=\"line\" d=\"M0 6H36\"/></svg>{} ({})</li>",
            index % SERIES,
            escape(one.tool),
            one.seconds.len()
        )
        .ok();
    }
    html + "</ul>\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Verdict;
    use crate::results::tests::{results, row};

    #[test]
    fn only_correct_tasks_count_the_fastest_first() {
        let rows = vec![
            row(0, "a", Verdict::Unsafe, 10.0),
            row(1, "a", Verdict::Unsafe, 0.1),
            row(2, "a", Verdict::Safe, 0.01),
            row(3, "a", Verdict::Unknown, 0.01),
            row(0, "<b>", Verdict::None, 1.0),
        ];
        let results = results(&["a", "<b>"], rows);
        let series = series(&results);
        assert_eq!(series[0].seconds, [0.1, 10.0]);
        assert_eq!(series[1].seconds, [1.0]);
        let across = CountAxis::to(2, 0.0, 200.0);
        let up = LogAxis::over([0.1, 10.0].into_iter(), LEAST_SECONDS, 100.0, 0.0);
        assert_eq!(
            points(&series[0], &across, &up),
            [(100.0, 100.0), (200.0, 0.0)]
        );
        let svg = plot(&series);
        assert!(svg.contains("a: 2 within 10.0 s each"), "{svg}");
        assert!(svg.contains("&lt;b&gt;") && !svg.contains("<b>"));
    }
}
