//! What is written, compiled and run by the system's compiler: it computes what the IR says.
//!
//! `operators` tries all operators on corner values, and random expressions; `texts` are programs of the IR's text form that assert
//! about themselves. Both in every data model that the compiler knows.

mod operators;
mod texts;

use std::path::PathBuf;
use std::process::Command;

use unspool_emit::{Code, Names, Position, Target, Unit, string_literal, translate};
use unspool_ir::{DataModel, Program, Property, RegId, verify};

/// Says which assertions fail.
struct Plain;

impl Target for Plain {
    fn nondet(&self, _at: Position, _dst: RegId, _code: &Code<'_>) -> String {
        String::new()
    }

    fn assert(&self, at: Position, condition: &str, _property: Property, message: &str) -> String {
        let message = string_literal(message.as_bytes());
        let number = at.position;
        format!("if (!({condition})) unspool_failed({number}, {message});")
    }
}

const RUNTIME: &str = "int printf(const char *, ...);
void *calloc(unsigned long, unsigned long);
static int failures;
static void unspool_failed(int number, const char *message) { printf(\"%d: %s\\n\", number, message); failures++; }
#define unspool_unexpected(what) unspool_failed(-1, what)
#define unspool_alloc(size, align) calloc(1, size)
#define unspool_free(pointer) ((void)pointer)
#define unspool_atomic_begin() ((void)0)
#define unspool_atomic_end() ((void)0)
void unspool_program(void);
void unspool_set_globals(void);
void unspool_set_thread_locals(void);
int main(void) { unspool_set_globals(); unspool_set_thread_locals(); unspool_program(); return failures != 0; }
";

/// What the program says of its failing assertions; nothing if there are none.
fn run(name: &str, program: &Program) -> String {
    if let Err(errors) = verify::verify(program) {
        panic!("{name}: {}", errors[0]);
    }
    let names = Names::of(program);
    let Unit {
        declarations,
        library,
        program: users,
    } = translate(program, &names, &Plain);
    let model = program.types.data_model.name();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let source = folder.join(format!("{name}-{model}.c"));
    let binary = folder.join(format!("{name}-{model}"));
    let text = format!("{RUNTIME}{declarations}{library}{users}");
    std::fs::write(&source, text).expect("a file");
    let mut compiler = Command::new("cc");
    compiler.args(["-std=gnu17", "-Wall", "-Wno-unused"]);
    // Random expressions are odd.
    if name == "random" {
        compiler.arg("-w");
    }
    compiler.args(flags(program.types.data_model));
    let output = compiler.arg("-o").args([&binary, &source]).output();
    let output = output.expect("a compiler");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", source.display());
    assert_eq!(errors, "", "{}", source.display());
    let output = Command::new(&binary).output().expect("a program");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(i32::from(!said.is_empty())));
    said
}

fn flags(data_model: DataModel) -> &'static [&'static str] {
    match data_model {
        DataModel::Lp64 => &["-m64"],
        DataModel::Ilp32 => &["-m32", "-msse2", "-mfpmath=sse"],
    }
}

/// Those that the compiler can build programs for.
fn data_models() -> Vec<DataModel> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    // Tests run at the same time.
    let number = std::thread::current().id();
    let (source, binary) = ("int main(void) { return 0; }\n", format!("probe{number:?}"));
    let path = folder.join(format!("{binary}.c"));
    std::fs::write(&path, source).expect("a file");
    let mut compiler = Command::new("cc");
    compiler
        .arg("-m32")
        .arg("-o")
        .arg(folder.join(binary))
        .arg(path);
    let has_m32 = compiler
        .output()
        .is_ok_and(|output| output.status.success());
    assert!(
        has_m32 || std::env::var_os("UNSPOOL_REQUIRE_TOOLS").is_none(),
        "cc -m32 is missing"
    );
    match has_m32 {
        true => vec![DataModel::Lp64, DataModel::Ilp32],
        false => vec![DataModel::Lp64],
    }
}
