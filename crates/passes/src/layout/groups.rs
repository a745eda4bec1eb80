//! Which objects should lie side by side: those to which one pointer in memory may point.
//!
//! A cell of memory and all objects of which the addresses may be stored there belong together, and so do groups that share a member. The weight of a group is the
//! number of cells that contain pointers to it: these are narrower if it lies well. Objects to which no pointer in memory
//! points are groups of one without weight: their addresses are constants wherever they are used, or nearly so.
//!
//! Programs that ask which of two addresses is lower (to take locks in one order, say) find in every group that they ask about the order in which objects are
//! declared and allocated, as the interpreter has them.

use rustc_hash::FxHashMap;
use unspool_ir::{ExprId, ExprKind, FunctionId, InitValue, InstKind, PlaceId, Program};

use super::{Wanted, Wish};
use crate::accesses::Memory;
use crate::bounded::threads;
use crate::numbering::Numbering;
use crate::points_to::{Object, PointsTo, Target};
use crate::union_find::UnionFind;

pub struct Group {
    /// Numbers of wishes.
    pub members: Vec<usize>,
    /// How many cells contain pointers to its members.
    pub weight: usize,
    /// The program may ask which of two members has the lower address.
    pub is_ordered: bool,
}

/// The heaviest first.
pub fn of(program: &Program, points_to: &PointsTo, wishes: &[Wish]) -> Vec<Group> {
    let mut collector = Collector {
        points_to,
        pairs: Vec::new(),
        cells: Numbering::default(),
        wishes: wishes_of_objects(wishes),
    };
    collector.stores(program);
    collector.initial_contents(program);
    let mut sets = UnionFind::new(collector.cells.list().len() + wishes.len());
    let first_wish = collector.cells.list().len() as u32;
    for &(cell, wish) in &collector.pairs {
        sets.join(cell, first_wish + wish);
    }
    let compared = collector.compared(program);
    for pair in compared.windows(2) {
        if let [Some(a), Some(b)] = *pair {
            sets.join(first_wish + a, first_wish + b);
        }
    }
    let mut groups: FxHashMap<u32, Group> = FxHashMap::default();
    for index in 0..wishes.len() {
        let group = groups.entry(sets.root(first_wish + index as u32));
        let group = group.or_insert(Group {
            members: Vec::new(),
            weight: 0,
            is_ordered: false,
        });
        group.members.push(index);
    }
    for cell in 0..first_wish {
        if let Some(group) = groups.get_mut(&sets.root(cell)) {
            group.weight += 1;
        }
    }
    for wish in compared.into_iter().flatten() {
        if let Some(group) = groups.get_mut(&sets.root(first_wish + wish)) {
            group.is_ordered = true;
        }
    }
    let mut groups: Vec<Group> = groups.into_values().collect();
    groups.sort_by_key(|group| {
        let first = group.members.first().copied();
        (std::cmp::Reverse(group.weight), first)
    });
    groups
}

/// By function: whether its address is a value somewhere.
pub fn functions_with_addresses(program: &Program) -> Vec<bool> {
    let mut is_used = vec![false; program.functions.len()];
    let mut note = |function: FunctionId| {
        if let Some(is_used) = is_used.get_mut(function.index()) {
            *is_used = true;
        }
    };
    for body in program.functions.iter().filter_map(|f| f.body.as_ref()) {
        // The functions that spawns name are not values, and their expressions are not used otherwise.
        let mut started: Vec<ExprId> = Vec::new();
        for inst in body.blocks.iter().flat_map(|block| &block.insts) {
            if let InstKind::Spawn { start, .. } = inst.kind {
                started.push(start);
            }
        }
        started.sort_unstable();
        for (index, expr) in body.exprs.iter().enumerate() {
            if let ExprKind::FunctionAddress(function) = expr.kind
                && started.binary_search(&ExprId::new(index)).is_err()
            {
                note(function);
            }
        }
    }
    let inits = program.globals.iter().filter_map(|g| g.init.as_ref());
    for item in inits.flat_map(|init| &init.items) {
        if let InitValue::Function { function, .. } = item.value {
            note(function);
        }
    }
    is_used
}

/// By object, of thread-local ones all instances.
fn wishes_of_objects(wishes: &[Wish]) -> FxHashMap<Object, Vec<u32>> {
    let mut found: FxHashMap<Object, Vec<u32>> = FxHashMap::default();
    for (index, wish) in wishes.iter().enumerate() {
        let object = match wish.what {
            Wanted::Memory(Memory::Object(object)) => object,
            Wanted::Memory(Memory::Instance(global, _)) => Object::Global(global),
            Wanted::Functions => ANY_FUNCTION,
        };
        found.entry(object).or_default().push(index as u32);
    }
    found
}

/// All functions are one wish.
const ANY_FUNCTION: Object = Object::Function(FunctionId(0));

struct Collector<'a> {
    points_to: &'a PointsTo,
    /// A cell and a wish that it may contain a pointer to.
    pairs: Vec<(u32, u32)>,
    cells: Numbering<Target>,
    wishes: FxHashMap<Object, Vec<u32>>,
}

impl Collector<'_> {
    fn stores(&mut self, program: &Program) {
        for thread in threads(program) {
            let Some(body) = &program.function(thread.function).body else {
                continue;
            };
            for inst in body.blocks.iter().flat_map(|block| &block.insts) {
                match inst.kind {
                    InstKind::Store { place, value, .. }
                    | InstKind::Rmw { place, value, .. }
                    | InstKind::CompareExchange {
                        place,
                        desired: value,
                        ..
                    } => self.store(thread.function, place, value),
                    _ => {}
                }
            }
        }
    }

    fn store(&mut self, function: FunctionId, place: PlaceId, value: ExprId) {
        let mut objects = self.objects_at(function, value);
        if objects.is_empty() {
            return;
        }
        for location in self.points_to.locations(function, place) {
            self.holds(location, &objects);
            // The others have the same pointees, as far as groups go.
            objects.truncate(1);
        }
    }

    fn initial_contents(&mut self, program: &Program) {
        for (index, global) in program.globals.iter().enumerate() {
            let Some(init) = &global.init else { continue };
            for item in &init.items {
                let object = match item.value {
                    InitValue::Global { global, .. } => Object::Global(global),
                    InitValue::Function { function, .. } => Object::Function(function),
                    _ => continue,
                };
                let location = Target {
                    object: Object::Global(unspool_ir::GlobalId::new(index)),
                    offsets: crate::points_to::Offsets {
                        start: item.offset,
                        stride: 0,
                        end: item.offset.saturating_add(1),
                    },
                };
                self.holds(location, &[object]);
            }
        }
    }

    /// Runs of objects of which one expression may compare or subtract the addresses, with None between them.
    fn compared(&self, program: &Program) -> Vec<Option<u32>> {
        let mut runs = Vec::new();
        for thread in threads(program) {
            let Some(body) = &program.function(thread.function).body else {
                continue;
            };
            for expr in &body.exprs {
                use unspool_ir::BinaryOp::{Ge, Gt, Le, Lt, PointerDiff, Sub};
                let ExprKind::Binary(Lt | Le | Gt | Ge | Sub | PointerDiff, a, b) = expr.kind
                else {
                    continue;
                };
                let (mut objects, others) = (
                    self.objects_at(thread.function, a),
                    self.objects_at(thread.function, b),
                );
                if objects.is_empty() || others.is_empty() {
                    continue;
                }
                objects.extend(others);
                objects.sort_unstable();
                objects.dedup();
                if objects.len() > 1 {
                    let wishes = objects.iter().filter_map(|object| self.wishes.get(object));
                    runs.extend(wishes.flatten().copied().map(Some));
                    runs.push(None);
                }
            }
        }
        runs
    }

    /// Without duplicates; all functions are one.
    fn objects_at(&self, function: FunctionId, address: ExprId) -> Vec<Object> {
        let mut objects = Vec::new();
        self.points_to
            .for_each_pointee(function, address, |target| {
                objects.push(match target.object {
                    Object::Function(_) => ANY_FUNCTION,
                    other => other,
                });
            });
        objects.sort_unstable();
        objects.dedup();
        objects
    }

    fn holds(&mut self, cell: Target, objects: &[Object]) {
        let cell = self.cells.number(cell);
        for &object in objects {
            let object = match object {
                Object::Function(_) => ANY_FUNCTION,
                other => other,
            };
            let wishes = self.wishes.get(&object).map_or(&[][..], Vec::as_slice);
            self.pairs.extend(wishes.iter().map(|&wish| (cell, wish)));
        }
    }
}
