//! How tables of tasks spell properties, and what `unspool check --property` calls them.
//!
//! A cell may be a conjunction, `a+b`: it holds if all parts do. Parts that are names of Unspool's are taken as they are; the names are
//! given by the caller.

/// Spellings that occur in tables and mean a property of another name.
const SPELLINGS: &[(&str, &str)] = &[
    // Says that a failing `assert` counts, too: for Unspool it always does.
    ("unreach-call(assert)", "unreach-call"),
    ("valid-deref", "valid-memsafety"),
    ("valid-free", "valid-memsafety"),
];

/// The names to ask for, each once; the error is the part that has none.
pub fn names<'c>(cell: &'c str, known: &[&str]) -> Result<Vec<String>, &'c str> {
    let mut names = Vec::new();
    for part in cell.split('+') {
        let spelled = SPELLINGS.iter().find(|(spelling, _)| *spelling == part);
        let name = spelled.map_or(part, |(_, name)| name);
        if !known.contains(&name) {
            return Err(part);
        }
        if !names.iter().any(|other| other == name) {
            names.push(name.to_string());
        }
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conjunctions_are_several_names_each_once() {
        let known = ["unreach-call", "no-data-race", "valid-memsafety"];
        let names = |cell| names(cell, &known).map(|names| names.join(" "));
        assert_eq!(names("unreach-call"), Ok("unreach-call".to_string()));
        assert_eq!(
            names("no-data-race+unreach-call(assert)+valid-deref+valid-free"),
            Ok("no-data-race unreach-call valid-memsafety".to_string())
        );
        assert_eq!(names("no-data-race+termination"), Err("termination"));
        assert_eq!(names(""), Err(""));
    }
}
