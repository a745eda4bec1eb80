//! Which functions, globals and records a text needs: those that its entry leads to.

use std::collections::BTreeSet;

use unspool_ir::{Body, FunctionId, GlobalId, InitValue, Program, RecordId, Type, TypeId, Types};

/// In the order of the program.
#[derive(Default)]
pub struct Needed {
    pub functions: BTreeSet<FunctionId>,
    pub globals: BTreeSet<GlobalId>,
    pub records: BTreeSet<RecordId>,
}

/// What the text of a function's body names; nothing if the body is not written out.
#[derive(Default)]
pub struct Mentions {
    pub functions: Vec<FunctionId>,
    pub globals: Vec<GlobalId>,
    pub types: Vec<TypeId>,
}

/// All that the entry function leads to, through the bodies that are written out.
pub fn needed(program: &Program, mentions: impl Fn(FunctionId) -> Mentions) -> Needed {
    let mut walk = Walk {
        program,
        needed: Needed::default(),
        functions: Vec::new(),
        globals: Vec::new(),
        seen_types: vec![false; program.types.len()],
    };
    if let Some(entry) = program.entry {
        walk.function(entry);
    }
    loop {
        if let Some(function) = walk.functions.pop() {
            let function_type = program.function(function).ty;
            walk.ty(function_type);
            walk.body(mentions(function));
        } else if let Some(global) = walk.globals.pop() {
            walk.contents(global);
        } else {
            return walk.needed;
        }
    }
}

/// All that a body contains.
pub fn all_of(body: &Body) -> Mentions {
    let callees = body.direct_callees().into_iter().map(FunctionId::new);
    let regs = body.regs.iter().map(|reg| reg.ty);
    let slots = body.slots.iter().map(|slot| slot.ty);
    let exprs = body.exprs.iter().map(|expr| expr.ty);
    let places = body.places.iter().map(|place| place.ty);
    Mentions {
        functions: nodes::functions(body).chain(callees).collect(),
        globals: nodes::globals(body).collect(),
        types: regs.chain(slots).chain(exprs).chain(places).collect(),
    }
}

/// What the nodes of a body name.
pub mod nodes {
    use unspool_ir::{Body, ExprKind, FunctionId, GlobalId, PlaceKind};

    pub fn globals(body: &Body) -> impl Iterator<Item = GlobalId> + '_ {
        body.places.iter().filter_map(|place| match place.kind {
            PlaceKind::Global(global) => Some(global),
            _ => None,
        })
    }

    pub fn functions(body: &Body) -> impl Iterator<Item = FunctionId> + '_ {
        body.exprs.iter().filter_map(|expr| match expr.kind {
            ExprKind::FunctionAddress(function) => Some(function),
            _ => None,
        })
    }
}

struct Walk<'p> {
    program: &'p Program,
    needed: Needed,
    /// Found and not yet looked into.
    functions: Vec<FunctionId>,
    globals: Vec<GlobalId>,
    seen_types: Vec<bool>,
}

impl Walk<'_> {
    fn function(&mut self, function: FunctionId) {
        if self.needed.functions.insert(function) {
            self.functions.push(function);
        }
    }

    fn global(&mut self, global: GlobalId) {
        if self.needed.globals.insert(global) {
            self.globals.push(global);
        }
    }

    fn body(&mut self, mentions: Mentions) {
        for function in mentions.functions {
            self.function(function);
        }
        for global in mentions.globals {
            self.global(global);
        }
        for ty in mentions.types {
            self.ty(ty);
        }
    }

    fn contents(&mut self, global: GlobalId) {
        let global = self.program.global(global);
        self.ty(global.ty);
        for item in global.init.iter().flat_map(|init| &init.items) {
            match item.value {
                InitValue::Global { ty, global, .. } => {
                    self.ty(ty);
                    self.global(global);
                }
                InitValue::Function { ty, function } => {
                    self.ty(ty);
                    self.function(function);
                }
                InitValue::Scalar { ty, .. } => self.ty(ty),
                InitValue::Bytes(_) => {}
            }
        }
    }

    /// Records that the type is made of or points to.
    fn ty(&mut self, ty: TypeId) {
        let types: &Types = &self.program.types;
        let mut pending = vec![ty];
        while let Some(ty) = pending.pop() {
            if std::mem::replace(&mut self.seen_types[ty.index()], true) {
                continue;
            }
            match types.get(ty) {
                Type::Pointer(inner) | Type::Array { element: inner, .. } => pending.push(*inner),
                Type::Function(function) => {
                    pending.push(function.result);
                    pending.extend(&function.params);
                }
                Type::Record(record) => {
                    self.needed.records.insert(*record);
                    let body = types.record(*record).body.as_ref();
                    let fields = body.map_or(&[][..], |body| &body.fields);
                    pending.extend(fields.iter().map(|field| field.ty));
                }
                Type::Void | Type::Bool | Type::Int { .. } | Type::Float(_) => {}
            }
        }
    }
}
