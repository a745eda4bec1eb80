//! The whole program: units in order, bodies on demand, and the function in which execution starts.

use unspool_ir::{
    Callee, ExprId, Function, FunctionId, Global, GlobalId, Init, InitItem, InitValue, InstKind,
    Linkage, PlaceKind, Span as IrSpan, Terminator, Type, TypeId, Types,
};

use crate::ast::ExternalDeclaration;
use crate::ctype::{ArrayLength, CTypes, QualTy, TyKind};

use super::build::Builder;
use super::symbols::{Definition, Entity, IrId, Scopes, SymbolId, SymbolKind};
use super::{Lower, Origin, Unit};

impl<'a> Lower<'a> {
    pub(super) fn lower_units(&mut self, units: &'a [Unit]) {
        self.program.files = self.map.file_names().to_vec();
        // Models first, because they say which types replace the library's opaque ones. A name that both define is
        // nevertheless the user's: see `function_definition`.
        self.file_scopes = units.iter().map(|_| Scopes::default()).collect();
        let order = |wanted: Origin| {
            units
                .iter()
                .enumerate()
                .filter(move |(_, unit)| unit.origin == wanted)
        };
        for (index, unit) in order(Origin::Model)
            .chain(order(Origin::AddedModel))
            .chain(order(Origin::User))
        {
            self.file_scope(index as u32, unit);
        }
        self.complete_tentative();
        self.link_records();
        for index in 0..self.symbols.len() {
            self.refresh_ir_global(SymbolId(index as u32));
            self.refresh_ir_function(SymbolId(index as u32));
        }
        for index in 0..self.symbols.len() {
            if self.is_wanted(SymbolId(index as u32)) {
                self.ir_symbol(SymbolId(index as u32));
            }
        }
        self.start_function();
        // First come, first served: IR functions are lowered in the order in which they were mentioned.
        let mut next = 0;
        while next < self.pending.len() {
            let symbol = self.pending[next];
            next += 1;
            self.lower_function(symbol);
        }
        self.settle_missing();
    }

    fn file_scope(&mut self, index: u32, unit: &'a Unit) {
        self.unit = index;
        self.origin = unit.origin;
        self.scopes = Scopes::default();
        self.scopes.push();
        self.b = Builder::new();
        for item in &unit.tree.items {
            let _ = match item {
                ExternalDeclaration::Declaration(declaration) => self.file_declaration(declaration),
                ExternalDeclaration::Function(definition) => self.function_definition(definition),
                ExternalDeclaration::StaticAssert(assertion) => self.static_assert(assertion),
                // Assembly outside of functions defines symbols that C code can only reach by calls, which are then missing.
                ExternalDeclaration::Asm { .. } => Ok(()),
            };
        }
        self.file_scopes[index as usize] = std::mem::take(&mut self.scopes);
    }

    /// `int a[];` without a length anywhere is an array of one element (C11 6.9.2p2).
    fn complete_tentative(&mut self) {
        for index in 0..self.symbols.len() {
            let symbol = &self.symbols[index];
            let SymbolKind::Object(object) = &symbol.kind else {
                continue;
            };
            if !matches!(object.definition, Definition::Tentative) {
                continue;
            }
            let (ty, span) = (symbol.ty, symbol.span);
            if let TyKind::Array {
                element,
                length: ArrayLength::Incomplete,
            } = *self.types.kind(ty.ty)
            {
                let completed = self.types.array(element, ArrayLength::Constant(1));
                self.symbols[index].ty = QualTy {
                    ty: completed,
                    ..ty
                };
            } else if !self.types.is_complete(ty.ty) {
                let message = format!("variable has incomplete type `{}`", self.describe(ty));
                let _ = self.error::<()>(span, message);
            }
        }
    }

    /// What is lowered whether or not anything refers to it: all the user wrote outside of system headers.
    fn is_wanted(&self, symbol: SymbolId) -> bool {
        let entry = &self.symbols[symbol.index()];
        entry.origin == Origin::User && entry.is_defined() && !self.is_in_system_header(entry.span)
    }

    /// The IR entry of a symbol; a function that has a body is queued for lowering.
    pub(super) fn ir_symbol(&mut self, symbol: SymbolId) -> IrId {
        if let Some(ir) = self.symbols[symbol.index()].ir {
            return ir;
        }
        let entry = &self.symbols[symbol.index()];
        let (ty, span, linkage, is_function) =
            (entry.ty, entry.span, entry.linkage, entry.is_function());
        let name = self.ir_name(symbol);
        let ir_ty = self.ir_type(ty.ty);
        let span = self.ir_span(span);
        let ir = if is_function {
            let id = FunctionId::new(self.program.functions.len());
            self.program.functions.push(Function {
                name,
                ty: ir_ty,
                linkage,
                noreturn: false,
                is_model: false,
                span,
                body: None,
            });
            IrId::Function(id)
        } else {
            let id = GlobalId::new(self.program.globals.len());
            self.program.globals.push(Global {
                name,
                ty: ir_ty,
                size: 0,
                align: 1,
                linkage,
                thread_local: false,
                read_only: false,
                span,
                init: None,
            });
            IrId::Global(id)
        };
        self.symbols[symbol.index()].ir = Some(ir);
        self.refresh_ir_global(symbol);
        self.refresh_ir_function(symbol);
        ir
    }

    fn ir_name(&mut self, symbol: SymbolId) -> String {
        let entry = &self.symbols[symbol.index()];
        let mut name = self.names.text(entry.name).to_string();
        // A static local is named after its function, too.
        if entry.linkage == Linkage::Internal
            && !entry.is_function()
            && let Some(function) = self.f.name
            && matches!(self.scopes.find_at_file_scope(entry.name), at_file
                if !matches!(at_file.map(|n| n.entity), Some(Entity::Symbol(s, _)) if s == symbol))
        {
            name = format!("{}.{name}", self.names.text(function));
        }
        self.unique_ir_name("", &name, false)
    }

    /// Brings the IR entry of an object up to date with its symbol.
    pub(super) fn refresh_ir_global(&mut self, symbol: SymbolId) {
        let Some(IrId::Global(id)) = self.symbols[symbol.index()].ir else {
            return;
        };
        let ty = self.symbols[symbol.index()].ty;
        let ir_ty = self.ir_object_type(ty);
        let size = self.types.size_of(ty.ty).unwrap_or(0);
        let align = self.types.align_of(ty);
        let span = self.symbols[symbol.index()].span;
        let span = self.ir_span(span);
        let entry = &self.symbols[symbol.index()];
        let SymbolKind::Object(object) = &entry.kind else {
            return;
        };
        let init = match &object.definition {
            Definition::None => None,
            Definition::Tentative => Some(Init::default()),
            Definition::Initialized(init) => Some(init.clone()),
        };
        let global = &mut self.program.globals[id.index()];
        global.ty = ir_ty;
        global.size = size + object.extra_size;
        global.align = align.max(object.align);
        global.thread_local = object.thread_local;
        global.read_only = object.read_only;
        global.span = span;
        global.init = init;
    }

    fn refresh_ir_function(&mut self, symbol: SymbolId) {
        let Some(IrId::Function(id)) = self.symbols[symbol.index()].ir else {
            return;
        };
        let ty = self.symbols[symbol.index()].ty;
        let ir_ty = self.definition_type(ty);
        let span = self.symbols[symbol.index()].span;
        let span = self.ir_span(span);
        let entry = &mut self.symbols[symbol.index()];
        let SymbolKind::Function(function) = &mut entry.kind else {
            return;
        };
        let ir = &mut self.program.functions[id.index()];
        ir.ty = ir_ty;
        ir.span = span;
        ir.noreturn = function.noreturn;
        ir.is_model = entry.origin != Origin::User;
        if function.definition.is_some() && !function.queued {
            function.queued = true;
            self.pending.push(symbol);
        }
    }

    /// A K&R definition knows its parameters even though calls are not checked against them.
    fn definition_type(&mut self, ty: QualTy) -> TypeId {
        let Some(function) = self.types.function(ty.ty).cloned() else {
            return self.ir_type(ty.ty);
        };
        if function.prototype || function.params.is_empty() {
            return self.ir_type(ty.ty);
        }
        let exact = self
            .types
            .intern(TyKind::Function(crate::ctype::FunctionTy {
                prototype: true,
                ..function
            }));
        self.ir_type(exact)
    }

    pub(super) fn string_global(&mut self, bytes: Vec<u8>, ty: TypeId) -> GlobalId {
        // Literals of different character types with equal bytes are different objects.
        let mut key = bytes.clone();
        key.extend_from_slice(&ty.0.to_le_bytes());
        if let Some(&known) = self.strings.get(&key) {
            return known;
        }
        let items = if bytes.iter().all(|&b| b == 0) {
            Vec::new()
        } else {
            vec![InitItem {
                offset: 0,
                value: InitValue::Bytes(bytes),
            }]
        };
        let id = self.unnamed_global("str", ty, Init { items });
        self.strings.insert(key, id);
        self.literals.insert(id);
        id
    }

    /// An object the program has no name for, read-only unless its maker says otherwise.
    pub(super) fn unnamed_global(&mut self, stem: &str, ty: TypeId, init: Init) -> GlobalId {
        let name = self.unique_ir_name("", stem, true);
        self.program.globals.push(Global {
            name,
            ty,
            size: self.program.types.size_of(ty).unwrap_or(0),
            align: self.program.types.align_of(ty),
            linkage: Linkage::Internal,
            thread_local: false,
            read_only: true,
            span: self.b.span.unwrap_or(IrSpan::NONE),
            init: Some(init),
        });
        GlobalId::new(self.program.globals.len() - 1)
    }

    /// What the C runtime does: constructors, `exit(main(argc, argv, envp))`, with destructors as exit handlers.
    fn start_function(&mut self) {
        let Some(&main) = self.externals.get(&self.known.main) else {
            return;
        };
        if !self.symbols[main.index()].is_defined() {
            return;
        }
        let IrId::Function(main) = self.ir_symbol(main) else {
            return;
        };
        self.b = Builder::new();
        self.at_start();
        let mut destructors = std::mem::take(&mut self.destructors);
        destructors.sort_by_key(|&(priority, _)| priority);
        if !destructors.is_empty()
            && let Some(atexit) = self.library_function(self.known.atexit)
        {
            for &(_, symbol) in &destructors {
                self.register_destructor(atexit, symbol);
            }
        }
        let mut constructors = std::mem::take(&mut self.constructors);
        constructors.sort_by_key(|&(priority, _)| priority);
        for &(_, symbol) in &constructors {
            if let IrId::Function(function) = self.ir_symbol(symbol) {
                self.call_plainly(function, Vec::new());
            }
        }
        let args = self.main_arguments(main);
        let status = self.call_plainly(main, args);
        let status = match status {
            Some(status) if self.program.types.is_integer(self.b.type_of(status)) => {
                self.b.convert(&self.program.types, status, Types::I32)
            }
            _ => self.b.int(&self.program.types, Types::I32, 0),
        };
        if let Some(exit) = self.library_function(self.known.exit) {
            self.call_plainly(exit, vec![status]);
        }
        self.b.terminate(Terminator::Exit(status));
        let body = std::mem::replace(&mut self.b, Builder::new()).body;
        let ty = self
            .program
            .types
            .intern(Type::Function(unspool_ir::FunctionType {
                result: Types::VOID,
                params: Box::new([]),
                variadic: false,
            }));
        let name = self.unique_ir_name("", "__unspool_start", false);
        let id = FunctionId::new(self.program.functions.len());
        self.program.functions.push(Function {
            name,
            ty,
            linkage: Linkage::Internal,
            noreturn: true,
            is_model: false,
            span: IrSpan::NONE,
            body: Some(body),
        });
        self.program.entry = Some(id);
    }

    fn at_start(&mut self) {
        self.b.span = Some(IrSpan::NONE);
    }

    fn library_function(&mut self, name: crate::symbol::Symbol) -> Option<FunctionId> {
        let &symbol = self.externals.get(&name)?;
        if !self.symbols[symbol.index()].is_function() || !self.symbols[symbol.index()].is_defined()
        {
            return None;
        }
        match self.ir_symbol(symbol) {
            IrId::Function(id) => Some(id),
            IrId::Global(_) => None,
        }
    }

    fn register_destructor(&mut self, atexit: FunctionId, symbol: SymbolId) {
        let IrId::Function(function) = self.ir_symbol(symbol) else {
            return;
        };
        let actual = self.program.function(function).ty;
        let pointer = self.program.types.pointer_to(actual);
        let address = self.b.function_address(function, pointer);
        self.call_plainly(atexit, vec![address]);
    }

    /// Calls with what arguments there are, converted; the result if there is one.
    pub(super) fn call_plainly(
        &mut self,
        function: FunctionId,
        args: Vec<ExprId>,
    ) -> Option<ExprId> {
        let ty = self.program.function(function).ty;
        let Type::Function(ty) = self.program.types.get(ty).clone() else {
            return None;
        };
        let mut passed = Vec::new();
        for (position, &param) in ty.params.iter().enumerate() {
            let arg = match args.get(position) {
                // `main` may be declared with parameters of its own invention.
                Some(&arg)
                    if self.program.types.is_scalar(param)
                        && !matches!(self.program.types.get(param), Type::Float(_)) =>
                {
                    self.b.convert(&self.program.types, arg, param)
                }
                _ => {
                    let reg = self.b.new_reg("", param);
                    self.b.reg(reg)
                }
            };
            passed.push(arg);
        }
        let dst = (ty.result != Types::VOID).then(|| self.b.new_reg("", ty.result));
        self.b.emit(InstKind::Call {
            dst,
            callee: Callee::Direct(function),
            args: passed,
        });
        dst.map(|dst| self.b.reg(dst))
    }

    /// `argc` is 1, `argv` names the program, `envp` is empty.
    fn main_arguments(&mut self, main: FunctionId) -> Vec<ExprId> {
        let ty = self.program.function(main).ty;
        let count = match self.program.types.get(ty) {
            Type::Function(ty) => ty.params.len(),
            _ => 0,
        };
        if count == 0 {
            return Vec::new();
        }
        let argc = self.b.int(&self.program.types, Types::I32, 1);
        let char_pointer = self.ir_type(CTypes::CHAR_POINTER);
        let name = b"program\0".to_vec();
        let name_ty = self.program.types.intern(Type::Array {
            element: Types::I8,
            length: name.len() as u64,
        });
        let name = self.string_global(name, name_ty);
        let mut vectors = Vec::new();
        for (stem, entries) in [("__unspool_argv", 2u64), ("__unspool_envp", 1)] {
            let vector_ty = self.program.types.intern(Type::Array {
                element: char_pointer,
                length: entries,
            });
            let items = if entries == 2 {
                vec![InitItem {
                    offset: 0,
                    value: InitValue::Global {
                        ty: char_pointer,
                        global: name,
                        addend: 0,
                    },
                }]
            } else {
                Vec::new()
            };
            let id = self.unnamed_global(stem, vector_ty, Init { items });
            self.program.globals[id.index()].read_only = false;
            let place = self.b.place(PlaceKind::Global(id), vector_ty);
            let zero = self.b.int(&self.program.types, Types::I32, 0);
            let first = self.b.place(PlaceKind::Index(place, zero), char_pointer);
            vectors.push(self.b.address_of(&mut self.program.types, first));
        }
        [argc].into_iter().chain(vectors).take(count).collect()
    }
}
