//! A bounded program with its layout built in: pointers become integers, and all objects parts of one array.
//!
//! The interpreter has its own idea of where objects lie. To see facts about addresses hold in executions, the program is
//! rewritten to one that computes with the layout's addresses as plain numbers and looks them up in an array of bytes. An access is made only where the
//! pointer may point to: otherwise the execution is not considered. Objects that start with anything in them start with random bytes.

use unspool_interp::schedule::prng::Prng;
use unspool_ir::{
    Access, BinaryOp, Block, BlockId, Body, ExprId, ExprKind, FunctionId, FunctionType, Global,
    GlobalId, Init, InitItem, InitValue, Inst, InstKind, Linkage, PlaceId, PlaceKind, Program,
    Span, Terminator, Type, TypeId, Types,
};
use unspool_passes::accesses::{Memory, allocated};
use unspool_passes::bounded::threads;
use unspool_passes::layout::{FIRST_ADDRESS, Layout};
use unspool_passes::points_to::{Object, PointsTo};

/// The array.
const MEMORY: GlobalId = GlobalId(0);

pub struct Flat {
    pub program: Program,
    /// By function and block: the index, in the original, of each instruction; None for those that are added.
    pub origins: Vec<Vec<Vec<Option<usize>>>>,
    /// Loads of some bytes.
    pub looks: Vec<Look>,
}

/// A load that is added: where it stands, and which bytes it loads.
pub struct Look {
    pub at: (FunctionId, BlockId, usize),
    pub bytes: (Memory, u64, u64),
}

pub fn flatten(original: &Program, points_to: &PointsTo, layout: &Layout, prng: &mut Prng) -> Flat {
    let mut program = original.clone();
    let end = layout.objects().iter().map(|&(_, base, room)| base + room);
    let size = end.max().unwrap_or(FIRST_ADDRESS) - FIRST_ADDRESS + 16;
    let ty = program.types.intern(Type::Array {
        element: Types::U8,
        length: size,
    });
    program.globals = vec![Global {
        name: "memory".to_string(),
        ty,
        size,
        align: 16,
        linkage: Linkage::Internal,
        thread_local: false,
        read_only: false,
        span: Span::NONE,
        init: Some(Init {
            items: vec![InitItem {
                offset: 0,
                value: InitValue::Bytes(initial_bytes(original, layout, size, prng)),
            }],
        }),
    }];
    for function in &mut program.functions {
        function.ty = flat_type(&mut program.types, function.ty);
    }
    let mut flat = Flat {
        program,
        origins: vec![Vec::new(); original.functions.len()],
        looks: Vec::new(),
    };
    for (index, thread) in threads(original).iter().enumerate() {
        let old = original.function(thread.function).body.as_ref();
        let old = old.expect("a thread has a body");
        let mut writer = Writer {
            original,
            points_to,
            layout,
            old,
            function: thread.function,
            thread: index as u32,
            types: &mut flat.program.types,
            array: ty,
            body: Body::default(),
            insts: Vec::new(),
            origins: Vec::new(),
            looks: &mut flat.looks,
            prng,
        };
        let body = writer.body(&mut flat.origins[thread.function.index()]);
        flat.program.functions[thread.function.index()].body = Some(body);
    }
    flat
}

/// What the array contains at first.
fn initial_bytes(program: &Program, layout: &Layout, size: u64, prng: &mut Prng) -> Vec<u8> {
    let mut bytes: Vec<u8> = (0..size).map(|_| prng.below(256) as u8).collect();
    let pointer_bytes = program.types.data_model.pointer_bytes() as usize;
    for &(memory, base, room) in layout.objects() {
        let global = match memory {
            Memory::Object(Object::Global(global)) | Memory::Instance(global, _) => global,
            _ => continue,
        };
        let start = (base - FIRST_ADDRESS) as usize;
        bytes[start..start + room as usize].fill(0);
        let init = program.global(global).init.as_ref();
        for item in init.map_or(&[][..], |init| &init.items) {
            let contents = match &item.value {
                InitValue::Scalar { ty, bits } => {
                    let size = program.types.size_of(*ty).unwrap_or(0);
                    bits.to_le_bytes()[..size as usize].to_vec()
                }
                InitValue::Global { global, addend, .. } => {
                    let object = Memory::Object(Object::Global(*global));
                    let address = layout.base(object).expect("it has an address");
                    let address = address.wrapping_add_signed(*addend);
                    address.to_le_bytes()[..pointer_bytes].to_vec()
                }
                InitValue::Function { function, .. } => {
                    layout.function(*function).to_le_bytes()[..pointer_bytes].to_vec()
                }
                InitValue::Bytes(bytes) => bytes.clone(),
            };
            let at = start + item.offset as usize;
            bytes[at..at + contents.len()].copy_from_slice(&contents);
        }
    }
    bytes
}

/// With integers in place of pointers.
fn flat_type(types: &mut Types, ty: TypeId) -> TypeId {
    match types.get(ty).clone() {
        Type::Pointer(_) => Types::int(types.data_model.pointer_bits(), false),
        Type::Function(function) => {
            let params = function.params.iter().map(|&ty| flat_type(types, ty));
            let params: Vec<TypeId> = params.collect();
            let result = flat_type(types, function.result);
            types.intern(Type::Function(FunctionType {
                result,
                params: params.into(),
                ..function
            }))
        }
        _ => ty,
    }
}

struct Writer<'a> {
    original: &'a Program,
    points_to: &'a PointsTo,
    layout: &'a Layout,
    old: &'a Body,
    function: FunctionId,
    thread: u32,
    types: &'a mut Types,
    /// The type of the array.
    array: TypeId,
    body: Body,
    /// Of the block.
    insts: Vec<Inst>,
    origins: Vec<Option<usize>>,
    looks: &'a mut Vec<Look>,
    prng: &'a mut Prng,
}

impl Writer<'_> {
    fn body(&mut self, origins: &mut Vec<Vec<Option<usize>>>) -> Body {
        self.body.params = self.old.params.clone();
        self.body.regs = self.old.regs.clone();
        for register in &mut self.body.regs {
            register.ty = flat_type(self.types, register.ty);
        }
        for (number, block) in self.old.blocks.iter().enumerate() {
            for (index, inst) in block.insts.iter().enumerate() {
                self.instruction(&inst.kind, BlockId::new(number), index);
            }
            let terminator = self.terminator(&block.terminator);
            let insts = std::mem::take(&mut self.insts);
            self.body
                .blocks
                .push(Block::new(insts, terminator, Span::NONE));
            let mut of_block = std::mem::take(&mut self.origins);
            of_block.push(Some(block.insts.len()));
            origins.push(of_block);
        }
        std::mem::take(&mut self.body)
    }

    fn terminator(&mut self, terminator: &Terminator) -> Terminator {
        let mut terminator = terminator.clone();
        match &mut terminator {
            Terminator::Branch { condition: e, .. }
            | Terminator::Switch { value: e, .. }
            | Terminator::Return(Some(e))
            | Terminator::Exit(e) => *e = self.expr(*e),
            _ => {}
        }
        terminator
    }

    fn instruction(&mut self, kind: &InstKind, block: BlockId, index: usize) {
        let mut kind = kind.clone();
        match &mut kind {
            InstKind::Assign { value: e, .. }
            | InstKind::Finished { thread: e, .. }
            | InstKind::WaitUntil(e)
            | InstKind::Assume(e) => *e = self.expr(*e),
            InstKind::Assert {
                condition, detail, ..
            } => {
                *condition = self.expr(*condition);
                *detail = None;
            }
            InstKind::Load { place, .. } => *place = self.access(*place),
            InstKind::Store { place, value, .. } | InstKind::Rmw { place, value, .. } => {
                let is_single = self.single_location(*place);
                *value = self.expr(*value);
                *place = self.access(*place);
                self.push(kind, Some(index));
                return self.look(block, is_single);
            }
            InstKind::CompareExchange {
                place,
                expected,
                desired,
                ..
            } => {
                *expected = self.expr(*expected);
                *desired = self.expr(*desired);
                *place = self.access(*place);
            }
            InstKind::Spawn { start, args, .. } => {
                let ExprKind::FunctionAddress(function) = self.old.expr(*start).kind else {
                    panic!("a bounded program");
                };
                let ty = flat_type(self.types, self.original.function(function).ty);
                let ty = self.types.pointer_to(ty);
                *start = self.body.add_expr(ExprKind::FunctionAddress(function), ty);
                for arg in args {
                    *arg = self.expr(*arg);
                }
            }
            InstKind::Alloc { dst, size, .. } => {
                let object = Memory::Object(allocated(self.function, block, index));
                let address = self.layout.base(object).expect("it has an address");
                let size = self.expr(*size);
                let room = self.int(self.layout.room(object), self.body.expr(size).ty);
                let kind_of_size = ExprKind::Binary(BinaryOp::Le, size, room);
                let fits = self.body.add_expr(kind_of_size, Types::BOOL);
                self.push(InstKind::Assume(fits), None);
                let value = self.word(address);
                kind = InstKind::Assign { dst: *dst, value };
            }
            InstKind::ObjectSize { dst, .. } => kind = InstKind::Nondet { dst: *dst },
            InstKind::Live(_)
            | InstKind::Dead(_)
            | InstKind::Free { .. }
            | InstKind::Hold(_)
            | InstKind::Release(_) => return,
            InstKind::Fence(_)
            | InstKind::AtomicBegin
            | InstKind::AtomicEnd
            | InstKind::SelfId { .. }
            | InstKind::Nondet { .. } => {}
            other => panic!("{other:?} does not occur"),
        }
        self.push(kind, Some(index));
    }

    fn push(&mut self, kind: InstKind, origin: Option<usize>) {
        self.insts.push(Inst::new(kind, Span::NONE));
        self.origins.push(origin);
    }

    /// Loads some bytes, to see whether they are as the analysis says: of a global, or those that were just stored. The first thread does not look at
    /// globals: what they are before they are initialised is not known, if the program does not look.
    fn look(&mut self, block: BlockId, stored: Option<(Memory, u64, u64)>) {
        let globals: Vec<(Memory, u64)> = self
            .layout
            .objects()
            .iter()
            .filter(|(memory, ..)| {
                matches!(
                    memory,
                    Memory::Object(Object::Global(_)) | Memory::Instance(..)
                )
            })
            .map(|&(memory, _, room)| (memory, room))
            .collect();
        let (memory, room) = globals[self.prng.below(globals.len() as u64) as usize];
        let size = 1 << self.prng.below(4);
        let somewhere = (room >= size && self.thread > 0).then(|| {
            let offset = self.prng.below(room - size + 1);
            (memory, offset, size)
        });
        for bytes in [somewhere, stored].into_iter().flatten() {
            let (memory, offset, size) = bytes;
            let base = self.layout.base(memory).expect("it has an address");
            let ty = Types::int(size as u32 * 8, false);
            let dst = self.body.add_reg("", ty);
            let address = self.word(base + offset);
            let place = self.at(address, ty);
            let access = Access::default();
            self.push(InstKind::Load { dst, place, access }, None);
            self.looks.push(Look {
                at: (self.function, block, self.insts.len() - 1),
                bytes,
            });
        }
    }

    /// The only bytes that an access can touch.
    fn single_location(&self, place: PlaceId) -> Option<(Memory, u64, u64)> {
        let locations = self.points_to.locations(self.function, place);
        let [target] = locations.as_slice() else {
            return None;
        };
        let memory = Memory::Object(target.object);
        self.layout.base(memory)?;
        let size = self.original.types.size_of(self.old.place(place).ty)?;
        Some((memory, target.offsets.single()?, size))
    }

    /// Assumes that an access at the place is where it can be; then the place in the array.
    fn access(&mut self, place: PlaceId) -> PlaceId {
        let ty = self.old.place(place).ty;
        let size = self.original.types.size_of(ty).expect("a scalar");
        let address = self.address(place);
        let mut is_valid = self.body.add_expr(ExprKind::Int(0), Types::BOOL);
        for target in self.points_to.locations(self.function, place) {
            for (memory, base, room) in self.instances(target.object, place) {
                let room = room.saturating_sub(size);
                let offsets = target.offsets;
                let last = match offsets.stride {
                    0 => offsets.start,
                    _ => offsets.end - 1,
                };
                if offsets.start > room {
                    panic!("{memory:?} has no offset {}", offsets.start);
                }
                let first = self.word(base + offsets.start);
                let span = self.word(last.min(room) - offsets.start);
                let distance = self.binary(BinaryOp::Sub, address, first);
                let here = ExprKind::Binary(BinaryOp::Le, distance, span);
                let here = self.body.add_expr(here, Types::BOOL);
                let either = ExprKind::Binary(BinaryOp::Or, is_valid, here);
                is_valid = self.body.add_expr(either, Types::BOOL);
            }
        }
        self.push(InstKind::Assume(is_valid), None);
        let ty = flat_type(self.types, ty);
        self.at(address, ty)
    }

    /// Base and room; of a thread-local object that is not named directly all instances.
    fn instances(&self, object: Object, place: PlaceId) -> Vec<(Memory, u64, u64)> {
        let is_named = matches!(
            unspool_passes::operands::root_of(self.old, place),
            PlaceKind::Global(_)
        );
        let all = self.layout.objects().iter().copied();
        let meant = all.filter(|&(memory, ..)| match (memory, object) {
            (Memory::Instance(global, thread), Object::Global(wanted)) => {
                global == wanted && (!is_named || thread == self.thread)
            }
            (memory, object) => memory == Memory::Object(object),
        });
        meant.collect()
    }

    /// What lies at an address, as a place in the array.
    fn at(&mut self, address: ExprId, ty: TypeId) -> PlaceId {
        let first = self.word(FIRST_ADDRESS);
        let index = self.binary(BinaryOp::Sub, address, first);
        let memory = self.body.add_place(PlaceKind::Global(MEMORY), self.array);
        let byte = self
            .body
            .add_place(PlaceKind::Index(memory, index), Types::U8);
        let to_byte = self.types.pointer_to(Types::U8);
        let pointer = self.body.add_expr(ExprKind::AddressOf(byte), to_byte);
        let to_value = self.types.pointer_to(ty);
        let pointer = self.body.add_expr(ExprKind::Convert(pointer), to_value);
        self.body.add_place(PlaceKind::Deref(pointer), ty)
    }

    fn address(&mut self, place: PlaceId) -> ExprId {
        let node = self.old.place(place);
        match node.kind {
            PlaceKind::Global(global) => {
                let memory = match self.original.global(global).thread_local {
                    true => Memory::Instance(global, self.thread),
                    false => Memory::Object(Object::Global(global)),
                };
                self.base(memory)
            }
            PlaceKind::Slot(slot) => self.base(Memory::Object(Object::Slot(self.function, slot))),
            PlaceKind::Deref(pointer) => self.expr(pointer),
            PlaceKind::Field(record, field) => {
                let record_type = self.old.place(record).ty;
                let field = self.original.types.field(record_type, field);
                let offset = self.word(field.expect("a field").offset);
                let base = self.address(record);
                self.binary(BinaryOp::Add, base, offset)
            }
            PlaceKind::Index(array, index) => {
                let size = self.original.types.size_of(node.ty).expect("an element");
                let base = self.address(array);
                self.moved(base, index, size)
            }
        }
    }

    fn base(&mut self, memory: Memory) -> ExprId {
        let base = self.layout.base(memory).expect("it has an address");
        self.word(base)
    }

    fn moved(&mut self, base: ExprId, number: ExprId, size: u64) -> ExprId {
        let number = self.expr(number);
        let number = self.converted(number, self.word_type());
        let size = self.word(size);
        let distance = self.binary(BinaryOp::Mul, number, size);
        self.binary(BinaryOp::Add, base, distance)
    }

    fn expr(&mut self, id: ExprId) -> ExprId {
        let node = self.old.expr(id);
        let ty = flat_type(self.types, node.ty);
        let kind = match node.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Reg(_) => node.kind,
            ExprKind::Unary(op, a) => ExprKind::Unary(op, self.expr(a)),
            ExprKind::Binary(BinaryOp::PointerAdd, a, b) => {
                let size = self.original.types.pointer_step(node.ty);
                let a = self.expr(a);
                return self.moved(a, b, size);
            }
            ExprKind::Binary(BinaryOp::PointerDiff, a, b) => {
                let size = self.original.types.pointer_step(self.old.expr(a).ty);
                let (a, b) = (self.expr(a), self.expr(b));
                let bytes = self.binary(BinaryOp::Sub, a, b);
                let bytes = self.converted(bytes, ty);
                let size = self.int(size, ty);
                ExprKind::Binary(BinaryOp::Div, bytes, size)
            }
            ExprKind::Binary(op, a, b) => ExprKind::Binary(op, self.expr(a), self.expr(b)),
            ExprKind::Convert(a) => {
                let a = self.expr(a);
                return self.converted(a, ty);
            }
            ExprKind::AddressOf(place) => return self.address(place),
            ExprKind::FunctionAddress(function) => {
                return self.word(self.layout.function(function));
            }
            ExprKind::Select(c, a, b) => ExprKind::Select(self.expr(c), self.expr(a), self.expr(b)),
        };
        self.body.add_expr(kind, ty)
    }

    fn converted(&mut self, value: ExprId, ty: TypeId) -> ExprId {
        match self.body.expr(value).ty == ty {
            true => value,
            false => self.body.add_expr(ExprKind::Convert(value), ty),
        }
    }

    fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        let ty = self.body.expr(a).ty;
        self.body.add_expr(ExprKind::Binary(op, a, b), ty)
    }

    fn word_type(&self) -> TypeId {
        Types::int(self.types.data_model.pointer_bits(), false)
    }

    fn word(&mut self, number: u64) -> ExprId {
        let ty = self.word_type();
        self.int(number, ty)
    }

    fn int(&mut self, number: u64, ty: TypeId) -> ExprId {
        self.body.add_expr(ExprKind::Int(u128::from(number)), ty)
    }
}
