//! The formats in which a report can be written: each against its schema, beside documents that its schema refuses; whole documents as snapshots; and damaged
//! reports, which must be refused or shown, never panic.

mod damaged;
mod json;
mod junit;
mod listing;
mod samples;
mod sarif;
mod schemas;
mod snapshots;
mod witness_graphml;
mod witness_yaml;
