//! Reads instructions and terminators.

use super::lex::TokenKind;
use super::literal::constant_bits;
use super::parse::{Named, Parsed, Parser};
use crate::{
    Access, BlockId, Body, Callee, Case, ExprId, ExprKind, InstKind, MemoryOrder, Property, RegId,
    RmwOp, Storage, Terminator, TypeId, Types,
};

impl Parser<'_> {
    pub(super) fn parse_instruction(&mut self, body: &mut Body) -> Parsed<InstKind> {
        if self.peek() == TokenKind::Register {
            return self.parse_assignment(body);
        }
        let word = self.peek_text();
        if self.peek() != TokenKind::Word {
            return self.fail("expected an instruction");
        }
        self.position += 1;
        Ok(match word {
            "store" => {
                let access = self.parse_access()?;
                let place = self.parse_place(body)?;
                self.expect("=")?;
                InstKind::Store {
                    place,
                    value: self.parse_expr(body)?,
                    access,
                }
            }
            "fence" => InstKind::Fence(self.parse_order()?),
            "call" => self.parse_call(body, None)?,
            "live" => InstKind::Live(self.parse_slot(body)?),
            "dead" => InstKind::Dead(self.parse_slot(body)?),
            "atomic_begin" => InstKind::AtomicBegin,
            "atomic_end" => InstKind::AtomicEnd,
            "wait_until" => InstKind::WaitUntil(self.parse_expr(body)?),
            "hold" => InstKind::Hold(self.parse_expr(body)?),
            "release" => InstKind::Release(self.parse_expr(body)?),
            "assume" => InstKind::Assume(self.parse_expr(body)?),
            "assert" => {
                let condition = self.parse_expr(body)?;
                self.expect(",")?;
                let property = self.parse_property()?;
                self.expect(",")?;
                InstKind::Assert {
                    condition,
                    property,
                    message: self.string()?,
                    detail: match self.eat(",") {
                        true => Some(self.parse_expr(body)?),
                        false => None,
                    },
                }
            }
            "free" => InstKind::Free {
                is_unheld: self.eat_word("unheld"),
                storage: self.parse_storage()?,
                pointer: self.parse_expr(body)?,
            },
            "output" => {
                let (stream, byte) = self.parse_pair(body)?;
                InstKind::Output { stream, byte }
            }
            "unsupported" => InstKind::Unsupported(self.string()?),
            _ => {
                self.position -= 1;
                return self.fail("expected an instruction or terminator");
            }
        })
    }

    /// What starts with a register.
    fn parse_assignment(&mut self, body: &mut Body) -> Parsed<InstKind> {
        let dst = self.parse_register(body)?;
        if self.eat(",") {
            return self.parse_compare_exchange(body, dst);
        }
        self.expect("=")?;
        let word = match self.peek() {
            TokenKind::Word => self.peek_text(),
            _ => "",
        };
        self.position += 1;
        Ok(match word {
            "load" => InstKind::Load {
                dst,
                access: self.parse_access()?,
                place: self.parse_place(body)?,
            },
            "rmw" => {
                let op = self.parse_rmw_op()?;
                let order = self.parse_order()?;
                let place = self.parse_place(body)?;
                self.expect(",")?;
                InstKind::Rmw {
                    op,
                    dst,
                    place,
                    value: self.parse_expr(body)?,
                    order,
                }
            }
            "call" => self.parse_call(body, Some(dst))?,
            "var_args" => InstKind::VarArgs { dst },
            "spawn" => {
                let thread = match self.parse_optional_number("thread")?.map(u32::try_from) {
                    Some(Err(_)) => return self.fail("the number of this thread is too large"),
                    number => number.and_then(Result::ok),
                };
                let start = self.parse_expr(body)?;
                let mut args = Vec::new();
                while self.eat(",") {
                    args.push(self.parse_expr(body)?);
                }
                InstKind::Spawn {
                    dst,
                    start,
                    args,
                    thread,
                }
            }
            "self" => InstKind::SelfId { dst },
            "finished" => InstKind::Finished {
                dst,
                thread: self.parse_expr(body)?,
            },
            "nondet" => InstKind::Nondet { dst },
            "alloc" => {
                let storage = self.parse_storage()?;
                let size = self.parse_expr(body)?;
                let align = match self.eat_word("align") {
                    true => self.parse_expr(body)?,
                    false => {
                        let bits = self.program.types.data_model.pointer_bits();
                        let default = ExprKind::Int(InstKind::DEFAULT_ALIGN);
                        body.add_expr(default, Types::int(bits, false))
                    }
                };
                InstKind::Alloc {
                    dst,
                    size,
                    align,
                    storage,
                }
            }
            "object_size" => InstKind::ObjectSize {
                dst,
                pointer: self.parse_expr(body)?,
            },
            _ => {
                self.position -= 1;
                if !self.at_expr() {
                    return self.fail("expected an expression or operation");
                }
                InstKind::Assign {
                    dst,
                    value: self.parse_expr(body)?,
                }
            }
        })
    }

    fn parse_compare_exchange(&mut self, body: &mut Body, ok: RegId) -> Parsed<InstKind> {
        let old = self.parse_register(body)?;
        self.expect("=")?;
        self.expect_word("compare_exchange")?;
        let weak = self.eat_word("weak");
        let order = self.parse_order()?;
        let failure = match self.eat("/") {
            true => self.parse_order()?,
            false => order.without_release(),
        };
        let place = self.parse_place(body)?;
        self.expect(",")?;
        let (expected, desired) = self.parse_pair(body)?;
        Ok(InstKind::CompareExchange {
            ok,
            old,
            place,
            expected,
            desired,
            weak,
            order,
            failure,
        })
    }

    fn parse_call(&mut self, body: &mut Body, dst: Option<RegId>) -> Parsed<InstKind> {
        let callee = if self.eat("*") {
            Callee::Indirect(self.parse_operand(body)?)
        } else {
            match self.resolve_name()? {
                Named::Function(function) => Callee::Direct(function),
                Named::Global(_) => {
                    self.position -= 1;
                    return self.fail("this is not a function");
                }
            }
        };
        let mut args = Vec::new();
        self.expect("(")?;
        while !self.eat(")") {
            if !args.is_empty() {
                self.expect(",")?;
            }
            args.push(self.parse_expr(body)?);
        }
        Ok(InstKind::Call { dst, callee, args })
    }

    /// A terminator, if the next word starts one.
    pub(super) fn parse_terminator(&mut self, body: &mut Body) -> Parsed<Option<Terminator>> {
        if self.peek() != TokenKind::Word {
            return Ok(None);
        }
        let word = self.peek_text();
        self.position += 1;
        Ok(Some(match word {
            "goto" => Terminator::Goto(self.parse_target()?),
            "branch" => {
                let condition = self.parse_expr(body)?;
                self.expect(",")?;
                let then = self.parse_target()?;
                self.expect(",")?;
                Terminator::Branch {
                    condition,
                    then,
                    otherwise: self.parse_target()?,
                }
            }
            "switch" => self.parse_switch(body)?,
            "return" => match self.at_expr() {
                true => Terminator::Return(Some(self.parse_expr(body)?)),
                false => Terminator::Return(None),
            },
            "exit_thread" => Terminator::ExitThread,
            "exit" => Terminator::Exit(self.parse_expr(body)?),
            "abort" => Terminator::Abort,
            "unreachable" => Terminator::Unreachable,
            _ => {
                self.position -= 1;
                return Ok(None);
            }
        }))
    }

    fn parse_switch(&mut self, body: &mut Body) -> Parsed<Terminator> {
        let value = self.parse_expr(body)?;
        let ty = body.expr(value).ty;
        let mut cases = Vec::new();
        self.expect("{")?;
        while !self.eat_word("else") {
            let low = self.parse_case_bits(ty)?;
            let high = match self.eat("..") {
                true => self.parse_case_bits(ty)?,
                false => low,
            };
            self.expect("=>")?;
            let target = self.parse_target()?;
            self.expect(",")?;
            cases.push(Case { low, high, target });
        }
        self.expect("=>")?;
        let default = self.parse_target()?;
        self.expect("}")?;
        Ok(Terminator::Switch {
            value,
            cases,
            default,
        })
    }

    fn parse_case_bits(&mut self, ty: TypeId) -> Parsed<u128> {
        let negative = self.eat("-");
        let number = self.take(TokenKind::Number, "a constant or 'else'")?;
        match constant_bits(&self.program.types, ty, negative, number) {
            Some(bits) => Ok(bits),
            None => {
                self.position -= 1;
                self.fail("this is no constant of the type of the switch")
            }
        }
    }

    fn parse_target(&mut self) -> Parsed<BlockId> {
        self.word_number('b', "a block").map(BlockId)
    }

    fn parse_pair(&mut self, body: &mut Body) -> Parsed<(ExprId, ExprId)> {
        let first = self.parse_expr(body)?;
        self.expect(",")?;
        Ok((first, self.parse_expr(body)?))
    }

    fn parse_access(&mut self) -> Parsed<Access> {
        let volatile = self.eat_word("volatile");
        let atomic = match self.eat_word("atomic") {
            true => Some(self.parse_order()?),
            false => None,
        };
        Ok(Access { volatile, atomic })
    }

    fn parse_order(&mut self) -> Parsed<MemoryOrder> {
        let order = MemoryOrder::ALL
            .into_iter()
            .find(|order| self.eat_word(order.name()));
        match order {
            Some(order) => Ok(order),
            None => self.fail("expected a memory order, such as seq_cst"),
        }
    }

    fn parse_rmw_op(&mut self) -> Parsed<RmwOp> {
        match RmwOp::ALL.into_iter().find(|op| self.eat_word(op.name())) {
            Some(op) => Ok(op),
            None => self.fail("expected an operation, such as add"),
        }
    }

    fn parse_storage(&mut self) -> Parsed<Storage> {
        if self.eat_word("heap") {
            Ok(Storage::Heap)
        } else if self.eat_word("stack") {
            Ok(Storage::Stack)
        } else {
            self.fail("expected 'heap' or 'stack'")
        }
    }

    /// Names of properties contain hyphens, which are tokens of their own.
    fn parse_property(&mut self) -> Parsed<Property> {
        let start = self.position;
        let mut name = String::new();
        loop {
            name.push_str(self.take(TokenKind::Word, "a property")?);
            if !self.eat("-") {
                break;
            }
            name.push('-');
        }
        match Property::from_name(&name) {
            Some(property) => Ok(property),
            None => {
                self.position = start;
                self.fail("there is no such property")
            }
        }
    }
}
