//! Reports in all formats, and where they are written to.

use unspool_report::json;
use unspool_report::listing::{self, ListingConfig};
use unspool_report::model::Report;

use crate::console::{Console, result_width, write_result};
use crate::error::Error;
use crate::output_options::{Format, OutputOptions, STANDARD_OUTPUT, TraceChoice};

/// How results look on this terminal.
pub fn listing_config(trace: TraceChoice, console: &Console) -> ListingConfig {
    ListingConfig {
        width: result_width(),
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
        _ => String::new(),
    })
}

/// Writes all files that were asked for, and says so.
pub fn write_all(report: &Report, options: &OutputOptions, console: &Console) -> Result<(), Error> {
    for (format, file) in options.files() {
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
