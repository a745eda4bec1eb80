//! Verifiers: what they answer, real ones and pretended ones.

mod contract;
mod fake_verifiers;
mod preludes;
mod real_verifiers;
mod recorded_answers;
mod rows;
mod tools;
