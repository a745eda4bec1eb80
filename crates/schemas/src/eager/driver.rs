//! The main function: guesses, threads one after the other, checks, and then what was recorded (in CSeq's paper Figure 2, (iii) to (vii)).

use unspool_ir::{
    BinaryOp, Callee, ExprId, GlobalId, InstKind, PlaceId, PlaceKind, RegId, Span, Terminator,
    TypeId, Types,
};
use unspool_passes::accesses::Memory;
use unspool_passes::points_to::Object;
use unspool_passes::thread_text::ThreadText;

use crate::block_writer::BlockWriter;
use crate::guesses::Guess;
use crate::notes::AdditionKind;

use super::ends::End;
use super::narrow::Narrow;
use super::places::part_of;
use super::{Eager, Making};

const NOWHERE: Span = Span::NONE;

/// Adds the function and makes it the entry.
pub fn add<S: Eager>(making: &mut Making<'_, S>, texts: &[ThreadText<'_>]) {
    let function = making.maker.add_entry("driver");
    let mut driver = Driver {
        making,
        writer: BlockWriter::new(),
        function,
    };
    let first = driver.writer.reserve();
    driver.writer.begin(first, NOWHERE);
    driver.start(texts);
    for (place, text) in texts.iter().enumerate() {
        driver.thread(place, text);
    }
    S::check(&mut driver);
    driver.making.events.raise(&mut driver.writer);
    let zero = driver.writer.constant(0, Types::I32);
    (driver.writer).end(Terminator::Return(Some(zero)), NOWHERE);
    let body = driver.writer.finish();
    making.maker.program.functions[function.index()].body = Some(body);
}

pub struct Driver<'m, 'a, S: Eager> {
    pub making: &'m mut Making<'a, S>,
    pub writer: BlockWriter,
    function: unspool_ir::FunctionId,
}

impl<S: Eager> Driver<'_, '_, S> {
    fn start(&mut self, texts: &[ThreadText<'_>]) {
        for number in 0..self.making.variables.list.len() {
            self.start_variable(number, texts);
        }
        S::guess(self);
        let clock = self.making.clock;
        for born in self.making.born.clone().into_iter().flatten() {
            let never = clock.never(&mut self.writer);
            self.set(born, never);
        }
        for end in self.making.ends.clone().into_iter().flatten() {
            let End::Time {
                variable,
                is_guessed,
            } = end
            else {
                continue;
            };
            let value = match is_guessed {
                false => clock.never(&mut self.writer),
                true => {
                    let dst = self.writer.register("", clock.ty);
                    self.writer.put(InstKind::Nondet { dst }, NOWHERE);
                    self.writer.read(dst)
                }
            };
            self.set(variable, value);
        }
    }

    /// What nobody knows of memory before anything has happened.
    fn start_variable(&mut self, number: usize, texts: &[ThreadText<'_>]) {
        let variable = &self.making.variables.list[number];
        let (first, ty, size) = (variable.copies[0], variable.ty, variable.size);
        if let Some(memory) = variable.memory.filter(|_| variable.is_unset) {
            for part in variable.parts.clone() {
                let name = self.contents_name(memory, part.offset, texts);
                let place = self.part((first, ty), part.offset, part.ty);
                self.guess_at(&name, place, None);
            }
        }
        if let Some(size) = size {
            let ty = self.making.maker.program.global(size).ty;
            let place = self.writer.place(PlaceKind::Global(size), ty);
            self.guess_at("", place, None);
        }
    }

    /// What a local variable contains is asked for when an execution is replayed.
    fn contents_name(&mut self, memory: Memory, offset: u64, texts: &[ThreadText<'_>]) -> String {
        let Memory::Object(Object::Slot(function, slot)) = memory else {
            return String::new();
        };
        let Some(text) = texts.iter().find(|text| text.function == function) else {
            return String::new();
        };
        let guess = Guess::Contents {
            thread: text.number,
            slot,
            offset,
        };
        self.making.maker.guess("contents", guess)
    }

    pub fn part(
        &mut self,
        (variable, whole): (GlobalId, TypeId),
        offset: u64,
        ty: TypeId,
    ) -> PlaceId {
        let types = &mut self.making.maker.program.types;
        let root = (PlaceKind::Global(variable), whole);
        part_of(&mut self.writer, types, root, offset, ty)
    }

    /// The place gets any value. The register with the guess.
    pub fn guess_at(&mut self, name: &str, place: PlaceId, narrow: Option<Narrow>) -> RegId {
        let ty = self.writer.body.place(place).ty;
        let dst = self.writer.register(name, ty);
        self.writer.put(InstKind::Nondet { dst }, NOWHERE);
        let mut value = self.writer.read(dst);
        if let Some(narrow) = narrow {
            value = narrow.value(&mut self.writer, value, ty);
        }
        self.writer.store(place, value, NOWHERE);
        dst
    }

    pub fn global(&mut self, variable: GlobalId) -> PlaceId {
        let ty = self.making.maker.program.global(variable).ty;
        self.writer.place(PlaceKind::Global(variable), ty)
    }

    /// What is in a variable.
    pub fn get(&mut self, variable: GlobalId) -> ExprId {
        let place = self.global(variable);
        self.writer.load(place, NOWHERE)
    }

    pub fn set(&mut self, variable: GlobalId, value: ExprId) {
        let place = self.global(variable);
        self.writer.store(place, value, NOWHERE);
    }

    pub fn assume(&mut self, condition: ExprId) {
        self.writer.put(InstKind::Assume(condition), NOWHERE);
    }

    /// One that was not created does not end.
    fn thread(&mut self, place: usize, text: &ThreadText<'_>) {
        self.note(&format!("thread {}", text.number));
        let Some(born) = self.making.born[place] else {
            return self.call(place, text);
        };
        let born = self.get(born);
        let never = self.making.clock.never(&mut self.writer);
        let is_created = self.writer.compare(BinaryOp::Ne, born, never);
        let (calling, absent) = (self.writer.reserve(), self.writer.reserve());
        let behind = self.writer.reserve();
        let branch = Terminator::Branch {
            condition: is_created,
            then: calling,
            otherwise: absent,
        };
        self.writer.end(branch, NOWHERE);
        self.writer.begin(calling, NOWHERE);
        self.call(place, text);
        self.writer.end(Terminator::Goto(behind), NOWHERE);
        self.writer.begin(absent, NOWHERE);
        if let Some(End::Time {
            variable,
            is_guessed: true,
        }) = self.making.ends[place]
        {
            let end = self.get(variable);
            let is_right = self.writer.compare(BinaryOp::Eq, end, never);
            self.assume(is_right);
        }
        S::absent(self, place);
        self.writer.begin(behind, NOWHERE);
    }

    fn call(&mut self, place: usize, text: &ThreadText<'_>) {
        let mut args = Vec::new();
        for number in 0..text.body.params.len() {
            if let Some(&variable) = self.making.arguments.get(&(place, number)) {
                let ty = self.making.maker.program.global(variable).ty;
                let place = self.writer.place(PlaceKind::Global(variable), ty);
                args.push(self.writer.load(place, NOWHERE));
            }
        }
        let call = InstKind::Call {
            dst: None,
            callee: Callee::Direct(text.function),
            args,
        };
        self.writer.put(call, NOWHERE);
    }

    pub fn note(&mut self, what: &str) {
        let kind = AdditionKind::Step(what.to_string());
        (self.making.maker).note(self.function, &self.writer, kind);
    }
}
