//! Up to where the first thread is alone.
//!
//! Before there is another thread, nothing needs to be guessed: memory is what the first thread has made of it. In the text of a bounded program there is a last place before its first `spawn` that
//! every execution passes that comes to anything behind it: a block over which no jump leads. Up to there the thread is alone, and from there on
//! it may not be, on whatever path it came.
//!
//! ```text
//! b0: store @x = 1     alone
//!     branch %c b1 b2
//! b1: goto b2          alone
//! b2: store @y = 1     alone, since no jump leads over b2
//!     spawn ...        from here on there may be others
//! ```

use unspool_ir::{BlockId, InstKind};
use unspool_passes::thread_text::ThreadText;

use super::Stop;

/// The first place where the first thread may not be alone. None if it always is.
pub fn until(texts: &[ThreadText<'_>]) -> Option<Stop> {
    let body = texts.first()?.body;
    let spawn_in = |block: usize| {
        let insts = &body.blocks[block].insts;
        let mut insts = insts.iter();
        insts.position(|inst| matches!(inst.kind, InstKind::Spawn { .. }))
    };
    let first = (0..body.blocks.len()).find(|&block| spawn_in(block).is_some())?;
    let mut reach = 0;
    let mut found = 0;
    for (number, block) in body.blocks.iter().enumerate().take(first + 1) {
        if reach <= number {
            found = number;
        }
        let targets = block.terminator.successors();
        reach = targets.map(|target| target.index()).fold(reach, usize::max);
    }
    let index = spawn_in(found).unwrap_or(body.blocks[found].insts.len());
    Some((BlockId::new(found), index))
}
