//! Reads the body of a function: registers, slots and blocks.

use super::lex::TokenKind;
use super::parse::{Header, Item, Named, Parsed, Parser};
use super::print::default_align;
use crate::{
    Block, Body, FunctionId, Inst, Origin, OriginId, OriginStep, PointId, RegDecl, RegId, SlotDecl,
    Span,
};

impl<'s> Parser<'s> {
    pub(super) fn parse_function_body(
        &mut self,
        item: &Item<'s>,
        function: FunctionId,
        header: Header,
    ) -> Parsed<()> {
        self.position = header.body;
        if self.position == item.end {
            return Ok(());
        }
        self.expect("{")?;
        let mut body = Body::default();
        self.parse_registers(&mut body, header)?;
        let span = self.program.function(function).span;
        let mut spans = Spans {
            function: span,
            previous: span,
        };
        while self.eat_word("slot") {
            self.parse_slot_declaration(&mut body, &mut spans)?;
        }
        while self.eat_word("origin") {
            let origin = self.parse_origin_declaration(&body, &mut spans)?;
            body.origins.push(origin);
        }
        while !self.eat("}") {
            let block = self.parse_block(&mut body, &mut spans)?;
            body.blocks.push(block);
        }
        self.expect_end(item)?;
        self.program.functions[function.index()].body = Some(body);
        Ok(())
    }

    /// Parameters and `reg` lines together must number the registers without gaps.
    fn parse_registers(&mut self, body: &mut Body, header: Header) -> Parsed<()> {
        let mut declared = Vec::new();
        for param in header.params {
            let Some((number, name)) = param.register else {
                return self.fail("parameters of a function with a body need registers");
            };
            body.params.push(RegId(number));
            declared.push((number, RegDecl { name, ty: param.ty }));
        }
        while self.eat_word("reg") {
            let first = declared.len();
            loop {
                if self.peek() != TokenKind::Register {
                    return self.fail("expected a register, such as %0");
                }
                let (name, number) = self.numbered()?;
                let name = name.into_owned();
                declared.push((
                    number,
                    RegDecl {
                        name,
                        ty: crate::Types::VOID,
                    },
                ));
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(":")?;
            let ty = self.parse_type()?;
            for (_, register) in &mut declared[first..] {
                register.ty = ty;
            }
        }
        declared.sort_by_key(|(number, _)| *number);
        for (index, (number, register)) in declared.into_iter().enumerate() {
            if number as usize != index {
                return self.fail(format!(
                    "registers must be numbered without gaps, but %{number} stands where %{index} should"
                ));
            }
            body.regs.push(register);
        }
        Ok(())
    }

    fn parse_slot_declaration(&mut self, body: &mut Body, spans: &mut Spans) -> Parsed<()> {
        if self.peek() != TokenKind::Slot {
            return self.fail("expected a slot, such as $0");
        }
        let (name, number) = self.numbered()?;
        if number as usize != body.slots.len() {
            self.position -= 1;
            return self.fail(format!("expected slot number {}", body.slots.len()));
        }
        self.expect(":")?;
        let ty = self.parse_type()?;
        let align = match self.parse_optional_number("align")? {
            Some(align) => align,
            None => default_align(&self.program.types, ty),
        };
        let span = self.parse_local_span(spans)?;
        body.slots.push(SlotDecl {
            name: name.into_owned(),
            ty,
            align,
            span,
        });
        Ok(())
    }

    fn parse_block(&mut self, body: &mut Body, spans: &mut Spans) -> Parsed<Block> {
        let expected = format!("b{}", body.blocks.len());
        if !self.eat_word(&expected) {
            return self.fail(format!("expected '{expected}:'"));
        }
        self.expect(":")?;
        let mut insts = Vec::new();
        loop {
            let point = self.parse_optional_number("point")?;
            let point = match point.map(u32::try_from) {
                Some(Ok(number)) => Some(PointId(number)),
                Some(Err(_)) => return self.fail("the number of this point is too large"),
                None => None,
            };
            if let Some(terminator) = self.parse_terminator(body)? {
                let origin = self.parse_origin()?;
                let span = self.parse_local_span(spans)?;
                return Ok(Block {
                    insts,
                    terminator,
                    span,
                    origin,
                    point,
                });
            }
            let kind = self.parse_instruction(body)?;
            let origin = self.parse_origin()?;
            let span = self.parse_local_span(spans)?;
            insts.push(Inst {
                kind,
                span,
                origin,
                point,
            });
        }
    }

    /// `o2 in o1: iteration 3 !4:5` or `o0: call @f !4:5`.
    fn parse_origin_declaration(&mut self, body: &Body, spans: &mut Spans) -> Parsed<Origin> {
        let expected = format!("o{}", body.origins.len());
        if !self.eat_word(&expected) {
            return self.fail(format!("expected '{expected}'"));
        }
        let parent = self.parse_origin()?;
        self.expect(":")?;
        let step = if self.eat_word("call") {
            let Named::Function(callee) = self.resolve_name()? else {
                self.position -= 1;
                return self.fail("this is not a function");
            };
            let span = self.parse_local_span(spans)?;
            OriginStep::Call { callee, span }
        } else {
            let Some(number) = self.parse_optional_number("iteration")? else {
                return self.fail("expected 'call' or 'iteration'");
            };
            let Ok(number) = u32::try_from(number) else {
                return self.fail("the number of this iteration is too large");
            };
            let span = self.parse_local_span(spans)?;
            OriginStep::Iteration { number, span }
        };
        Ok(Origin { parent, step })
    }

    fn parse_origin(&mut self) -> Parsed<Option<OriginId>> {
        match self.eat_word("in") {
            true => self.word_number('o', "an origin").map(OriginId).map(Some),
            false => Ok(None),
        }
    }

    fn parse_local_span(&mut self, spans: &mut Spans) -> Parsed<Span> {
        if let Some(span) = self.parse_span(Some(spans.function))? {
            spans.previous = span;
        }
        Ok(spans.previous)
    }
}

/// What abbreviated spans refer to.
struct Spans {
    function: Span,
    previous: Span,
}
