//! A program and all that it starts: one process group, killed as a whole.
//!
//! Verifiers are often scripts that start a Java machine that starts solvers. To kill the script would leave the others
//! running, so the program becomes the leader of a new process group, which its children inherit, and `SIGKILL` goes to the group: it
//! cannot be caught. (A process that leaves its group on purpose, a daemon, escapes; no verifier is one.)
//!
//! The number of a group is that of its leader, and the system may give it to a stranger once the leader has ended *and was
//! waited for*. So the group is always killed before: [`ProcessGroup::has_ended`] looks without taking the leader's status away.
//!
//! A group of its own does not get the terminal's Ctrl-C. Whoever starts one watches for interruptions.
//!
//! With the leader's status comes what it has used, and those of its children that it waited for, as the system counts it ([`Usage`]). Who was killed and
//! not waited for is not in there.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::time::Duration;

use wait4::{ResUse, Wait4};

use crate::process_table;

/// Killed when dropped.
pub struct ProcessGroup {
    leader: Child,
    /// Known once the group is gone.
    end: Option<(ExitStatus, Usage)>,
}

/// What a program has used, and the children that it waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usage {
    /// On processors, for itself and in the system.
    pub cpu: Duration,
    /// The most main memory, in bytes, that one process has had at a time. Where that is less than what *this* process has, it is
    /// the latter: programs begin as copies of who starts them.
    pub memory: u64,
}

impl ProcessGroup {
    pub fn start(command: &mut Command) -> io::Result<ProcessGroup> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        Ok(ProcessGroup {
            leader: command.spawn()?,
            end: None,
        })
    }

    /// The number of the group, which is that of the program.
    pub fn id(&self) -> u32 {
        self.leader.id()
    }

    /// Whether the program has ended. What it has started may still run.
    pub fn has_ended(&mut self) -> io::Result<bool> {
        match self.end {
            Some(_) => Ok(true),
            None => leader_has_ended(&mut self.leader),
        }
    }

    /// Kills also descendants that have groups of their own: of who does not get the time to do that itself.
    pub fn end_with_descendants(&mut self) -> io::Result<(ExitStatus, Usage)> {
        let group = self.id();
        let family = process_table::family(group).unwrap_or_default();
        let end = self.end();
        let outside = family.iter().filter(|member| member.group() != Some(group));
        for member in outside {
            kill_one(member.id);
        }
        end
    }

    /// Kills what is left of the group, and says how the program has ended, and what it has used.
    pub fn end(&mut self) -> io::Result<(ExitStatus, Usage)> {
        if let Some(end) = self.end {
            return Ok(end);
        }
        kill(&mut self.leader);
        let ResUse { status, rusage } = self.leader.wait4()?;
        let usage = Usage {
            cpu: rusage.utime + rusage.stime,
            memory: rusage.maxrss,
        };
        Ok(*self.end.insert((status, usage)))
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        self.end().ok();
    }
}

#[cfg(unix)]
fn leader_has_ended(leader: &mut Child) -> io::Result<bool> {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let id = WaitId::Pid(Pid::from_child(leader));
    Ok(waitid(id, options)?.is_some())
}

#[cfg(unix)]
fn kill(leader: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // Fails if there is nobody left, which is fine.
    kill_process_group(Pid::from_child(leader), Signal::KILL).ok();
}

#[cfg(unix)]
fn kill_one(process: u32) {
    use rustix::process::{Pid, Signal, kill_process};
    let process = i32::try_from(process).ok().and_then(Pid::from_raw);
    if let Some(process) = process {
        // Fails if it has ended meanwhile, which is fine.
        kill_process(process, Signal::KILL).ok();
    }
}

/// Elsewhere there are no groups: only the program itself is killed.
#[cfg(not(unix))]
fn leader_has_ended(leader: &mut Child) -> io::Result<bool> {
    Ok(leader.try_wait()?.is_some())
}

#[cfg(not(unix))]
fn kill(leader: &mut Child) {
    leader.kill().ok();
}

#[cfg(not(unix))]
fn kill_one(_: u32) {}
