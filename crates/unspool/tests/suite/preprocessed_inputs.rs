//! Inputs that were preprocessed elsewhere: people are told of the lines that they wrote, other tools of the lines of the file that was given.

use unspool_report::json;
use unspool_report::model::{GivenPlace, Report};

use crate::invocation::Workplace;

/// As GCC leaves it. Its own lines are those behind `|`, and the lines of `counter.c` those in markers.
const COUNTER: &str = "# 0 \"counter.c\"
# 1 \"/usr/include/pthread.h\" 1 3 4
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
# 2 \"counter.c\" 2
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int counter, limit;
void *add(void *p) { int seen = counter; counter = seen + 1; return
# 5 \"counter.c\" 3 4
 ((void *)0)
# 5 \"counter.c\"
     ; }
# 40 \"counter.c\"
int main(void)
{
    pthread_t first, second;
    limit = __VERIFIER_nondet_int();
    pthread_create(&first, 0, add, 0);
    pthread_create(&second,
# 45 \"counter.c\" 3 4
                           ((void *)0)
# 45 \"counter.c\"
                               ,
        add, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    if (counter != 2 && limit == 7)
        reach_error();
    return 0;
}
";

fn checked(name: &str, input: &str) -> (Workplace, Report) {
    let place = Workplace::new(name).with("task.i", input);
    let said = place.call("check task.i --json r.json --witness w.yml");
    let said = said.expect(10, &["wrote w.yml"]);
    assert!(
        said.output.starts_with("UNSAFE: counter.c:50:9: "),
        "{}",
        said.output
    );
    let text = std::fs::read_to_string(place.folder.join("r.json")).expect("a report");
    (place, json::read(&text).expect("a report"))
}

/// The physical line that has this text.
fn line_of(part: &str) -> u32 {
    let line = COUNTER.lines().position(|line| line.contains(part));
    line.expect("a line") as u32 + 1
}

#[test]
fn witnesses_speak_of_the_lines_of_the_input() {
    let (place, _) = checked("given_witness", COUNTER);
    let witness = std::fs::read_to_string(place.folder.join("w.yml")).expect("a witness");
    let location = |line: u32, column: u32| {
        format!("file_name: 'task.i'\n          line: {line}\n          column: {column}\n")
    };
    let mut rest = witness.as_str();
    for (kind, line, column) in [
        ("function_return", line_of("limit = __V"), 35),
        ("function_enter", line_of("&first, 0, add"), 37),
        // The closing parenthesis stands three markers further down.
        ("function_enter", line_of("        add, 0);"), 15),
        ("assumption", line_of("void *add"), 22),
        ("assumption", line_of("void *add"), 42),
        ("target", line_of("        reach_error"), 9),
    ] {
        let (_, behind) = rest
            .split_once(&format!("type: '{kind}'"))
            .unwrap_or_else(|| panic!("no {kind} in {rest}\n of {witness}"));
        rest = behind;
        while !rest
            .split("type:")
            .next()
            .is_some_and(|it| it.contains(&location(line, column)))
        {
            let next = rest.split_once(&format!("type: '{kind}'"));
            rest = next
                .unwrap_or_else(|| panic!("no {kind} at {line}:{column} in {witness}"))
                .1;
        }
    }
    assert!(!witness.contains("counter.c"), "{witness}");
    let graph = place
        .call("show r.json --format graphml")
        .expect(0, &[])
        .output;
    assert!(!graph.contains("counter.c"), "{graph}");
    let target = format!(
        "<data key=\"startline\">{}</data>",
        line_of("        reach_error")
    );
    assert!(graph.contains(&target), "{graph}");
}

#[test]
fn people_are_told_of_the_lines_that_they_wrote() {
    let (place, report) = checked("given_listing", COUNTER);
    let sarif = place
        .call("show r.json --format sarif")
        .expect(0, &[])
        .output;
    assert!(sarif.contains("\"startLine\": 50"), "{sarif}");
    let trace = report.trace.expect("a trace");
    let place = trace.violation.place.expect("a place");
    assert_eq!(report.program.files[place.file].name, "counter.c");
    let input = report
        .program
        .files
        .iter()
        .position(|file| file.name == "task.i");
    let given = GivenPlace {
        file: input.expect("the input"),
        line: line_of("        reach_error"),
        column: Some(9),
    };
    assert_eq!(place.given, Some(given));
    assert_eq!(report.program.files[given.file].text, COUNTER);
}

/// Without line markers, lines are those of the input anyway.
#[test]
fn inputs_without_markers_need_no_second_place() {
    let text: String = COUNTER
        .lines()
        .filter(|line| !line.starts_with("# "))
        .map(|line| format!("{line}\n"))
        .collect();
    let place = Workplace::new("given_plain").with("task.i", text);
    place
        .call("check task.i --json r.json --witness w.yml")
        .expect(10, &["wrote w.yml"]);
    let text = std::fs::read_to_string(place.folder.join("r.json")).expect("a report");
    assert!(!text.contains("\"given\""), "{text}");
}
