//! The C text of programs: compilers take it without a warning, and it does what the program does.
//!
//! Every test program is bounded and written down for verifiers; gcc and clang, with and without optimisation, take turns. Sequential
//! programs are also written down as they are and run: they print and return what the compiled original does.

use std::path::{Path, PathBuf};
use std::process::Command;

use unspool::bound_options::Bounds;
use unspool::pipeline::{self, Goal};
use unspool_emit::verifier::{TextOptions, text};
use unspool_ir::{DataModel, Program};
use unspool_passes::bound::BoundConfig;

use crate::random_programs::campaign;
use crate::reference::{compare, compiled, lowered, run};
use crate::{tools, work_sharing};

/// A verifier's words, for those who only want to see whether a compiler takes the text.
const VERIFIER: &str = "
extern void abort(void) __attribute__((noreturn));
extern void assume(int condition);
extern void reach_error(const char *text);
#define unspool_assume(c) assume(c)
#define unspool_assert(c, text) ((c) ? (void)0 : reach_error(text))
extern signed char input_i8(void);
extern unsigned char input_u8(void);
extern short input_i16(void);
extern unsigned short input_u16(void);
extern int input_i32(void);
extern unsigned int input_u32(void);
extern long long input_i64(void);
extern unsigned long long input_u64(void);
#define unspool_nondet_i8() input_i8()
#define unspool_nondet_u8() input_u8()
#define unspool_nondet_i16() input_i16()
#define unspool_nondet_u16() input_u16()
#define unspool_nondet_i32() input_i32()
#define unspool_nondet_u32() input_u32()
#define unspool_nondet_i64() input_i64()
#define unspool_nondet_u64() input_u64()
";

/// Words with which the text runs. All inputs are zero.
const NATIVE: &str = "
void abort(void) __attribute__((noreturn));
void exit(int) __attribute__((noreturn));
long write(int, const void *, unsigned long);
#define unspool_assume(c) ((c) ? (void)0 : exit(120))
#define unspool_assert(c, text) ((c) ? (void)0 : exit(121))
#define unspool_exit(status) exit(status)
#define unspool_abort() abort()
#define unspool_output(stream, byte) { unsigned char unspool_byte = byte; if (write(stream, &unspool_byte, 1) != 1) exit(122); }
#define unspool_nondet_i8() 0
#define unspool_nondet_u8() 0
#define unspool_nondet_i16() 0
#define unspool_nondet_u16() 0
#define unspool_nondet_i32() 0
#define unspool_nondet_u32() 0
#define unspool_nondet_i64() 0
#define unspool_nondet_u64() 0
";

const COMPILERS: [(&str, &str); 4] = [
    ("gcc", "-O0"),
    ("clang", "-O0"),
    ("gcc", "-O2"),
    ("clang", "-O2"),
];

/// Each so many-th program is looked at, unless more is asked for.
const EVERY: usize = 5;

#[test]
fn texts_of_bounded_programs_compile() {
    let test = "texts_of_bounded_programs_compile";
    let folder = tools::folder("emitted_bounded");
    let installed = COMPILERS.iter().filter(|(name, _)| tools::has(name, test));
    let compilers: Vec<_> = installed.collect();
    let folders = [
        "twins",
        "threads",
        "classic",
        "shown",
        "models",
        "sequential",
    ];
    let programs: Vec<PathBuf> = folders.iter().flat_map(|it| programs(it)).collect();
    let programs = programs.into_iter().step_by(campaign::one_in(EVERY));
    let jobs: Vec<(usize, PathBuf)> = programs.enumerate().collect();
    let results = work_sharing::map(&jobs, |(number, program)| {
        let name = program.file_stem().unwrap_or_default().to_string_lossy();
        let bounded = bounded(program)?;
        let options = TextOptions {
            prelude: VERIFIER,
            lines: number % 3 == 0,
            ..TextOptions::default()
        };
        let source = folder.join(format!("{number}-{name}.c"));
        std::fs::write(&source, text(&bounded, &options).text).expect("a file");
        let (compiler, level) = compilers.get(number % compilers.len().max(1))?;
        let result = compile(compiler, &[level, "-c", "-o", "/dev/null"], &source);
        std::fs::remove_file(&source).ok();
        Some(result.map_err(|errors| format!("{name} with {compiler} {level}:\n{errors}")))
    });
    let results: Vec<Result<(), String>> = results.into_iter().flatten().collect();
    let count = results.len();
    assert!(count > 60, "only {count} are small enough");
    let failures: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn texts_of_sequential_programs_behave_as_compiled() {
    let folder = tools::folder("emitted_sequential");
    let programs = programs("sequential");
    let models = tools::data_models("texts_of_sequential_programs_behave_as_compiled");
    // Each in one of them, in turns.
    let jobs: Vec<(PathBuf, DataModel)> = programs
        .into_iter()
        .step_by(campaign::one_in(EVERY))
        .zip(models.into_iter().cycle())
        .collect();
    let failures = work_sharing::map(&jobs, |(program, data_model)| {
        let name = program.file_name().unwrap_or_default().to_string_lossy();
        behaves_as_compiled(program, *data_model, &folder)
            .err()
            .map(|why| format!("{name} in {}: {why}", data_model.name()))
    });
    let failures: Vec<String> = failures.into_iter().flatten().collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Programs that end in the same way however their threads run.
const WITH_THREADS: &[&str] = &[
    "classic/barrier_of_condition_safe.c",
    "classic/bounded_buffer_semaphores_safe.c",
    "classic/dining_philosophers_three_safe.c",
    "classic/lost_wakeup_safe.c",
    "classic/readers_writers_lock_safe.c",
    "classic/test_and_set_lock_safe.c",
    "threads/join_result_unsafe.c",
    "threads/key_destructor_unsafe.c",
];

#[test]
fn texts_of_programs_with_threads_run() {
    let folder = tools::folder("emitted_threads");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    for name in WITH_THREADS {
        let program = root.join(name);
        let expected = compiled(&program, DataModel::Lp64, &["-pthread"], &folder).expect(name);
        let lowered = lowered(&program, DataModel::Lp64).expect(name);
        let text = unspool_emit::threads::text(&lowered, true);
        let source = folder.join("program.c");
        let binary = folder.join("program");
        std::fs::write(&source, text).expect("a file");
        let to = binary.to_str().unwrap_or_default();
        compile("cc", &["-pthread", "-o", to], &source).expect(name);
        for _ in 0..5 {
            let copy = folder.join("running");
            // Not a copy of ours: while it is written, another test may start a process, which then has the file open.
            std::fs::hard_link(&binary, &copy).expect("a link");
            let found = run(&copy).expect(name);
            assert_eq!(compare(&expected, &found), Ok(()), "{name}");
        }
    }
}

fn behaves_as_compiled(program: &Path, data_model: DataModel, folder: &Path) -> Result<(), String> {
    let expected = compiled(program, data_model, &[], folder)?;
    let options = TextOptions {
        prelude: NATIVE,
        ..TextOptions::default()
    };
    let text = text(&lowered(program, data_model)?, &options).text;
    let stem = program.file_stem().unwrap_or_default().to_string_lossy();
    let source = folder.join(format!("{stem}-{}.c", data_model.name()));
    let binary = source.with_extension("out");
    std::fs::write(&source, text).map_err(|error| error.to_string())?;
    let mut options = vec!["-o", binary.to_str().unwrap_or_default()];
    options.push(tools::flag(data_model));
    if data_model == DataModel::Ilp32 {
        options.extend(["-msse2", "-mfpmath=sse"]);
    }
    compile("cc", &options, &source)?;
    std::fs::remove_file(&source).ok();
    compare(&expected, &run(&binary)?)
}

/// What the compiler says if it refuses.
fn compile(compiler: &str, options: &[&str], source: &Path) -> Result<(), String> {
    let mut command = Command::new(compiler);
    command.args(["-std=gnu11", "-Wall", "-Werror"]);
    let output = command.args(options).arg(source).output();
    let output = output.map_err(|error| format!("cannot run {compiler}: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// None if it is too large.
fn bounded(program: &Path) -> Option<Program> {
    let program = lowered(program, DataModel::Lp64).ok()?;
    let config = BoundConfig {
        unwind: 2,
        instructions: 20_000,
        ..BoundConfig::default()
    };
    let bounds = Bounds::new(config, Default::default());
    let work = pipeline::from_lowered(program, &bounds, Goal::Reduced).ok()?;
    Some(work.program)
}

fn programs(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut programs: Vec<PathBuf> = std::fs::read_dir(root.join(folder))
        .expect("the folder of programs")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    programs.sort();
    programs
}
