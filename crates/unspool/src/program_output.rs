//! What the program under test prints: passed on byte by byte, buffered, or kept until it is known whether anybody wants to see it.

use std::io::{BufWriter, IsTerminal, StdoutLock, Write};

/// Streams as C numbers them.
const STANDARD_OUTPUT: u8 = 1;

/// Passes bytes on to the real streams. A reader that went away is no reason to stop the program.
pub struct PassOn {
    output: Box<dyn Write>,
    errors: BufWriter<std::io::StderrLock<'static>>,
    last_stream: u8,
}

impl PassOn {
    pub fn new() -> PassOn {
        let output: StdoutLock<'static> = std::io::stdout().lock();
        PassOn {
            // On a terminal, lines should appear when they are printed; `StdoutLock` does that itself.
            output: match output.is_terminal() {
                true => Box::new(output),
                false => Box::new(BufWriter::new(output)),
            },
            errors: BufWriter::new(std::io::stderr().lock()),
            last_stream: STANDARD_OUTPUT,
        }
    }

    pub fn byte(&mut self, stream: u8, byte: u8) {
        if stream != self.last_stream {
            self.flush();
            self.last_stream = stream;
        }
        match stream {
            STANDARD_OUTPUT => self.output.write_all(&[byte]).ok(),
            _ => self.errors.write_all(&[byte]).ok(),
        };
    }

    pub fn flush(&mut self) {
        self.output.flush().ok();
        self.errors.flush().ok();
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
        let mut output = PassOn::new();
        for &(stream, byte) in &self.bytes {
            output.byte(stream, byte);
        }
    }
}
