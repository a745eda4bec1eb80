//! `unspool seq`, and `check` through sequential programs, as users call them.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::annotated_programs::programs;
use crate::invocation::{Said, Workplace};
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
    let bounds = "--unwind 2 --unwind-for 2 --rounds 2 --no-line --for svcomp";
    for (name, options) in [
        ("figure_2.arrays", "--counters arrays --counter-width int"),
        ("figure_2.decomposed", ""),
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
    sources.extend(programs("threads").into_iter().step_by(3));
    let sources: Vec<(usize, PathBuf)> = sources.into_iter().enumerate().collect();
    let has_cbmc = tools::has("cbmc", "what_is_written_compiles_without_a_warning");
    let wrong = work_sharing::map(&sources, |(number, source)| {
        let mut wrong = Vec::new();
        // For all of them, if more is asked for.
        let targets = ["cbmc", "svcomp", "native"];
        let targets = match std::env::var_os("UNSPOOL_SEEDS") {
            Some(_) => &targets[..],
            None => &targets[number % 3..number % 3 + 1],
        };
        for &target in targets {
            let stem = source.file_stem().unwrap_or_default().to_string_lossy();
            let made = place.folder.join(format!("{stem}.{target}.c"));
            let line = format!(
                "seq -q {} -std=gnu11 --max-instructions 20000 --for {target} -o {}",
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
    for name in names {
        let dumped = place.call(&format!("seq counter.c -q --dump-after {name}"));
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
        for order in [
            "--thread-order fixed",
            "--thread-order free --prune-schedules",
        ] {
            let ask = |definition: &str| {
                place.call(&format!(
                    "check counter.c {definition} --schema lazy --backend {backend} {order} --unwind 1 --rounds 3"
                ))
            };
            let safe = ask("");
            assert_eq!(safe.code, 5, "{}", safe.output);
            assert!(
                safe.output.starts_with("SAFE WITHIN BOUNDS"),
                "{}",
                safe.output
            );
            assert!(safe.output.contains("as answered by"), "{}", safe.output);
            let broken = ask("-DUNSAFE");
            assert_eq!(broken.code, 10, "{}", broken.output);
            assert!(
                broken
                    .output
                    .contains("on the sequential program (schema lazy), and replayed")
            );
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
