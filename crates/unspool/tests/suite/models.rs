//! Every model lowers, together with exactly what it says it needs.

use unspool_cfront::{Input, Origin, Settings, compile};
use unspool_ir::{DataModel, verify::verify};
use unspool_models::Switches;

#[test]
fn every_model_brings_along_what_it_calls() {
    let mut failures = Vec::new();
    for data_model in [DataModel::Lp64, DataModel::Ilp32] {
        for name in unspool_models::defined_names() {
            // Taking the address makes the front end lower the function and all that it calls.
            let user = Input {
                name: "use.c".to_string(),
                text: format!(
                    "extern void {name}(); void *use = (void *)&{name}; int main() {{ return 0; }}"
                )
                .into_bytes(),
                origin: Origin::User,
            };
            let library = |used: &[&str]| unspool::inputs::models(used, &Switches::default());
            let compilation = compile(vec![user], &Settings::new(data_model), library)
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            let fatal: Vec<_> = compilation
                .diagnostics
                .iter()
                .filter(|d| d.is_fatal())
                .map(|d| d.message.clone())
                .collect();
            let Some(program) = compilation.program else {
                failures.push(format!("{name}: {fatal:?}"));
                continue;
            };
            if let Err(errors) = verify(&program) {
                failures.push(format!("{name}: {errors:?}"));
            }
            // What is looked for on demand comes along only then.
            let missing = program
                .functions
                .iter()
                .filter(|f| f.body.is_none() && !f.name.starts_with("__unspool_on_demand_"));
            failures.extend(
                missing.map(|f| format!("{name} needs `{}`, which no chosen file defines", f.name)),
            );
            let absent = program.globals.iter().filter(|g| g.init.is_none());
            failures.extend(
                absent.map(|g| format!("{name} needs `{}`, which no chosen file defines", g.name)),
            );
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
