//! Where an access may be: the places among which it chooses.
//!
//! A place that is named is one variable. Behind a pointer there are all places to which the points-to analysis says that it may lead; since every pointer points to the first
//! copy of a variable, comparing it with the addresses there tells which one is meant, whatever the time is. If there are many of them in one variable, only
//! the distance from its start is computed, and the access is at that distance.

use unspool_ir::{
    BinaryOp, ExprId, ExprKind, InstKind, PlaceId, PlaceKind, Span, Terminator, Type, TypeId, Types,
};
use unspool_passes::accesses::{Memory, access_size, starts};
use unspool_passes::points_to::Offsets;

use crate::block_writer::BlockWriter;

use super::Eager;
use super::events::Event;
use super::parts::Part;
use super::survey::{self, root};
use super::thread::{Simulation, constant};
use super::variables::Variable;

/// Beyond so many places in one variable, distances are computed.
const MOST_COMPARED: usize = 8;

/// One of the places where an access may be.
#[derive(Clone)]
pub struct Spot {
    /// None: it is here for sure.
    pub is_here: Option<ExprId>,
    /// Its number.
    pub variable: usize,
    pub at: At,
    /// The offsets at which it may be, in their order.
    pub starts: Vec<u64>,
    /// Whether threads share it.
    pub is_shared: bool,
}

impl Spot {
    pub fn of_part(variable: usize, part: &Part) -> Spot {
        Spot {
            is_here: None,
            variable,
            at: At::Offset(part.offset),
            starts: vec![part.offset],
            is_shared: part.is_shared,
        }
    }

    /// A variable that is a truth value.
    pub fn of_flag(number: usize, variable: &Variable) -> Spot {
        Spot {
            is_here: None,
            variable: number,
            at: At::Offset(0),
            starts: vec![0],
            is_shared: variable.parts.iter().any(|part| part.is_shared),
        }
    }

    pub fn first(&self) -> u64 {
        self.starts.first().copied().unwrap_or(0)
    }
}

#[derive(Clone, Copy)]
pub enum At {
    /// As it is named in the text of the thread; so many bytes from the start of the variable, if that depends on an index.
    Named(PlaceId, Option<ExprId>),
    Offset(u64),
    /// So many bytes from the start of the variable, inside of it.
    Distance(ExprId),
}

/// Where an access takes place.
pub enum Target {
    /// In a local variable of the simulation.
    Local(PlaceId),
    Spots(Vec<Spot>),
}

impl<S: Eager> Simulation<'_, '_, '_, S> {
    /// Writes down that the access is valid. None if it never is.
    pub fn target(&mut self, place: PlaceId, is_write: bool, span: Span) -> Option<Target> {
        let target = self.any_target(place, is_write, span)?;
        if let Target::Spots(spots) = &target {
            let mut shared = spots.iter().filter(|spot| spot.is_shared);
            if shared.any(|spot| self.variable(spot.variable).shares_long_double()) {
                let what = "a `long double` that threads share";
                self.record(Event::Unsupported(what.to_string()), span);
                return None;
            }
        }
        Some(target)
    }

    fn any_target(&mut self, place: PlaceId, is_write: bool, span: Span) -> Option<Target> {
        let body = self.text.body;
        let (kind, _) = root(body, place);
        if let Some(memory) = self.named(kind) {
            let Some((variable, found)) = self.making.variables.of(memory) else {
                return Some(Target::Local(self.place(place)));
            };
            if found.is_missing || (is_write && found.is_read_only) {
                self.fail(span);
                return None;
            }
            let room = found.room;
            let Some(found) = self.places(place, Some(self.thread as u32)) else {
                self.too_many_places(span);
                return None;
            };
            let size = access_size(self.making.maker.bounded, self.text.body.place(place).ty);
            let starts = found.iter().flat_map(|(_, it)| starts(it, size, room));
            let mut starts: Vec<u64> = starts.collect();
            starts.sort_unstable();
            starts.dedup();
            let Some(&first) = starts.first() else {
                self.fail(span);
                return None;
            };
            let is_shared = self.variable(variable).is_shared_at(first);
            let distance = self.must_be_inside(place, room, span);
            let spot = Spot {
                is_here: None,
                variable,
                at: At::Named(place, distance),
                starts,
                is_shared,
            };
            return Some(Target::Spots(vec![spot]));
        }
        self.behind_pointer(place, is_write, span)
            .map(Target::Spots)
    }

    /// Whether a named place depends on an index that is not constant.
    fn has_index(&self, mut place: PlaceId) -> bool {
        let body = self.text.body;
        loop {
            match body.place(place).kind {
                PlaceKind::Field(base, _) => place = base,
                PlaceKind::Index(base, index) if constant(body, index).is_some() => place = base,
                PlaceKind::Index(..) => return true,
                _ => return false,
            }
        }
    }

    /// Of a place that is named with an index: that all of it is in the variable. How far it lies from the start.
    fn must_be_inside(&mut self, place: PlaceId, room: u64, span: Span) -> Option<ExprId> {
        if !self.has_index(place) {
            return None;
        }
        let word = self.word();
        let types = &self.making.maker.bounded.types;
        let size = access_size(self.making.maker.bounded, self.text.body.place(place).ty);
        let (mut fields, mut indices) = (0u64, Vec::new());
        let mut at = place;
        loop {
            let node = self.text.body.place(at);
            match node.kind {
                PlaceKind::Field(base, number) => {
                    let record = self.text.body.place(base).ty;
                    let field = types.field(record, number);
                    fields = fields.wrapping_add(field.map_or(0, |field| field.offset));
                    at = base;
                }
                PlaceKind::Index(base, index) => {
                    indices.push((index, types.size_of(node.ty).unwrap_or(0)));
                    at = base;
                }
                _ => break,
            }
        }
        let start = self.writer.constant(fields.into(), word);
        let mut terms: Vec<ExprId> = (fields > 0).then_some(start).into_iter().collect();
        for (index, step) in indices {
            let index = self.expr(index);
            let index = self.writer.body.add_expr(ExprKind::Convert(index), word);
            let step = self.writer.constant(step.into(), word);
            let product = ExprKind::Binary(BinaryOp::Mul, index, step);
            terms.push(self.writer.body.add_expr(product, word));
        }
        let offset = (terms.into_iter()).reduce(|sum, term| self.sum(sum, term, word));
        let offset = offset.unwrap_or(start);
        let last = self.writer.constant(room.saturating_sub(size).into(), word);
        let is_inside = self.writer.compare(BinaryOp::Le, offset, last);
        self.writer.put(InstKind::Assume(is_inside), span);
        Some(offset)
    }

    fn behind_pointer(&mut self, place: PlaceId, is_write: bool, span: Span) -> Option<Vec<Spot>> {
        let body = self.text.body;
        let ty = body.place(place).ty;
        let Some(spots) = self.spots(place, is_write) else {
            self.too_many_places(span);
            return None;
        };
        let bounded = self.making.maker.bounded;
        if (self.making.made).is_reached(bounded, self.thread, body, place) {
            let known = self.any(spots.iter().filter_map(|spot| spot.is_here).collect());
            let what = "an access to an object by a pointer that was made of a number in a way that is not followed".to_string();
            self.record_unless(known, Event::Unsupported(what), span);
        }
        if spots.is_empty() {
            self.fail(span);
            return None;
        }
        let size = access_size(bounded, ty);
        let mut valid = Vec::new();
        for spot in &spots {
            let mut conditions: Vec<ExprId> = spot.is_here.into_iter().collect();
            conditions.extend(self.fits(spot, size));
            conditions.extend(self.is_alive(spot.variable));
            valid.push(conditions);
        }
        let valid = valid.into_iter().map(|list| self.all(list)).collect();
        let valid = self.any(valid);
        self.writer.put(InstKind::Assume(valid), span);
        Some(spots)
    }

    fn places(&self, place: PlaceId, own: Option<u32>) -> Option<Vec<(Memory, Offsets)>> {
        let making = &*self.making;
        let threads = making.maker.numbers.len() as u32;
        let bounded = making.maker.bounded;
        survey::places(bounded, &making.points_to, threads, self.text, place, own)
    }

    /// The access is not valid, whatever happens.
    fn fail(&mut self, span: Span) {
        self.give_up(span);
        self.writer.end(Terminator::Goto(self.stopped), span);
    }

    fn too_many_places(&mut self, span: Span) {
        let what = "an access that may go to one of very many places".to_string();
        self.record(Event::Unsupported(what), span);
    }

    /// None if there are too many.
    fn spots(&mut self, place: PlaceId, is_write: bool) -> Option<Vec<Spot>> {
        let bounded = self.making.maker.bounded;
        let size = access_size(bounded, self.text.body.place(place).ty);
        let mut found: Vec<(usize, u64)> = Vec::new();
        for (memory, offsets) in self.places(place, None)? {
            let Some((number, variable)) = self.making.variables.of(memory) else {
                continue;
            };
            if variable.is_missing || (is_write && variable.is_read_only) {
                continue;
            }
            let places = starts(&offsets, size, variable.room);
            found.extend(places.map(|offset| (number, offset)));
        }
        found.sort_unstable();
        found.dedup();
        let address = self.address(place);
        let address = match found.len() {
            1 => address,
            _ => self.in_register(address),
        };
        let mut spots = Vec::new();
        for same in found.chunk_by(|a, b| a.0 == b.0) {
            let number = same[0].0;
            if same.len() > MOST_COMPARED {
                let starts = same.iter().map(|&(_, offset)| offset).collect();
                spots.push(self.distant_spot(number, starts, address, size));
                continue;
            }
            for &(_, offset) in same {
                let here = self.address_of(number, offset);
                let is_here = self.writer.compare(BinaryOp::Eq, address, here);
                spots.push(Spot {
                    is_here: Some(is_here),
                    variable: number,
                    at: At::Offset(offset),
                    starts: vec![offset],
                    is_shared: self.variable(number).is_shared_at(offset),
                });
            }
        }
        Some(spots)
    }

    /// A spot for many places of a variable.
    fn distant_spot(
        &mut self,
        number: usize,
        starts: Vec<u64>,
        address: ExprId,
        size: u64,
    ) -> Spot {
        let start = self.address_of(number, 0);
        let distance = self.distance(start, address);
        let (distance, word) = (self.in_register(distance), self.word());
        let room = self.variable(number).room;
        let last = self.writer.constant(room.saturating_sub(size).into(), word);
        let is_here = self.writer.compare(BinaryOp::Le, distance, last);
        let zero = self.writer.constant(0, word);
        let inside = ExprKind::Select(is_here, distance, zero);
        let inside = self.writer.body.add_expr(inside, word);
        let inside = self.in_register(inside);
        // All places that one access may concern are shared, or none.
        let first = starts.first().copied().unwrap_or(0);
        Spot {
            is_here: Some(is_here),
            variable: number,
            at: At::Distance(inside),
            is_shared: self.variable(number).is_shared_at(first),
            starts,
        }
    }

    /// What is used more than once is computed once.
    pub fn in_register(&mut self, value: ExprId) -> ExprId {
        let ty = self.writer.body.expr(value).ty;
        let register = self.writer.register("", ty);
        self.assign(register, value, Span::NONE);
        self.writer.read(register)
    }

    pub fn variable(&self, number: usize) -> &Variable {
        &self.making.variables.list[number]
    }

    /// An unsigned integer as wide as a pointer.
    pub fn word(&self) -> TypeId {
        Types::int(
            self.making.maker.bounded.types.data_model.pointer_bits(),
            false,
        )
    }

    fn byte_pointer(&mut self) -> TypeId {
        self.making.maker.program.types.pointer_to(Types::U8)
    }

    /// The address of a place behind a pointer, as a pointer to bytes.
    fn address(&mut self, place: PlaceId) -> ExprId {
        let ty = self.text.body.place(place).ty;
        let pointer = self.making.maker.program.types.pointer_to(ty);
        let bytes = self.byte_pointer();
        let place = self.place(place);
        let address = match self.writer.body.place(place).kind {
            PlaceKind::Deref(pointer) => pointer,
            _ => (self.writer.body).add_expr(ExprKind::AddressOf(place), pointer),
        };
        self.writer.body.add_expr(ExprKind::Convert(address), bytes)
    }

    /// Where the first copy of a variable has this byte, as a pointer to bytes.
    pub fn address_of(&mut self, number: usize, offset: u64) -> ExprId {
        let bytes = self.byte_pointer();
        let first = PlaceKind::Global(self.variable(number).copies[0]);
        let types = &mut self.making.maker.program.types;
        let ty = self.making.variables.list[number].ty;
        let pointer = types.pointer_to(ty);
        start_of(&mut self.writer, first, ty, (pointer, bytes), offset)
    }

    /// How far one address lies behind another.
    pub fn distance(&mut self, start: ExprId, address: ExprId) -> ExprId {
        let word = self.word();
        let body = &mut self.writer.body;
        let start = body.add_expr(ExprKind::Convert(start), word);
        let address = body.add_expr(ExprKind::Convert(address), word);
        body.add_expr(ExprKind::Binary(BinaryOp::Sub, address, start), word)
    }

    /// Of an allocation whose size is not constant: that it is large enough.
    fn fits(&mut self, spot: &Spot, size: u64) -> Option<ExprId> {
        let whole = self.variable(spot.variable).size?;
        let whole = self.global(whole);
        let whole = self.writer.load(whole, Span::NONE);
        let word = self.word();
        let size = self.writer.constant(size.into(), word);
        let end = match spot.at {
            At::Named(..) => return None,
            At::Offset(offset) => {
                let offset = self.writer.constant(offset.into(), word);
                self.sum(offset, size, word)
            }
            At::Distance(distance) => self.sum(distance, size, word),
        };
        Some(self.writer.compare(BinaryOp::Le, end, whole))
    }

    pub fn sum(&mut self, left: ExprId, right: ExprId, ty: TypeId) -> ExprId {
        let kind = ExprKind::Binary(BinaryOp::Add, left, right);
        self.writer.body.add_expr(kind, ty)
    }

    pub fn all(&mut self, conditions: Vec<ExprId>) -> ExprId {
        let joined = (conditions.into_iter()).reduce(|a, b| self.writer.both(a, b));
        joined.unwrap_or_else(|| self.writer.constant(1, Types::BOOL))
    }

    pub fn any(&mut self, conditions: Vec<ExprId>) -> ExprId {
        let joined = (conditions.into_iter()).reduce(|a, b| self.writer.either(a, b));
        joined.unwrap_or_else(|| self.writer.constant(0, Types::BOOL))
    }

    /// The place in one of the copies, for an access of this type.
    pub fn place_in(&mut self, spot: &Spot, copy: usize, ty: TypeId) -> PlaceId {
        let variable = self.variable(spot.variable);
        let (global, whole) = (variable.copies[copy], variable.ty);
        match spot.at {
            At::Named(place, _) => self.named_in(place, global),
            At::Offset(offset) => {
                let types = &mut self.making.maker.program.types;
                let variable = (PlaceKind::Global(global), whole);
                part_of(&mut self.writer, types, variable, offset, ty)
            }
            At::Distance(distance) => {
                let bytes = self.byte_pointer();
                let types = &mut self.making.maker.program.types;
                let (to_whole, to_part) = (types.pointer_to(whole), types.pointer_to(ty));
                let root = PlaceKind::Global(global);
                let start = start_of(&mut self.writer, root, whole, (to_whole, bytes), 0);
                let kind = ExprKind::Binary(BinaryOp::PointerAdd, start, distance);
                let body = &mut self.writer.body;
                let pointer = body.add_expr(kind, bytes);
                let pointer = body.add_expr(ExprKind::Convert(pointer), to_part);
                body.add_place(PlaceKind::Deref(pointer), ty)
            }
        }
    }

    /// The same place in another variable.
    fn named_in(&mut self, place: PlaceId, global: unspool_ir::GlobalId) -> PlaceId {
        let node = self.text.body.place(place);
        let mut kind = node.kind;
        match &mut kind {
            PlaceKind::Field(base, _) => *base = self.named_in(*base, global),
            PlaceKind::Index(base, index) => {
                *index = self.expr(*index);
                *base = self.named_in(*base, global);
            }
            PlaceKind::Global(_) | PlaceKind::Slot(_) => kind = PlaceKind::Global(global),
            PlaceKind::Deref(_) => return self.place(place),
        }
        self.writer.place(kind, node.ty)
    }
}

/// The address of a byte of a variable. Types of pointers: to the variable, and to bytes.
fn start_of(
    writer: &mut BlockWriter,
    root: PlaceKind,
    ty: TypeId,
    (pointer, bytes): (TypeId, TypeId),
    offset: u64,
) -> ExprId {
    let place = writer.place(root, ty);
    let start = writer.body.add_expr(ExprKind::AddressOf(place), pointer);
    let start = writer.body.add_expr(ExprKind::Convert(start), bytes);
    if offset == 0 {
        return start;
    }
    let offset = writer.constant(offset.into(), Types::U64);
    let kind = ExprKind::Binary(BinaryOp::PointerAdd, start, offset);
    writer.body.add_expr(kind, bytes)
}

/// A part of a variable by its offset: as a member or an element if there is one of this type, else by a cast.
pub fn part_of(
    writer: &mut BlockWriter,
    types: &mut Types,
    (root, whole): (PlaceKind, TypeId),
    offset: u64,
    ty: TypeId,
) -> PlaceId {
    let mut steps = Vec::new();
    if find(types, whole, offset, ty, &mut steps) {
        let start = writer.place(root, whole);
        return steps.into_iter().fold(start, |base, (step, ty)| {
            let kind = match step {
                Step::Field(field) => PlaceKind::Field(base, field),
                Step::Element(index) => {
                    let index = writer.constant(index.into(), Types::U64);
                    PlaceKind::Index(base, index)
                }
            };
            writer.place(kind, ty)
        });
    }
    let (to_whole, to_part) = (types.pointer_to(whole), types.pointer_to(ty));
    let bytes = types.pointer_to(Types::U8);
    let start = start_of(writer, root, whole, (to_whole, bytes), offset);
    let pointer = writer.body.add_expr(ExprKind::Convert(start), to_part);
    writer.place(PlaceKind::Deref(pointer), ty)
}

#[derive(Clone, Copy)]
enum Step {
    Field(u32),
    Element(u64),
}

fn find(
    types: &Types,
    whole: TypeId,
    offset: u64,
    wanted: TypeId,
    steps: &mut Vec<(Step, TypeId)>,
) -> bool {
    if offset == 0 && whole == wanted {
        return true;
    }
    match types.get(whole) {
        Type::Array { element, length } => {
            let size = types.size_of(*element).unwrap_or(0);
            let Some(index) = offset.checked_div(size).filter(|index| index < length) else {
                return false;
            };
            steps.push((Step::Element(index), *element));
            if find(types, *element, offset - index * size, wanted, steps) {
                return true;
            }
            steps.pop();
            false
        }
        Type::Record(record) => {
            let record = types.record(*record);
            let fields = record.body.iter().flat_map(|body| &body.fields);
            for (number, field) in (0..).zip(fields) {
                let size = types.size_of(field.ty).unwrap_or(0);
                if offset < field.offset || offset - field.offset >= size {
                    continue;
                }
                steps.push((Step::Field(number), field.ty));
                if find(types, field.ty, offset - field.offset, wanted, steps) {
                    return true;
                }
                steps.pop();
            }
            false
        }
        _ => false,
    }
}
