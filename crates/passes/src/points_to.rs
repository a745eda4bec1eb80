//! What pointers may point to, over the whole program.
//!
//! Precondition: the program is verified. It may be as the front end makes it, or bounded. Postcondition: whenever an
//! execution accesses memory, calls or spawns through a pointer, object and offset are among the [`Target`]s given for it.
//!
//! An inclusion-based analysis (Andersen, Program Analysis and Specialization for the C Programming Language, 1994), the
//! same for all calls of a function and all orders of instructions, so that it holds for every interleaving. Objects have
//! offsets (after Pearce, Kelly and Hankin, Efficient field-sensitive pointer analysis of C, 2007), counted in
//! bytes instead of fields, so that casts, unions and copies byte by byte need no special care:
//! memory is ranges of bytes (`cells`), integers carry targets as pointers do (`terms`), and offsets are numbers in steps (`steps`).
//! Calls through pointers are resolved as their targets become known (`solve`); sets are stored once each (`sets`).
//!
//! ```text
//! global @a: [4 x struct pair] = {}               struct pair { left: *i32 at 0, right: *i32 at 8 }
//! global @x: i32 = {}
//!   store @a[%i].right = &@x                      may be at @a + 8, 24, 40 and 56
//!   %p = load @a[1:i32].left                      no targets
//!   %q = load @a[1:i32].right                     @x
//! ```
//!
//! Not followed: an address that is guessed (from constants, inputs, or by arithmetic from an object to its neighbour), one that
//! is carried by truth values or decisions alone, and arithmetic that wraps around the address space. An index
//! that is not known may be any: the interpreter lets it leave an array for other parts of the same object. A record in a
//! register has the targets of all its members.

mod bits;
mod cells;
mod constraints;
mod differences;
mod graph;
mod numbers;
mod objects;
mod sets;
mod solve;
mod steps;
mod terms;

use unspool_ir::{BlockId, ExprId, FunctionId, GlobalId, PlaceId, Program, SlotId};

use cells::Cells;
use graph::{Graph, Node};
use objects::Objects;
use sets::{SetId, Sets, StepsId};
pub use steps::greatest_common_divisor;
use steps::{Steps, progressions_overlap};
use terms::{Sum, Term, Terms};

/// A piece of memory (or a function) that pointers can point to, as the analysis tells them apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Object {
    /// For a thread-local one: the instances of all threads.
    Global(GlobalId),
    /// The objects of all activations.
    Slot(FunctionId, SlotId),
    /// All objects that this `alloc` instruction makes.
    Alloc {
        function: FunctionId,
        block: BlockId,
        index: u32,
    },
    /// Extra arguments of calls of a variadic function.
    VarArgs(FunctionId),
    Function(FunctionId),
}

/// Bytes `start`, `start + stride`, ... below `end`, counted from the start of an object. A single offset has stride 0.
/// Of an object whose size is not known, `end` may be `u64::MAX`.
///
/// A pointer may be outside of its object as long as nothing is accessed there; offsets before the object are then given modulo 2^64.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Offsets {
    pub start: u64,
    pub stride: u64,
    pub end: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Target {
    pub object: Object,
    pub offsets: Offsets,
}

impl Target {
    /// Whether an access of `size` bytes here and one of `other_size` bytes there may share a byte.
    pub fn may_overlap(&self, size: u64, other: &Target, other_size: u64) -> bool {
        self.object == other.object && self.offsets.may_overlap(size, &other.offsets, other_size)
    }
}

impl Offsets {
    /// The only offset, if there is one only.
    pub fn single(&self) -> Option<u64> {
        (self.stride == 0).then_some(self.start)
    }

    pub fn may_overlap(&self, size: u64, other: &Offsets, other_size: u64) -> bool {
        progressions_overlap(
            self.bounds(),
            self.stride,
            size,
            other.bounds(),
            other.stride,
            other_size,
        )
    }

    /// First and last offset.
    fn bounds(&self) -> (i128, i128) {
        let first = i128::from(self.start);
        if self.stride == 0 {
            return (first, first);
        }
        (first, (i128::from(self.end) - 1).max(first))
    }

    fn new(steps: Steps, object_size: Option<u64>) -> Offsets {
        match steps {
            Steps::One(number) => Offsets {
                start: number as u64,
                stride: 0,
                end: (number as u64).saturating_add(1),
            },
            Steps::Range { first, last, step } => Offsets {
                start: first as u64,
                stride: step.unsigned_abs(),
                end: (last as u64).saturating_add(1),
            },
            Steps::Every { residue, step } => Offsets {
                start: residue.unsigned_abs(),
                stride: step.unsigned_abs(),
                end: object_size.map_or(u64::MAX, |size| size.saturating_add(1)),
            },
        }
    }
}

/// What may be taken for granted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PointsToConfig {
    /// An index that is not known stays inside of its array, also where that is a part of a larger object. In C everything
    /// else is undefined, but the interpreter does not notice it: sound only if something else checks
    /// such indices. Arrays of less than two elements, with which objects of variable size are declared, are not meant.
    pub indices_stay_in_arrays: bool,
}

/// The result of the analysis. Ids in queries are those of the program as it was analysed.
pub struct PointsTo {
    objects: Objects,
    sets: Sets,
    nodes: Vec<SetId>,
    cells: Cells,
    terms: Terms,
}

/// A set of locations; see [`PointsTo::location_class`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LocationClass {
    pointers: SetId,
    shift: StepsId,
    size: u64,
}

impl PointsTo {
    /// Analyses the whole program, taking nothing for granted.
    pub fn of(program: &Program) -> PointsTo {
        PointsTo::with(program, &PointsToConfig::default())
    }

    pub fn with(program: &Program, config: &PointsToConfig) -> PointsTo {
        let mut graph = Graph::new(program);
        let terms = constraints::add_constraints(program, config, &mut graph);
        graph.solve();
        graph.into_solution(terms)
    }

    /// What a value may point to. Sorted, without duplicates. A pointer without targets is null or not valid.
    pub fn pointees(&self, function: FunctionId, value: ExprId) -> Vec<Target> {
        sorted(|add| self.for_each_pointee(function, value, add))
    }

    /// Where a place may start: where all of it lies inside of an object.
    pub fn locations(&self, function: FunctionId, place: PlaceId) -> Vec<Target> {
        sorted(|add| self.for_each_location(function, place, add))
    }

    /// Functions that a call (or spawn) through this pointer may reach. Sorted, without duplicates.
    pub fn callees(&self, function: FunctionId, pointer: ExprId) -> Vec<FunctionId> {
        sorted(|add| {
            self.for_each_pointee(function, pointer, |target| {
                if let Object::Function(callee) = target.object {
                    add(callee);
                }
            });
        })
    }

    /// As [`PointsTo::pointees`], but in no order, and a target may come more than once.
    pub fn for_each_pointee(
        &self,
        function: FunctionId,
        value: ExprId,
        mut visit: impl FnMut(Target),
    ) {
        let sum = self.terms.value(function, value);
        self.for_each(sum, |number, steps| {
            let size = self.objects.size(number);
            // Where else it may be is of no use, but the object must not get lost.
            let steps = steps.inside(0, size).unwrap_or(steps);
            if let Some(&object) = self.objects.list().get(number as usize) {
                let offsets = Offsets::new(steps, size);
                visit(Target { object, offsets });
            }
        });
    }

    /// As [`PointsTo::locations`], but in no order, and a location may come more than once.
    pub fn for_each_location(
        &self,
        function: FunctionId,
        place: PlaceId,
        mut visit: impl FnMut(Target),
    ) {
        let (sum, place_size) = self.terms.place(function, place);
        self.for_each(sum, |number, steps| {
            if number >= self.objects.first_function() {
                return;
            }
            let size = self.objects.size(number);
            let inside = steps.inside(place_size, size);
            let object = self.objects.list().get(number as usize);
            if let (Some(steps), Some(&object)) = (inside, object) {
                let offsets = Offsets::new(steps, size);
                visit(Target { object, offsets });
            }
        });
    }

    /// Places of one class have the same locations, so that what is found out for one holds for all. None for a place that
    /// is put together from several pointers.
    pub fn location_class(&self, function: FunctionId, place: PlaceId) -> Option<LocationClass> {
        let (sum, size) = self.terms.place(function, place);
        let &[Term { node, shift }] = self.terms.of(sum) else {
            return None;
        };
        Some(LocationClass {
            pointers: self.set(node),
            shift,
            size,
        })
    }

    /// All objects, by their numbers.
    pub fn objects(&self) -> &[Object] {
        self.objects.list()
    }

    /// Position in [`PointsTo::objects`].
    pub fn object_number(&self, object: Object) -> Option<usize> {
        let number = self.objects.number(object)?;
        Some(number as usize)
    }

    /// In bytes; None if it is not known.
    pub fn object_size(&self, object: Object) -> Option<u64> {
        self.objects.size(self.objects.number(object)?)
    }

    /// Objects to which pointers may lie in this one. Sorted, without duplicates.
    pub fn pointed_from(&self, object: Object) -> Vec<Object> {
        sorted(|add| {
            let Some(number) = self.objects.number(object) else {
                return;
            };
            for node in self.cells.stored_in(number) {
                for entry in self.sets.entries(self.set(node)) {
                    if let Some(&object) = self.objects.list().get(entry.object as usize) {
                        add(object);
                    }
                }
            }
        })
    }

    fn set(&self, node: Node) -> SetId {
        self.nodes
            .get(node.index())
            .copied()
            .unwrap_or(SetId::EMPTY)
    }

    /// Numbers of objects and offsets.
    fn for_each(&self, sum: Sum, mut visit: impl FnMut(u32, Steps)) {
        for term in self.terms.of(sum) {
            let shift = self.sets.steps(term.shift);
            for entry in self.sets.entries(self.set(term.node)) {
                let steps = if entry.object >= self.objects.first_function() {
                    Steps::ZERO
                } else {
                    self.sets.steps(entry.steps).plus(shift)
                };
                visit(entry.object, steps);
            }
        }
    }
}

fn sorted<T: Ord>(fill: impl FnOnce(&mut dyn FnMut(T))) -> Vec<T> {
    let mut list = Vec::new();
    fill(&mut |item| list.push(item));
    list.sort_unstable();
    list.dedup();
    list
}
