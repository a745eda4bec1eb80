//! Reports to make pages of.

use unspool_report::model::{
    Event, LibraryEffect, Place, Report, SourceFile, StorageKind, Variable, VerdictKind,
};

/// Two threads that add to a counter, of which one update is lost: 15 steps, two of which do not matter.
pub fn lost_update() -> Report {
    serde_json::from_str(include_str!("../samples/counter.json")).expect("a report")
}

/// Two threads that wait for each other's mutex.
pub fn deadlock() -> Report {
    serde_json::from_str(include_str!("../samples/deadlock.json")).expect("a report")
}

/// A program that is safe.
pub fn safe() -> Report {
    let mut report = lost_update();
    report.trace = None;
    report.verdict.kind = VerdictKind::Safe;
    report.verdict.statement = "no violation <at all> & none possible".to_string();
    report
}

/// Text that tries to break out of wherever it is put.
pub const HOSTILE: &str = "</script></code><!--<script>window.hacked = 1</script><img src=x onerror='window.hacked = 2'>\"'&amp;{{style}}\u{2028}";

/// The same execution with hostile text in every place that takes text.
pub fn hostile() -> Report {
    let mut report = lost_update();
    let hostile = HOSTILE.to_string();
    report.tool.name = hostile.clone();
    report.program.inputs = vec![hostile.clone()];
    report.program.options = vec![hostile.clone()];
    let text = report.program.files[0].text.replace("/* none */", "");
    report.program.files[0].text =
        format!("{text}// {HOSTILE}\nchar *s = \"{HOSTILE}\n/* {HOSTILE}");
    report.program.files[0].name = hostile.clone();
    report.verdict.details = vec![hostile.clone()];
    let trace = report.trace.as_mut().expect("a trace");
    for thread in &mut trace.threads {
        thread.function = hostile.clone();
    }
    for variable in &mut trace.variables {
        variable.name = hostile.clone();
        variable.function = variable.function.as_ref().map(|_| hostile.clone());
        variable.initial = Some(hostile.clone());
    }
    for step in &mut trace.steps {
        step.statement = hostile.clone();
        step.stack
            .iter_mut()
            .for_each(|frame| frame.function = hostile.clone());
        for event in &mut step.events {
            match event {
                Event::Read { value, .. } | Event::Assign { value, .. } => *value = hostile.clone(),
                Event::Write { after, .. } => *after = hostile.clone(),
                Event::Library { words, .. } => *words = hostile.clone(),
                _ => {}
            }
        }
    }
    trace.violation.message = hostile.clone();
    trace.violation.explanation = hostile.clone();
    for related in &mut trace.violation.related {
        related.message = hostile.clone();
    }
    trace.repeat.schedule = hostile;
    report
}

/// The same execution again and again: many steps, many variables, two files, a thread for each colour and one more.
pub fn long(steps: usize) -> Report {
    let mut report = lost_update();
    report.program.files.push(SourceFile {
        name: "include/counter.h".to_string(),
        text: "#pragma once\nint add(int value); // 😀 characters beyond 16 bits\n".repeat(40),
        sha256: None,
    });
    let trace = report.trace.as_mut().expect("a trace");
    let pattern = trace.steps.split_off(2);
    let template = trace.threads[1].clone();
    trace.threads.extend((3..9).map(|number| {
        let mut thread = template.clone();
        thread.number = number;
        thread
    }));
    trace
        .variables
        .extend((0..200_usize).map(|number| Variable {
            name: format!("queue.slots[{number}].next"),
            c_type: None,
            storage: StorageKind::Heap,
            thread: None,
            function: None,
            initial: (!number.is_multiple_of(3)).then(|| "x".repeat(number * 5)),
            is_contended: number < 2,
        }));
    let variables = trace.variables.len();
    let mut context = 0;
    while trace.steps.len() < steps {
        let number = trace.steps.len();
        let mut step = pattern[number % pattern.len()].clone();
        step.events.retain(|event| *event != Event::Ends);
        step.thread = (number / 7 % trace.threads.len()) as u32;
        if trace
            .steps
            .last()
            .is_none_or(|last| last.thread != step.thread)
        {
            context += 1;
        }
        step.context = context;
        step.is_relevant = !number.is_multiple_of(5);
        step.events.push(Event::Write {
            variable: 4 + number * 7 % (variables - 4),
            before: None,
            after: number.to_string(),
        });
        if number.is_multiple_of(11) {
            step.place = Some(Place {
                given: None,
                file: 1,
                line: 2,
                column: 28,
                end_column: 38,
            });
            step.events.push(Event::Library {
                function: "pthread_cond_wait".to_string(),
                words: "waits for ready".to_string(),
                variable: None,
                effect: LibraryEffect::Waits,
            });
        }
        trace.steps.push(step);
    }
    report
}
