//! Dereferencing: from a pointer to bytes of a live object, or a memory error.

use unspool_ir::{MemoryOrder, Span};

use crate::address_space::Region;
use crate::event::{AccessEvent, Event};
use crate::held_locks::surroundings;
use crate::machine::Machine;
use crate::object::{Allowed, Object, ObjectKind};
use crate::outcome::MemoryErrorKind;
use crate::thread::Thread;
use crate::trap::Trap;
use crate::value::{Provenance, Scalar};

/// Addresses below this are taken for null plus a field offset.
const NULL_PAGE: u64 = 4096;

/// Bytes of a live object.
#[derive(Clone, Copy, Debug)]
pub struct Resolved {
    pub object: Provenance,
    pub offset: u64,
    pub shared: bool,
}

impl Machine<'_> {
    #[inline]
    pub(crate) fn resolve(
        &self,
        thread: u32,
        pointer: Scalar,
        size: u64,
        write: bool,
    ) -> Result<Resolved, Trap> {
        let object = pointer.provenance;
        if object.is_some()
            && object.position() == 0
            && let Some(found) = self.memory.get(object)
        {
            // An address below the object wraps to an offset above it.
            let offset = (pointer.bits as u64).wrapping_sub(found.base);
            let room = found.size();
            if offset <= room && size <= room - offset {
                if found.access != Allowed::ReadWrite {
                    self.check_allowed(found, write)?;
                }
                return Ok(Resolved {
                    object,
                    offset,
                    shared: self.is_shared(found),
                });
            }
        }
        self.resolve_unusual(thread, pointer, size, write)
    }

    /// The object that a pointer points into (or just behind), whatever it is used for.
    pub(crate) fn object_of(&self, thread: u32, pointer: Scalar) -> Result<Provenance, Trap> {
        let provenance = pointer.provenance;
        let address = pointer.bits as u64;
        if provenance.is_some() && provenance.position() == 0 {
            return match self.memory.get(provenance) {
                Some(_) => Ok(provenance),
                None => Err(self.dangling(provenance, address).into()),
            };
        }
        if address < NULL_PAGE {
            return Err(MemoryErrorKind::NullDereference { address }.into());
        }
        let region = self
            .memory
            .space
            .region(address, self.program.functions.len());
        let found = match region {
            Region::Functions | Region::Nothing => None,
            Region::Heap(owner) => self.memory.heap_object_at(owner, address),
            Region::Globals | Region::Stack(_) => self.memory.any_object_at(address),
        };
        let Some(provenance) = found else {
            return Err(MemoryErrorKind::WildPointer { address }.into());
        };
        match self.memory.get(provenance) {
            // Whether an access is a step of its own was decided by who can know the address; this thread
            // cannot, so that the decision may have been wrong.
            Some(object) if !object.shared && object.thread != thread => Err(Trap::Unsupported(
                "a pointer computed from integers that reaches another thread's own memory"
                    .to_string(),
            )),
            _ => Ok(provenance),
        }
    }

    /// Records an access if races are looked for.
    pub(crate) fn note_access(
        &mut self,
        thread: &mut Thread,
        at: Resolved,
        size: u64,
        (is_read, is_write): (bool, bool),
        order: Option<MemoryOrder>,
        span: Span,
    ) {
        if self.record_events {
            self.events.push(Event::Access(AccessEvent {
                object: at.object,
                offset: at.offset,
                size,
                is_write,
                is_read,
                order,
                ends: false,
                frees: false,
                written: None,
                in_section: thread.atomic_depth > 0,
                shared: at.shared,
                span: self.reported_span(thread, span),
                position: thread.frames.last().map_or(0, |frame| frame.position),
                surroundings: surroundings(thread),
            }));
        }
    }

    pub(crate) fn dangling(&self, provenance: Provenance, address: u64) -> MemoryErrorKind {
        let ended = self.memory.ended(provenance);
        let describe = |unknown: &str| match ended {
            Some(object) => object.describe(self.program),
            None => unknown.to_string(),
        };
        let on_heap = match ended {
            Some(object) => object.kind == ObjectKind::Heap,
            None => matches!(self.memory.space.region(address, 0), Region::Heap(_)),
        };
        if on_heap {
            MemoryErrorKind::UseAfterFree {
                object: describe("a heap object"),
            }
        } else {
            MemoryErrorKind::DeadLocal {
                object: describe("a local variable"),
            }
        }
    }

    #[cold]
    fn resolve_unusual(
        &self,
        thread: u32,
        pointer: Scalar,
        size: u64,
        write: bool,
    ) -> Result<Resolved, Trap> {
        let provenance = self.object_of(thread, pointer)?;
        let address = pointer.bits as u64;
        let Some(object) = self.memory.get(provenance) else {
            return Err(self.dangling(provenance, address).into());
        };
        let offset = i128::from(address) - i128::from(object.base);
        if offset < 0 || offset + i128::from(size) > i128::from(object.size()) {
            return Err(if address < NULL_PAGE {
                MemoryErrorKind::NullDereference { address }.into()
            } else {
                MemoryErrorKind::OutOfBounds {
                    object: object.describe(self.program),
                    size: object.size(),
                    offset,
                    access: size,
                }
                .into()
            });
        }
        self.check_allowed(object, write)?;
        Ok(Resolved {
            object: provenance,
            offset: offset as u64,
            shared: self.is_shared(object),
        })
    }

    /// Whether an access to it is a visible step. What nobody can write looks the same at all times.
    fn is_shared(&self, object: &Object) -> bool {
        let is_constant = self.config.skip_private_steps && object.access == Allowed::Read;
        object.shared && !is_constant
    }

    fn check_allowed(&self, object: &Object, write: bool) -> Result<(), Trap> {
        match object.access {
            Allowed::ReadWrite => Ok(()),
            Allowed::Read if !write => Ok(()),
            Allowed::Read => Err(MemoryErrorKind::WriteToReadOnly {
                object: object.describe(self.program),
            }
            .into()),
            Allowed::Nothing => Err(Trap::Unsupported(format!(
                "access to {}, which is declared but not defined",
                object.describe(self.program)
            ))),
        }
    }
}
