//! Function definitions: parameters, locals' storage, the body, and tidying up afterwards.

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_ir::{
    Access, BlockId, ExprId, InstKind, PlaceKind, RegId, SlotDecl, SlotId, Terminator, Types,
};

use crate::ast::{self, ArraySize, DeclaratorPart, FunctionDefinition, Parameters};
use crate::ctype::{CTypes, QualTy, Ty};
use crate::source::Span;
use crate::symbol::Symbol;

use super::address_taken::address_taken;
use super::build::Builder;
use super::jump::{Label, Loop, PendingGoto, ScopeId, ScopeNode, Switch};
use super::symbols::{Entity, IrId, Local, LocalStorage, SymbolId, SymbolKind};
use super::{Lower, Lowered};

/// What is known of the function being lowered, beside its IR.
#[derive(Debug, Default)]
pub struct FunctionState {
    pub symbol: Option<SymbolId>,
    pub name: Option<Symbol>,
    pub result: Option<QualTy>,
    pub variadic: bool,
    /// Variables whose address is taken somewhere in the body, by name.
    pub address_taken: FxHashSet<Symbol>,
    pub labels: FxHashMap<Symbol, Label>,
    /// Labels whose address is taken; the value of `&&l` is one more than its position here.
    pub label_values: Vec<Symbol>,
    /// Blocks that end in `goto *e`, with the expression's value as an unsigned integer.
    pub computed_gotos: Vec<(BlockId, ExprId)>,
    pub gotos: Vec<PendingGoto>,
    pub scope_tree: Vec<ScopeNode>,
    pub scope: ScopeId,
    pub loops: Vec<Loop>,
    pub switches: Vec<Switch>,
    /// The whole body is one atomic section (`__VERIFIER_atomic_*`).
    pub is_atomic: bool,
    pub in_prototype: bool,
    /// Counts labels, cases and gotos: what cannot be taken back.
    pub jumps: u32,
    /// The whole body is unsupported.
    pub is_unsupported: bool,
}

impl<'a> Lower<'a> {
    pub(super) fn lower_function(&mut self, symbol: SymbolId) {
        let entry = &self.symbols[symbol.index()];
        let (name, ty, unit, origin) = (entry.name, entry.ty, entry.unit, entry.origin);
        let SymbolKind::Function(function) = &entry.kind else {
            return;
        };
        let Some(definition) = function.definition else {
            return;
        };
        let Some(function_ty) = self.types.function(ty.ty).cloned() else {
            return;
        };
        let IrId::Function(id) = self.ir_symbol(symbol) else {
            return;
        };
        self.unit = unit;
        self.origin = origin;
        let scopes = std::mem::take(&mut self.file_scopes[unit as usize]);
        self.scopes = scopes;
        self.b = Builder::new();
        self.f = FunctionState {
            symbol: Some(symbol),
            name: Some(name),
            result: Some(function_ty.result),
            variadic: function_ty.variadic,
            address_taken: address_taken(definition),
            is_atomic: self.origin != super::Origin::Model
                && self.text(name).starts_with("__VERIFIER_atomic_"),
            ..FunctionState::default()
        };
        self.vla_lengths.clear();
        self.at(definition.span);
        self.scopes.push();
        self.open_scope();
        if self.f.is_atomic {
            self.b.emit(InstKind::AtomicBegin);
        }
        let first_diagnostic = self.diagnostics.len();
        let failed = self
            .check_result(definition, function_ty.result)
            .and_then(|()| self.bind_parameters(definition, &function_ty.params))
            .is_err();
        if !failed {
            self.call_entry_model(name);
            self.statements(&definition.body);
            self.finish_function(definition, function_ty.result);
        }
        self.settle_unsupported(first_diagnostic, &function_ty.params);
        self.scopes.pop();
        self.file_scopes[unit as usize] = std::mem::take(&mut self.scopes);
        let body = std::mem::replace(&mut self.b, Builder::new()).body;
        self.f = FunctionState::default();
        let function = &mut self.program.functions[id.index()];
        function.body = Some(body);
    }

    fn check_result(&mut self, definition: &'a FunctionDefinition, result: QualTy) -> Lowered<()> {
        if result.ty == CTypes::VOID || self.types.is_complete(result.ty) {
            return Ok(());
        }
        let message = format!(
            "this function returns `{}`, which is only declared",
            self.describe(result)
        );
        self.error(definition.declarator.span, message)
    }

    fn bind_parameters(
        &mut self,
        definition: &'a FunctionDefinition,
        params: &[Ty],
    ) -> Lowered<()> {
        let Some(DeclaratorPart::Function(part)) = definition.declarator.parts.first() else {
            return self.error(definition.span, "this is not a function declarator");
        };
        match &part.parameters {
            Parameters::Prototype(list) => {
                // First the registers, in order, then whatever entry code they need.
                let regs: Vec<RegId> = params
                    .iter()
                    .zip(list)
                    .map(|(&ty, parameter)| self.parameter_register(ty, parameter.declarator.name))
                    .collect();
                for (parameter, reg) in list.iter().zip(regs) {
                    let ty = self.parameter_type(parameter)?;
                    // The length of the outermost array does not matter, but it is evaluated (C11 6.9.1p10).
                    if let Some(DeclaratorPart::Array(array)) = parameter.declarator.parts.first()
                        && let ArraySize::Expr(length) = &array.size
                    {
                        self.discard(length)?;
                    }
                    if !self.types.is_complete(ty.ty) && !self.types.is_variably_modified(ty.ty) {
                        let message =
                            format!("parameter has incomplete type `{}`", self.describe(ty));
                        return self.error(parameter.span, message);
                    }
                    let Some(name) = parameter.declarator.name else {
                        continue;
                    };
                    if let Some(known) = self.scopes.find_here(name.symbol) {
                        return self.redeclared(name.symbol, name.span, known.span);
                    }
                    self.bind_parameter(name, ty, reg);
                }
            }
            Parameters::Identifiers(names) => {
                let types = self.old_style_types(names, &definition.old_style_declarations)?;
                let regs: Vec<RegId> = params
                    .iter()
                    .zip(names)
                    .map(|(&ty, &name)| self.parameter_register(ty, Some(name)))
                    .collect();
                for ((name, ty), reg) in names.iter().zip(types).zip(regs) {
                    self.bind_parameter(*name, ty, reg);
                }
            }
        }
        Ok(())
    }

    pub(super) fn parameter_register(&mut self, ty: Ty, name: Option<ast::Identifier>) -> RegId {
        let ir = self.ir_type(ty);
        let name = name.map_or("", |n| self.names.text(n.symbol));
        let reg = self.b.new_reg(name, ir);
        self.b.body.params.push(reg);
        reg
    }

    /// Gives a parameter its storage: the register itself, or memory that starts as a copy of it.
    fn bind_parameter(&mut self, name: ast::Identifier, ty: QualTy, reg: RegId) {
        let ir = self.ir_object_type(ty);
        let in_memory = self.needs_memory(ty) || self.f.address_taken.contains(&name.symbol);
        let passed = self.b.reg(reg);
        let storage = if in_memory {
            let slot = self.new_slot(name, ty, 0);
            let place = self.b.place(PlaceKind::Slot(slot), ir);
            self.b.emit(InstKind::Live(slot));
            let value = self.b.convert(&self.program.types, passed, ir);
            self.b.emit(InstKind::Store {
                place,
                value,
                access: Access::default(),
            });
            LocalStorage::Slot(slot)
        } else if self.b.type_of(passed) == ir {
            LocalStorage::Reg(reg)
        } else {
            // K&R: passed promoted, used as declared.
            let text = self.names.text(name.symbol).to_string();
            let dst = self.b.new_reg(&text, ir);
            let value = self.b.convert(&self.program.types, passed, ir);
            self.b.emit(InstKind::Assign { dst, value });
            LocalStorage::Reg(dst)
        };
        self.scopes
            .declare(name.symbol, Entity::Local(Local { storage, ty }), name.span);
    }

    /// Types of the parameters of a K&R definition, as declared.
    pub(super) fn old_style_types(
        &mut self,
        names: &'a [ast::Identifier],
        declarations: &'a [ast::Declaration],
    ) -> Lowered<Vec<QualTy>> {
        let mut declared: FxHashMap<Symbol, QualTy> = FxHashMap::default();
        for declaration in declarations {
            let base = self.specifier_type(&declaration.specs)?;
            for init in &declaration.declarators {
                let ty = self.declared_type(base, &init.declarator)?;
                let ty = self.adjust_parameter(ty);
                if let Some(name) = init.declarator.name {
                    if !names.iter().any(|known| known.symbol == name.symbol) {
                        let message = format!("`{}` is not a parameter", self.text(name.symbol));
                        return self.error(name.span, message);
                    }
                    declared.insert(name.symbol, ty);
                }
            }
        }
        Ok(names
            .iter()
            .map(|name| {
                declared
                    .get(&name.symbol)
                    .copied()
                    .unwrap_or(CTypes::INT.into())
            })
            .collect())
    }

    /// Objects of the type cannot live in a register.
    pub(super) fn needs_memory(&self, ty: QualTy) -> bool {
        !self.types.is_scalar(ty.ty) || ty.is_atomic()
    }

    pub(super) fn new_slot(&mut self, name: ast::Identifier, ty: QualTy, align: u64) -> SlotId {
        let text = self.names.text(name.symbol).to_string();
        self.new_named_slot(text, ty, align, name.span)
    }

    pub(super) fn new_temporary_slot(&mut self, ty: QualTy) -> SlotId {
        let span = self.b.span.unwrap_or(unspool_ir::Span::NONE);
        let ir = self.ir_object_type(ty);
        let align = self.types.align_of(ty);
        self.b.body.add_slot(SlotDecl {
            name: String::new(),
            ty: ir,
            align,
            span,
        })
    }

    fn new_named_slot(&mut self, name: String, ty: QualTy, align: u64, span: Span) -> SlotId {
        let ir = self.ir_object_type(ty);
        let align = align.max(self.types.align_of(ty));
        let span = self.ir_span(span);
        self.b.body.add_slot(SlotDecl {
            name,
            ty: ir,
            align,
            span,
        })
    }

    fn finish_function(&mut self, definition: &'a FunctionDefinition, result: QualTy) {
        let end = Span::new(definition.span.hi.saturating_sub(1), definition.span.hi);
        self.at(end);
        if self.b.is_open() {
            let is_main = self.f.name == Some(self.known.main);
            self.leave_scopes_for_return();
            let value = match result.ty {
                CTypes::VOID => None,
                // Reaching the `}` of main returns 0 (C11 5.1.2.2.3).
                CTypes::INT if is_main => Some(self.b.int(&self.program.types, Types::I32, 0)),
                _ => {
                    // Any value: using it is undefined.
                    let ir = self.ir_type(result.ty);
                    let reg = self.b.new_reg("", ir);
                    Some(self.b.reg(reg))
                }
            };
            self.b.terminate(Terminator::Return(value));
        }
        self.close_scope_quietly();
        self.resolve_gotos();
        self.resolve_computed_gotos();
        super::finish::finish(&mut self.b.body, &self.b.loop_bodies);
    }
}
