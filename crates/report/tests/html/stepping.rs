//! Moving through an execution: what is seen at each position, and every way to get there. Each test opens its own browser; where Chromium is
//! missing they are skipped, visibly.

use serde_json::{Value, json};
use unspool_report::html::page;

use crate::browser::Browser;
use crate::samples::{long, lost_update};

/// What one sees of a position: the lines where threads stand, the active one first; what is marked; the value of `counter`, and whether it
/// stands out.
const SEEN: &str = "(() => {
  const lines = [...document.querySelectorAll('.line.here')].sort((a, b) => b.matches('.active') - a.matches('.active'));
  const stand = lines.map((line) => `${line.dataset.line}:${[...line.querySelectorAll('.badge')].map((b) => b.innerText).join('+')}`);
  const row = document.querySelector('.memory tbody tr');
  return { lines: stand.join(' '), marked: document.querySelector('.active mark').innerText,
           value: row.querySelector('.value code').innerText, changed: row.matches('.changed'),
           writer: row.querySelector('.writer').innerText.trim() };
})()";

/// Position, lines with threads, statement, value, whether it changed, by whom it was written.
type Expected = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    bool,
    &'static str,
);

/// The execution as one steps through it. Steps 13 and 14 do not matter, and are passed over.
#[rustfmt::skip]
const STORY: [Expected; 14] = [
    ("#step=1", "19:T0", "pthread_create(&a, 0, add, 0);", "0", false, ""),
    ("#step=2", "20:T0", "pthread_create(&b, 0, add, 0);", "0", false, ""),
    ("#step=3", "9:T1 20:T0", "int seen = counter;", "0", false, ""),
    ("#step=4", "9:T2+T1 20:T0", "int seen = counter;", "0", false, ""),
    ("#step=5", "10:T2 9:T1 20:T0", "pthread_mutex_lock(&lock);", "0", false, ""),
    ("#step=6", "11:T2 9:T1 20:T0", "counter = seen + 1;", "1", true, "T2 #6"),
    ("#step=7", "12:T2 9:T1 20:T0", "pthread_mutex_unlock(&lock);", "1", false, "T2 #6"),
    ("#step=8", "13:T2 9:T1 20:T0", "return unused;", "1", false, "T2 #6"),
    ("#step=9", "10:T1 20:T0", "pthread_mutex_lock(&lock);", "1", false, "T2 #6"),
    ("#step=10", "11:T1 20:T0", "counter = seen + 1;", "1", true, "T1 #10"),
    ("#step=11", "12:T1 20:T0", "pthread_mutex_unlock(&lock);", "1", false, "T1 #10"),
    ("#step=12", "13:T1 20:T0", "return unused;", "1", false, "T1 #10"),
    ("#step=15", "23:T0", "assert(counter == 2);", "1", false, "T1 #10"),
    ("#violation", "23:T0", "assert(counter == 2);", "1", false, "T1 #10"),
];

#[test]
fn stepping_moves_lines_and_values() {
    let Some(mut browser) = Browser::start("stepping_moves_lines_and_values") else {
        return;
    };
    browser.open(&page(&lost_update()), "");
    let forward = STORY.iter();
    let back = STORY.iter().rev().skip(1);
    // There by keys, back by the button: the same is seen both ways.
    for (index, expected) in forward.chain(back).enumerate() {
        match index {
            0 => browser.screenshot("first"),
            1..14 => browser.press("ArrowRight"),
            _ => browser.click("#previous"),
        }
        expect_seen(&mut browser, expected);
    }
    // At an end, there is no further.
    browser.press("ArrowLeft");
    expect_seen(&mut browser, &STORY[0]);
    assert_eq!(browser.troubles(), [""; 0]);
}

fn expect_seen(browser: &mut Browser, expected: &Expected) {
    let (address, lines, marked, value, changed, writer) = *expected;
    let wanted = json!({ "lines": lines, "marked": marked, "value": value, "changed": changed, "writer": writer });
    assert_eq!(position(browser), address);
    assert_eq!(browser.evaluate(SEEN), wanted, "{address}");
}

/// Each way to move, from a position to a position.
#[test]
fn keys_buttons_links_and_addresses_move() {
    let Some(mut browser) = Browser::start("keys_buttons_links_and_addresses_move") else {
        return;
    };
    browser.open(&page(&lost_update()), "");
    #[derive(Debug)]
    enum By {
        Key(&'static str),
        Click(&'static str),
        Address(&'static str),
    }
    use By::{Address, Click, Key};
    let ways = [
        ("#step=3", Key("End"), "#violation"),
        ("#step=3", Key("Home"), "#step=1"),
        ("#step=3", Key("j"), "#step=4"),
        ("#step=3", Key("k"), "#step=2"),
        ("#step=5", Key("PageDown"), "#step=9"),
        ("#step=6", Key("PageUp"), "#step=4"),
        ("#step=4", Key("PageUp"), "#step=3"),
        ("#step=2", Key("PageUp"), "#step=1"),
        ("#step=15", Key("PageDown"), "#violation"),
        ("#step=1", Key("w"), "#step=6"),
        ("#step=6", Key("w"), "#step=10"),
        ("#step=10", Key("w"), "#step=10"),
        ("#step=9", Key("W"), "#step=6"),
        ("#step=3", Key("x"), "#step=3"),
        ("#step=3", Click("#next"), "#step=4"),
        ("#step=3", Click("#previous"), "#step=2"),
        ("#step=3", Click("#first"), "#step=1"),
        ("#step=3", Click("#last"), "#violation"),
        ("#violation", Click("#next"), "#violation"),
        ("#step=5", Click("#next-switch"), "#step=9"),
        ("#step=6", Click("#previous-switch"), "#step=4"),
        ("#step=3", Click("#next-write"), "#step=6"),
        ("#step=7", Click("#previous-write"), "#step=6"),
        ("#step=3", Click(".related li:nth-child(3) a"), "#step=10"),
        ("#step=3", Click(".headline .place"), "#violation"),
        ("#step=3", Click("#position-6"), "#step=7"),
        ("#step=7", Click(".memory .writer a"), "#step=6"),
        ("#step=3", Click("#slider"), "#step=7"),
        ("#step=3", Click("#timeline .end"), "#violation"),
        ("#step=3", Address("#step=99"), "#violation"),
        ("#step=3", Address("#step=0"), "#step=1"),
    ];
    for (from, by, to) in ways {
        browser.evaluate(&format!("location.hash = '{from}'"));
        wait_for(&mut browser, position, from);
        match by {
            Key(key) => browser.press(key),
            Click(selector) => browser.click(selector),
            Address(address) => {
                browser.evaluate(&format!("location.hash = '{address}'"));
                wait_for(&mut browser, position, to);
            }
        }
        assert_eq!(position(&mut browser), to, "{by:?} from {from}");
        wait_for(&mut browser, address, to);
    }
    // In the list, also up and down.
    browser.evaluate("location.hash = '#step=3'; document.getElementById('steps').focus()");
    wait_for(&mut browser, position, "#step=3");
    browser.press("ArrowDown");
    assert_eq!(position(&mut browser), "#step=4");
    browser.press("ArrowUp");
    assert_eq!(position(&mut browser), "#step=3");
    assert_eq!(browser.troubles(), [""; 0]);
}

/// A step that is hidden can be shared, and shows all steps; hiding goes on to the next that matters.
#[test]
fn steps_that_do_not_matter_are_shown_on_demand() {
    let Some(mut browser) = Browser::start("steps_that_do_not_matter") else {
        return;
    };
    browser.open(&page(&lost_update()), "#step=13");
    let rows = "document.querySelectorAll('.step').length";
    assert_eq!(
        browser.evaluate("document.getElementById('all').checked"),
        true
    );
    assert_eq!(browser.evaluate(rows), 16);
    assert!(browser.text("#now").contains("Step 13 of 15"));
    browser.click("#all");
    assert_eq!(browser.evaluate(rows), 14);
    assert!(browser.text("#now").contains("Step 15 of 15"));
    browser.press("a");
    assert_eq!(browser.evaluate(rows), 16);
    assert_eq!(browser.troubles(), [""; 0]);
}

/// Ten thousand steps open, jump and step without a wait. The limits leave room for a machine that is busy with other things; the times
/// that are measured go to the terminal with `--nocapture`.
#[test]
fn long_executions_stay_quick() {
    let Some(mut browser) = Browser::start("long_executions_stay_quick") else {
        return;
    };
    browser.open(&page(&long(10_000)), "");
    let opened = browser.evaluate(
        "Math.round(performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd)",
    );
    // The fastest of some: what the page costs, not what else the machine does.
    let time = |browser: &mut Browser, key: &str| -> Value {
        browser.evaluate(&format!(
            "(() => {{ const times = [];
              for (let i = 0; i < 20; i++) {{
                const start = performance.now();
                document.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}' }}));
                document.body.offsetHeight;
                times.push(performance.now() - start);
              }}
              return Math.ceil(Math.min(...times)); }})()"
        ))
    };
    let first = time(&mut browser, "ArrowRight");
    browser.press("End");
    assert_eq!(position(&mut browser), "#violation");
    let last = time(&mut browser, "ArrowLeft");
    browser.screenshot("long_10000");
    let contexts = browser.evaluate("document.querySelectorAll('.context').length");
    assert!(contexts.as_u64() > Some(1000), "{contexts}");
    println!("milliseconds: opened after {opened}, a step at the begin {first}, at the end {last}");
    for (what, taken, limit) in [
        ("opening", &opened, 20_000),
        ("a step", &first, 200),
        ("a step back", &last, 200),
    ] {
        assert!(taken.as_u64() < Some(limit), "{what} takes {taken} ms");
    }
    assert_eq!(browser.troubles(), [""; 0]);
}

/// The address of the row that is selected.
pub fn position(browser: &mut Browser) -> String {
    let address = browser.evaluate(
        "(() => { const row = document.querySelector('.step.selected');
          return row.matches('.violation') ? '#violation' : `#step=${Number(row.dataset.position) + 1}`; })()",
    );
    address.as_str().unwrap_or_default().to_string()
}

/// Waits until the address is this, or the position: each follows the other a moment later.
fn wait_for(browser: &mut Browser, what: fn(&mut Browser) -> String, wanted: &str) {
    for _ in 0..200 {
        if what(browser) == wanted {
            return;
        }
        browser.evaluate("new Promise((done) => setTimeout(done, 20)).then(() => 1)");
    }
    panic!("{wanted} is not reached, but {}", what(browser));
}

fn address(browser: &mut Browser) -> String {
    browser
        .evaluate("location.hash")
        .as_str()
        .unwrap_or_default()
        .to_string()
}
