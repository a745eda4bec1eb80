//! The bounds of a step as a sentence says them: only those that cut something.
//!
//! `--unwind 2` does not mean that each loop runs twice at most: constants may end it later, and a bound of its own may hold. So what is said comes from the cuts that
//! bounding made, not from the options.

use std::collections::BTreeSet;

use unspool_ir::Program;
use unspool_passes::bound::{BoundReport, Cut, CutKind};

use crate::bound_report::{counted, is_in_library};
use crate::depth::{Depth, ScheduleBound};

/// `2 iterations of each loop that was cut`, `3 activations of `f``, `64 threads`: of those that cut the program.
pub fn of_program(program: &Program, report: &BoundReport) -> Vec<String> {
    let (library, own): (Vec<&Cut>, Vec<&Cut>) =
        (report.cuts.iter()).partition(|cut| is_in_library(program, cut));
    let loops = |cuts: &[&Cut], which: &str| {
        let cuts = cuts.iter().filter(|cut| cut.what == CutKind::Loop);
        range(cuts.map(|cut| cut.bound), "iteration").map(|range| format!("{range} of {which}"))
    };
    let own_loops = loops(&own, "each loop that was cut");
    let library_loops = loops(&library, "each loop of the library that was cut");
    let recursive: Vec<(&str, u32)> = (report.cuts.iter())
        .filter_map(|cut| match &cut.what {
            CutKind::Recursion { function } => Some((function.as_str(), cut.bound)),
            _ => None,
        })
        .collect();
    let functions: BTreeSet<&str> = recursive.iter().map(|(name, _)| *name).collect();
    let functions = match functions.first() {
        Some(only) if functions.len() == 1 => format!("`{only}`"),
        _ => "each recursive function".to_string(),
    };
    let recursion = range(recursive.iter().map(|(_, bound)| *bound), "activation")
        .map(|range| format!("{range} of {functions}"));
    let threads = report.cuts.iter().find(|cut| cut.what == CutKind::Threads);
    let threads = threads.map(|cut| counted(cut.bound as usize, "thread"));
    let parts = [own_loops, library_loops, recursion, threads];
    parts.into_iter().flatten().collect()
}

/// `3 rounds`, `2 writes to each location of shared memory`.
pub fn of_schedule(schedule: ScheduleBound) -> String {
    let counted = counted(schedule.length() as usize, schedule.noun());
    match schedule {
        ScheduleBound::Rounds(_) | ScheduleBound::Contexts(_) => counted,
        ScheduleBound::Writes(_) => format!("{counted} to shared memory"),
        ScheduleBound::WritesOfEach(_) => format!("{counted} to each location of shared memory"),
    }
}

/// As the options are given.
pub fn as_options(depth: &Depth) -> String {
    let (option, length) = (depth.schedule.option(), depth.length());
    format!("--unwind {} {option} {length}", depth.unwind)
}

/// `a`, `a or b`, `a, b or c`.
pub fn listed<Text: AsRef<str>>(names: &[Text], last: &str) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.as_slice() {
        [] => String::new(),
        [only] => only.to_string(),
        [others @ .., end] => format!("{} {last} {end}", others.join(", ")),
    }
}

/// `2 iterations`, `2 to 5 iterations`. None if there are none.
fn range(bounds: impl Iterator<Item = u32> + Clone, what: &str) -> Option<String> {
    let (least, most) = (bounds.clone().min()?, bounds.max()?);
    let counted = counted(most as usize, what);
    Some(match least == most {
        true => counted,
        false => format!("{least} to {counted}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use unspool_ir::{DataModel, Span};

    fn cut(what: CutKind, bound: u32) -> Cut {
        Cut {
            span: Span::NONE,
            library_call: None,
            what,
            bound,
        }
    }

    fn said(cuts: Vec<Cut>) -> String {
        let report = BoundReport {
            cuts,
            ..BoundReport::default()
        };
        listed(&of_program(&Program::new(DataModel::Lp64), &report), "and")
    }

    #[test]
    fn only_what_is_cut_is_said() {
        let recursion = |name: &str| CutKind::Recursion {
            function: name.to_string(),
        };
        assert_eq!(said(Vec::new()), "");
        assert_eq!(
            said(vec![cut(CutKind::Loop, 1)]),
            "1 iteration of each loop that was cut"
        );
        assert_eq!(
            said(vec![
                cut(CutKind::Loop, 5),
                cut(CutKind::Loop, 2),
                cut(recursion("f"), 3)
            ]),
            "2 to 5 iterations of each loop that was cut and 3 activations of `f`"
        );
        assert_eq!(
            said(vec![
                cut(recursion("f"), 3),
                cut(recursion("g"), 3),
                cut(CutKind::Threads, 64)
            ]),
            "3 activations of each recursive function and 64 threads"
        );
    }
}
