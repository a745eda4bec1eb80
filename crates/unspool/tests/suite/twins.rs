//! `unspool check` on small algorithms of concurrent programming, each right, and wrong when UNSAFE is defined.
//!
//! The programs of `tests/programs/twins` say on their first line what to call `check` with, so that a few seconds are enough, on the second what they are, and on the
//! third what is wrong with the twin. The right one must not be called unsafe, the wrong one must be: so a check that finds nothing, or something everywhere, is noticed.
//!
//! Those of `tests/programs/once_misjudged` are of the same form: in each `check` once was wrong about one of the twins, as the third line tells. Their first line has several ways of calling `check`
//! with an `OR` between them, for both encodings of schedules.
//!
//! Those of `tests/programs/guessed_memory` are about all that threads can share; they are checked as they are, and by the schemas that guess what that contains: `lr`, `mu` and `imu`. Bounds on schedules
//! are then those of the schema.

use std::path::{Path, PathBuf};

use crate::invocation::call_in;
use crate::{annotated_programs, tools, work_sharing};

#[test]
fn twins_are_told_apart() {
    tell_apart("twins", 25, &[""]);
}

#[test]
fn what_was_misjudged_is_told_apart() {
    tell_apart("once_misjudged", 25, &[""]);
}

#[test]
fn what_is_guessed_is_told_apart() {
    let mut ways = vec![
        "",
        "--schema lr",
        "--schema mu --writes 30",
        "--schema imu --writes 8",
    ];
    if tools::has("cbmc", "what_is_guessed_is_told_apart") {
        ways.push("--schema lr --backend cbmc");
        ways.push("--schema imu --writes 5 --backend cbmc");
    }
    tell_apart("guessed_memory", 19, &ways);
}

/// CBMC takes long for a sequence of all writes: it is asked about what it could read differently.
#[test]
fn what_is_guessed_in_one_sequence_is_told_apart_by_cbmc() {
    if !tools::has("cbmc", "what_is_guessed_in_one_sequence") {
        return;
    }
    let names = [
        "floating_sum",
        "not_a_number",
        "pointer_or_number",
        "record_of_i386",
        "truth_value",
        "union_of_bytes",
    ];
    let programs = annotated_programs::programs("guessed_memory");
    let is_meant = |path: &PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        names.iter().any(|part| name.contains(part))
    };
    let programs: Vec<PathBuf> = programs.into_iter().filter(is_meant).collect();
    assert!(programs.len() >= 7, "{programs:?}");
    tell_these_apart(&programs, &["--schema mu --writes 10 --backend cbmc"]);
}

/// `more`: further options, in each of these ways.
fn tell_apart(folder: &str, least: usize, more: &[&str]) {
    let programs = annotated_programs::programs(folder);
    assert!(programs.len() >= least, "{}", programs.len());
    tell_these_apart(&programs, more);
}

fn tell_these_apart(programs: &[PathBuf], more: &[&str]) {
    let wrong = work_sharing::map(programs, |path| match header(path) {
        Ok((folder, ways)) => {
            let ways = ways
                .iter()
                .flat_map(|options| more.iter().map(move |more| (options, more)));
            let troubles = ways.flat_map(|(options, more)| {
                let options = match more.contains("--writes") {
                    true => without_schedule(options),
                    false => options.clone(),
                };
                let more = more.split_whitespace().map(str::to_string);
                // They are not about races, nor about memory errors.
                let wanted = [
                    "--property=unreach-call",
                    "--property=lock-misuse",
                    "--invalid-access-ends",
                ];
                let wanted = wanted.map(str::to_string);
                let options = options.into_iter().chain(more).chain(wanted);
                let options: Vec<String> = options.collect();
                let (right, twin) = (&[][..], &["-DUNSAFE"][..]);
                [right, twin].map(|definition| trouble(&folder, path, definition, &options))
            });
            troubles.flatten().collect()
        }
        Err(why) => vec![format!("{}: {why}", path.display())],
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Without the bound on schedules.
fn without_schedule(options: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut options = options.iter();
    while let Some(option) = options.next() {
        match ["--rounds", "--contexts"].contains(&option.as_str()) {
            true => drop(options.next()),
            false => kept.push(option.clone()),
        }
    }
    kept
}

/// What is wrong with the answer.
fn trouble(folder: &Path, path: &Path, definition: &[&str], options: &[String]) -> Option<String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut words: Vec<&str> = vec!["check", "-std=gnu11", &name];
    words.extend(definition);
    words.extend(options.iter().map(String::as_str));
    let said = call_in(folder, &words, "");
    let is_right = match definition.is_empty() {
        // Complete, or within the bounds.
        true => matches!(said.code, 0 | 5) && said.output.starts_with("SAFE"),
        // What a schema finds has to be an execution by itself.
        false => {
            said.code == 10
                && said.output.starts_with("UNSAFE")
                && !said.output.contains("confirmed on the threads")
        }
    };
    match is_right {
        true => None,
        false => Some(format!(
            "{}: unspool {}: code {}\n{}\n{}",
            path.display(),
            words.join(" "),
            said.code,
            said.output,
            said.errors
        )),
    }
}

/// Its folder, and the options of its first line for each way of calling `check`.
fn header(path: &Path) -> Result<(PathBuf, Vec<Vec<String>>), String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let mut lines = text.lines();
    let options = lines.next().and_then(|line| line.strip_prefix("// WITH "));
    let options = options.ok_or("no `// WITH OPTIONS` on the first line")?;
    if !lines
        .nth(1)
        .is_some_and(|line| line.starts_with("// UNSAFE: "))
    {
        return Err("no `// UNSAFE: what is wrong with the twin` on the third line".to_string());
    }
    if !text.contains("def UNSAFE\n") {
        return Err("UNSAFE makes no difference".to_string());
    }
    let folder = path.parent().ok_or("no folder")?;
    let words: Vec<String> = options.split_whitespace().map(str::to_string).collect();
    let ways = words.split(|word| word == "OR").map(<[String]>::to_vec);
    Ok((folder.to_path_buf(), ways.collect()))
}
