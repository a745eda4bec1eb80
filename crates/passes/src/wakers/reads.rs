//! What a wait depends on: all that may be read on the way to it in its atomic section.
//!
//! The section begins in the outermost activation that is in one; of the activations above that, all of the way from their starts is in the section.

use rustc_hash::FxHashSet;
use unspool_ir::{BlockId, Body};

use super::contexts::Context;
use super::summaries::{Summary, followers};
use super::{Awaited, CodePlace, Frame, Wakers};

impl Wakers {
    /// `stack` ends in a `wait_until`. None: it depends on more than memory, on nothing, or on what is not known.
    pub fn awaited(&self, stack: &[Frame]) -> Option<Awaited> {
        self.settled(|| self.awaited_by_now(stack))
    }

    fn awaited_by_now(&self, stack: &[Frame]) -> Option<Awaited> {
        let contexts = self.contexts(stack, None);
        let mut awaited = Awaited::default();
        let mut is_in_section = false;
        if stack.iter().any(Vec::is_empty) {
            return None;
        }
        for (depth, (frame, context)) in stack.iter().zip(&contexts).enumerate() {
            let mut begins = Vec::new();
            for &at in frame {
                let body = self.body(at.function)?;
                let depths = self.depths(body);
                let own = depths.get(at.block.index()).copied().flatten()?;
                let insts = body.block(at.block).insts.get(..at.index)?;
                let begins_here = self.depth_behind(insts, own) > 0;
                begins.push(begins_here);
                if begins_here || is_in_section {
                    let found =
                        self.read_before(context, at, body, (!is_in_section).then_some(&depths))?;
                    for part in found.reads {
                        self.resolve(part, at.function, &stack[..depth], &mut awaited.reads);
                    }
                }
            }
            // Places where it may be that disagree are no places where it may be known to be.
            if begins.windows(2).any(|two| two[0] != two[1]) {
                return None;
            }
            is_in_section |= begins.contains(&true);
        }
        let reads = &awaited.reads;
        let is_known = is_in_section && !reads.is_anywhere && !reads.list.is_empty();
        is_known.then_some(awaited)
    }

    /// What may be read on the way to an instruction: from the start of the outermost section in the function, if its depths are given, else from that of the function.
    fn read_before(
        &self,
        context: &Context,
        at: CodePlace,
        body: &Body,
        depths: Option<&Vec<Option<i32>>>,
    ) -> Option<Summary> {
        let mut before: Vec<Vec<BlockId>> = vec![Vec::new(); body.blocks.len()];
        for (number, block) in body.blocks.iter().enumerate() {
            for next in followers(body, block) {
                before[next.index()].push(BlockId::new(number));
            }
        }
        let mut found = Summary::default();
        let mut seen = FxHashSet::default();
        let mut work = vec![(at.block, at.index)];
        while let Some((number, end)) = work.pop() {
            let block = body.block(number);
            let insts = block.insts.get(..end)?;
            let own = depths.map_or(Some(1), |depths| depths[number.index()])?;
            let begin = insts.iter().enumerate().rposition(|(index, inst)| {
                self.opens(inst) > 0 && self.depth_behind(&insts[..index], own) == 0
            });
            let begin = begin.filter(|_| depths.is_some());
            // A call that opens it may go on inside.
            let first = begin.unwrap_or(0);
            self.go_through(context, (block, (first, end)), 0, &mut found);
            if begin.is_none() {
                for &earlier in &before[number.index()] {
                    if seen.insert(earlier) {
                        work.push((earlier, body.block(earlier).insts.len()));
                    }
                }
            }
        }
        (!found.is_unknown && !found.asks_elsewhere).then_some(found)
    }
}
