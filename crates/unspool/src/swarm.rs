//! Swarm verification: the executions of a bounded program in many parts, decided by several workers.
//!
//! `unspool_swarm` knows what parts there are, the engine what a part is; here they come together. [`places`] says which points of the program the statements of a configuration are, [`instances`] hands instances
//! out, [`worker`] decides them, [`pool`] watches over workers, limits and the log, [`judgement`] says what it all means.

pub mod instances;
pub mod judgement;
pub mod places;
pub mod pool;
pub mod worker;
