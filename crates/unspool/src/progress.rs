//! A sign of life while something takes long: on standard error, only on a terminal, and gone before anything else is
//! printed.
//!
//! A thread of its own draws, so that one long step of the work does not stop the clock.

use std::io::IsTerminal;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use crate::console::{Console, write_result};
use crate::error::Error;

/// Progress is shown for what takes longer.
const PATIENCE: Duration = Duration::from_secs(1);

const BETWEEN_DRAWINGS: Duration = Duration::from_millis(200);

/// Draws until it is finished or dropped.
pub struct Progress {
    /// Takes lines, and is closed to end the drawing; None if nothing is to be drawn.
    drawing: Option<(Sender<Line>, JoinHandle<()>)>,
}

/// What stays when the progress is gone.
enum Line {
    Remark(String),
    /// Goes to standard output, which may be the same terminal.
    Result(String),
}

impl Progress {
    /// `describe` says what is being done, given for how long.
    pub fn start(
        console: &Console,
        describe: impl Fn(Duration) -> String + Send + 'static,
    ) -> Progress {
        if console.is_quiet() || !std::io::stderr().is_terminal() {
            return Progress { drawing: None };
        }
        let (sender, lines) = channel();
        let start = Instant::now();
        let draw = move || {
            let mut bar: Option<ProgressBar> = None;
            let mut next = start + PATIENCE;
            loop {
                let wait = next.saturating_duration_since(Instant::now());
                match lines.recv_timeout(wait) {
                    Ok(Line::Remark(remark)) => bar
                        .get_or_insert_with(ProgressBar::new_spinner)
                        .println(remark),
                    Ok(Line::Result(text)) => {
                        // Who reads a terminal sees if nothing comes.
                        let write = || write_result(text.as_bytes()).ok();
                        bar.get_or_insert_with(ProgressBar::new_spinner)
                            .suspend(write);
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        let bar = bar.get_or_insert_with(ProgressBar::new_spinner);
                        bar.set_message(describe(start.elapsed()));
                        bar.tick();
                        next = Instant::now() + BETWEEN_DRAWINGS;
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            if let Some(bar) = bar {
                bar.finish_and_clear();
            }
        };
        // Without a thread there is no progress to see, and the work goes on.
        let thread = std::thread::Builder::new().spawn(draw).ok();
        Progress {
            drawing: thread.map(|thread| (sender, thread)),
        }
    }

    /// A remark that stays when the progress is gone.
    pub fn remark(&self, console: &Console, text: String) {
        match &self.drawing {
            Some((lines, _)) => {
                lines.send(Line::Remark(text)).ok();
            }
            None => console.remark(&text),
        }
    }

    /// A part of the result, as soon as it is known.
    pub fn result(&self, text: String) -> Result<(), Error> {
        match &self.drawing {
            Some((lines, _)) => {
                lines.send(Line::Result(text)).ok();
                Ok(())
            }
            None => write_result(text.as_bytes()),
        }
    }

    /// Returns when nothing is left on the screen.
    pub fn finish(&mut self) {
        if let Some((finish, thread)) = self.drawing.take() {
            drop(finish);
            thread.join().ok();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}

/// `12 s`, `3 min 20 s`.
pub fn duration(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..60 => format!("{seconds} s"),
        seconds => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}

/// `120 of 1000 runs, 40 per second, 22 s left`.
pub fn of_runs(done: u64, all: u64, time: Duration) -> String {
    of_things("runs", done, all, time)
}

/// The same of the instances of a swarm.
pub fn of_instances(done: u64, all: u64, time: Duration) -> String {
    of_things("instances", done, all, time)
}

fn of_things(things: &str, done: u64, all: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if done == 0 || seconds <= 0.0 {
        return format!("0 of {all} {things}, {}", duration(time));
    }
    let rate = done as f64 / seconds;
    let speed = match rate < 1.0 {
        true => format!("{:.0} per minute", rate * 60.0),
        false => format!("{rate:.0} per second"),
    };
    // At most a century, so that any number of runs can be shown.
    let left = (all.saturating_sub(done) as f64 / rate).clamp(0.0, 3e9);
    let left = duration(Duration::from_secs_f64(left));
    format!("{done} of {all} {things}, {speed}, {left} left")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_no_decimals() {
        let seconds = Duration::from_secs;
        assert_eq!(
            of_runs(100, 1000, seconds(3)),
            "100 of 1000 runs, 33 per second, 27 s left"
        );
        assert_eq!(
            of_runs(1, 10, seconds(20)),
            "1 of 10 runs, 3 per minute, 3 min 0 s left"
        );
        assert_eq!(of_runs(0, 10, seconds(2)), "0 of 10 runs, 2 s");
        of_runs(1, u64::MAX, seconds(1_000_000));
    }
}
