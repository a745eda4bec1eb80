//! Bounds on schedules: how often threads may be switched.
//!
//! A context is a stretch of steps of one thread with no switch inside. There are two ways to count:
//!
//! - *Rounds* (Qadeer and Rehof 2005; round-robin as in Lal and Reps 2008): every thread has one context in each round, in the order of the threads' numbers, and may
//!   leave it empty. So a step costs a round when its thread stands before the one that made the last step.
//! - *Contexts*: threads may have their contexts in any order. Each switch costs one.
//!
//! What a thread does before its first visible operation is a step like others ([`crate::Config::late_starts`]): it takes part in no conflict, so it
//! does not matter when it happens, but who waits for the thread's end, or for a thread that it creates, waits for this step too.
//! That of thread 0 comes first, so the first context is thread 0's.
//!
//! Positions only grow, and a schedule that makes the same steps from an earlier position stays at least as early. So it is enough to
//! take each step at the first position that it can be taken at.

/// How long schedules may be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScheduleBound {
    /// So many rounds, in each of which every thread has one context, in the order of their numbers.
    Rounds(u32),
    /// So many contexts of any threads.
    Contexts(u32),
}

/// How much of the bound has been used: two states that differ only here have different futures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct SchedulePosition {
    /// Rounds or contexts that are over.
    over: u32,
    /// Whose context it is.
    thread: u32,
}

impl ScheduleBound {
    /// The position of a step of the thread that comes next; none if it is out of bounds.
    pub(crate) fn step(self, at: SchedulePosition, thread: u32) -> Option<SchedulePosition> {
        let (is_over, most) = match self {
            ScheduleBound::Rounds(most) => (thread < at.thread, most),
            ScheduleBound::Contexts(most) => (thread != at.thread, most),
        };
        let over = at.over + u32::from(is_over);
        (over < most).then_some(SchedulePosition { over, thread })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The smallest bound that allows these steps.
    fn least(bound: fn(u32) -> ScheduleBound, steps: &[u32]) -> Option<u32> {
        (0..10).find(|&most| {
            let mut at = Some(SchedulePosition::default());
            for &thread in steps {
                at = at.and_then(|at| bound(most).step(at, thread));
            }
            at.is_some()
        })
    }

    #[test]
    fn rounds_end_where_numbers_fall() {
        let rounds = |steps: &[u32]| least(ScheduleBound::Rounds, steps);
        assert_eq!(rounds(&[]), Some(0));
        assert_eq!(rounds(&[0]), Some(1));
        assert_eq!(rounds(&[2]), Some(1));
        assert_eq!(rounds(&[0, 0, 1, 1, 2, 2, 2]), Some(1));
        assert_eq!(rounds(&[1, 0]), Some(2));
        assert_eq!(rounds(&[0, 2, 1, 2, 1, 2]), Some(3));
        assert_eq!(rounds(&[2, 1, 0]), Some(3));
    }

    #[test]
    fn contexts_end_where_threads_change() {
        let contexts = |steps: &[u32]| least(ScheduleBound::Contexts, steps);
        assert_eq!(contexts(&[]), Some(0));
        assert_eq!(contexts(&[0, 0, 0]), Some(1));
        assert_eq!(contexts(&[0, 1, 2, 2]), Some(3));
        // Thread 0 has been there before.
        assert_eq!(contexts(&[3, 3, 3]), Some(2));
        assert_eq!(contexts(&[2, 1, 2, 1]), Some(5));
    }
}
