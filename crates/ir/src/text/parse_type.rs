//! Reads types.

use super::lex::TokenKind;
use super::parse::{Parsed, Parser};
use crate::verify::MAX_TYPE_NESTING;
use crate::{FloatKind, FunctionType, RecordKind, Type, TypeId, Types};

impl Parser<'_> {
    pub(super) fn parse_type(&mut self) -> Parsed<TypeId> {
        self.parse_type_nested(1)
    }

    fn parse_type_nested(&mut self, nesting: usize) -> Parsed<TypeId> {
        if nesting > MAX_TYPE_NESTING {
            return self.fail("types are nested too deeply");
        }
        if self.eat("*") {
            let pointee = self.parse_type_nested(nesting + 1)?;
            return Ok(self.program.types.pointer_to(pointee));
        }
        if self.eat("[") {
            let length = self.number_u64()?;
            self.expect_word("x")?;
            let element = self.parse_type_nested(nesting + 1)?;
            self.expect("]")?;
            return Ok(self.program.types.intern(Type::Array { element, length }));
        }
        let kind = match self.peek() {
            TokenKind::Word => self.peek_text(),
            _ => return self.fail("expected a type"),
        };
        let ty = match kind {
            "struct" => return self.parse_record_type(RecordKind::Struct),
            "union" => return self.parse_record_type(RecordKind::Union),
            "fn" => return self.parse_function_type(nesting),
            "void" => Types::VOID,
            "bool" => Types::BOOL,
            "i8" => Types::I8,
            "u8" => Types::U8,
            "i16" => Types::I16,
            "u16" => Types::U16,
            "i32" => Types::I32,
            "u32" => Types::U32,
            "i64" => Types::I64,
            "u64" => Types::U64,
            "i128" => Types::I128,
            "u128" => Types::U128,
            _ => match FloatKind::ALL.iter().find(|float| float.name() == kind) {
                Some(float) => self.program.types.intern(Type::Float(*float)),
                None => return self.fail("expected a type"),
            },
        };
        self.position += 1;
        Ok(ty)
    }

    fn parse_record_type(&mut self, kind: RecordKind) -> Parsed<TypeId> {
        self.position += 1;
        let name = self.name()?;
        match self.records.get(&name) {
            Some(&record) if self.program.types.record(record).kind == kind => {
                Ok(self.program.types.intern(Type::Record(record)))
            }
            _ => {
                self.position -= 1;
                self.fail("this record is not defined, or not of this kind")
            }
        }
    }

    fn parse_function_type(&mut self, nesting: usize) -> Parsed<TypeId> {
        self.position += 1;
        self.expect("(")?;
        let mut params = Vec::new();
        let mut variadic = false;
        while !self.eat(")") {
            if !params.is_empty() {
                self.expect(",")?;
            }
            if self.eat("...") {
                variadic = true;
                self.expect(")")?;
                break;
            }
            params.push(self.parse_type_nested(nesting + 1)?);
        }
        let result = match self.eat("->") {
            true => self.parse_type_nested(nesting + 1)?,
            false => Types::VOID,
        };
        Ok(self.program.types.intern(Type::Function(FunctionType {
            result,
            params: params.into(),
            variadic,
        })))
    }
}
