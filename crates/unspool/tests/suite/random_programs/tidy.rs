//! Removes what has lost its meaning: whoever drops statements of a program (`shrink`) leaves some of these behind.
//!
//! A `break` or `continue` without a loop, or with an atomic section between it and its loop; a join without a
//! thread.

use super::program::*;

/// Postcondition: the program is C that the front end accepts, if it was before parts of it were dropped.
pub fn tidy(program: &mut Program) {
    for worker in &mut program.workers {
        tidy_body(&mut worker.body);
    }
    for helper in &mut program.helpers {
        tidy_body(&mut helper.body);
    }
    tidy_body(&mut program.main);
}

fn tidy_body(body: &mut Vec<Stmt>) {
    drop_jumps(body, Around::default());
    let mut made = Made::default();
    made.note(body);
    drop_joins(body, &made);
}

/// What a jump can refer to.
#[derive(Clone, Copy, Default)]
struct Around {
    breaks: bool,
    continues: bool,
}

fn drop_jumps(block: &mut Vec<Stmt>, around: Around) {
    block.retain(|statement| match statement {
        Stmt::Break => around.breaks,
        Stmt::Continue => around.continues,
        _ => true,
    });
    for statement in block {
        let inside = match statement {
            Stmt::Loop(Loop {
                kind: LoopKind::For | LoopKind::While | LoopKind::DoWhile,
                ..
            }) => Around {
                breaks: true,
                continues: true,
            },
            Stmt::Switch(..) => Around {
                breaks: true,
                ..around
            },
            Stmt::AtomicSection(_) | Stmt::ForkedSection(..) => Around::default(),
            _ => around,
        };
        for block in statement.blocks_mut() {
            drop_jumps(block, inside);
        }
    }
}

/// The threads that a function makes.
#[derive(Default)]
struct Made {
    slots: Vec<usize>,
    many: bool,
}

impl Made {
    fn note(&mut self, block: &[Stmt]) {
        for statement in block {
            match statement {
                Stmt::Create { slot, .. } => self.slots.push(*slot),
                Stmt::CreateMany { .. } => self.many = true,
                _ => {}
            }
            for block in statement.blocks() {
                self.note(block);
            }
        }
    }
}

fn drop_joins(block: &mut Vec<Stmt>, made: &Made) {
    block.retain(|statement| match statement {
        Stmt::Join(slot, _) | Stmt::Detach(slot) => made.slots.contains(slot),
        Stmt::JoinMany(_) => made.many,
        _ => true,
    });
    for statement in block {
        for block in statement.blocks_mut() {
            drop_joins(block, made);
        }
    }
}
