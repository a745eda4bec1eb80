//! Writes a replay program: C with real threads that repeats an execution, for a compiler and a debugger.
//!
//! The execution is given by its schedule and inputs, as every trace has them, also one that was stored. It is repeated once more in the
//! interpreter to see which instructions its switches and inputs belong to ([`script`]); `unspool-emit` writes the C.

mod script;

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use unspool_emit::replay::{self as emitted, EXECUTABLE, MARK};
use unspool_interp::Repeat;
use unspool_ir::Program;

use crate::error::Error;
use crate::shell_words::quote;

/// Tells people what to do with the files.
const READ_ME: &str = "README.txt";

/// Repeats the execution and writes the files of its replay program into a folder, which is made if there is none. Returns the
/// command that compiles it.
pub fn write(program: &Program, repeat: &Repeat, folder: &Path) -> Result<String, Error> {
    let script = script::of(program, repeat).map_err(Error::Bug)?;
    let mut files = emitted::files(program, &script);
    let command = build_command(program, folder);
    files.push(emitted::File {
        name: READ_ME,
        text: read_me(&script.violation, &command, folder),
    });
    check_folder(folder)?;
    fs::create_dir_all(folder).map_err(|error| cannot("make", folder, &error))?;
    for file in &files {
        let path = folder.join(file.name);
        fs::write(&path, &file.text).map_err(|error| cannot("write", &path, &error))?;
    }
    Ok(command)
}

/// Refuses a folder in which there is something that we did not make, and what is no folder.
pub fn check_folder(folder: &Path) -> Result<(), Error> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(|error| cannot("use", folder, &error))?,
    };
    for entry in entries {
        let entry = entry.map_err(|error| cannot("use", folder, &error))?;
        let name = entry.file_name();
        let is_file = emitted::FILES.iter().any(|file| **file == *name);
        let is_ours = match is_file || *name == *READ_ME {
            true => is_marked(&entry.path()),
            false => *name == *EXECUTABLE,
        };
        if !is_ours {
            return Err(Error::Usage {
                message: format!(
                    "`{}` has a file in it that is not part of a replay program: `{}`",
                    folder.display(),
                    name.to_string_lossy()
                ),
                help: "give a new or an empty folder; nothing was written".to_string(),
            });
        }
    }
    Ok(())
}

/// Compiles in the folder from which the sources were named, so that a debugger finds them.
fn build_command(program: &Program, folder: &Path) -> String {
    let mut words = vec!["cc".to_string(), "-g".to_string(), "-pthread".to_string()];
    let options = emitted::compiler_options(program);
    words.extend(options.into_iter().map(str::to_string));
    words.push("-o".to_string());
    for name in [EXECUTABLE, "replay.c", "runtime.c"] {
        words.push(quote(&folder.join(name).to_string_lossy()));
    }
    words.join(" ")
}

fn is_marked(path: &Path) -> bool {
    match fs::read(path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes)
            .lines()
            .next()
            .is_some_and(|line| line.contains(MARK)),
        Err(error) => error.kind() == ErrorKind::NotFound,
    }
}

fn cannot(what: &str, path: &Path, error: &std::io::Error) -> Error {
    Error::input(
        format!("cannot {what} `{}`: {error}", path.display()),
        "the replay program needs a folder that can be written",
    )
}

fn read_me(violation: &str, command: &str, folder: &Path) -> String {
    let executable = folder.join(EXECUTABLE);
    let executable = match executable.is_absolute() {
        true => quote(&executable.to_string_lossy()),
        false => format!("./{}", quote(&executable.to_string_lossy())),
    };
    format!(
        "{MARK} A program that repeats this execution with real threads, every time it runs:

    {violation}

Compile it, without optimisation, in the folder from which unspool was called:

    {command}

Run it: it says what goes wrong and aborts. UNSPOOL_TRACE=1 in the environment makes it tell where each thread goes on.

    UNSPOOL_TRACE=1 {executable}

Look at it in a debugger, which shows the lines of your source and your variables:

    gdb {executable}
    (gdb) break unspool_switch       stops whenever another thread goes on
    (gdb) break unspool_violation    stops where it goes wrong; `backtrace` tells how it got there
    (gdb) run

Only one thread runs at a time. Functions of the library are Unspool's models of them, in library.h, called model_...
A program that does something else than was recorded says so and ends with status 3.

    replay.c     your functions
    program.h    your types and variables
    library.h    what the library does
    schedule.h   which thread runs when, and the inputs
    runtime.c    passes the baton from thread to thread
"
    )
}
