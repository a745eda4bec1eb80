//! External verifiers: which there are, how to speak to them, how to run them, and what they answer.
//!
//! A sequential program is written as C in a few words for what C has none for (`unspool_assume`, `unspool_assert`,
//! `unspool_nondet_u8`, ...). The prelude of a verifier says what they mean to it, and its row in [`table`] says the rest. Adding a verifier is
//! adding a row, and a reader if it answers in a form that is new.
//!
//! ```text
//! table ──▶ find (installed? which version?) ──▶ run (its own process group, limits) ──▶ read (output, files) ──▶ answer
//! ```
//!
//! Nothing is believed without a positive sign: a verifier that crashes, is killed, runs out of something or says what nobody has seen before has not answered
//! ([`Answer::Unknown`]), whatever its exit status is.

mod answer;
pub mod find;
mod read;
pub mod run;
pub mod table;

pub use answer::{Answer, Assignment, FailedCheck, Value, Violation};
pub use find::{FindError, Found, Version};
pub use read::{Evidence, Lines, Reader, Sign, read};
pub use run::{Limits, Outcome, Request, RunError, Stopped};
pub use table::{Backend, Commands, DataModel, TABLE, Trust, named};
