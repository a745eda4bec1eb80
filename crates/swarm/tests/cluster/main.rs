//! Campaigns: with a scheduler that does as a script says, with commands, with programs that pretend to be Slurm's, and with a real Slurm.

// Their jobs are shell scripts.
#![cfg(unix)]

mod campaign;
mod commands;
mod folders;
mod pretended_slurm;
mod real_slurm;
mod scripted;
mod states;
