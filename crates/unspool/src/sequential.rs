//! Checks through a sequential program: bounded program, schema, backend, and the way back to an execution with threads.
//!
//! [`script_run`] is the way back, whoever has found the violation. [`by_engine`] asks our engine about the sequential program, [`by_backend`] an external verifier,
//! for which it is written as C ([`c_text`]).

pub mod by_backend;
pub mod by_engine;
pub mod c_text;
pub mod script_run;

use unspool_ir::{Program, Property, verify};
use unspool_schemas::imu;
use unspool_schemas::lazy::{self, LazyConfig, Schedule};
use unspool_schemas::lr::{self, LrConfig};
use unspool_schemas::mu::{self, UnwindingConfig};
use unspool_schemas::{Sealed, Sequential};

use crate::error::Error;
use crate::schema_options::Schema;

/// How the program is made sequential.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SchemaConfig {
    pub schema: Schema,
    pub schedule: Schedule,
    /// Of the schemas that bound these instead.
    pub writes: u32,
    pub decomposed: bool,
    pub minimal_counters: bool,
    pub pruning: bool,
}

impl Default for SchemaConfig {
    fn default() -> Self {
        SchemaConfig {
            schema: Schema::Lazy,
            schedule: Schedule::Rounds(2),
            writes: 10,
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
    make_sealed(bounded, config, checked, &Sealed::default())
}

/// The same if no thread stands still at certain points, which only the schema `lazy` has a form of.
pub fn make_sealed(
    bounded: &Program,
    config: &SchemaConfig,
    checked: &[Property],
    sealed: &Sealed,
) -> Result<Sequential, Error> {
    if !sealed.is_empty() && config.schema != Schema::Lazy {
        let schema = config.schema.name();
        return Err(Error::Bug(format!(
            "the schema `{schema}` has no sealed points"
        )));
    }
    let sequential = match config.schema {
        Schema::Lazy => lazy::sequentialize(bounded, &lazy_config(config, checked, sealed)),
        Schema::Lr => lr::sequentialize(bounded, &lr_config(config, checked)?),
        Schema::Mu => mu::sequentialize(bounded, &unwinding_config(config, checked)),
        Schema::Imu => imu::sequentialize(bounded, &unwinding_config(config, checked)),
    };
    verify::verify(&sequential.program).map_err(|error| {
        let schema = config.schema.name();
        Error::Bug(format!(
            "the schema `{schema}` made a wrong program: {error:?}"
        ))
    })?;
    Ok(sequential)
}

fn lazy_config(config: &SchemaConfig, checked: &[Property], sealed: &Sealed) -> LazyConfig {
    LazyConfig {
        schedule: config.schedule,
        decomposed: config.decomposed,
        minimal_counters: config.minimal_counters,
        pruning: config.pruning,
        checked: checked.to_vec(),
        sealed: sealed.clone(),
    }
}

fn unwinding_config(config: &SchemaConfig, checked: &[Property]) -> UnwindingConfig {
    UnwindingConfig {
        writes: config.writes,
        minimal_counters: config.minimal_counters,
        checked: checked.to_vec(),
    }
}

/// Whoever reads options refuses all but rounds.
fn lr_config(config: &SchemaConfig, checked: &[Property]) -> Result<LrConfig, Error> {
    match config.schedule {
        Schedule::Rounds(rounds) => Ok(LrConfig {
            rounds,
            minimal_counters: config.minimal_counters,
            checked: checked.to_vec(),
        }),
        other => Err(Error::Bug(format!("the schema `lr` has no {other:?}"))),
    }
}
