//! Whole documents, compared with files in `tests/snapshots`. UNSPOOL_BLESS=1 writes them anew.

use crate::samples;

pub fn check(name: &str, document: &str) {
    let path = samples::folder("snapshots").join(name);
    if std::env::var_os("UNSPOOL_BLESS").is_some() {
        std::fs::create_dir_all(samples::folder("snapshots")).unwrap();
        std::fs::write(&path, document).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    if expected != document {
        let line = expected
            .lines()
            .zip(document.lines())
            .position(|(expected, found)| expected != found)
            .unwrap_or(expected.lines().count().min(document.lines().count()));
        panic!(
            "{} differs from line {} on: expected {:?}, found {:?}; UNSPOOL_BLESS=1 writes it anew",
            path.display(),
            line + 1,
            expected.lines().nth(line),
            document.lines().nth(line),
        );
    }
}
