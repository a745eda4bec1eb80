//! Swarm verification: many small questions about one program instead of a large one.
//!
//! From Nguyen, Schrammel, Fischer, La Torre and Parlato, *Parallel bug-finding in concurrent programs via reduced interleaving instances* (ASE 2017), and Fischer, La Torre and Parlato, *VeriSmart 2.0*
//! (ASE 2019). An *instance* of a bounded program has only the executions in which threads are interrupted within certain *tiles*, contiguous parts of their text. Instances are independent of each other: they are decided
//! in any order, on any number of machines, and each one is simpler than the whole.
//!
//! | module | what it does |
//! |---|---|
//! | `tiling` | cuts the visible statements of threads into tiles |
//! | `selections`, `random` | which tiles instances have, on demand and in constant memory |
//! | `configuration` | the same as files |
//! | `coverage` | which executions all instances together have |
//! | `cubes` | parts of the space of schedules that are no tiles, and together all of it |
//! | `proven` | what instances that were decided say about others |
//! | `log`, `followed_log` | what is known, line by line, to go on from; and as others write it |
//! | `cluster` | instances on other machines |
//!
//! This crate knows nothing of programs: threads are names and numbers of statements. Who decides instances is not its business.

pub mod cluster;
pub mod configuration;
pub mod coverage;
pub mod cubes;
pub mod followed_log;
pub mod log;
pub mod proven;
mod random;
pub mod selections;
pub mod tiling;
