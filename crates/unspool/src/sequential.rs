//! Checks through a sequential program: bounded program, schema, backend, and the way back to an execution with threads.
//!
//! [`script_run`] is the way back, whoever has found the violation. [`by_engine`] asks our engine about the sequential program, [`by_backend`] an external verifier,
//! for which it is written as C ([`c_text`]).

pub mod by_backend;
pub mod by_engine;
pub mod c_text;
pub mod script_run;

use unspool_ir::{Program, Property, verify};
use unspool_schemas::Sequential;
use unspool_schemas::lazy::{self, LazyConfig, Schedule};

use crate::error::Error;

/// How the program is made sequential.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SchemaConfig {
    pub schedule: Schedule,
    pub decomposed: bool,
    pub minimal_counters: bool,
    pub pruning: bool,
}

impl Default for SchemaConfig {
    fn default() -> Self {
        SchemaConfig {
            schedule: Schedule::Rounds(2),
            decomposed: true,
            minimal_counters: true,
            pruning: false,
        }
    }
}

/// The sequential program, which the verifier has accepted.
pub fn make(
    bounded: &Program,
    config: &SchemaConfig,
    checked: &[Property],
) -> Result<Sequential, Error> {
    let config = LazyConfig {
        schedule: config.schedule,
        decomposed: config.decomposed,
        minimal_counters: config.minimal_counters,
        pruning: config.pruning,
        checked: checked.to_vec(),
    };
    let sequential = lazy::sequentialize(bounded, &config);
    verify::verify(&sequential.program).map_err(|error| {
        Error::Bug(format!("the schema `lazy` made a wrong program: {error:?}"))
    })?;
    Ok(sequential)
}
