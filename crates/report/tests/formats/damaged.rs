//! Reports that were cut off, or in which something was changed: they are refused, or shown, in every format; nothing panics.

use serde_json::{Value, json};
use unspool_report::model::Report;
use unspool_report::{json as report_json, junit, listing, sarif, witness_graphml, witness_yaml};

use crate::samples;

/// Every beginning of a text.
#[test]
fn beginnings_are_refused() {
    for name in samples::TRACES {
        let text = samples::text(name);
        let whole = text.trim_end().len();
        for end in (0..whole).filter(|end| text.is_char_boundary(*end)) {
            assert!(report_json::read(&text[..end]).is_err(), "{name} {end}");
        }
        assert!(report_json::read(&text[..whole]).is_ok());
    }
}

/// Every value of a report in turn, replaced by values of other kinds and sizes, or taken away.
#[test]
fn changed_values_are_refused_or_shown() {
    let replacements = [
        json!(null),
        json!(0),
        json!(1),
        json!(4_294_967_295_u64),
        json!(-1),
        json!(1e300),
        json!(""),
        json!("\u{1b}]]>\u{0}%s\n\r\"'&<\u{ffff}𝔘"),
        json!([]),
        json!({}),
        json!(true),
    ];
    let (mut refused, mut shown) = (0, 0);
    for name in samples::TRACES {
        let good: Value = serde_json::from_str(&samples::text(name)).unwrap();
        let mut paths = Vec::new();
        collect(&good, String::new(), &mut paths);
        for path in paths {
            for replacement in &replacements {
                let mut changed = good.clone();
                *changed.pointer_mut(&path).unwrap() = replacement.clone();
                match report_json::read(&changed.to_string()) {
                    Ok(report) => {
                        shown += 1;
                        show(&report);
                    }
                    Err(error) => {
                        refused += 1;
                        assert!(!error.to_string().is_empty());
                    }
                }
            }
        }
    }
    assert!(refused > 1000 && shown > 1000, "{refused} {shown}");
}

/// Bytes of the text changed at random, by a generator with a fixed seed.
#[test]
fn changed_bytes_are_refused_or_shown() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below as u64).unwrap()
    };
    let alphabet = b"0123456789{}[]\",:\\ntru-.eE \x01";
    let mut shown = 0;
    for name in samples::TRACES {
        let text = samples::text(name).into_bytes();
        for _ in 0..2000 {
            let mut changed = text.clone();
            for _ in 0..=random(3) {
                let at = random(changed.len());
                changed[at] = alphabet[random(alphabet.len())];
            }
            if let Ok(report) = report_json::read(&String::from_utf8_lossy(&changed)) {
                shown += 1;
                show(&report);
            }
        }
    }
    assert!(shown > 100, "{shown}");
}

/// Printers do not rely on the reader having checked the numbers.
#[test]
fn reports_that_were_never_checked_are_shown() {
    for name in samples::TRACES {
        let report = samples::report(name);
        let changes: [fn(&mut Report); 5] = [
            |report| report.program.files.clear(),
            |report| report.trace.as_mut().unwrap().variables.clear(),
            |report| report.trace.as_mut().unwrap().threads.clear(),
            |report| report.trace.as_mut().unwrap().steps.clear(),
            |report| report.program.inputs.clear(),
        ];
        for change in changes {
            let mut report = report.clone();
            change(&mut report);
            show(&report);
        }
    }
}

fn show(report: &Report) {
    let config = samples::witness_config();
    let written = report_json::write(report);
    assert!(written.ends_with('\n'));
    let log: Value = serde_json::from_str(&sarif::sarif(report)).expect("SARIF is JSON");
    assert_eq!(log["version"], "2.1.0");
    assert!(junit::junit(report).ends_with("</testsuites>\n"));
    if let Ok(text) = witness_graphml::witness_graphml(report, &config) {
        assert!(text.ends_with("</graphml>\n"));
    }
    if let Ok(text) = witness_yaml::witness_yaml(report, &config) {
        let value: Value = serde_saphyr::from_str(&text).expect("a witness is YAML");
        assert_eq!(value[0]["entry_type"], "violation_sequence");
    }
    if let Some(trace) = &report.trace {
        for width in [0, 40, 100] {
            let config = listing::ListingConfig {
                width,
                ..listing::ListingConfig::default()
            };
            listing::listing(trace, &report.program.files, &config);
        }
    }
}

/// The paths of all values below this one.
fn collect(value: &Value, path: String, paths: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                collect(field, format!("{path}/{name}"), paths);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                collect(item, format!("{path}/{index}"), paths);
            }
        }
        _ => {}
    }
    paths.push(path);
}
