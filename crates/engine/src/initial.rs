//! The objects of a program, and what is in them at the start.

use unspool_ir::{GlobalId, InitValue, Program};
use unspool_passes::accesses::{Memory, access_size};
use unspool_passes::layout::Layout;
use unspool_passes::points_to::Object;

use crate::cells::ObjectInfo;

pub fn objects(program: &Program, layout: &Layout) -> Vec<ObjectInfo> {
    let list = layout.objects().iter();
    list.map(|&(memory, base, room)| {
        let global = match memory {
            Memory::Object(Object::Global(global)) | Memory::Instance(global, _) => Some(global),
            Memory::Object(_) => None,
        };
        ObjectInfo {
            memory,
            base,
            room,
            is_exact: layout.is_exact(memory),
            may_be_unset: global.is_none(),
            is_redeclared: false,
            initial: global.map(|global| initial_bytes(program, layout, global)),
            is_read_only: global.is_some_and(|global| program.global(global).read_only),
            cells: Vec::new(),
            alive: None,
        }
    })
    .collect()
}

/// The contents of a global at the start; addresses are those of the layout. Empty for what is zero or too large to matter.
fn initial_bytes(program: &Program, layout: &Layout, global: GlobalId) -> Vec<u8> {
    let mut bytes = Vec::new();
    let Some(init) = &program.global(global).init else {
        return bytes;
    };
    for item in &init.items {
        let value: Vec<u8> = match &item.value {
            InitValue::Scalar { ty, bits } => {
                let size = access_size(program, *ty) as usize;
                bits.to_le_bytes().into_iter().take(size).collect()
            }
            InitValue::Global { ty, global, addend } => {
                let base = layout.base(Memory::Object(Object::Global(*global)));
                let address = base.unwrap_or(0).wrapping_add_signed(*addend);
                let size = access_size(program, *ty) as usize;
                address.to_le_bytes().into_iter().take(size).collect()
            }
            InitValue::Function { ty, function } => {
                let size = access_size(program, *ty) as usize;
                let address = layout.function(*function).to_le_bytes();
                address.into_iter().take(size).collect()
            }
            InitValue::Bytes(bytes) => bytes.clone(),
        };
        let offset = item.offset as usize;
        if bytes.len() < offset + value.len() {
            bytes.resize(offset + value.len(), 0);
        }
        bytes[offset..offset + value.len()].copy_from_slice(&value);
    }
    bytes
}
