//! All tools on all tasks, some at a time; what is known from before is not run again.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::judgement::Class;
use crate::row::Row;
use crate::run_task::run_task;
use crate::selection::Task;
use crate::store::{self, Store};
use crate::tool::{TaskLimits, Tool};
use crate::trouble::Trouble;

pub struct Campaign<'a> {
    pub tools: &'a [Tool],
    pub tasks: &'a [Task],
    pub limits: TaskLimits,
    /// At a time.
    pub jobs: usize,
    /// What is run again though it is known.
    pub again_if: &'a [Class],
    /// Names of columns of the table of tasks that are shown.
    pub shown: &'a [String],
    /// Where to keep what tools print.
    pub logs: &'a Path,
}

pub struct CampaignEnd {
    /// In the order of tasks and tools.
    pub rows: Vec<Row>,
    /// Of these, those that were known before.
    pub from_before: usize,
    pub is_complete: bool,
}

/// What is seen of a tool's text in the folder of logs.
const LARGEST_LOG: usize = 1 << 20;

impl Campaign<'_> {
    pub fn size(&self) -> usize {
        self.tasks.len() * self.tools.len()
    }

    /// `on_row` hears of each row that is new.
    pub fn run(
        &self,
        store: &Store,
        is_interrupted: &(dyn Fn() -> bool + Sync),
        on_row: &(dyn Fn(&Row) + Sync),
    ) -> Result<CampaignEnd, Trouble> {
        let contents: Vec<String> = self
            .tasks
            .iter()
            .map(|task| store::content(&task.file))
            .collect();
        let keys: Vec<String> = (0..self.size())
            .map(|index| {
                let (number, task, _, tool, options) = self.job(index);
                store::key(tool, task, options, &self.limits, &contents[number])
            })
            .collect();
        let mut found: Vec<(usize, Row)> = Vec::new();
        let mut left = Vec::new();
        for (index, key) in keys.iter().enumerate() {
            let row = store
                .known(key)
                .map(|measured| self.row(index, key, measured.clone()));
            match row {
                Some(row) if !self.again_if.contains(&row.class) => found.push((index, row)),
                _ => left.push(index),
            }
        }
        let from_before = found.len();
        let found = Mutex::new(found);
        let trouble: Mutex<Option<Trouble>> = Mutex::default();
        let (next, has_ended) = (AtomicUsize::new(0), AtomicBool::new(false));
        let stops = || is_interrupted() || has_ended.load(Ordering::Relaxed);
        let work = || {
            while !stops()
                && let Some(&index) = left.get(next.fetch_add(1, Ordering::Relaxed))
            {
                let (_, task, _, tool, options) = self.job(index);
                let Some((measured, said)) = run_task(tool, task, options, &self.limits, &stops)
                else {
                    break;
                };
                let kept = match measured.was_started() {
                    true => store.add(&keys[index], tool, task, &measured),
                    false => Ok(()),
                };
                let kept = kept.and_then(|()| self.keep_log(index, &keys[index], &said));
                if let Err(why) = kept {
                    has_ended.store(true, Ordering::Relaxed);
                    trouble
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .get_or_insert(why);
                    break;
                }
                let row = self.row(index, &keys[index], measured);
                let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                on_row(&row);
                found.push((index, row));
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.clamp(1, left.len().max(1)) {
                scope.spawn(work);
            }
        });
        if let Some(why) = trouble.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(why);
        }
        let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.sort_by_key(|(index, _)| *index);
        Ok(CampaignEnd {
            is_complete: found.len() == self.size(),
            rows: found.into_iter().map(|(_, row)| row).collect(),
            from_before,
        })
    }

    /// The number of the task, the task, the number of the tool, the tool, and the task's options for it.
    fn job(&self, index: usize) -> (usize, &Task, usize, &Tool, &[String]) {
        let (number, tool) = (index / self.tools.len(), index % self.tools.len());
        let task = &self.tasks[number];
        let options = task.options.get(tool).map_or(&[][..], Vec::as_slice);
        (number, task, tool, &self.tools[tool], options)
    }

    fn row(&self, index: usize, key: &str, measured: crate::run_task::Measured) -> Row {
        let (number, task, at, tool, _) = self.job(index);
        let mut row = Row::new(number, task, (at, &tool.name), measured);
        row.log = self.log_name(index, key);
        let shown = self.shown.iter().cloned().zip(task.shown.iter().cloned());
        row.shown = shown.collect();
        row
    }

    /// The end of the task's path, the tool and a part of the key, which tells apart what else is the same: always the same name for the same row, and never too long a one.
    fn log_name(&self, index: usize, key: &str) -> String {
        let (_, task, _, tool, _) = self.job(index);
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-+".contains(c);
        let plain = |text: &str, most: usize| -> String {
            let length = text.chars().count();
            let end = text.chars().skip(length.saturating_sub(most));
            end.map(|c| if is_plain(c) { c } else { '_' }).collect()
        };
        let key: String = key.chars().take(8).collect();
        format!(
            "{}.{}.{key}.log",
            plain(&task.path, 80),
            plain(&tool.name, 30)
        )
    }

    fn keep_log(&self, index: usize, key: &str, said: &str) -> Result<(), Trouble> {
        let path = self.logs.join(self.log_name(index, key));
        let text = match said.len() <= LARGEST_LOG {
            true => said.to_string(),
            false => {
                let first = boundary(said, LARGEST_LOG / 2);
                let last = boundary(said, said.len() - LARGEST_LOG / 2);
                format!("{}\n...\n{}", &said[..first], &said[last..])
            }
        };
        std::fs::write(&path, text).map_err(|why| Trouble::with_file("write", &path, &why))
    }
}

/// The last boundary of characters that is not behind the index.
fn boundary(text: &str, index: usize) -> usize {
    let mut places = (0..=index).rev();
    places.find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}
