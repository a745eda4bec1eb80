//! The command `unspool`. Everything is in the library, where tests reach it.

/// All work happens in a thread of its own (for its stack); the system's allocator is slow to grow memory there.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    let arguments = std::env::args_os().map(|argument| argument.to_string_lossy().into_owned());
    std::process::ExitCode::from(unspool::run_command_line(arguments.collect()))
}
