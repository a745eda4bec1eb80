//! How a program was read, as words of a command line.

use unspool_cfront::Missing;
use unspool_ir::DataModel;
use unspool_models::SWITCHES;

use crate::inputs::InputConfig;

/// The options by which the same files become the same program; without the files.
pub fn options(input: &InputConfig) -> Vec<String> {
    let mut words: Vec<String> = input
        .flags
        .iter()
        .flat_map(|flag| flag.arguments())
        .collect();
    if input.compiler != "cc" {
        words.extend(["--cc".to_string(), input.compiler.clone()]);
    }
    if input.data_model == Some(DataModel::Ilp32) {
        words.push("-m32".to_string());
    }
    words.extend(library_words(input));
    for property in &input.ignored {
        words.extend(["--ignore", property.name()].map(str::to_string));
    }
    words
}

/// The options about the library that differ from the usual ones.
fn library_words(input: &InputConfig) -> Vec<String> {
    let usual = InputConfig::default();
    let mut words = Vec::new();
    for path in &input.models {
        words.extend(["--models".to_string(), path.display().to_string()]);
    }
    if input.missing == Missing::Havoc {
        words.push("--havoc-missing".to_string());
    }
    if input.error_label != usual.error_label {
        let label = input.error_label.clone().unwrap_or_default();
        words.extend(["--error-label".to_string(), label]);
    }
    for switch in SWITCHES {
        let on = input.switches.is_on(switch.name);
        if on != usual.switches.is_on(switch.name) {
            words.push(format!("--{}", switch.option(on)));
        }
    }
    words
}
