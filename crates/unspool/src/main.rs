//! The command `unspool`. Everything is in the library, where tests reach it.

fn main() -> std::process::ExitCode {
    let arguments = std::env::args_os().map(|argument| argument.to_string_lossy().into_owned());
    std::process::ExitCode::from(unspool::run_command_line(arguments.collect()))
}
