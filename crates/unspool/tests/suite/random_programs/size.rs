//! How many steps statements take that other threads can see, at most and roughly.
//!
//! The generator keeps within a budget by this, so that most programs have few enough interleavings for an exhaustive
//! search. Loops that wait count as if they had to wait once.

use super::program::*;

pub fn steps_of_block(block: &[Stmt], helpers: &[Helper]) -> u64 {
    block
        .iter()
        .map(|statement| steps(statement, helpers))
        .sum()
}

pub fn steps(statement: &Stmt, helpers: &[Helper]) -> u64 {
    let values = statement.expressions().into_iter();
    let values: u64 = values.map(|value| steps_of_value(value, helpers)).sum();
    let blocks = statement.blocks().into_iter();
    let blocks = blocks.map(|block| steps_of_block(block, helpers));
    match statement {
        Stmt::Assign(place, operator, _) => {
            let accesses = if operator.is_some() { 2 } else { 1 };
            values + accesses * steps_of_place(place, helpers)
        }
        Stmt::If(..) => values + blocks.max().unwrap_or(0),
        // Cases may fall through.
        Stmt::Switch(..) => values + blocks.sum::<u64>(),
        Stmt::Loop(it) => {
            let iterations = u64::try_from(it.limit).unwrap_or(0);
            (values + blocks.sum::<u64>()) * iterations
        }
        Stmt::Climb(place, limit) => {
            let iterations = u64::try_from(*limit).unwrap_or(0);
            (3 * iterations + 1) * steps_of_place(place, helpers)
        }
        Stmt::Spin(spin) => match &spin.body {
            SpinBody::Store(place, _) => 2 * values + steps_of_place(place, helpers),
            _ => values,
        },
        Stmt::AddByExchange { .. } => 3 + values,
        Stmt::AtomicSection(_) => 1,
        Stmt::ForkedSection(..) => 1 + values,
        Stmt::SpinLocked(_)
        | Stmt::Locked(..)
        | Stmt::ReadWriteLocked { .. }
        | Stmt::SemaphoreTry(..) => 2 + blocks.sum::<u64>(),
        Stmt::TryLocked(..) => 2 + blocks.max().unwrap_or(0),
        // A wake-up may be spurious.
        Stmt::Await(..) | Stmt::AwaitOnce(..) => 4 + 2 * values + blocks.sum::<u64>(),
        Stmt::Announce { .. } => 3 + blocks.sum::<u64>(),
        Stmt::SetPointer(Pointer::Local, _) => 0,
        Stmt::CopyRecord { .. } => 2 * FIELDS.len() as u64,
        Stmt::Put(_) => 4 + values,
        Stmt::Take(place) => 7 + 4 * steps_of_place(place, helpers),
        Stmt::CreateMany { count, .. } => {
            let iterations = u64::try_from(*count).unwrap_or(0);
            (1 + values) * iterations
        }
        Stmt::Join(..) | Stmt::JoinMany(_) | Stmt::Meet => 2,
        Stmt::Evaluate(_)
        | Stmt::Assert(_)
        | Stmt::Claim(_)
        | Stmt::Assume(_)
        | Stmt::Return(_)
        | Stmt::Break
        | Stmt::Continue => values,
        Stmt::AtomicStore(..)
        | Stmt::SemaphoreWait(_)
        | Stmt::SemaphorePost(_)
        | Stmt::SetPointer(..)
        | Stmt::SetFunction(_)
        | Stmt::Allocate(..)
        | Stmt::AllocateSome { .. }
        | Stmt::Free
        | Stmt::FreeMutex(_)
        | Stmt::Create { .. }
        | Stmt::Detach(_)
        | Stmt::ExitThread(_)
        | Stmt::ExitProcess(_) => 1 + values,
    }
}

fn steps_of_value(value: &Expr, helpers: &[Helper]) -> u64 {
    let parts = value.parts().into_iter();
    let parts: u64 = parts.map(|part| steps_of_value(part, helpers)).sum();
    let own = match value {
        // The index is a part.
        Expr::Read(Place::Element(_) | Place::Byte(_)) | Expr::IsBelow(..) => 1,
        Expr::Read(Place::Cell(_)) => 0,
        Expr::PointsTo(Pointer::Local, _) => 0,
        Expr::PointsTo(..) => 1,
        Expr::Read(place) => steps_of_place(place, helpers),
        Expr::IsNotNull(Pointer::Local) => 0,
        Expr::IsNotNull(_) => 1,
        Expr::Call(call) => match &**call {
            Call::Helper(number, _) => steps_of_helper(*number, helpers),
            Call::Table(..) => steps_of_helper(0, helpers).max(steps_of_helper(1, helpers)),
            Call::Function(_) => {
                let all = (0..helpers.len()).map(|number| steps_of_helper(number, helpers));
                1 + all.max().unwrap_or(0)
            }
            Call::AddTo(..) => 3,
            Call::AnyBool => 0,
            _ => 1,
        },
        _ => 0,
    };
    own + parts
}

fn steps_of_helper(number: usize, helpers: &[Helper]) -> u64 {
    let Some(helper) = helpers.get(number) else {
        return 0;
    };
    // It calls earlier ones only.
    let earlier = &helpers[..number];
    let once = steps_of_block(&helper.body, earlier) + steps_of_value(&helper.result, earlier);
    match helper.kind {
        HelperKind::Plain => once,
        HelperKind::Atomic => 1,
        HelperKind::Recursive => 2 * once,
    }
}

fn steps_of_place(place: &Place, helpers: &[Helper]) -> u64 {
    match place {
        Place::ThreadLocal | Place::Local(_) | Place::Parameter => 0,
        Place::Cell(Index::Low(index)) => steps_of_value(index, helpers),
        Place::Cell(_) | Place::Field(Record::Local, _) => 0,
        Place::Element(Index::Low(index) | Index::Wide(index)) | Place::Byte(Index::Low(index)) => {
            1 + steps_of_value(index, helpers)
        }
        Place::Plain(_)
        | Place::Element(_)
        | Place::Field(..)
        | Place::Mixed
        | Place::Byte(_)
        | Place::Half(_)
        | Place::Bits(_)
        | Place::Bare(_)
        | Place::Real(_)
        | Place::Ready
        | Place::Mine => 1,
        Place::Target(Pointer::Local) => 1,
        Place::Target(_) => 2,
    }
}
