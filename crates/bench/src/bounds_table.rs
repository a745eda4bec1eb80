//! A table of tasks whose violation was found, with the bounds that found it as options: within the same bounds, other ways can be compared.

use std::collections::HashSet;

use crate::answer::Verdict;
use crate::results::Results;
use crate::run_task::End;

/// A task is there once, with the bounds of the first tool that tells any.
pub fn table(results: &Results) -> String {
    let mut text = String::from("task\tproperty\texpected\tdata_model\tcategory\toptions\n");
    let mut seen = HashSet::new();
    for row in &results.rows {
        let measured = &row.measured;
        let is_found = measured.verdict == Verdict::Unsafe && measured.end == End::Finished;
        let Some(bounds) = measured.bounds.as_ref().filter(|_| is_found) else {
            continue;
        };
        if seen.insert(row.number) {
            text.push_str(&format!(
                "{}\t{}\t{}\t{}\t{}\t{bounds}\n",
                row.task,
                row.property,
                row.expected,
                row.data_model.name(),
                row.category,
            ));
        }
    }
    text
}
