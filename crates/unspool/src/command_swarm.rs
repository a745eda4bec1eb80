//! `unspool swarm`: decide the executions of a program in many parts, on many cores or machines.

use std::time::Instant;

use unspool_cfront::compiler_flags::Picked;
use unspool_ir::Property;
use unspool_swarm::log::Record;

use crate::check_stats::OtherTimes;
use crate::command_check::{Ending, conclude, lowered, show};
use crate::console::{Console, write_result};
use crate::depth::{Depth, Given};
use crate::error::Error;
use crate::exit_codes::ExitCode;
use crate::inputs::InputConfig;
use crate::instrumentation;
use crate::pipeline::Work;
use crate::schema_options::Schema;
use crate::swarm::{
    Campaign, EndReason, Here, Left, Outcome, Prepared, Swarm, SwarmEnd, cancel, decide,
    decide_elsewhere, end_in_words, judge, open_log, with_violation,
};
use crate::swarm_files;
use crate::swarm_options::{ClusterKind, SwarmOptions};
use crate::verdict::Question;

pub fn run(
    options: &SwarmOptions,
    picked: &Picked,
    arguments: &[String],
    console: &Console,
) -> Result<u8, Error> {
    let start = Instant::now();
    let mut properties = options.check.properties(console)?;
    check_options(options, &properties)?;
    let mut input = InputConfig::new(&options.check.input, picked);
    if options.cluster.cancel {
        let jobs = cancel(options, &input)?;
        console.remark(&format!("cancelled {jobs} jobs; --resume goes on"));
        return Ok(ExitCode::Success.number());
    }
    instrumentation::ask_for(&mut input, &properties);
    options.check.output.check(&input)?;
    swarm_files::check_places(options, &input)?;
    let work = lowered(&options.check, &input, &mut properties, console)?;
    let backend = options.check.backend_options.order(&input)?;
    let asked = Asked {
        options,
        input: &input,
        work: &work,
        properties: &properties,
        start,
        console,
    };
    let times = OtherTimes {
        front_end: start.elapsed(),
        ..OtherTimes::default()
    };
    let swarm = Prepared::new(options, &work, &properties, backend, start)?;
    if options.show_statements {
        write_result(swarm.places.listing(&swarm.bounded).as_bytes())?;
        return Ok(ExitCode::Success.number());
    }
    if let Some(written) = swarm_files::write(options, &input, &swarm)? {
        console.remark(&written);
        return Ok(ExitCode::Success.number());
    }
    let code = match options.cluster.cluster {
        None => asked.decide_here(swarm, times)?,
        Some(_) => {
            let here = Here {
                input: &input,
                arguments,
                work: &work,
                console,
            };
            match decide_elsewhere(options, swarm, &here)? {
                Campaign::Ended(outcome) => asked.conclude(*outcome, times)?,
                Campaign::Found(report) => {
                    let code = report.verdict.exit_code;
                    match show(&report, &options.check, "", console)? {
                        Ok(()) => code,
                        Err(error) => {
                            console.error(&error);
                            code
                        }
                    }
                }
            }
        }
    };
    // The process ends here; taking the program apart first is wasted time.
    std::mem::forget(work);
    Ok(code)
}

/// What the user wants to know.
struct Asked<'a> {
    options: &'a SwarmOptions,
    input: &'a InputConfig,
    work: &'a Work,
    properties: &'a [Property],
    start: Instant,
    console: &'a Console,
}

impl Asked<'_> {
    fn decide_here(&self, swarm: Prepared, times: OtherTimes) -> Result<u8, Error> {
        let options = self.options;
        let start = Instant::now();
        let (mut log, known) = open_log(options, &swarm, self.input)?;
        let left = Left {
            before: known.counts,
            instances: swarm.instances(options, known)?,
        };
        let outcome = decide(options, swarm, left, log.as_mut(), self.console)?;
        let end = Record::End {
            verdict: end_in_words(&outcome.end).to_string(),
            tally: outcome.end.counts.tally(),
            seconds: start.elapsed().as_secs_f64(),
        };
        let code = self.conclude(outcome, times)?;
        // When the report has been written: whoever waits for this line looks for it.
        if let Some(log) = &mut log {
            log.write(&end)
                .map_err(|error| Error::resource(format!("cannot write the log: {error}")))?;
        }
        Ok(code)
    }

    fn conclude(&self, outcome: Outcome, times: OtherTimes) -> Result<u8, Error> {
        let Outcome {
            findings,
            swarm,
            end,
        } = outcome;
        let check = &self.options.check;
        let question = Question {
            program: &self.work.program,
            properties: self.properties,
            given: Given {
                unwind: Some(self.options.depth().unwind),
                schedule: Some(self.options.depth().schedule),
                ..check.given()
            },
            allow_same_value: check.allow_same_value,
            time: self.options.time(),
            memory: check.memory(),
            bounds: &|depth: &Depth| check.bounds(depth).ok().map(|bounds| bounds.config),
            again: &|_| None,
        };
        let mut notes = Vec::new();
        if end.counts.found > 0 {
            notes.push(found_in(&end, &swarm));
            notes.extend(swarm.beyond.clone());
        }
        let ending = Ending {
            options: check,
            input: self.input,
            work: self.work,
            properties: self.properties,
            question: &question,
            findings: &findings,
            orders: None,
            notes: &notes,
            start: self.start,
            console: self.console,
        };
        let code = conclude(&ending, times, || judge(&question, &findings, &swarm, &end));
        std::mem::forget(findings);
        code
    }
}

/// Options that would have no effect are refused.
fn check_options(options: &SwarmOptions, properties: &[Property]) -> Result<(), Error> {
    let usage = |message: &str, help: &str| {
        Err(Error::Usage {
            message: message.to_string(),
            help: help.to_string(),
        })
    };
    let check = &options.check;
    check.check_schema_options()?;
    if properties.contains(&Property::LockOrder) {
        return usage(
            "lock-order is not about executions, and has no instances",
            "`unspool check --property lock-order` looks at the order of locks",
        );
    }
    let asks = |property| properties.contains(&property);
    let blocks_when_spinning = check.others.spinning_blocks;
    if blocks_when_spinning && asks(Property::DataRace) && asks(Property::Deadlock) {
        return usage(
            "with --spinning-blocks, races and deadlocks are asked of different programs, which have different instances",
            "give --property no-deadlock, and ask for no-data-race in a swarm of its own",
        );
    }
    if check.schema.is_some_and(|schema| schema != Schema::Lazy) {
        return usage(
            "only the schema `lazy` has instances",
            "in the others threads run to their ends at once, and are never interrupted: leave --schema out",
        );
    }
    if options.cubes.is_some() && check.is_sequential() {
        return usage(
            "--cubes are cut out of our engine's formula",
            "leave out --schema and --backend, or --cubes",
        );
    }
    check_cluster_options(options)?;
    if options.resume && options.log.is_none() && options.cluster.cluster.is_none() {
        return usage(
            "--resume needs the log of the swarm to go on with",
            "give --log FILE, to both runs",
        );
    }
    Ok(())
}

fn check_cluster_options(options: &SwarmOptions) -> Result<(), Error> {
    let mut files = options.check.input.files.iter();
    let options = &options.cluster;
    if options.cluster.is_some() && files.any(|file| file == "-") {
        return Err(Error::Usage {
            message: "other machines cannot read this one's standard input".to_string(),
            help: "give the program as a file".to_string(),
        });
    }
    let of_commands = [
        ("--submit-command", options.submit_command.is_some()),
        ("--poll-command", options.poll_command.is_some()),
        ("--cancel-command", options.cancel_command.is_some()),
    ];
    let of_slurm = [
        ("--submit-option", !options.submit_option.is_empty()),
        ("--running-tasks", options.running_tasks.is_some()),
    ];
    let (foreign, kind) = match options.cluster {
        None => return Ok(()),
        Some(ClusterKind::Slurm) => (&of_commands[..], "command"),
        Some(ClusterKind::Command) => (&of_slurm[..], "slurm"),
    };
    if let Some((name, _)) = foreign.iter().find(|(_, is_given)| *is_given) {
        return Err(Error::Usage {
            message: format!("{name} is for --cluster {kind}"),
            help: format!("leave out {name}, or give --cluster {kind}"),
        });
    }
    let is_needed = options.cluster == Some(ClusterKind::Command) && !options.cancel;
    match is_needed && options.submit_command.is_none() {
        true => Err(Error::Usage {
            message: "--cluster command needs the command that submits a task".to_string(),
            help: "for example --submit-command 'qsub -cwd {script}'".to_string(),
        }),
        false => Ok(()),
    }
}

/// Which instances have a violation.
fn found_in(end: &SwarmEnd, swarm: &Swarm) -> String {
    let names = end.found_in.join(", ");
    let more = end.counts.found.saturating_sub(end.found_in.len() as u64);
    let more = match more {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let what = if swarm.is_cubes { "part" } else { "instance" };
    match end.why {
        EndReason::Found => format!("found in {what} {names}"),
        _ => {
            let tried = end.counts.decided() + end.counts.unknown;
            let with = with_violation(end.counts.found, tried, what);
            let limit = match end.why {
                EndReason::OutOfTime => "the time limit was reached",
                EndReason::OutOfMemory => "the memory limit was reached",
                EndReason::Interrupted => "the swarm was interrupted",
                EndReason::NothingLeft | EndReason::Found => {
                    return format!("{with}: {names}{more}");
                }
            };
            let left = match swarm.all.map(|all| all.saturating_sub(tried)) {
                Some(left) => format!("{left} more were not tried"),
                None => "others were not tried".to_string(),
            };
            format!("{with}: {names}{more}; {left}, since {limit}")
        }
    }
}
