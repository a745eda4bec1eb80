//! How long an execution is: the number of visible points that it passes.
//!
//! What lies between two points is nobody's business but the thread's, and a trace hides most of it; so points are what a reader has to follow.
//! Unlike in `fewest.rs`, guards count: a loop that is left early passes fewer points than one that goes round five times, although the points of
//! all rounds stand in the text. So conditions of branches become part of the question.

use unspool_formula::terms::Term;

use crate::answer::Context;
use crate::build::Build;

/// For each visible point of each thread: whether it is passed.
pub fn passed_points(build: &mut Build<'_>) -> Vec<Term> {
    let (terms, timeline) = (&mut build.terms, &build.timeline);
    let slots = timeline.usual_slots();
    let mut passed = Vec::new();
    for thread in &build.threads {
        let points = thread.points.iter().zip(&thread.guards).skip(1);
        for (point, &guard) in points {
            let executed = terms.not(point.late[slots]);
            passed.push(terms.and(guard, executed));
        }
    }
    passed
}

/// The number of visible points in these contexts.
pub fn length(build: &Build<'_>, contexts: &[Context]) -> usize {
    let mut length = 0;
    for context in contexts {
        let mut texts = build.texts.iter();
        let Some(text) = texts.find(|text| text.number == context.thread) else {
            continue;
        };
        let has_point = |block: &unspool_ir::Block, index: usize| match block.insts.get(index) {
            Some(inst) => inst.point.is_some(),
            None => block.point.is_some(),
        };
        let steps = context.steps.iter();
        let points = steps.filter(|step| has_point(text.body.block(step.block), step.index));
        length += points.count();
    }
    length
}
