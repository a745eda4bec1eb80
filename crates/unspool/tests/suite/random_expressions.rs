//! Random expressions have the values that `cc` gives them.

use unspool_ir::DataModel;

use crate::expression_generator::{Generated, Generator};
use crate::reference::{Behaviour, compiled, interpreted, lowered, round_trip};
use crate::{tools, work_sharing};

/// The variable UNSPOOL_RANDOM_PROGRAMS asks for another number.
const PROGRAMS: u64 = 80;
const EXPRESSIONS: usize = 60;

#[test]
fn random_expressions_have_the_values_that_cc_gives_them() {
    let folder = tools::folder("random_expressions");
    let asked_for = std::env::var("UNSPOOL_RANDOM_PROGRAMS").ok();
    let programs = asked_for.and_then(|n| n.parse().ok()).unwrap_or(PROGRAMS);
    let mut jobs: Vec<(u64, DataModel)> = Vec::new();
    for data_model in tools::data_models("random_expressions in ILP32") {
        jobs.extend((0..programs).map(|seed| (seed, data_model)));
    }
    let failures: Vec<String> = work_sharing::map(&jobs, |&(seed, data_model)| {
        let program = Generator::new(seed).program(EXPRESSIONS);
        let source = folder.join(format!("seed{seed}_{}.c", data_model.name()));
        std::fs::write(&source, &program.text).expect("a program");
        // x87 computes with more precision than the types have; SSE, like us, does not.
        let options = ["-fwrapv", "-msse2", "-mfpmath=sse", "-ffp-contract=off"];
        let result = compiled(&source, data_model, &options, &folder).and_then(|expected| {
            let lowered = lowered(&source, data_model)?;
            round_trip(&lowered)?;
            compare(&program, &expected, &interpreted(&lowered)?)
        });
        result
            .err()
            .map(|why| format!("seed {seed} in {}: {why}", data_model.name()))
    })
    .into_iter()
    .flatten()
    .collect();
    assert!(
        failures.is_empty(),
        "{} of {} programs differ:\n{}",
        failures.len(),
        jobs.len(),
        failures.join("\n")
    );
}

/// Names the statement whose value differs: each printed line begins with its number.
fn compare(program: &Generated, expected: &Behaviour, found: &Behaviour) -> Result<(), String> {
    let expected_text = String::from_utf8_lossy(&expected.output);
    let found_text = String::from_utf8_lossy(&found.output);
    let lines = expected_text.lines().zip(found_text.lines());
    for (expected, found) in lines {
        if expected != found {
            let number = expected
                .split(' ')
                .next()
                .and_then(|n| n.parse::<usize>().ok());
            let statement = number.and_then(|n| program.statements.get(n));
            return Err(format!(
                "expected `{expected}`, found `{found}`: {}",
                statement.map_or("", String::as_str)
            ));
        }
    }
    match expected == found {
        true => Ok(()),
        false => Err("the output's length or the exit status differs".to_string()),
    }
}
