//! Swarm verification: the executions of a bounded program in many parts, decided by several workers.
//!
//! `unspool_swarm` knows what parts there are, the engine what a part is; here they come together.
//!
//! | module | what it does |
//! |---|---|
//! | `prepared` | the bounded program, and what its instances are |
//! | [`places`] | which points of the program the statements of a configuration are |
//! | [`instances`] | hands instances out |
//! | `known` | opens logs, and reads what earlier runs have said |
//! | `worker`, `pool`, `deciding` | decide instances on this machine, with all cores, within limits |
//! | `campaign` | has them decided on other machines |
//! | `judgement` | says what it all means |

mod campaign;
mod deciding;
pub mod instances;
mod judgement;
mod known;
pub mod places;
mod pool;
mod prepared;
mod worker;

pub use campaign::{Campaign, Here, cancel, decide_elsewhere};
pub use deciding::{Left, Outcome, decide, end_in_words};
pub use judgement::{Swarm, judge, with_violation};
pub use known::open_log;
pub use pool::{EndReason, SwarmEnd};
pub use prepared::Prepared;
