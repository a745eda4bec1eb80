//! `unspool seq`, and `check` through sequential programs, as users call them.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::annotated_programs::programs;
use crate::invocation::{Said, Workplace};
use crate::random_programs::campaign;
use crate::{tools, work_sharing};

/// Two threads add to a counter; with UNSAFE one of them forgets the lock.
const COUNTER: &str = r#"#include <assert.h>
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int count;
void *add(void *which) {
#ifdef UNSAFE
    if (which) { count = count + 1; return 0; }
#endif
    pthread_mutex_lock(&lock);
    count = count + 1;
    pthread_mutex_unlock(&lock);
    return 0;
}
int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, add, 0);
    pthread_create(&second, 0, add, &second);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(count == 2);
    return 0;
}
"#;

fn workplace(name: &str) -> Workplace {
    Workplace::new(name).with("counter.c", COUNTER)
}

/// The program of the paper, from source to sequentialized C, in the form of its figures and in ours.
#[test]
fn figure_2_is_sequentialized_as_blessed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/sequentialized");
    let source = std::fs::read_to_string(folder.join("figure_2.c")).expect("a program");
    let place = Workplace::new("figure_2").with("figure_2.c", source);
    let bounds = "--unwind 2 --unwind-for 2 --no-line --for svcomp";
    for (name, options) in [
        (
            "figure_2.arrays",
            "--rounds 2 --counters arrays --counter-width int",
        ),
        ("figure_2.decomposed", "--rounds 2"),
        ("figure_2.lr", "--rounds 2 --schema lr"),
        ("figure_2.mu", "--writes 2 --schema mu"),
        ("figure_2.imu", "--writes 1 --schema imu"),
    ] {
        let said = place.call(&format!("seq figure_2.c -q {bounds} {options}"));
        assert_eq!(said.code, 0, "{}", said.errors);
        // What stands in front is the same for all programs.
        let (_, program) = said.output.rsplit_once("\n#endif\n").expect("a prelude");
        let blessed = folder.join(format!("{name}.expected.c"));
        if std::env::var_os("UNSPOOL_BLESS").is_some() {
            std::fs::write(&blessed, program).expect("a file");
        }
        let expected = std::fs::read_to_string(&blessed).unwrap_or_default();
        assert!(
            program == expected,
            "{name} has changed; UNSPOOL_BLESS=1 writes it anew:\n{program}"
        );
    }
}

/// Examples, in turns for three kinds of verifiers.
#[test]
fn what_is_written_compiles_without_a_warning() {
    let place = Workplace::new("seq_compiles");
    let mut sources: Vec<PathBuf> = programs("twins");
    sources.extend(programs("classic"));
    sources.extend(programs("guessed_memory"));
    sources.extend(programs("threads").into_iter().step_by(3));
    let sources = sources.into_iter().step_by(campaign::one_in(2));
    let sources: Vec<(usize, PathBuf)> = sources.enumerate().collect();
    let has_cbmc = tools::has("cbmc", "what_is_written_compiles_without_a_warning");
    let wrong = work_sharing::map(&sources, |(number, source)| {
        let mut wrong = Vec::new();
        for (schema, target) in forms(*number) {
            let stem = source.file_stem().unwrap_or_default().to_string_lossy();
            let made = place.folder.join(format!("{stem}.{schema}.{target}.c"));
            let line = format!(
                "seq -q {} -std=gnu11 --max-instructions 20000 --schema {schema} --for {target} -o {}",
                source.display(),
                made.display()
            );
            let said = place.call(&line);
            // Programs that are too large take the compiler too long.
            if said.code == 5 && said.errors.contains("--max-instructions") {
                continue;
            }
            if said.code != 0 {
                wrong.push(format!("{line}: {}", said.errors));
                continue;
            }
            let mut commands = vec![vec![
                "cc",
                "-std=gnu11",
                "-Wall",
                "-Werror",
                "-c",
                "-o",
                "/dev/null",
            ]];
            if target == "cbmc" && has_cbmc {
                commands.push(vec!["cbmc", "--show-loops"]);
            }
            for words in commands {
                wrong.extend(trouble(&words, &made));
            }
        }
        wrong
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// By which schema and for whom a program is written: all, if more is asked for.
fn forms(number: usize) -> Vec<(&'static str, &'static str)> {
    let targets = ["cbmc", "svcomp", "native"];
    if std::env::var_os("UNSPOOL_SEEDS").is_some() {
        let schemas = ["lazy", "lr", "mu", "imu"].into_iter();
        let all = schemas.flat_map(|schema| targets.map(|target| (schema, target)));
        return all.collect();
    }
    let mut forms = vec![("lazy", targets[number % 3])];
    if number.is_multiple_of(4) {
        let schema = ["lr", "mu", "imu"][number / 12 % 3];
        forms.push((schema, targets[number / 4 % 3]));
    }
    forms
}

/// What a command says that does not take the file.
fn trouble(words: &[&str], file: &Path) -> Option<String> {
    let output = Command::new(words[0])
        .args(&words[1..])
        .arg(file)
        .output()
        .expect("a tool");
    match output.status.success() {
        true => None,
        false => Some(format!(
            "{} {}: {}",
            words.join(" "),
            file.display(),
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}

#[test]
fn lines_are_those_of_the_source_unless_unwanted() {
    let place = workplace("seq_lines");
    let with = place.call("seq counter.c -q");
    assert!(
        with.output.contains("\n#line 9 \"counter.c\"\n"),
        "{}",
        with.output
    );
    let without = place.call("seq counter.c -q --no-line");
    assert!(!without.output.contains("#line"), "{}", without.output);
    assert!(
        without.output.contains("/* J(0, 1) */"),
        "{}",
        without.output
    );
}

/// A thread sets a flag; that nobody sees it is the wrong twin's claim.
const FLAG: &str = r#"#include <assert.h>
#include <pthread.h>
int flag;
void *set(void *unused) { flag = 1; return unused; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, set, 0);
    int seen = flag;
#ifdef UNSAFE
    assert(!seen);
#endif
    assert(seen == 0 || seen == 1);
    return 0;
}
"#;

/// What is written for no verifier runs by itself.
#[test]
fn random_executions_find_what_is_there_and_nothing_else() {
    let place = Workplace::new("seq_native").with("flag.c", FLAG);
    for (definition, status) in [("", 0), ("-DUNSAFE", 1)] {
        let line = format!("seq flag.c {definition} -q --for native -o native.c");
        assert_eq!(place.call(&line).code, 0);
        let words = ["-std=gnu11", "-Wall", "-Werror", "-o", "native", "native.c"];
        let compiled = Command::new("cc")
            .args(words)
            .current_dir(&place.folder)
            .status();
        assert!(compiled.expect("a compiler").success());
        let ran = Command::new(place.folder.join("native"))
            .args(["--runs", "300"])
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&ran.stdout);
        assert_eq!(ran.status.code(), Some(status), "{definition}: {said}");
    }
}

#[test]
fn the_usual_chain_is_what_is_done_without_one() {
    let place = workplace("seq_chain");
    let usual = place.call("seq --show-chain");
    assert_eq!(usual.code, 0);
    std::fs::write(place.folder.join("usual.chain"), &usual.output).expect("a file");
    let with = place.call("seq counter.c -q --chain usual.chain");
    let without = place.call("seq counter.c -q");
    assert_eq!(with.code, 0, "{}", with.errors);
    assert_eq!(with.output, without.output);
    let reduced = usual.output.replace("slice ", "# slice ");
    std::fs::write(place.folder.join("other.chain"), reduced).expect("a file");
    let other = place.call("seq counter.c -q --chain other.chain");
    assert_eq!(other.code, 0, "{}", other.errors);
    assert!(other.output.len() > without.output.len());
}

/// The chain names the other schema in a comment.
#[test]
fn chains_name_one_schema_or_another() {
    let place = workplace("seq_chain_of_lr");
    let usual = place.call("seq --show-chain").output;
    assert!(usual.contains("\nlazy ") && usual.contains("\n# lr "));
    let other = usual
        .replace("\nlazy ", "\n# lazy ")
        .replace("\n# lr ", "\nlr ");
    std::fs::write(place.folder.join("lr.chain"), other).expect("a file");
    let with = place.call("seq counter.c -q --chain lr.chain");
    let without = place.call("seq counter.c -q --schema lr");
    assert_eq!(with.code, 0, "{}", with.errors);
    assert!(with.output == without.output, "the chain makes another");
    let lazy = place.call("seq counter.c -q").output;
    assert!(with.output != lazy, "the schemas make the same program");
    place
        .call("seq counter.c --chain lr.chain --schema lr")
        .expect(1, &["--schema"]);
    place
        .call("seq counter.c --chain lr.chain --contexts 4")
        .expect(1, &["the schema `lr` does not go with --contexts"]);
}

#[test]
fn what_lr_does_not_know_is_refused() {
    let place = workplace("lr_refusals");
    for (option, instead) in [
        ("--contexts 3", "give --rounds N"),
        ("--thread-order free", "leave the option out"),
        ("--counters arrays", "leave the option out"),
        ("--prune-schedules", "leave the option out"),
    ] {
        let name = option.trim_end_matches(" 3");
        let message = format!("the schema `lr` does not go with {name}");
        for command in ["check", "seq", "check --backend cbmc"] {
            let said = place.call(&format!("{command} counter.c --schema lr {option}"));
            said.expect(1, &[&message, instead]);
        }
    }
    let narrow = place.call("seq counter.c -q --schema lr --for cbmc");
    let wide = place.call("seq counter.c -q --schema lr --for cbmc --counter-width int");
    assert_eq!((narrow.code, wide.code), (0, 0));
    assert!(narrow.output != wide.output, "counters have other widths");
}

/// Schemas that count writes take no other bound, and others take none of writes.
#[test]
fn schedules_are_bounded_as_the_schema_does() {
    let place = workplace("bounds_of_schemas");
    for (options, message, instead) in [
        (
            "--schema mu --rounds 2",
            "the schema `mu` does not go with --rounds",
            "give --writes N",
        ),
        (
            "--schema imu --contexts 2",
            "the schema `imu` does not go with --contexts",
            "give --writes N",
        ),
        (
            "--schema lr --writes 2",
            "the schema `lr` does not go with --writes",
            "give --rounds N",
        ),
        (
            "--schema mu --writes 64",
            "the schema `mu` does not go with --writes above 63",
            "take the schema `imu`",
        ),
        (
            "--schema lazy --writes 2",
            "the schema `lazy` does not go with --writes",
            "give --rounds N",
        ),
        (
            "--schema mu --prune-schedules",
            "the schema `mu` does not go with --prune-schedules",
            "leave the option out",
        ),
    ] {
        for command in ["check", "seq", "check --backend cbmc"] {
            let said = place.call(&format!("{command} counter.c {options}"));
            said.expect(1, &[message, instead]);
        }
    }
    let said = place.call("check counter.c --writes 2");
    said.expect(
        1,
        &[
            "--writes is about the schemas `mu` and `imu`",
            "add --schema mu",
        ],
    );
}

/// With as many writes as there can be, nothing is left out; a search finds that out.
#[test]
fn enough_writes_are_complete() {
    let place = workplace("enough_writes");
    for (schema, few, told) in [
        ("mu", "--writes 2", "2 writes to shared memory (--writes "),
        (
            "imu",
            "--writes 1",
            "1 write to each location of shared memory (--writes ",
        ),
    ] {
        let said = place.call(&format!("check counter.c --schema {schema}"));
        let said = said.expect(0, &[]);
        assert!(
            said.output.contains("are enough for every schedule"),
            "{}",
            said.output
        );
        let said = place.call(&format!(
            "check counter.c --schema {schema} --unwind 1 {few}"
        ));
        let said = said.expect(5, &[]);
        assert!(said.output.contains(told), "{}", said.output);
        let said = place.call(&format!("check counter.c -DUNSAFE --schema {schema}"));
        let said = said.expect(10, &[]);
        assert!(
            said.output
                .contains("again with: unspool check --unwind 1 --writes "),
            "{}",
            said.output
        );
    }
}

#[test]
fn only_passes_that_run_are_dumped() {
    let place = workplace("lr_dumps");
    place
        .call("seq counter.c --dump-after lr")
        .expect(1, &["`lr` does not run with --schema lazy", "--schema lr"]);
    place
        .call("seq counter.c --schema lr --dump-after bound --stop-after lazy")
        .expect(1, &["`lazy` does not run with --schema lr"]);
    place
        .call("ir counter.c --dump-after lazy --dump-after lr")
        .expect(1, &["`lazy` and `lr` are alternatives"]);
    let by_seq = place.call("seq counter.c -q --schema lr --dump-after lr");
    let by_ir = place.call("ir counter.c --dump-after lr");
    assert_eq!(by_seq.code, 0, "{}", by_seq.errors);
    assert!(by_seq.output == by_ir.output, "{}", by_ir.errors);
}

#[test]
fn wrong_chains_are_explained() {
    let place = workplace("seq_wrong_chain")
        .with("order", "lower\nlazy\n")
        .with("name", "lower\n\nbond # oops\n")
        .with("empty", "# nothing\n")
        .with("threads", "lower\nbound\n");
    let real = place.call("seq counter.c -q --chain threads --for native");
    assert!(real.output.contains("pthread_create"), "{}", real.errors);
    for (chain, code, said) in [
        (
            "order",
            2,
            "`lazy` works on a bounded program with visible points",
        ),
        ("name", 2, "there is no pass `bond`"),
        ("empty", 2, "names no pass"),
        ("missing", 2, "cannot read the chain"),
        ("threads", 1, "the chain leaves a program with threads"),
    ] {
        let Said {
            code: ended,
            errors,
            ..
        } = place.call(&format!("seq counter.c --chain {chain}"));
        assert_eq!(ended, code, "{chain}: {errors}");
        assert!(errors.contains(said), "{chain}: {errors}");
    }
    let at = place.call("seq counter.c --chain name").errors;
    assert!(at.contains("name:3:1") && at.contains("^^^^"), "{at}");
}

/// Every intermediate program can be seen, and read again.
#[test]
fn programs_between_passes_can_be_read_again() {
    let place = workplace("seq_dumps");
    let list = place.call("seq --show-chain").output;
    let names = list.lines().filter(|line| !line.starts_with('#'));
    let names: Vec<&str> = names
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(names.len() > 10 && names.contains(&"lazy"), "{names:?}");
    let calls = names.iter().map(|name| (*name, "lazy"));
    let others = ["lr", "mu", "imu"].map(|schema| (schema, schema));
    for (name, schema) in calls.chain(others) {
        let dumped = place.call(&format!(
            "seq counter.c -q --schema {schema} --dump-after {name}"
        ));
        assert_eq!(dumped.code, 0, "{name}: {}", dumped.errors);
        std::fs::write(place.folder.join("dumped.ir"), &dumped.output).expect("a file");
        let again = place.call("ir dumped.ir");
        assert_eq!(again.output, dumped.output, "{name}: {}", again.errors);
    }
}

#[test]
fn both_backends_tell_the_twins_apart() {
    let place = workplace("check_schema");
    let mut backends = vec!["engine"];
    if tools::has("cbmc", "both_backends_tell_the_twins_apart") {
        backends.push("cbmc");
    }
    for backend in backends {
        for (schema, order) in [
            ("lazy", "--rounds 3 --thread-order fixed"),
            ("lazy", "--rounds 3 --thread-order free --prune-schedules"),
            ("lr", "--rounds 3"),
            ("lr", "--rounds 3 --counter-width int"),
            ("mu", "--writes 5"),
            ("mu", "--writes 5 --counter-width int"),
            ("imu", "--writes 2"),
            ("imu", "--writes 2 --counter-width int"),
        ] {
            let ask = |definition: &str| {
                place.call(&format!(
                    "check counter.c {definition} --schema {schema} --backend {backend} {order} --unwind 1"
                ))
            };
            let safe = ask("");
            // Only with schemas that count writes it can be known that these are all schedules.
            let may_know = order.contains("--writes");
            let (verdict, code) = match may_know && safe.code == 0 {
                true => ("SAFE: ", 0),
                false => ("SAFE WITHIN BOUNDS", 5),
            };
            assert_eq!(safe.code, code, "{}", safe.output);
            assert!(safe.output.starts_with(verdict), "{}", safe.output);
            assert!(safe.output.contains("as answered by"), "{}", safe.output);
            let broken = ask("-DUNSAFE");
            assert_eq!(broken.code, 10, "{}", broken.output);
            let by = format!("on the sequential program (schema {schema}), and replayed");
            assert!(broken.output.contains(&by), "{}", broken.output);
        }
    }
}

/// A bound on loops is told of, whoever is asked by whichever schema.
#[test]
fn loops_that_are_cut_are_told_of() {
    let place = Workplace::new("check_schema_cut");
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/programs/guessed_memory/loop_that_is_cut.c");
    std::fs::copy(source, place.folder.join("cut.c")).expect("a program");
    // Only the engine knows whether an execution gets there.
    let known = "not covered: cut.c:13:5: this loop may run more than 2 times";
    let mut backends = vec![("engine", known)];
    if tools::has("cbmc", "loops_that_are_cut_are_told_of") {
        backends.push(("cbmc", "not known: whether executions run longer"));
    }
    for (backend, told) in backends {
        for (schema, bound) in [
            ("lazy", "--rounds 2"),
            ("lr", "--rounds 2"),
            ("mu", "--writes 3"),
            ("imu", "--writes 2"),
        ] {
            let line = format!("cut.c --unwind 2 {bound}");
            let said = place.call(&format!(
                "check {line} --schema {schema} --backend {backend}"
            ));
            let said = said.expect(5, &["1 loop is cut", "cut.c:13:5"]);
            for part in ["of each loop that was cut", told] {
                assert!(said.output.contains(part), "{part}: {}", said.output);
            }
        }
    }
}

/// Rather no verdict than one about guesses that verifiers read differently.
#[test]
fn what_lr_cannot_guess_is_told_of() {
    let long_double = "#include <assert.h>
#include <pthread.h>
long double sum;
void *add(void *unused) { sum = sum + 1; return unused; }
int main(void) { pthread_t t; pthread_create(&t, 0, add, 0); assert(sum == 0); return 0; }
";
    let many_places = "#include <assert.h>
#include <pthread.h>
unsigned __VERIFIER_nondet_uint(void);
int table[20000], turn;
void *set(void *unused) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 17000 && i < 20000) { table[i] = 1; turn = 1; }
    return unused;
}
int main(void) { pthread_t t; pthread_create(&t, 0, set, 0); if (turn) assert(table[18000] == 0); return 0; }
";
    for (name, program, what) in [
        (
            "long_double.c",
            long_double,
            "a `long double` that threads share",
        ),
        ("many_places.c", many_places, "very many places"),
    ] {
        let place = Workplace::new("what_lr_cannot_guess").with(name, program);
        let mut ways = vec![""];
        if tools::has("cbmc", "what_lr_cannot_guess_is_told_of") {
            ways.push("--backend cbmc");
        }
        for way in ways {
            let command = format!("check {name} --schema lr --unwind 1 --rounds 2 {way}");
            let said = place.call(&command);
            let is_told = said.output.starts_with("UNKNOWN") && said.output.contains(what);
            assert!(is_told, "{command}: {} {}", said.output, said.errors);
        }
    }
}

#[test]
fn a_backend_that_does_not_answer_is_no_verdict() {
    let place = workplace("check_fake_backend")
        .with("crash", "#!/bin/sh\nkill -SEGV $$\n")
        .with("garbage", "#!/bin/sh\necho VERIFICATION SUCCESSFUL\nexit 10\n")
        .with("lie", "#!/bin/sh\nprintf 'Violated property:\\n  file a line 1\\n  claim\\n  0\\n\\nVERIFICATION FAILED\\n'\nexit 10\n");
    for fake in ["crash", "garbage", "lie"] {
        let made = Command::new("chmod")
            .arg("+x")
            .arg(place.folder.join(fake))
            .status();
        assert!(made.expect("chmod").success());
        let said = place.call(&format!(
            "check counter.c --backend cbmc --backend-command ./{fake} --unwind 1 --rounds 2"
        ));
        assert_eq!(said.code, 5, "{fake}: {}{}", said.output, said.errors);
        assert!(
            said.output.starts_with("UNKNOWN"),
            "{fake}: {}",
            said.output
        );
    }
    let missing = place.call("check counter.c --backend blitz");
    assert_eq!(missing.code, 1, "{}", missing.output);
    assert!(
        missing.errors.contains("not installed"),
        "{}",
        missing.errors
    );
}
