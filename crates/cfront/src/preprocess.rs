//! From a file to preprocessed text, by running the system's compiler with `-E`.
//!
//! A preprocessor of our own would have to know every header's assumptions about the compiler; the system's own one knows them, and
//! its line markers lead back to the original lines. No optimisation option is passed: glibc's headers then
//! declare functions instead of defining clever inline versions of them.
//!
//! This is the only part of the crate that touches the world outside: it reads files and starts a process.

use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use unspool_ir::DataModel;

use crate::compiler_flags::PassedFlag;
use crate::spare_headers::{Folder, SpareHeader};

/// Defined while a program is read by us, so that it can tell.
const OWN_MACRO: &str = "-D__UNSPOOL__=1";

/// How to preprocess.
#[derive(Clone, Debug)]
pub struct PreprocessConfig {
    /// The compiler, possibly with arguments: `gcc`, `clang --target=x86_64-linux-gnu`.
    pub compiler: String,
    pub flags: Vec<PassedFlag>,
    pub data_model: DataModel,
    /// Where the compiler runs; the current directory if none.
    pub directory: Option<PathBuf>,
    /// For programs that include them where the system has none.
    pub spare_headers: &'static [SpareHeader],
}

/// Where C comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    File(PathBuf),
    StandardInput,
}

impl Source {
    /// `-` is standard input.
    pub fn named(name: &str) -> Source {
        match name {
            "-" => Source::StandardInput,
            _ => Source::File(PathBuf::from(name)),
        }
    }

    /// As line markers and messages call it.
    pub fn name(&self) -> String {
        match self {
            Source::File(path) => path.display().to_string(),
            Source::StandardInput => "<stdin>".to_string(),
        }
    }
}

/// Text without preprocessing directives.
#[derive(Clone, Debug)]
pub struct Preprocessed {
    pub name: String,
    pub text: Vec<u8>,
    /// What the preprocessor had to say although it succeeded.
    pub messages: String,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PreprocessError {
    #[error("cannot read `{name}`: {reason}")]
    Unreadable { name: String, reason: String },
    #[error("`{name}` is a directory")]
    Directory { name: String },
    #[error("`{name}` is empty")]
    Empty { name: String },
    #[error("`{name}` is a binary file, not C")]
    Binary { name: String },
    #[error("`{name}` is C++, which is not supported")]
    CPlusPlus { name: String },
    #[error("cannot run the C preprocessor `{compiler}`: {reason}")]
    CompilerMissing { compiler: String, reason: String },
    #[error("`{command}` failed:\n{messages}")]
    Failed { command: String, messages: String },
    #[error("`{command}` failed because the 32-bit headers are missing:\n{messages}")]
    No32BitHeaders { command: String, messages: String },
}

impl PreprocessError {
    /// What to do about it.
    pub fn help(&self) -> &'static str {
        match self {
            PreprocessError::Unreadable { .. } => "check the name and the permissions of the file",
            PreprocessError::Directory { .. } => {
                "name the C files in it, or its compile_commands.json"
            }
            PreprocessError::Empty { .. } => "give a file with C in it",
            PreprocessError::Binary { .. } => {
                "give the C source instead of what was compiled from it"
            }
            PreprocessError::CPlusPlus { .. } => "give C files only",
            PreprocessError::CompilerMissing { .. } => {
                "install a C compiler, or name one with --cc or the variable CC; already preprocessed `.i` files need none"
            }
            PreprocessError::Failed { .. } => {
                "if a header is missing, say where it is with -I DIR; macros are given with -D NAME=VALUE"
            }
            PreprocessError::No32BitHeaders { .. } => {
                "install them (Debian, Ubuntu: apt-get install gcc-multilib; Fedora: dnf install glibc-devel.i686) or use --data-model lp64"
            }
        }
    }
}

/// Whether a file counts as preprocessed already.
pub fn is_taken_as_it_is(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "i")
}

/// Reads one input: `.i` files as they are, everything else through the preprocessor.
pub fn preprocess(
    source: &Source,
    config: &PreprocessConfig,
) -> Result<Preprocessed, PreprocessError> {
    let name = source.name();
    let original = read(source)?;
    if let Source::File(path) = source {
        if is_taken_as_it_is(path) {
            return Ok(Preprocessed {
                name,
                text: original,
                messages: String::new(),
            });
        }
        let extension = path.extension().and_then(|extension| extension.to_str());
        if let Some("cc" | "cpp" | "cxx" | "c++" | "C" | "ii") = extension {
            return Err(PreprocessError::CPlusPlus { name });
        }
    }
    match run_compiler(source, &original, config, None) {
        Err(PreprocessError::Failed { command, messages }) => {
            match Folder::for_missing(&messages, config.spare_headers) {
                Some(folder) => run_compiler(source, &original, config, Some(&folder)),
                None => Err(PreprocessError::Failed { command, messages }),
            }
        }
        result => result,
    }
}

/// The bytes of a file that should be source text.
pub fn read(source: &Source) -> Result<Vec<u8>, PreprocessError> {
    let name = source.name();
    let mut bytes = Vec::new();
    let result = match source {
        Source::File(path) if path.is_dir() => return Err(PreprocessError::Directory { name }),
        Source::File(path) => std::fs::File::open(path).and_then(|mut f| f.read_to_end(&mut bytes)),
        Source::StandardInput => std::io::stdin().lock().read_to_end(&mut bytes),
    };
    if let Err(error) = result {
        let reason = match error.kind() {
            ErrorKind::NotFound => "there is no such file".to_string(),
            ErrorKind::PermissionDenied => "permission denied".to_string(),
            _ => error.to_string(),
        };
        return Err(PreprocessError::Unreadable { name, reason });
    }
    if bytes.trim_ascii().is_empty() {
        return Err(PreprocessError::Empty { name });
    }
    // No text has a NUL byte near its beginning; object files do.
    if bytes.iter().take(8192).any(|&byte| byte == 0) {
        return Err(PreprocessError::Binary { name });
    }
    Ok(bytes)
}

fn run_compiler(
    source: &Source,
    original: &[u8],
    config: &PreprocessConfig,
    spare: Option<&Folder>,
) -> Result<Preprocessed, PreprocessError> {
    let mut words = config.compiler.split_whitespace().map(str::to_string);
    let compiler = words.next().unwrap_or_else(|| "cc".to_string());
    let mut arguments: Vec<String> = words.collect();
    arguments.extend(["-E", OWN_MACRO].map(str::to_string));
    arguments.extend(data_model_flag(config.data_model).map(str::to_string));
    arguments.extend(config.flags.iter().flat_map(PassedFlag::arguments));
    arguments.extend(spare.into_iter().flat_map(Folder::option));
    arguments.extend(["-x", "c"].map(str::to_string));
    arguments.push(match source {
        Source::File(path) => path_argument(path, config.directory.as_deref()),
        Source::StandardInput => "-".to_string(),
    });

    let mut command = Command::new(&compiler);
    command
        .args(&arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command.stdin(match source {
        Source::File(_) => Stdio::null(),
        Source::StandardInput => Stdio::piped(),
    });
    if let Some(directory) = &config.directory {
        command.current_dir(directory);
    }
    let missing = |error: std::io::Error| PreprocessError::CompilerMissing {
        compiler: compiler.clone(),
        reason: match error.kind() {
            ErrorKind::NotFound => "it is not installed".to_string(),
            _ => error.to_string(),
        },
    };
    let mut child = command.spawn().map_err(missing)?;
    let input = child.stdin.take();
    let output = std::thread::scope(|scope| {
        // Written beside reading, or both processes could wait for each other for ever.
        scope.spawn(move || {
            if let Some(mut input) = input {
                // A preprocessor that stops reading says why itself.
                input.write_all(original).ok();
            }
        });
        child.wait_with_output()
    })
    .map_err(missing)?;

    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() {
        return Ok(Preprocessed {
            name: source.name(),
            text: match spare {
                Some(folder) => folder.forget_in(&output.stdout),
                None => output.stdout,
            },
            messages,
        });
    }
    let command = format!("{compiler} {}", arguments.join(" "));
    let messages = messages.trim_end().to_string();
    let lacks_32_bit_headers = config.data_model == DataModel::Ilp32
        && [
            "gnu/stubs-32.h",
            "bits/libc-header-start.h",
            "bits/wordsize.h",
            "sys/cdefs.h",
        ]
        .iter()
        .any(|header| messages.contains(header));
    Err(match lacks_32_bit_headers {
        true => PreprocessError::No32BitHeaders { command, messages },
        false => PreprocessError::Failed { command, messages },
    })
}

/// What makes the compiler's data model ours.
fn data_model_flag(data_model: DataModel) -> Option<&'static str> {
    match data_model {
        DataModel::Ilp32 => Some("-m32"),
        DataModel::Lp64 if cfg!(target_pointer_width = "32") => Some("-m64"),
        DataModel::Lp64 => None,
    }
}

/// A path that means the same file from another directory, and is never taken for an option.
fn path_argument(path: &Path, directory: Option<&Path>) -> String {
    let absolute = directory.and_then(|_| std::path::absolute(path).ok());
    let text = absolute
        .as_deref()
        .unwrap_or(path)
        .to_string_lossy()
        .into_owned();
    match text.starts_with('-') {
        true => format!("./{text}"),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config() -> PreprocessConfig {
        PreprocessConfig {
            compiler: "cc".to_string(),
            flags: Vec::new(),
            data_model: DataModel::Lp64,
            directory: None,
            spare_headers: &[],
        }
    }

    #[test]
    fn a_missing_compiler_is_named() {
        let file = Source::File(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"));
        let config = PreprocessConfig {
            compiler: "no-such-compiler --option".to_string(),
            ..config()
        };
        let error = preprocess(&file, &config).expect_err("no compiler");
        assert_eq!(
            error.to_string(),
            "cannot run the C preprocessor `no-such-compiler`: it is not installed"
        );
    }

    #[test]
    fn directories_and_missing_files_are_named() {
        let folder = Source::File(PathBuf::from(env!("CARGO_MANIFEST_DIR")));
        let error = preprocess(&folder, &config()).expect_err("a folder");
        assert!(error.to_string().ends_with("is a directory"), "{error}");
        let missing = Source::named("no/such/file.c");
        let error = preprocess(&missing, &config()).expect_err("nothing");
        assert_eq!(
            error.to_string(),
            "cannot read `no/such/file.c`: there is no such file"
        );
    }

    #[test]
    fn a_name_that_looks_like_an_option_is_a_file() {
        assert_eq!(path_argument(Path::new("-x.c"), None), "./-x.c");
        assert_eq!(path_argument(Path::new("x.c"), None), "x.c");
    }
}
