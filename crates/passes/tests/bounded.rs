//! Which programs are bounded ones, and what is said of those that are not.

#[path = "expect/results.rs"]
mod results;

use unspool_passes::bounded::{BoundedThread, check, threads};

#[test]
fn each_rule_is_checked() {
    results::check_folder("bounded", |program| match check(program) {
        Ok(()) => "a bounded program\n".to_string(),
        Err(broken) => format!("{broken}\n"),
    });
}

#[test]
fn threads_are_listed_by_number() {
    let text = include_str!("bounded/well_formed.ir");
    let program = unspool_ir::text::parse(text).expect("a program");
    let name = |thread: BoundedThread| program.function(thread.function).name.clone();
    let list: Vec<(u32, String)> = threads(&program)
        .into_iter()
        .map(|thread| (thread.number, name(thread)))
        .collect();
    let expected = [(0, "main"), (1, "worker.1"), (3, "worker.3")];
    assert_eq!(
        list,
        expected.map(|(number, name)| (number, name.to_string()))
    );
}
