//! Whether a program is still the one that a report is about, as far as the report knows it.
//!
//! A report has the hashes of the inputs and of the files that its trace mentions. If these are the same, then the program is the same, unless a header that is not
//! mentioned has changed, or the options have.

use sha2::{Digest, Sha256};
use unspool_report::model::{CheckedProgram, SourceFile};

/// Whether the files, of which these are the inputs now, are those that were checked.
pub fn are_unchanged(checked: &CheckedProgram, inputs: &[String]) -> bool {
    let has_inputs = checked.inputs.len() == inputs.len();
    let are_listed = checked.inputs.iter().all(|input| {
        let mut files = checked.files.iter();
        files.any(|file| file.name == *input && file.sha256.is_some())
    });
    let hashed = checked.files.iter().filter(|file| file.sha256.is_some());
    has_inputs && are_listed && hashed.clone().all(|file| is_same(file, checked, inputs))
}

/// An input may be elsewhere now; everything else is where it was.
fn is_same(file: &SourceFile, checked: &CheckedProgram, inputs: &[String]) -> bool {
    let number = checked.inputs.iter().position(|input| *input == file.name);
    let path = number.and_then(|number| inputs.get(number));
    let bytes = std::fs::read(path.unwrap_or(&file.name));
    bytes.is_ok_and(|bytes| {
        let hash: String = Sha256::digest(bytes)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        file.sha256.as_deref() == Some(hash.as_str())
    })
}
