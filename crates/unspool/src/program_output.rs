//! What the program under test prints: passed on byte by byte, buffered, or kept until it is known whether anybody wants to see it.

use std::io::{BufWriter, ErrorKind, IsTerminal, Stderr, StdoutLock, Write};

use crate::progress::Progress;

/// Streams as C numbers them.
const STANDARD_OUTPUT: u8 = 1;

/// Exit status of a process that SIGPIPE ended, as shells report it.
const NOBODY_READS: u8 = 141;

/// Passes bytes on to the real streams.
pub struct PassOn {
    output: Box<dyn Write>,
    output_is_terminal: bool,
    /// Not locked: progress is drawn there too.
    errors: BufWriter<Stderr>,
    last_stream: u8,
    /// Of the run that prints.
    progress: Option<Progress>,
}

impl PassOn {
    /// Of a program that is running: it ends, and we with it, when its reader goes away.
    pub fn of_running(progress: Progress) -> PassOn {
        let mut pass_on = PassOn::of_ended();
        pass_on.progress = Some(progress);
        pass_on
    }

    /// Of a run that is over. A reader that went away does not change what is to be said about it.
    fn of_ended() -> PassOn {
        let output: StdoutLock<'static> = std::io::stdout().lock();
        let output_is_terminal = output.is_terminal();
        PassOn {
            // On a terminal, lines should appear when they are printed; `StdoutLock` does that itself.
            output: match output_is_terminal {
                true => Box::new(output),
                false => Box::new(BufWriter::new(output)),
            },
            output_is_terminal,
            errors: BufWriter::new(std::io::stderr()),
            last_stream: STANDARD_OUTPUT,
            progress: None,
        }
    }

    pub fn byte(&mut self, stream: u8, byte: u8) {
        if stream != self.last_stream {
            self.flush();
            self.last_stream = stream;
        }
        let is_output = stream == STANDARD_OUTPUT;
        // What the program prints is a sign of life too, and a line begun must not be drawn over.
        if let Some(progress) = &mut self.progress
            && (!is_output || self.output_is_terminal)
        {
            progress.finish();
        }
        let written = match is_output {
            true => self.output.write_all(&[byte]),
            false => self.errors.write_all(&[byte]),
        };
        self.check(written);
    }

    pub fn flush(&mut self) {
        let flushed = self.output.flush();
        self.check(flushed);
        let flushed = self.errors.flush();
        self.check(flushed);
    }

    fn check(&mut self, result: std::io::Result<()>) {
        let nobody_reads = result.is_err_and(|error| error.kind() == ErrorKind::BrokenPipe);
        if nobody_reads && let Some(progress) = &mut self.progress {
            progress.finish();
            std::process::exit(i32::from(NOBODY_READS));
        }
    }
}

impl Drop for PassOn {
    fn drop(&mut self) {
        self.flush();
    }
}

/// How much of a run's output is kept; a run that prints more loses the rest.
const KEPT_BYTES: usize = 16 << 20;

/// Bytes of one run with their streams, to be shown later.
#[derive(Default)]
pub struct Kept {
    bytes: Vec<(u8, u8)>,
}

impl Kept {
    pub fn byte(&mut self, stream: u8, byte: u8) {
        if self.bytes.len() < KEPT_BYTES {
            self.bytes.push((stream, byte));
        }
    }

    pub fn clear(&mut self) {
        self.bytes.clear();
    }

    pub fn show(&self) {
        let mut output = PassOn::of_ended();
        for &(stream, byte) in &self.bytes {
            output.byte(stream, byte);
        }
    }
}
