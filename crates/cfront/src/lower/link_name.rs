//! Names that stand for something of another name: aliases, and functions that are linked under a label.

use crate::ast::{Attribute, AttributeArgument, Expr, ExprKind, StringLiteral, StringUnits};
use crate::ctype::QualTy;

use super::symbols::Entity;
use super::{Lower, Lowered};

impl<'a> Lower<'a> {
    /// `__attribute__((alias("target")))`: another name for something of this file.
    pub(super) fn declare_alias(
        &mut self,
        name: crate::ast::Identifier,
        ty: QualTy,
        alias: &'a Attribute,
    ) -> Lowered<()> {
        let target = match alias.arguments.first() {
            Some(AttributeArgument::Expr(Expr {
                kind: ExprKind::String(literal),
                ..
            })) => match &literal.units {
                StringUnits::Bytes(bytes) => String::from_utf8_lossy(bytes).into_owned(),
                StringUnits::Units(_) => String::new(),
            },
            _ => String::new(),
        };
        let target_name = self.names.intern(&target);
        match self.scopes.find_here(target_name).map(|named| named.entity) {
            Some(Entity::Symbol(symbol, _)) => {
                self.externals.entry(name.symbol).or_insert(symbol);
                self.scopes
                    .declare(name.symbol, Entity::Symbol(symbol, ty), name.span);
                Ok(())
            }
            _ => {
                let message =
                    format!("the target `{target}` of this alias is not declared before it");
                self.unsupported(alias.span, message)
            }
        }
    }

    /// `int f(int) asm("g");`: calls of f are calls of g. Labels in system headers choose between versions of a library
    /// function; where the version has no model of its own, it is modelled under the plain name.
    pub(super) fn declare_link_name(
        &mut self,
        name: crate::ast::Identifier,
        ty: QualTy,
        label: &StringLiteral,
    ) {
        let in_system_header = self.is_in_system_header(name.span);
        let StringUnits::Bytes(bytes) = &label.units else {
            return;
        };
        let link_name = String::from_utf8_lossy(bytes).into_owned();
        let link_name = self.names.intern(&link_name);
        let is_modelled = self
            .externals
            .get(&link_name)
            .is_some_and(|symbol| self.symbols[symbol.index()].is_defined());
        if (in_system_header && !is_modelled) || self.scopes.find_here(name.symbol).is_some() {
            return;
        }
        let symbol = self.external_function(link_name, ty, name.span);
        self.scopes
            .declare(name.symbol, Entity::Symbol(symbol, ty), name.span);
    }
}
