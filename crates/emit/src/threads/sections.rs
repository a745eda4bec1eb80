//! Which `atomic_begin` a `wait_until` goes back to.
//!
//! A thread cannot enter a section in a state in which it would meet a false `wait_until`. It tries nevertheless, and goes back to
//! the outermost begin of the function if it has to. So a section must do nothing before its wait but compute and load, which is what
//! the models of the library do; what it stored would be seen.

use std::collections::HashMap;

use unspool_ir::{BlockId, Body, InstKind};

/// A begin, by block and place in it, and how many sections are open at the wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Begin {
    pub block: u32,
    pub index: u32,
    pub depth: u32,
}

/// Where the waits of a function go back to, by block and place of the wait; waits of a section that a caller began are not listed.
pub fn begins_of_waits(body: &Body) -> HashMap<(u32, u32), Begin> {
    let mut found = HashMap::new();
    let mut entered: Vec<Option<Option<Begin>>> = vec![None; body.blocks.len()];
    let mut pending = vec![(BlockId::new(0), None)];
    while let Some((block, state)) = pending.pop() {
        let Some(known) = entered.get_mut(block.index()) else {
            continue;
        };
        if known.is_some() {
            continue;
        }
        *known = Some(state);
        let mut state: Option<Begin> = state;
        for (index, inst) in body.block(block).insts.iter().enumerate() {
            let (block, index) = (block.0, index as u32);
            match inst.kind {
                InstKind::AtomicBegin => {
                    state = Some(match state {
                        Some(begin) => Begin {
                            depth: begin.depth + 1,
                            ..begin
                        },
                        None => Begin {
                            block,
                            index,
                            depth: 1,
                        },
                    });
                }
                InstKind::AtomicEnd => {
                    state = state
                        .map(|begin| Begin {
                            depth: begin.depth - 1,
                            ..begin
                        })
                        .filter(|begin| begin.depth > 0);
                }
                InstKind::WaitUntil(_) => {
                    if let Some(begin) = state {
                        found.insert((block, index), begin);
                    }
                }
                _ => {}
            }
        }
        let next = body.block(block).terminator.successors();
        pending.extend(next.map(|to| (to, state)));
    }
    found
}
