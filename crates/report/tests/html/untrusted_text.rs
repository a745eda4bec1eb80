//! Text of the user's files in a browser: it is shown, and never more than that.

use unspool_report::html::page;

use crate::browser::Browser;
use crate::samples::{HOSTILE, hostile};

/// Hostile text is shown as it is written, and runs nothing. What the page would let through is noticed: see the second part.
#[test]
fn nothing_of_the_users_runs_and_nothing_leaves_the_page() {
    let Some(mut browser) = Browser::start("nothing_of_the_users_runs") else {
        return;
    };
    let hostile_page = page(&hostile());
    browser.open(&hostile_page, "#step=6");
    for _ in 0..20 {
        browser.press("ArrowRight");
    }
    browser.screenshot("hostile");
    assert_eq!(browser.evaluate("typeof window.hacked"), "undefined");
    assert_eq!(
        browser.evaluate("document.images.length + document.scripts.length"),
        2
    );
    let heading = browser.evaluate("document.querySelector('h1').textContent");
    assert_eq!(heading, HOSTILE);
    assert_eq!(
        browser.evaluate("document.querySelector('.violation .statement').textContent"),
        HOSTILE
    );
    assert_eq!(browser.troubles(), [""; 0]);

    // Were something not escaped, the policy would stop it, and this test would say so.
    let broken = hostile_page.replace(
        "<header",
        "<script>window.hacked = 3</script><img src=\"http://127.0.0.1:9/picture.png\"><header",
    );
    browser.open(&broken, "");
    assert_eq!(browser.evaluate("typeof window.hacked"), "undefined");
    let troubles = browser.troubles().join("\n");
    assert!(
        troubles.contains("script-src") && troubles.contains("picture.png"),
        "{troubles}"
    );
}
