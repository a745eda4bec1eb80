//! SARIF against the schema of OASIS, and what is in it.

use serde_json::{Value, json};
use unspool_report::model::{Report, VerdictKind};
use unspool_report::{sarif, sarif_rules};

use crate::{samples, schemas, snapshots};

const SCHEMA: &str = "sarif-2.1.0.schema.json";
const KINDS: [VerdictKind; 4] = [
    VerdictKind::Unsafe,
    VerdictKind::Safe,
    VerdictKind::SafeWithinBounds,
    VerdictKind::Unknown,
];

#[test]
fn whole_documents() {
    for name in samples::TRACES {
        let text = sarif::sarif(&samples::report(name));
        snapshots::check(&format!("{name}.sarif"), &text);
    }
    let bounded = samples::traceless(VerdictKind::SafeWithinBounds);
    snapshots::check("bounded.sarif", &sarif::sarif(&bounded));
}

#[test]
fn documents_satisfy_the_schema() {
    let validator = schemas::json_validator(SCHEMA);
    let traces = samples::TRACES.iter().map(|name| samples::report(name));
    let others = KINDS.iter().map(|kind| samples::traceless(*kind));
    for report in traces.chain(others) {
        let said = schemas::complaint(&validator, &log(&report));
        assert_eq!(said, None, "{:?}", report.verdict);
    }
}

/// What the standard demands is noticed when it is missing.
#[test]
fn documents_without_what_is_required_do_not() {
    let validator = schemas::json_validator(SCHEMA);
    let flow = "/runs/0/results/0/codeFlows/0/threadFlows";
    for pointer in [
        "/version",
        "/runs",
        "/runs/0/tool",
        "/runs/0/tool/driver/name",
        "/runs/0/tool/driver/rules/0/id",
        "/runs/0/tool/driver/rules/0/relationships/0/target",
        "/runs/0/taxonomies/0/name",
        "/runs/0/taxonomies/0/taxa/0/id",
        "/runs/0/invocations/0/executionSuccessful",
        "/runs/0/results/0/message",
        flow,
        &format!("{flow}/0/locations"),
    ] {
        let mut value = log(&samples::report("counter"));
        schemas::remove(&mut value, pointer);
        assert!(
            schemas::complaint(&validator, &value).is_some(),
            "{pointer}"
        );
    }
    for (pointer, wrong) in [
        ("/version", json!("2.0.0")),
        ("/runs/0/columnKind", json!("bytes")),
        ("/runs/0/results/0/level", json!("fatal")),
        (
            "/runs/0/results/0/locations/0/physicalLocation/region/startLine",
            json!(0),
        ),
        (&format!("{flow}/0/locations"), json!([])),
        (&format!("{flow}/0/locations/0/nestingLevel"), json!(-1)),
    ] {
        let mut value = log(&samples::report("counter"));
        *value.pointer_mut(pointer).expect(pointer) = wrong;
        assert!(
            schemas::complaint(&validator, &value).is_some(),
            "{pointer}"
        );
    }
}

/// The steps of all thread flows, put into the order of time, are those of the trace that matter.
#[test]
fn thread_flows_are_one_execution() {
    for name in samples::TRACES {
        let report = samples::report(name);
        let trace = report.trace.as_ref().unwrap();
        let value = log(&report);
        let flows = &value["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"];
        let mut found: Vec<(u64, String)> = Vec::new();
        for flow in flows.as_array().unwrap() {
            let orders: Vec<u64> = flow["locations"]
                .as_array()
                .unwrap()
                .iter()
                .map(|location| location["executionOrder"].as_u64().unwrap())
                .collect();
            assert!(orders.is_sorted(), "{name}");
            let id = flow["id"].as_str().unwrap();
            found.extend(orders.into_iter().map(|order| (order, id.to_owned())));
        }
        found.sort();
        let last = trace.steps.len();
        let expected: Vec<(u64, String)> = (1..)
            .zip(&trace.steps)
            .filter(|(order, step)| step.is_relevant || *order == last as u64)
            .map(|(order, step)| (order, format!("thread {}", step.thread)))
            .collect();
        assert_eq!(found, expected, "{name}");
    }
}

/// Links in messages lead to related locations that exist.
#[test]
fn links_lead_somewhere() {
    for name in samples::TRACES {
        let value = log(&samples::report(name));
        let result = &value["runs"][0]["results"][0];
        let ids: Vec<u64> = result["relatedLocations"]
            .as_array()
            .unwrap()
            .iter()
            .map(|location| location["id"].as_u64().unwrap())
            .collect();
        let text = result["message"]["text"].as_str().unwrap();
        for id in &ids {
            assert_eq!(text.matches(&format!("]({id})")).count(), 1, "{name}");
        }
        assert_eq!(text.matches("](").count(), ids.len(), "{name}");
    }
}

/// No results can mean safe, or that nothing was done: the invocation says which.
#[test]
fn verdicts_without_results_are_told_apart() {
    for (kind, results, level, is_successful) in [
        (VerdictKind::Unsafe, 1, "error", true),
        (VerdictKind::Safe, 0, "note", true),
        (VerdictKind::SafeWithinBounds, 0, "warning", true),
        (VerdictKind::Unknown, 0, "warning", false),
    ] {
        let report = samples::traceless(kind);
        let value = log(&report);
        let run = &value["runs"][0];
        assert_eq!(run["results"].as_array().unwrap().len(), results);
        let invocation = &run["invocations"][0];
        assert_eq!(invocation["executionSuccessful"], is_successful);
        assert_eq!(invocation["exitCode"], report.verdict.exit_code);
        let notification = &invocation["toolExecutionNotifications"][0];
        assert_eq!(notification["level"], level);
        let text = notification["message"]["text"].as_str().unwrap();
        assert!(text.starts_with(kind.name()), "{text}");
    }
}

/// A finding stays the same finding when the project is checked in another place.
#[test]
fn fingerprints_do_not_tell_where_the_project_lies() {
    let identity = |name: &str| {
        let mut report = samples::report("counter");
        report.program.inputs = vec![name.to_owned()];
        report.program.files[0].name = name.to_owned();
        let run = log(&report)["runs"][0].clone();
        let result = &run["results"][0];
        (
            result["partialFingerprints"]["unspoolViolation/v1"].clone(),
            run["automationDetails"]["id"].clone(),
        )
    };
    let (fingerprint, id) = identity("counter.c");
    for name in [
        "/home/anna/project/counter.c",
        "/build/17/counter.c",
        "./counter.c",
        "../project/counter.c",
    ] {
        assert_eq!(identity(name), (fingerprint.clone(), id.clone()), "{name}");
    }
    assert_ne!(identity("src/counter.c").0, fingerprint);
}

/// One for each row of the table of properties, with the same weaknesses.
#[test]
fn every_property_has_a_rule() {
    let table = unspool_ir::Property::all().map(|p| (p.name(), p.weaknesses()));
    assert_eq!(
        sarif_rules::explained().collect::<Vec<_>>(),
        table.collect::<Vec<_>>()
    );
}

/// Tags name the weaknesses of a rule, and its relationships lead to entries of the taxonomy.
#[test]
fn weaknesses_are_told() {
    let mut report = samples::report("counter");
    let names = unspool_ir::Property::all().map(|p| p.name().to_owned());
    report.verdict.properties = names.collect();
    let run = &log(&report)["runs"][0];
    let reference = json!({ "name": "CWE", "index": 0 });
    assert_eq!(run["taxonomies"][0]["name"], "CWE");
    assert_eq!(
        run["tool"]["driver"]["supportedTaxonomies"],
        json!([reference])
    );
    let taxa = run["taxonomies"][0]["taxa"].as_array().unwrap();
    let mut related = Vec::new();
    for (rule, property) in run["tool"]["driver"]["rules"]
        .as_array()
        .unwrap()
        .iter()
        .zip(unspool_ir::Property::all())
    {
        assert_eq!(rule["id"], property.name());
        let tags = rule["properties"]["tags"].as_array().unwrap();
        for number in property.weaknesses() {
            let tag = json!(format!("external/cwe/cwe-{number}"));
            assert!(tags.contains(&tag), "{number}: {tags:?}");
        }
        let relationships = rule["relationships"].as_array();
        for relationship in relationships.into_iter().flatten() {
            let target = &relationship["target"];
            assert_eq!(target["toolComponent"], reference);
            assert!(
                taxa.iter().any(|taxon| taxon["id"] == target["id"]),
                "{target}"
            );
            related.push(target["id"].clone());
        }
        let numbers = property.weaknesses().iter().map(|n| json!(n.to_string()));
        assert_eq!(
            related.split_off(0),
            numbers.collect::<Vec<_>>(),
            "{property:?}"
        );
    }
}

fn log(report: &Report) -> Value {
    serde_json::from_str(&sarif::sarif(report)).unwrap()
}
