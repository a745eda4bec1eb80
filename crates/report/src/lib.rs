//! The result of a check, and how it is shown.
//!
//! [`model`] is the result as data, which is also the JSON format; each other file is a printer, which knows nothing but that. Nothing is
//! computed here that is not in the model: who makes reports decides what is told.

pub mod conflict_words;
pub mod excerpt;
pub mod html;
pub mod json;
pub mod json_schema;
pub mod junit;
pub mod listing;
pub mod model;
pub mod references;
pub mod sarif;
mod sarif_flows;
pub mod sarif_rules;
mod source_calls;
pub mod terminal_text;
mod uri;
pub mod witness;
pub mod witness_graphml;
mod witness_places;
pub mod witness_yaml;
pub mod words;
mod xml;
