//! Reports in all formats, and where they are written to.

use sha2::{Digest, Sha256};
use unspool_report::listing::{self, ListingConfig};
use unspool_report::model::Report;
use unspool_report::witness::{WitnessConfig, WitnessError, uuid};
use unspool_report::{html, json, junit, sarif, witness_graphml, witness_yaml};

use crate::calendar_time;
use crate::console::{Console, is_on_terminal, result_width, write_result};
use crate::error::Error;
use crate::output_options::{Format, OutputOptions, STANDARD_OUTPUT, TraceChoice};

/// How results look on this terminal.
pub fn listing_config(trace: TraceChoice, console: &Console) -> ListingConfig {
    ListingConfig {
        width: result_width(),
        has_short_lines: is_on_terminal(),
        is_colored: console.has_colored_results(),
        is_full: trace == TraceChoice::Full,
        has_trace: trace != TraceChoice::None,
    }
}

/// A report in a format.
pub fn printed(report: &Report, format: Format, listing: &ListingConfig) -> Result<String, Error> {
    Ok(match format {
        Format::Text => listing::result(report, listing),
        Format::Json => json::write(report),
        Format::Html => html::page(report),
        Format::Sarif => sarif::sarif(report),
        Format::Junit => junit::junit(report),
        Format::Graphml => {
            witness_graphml::witness_graphml(report, &witness_config(report)).map_err(no_witness)?
        }
        Format::Yaml => {
            witness_yaml::witness_yaml(report, &witness_config(report)).map_err(no_witness)?
        }
    })
}

fn no_witness(error: WitnessError) -> Error {
    Error::Usage {
        message: format!("there is no witness: {error}"),
        help: "a violation witness is for a program that is found UNSAFE".to_string(),
    }
}

/// A witness says when it was made, and has a name that no other has: one that the report decides.
fn witness_config(report: &Report) -> WitnessConfig {
    let hash = Sha256::digest(json::write(report));
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash[..16]);
    WitnessConfig {
        creation_time: calendar_time::now(),
        uuid: uuid(bytes),
    }
}

/// Writes all files that were asked for, and says so.
pub fn write_all(report: &Report, options: &OutputOptions, console: &Console) -> Result<(), Error> {
    for (format, file) in options.files() {
        if matches!(format, Format::Graphml | Format::Yaml) && report.trace.is_none() {
            console.remark(&format!(
                "wrote no {file}: a violation witness is for a program that is found UNSAFE"
            ));
            continue;
        }
        let text = printed(report, format, &ListingConfig::default())?;
        write(&text, file)?;
        if file != STANDARD_OUTPUT {
            console.remark(&format!("wrote {file}"));
        }
    }
    Ok(())
}

/// To a file, or to standard output.
pub fn write(text: &str, file: &str) -> Result<(), Error> {
    if file == STANDARD_OUTPUT {
        return write_result(text.as_bytes());
    }
    std::fs::write(file, text)
        .map_err(|error| Error::resource(format!("cannot write `{file}`: {error}")))
}
