//! A campaign's folder with logs as tests write them: a line for each instance, `found` for a bug, `finished` at the end.

use std::path::{Path, PathBuf};
use std::time::Duration;

use unspool_processes::ScratchFolder;
use unspool_swarm::cluster::{
    Campaign, CampaignError, Event, Scheduler, Settings, Summary, TaskProgress, output_file, run,
};

pub struct Folder(ScratchFolder);

impl Folder {
    pub fn create() -> Folder {
        Folder(ScratchFolder::create("test-cluster").unwrap())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn log(&self, task: u32) -> PathBuf {
        self.path().join(format!("task-{task}.log"))
    }

    pub fn lines(&self, task: u32) -> Vec<String> {
        let text = std::fs::read_to_string(self.log(task)).unwrap_or_default();
        text.lines().map(str::to_string).collect()
    }

    pub fn progress(&self, task: u32) -> TaskProgress {
        let lines = self.lines(task);
        let said = |word: &str| lines.iter().any(|line| line == word);
        let mut instances: Vec<&String> = lines
            .iter()
            .filter(|line| line.starts_with("instance "))
            .collect();
        instances.sort_unstable();
        instances.dedup();
        TaskProgress {
            done: instances.len() as u64,
            finished: said("finished"),
            found: said("found"),
            last_sign: std::fs::metadata(self.log(task))
                .and_then(|data| data.modified())
                .ok(),
        }
    }

    /// A script that tests start as their worker.
    pub fn write(&self, name: &str, text: &str) -> String {
        let path = self.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    }

    pub fn output(&self, task: u32) -> String {
        std::fs::read_to_string(output_file(self.path(), task)).unwrap_or_default()
    }

    /// Runs a campaign here, and hears what happens.
    pub fn run(
        &self,
        tasks: u32,
        settings: Settings,
        scheduler: &mut dyn Scheduler,
        is_interrupted: &dyn Fn() -> bool,
        hear: &mut dyn FnMut(&Event),
    ) -> (Result<Summary, CampaignError>, Vec<Event>) {
        let mut events = Vec::new();
        let campaign = Campaign {
            folder: self.path(),
            fingerprint: "test",
            tasks,
            again: Vec::new(),
            settings,
            is_interrupted,
            progress: &|task| self.progress(task),
            hear: &mut |event| {
                hear(&event);
                events.push(event);
            },
        };
        let summary = run(campaign, scheduler);
        (summary, events)
    }
}

/// For schedulers that are quick.
pub fn quick() -> Settings {
    Settings {
        poll_interval: Duration::from_millis(5),
        grace: Duration::from_millis(30),
        lost_after: Duration::from_millis(300),
        ..Settings::default()
    }
}

pub fn never() -> bool {
    false
}

/// Without the counts, which come at times of their own.
pub fn without_counts(events: Vec<Event>) -> Vec<Event> {
    let is_told = |event: &Event| !matches!(event, Event::Progress(_));
    events.into_iter().filter(is_told).collect()
}
