//! `unspool show`: a stored result in another format.

use std::io::Read;

use unspool_report::json;
use unspool_report::model::Report;

use crate::console::Console;
use crate::error::Error;
use crate::exit_codes::ExitCode;
use crate::options::ShowOptions;
use crate::output_options::{STANDARD_OUTPUT, check_place};
use crate::report_files;

pub fn run(options: &ShowOptions, console: &Console) -> Result<u8, Error> {
    if options.schema {
        report_files::write(&unspool_report::json_schema::schema(), &options.output)?;
        return Ok(ExitCode::Success.number());
    }
    let Some(file) = &options.report else {
        return Err(Error::Usage {
            message: "a report is missing".to_string(),
            help: "make one with `unspool check FILE --json report.json`".to_string(),
        });
    };
    let report = read(file)?;
    if options.output != STANDARD_OUTPUT {
        check_place(&options.output)?;
    }
    let mut listing = report_files::listing_config(options.trace, console);
    listing.has_short_lines &= options.output == STANDARD_OUTPUT;
    let text = report_files::printed(&report, options.format, &listing)?;
    report_files::write(&text, &options.output)?;
    Ok(ExitCode::Success.number())
}

/// A stored report; `-` is standard input.
pub fn read(file: &str) -> Result<Report, Error> {
    let mut bytes = Vec::new();
    let result = match file {
        STANDARD_OUTPUT => std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ()),
        _ => std::fs::read(file).map(|read| bytes = read),
    };
    result.map_err(|error| {
        let help = "give a file that `unspool check --json` has written";
        Error::input(format!("cannot read `{file}`: {error}"), help)
    })?;
    json::read(&String::from_utf8_lossy(&bytes)).map_err(|error| {
        let help = "reports are made by `unspool check FILE --json report.json`";
        Error::input(format!("`{file}`: {error}"), help)
    })
}
