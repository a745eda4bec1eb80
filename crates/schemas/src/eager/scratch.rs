//! Accesses to more than one part at once, or as something else than the part is: by way of a local variable.
//!
//! Where a schema reads and writes shared memory part by part, a record is put together in a local variable, the instruction is executed there, and what it left is written part by part:
//!
//! ```text
//! %0 = load @pair          →      scratch.left = read(pair.left); scratch.right = read(pair.right); %0 = load scratch
//! store @pair = %1         →      store scratch = %1; write(pair.left, scratch.left); write(pair.right, scratch.right)
//! ```
//!
//! All that stands between two stops, so it is still one step.

use unspool_ir::{
    BinaryOp, ExprId, ExprKind, InstKind, PlaceKind, SlotDecl, SlotId, Span, TypeId, Types,
};
use unspool_passes::accesses::access_size;

use super::Eager;
use super::accesses::Accessing;
use super::parts::Part;
use super::places::{At, Spot, part_of};
use super::thread::Simulation;

/// Where an access is, for sure.
enum Way<'s> {
    InPlace(&'s Spot),
    /// The number of the variable, and the offset.
    Shared(usize, u64),
}

impl<S: Eager> Simulation<'_, '_, '_, S> {
    /// A scalar that is not one part wherever it may be.
    pub fn load_by_parts(&mut self, spots: &[Spot], ty: TypeId, span: Span) -> ExprId {
        let dst = self.writer.register("", ty);
        let kind = &InstKind::Load {
            dst,
            // The real ones are the spots.
            place: self.global(self.making.now),
            access: Default::default(),
        };
        self.by_parts(&Accessing { kind, spots, ty }, span);
        self.writer.read(dst)
    }

    pub fn store_by_parts(&mut self, spots: &[Spot], (value, ty): (ExprId, TypeId), span: Span) {
        let kind = &InstKind::Store {
            // Likewise.
            place: self.global(self.making.now),
            value,
            access: Default::default(),
        };
        self.by_parts(&Accessing { kind, spots, ty }, span);
    }

    /// Any instruction that accesses memory.
    pub fn by_parts(&mut self, accessing: &Accessing<'_>, span: Span) {
        let mut ways = Vec::new();
        for spot in accessing.spots {
            if !spot.is_shared {
                ways.push((spot.is_here.into_iter().collect(), Way::InPlace(spot)));
                continue;
            }
            for (condition, offset) in self.offsets(spot) {
                let way = Way::Shared(spot.variable, offset);
                ways.push((condition.into_iter().collect(), way));
            }
        }
        self.on_ways(ways, span, |simulation, way| match way {
            Way::InPlace(spot) => {
                let place = simulation.place_in(spot, 0, accessing.ty);
                simulation.put_at(accessing.kind.clone(), place, span);
            }
            Way::Shared(variable, offset) => {
                simulation.in_scratch(accessing, (variable, offset), span);
            }
        });
    }

    fn in_scratch(
        &mut self,
        accessing: &Accessing<'_>,
        (variable, offset): (usize, u64),
        span: Span,
    ) {
        let ty = accessing.ty;
        let size = access_size(self.making.maker.bounded, ty);
        let parts = self.variable(variable).parts_at(offset, size);
        let parts = self.variable(variable).parts[parts].to_vec();
        let scratch = self.scratch(ty);
        if !matches!(accessing.kind, InstKind::Store { .. }) {
            for part in &parts {
                let spot = Spot::of_part(variable, part);
                let value = self.read_gathered(&[spot], part.ty, span);
                let place = self.part_of_scratch((scratch, ty), part.offset - offset, part.ty);
                self.writer.store(place, value, span);
            }
        }
        let place = self.writer.place(PlaceKind::Slot(scratch), ty);
        self.put_at(accessing.kind.clone(), place, span);
        let condition = match *accessing.kind {
            InstKind::Load { .. } => return,
            InstKind::CompareExchange { ok, .. } => Some(self.writer.read(ok)),
            _ => None,
        };
        self.when(condition, span, |simulation| {
            for part in &parts {
                let place =
                    simulation.part_of_scratch((scratch, ty), part.offset - offset, part.ty);
                let value = simulation.writer.load(place, span);
                let spot = Spot::of_part(variable, part);
                simulation.write_gathered(None, &[spot], (value, part.ty), span);
            }
        });
    }

    /// The offsets at which a spot may be: each with the condition that it is there, or none if it is for sure.
    pub fn offsets(&mut self, spot: &Spot) -> Vec<(Option<ExprId>, u64)> {
        let distance = match spot.at {
            At::Offset(offset) => return vec![(spot.is_here, offset)],
            At::Named(_, None) => return vec![(spot.is_here, spot.first())],
            At::Named(_, Some(distance)) | At::Distance(distance) => self.in_register(distance),
        };
        let mut offsets = Vec::new();
        for &offset in &spot.starts {
            let ty = self.writer.body.expr(distance).ty;
            let here = self.writer.constant(offset.into(), ty);
            let is_here = self.writer.compare(BinaryOp::Eq, distance, here);
            let conditions = spot.is_here.into_iter().chain([is_here]).collect();
            offsets.push((Some(self.all(conditions)), offset));
        }
        offsets
    }

    /// Of an access of this type to a part: as what values are compared, so that equal means equal bits.
    pub fn compared_as(&self, part: &Part, ty: TypeId) -> TypeId {
        let types = &self.making.maker.program.types;
        match part.is_mixed {
            false => part.ty,
            true if types.is_float(ty) => {
                let size = access_size(self.making.maker.bounded, ty);
                Types::int(8 * size as u32, false)
            }
            true => ty,
        }
    }

    /// The same bits as something of another type.
    pub fn reinterpreted(&mut self, value: ExprId, from: TypeId, to: TypeId, span: Span) -> ExprId {
        if from == to {
            return value;
        }
        let types = &self.making.maker.program.types;
        let is_number = |ty| types.is_integer(ty) && ty != Types::BOOL;
        let are_numbers = is_number(from) && is_number(to);
        if are_numbers || (types.is_pointer(from) && types.is_pointer(to)) {
            return self.writer.body.add_expr(ExprKind::Convert(value), to);
        }
        let scratch = self.scratch(from);
        let place = self.writer.place(PlaceKind::Slot(scratch), from);
        self.writer.store(place, value, span);
        let place = self.part_of_scratch((scratch, from), 0, to);
        self.writer.load(place, span)
    }

    fn scratch(&mut self, ty: TypeId) -> SlotId {
        let align = self.making.maker.program.types.align_of(ty);
        self.writer.body.slots.push(SlotDecl {
            name: "scratch".to_string(),
            ty,
            align,
            span: Span::NONE,
        });
        SlotId::new(self.writer.body.slots.len() - 1)
    }

    fn part_of_scratch(
        &mut self,
        (scratch, whole): (SlotId, TypeId),
        offset: u64,
        ty: TypeId,
    ) -> unspool_ir::PlaceId {
        let types = &mut self.making.maker.program.types;
        let root = (PlaceKind::Slot(scratch), whole);
        part_of(&mut self.writer, types, root, offset, ty)
    }
}
