//! Which of its own objects a thread can have got hold of without a detour through memory.
//!
//! The address of a slot or of an allocated object is at first in a register, and gets around by assignments, or else it is stored. What
//! is found in memory was stored before. So to see when an object becomes known to others it suffices to look at the
//! registers that get its address by assignments alone; and only these can reach an object that is not known to others.
//!
//! The same for all points of the thread, whatever the order of its instructions.

use unspool_ir::{
    BlockId, Body, ExprId, ExprKind, FunctionId, InstKind, PlaceId, PlaceKind, Types,
};

use crate::accesses::allocated;
use crate::number_sets::{NumberSets, SetId};
use crate::numbering::Numbering;
use crate::points_to::Object;

pub struct DirectPointers<'a> {
    body: &'a Body,
    function: FunctionId,
    objects: Numbering<Object>,
    sets: NumberSets,
    /// By register.
    registers: Vec<SetId>,
}

impl<'a> DirectPointers<'a> {
    /// One pass will do, as what is assigned later in the text reaches no earlier place.
    pub fn of(function: FunctionId, body: &'a Body) -> Self {
        let mut pointers = DirectPointers {
            body,
            function,
            objects: Numbering::default(),
            sets: NumberSets::default(),
            registers: vec![SetId::EMPTY; body.regs.len()],
        };
        for (block, contents) in body.blocks.iter().enumerate() {
            for (index, inst) in contents.insts.iter().enumerate() {
                let (register, new) = match inst.kind {
                    InstKind::Assign { dst, value } => (dst, pointers.value(value)),
                    InstKind::Alloc { dst, .. } => {
                        let object = allocated(function, BlockId::new(block), index);
                        (dst, pointers.single(object))
                    }
                    _ => continue,
                };
                let known = &mut pointers.registers[register.index()];
                *known = pointers.sets.union(*known, new);
            }
        }
        pointers
    }

    /// The thread's objects that a value can be an address in.
    pub fn of_value(&mut self, value: ExprId) -> Vec<Object> {
        let set = self.value(value);
        self.list(set)
    }

    /// The thread's objects that a place can be in.
    pub fn of_place(&mut self, place: PlaceId) -> Vec<Object> {
        let set = self.place(place);
        self.list(set)
    }

    fn value(&mut self, value: ExprId) -> SetId {
        let node = self.body.expr(value);
        // Truth values carry no addresses.
        if node.ty == Types::BOOL {
            return SetId::EMPTY;
        }
        match node.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddress(_) => SetId::EMPTY,
            ExprKind::Reg(register) => self.registers[register.index()],
            ExprKind::Unary(_, a) | ExprKind::Convert(a) => self.value(a),
            ExprKind::Binary(_, a, b) | ExprKind::Select(_, a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                self.sets.union(a, b)
            }
            ExprKind::AddressOf(place) => self.place(place),
        }
    }

    /// By what the place starts with; an index may also carry an address.
    fn place(&mut self, place: PlaceId) -> SetId {
        match self.body.place(place).kind {
            PlaceKind::Global(_) => SetId::EMPTY,
            PlaceKind::Slot(slot) => self.single(Object::Slot(self.function, slot)),
            PlaceKind::Deref(pointer) => self.value(pointer),
            PlaceKind::Field(base, _) => self.place(base),
            PlaceKind::Index(base, index) => {
                let (base, index) = (self.place(base), self.value(index));
                self.sets.union(base, index)
            }
        }
    }

    fn single(&mut self, object: Object) -> SetId {
        let number = self.objects.number(object);
        self.sets.with(SetId::EMPTY, number)
    }

    fn list(&self, set: SetId) -> Vec<Object> {
        let members = self.sets.members(set).iter();
        let objects = self.objects.list();
        members.map(|&number| objects[number as usize]).collect()
    }
}
