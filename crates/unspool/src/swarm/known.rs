//! What is known from an earlier run: the log of a swarm, and how it is gone on with.

use std::path::Path;

use unspool_swarm::log::{self, InstanceVerdict, Log, Record};

use crate::error::Error;
use crate::inputs::InputConfig;
use crate::swarm_options::SwarmOptions;

use super::instances::Decided;
use super::pool::Counts;
use super::prepared::Prepared;

/// What a log says.
#[derive(Default)]
pub struct Known {
    pub decided: Decided,
    pub counts: Counts,
    /// Instances to ask first: those with a violation, which has to be found again to be shown.
    pub again: Vec<String>,
}

/// Opens the log, and reads what it says.
pub fn open_log(
    options: &SwarmOptions,
    swarm: &Prepared,
    input: &InputConfig,
) -> Result<(Option<Log>, Known), Error> {
    let Some(path) = &options.log else {
        return Ok((None, Known::default()));
    };
    input.check_output(path)?;
    let about = about(options, swarm, input)?;
    let cannot = |error: std::io::Error| {
        Error::input(
            format!("cannot write `{path}`: {error}"),
            "give another file with --log",
        )
    };
    let at = Path::new(path);
    if options.resume
        && at.exists()
        && let Some(known) = read_log(path, &about)?
    {
        let mut log = Log::append(at).map_err(cannot)?;
        let resumed = Record::Resumed(known.counts.tally());
        log.write(&resumed).map_err(cannot)?;
        return Ok((Some(log), known));
    }
    let mut log = Log::create(at).map_err(cannot)?;
    log.write(&about).map_err(cannot)?;
    Ok((Some(log), Known::default()))
}

/// The first line of a log.
pub fn about(
    options: &SwarmOptions,
    swarm: &Prepared,
    input: &InputConfig,
) -> Result<Record, Error> {
    Ok(Record::Start {
        version: log::VERSION,
        tool: env!("CARGO_PKG_VERSION").to_string(),
        inputs: input.files.clone(),
        program: swarm.fingerprint_of_program(options),
        fingerprint: swarm.fingerprint(options)?,
        instances: swarm
            .tiled
            .as_ref()
            .map(|tiled| tiled.count)
            .or(swarm.given),
    })
}

/// None: its writer was killed before the first line was there.
fn read_log(path: &str, here: &Record) -> Result<Option<Known>, Error> {
    let mut known = Known::default();
    let mut start = None;
    log::read(Path::new(path), &mut |record| match record {
        Record::Start { .. } => start = Some(record),
        Record::Instance(instance) => {
            known.decided.insert(instance.name, instance.verdict);
        }
        Record::Resumed(_) | Record::End { .. } => {}
    })
    .map_err(|error| {
        Error::input(
            format!("cannot read `{path}`: {error}"),
            "leave out --resume to begin anew",
        )
    })?;
    match start {
        None if is_beginning_of_one(path) => return Ok(None),
        Some(start) if is_about_the_same(&start, here) => {}
        _ => {
            return Err(Error::input(
                format!(
                    "`{path}` is not a log of this swarm: the program or the options are others"
                ),
                "give the options of the first run, another --log, or leave out --resume to begin anew",
            ));
        }
    }
    known
        .decided
        .retain(|_, verdict| *verdict != InstanceVerdict::Unknown);
    let found = known
        .decided
        .iter()
        .filter(|(_, verdict)| **verdict == InstanceVerdict::Unsafe);
    let first = found.map(|(name, _)| name).min().cloned();
    if let Some(first) = first {
        known.decided.remove(&first);
        known.again.push(first);
    }
    known
        .decided
        .values()
        .for_each(|verdict| known.counts.add(*verdict));
    Ok(Some(known))
}

/// Whether it is no more than a part of a first line.
fn is_beginning_of_one(path: &str) -> bool {
    const BEGINNING: &[u8] = br#"{"record":"start""#;
    std::fs::read(path).is_ok_and(|text| {
        !text.contains(&b'\n') && (BEGINNING.starts_with(&text) || text.starts_with(BEGINNING))
    })
}

fn is_about_the_same(there: &Record, here: &Record) -> bool {
    let about = |record: &Record| match record {
        Record::Start {
            version,
            fingerprint,
            ..
        } => Some((*version, fingerprint.clone())),
        _ => None,
    };
    about(there) == about(here)
}
