//! `unspool check` on small algorithms of concurrent programming, each right, and wrong when UNSAFE is defined.
//!
//! The programs of `tests/programs/twins` say on their first line what to call `check` with, so that a few seconds are enough, on the second what they are, and on the
//! third what is wrong with the twin. The right one must not be called unsafe, the wrong one must be: so a check that finds nothing, or something everywhere, is noticed.

use std::path::{Path, PathBuf};

use crate::invocation::call_in;
use crate::{annotated_programs, work_sharing};

#[test]
fn twins_are_told_apart() {
    let programs = annotated_programs::programs("twins");
    assert!(programs.len() >= 25, "{}", programs.len());
    let wrong = work_sharing::map(&programs, |path| {
        let (right, twin) = (trouble(path, &[]), trouble(path, &["-DUNSAFE"]));
        [right, twin]
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// What is wrong with the answer.
fn trouble(path: &Path, definition: &[&str]) -> Option<String> {
    let (folder, options) = match header(path) {
        Ok(header) => header,
        Err(why) => return Some(format!("{}: {why}", path.display())),
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut words: Vec<&str> = vec!["check", "-std=gnu11", &name];
    words.extend(definition);
    words.extend(options.split_whitespace());
    let said = call_in(&folder, &words, "");
    let is_right = match definition.is_empty() {
        // Complete, or within the bounds.
        true => matches!(said.code, 0 | 5) && said.output.starts_with("SAFE"),
        false => said.code == 10 && said.output.starts_with("UNSAFE"),
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

/// Its folder, and the options of its first line.
fn header(path: &Path) -> Result<(PathBuf, String), String> {
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
    Ok((folder.to_path_buf(), options.to_string()))
}
