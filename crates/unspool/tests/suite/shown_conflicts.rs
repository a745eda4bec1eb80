//! Races and deadlocks in all formats, compared with files in `tests/snapshots`. UNSPOOL_BLESS=1 writes them anew.
//!
//! The exhaustive search finds them, the run is told again, and `unspool show` shows what was told.

use std::path::Path;

use clap::Parser;
use unspool::inputs::InputConfig;
use unspool::options::{Command, CommandLine};
use unspool::pipeline::Work;
use unspool::{pipeline, run_retelling};
use unspool_cfront::compiler_flags;
use unspool_interp::input::GivenInputs;
use unspool_interp::schedule::given::GivenScheduler;
use unspool_interp::{Circumstances, Config, ExploreConfig, Outcome, Run, explore, run};
use unspool_report::json;
use unspool_report::model::{
    CheckedProgram, DataModel, Report, Tool, VERSION, Verdict, VerdictKind,
};

use crate::invocation::Workplace;
use crate::shown_examples::{difference, without_assets, without_time};

const FORMATS: [(&str, &str); 4] = [
    ("text", "txt"),
    ("text --trace full", "full.txt"),
    ("html", "html"),
    ("sarif", "sarif"),
];

#[test]
fn races_look_as_they_did() {
    compare("queue_race", true);
}

#[test]
fn circles_of_locks_look_as_they_did() {
    compare("account_deadlock", false);
}

#[test]
fn lost_signals_look_as_they_did() {
    compare("lost_signal", false);
}

/// As if `main` had not come to its join.
#[test]
fn threads_that_others_do_not_wait_for_are_told_alone() {
    let told = unspool::on_a_large_stack(|| {
        let path = path_of("account_deadlock.c");
        let (work, config, mut run) = first_conflict(&path, false);
        if let (
            Outcome::Deadlock {
                blocked,
                others_go_on,
            },
            Circumstances::Deadlock(waits),
        ) = (&mut run.outcome, &mut run.circumstances)
        {
            blocked.retain(|(thread, _)| *thread != 0);
            waits.retain(|wait| wait.thread != 0);
            *others_go_on = true;
        }
        run_retelling::retell(&work, &config, &run)
    });
    let violation = told.expect("a trace").trace.violation;
    assert_eq!(violation.message, "deadlock: 2 threads wait for ever");
    let threads: Vec<u32> = violation.waits.iter().map(|wait| wait.thread).collect();
    assert_eq!(threads, [1, 2]);
    assert!(violation.waits.iter().all(|wait| wait.is_in_circle));
    let explanation = violation.explanation;
    assert!(
        explanation.ends_with("in the same order; other threads can go on"),
        "{explanation}"
    );
}

#[track_caller]
fn compare(name: &str, has_races: bool) {
    let report = unspool::on_a_large_stack(|| report(name, has_races)).expect("a report");
    let stored = json::write(&report);
    assert_eq!(json::read(&stored), Ok(report));
    let place = Workplace::new(&format!("shown_{name}")).with("result.json", &stored);
    let mut documents = vec![(format!("{name}.json"), stored)];
    for (format, ending) in FORMATS {
        let line = format!("show result.json --format {format}");
        let document = without_time(&place.call(&line).expect(0, &[]).output);
        documents.push((format!("{name}.{ending}"), without_assets(&document)));
    }
    let differing = documents
        .iter()
        .filter_map(|(name, text)| difference(name, text));
    let differences: Vec<String> = differing.collect();
    assert!(
        differences.is_empty(),
        "{}\nUNSPOOL_BLESS=1 writes them anew",
        differences.join("\n")
    );
}

/// Of the first race or deadlock of a program.
fn report(name: &str, has_races: bool) -> Report {
    let file = format!("{name}.c");
    let path = path_of(&file);
    let (work, config, run) = first_conflict(&path, has_races);
    let mut told = run_retelling::retell(&work, &config, &run);
    for known in told.files.iter_mut().filter(|known| known.name == path) {
        known.name = file.clone();
    }
    let violation = &told.trace.violation;
    let statement = format!("{} [{}]", violation.message, violation.property);
    Report {
        version: VERSION,
        tool: Tool {
            name: "unspool".to_string(),
            version: "0.1.0".to_string(),
        },
        program: CheckedProgram {
            inputs: vec![file],
            options: Vec::new(),
            data_model: DataModel::Lp64,
            files: told.files,
        },
        verdict: Verdict {
            kind: VerdictKind::Unsafe,
            statement,
            details: Vec::new(),
            properties: vec![violation.property.clone()],
            exit_code: 10,
            seconds: 0.0,
        },
        trace: Some(told.trace),
        others: Vec::new(),
    }
}

fn path_of(file: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/conflicts");
    folder.join(file).to_string_lossy().into_owned()
}

/// The first race or deadlock of a program.
fn first_conflict(path: &str, has_races: bool) -> (Work, Config, Run) {
    let words = ["unspool", "run", "--no-spurious-wakeups", path].map(str::to_string);
    let picked = compiler_flags::pick(words.to_vec()).expect("options");
    let line = CommandLine::try_parse_from(&picked.rest).expect("options");
    let Command::Run(options) = line.command else {
        panic!("not the command `run`");
    };
    let work = pipeline::lowered(&InputConfig::new(&options.input, &picked)).expect("a program");
    let config = Config {
        detect_races: has_races,
        ..Config::default()
    };
    let found = explore(
        &work.program,
        &ExploreConfig {
            config: config.clone(),
            stop_at: Some(is_conflict),
            ..ExploreConfig::default()
        },
    );
    let found = found.found.iter().find(|found| is_conflict(&found.outcome));
    let found = found.expect("a race or a deadlock");
    let run = run(
        &work.program,
        &config,
        &mut GivenScheduler::new(&found.schedule),
        &mut GivenInputs {
            values: found.inputs.iter().map(|input| input.bits).collect(),
        },
        &mut |_, _| {},
    );
    assert_eq!(run.outcome, found.outcome);
    (work, config, run)
}

fn is_conflict(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Race { .. } | Outcome::Deadlock { .. })
}
