//! The HTML page, as text and in a browser.

mod appearance;
mod bench_page;
mod browser;
mod samples;
mod state;
mod stepping;
mod untrusted_text;

use samples::{HOSTILE, hostile, long, lost_update, safe};
use unspool_report::html::page;
use unspool_report::model::Report;

/// How often the text of each kind may stand in a page that runs a script: the data and the script, and nothing that a user wrote.
#[test]
fn text_of_users_is_text() {
    for (name, report) in [("plain", lost_update()), ("hostile", hostile())] {
        let page = page(&report);
        for (part, count) in [
            ("<script", 2),
            ("</script", 2),
            ("<!--", 0),
            ("<img", 0),
            ("<style", 1),
            ("</style", 1),
        ] {
            assert_eq!(
                page.matches(part).count(),
                count,
                "{part} in the {name} page"
            );
        }
    }
    // The hostile text is there all the same, in both ways of escaping.
    let page = page(&hostile());
    assert!(page.contains(
        "&lt;img src=x onerror=&#39;window.hacked = 2&#39;&gt;&quot;&#39;&amp;amp;{{style}}"
    ));
    assert!(page.contains("\\u003cimg src=x onerror='window.hacked = 2'>"));
}

/// The page carries the report, exactly.
#[test]
fn the_report_can_be_read_back() {
    for report in [lost_update(), hostile(), long(300)] {
        let page = page(&report);
        let (_, rest) = page.split_once("id=\"report\">").expect("data");
        let (data, _) = rest.split_once("</script>").expect("an end");
        let again: Report = serde_json::from_str(data).expect("a report");
        assert!(again == report);
    }
    assert!(hostile() != lost_update());
    assert!(hostile().verdict.details[0] == HOSTILE);
}

/// Nothing in the page refers to anything outside of it. The one address is the name of SVG's elements.
#[test]
fn nothing_is_loaded_from_elsewhere() {
    let page = page(&lost_update());
    let page = page.replace("http://www.w3.org/2000/svg", "");
    for reference in [
        "http://",
        "https://",
        " src=",
        "url(",
        "@import",
        "import(",
        "fetch(",
        "XMLHttpRequest",
    ] {
        assert!(!page.contains(reference), "{reference}");
    }
    assert!(page.contains("default-src 'none'"));
    // The policy names two texts by hash, and allows no others.
    assert_eq!(page.matches("'sha256-").count(), 2);
    assert!(!page.contains("unsafe-inline"));
}

#[test]
fn without_a_trace_the_page_is_short_and_says_so() {
    let page = page(&safe());
    for text in [
        "SAFE</span>",
        "no violation &lt;at all&gt; &amp; none possible",
        "There is no execution to show.",
    ] {
        assert!(page.contains(text), "{text}");
    }
    for absent in ["<script", "script-src", "<noscript", "UNSAFE"] {
        assert!(!page.contains(absent), "{absent}");
    }
}

/// What those see who run no script.
#[test]
fn the_plain_table_has_all_steps() {
    let page = page(&lost_update());
    let (_, rest) = page.split_once("<tbody>").expect("a table");
    let (table, _) = rest.split_once("</tbody>").expect("an end");
    let rows: Vec<&str> = table.trim().lines().collect();
    assert_eq!(rows.len(), 15);
    assert_eq!(
        rows[2],
        "<tr><td>3</td><td>thread 1 (add)</td><td>counter.c:9</td><td><code>int seen = counter;</code></td><td>reads counter = 0, sets seen = 0</td></tr>"
    );
    assert_eq!(
        rows[4],
        "<tr><td>5</td><td>thread 2 (add)</td><td>counter.c:10</td><td><code>pthread_mutex_lock(&amp;lock);</code></td><td>acquires lock</td></tr>"
    );
    assert_eq!(
        rows[5],
        "<tr><td>6</td><td>thread 2 (add)</td><td>counter.c:11</td><td><code>counter = seen + 1;</code></td><td>writes counter: 0 -&gt; 1</td></tr>"
    );
}

/// The head of the page: the verdict, what failed, why, and the way to the steps that matter most.
#[test]
fn the_head_tells_what_and_why() {
    let page = page(&lost_update());
    for text in [
        "<title>UNSAFE: assertion failed: counter == 2 (counter.c)</title>",
        "<span class=\"chip\">UNSAFE</span><h1>assertion failed: counter == 2</h1><a class=\"place\" href=\"#violation\">counter.c:23</a>",
        "thread 2 wrote <code>counter</code> between the read at counter.c:9",
        "<a href=\"#step=6\"><span class=\"badge thread-2\">T2</span>thread 2 writes counter: 0 -&gt; 1",
        "3 threads, 15 steps, 4 context switches, no violation has fewer switches",
        "<dt>Schedule</dt><dd>0*2,1,2*4,1*4,0*3</dd>",
    ] {
        assert!(page.contains(text), "{text}");
    }
    assert!(!page.contains("<dt>Options</dt>"), "there are none");
}

/// Three files count the colours of threads: the style sheet, the script and the markup.
#[test]
fn every_thread_colour_exists() {
    let page = page(&long(100));
    assert!(page.contains(".thread-7 {") && !page.contains(".thread-8 {"));
    assert!(page.contains("const COLOURS = 8;"));
    assert!(!page.contains("badge thread-8"));
}
