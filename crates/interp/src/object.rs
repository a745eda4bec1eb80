//! An object of memory: its bytes, and what it is.

use unspool_ir::{FunctionId, GlobalId, Program, SlotId, Span};

use crate::content::Content;

#[derive(Clone, Debug)]
pub struct Object {
    pub base: u64,
    pub content: Content,
    pub kind: ObjectKind,
    /// The thread that made it.
    pub thread: u32,
    pub access: Allowed,
    /// Whether another thread may know its address: false only while every pointer to it lies in registers
    /// of its thread or in objects that are themselves not shared. Accesses to it are visible once true.
    pub shared: bool,
    /// Whether a pointer to it was ever stored in memory.
    pub stored: bool,
    /// Where it was allocated.
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObjectKind {
    Global(GlobalId),
    ThreadLocal(GlobalId),
    Slot {
        function: FunctionId,
        slot: SlotId,
        /// The function that declares it: another one, if that was inlined.
        owner: FunctionId,
    },
    Heap,
    /// By `alloca` or of a variable-length array.
    Stack,
    VarArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Allowed {
    ReadWrite,
    Read,
    /// Declared but defined nowhere.
    Nothing,
}

impl Object {
    pub fn size(&self) -> u64 {
        self.content.len() as u64
    }

    /// In the user's words.
    pub fn describe(&self, program: &Program) -> String {
        match self.kind {
            ObjectKind::Global(id) => match program.globals.get(id.index()) {
                Some(global) if global.is_string_literal() => "a string literal".to_string(),
                Some(global) => format!("`{}`", global.name),
                None => "a global".to_string(),
            },
            ObjectKind::ThreadLocal(id) => match program.globals.get(id.index()) {
                Some(global) => format!("thread {}'s `{}`", self.thread, global.name),
                None => "a thread-local variable".to_string(),
            },
            ObjectKind::Slot {
                function,
                slot,
                owner,
            } => {
                let body = program.functions.get(function.index());
                let name = body
                    .and_then(|f| f.body.as_ref())
                    .and_then(|body| body.slots.get(slot.index()))
                    .map_or("", |slot| slot.name.as_str());
                let owner = program.functions.get(owner.index());
                let owner = owner.map_or("", |f| f.name.as_str());
                format!("local variable `{name}` of `{owner}`")
            }
            ObjectKind::Heap => {
                format!("heap object allocated at {}", program.describe(self.span))
            }
            ObjectKind::Stack => {
                format!("stack object allocated at {}", program.describe(self.span))
            }
            ObjectKind::VarArgs => "the variable arguments of a call".to_string(),
        }
    }
}
