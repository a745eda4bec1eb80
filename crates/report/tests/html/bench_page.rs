//! The page of `unspool bench`, which has the frame and the colours of ours.

use serde_json::json;
use unspool_bench::page::page;
use unspool_bench::results::Results;
use unspool_report::html::{Document, document};

use crate::appearance::FAINT_TEXTS;
use crate::browser::Browser;

fn row(number: u32, tool: &str, class: &str, judgement: &str, seconds: f64) -> serde_json::Value {
    json!({
        "category": if number.is_multiple_of(2) { "even" } else { "odd" },
        "task": format!("task{number}.c"), "property": "unreach-call", "data_model": "LP64",
        "tool": tool, "options": "", "expected": number.is_multiple_of(3), "class": class, "judgement": judgement,
        "end": "finished", "verdict": "unsafe", "cpu_seconds": seconds, "wall_seconds": seconds * 1.1,
        "memory_bytes": 20_000_000 + number * 1_000_000, "unwind": 1, "rounds": 3, "encoding": "rounds",
        "steps": 2, "variables": 7, "clauses": 9, "exit": "10", "bounds": "--unwind 1",
        "note": "a note with <b>markup</b> & </script><script>document.title = 'caught'</script>",
        "number": number,
    })
}

/// Two tools, the second of which is wrong about the last task and fails on the last but one.
fn results(slower: f64) -> Results {
    let mut rows = Vec::new();
    for number in 0..12 {
        let seconds = 0.01 * f64::from(1 << number) * slower;
        rows.push(row(number, "unspool", "correct", "right-unsafe", seconds));
        let (class, judgement) = match number {
            11 => ("wrong", "wrong"),
            10 => ("error", "failed"),
            9 => ("timeout", "out-of-time"),
            _ => ("correct", "right-unsafe"),
        };
        rows.push(row(number, "<other>", class, judgement, seconds * 3.0));
    }
    let results = json!({
        "format": "unspool-bench", "version": 1, "unspool": "0", "is_complete": true, "rows": rows,
        "machine": { "cores": 2, "memory_bytes": 8_000_000_000u64, "cpu": "a <processor>", "system": "linux" },
        "limits": { "time_seconds": 60.0, "memory_bytes": 4_000_000_000u64, "at_a_time": 1 },
        "tools": [
            { "name": "unspool", "command": ["unspool", "check"], "version": "unspool 0" },
            { "name": "<other>", "command": ["other", "{file}"], "version": null },
        ],
    });
    serde_json::from_value(results).expect("results")
}

fn framed(results: &Results, earlier: Option<&Results>) -> String {
    let parts = page(results, earlier);
    document(&Document {
        title: &parts.title,
        generator: "unspool 0",
        style: parts.style,
        body: &parts.body,
        script: parts.script,
    })
}

#[test]
fn plots_and_rows_are_shown_and_rows_can_be_chosen() {
    let Some(mut browser) = Browser::start("plots_and_rows_are_shown_and_rows_can_be_chosen")
    else {
        return;
    };
    let page = framed(&results(1.0), Some(&results(2.0)));
    for scheme in ["light", "dark"] {
        browser.emulate("screen", scheme);
        browser.open(&page, "");
        browser.resize(1400, 900);
        assert_eq!(browser.evaluate(FAINT_TEXTS), json!([]), "{scheme}");
        browser.screenshot(&format!("bench_{scheme}"));
    }
    assert_eq!(browser.troubles(), [""; 0]);
    assert_eq!(
        browser.evaluate("document.title"),
        "12 tasks: unspool, <other>"
    );
    assert_eq!(browser.text("h1"), "12 tasks, unspool, <other>");
    assert_eq!(browser.text(".chip.bad"), "wrong: 1, errors: 1");
    // A line for each tool, two plots for the tools and two for each tool now and earlier.
    assert_eq!(
        browser.evaluate("document.querySelectorAll('svg.plot .series').length"),
        2
    );
    assert_eq!(
        browser.evaluate("document.querySelectorAll('svg.plot.scatter').length"),
        6
    );
    let points =
        "document.querySelectorAll('svg.plot.scatter')[0].querySelectorAll('.point.KIND').length";
    for (kind, count) in [("unsafe", 6), ("safe", 3), ("open", 2), ("wrong", 1)] {
        assert_eq!(
            browser.evaluate(&points.replace("KIND", kind)),
            count,
            "{kind}"
        );
    }

    let cells = |browser: &mut Browser, column: usize| {
        let expression = format!(
            "[...document.querySelectorAll('#rows tbody tr')].filter((row) => !row.hidden).map((row) => row.cells[{column}].textContent)"
        );
        let cells = browser.evaluate(&expression);
        let cells = cells.as_array().expect("cells").iter();
        cells
            .map(|cell| cell.as_str().expect("text").to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(cells(&mut browser, 0)[..3], ["WRONG", "FAILED", "unsafe"]);
    browser.click("#rows th:nth-child(7) button");
    let seconds = |browser: &mut Browser| {
        let cells = cells(browser, 6).into_iter();
        cells
            .map(|cell| cell.parse::<f64>().expect("a number"))
            .collect::<Vec<_>>()
    };
    assert!(seconds(&mut browser).is_sorted());
    browser.click("#rows th:nth-child(7) button");
    assert!(seconds(&mut browser).is_sorted_by(|a, b| a >= b));
    browser.click("#filter input");
    for key in ["o", "t", "h", "e", "r", ">"] {
        browser.press(key);
    }
    assert_eq!(cells(&mut browser, 3), ["<other>"; 12]);
    assert_eq!(browser.text("#filter output"), "12 of 24");
    assert_eq!(browser.troubles(), [""; 0]);
}

#[test]
fn without_scripts_all_but_choosing_is_there() {
    let Some(mut browser) = Browser::start("without_scripts_all_but_choosing_is_there") else {
        return;
    };
    browser.disable_scripts();
    browser.open(&framed(&results(1.0), None), "");
    assert_eq!(
        browser.evaluate("document.querySelectorAll('#rows tbody tr').length"),
        24
    );
    assert_eq!(
        browser.evaluate("document.getElementById('filter').hidden"),
        true
    );
    assert_eq!(
        browser.evaluate("document.querySelectorAll('svg.plot').length"),
        3
    );
}
