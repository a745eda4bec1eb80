//! What the page tells about a position beside the source: variables, locks, threads, and events in words.

use serde_json::json;
use unspool_report::html::page;
use unspool_report::model::Event;
use unspool_report::words;

use crate::browser::Browser;
use crate::samples::{deadlock, lost_update};

/// Watching: what the explanation speaks of at first, then what one pins; locals belong to their thread.
#[test]
fn variables_can_be_watched() {
    let Some(mut browser) = Browser::start("variables_can_be_watched") else {
        return;
    };
    browser.open(&page(&lost_update()), "#step=6");
    let watched =
        "[...document.querySelectorAll('.watched .name')].map((name) => name.innerText).join()";
    assert_eq!(browser.evaluate(watched), "counter");
    assert_eq!(
        browser.evaluate(
            "[...document.querySelectorAll('.writes-list li')].map((li) => li.innerText).join('|')"
        ),
        "0|T2 1|T1 1"
    );
    browser.click(".thread-1 .local .pin");
    assert_eq!(browser.evaluate(watched), "counter,seen of add in T1");
    browser.click(".memory .pin");
    assert_eq!(browser.evaluate(watched), "seen of add in T1");
    let locks =
        "document.querySelectorAll('.memory tbody tr')[1].querySelector('.value').innerText";
    assert_eq!(browser.evaluate(locks), "held by T2");
    browser.press("ArrowRight");
    assert_eq!(
        browser
            .evaluate(locks)
            .as_str()
            .map(|text| text.split_whitespace().next()),
        Some(Some("free"))
    );
    let states = "[...document.querySelectorAll('.thread .status')].map((status) => status.innerText).join()";
    assert_eq!(browser.evaluate(states), "paused,paused,running");
    browser.press("End");
    assert_eq!(browser.evaluate(states), "fails here,ended,ended");
    assert_eq!(browser.troubles(), [""; 0]);
}

/// A deadlock: every thread tells what it waits for, and who holds it.
#[test]
fn a_deadlock_shows_who_waits_and_who_holds() {
    let Some(mut browser) = Browser::start("a_deadlock_shows_who_waits") else {
        return;
    };
    browser.open(&page(&deadlock()), "#violation");
    browser.screenshot("deadlock");
    let texts = |selector: &str| {
        format!("[...document.querySelectorAll('{selector}')].map((node) => node.innerText).join()")
    };
    let told = |browser: &mut Browser| {
        [".thread .status", ".memory .value code"]
            .map(|selector| browser.evaluate(&texts(selector)))
    };
    let [states, values] = told(&mut browser);
    assert_eq!(states, "waits for b,waits for a");
    assert_eq!(values, "held by T0,held by T1");
    assert_eq!(
        browser.evaluate("document.querySelectorAll('.bar.lock').length"),
        2
    );
    assert_eq!(
        browser.evaluate("document.querySelectorAll('.bar.wait').length"),
        2
    );
    browser.press("Home");
    let [states, values] = told(&mut browser);
    assert_eq!(states, "running,not begun yet");
    assert_eq!(values, "free,free");
    assert_eq!(browser.troubles(), [""; 0]);
}

/// The script tells of events in the words that all formats have.
#[test]
fn the_script_has_the_words_of_the_other_formats() {
    let Some(mut browser) = Browser::start("the_script_has_the_words") else {
        return;
    };
    let mut report = lost_update();
    let trace = report.trace.as_mut().expect("a trace");
    let (variable, value) = (0, "5".to_string());
    let (before, after) = (Some("3".to_string()), Some("4".to_string()));
    trace.steps[0].events.extend([
        Event::Write {
            variable,
            before: None,
            after: value.clone(),
        },
        Event::Write {
            variable,
            before: before.clone(),
            after: value.clone(),
        },
        Event::Update {
            variable,
            before: value.clone(),
            after,
        },
        Event::Update {
            variable,
            before: value.clone(),
            after: None,
        },
        Event::Input {
            variable: Some(variable),
            value: value.clone(),
            is_unset: false,
        },
        Event::Input {
            variable: None,
            value: value.clone(),
            is_unset: false,
        },
        Event::Input {
            variable: Some(variable),
            value,
            is_unset: true,
        },
    ]);
    for report in [report, deadlock()] {
        browser.open(&page(&report), "#step=1");
        browser.evaluate(
            "document.getElementById('all').checked || document.getElementById('all').click()",
        );
        let told = browser.evaluate(
            "[...document.querySelectorAll('.step:not(.violation)')].map((row) => [...row.querySelectorAll('.event')].map((event) => event.textContent))",
        );
        let trace = report.trace.expect("a trace");
        let words = |event| words::of_event(&trace, event);
        let wanted: Vec<Vec<String>> = trace
            .steps
            .iter()
            .map(|step| step.events.iter().map(words).collect())
            .collect();
        assert_eq!(told, json!(wanted));
    }
    assert_eq!(browser.troubles(), [""; 0]);
}
