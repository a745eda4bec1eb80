//! The places of a bounded program where threads can be interrupted, as configurations speak of them and as the engine does.

use std::collections::{HashMap, HashSet};

use unspool_engine::{PointOf, Restriction};
use unspool_ir::Program;
use unspool_passes::visible_statements::{self, PointKind, ThreadStatements};
use unspool_swarm::configuration::Configuration;
use unspool_swarm::tiling::{Interval, ThreadSize};

use crate::error::Error;
use crate::text_layout::{Align, table};
use crate::thread_list;

pub struct Places {
    threads: Vec<ThreadStatements>,
    /// Of each: as configuration files spell it.
    names: Vec<String>,
    /// Points that instances may seal, in the order of threads and points. Their places are their numbers.
    sealable: Vec<Sealable>,
    /// How many visible points each thread has, by number of the thread.
    points: Vec<(u32, usize)>,
}

struct Sealable {
    point: PointOf,
    thread: usize,
    statement: u32,
}

impl Places {
    /// `seals_blocking`: points where threads may block are like all others.
    pub fn of(bounded: &Program, seals_blocking: bool) -> Places {
        let threads = visible_statements::of_program(bounded);
        let mut copies: HashMap<String, u32> = HashMap::new();
        let listed = thread_list::threads(bounded);
        let names = threads.iter().map(|thread| {
            let name = listed.iter().find(|it| it.number == thread.number);
            let name = name.map_or("", |it| it.name.as_str());
            if thread.number == 0 {
                return name.to_string();
            }
            let copy = copies.entry(name.to_string()).or_default();
            *copy += 1;
            format!("{name}_{}", *copy - 1)
        });
        let names = names.collect();
        let mut sealable = Vec::new();
        for (index, thread) in threads.iter().enumerate() {
            for (statement, it) in (0..).zip(&thread.statements) {
                let points = it.points.iter().filter(|point| match point.kind {
                    PointKind::Usual => true,
                    PointKind::Blocking => seals_blocking,
                    PointKind::Outermost => false,
                });
                sealable.extend(points.map(|point| Sealable {
                    point: PointOf {
                        thread: thread.number,
                        point: point.point.0,
                    },
                    thread: index,
                    statement,
                }));
            }
        }
        let points = threads.iter().map(|thread| {
            let points = thread.statements.iter().map(|it| it.points.len());
            (thread.number, points.sum())
        });
        Places {
            points: points.collect(),
            threads,
            names,
            sealable,
        }
    }

    /// Of threads, as configuration files spell them.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    pub fn sizes(&self) -> Vec<ThreadSize> {
        let threads = self.names.iter().zip(&self.threads);
        threads
            .map(|(name, thread)| ThreadSize {
                name: name.clone(),
                end: thread.statements.len() as u32,
            })
            .collect()
    }

    /// How many visible points each thread has, by number of the thread.
    pub fn points(&self) -> &[(u32, usize)] {
        &self.points
    }

    /// The numbers of the points that are sealed in an instance, ascending. Threads that it does not name are not restricted.
    pub fn sealed(&self, configuration: &Configuration) -> Result<Vec<u32>, Error> {
        let mut allowed: Vec<Option<&[Interval]>> = vec![None; self.names.len()];
        for (name, intervals) in &configuration.threads {
            match self.names.iter().position(|known| known == name) {
                Some(thread) => allowed[thread] = Some(intervals),
                None => return Err(self.unknown(name, &configuration.name)),
            }
        }
        let is_sealed = |it: &Sealable| {
            let intervals = allowed[it.thread];
            intervals.is_some_and(|intervals| {
                let mut intervals = intervals.iter();
                !intervals.any(|tile| tile.first <= it.statement && it.statement <= tile.last)
            })
        };
        let numbered = (0..).zip(&self.sealable);
        let sealed = numbered.filter(|(_, it)| is_sealed(it));
        Ok(sealed.map(|(number, _)| number).collect())
    }

    fn unknown(&self, name: &str, instance: &str) -> Error {
        Error::input(
            format!(
                "instance `{instance}`: the program has no thread `{name}` within these bounds"
            ),
            format!(
                "its threads are {}; `--show-statements` lists their statements",
                self.names.join(", ")
            ),
        )
    }

    /// A word about statements of a configuration that are not there: it may have been written for another program, or other bounds.
    pub fn beyond(&self, configuration: &Configuration) -> Option<String> {
        let mut threads = configuration.threads.iter();
        threads.find_map(|(name, intervals)| {
            let thread = self.names.iter().position(|known| known == name)?;
            let end = self.threads[thread].statements.len();
            let last = intervals.iter().map(|interval| interval.last).max()?;
            (last as usize > end).then(|| {
                format!(
                    "instance {} names statement {last} of {name}, whose end is {end}: was it written for another program, or other bounds?",
                    configuration.name
                )
            })
        })
    }

    pub fn restriction(&self, number: u32) -> Option<Restriction> {
        let sealable = self.sealable.get(number as usize)?;
        Some(Restriction::Sealed(sealable.point))
    }

    /// The other way round.
    pub fn number_of(&self, sealed: PointOf) -> Option<u32> {
        let at = self.sealable.binary_search_by_key(&sealed, |it| it.point);
        at.ok().and_then(|number| u32::try_from(number).ok())
    }

    /// As sequential programs name them.
    pub fn points_of(&self, sealed: &[u32]) -> HashSet<(u32, u32)> {
        let sealed = sealed
            .iter()
            .filter_map(|number| self.sealable.get(*number as usize));
        sealed.map(|it| (it.point.thread, it.point.point)).collect()
    }

    /// A table for people.
    pub fn listing(&self, bounded: &Program) -> String {
        let mut rows = vec![["thread", "statement", "points", "where"].map(String::from)];
        for (name, thread) in self.names.iter().zip(&self.threads) {
            for (number, statement) in thread.statements.iter().enumerate() {
                let open = |kind| statement.points.iter().any(|point| point.kind == kind);
                let remark = match number {
                    0 => " (always open)",
                    _ if open(PointKind::Blocking) => " (may block)",
                    _ => "",
                };
                rows.push([
                    name.clone(),
                    number.to_string(),
                    statement.points.len().to_string(),
                    format!("{}{remark}", bounded.describe(statement.span)),
                ]);
            }
            let end = thread.statements.len();
            rows.push([
                name.clone(),
                end.to_string(),
                String::new(),
                "its end (always open)".to_string(),
            ]);
        }
        table(
            &rows,
            &[Align::Left, Align::Right, Align::Right, Align::Left],
        )
    }
}
