//! Whether the page can be read and used: by those who prefer dark or light, have a small screen, a keyboard only, paper, or no scripts.

use serde_json::json;
use unspool_report::html::page;

use crate::browser::Browser;
use crate::samples::{hostile, long, lost_update, safe};
use crate::stepping::position;

/// All text can be read in both schemes, which follow the system until one chooses. And the measure can fail.
#[test]
fn both_schemes_have_contrast() {
    let Some(mut browser) = Browser::start("both_schemes_have_contrast") else {
        return;
    };
    let lightness = "(() => { const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number); return r + g + b > 384 ? 'light' : 'dark'; })()";
    let reports = [
        ("lost_update", lost_update()),
        ("long", long(120)),
        ("safe", safe()),
    ];
    for scheme in ["light", "dark"] {
        browser.emulate("screen", scheme);
        for (name, report) in &reports {
            for address in ["", "#step=10", "#violation"] {
                browser.open(&page(report), address);
                browser.resize(1400, 900);
                assert_eq!(browser.evaluate(lightness), scheme);
                assert_eq!(
                    browser.evaluate(FAINT_TEXTS),
                    json!([]),
                    "{name} {scheme} {address}"
                );
                browser.screenshot(&format!(
                    "{name}_{scheme}_{}",
                    address.trim_start_matches('#')
                ));
                assert_eq!(browser.troubles(), [""; 0]);
            }
        }
    }
    browser.open(&page(&lost_update()), "");
    browser.click("#scheme");
    assert_eq!(browser.evaluate(lightness), "light");
    browser.press("d");
    assert_eq!(browser.evaluate(lightness), "dark");
    browser.evaluate("document.querySelector('h1').style.color = '#555'; 1");
    assert_ne!(browser.evaluate(FAINT_TEXTS), json!([]));
}

/// Texts with less contrast to their ground than WCAG AA asks for. Buttons that do nothing are exempt.
pub const FAINT_TEXTS: &str = "(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
  const ground = (node) => { for (let at = node; at; at = at.parentElement) { const c = rgba(getComputedStyle(at).backgroundColor); if (c[3] === 255) return c; } return [255, 255, 255, 255]; };
  const light = (c) => c.slice(0, 3).map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const faint = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; (text = walker.nextNode()); ) {
    const node = text.parentElement;
    if (!text.data.trim() || !node.checkVisibility() || node.closest('script, noscript, svg, .unseen, [aria-disabled=true]')) continue;
    const [one, other] = [light(rgba(getComputedStyle(node).color)), light(ground(node))].sort((a, b) => b - a);
    const contrast = (one + 0.05) / (other + 0.05);
    if (contrast < 4.5) faint.add(`${node.className} in ${node.parentElement.className}: ${text.data.slice(0, 20)} ${contrast.toFixed(2)}`);
  }
  return [...faint];
})()";

/// Everything that can be pressed can be reached with the keyboard, and shows that it is.
#[test]
fn the_keyboard_reaches_everything() {
    let Some(mut browser) = Browser::start("the_keyboard_reaches_everything") else {
        return;
    };
    browser.open(&page(&lost_update()), "#step=6");
    let mut reached = Vec::new();
    for _ in 0..60 {
        browser.press("Tab");
        let focus = browser.evaluate(
            "(() => { const at = document.activeElement; const style = getComputedStyle(at); at.dataset.reached = 1;
              return [at.id || at.className || at.tagName, style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1]; })()",
        );
        if focus[0] == "BODY" {
            break;
        }
        assert_eq!(focus[1], true, "{focus} has the focus and does not show it");
        reached.push(focus[0].as_str().unwrap_or_default().to_string());
    }
    let missed = browser.evaluate(
        "[...document.querySelectorAll('a, button, input, summary, [tabindex]')].filter((e) => e.checkVisibility() && !e.dataset.reached).map((e) => e.outerHTML)",
    );
    assert_eq!(missed, json!([]), "reached: {reached:?}");
    assert!(reached.iter().any(|id| id == "next"));
    // Where one listens, the step is told in a sentence; the list names its current row.
    let live =
        browser.evaluate("document.querySelector('#now[aria-live=polite] .unseen').textContent");
    assert_eq!(
        live,
        "Step 6 of 15: thread 2 (add) at counter.c:11: writes counter: 0 -> 1"
    );
    let row = browser.evaluate("document.getElementById(document.getElementById('steps').getAttribute('aria-activedescendant')).getAttribute('aria-selected')");
    assert_eq!(row, "true");
    let nameless = "[...document.querySelectorAll('button, input, a')].filter((e) => !(e.innerText || e.textContent || e.ariaLabel || e.closest('label')?.innerText).trim()).length";
    assert_eq!(browser.evaluate(nameless), 0);
    // The help takes the keys while it is open.
    browser.press("?");
    assert_eq!(
        browser.evaluate("document.getElementById('keys').open"),
        true
    );
    browser.screenshot("help");
    browser.press("ArrowRight");
    browser.press("Escape");
    assert_eq!(
        browser.evaluate("document.getElementById('keys').open"),
        false
    );
    assert_eq!(position(&mut browser), "#step=6");
    assert_eq!(browser.troubles(), [""; 0]);
}

/// From a phone to a wide screen, nothing is wider than the window; on a wide one, all panes are in sight.
#[test]
fn the_page_fits_the_window() {
    let Some(mut browser) = Browser::start("the_page_fits_the_window") else {
        return;
    };
    for (name, report) in [
        ("lost_update", lost_update()),
        ("hostile", hostile()),
        ("long", long(120)),
    ] {
        browser.open(&page(&report), "#step=6");
        for (width, height) in [
            (360, 800),
            (480, 900),
            (800, 1000),
            (1024, 768),
            (1400, 900),
            (2200, 1200),
        ] {
            browser.resize(width, height);
            browser.screenshot(&format!("{name}_{width}"));
            let excess = browser.evaluate("document.documentElement.scrollWidth - innerWidth");
            assert!(excess.as_i64() <= Some(0), "{name} at {width}: {excess}");
            if name == "lost_update" && width >= 1024 {
                assert_eq!(
                    browser.evaluate("document.documentElement.scrollHeight <= innerHeight"),
                    true,
                    "{width}"
                );
            }
        }
    }
    // On paper there is nothing to press, and the list is not cut.
    browser.emulate("print", "dark");
    assert_eq!(
        browser.evaluate("document.querySelector('.controls').checkVisibility()"),
        false
    );
    assert_eq!(browser.evaluate("(() => { const list = document.getElementById('steps'); return list.scrollHeight <= list.clientHeight; })()"), true);
    assert_eq!(browser.troubles(), [""; 0]);
}

#[test]
fn without_scripts_there_is_a_table() {
    let Some(mut browser) = Browser::start("without_scripts_there_is_a_table") else {
        return;
    };
    let rows = "document.querySelectorAll('noscript tbody tr').length";
    browser.open(&page(&lost_update()), "");
    assert_eq!(browser.evaluate(rows), 0, "with scripts, it is only text");
    browser.disable_scripts();
    browser.open(&page(&lost_update()), "");
    browser.screenshot("without_scripts");
    assert_eq!(browser.evaluate(rows), 15);
    assert_eq!(
        browser.evaluate("document.querySelector('main').checkVisibility()"),
        false
    );
    assert!(browser.text("noscript").contains("writes counter: 0 -> 1"));
}
