//! Violations that `unspool check` shows are as simple as can be: switches, steps, inputs.

use serde_json::Value;

use crate::invocation::Workplace;

/// A thread that may set a variable, one that has no part in it, and a main thread that sees it.
const PROGRAM: &str = "#include <assert.h>
#include <pthread.h>
int shared, other;
int __VERIFIER_nondet_int(void);
void *worker(void *argument)
{
    int x = __VERIFIER_nondet_int();
    for (int i = 0; i < 3; i++)
        other = i;
    if (CONDITION)
        shared = 1;
    for (int i = 0; i < 3; i++)
        other = i;
    return 0;
}
void *bystander(void *argument)
{
    int seen = shared;
    other = seen;
    return 0;
}
int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], 0, worker, 0);
    pthread_create(&threads[1], 0, bystander, 0);
    JOIN;
    assert(shared == 0);
    return 0;
}
";

/// What is said, and the step that found the violation.
fn checked(condition: &str, join: &str) -> (String, Option<Value>) {
    let place = Workplace::new("simple_violations").with("a.c", PROGRAM);
    let define = format!("-DCONDITION={condition} -DJOIN={join}");
    let said = place.call(&format!(
        "check a.c --unwind 4 --rounds 4 {define} --stats=json --property unreach-call"
    ));
    let last = said.output.lines().last().unwrap_or_default();
    let value: Value = serde_json::from_str(last).expect("JSON");
    let is_found = value["verdict"] == "unsafe";
    assert_eq!(said.code, if is_found { 10 } else { 0 }, "{}", said.errors);
    let steps = value["steps"].as_array().expect("steps");
    let mut steps = steps.iter().filter(|step| step["answer"] == "violation");
    let found = steps.next().cloned();
    assert_eq!(found.is_some(), is_found);
    (said.output, found)
}

#[test]
fn the_fewest_switches_and_the_simplest_inputs_are_shown() {
    let all = "pthread_join(threads[0],0);pthread_join(threads[1],0)";
    let table = [
        // Condition, join, input, switches.
        ("1", "0", "0", 2),
        ("x>1000&&x%7==3", "0", "1004", 2),
        ("x<-1000", "0", "-1001", 2),
        // Who is waited for has to run, even if nobody sees anything of it.
        ("x>1000", "pthread_join(threads[0],0)", "1001", 2),
        ("x>1000", all, "1001", 3),
    ];
    for (condition, join, input, switches) in table {
        let (output, step) = checked(condition, join);
        let step = step.expect("a violation");
        let mut lines = output.lines().filter(|line| line.contains(" input "));
        let is_input = |line: &str| line.split_whitespace().any(|word| word == input);
        assert!(lines.any(is_input), "{condition}: {output}");
        assert_eq!(step["switches"], switches, "{condition}, {join}: {output}");
        for known in ["is_fewest_switches", "is_shortest", "inputs_are_simplest"] {
            assert_eq!(step[known], true, "{condition}: {known}");
        }
    }
    let (_, none) = checked("x>7&&x<7", "0");
    assert!(none.is_none());
}
