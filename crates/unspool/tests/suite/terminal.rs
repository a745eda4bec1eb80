//! Results on a terminal, which may not know all about itself.

use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Command, Stdio};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::invocation::Workplace;

const LONG: &str = "#include <assert.h>
int a_rather_long_name_of_a_variable, another_rather_long_name_of_a_variable;
int main(void)
{
    a_rather_long_name_of_a_variable = another_rather_long_name_of_a_variable + another_rather_long_name_of_a_variable + 1;
    assert(a_rather_long_name_of_a_variable == 0);
    return 0;
}
";

/// What is shown on a terminal of this size.
fn shown(place: &Workplace, rows: u16, columns: u16) -> String {
    let terminal: OwnedFd = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&terminal).expect("a terminal");
    unlockpt(&terminal).expect("a terminal");
    let size = Winsize {
        ws_row: rows,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(&terminal, size).expect("a terminal");
    let name = ptsname(&terminal, Vec::new()).expect("a name");
    let name = name.to_str().expect("a name");
    let open = File::options().read(true).write(true).open(Path::new(name));
    let mut child = Command::new(env!("CARGO_BIN_EXE_unspool"))
        .args(["check", "a.c", "--color", "never"])
        .current_dir(&place.folder)
        .stdin(Stdio::null())
        .stdout(open.expect("a terminal"))
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    let mut bytes = Vec::new();
    // When nobody is left who writes, reading is an error.
    File::from(terminal).read_to_end(&mut bytes).ok();
    child.wait().expect("an end");
    String::from_utf8_lossy(&bytes).replace('\r', "")
}

/// How many characters the longest row of the list has on a terminal of this size.
fn longest_row(place: &Workplace, rows: u16, columns: u16) -> usize {
    let text = shown(place, rows, columns);
    let rows = text.lines().filter(|line| line.contains("a.c:5 "));
    rows.map(|row| row.chars().count()).max().expect("a list")
}

#[test]
fn rows_and_columns_are_asked_for_separately() {
    let place = Workplace::new("terminal").with("a.c", LONG);
    let narrow = longest_row(&place, 24, 60);
    assert!(narrow <= 60, "{narrow}");
    assert_eq!(longest_row(&place, 0, 60), narrow);
    let usual = longest_row(&place, 24, 100);
    assert!((61..=100).contains(&usual), "{usual}");
    assert_eq!(longest_row(&place, 24, 0), usual);
}

#[test]
fn sentences_keep_to_the_width_of_a_terminal() {
    let place = Workplace::new("terminal_sentences").with("a.c", LONG);
    let narrow = shown(&place, 24, 60);
    let verdict = narrow.split("\n\n").next().unwrap_or_default();
    let long = |line: &&str| line.chars().count() > 60 && !line.contains("unspool check");
    assert_eq!(verdict.lines().find(long), None, "{narrow}");
    assert!(
        narrow.starts_with("UNSAFE: a.c:6:5: assertion failed:\n    a_rather"),
        "{narrow}"
    );
    let piped = place.call("check a.c").expect(10, &[]).output;
    let first = piped.lines().next().unwrap_or_default();
    assert!(first.ends_with("== 0 [unreach-call]"), "{piped}");
}
