//! Reads programs: the passes over items, and the items outside functions.
//!
//! Names may be used before their definition, and fields are found by name, so the items are gone
//! through four times: names first, then records, then globals and function headers, then bodies.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::lex::{Token, TokenKind, tokens};
use super::literal::constant_bits;
use super::print::{default_align, default_size};
use crate::{
    DataModel, Field, FileId, Function, FunctionId, FunctionType, Global, GlobalId, Init, InitItem,
    InitValue, Linkage, Program, Record, RecordBody, RecordId, RecordKind, Span, Type, TypeId,
    Types,
};

/// Where and why a text is not a program. Line and column count from 1, columns in characters.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct ParseError {
    pub line: u32,
    pub column: u32,
    pub message: String,
}

impl ParseError {
    pub(super) fn at(source: &str, offset: usize, message: impl Into<String>) -> Self {
        let before = source.get(..offset).unwrap_or(source);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        ParseError {
            line: before.bytes().filter(|b| *b == b'\n').count() as u32 + 1,
            column: before[line_start..].chars().count() as u32 + 1,
            message: message.into(),
        }
    }
}

/// Reads what [`super::print`] writes. The program need not be well-formed: see [`crate::verify`].
pub fn parse(source: &str) -> Result<Program, ParseError> {
    let mut parser = Parser {
        source,
        tokens: tokens(source)?,
        position: 0,
        program: Program::new(DataModel::default()),
        names: FxHashMap::default(),
        records: FxHashMap::default(),
        nesting: 0,
    };
    let items = parser.find_items()?;
    parser.declare(&items)?;
    for item in &items {
        if matches!(item.keyword, "struct" | "union") {
            parser.parse_item(item, Parser::parse_record)?;
        }
    }
    let mut headers = Vec::new();
    let mut layouts = Vec::new();
    for item in &items {
        match item.keyword {
            "global" => layouts.push(parser.parse_item(item, Parser::parse_global)?),
            "function" => {
                let header = parser.parse_function_header(item)?;
                headers.push((item, header));
            }
            "entry" => parser.parse_item(item, Parser::parse_entry)?,
            _ => {}
        }
    }
    parser.fill_in_layouts(&layouts);
    for (index, (item, header)) in headers.into_iter().enumerate() {
        parser.parse_function_body(item, FunctionId::new(index), header)?;
    }
    Ok(parser.program)
}

pub(super) type Parsed<T> = Result<T, ParseError>;

#[derive(Clone, Copy)]
pub(super) enum Named {
    Global(GlobalId),
    Function(FunctionId),
}

/// A stretch of tokens at top level.
pub(super) struct Item<'s> {
    keyword: &'s str,
    start: usize,
    pub(super) end: usize,
}

/// A parameter as written: number and name of its register, if named, and its type.
pub(super) struct Param {
    pub register: Option<(u32, String)>,
    pub ty: TypeId,
}

/// What the header of a function leaves for its body.
pub(super) struct Header {
    pub params: Vec<Param>,
    /// The first token of the body, or where the item ends.
    pub body: usize,
}

/// Size and alignment of a global as written; they default to those of the type.
type Layout = (Option<u64>, Option<u64>);

pub(super) struct Parser<'s> {
    pub(super) source: &'s str,
    pub(super) tokens: Vec<Token>,
    pub(super) position: usize,
    pub(super) program: Program,
    pub(super) names: FxHashMap<Cow<'s, str>, Named>,
    pub(super) records: FxHashMap<Cow<'s, str>, RecordId>,
    /// How deep in types or expressions we are.
    pub(super) nesting: usize,
}

const ITEM_KEYWORDS: &[&str] = &[
    "datamodel",
    "entry",
    "file",
    "struct",
    "union",
    "global",
    "function",
];

impl<'s> Parser<'s> {
    fn find_items(&mut self) -> Parsed<Vec<Item<'s>>> {
        let mut items: Vec<Item<'s>> = Vec::new();
        let mut braces = 0usize;
        for index in 0..self.tokens.len() {
            self.position = index;
            let token = self.tokens[index];
            match token.kind() {
                TokenKind::Symbol("{") => braces += 1,
                TokenKind::Symbol("}") => {
                    braces = match braces.checked_sub(1) {
                        Some(braces) => braces,
                        None => return self.fail("a closing brace without an opening one"),
                    }
                }
                TokenKind::End => {}
                _ => {
                    let text = self.text_of(token);
                    if braces == 0 && token.first_on_line && ITEM_KEYWORDS.contains(&text) {
                        items.push(Item {
                            keyword: text,
                            start: index,
                            end: index,
                        });
                    } else if items.is_empty() {
                        return self.fail("expected an item, such as 'function'");
                    }
                }
            }
            if token.kind() != TokenKind::End
                && let Some(item) = items.last_mut()
            {
                item.end = index + 1;
            }
        }
        if braces > 0 {
            return self.fail("a brace is not closed");
        }
        Ok(items)
    }

    /// Numbers what has a name, and reads the items that depend on nothing.
    fn declare(&mut self, items: &[Item<'s>]) -> Parsed<()> {
        let (mut globals, mut functions) = (0, 0);
        let mut data_model = None;
        for item in items {
            self.position = item.start + 1;
            match item.keyword {
                "datamodel" => {
                    let models = [DataModel::Ilp32, DataModel::Lp64];
                    let model = models.into_iter().find(|model| self.eat_word(model.name()));
                    if model.is_none() || data_model.is_some() {
                        return self.fail("expected 'ilp32' or 'lp64', once");
                    }
                    data_model = model;
                    self.expect_end(item)?;
                }
                "file" => {
                    let expected = format!("f{}", self.program.files.len());
                    if !self.eat_word(&expected) {
                        return self.fail(format!("expected '{expected}'"));
                    }
                    let name = self.string()?;
                    self.program.files.push(name);
                    self.expect_end(item)?;
                }
                "struct" | "union" => {
                    let name = self.name()?;
                    let id = RecordId::new(self.program.types.records.len());
                    if self.records.insert(name.clone(), id).is_some() {
                        self.position = item.start + 1;
                        return self.fail("this record is already defined");
                    }
                    self.program.types.records.push(Record {
                        name: name.into_owned(),
                        kind: match item.keyword {
                            "struct" => RecordKind::Struct,
                            _ => RecordKind::Union,
                        },
                        body: None,
                    });
                }
                "global" => {
                    let name = self.global_name()?;
                    self.declare_name(name, Named::Global(GlobalId::new(globals)))?;
                    globals += 1;
                }
                "function" => {
                    let name = self.global_name()?;
                    self.declare_name(name, Named::Function(FunctionId::new(functions)))?;
                    functions += 1;
                }
                _ => {}
            }
        }
        if let Some(model) = data_model {
            self.program.types.data_model = model;
        }
        Ok(())
    }

    fn declare_name(&mut self, name: Cow<'s, str>, named: Named) -> Parsed<()> {
        if self.names.insert(name, named).is_some() {
            self.position -= 1;
            return self.fail("this name is already defined");
        }
        Ok(())
    }

    fn parse_item<T>(
        &mut self,
        item: &Item<'s>,
        read: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<T> {
        self.position = item.start + 1;
        let result = read(self)?;
        self.expect_end(item)?;
        Ok(result)
    }

    pub(super) fn expect_end(&self, item: &Item<'s>) -> Parsed<()> {
        if self.position == item.end {
            Ok(())
        } else {
            self.fail("expected the end of the item")
        }
    }

    fn parse_entry(&mut self) -> Parsed<()> {
        let name = self.global_name()?;
        match self.names.get(&name) {
            Some(Named::Function(function)) if self.program.entry.is_none() => {
                self.program.entry = Some(*function);
                Ok(())
            }
            _ => {
                self.position -= 1;
                self.fail("expected a function, once")
            }
        }
    }

    fn parse_record(&mut self) -> Parsed<()> {
        let name = self.name()?;
        let Some(&id) = self.records.get(&name) else {
            return self.fail("this record is not defined");
        };
        if self.eat_word("opaque") {
            return Ok(());
        }
        self.expect_word("size")?;
        let size = self.number_u64()?;
        self.expect_word("align")?;
        let align = self.number_u64()?;
        self.expect("{")?;
        let mut fields = Vec::new();
        while !self.eat("}") {
            if !fields.is_empty() {
                self.expect(",")?;
            }
            let name = self.name()?.into_owned();
            self.expect(":")?;
            let ty = self.parse_type()?;
            self.expect_word("at")?;
            let offset = self.number_u64()?;
            fields.push(Field { name, ty, offset });
        }
        self.program.types.records[id.index()].body = Some(RecordBody {
            fields,
            size,
            align,
        });
        Ok(())
    }

    fn parse_global(&mut self) -> Parsed<Layout> {
        let name = self.global_name()?.into_owned();
        self.expect(":")?;
        let ty = self.parse_type()?;
        let mut global = Global {
            name,
            ty,
            size: 0,
            align: 1,
            linkage: self.parse_linkage(),
            thread_local: self.eat_word("thread_local"),
            read_only: self.eat_word("read_only"),
            span: Span::NONE,
            init: None,
        };
        let size = self.parse_optional_number("size")?;
        let align = self.parse_optional_number("align")?;
        if self.eat("=") {
            global.init = Some(self.parse_init()?);
        }
        global.span = self.parse_span(None)?.unwrap_or(Span::NONE);
        self.program.globals.push(global);
        Ok((size, align))
    }

    fn fill_in_layouts(&mut self, layouts: &[Layout]) {
        let types = &self.program.types;
        for (global, (size, align)) in self.program.globals.iter_mut().zip(layouts) {
            global.size = size.unwrap_or_else(|| default_size(types, global.ty));
            global.align = align.unwrap_or_else(|| default_align(types, global.ty));
        }
    }

    fn parse_init(&mut self) -> Parsed<Init> {
        let mut items = Vec::new();
        self.expect("{")?;
        while !self.eat("}") {
            if !items.is_empty() {
                self.expect(",")?;
            }
            let offset = self.number_u64()?;
            self.expect(":")?;
            let value = if self.peek() == TokenKind::String {
                InitValue::Bytes(self.bytes()?)
            } else if self.eat("&") {
                self.parse_init_address()?
            } else {
                let (bits, ty) = self.parse_constant()?;
                InitValue::Scalar { ty, bits }
            };
            items.push(InitItem { offset, value });
        }
        Ok(Init { items })
    }

    fn parse_init_address(&mut self) -> Parsed<InitValue> {
        let named = self.resolve_name()?;
        let negative = match self.peek() {
            TokenKind::Symbol("+") => Some(false),
            TokenKind::Symbol("-") => Some(true),
            _ => None,
        };
        let mut addend = 0;
        if let Some(negative) = negative {
            self.position += 1;
            let magnitude = i128::from(self.number_u64()?);
            match i64::try_from(if negative { -magnitude } else { magnitude }) {
                Ok(value) => addend = value,
                Err(_) => return self.fail("this does not fit in 64 bits"),
            }
        }
        self.expect_word("as")?;
        let ty = self.parse_type()?;
        match named {
            Named::Global(global) => Ok(InitValue::Global { ty, global, addend }),
            Named::Function(function) if addend == 0 => Ok(InitValue::Function { ty, function }),
            Named::Function(_) => self.fail("nothing can be added to a function"),
        }
    }

    fn parse_function_header(&mut self, item: &Item<'s>) -> Parsed<Header> {
        self.position = item.start + 1;
        let name = self.global_name()?.into_owned();
        let mut params = Vec::new();
        let mut variadic = false;
        self.expect("(")?;
        while !self.eat(")") {
            if !params.is_empty() {
                self.expect(",")?;
            }
            if self.eat("...") {
                variadic = true;
                self.expect(")")?;
                break;
            }
            let register = match self.peek() {
                TokenKind::Register => {
                    let (name, number) = self.numbered()?;
                    self.expect(":")?;
                    Some((number, name.into_owned()))
                }
                _ => None,
            };
            let ty = self.parse_type()?;
            params.push(Param { register, ty });
        }
        let result = match self.eat("->") {
            true => self.parse_type()?,
            false => Types::VOID,
        };
        let ty = self.program.types.intern(Type::Function(FunctionType {
            result,
            params: params.iter().map(|param| param.ty).collect(),
            variadic,
        }));
        let linkage = self.parse_linkage();
        let noreturn = self.eat_word("noreturn");
        let is_model = self.eat_word("model");
        let span = self.parse_span(None)?.unwrap_or(Span::NONE);
        self.program.functions.push(Function {
            name,
            ty,
            linkage,
            noreturn,
            is_model,
            span,
            body: None,
        });
        Ok(Header {
            params,
            body: self.position,
        })
    }

    fn parse_linkage(&mut self) -> Linkage {
        match self.eat_word("internal") {
            true => Linkage::Internal,
            false => Linkage::External,
        }
    }

    pub(super) fn parse_optional_number(&mut self, word: &str) -> Parsed<Option<u64>> {
        match self.eat_word(word) {
            true => self.number_u64().map(Some),
            false => Ok(None),
        }
    }

    /// A span if there is one. Without a file it is in that of the function.
    pub(super) fn parse_span(&mut self, function: Option<Span>) -> Parsed<Option<Span>> {
        if !self.eat("!") {
            return Ok(None);
        }
        if self.eat_word("none") {
            return Ok(Some(Span::NONE));
        }
        let file = match (self.peek(), function) {
            (TokenKind::Word, _) => {
                let file = self.word_number('f', "a span")?;
                self.expect(":")?;
                FileId(file)
            }
            (_, Some(function)) => function.file,
            _ => return self.fail("expected a file, such as f0"),
        };
        let line = self.number_u32()?;
        self.expect(":")?;
        let column = self.number_u32()?;
        Ok(Some(Span { file, line, column }))
    }

    /// A constant with its type: bits and type.
    pub(super) fn parse_constant(&mut self) -> Parsed<(u128, TypeId)> {
        if self.eat_word("true") {
            return Ok((1, Types::BOOL));
        }
        if self.eat_word("false") {
            return Ok((0, Types::BOOL));
        }
        let negative = self.eat("-");
        let number_position = self.position;
        let number = self.take(TokenKind::Number, "a constant")?;
        self.expect(":")?;
        let ty = self.parse_type()?;
        match constant_bits(&self.program.types, ty, negative, number) {
            Some(bits) => Ok((bits, ty)),
            None => {
                self.position = number_position;
                self.fail("this is no constant of that type")
            }
        }
    }
}
