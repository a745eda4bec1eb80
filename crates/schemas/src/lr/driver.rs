//! The main function (Figure 2 of the paper, (iii) to (vii)): guesses, threads one after the other, checks, and then what was recorded.

use unspool_ir::{
    BinaryOp, Callee, GlobalId, InstKind, PlaceId, PlaceKind, RegId, Span, Terminator, TypeId,
    Types,
};
use unspool_passes::accesses::Memory;
use unspool_passes::points_to::Object;
use unspool_passes::thread_text::ThreadText;

use crate::block_writer::BlockWriter;
use crate::guesses::Guess;
use crate::notes::AdditionKind;

use super::Making;
use super::narrow::Narrow;
use super::places::part_of;

const NOWHERE: Span = Span::NONE;

/// Adds the function and makes it the entry.
pub fn add(making: &mut Making<'_>, texts: &[ThreadText<'_>]) {
    let function = making.maker.add_entry("driver");
    let mut driver = Driver {
        making,
        writer: BlockWriter::new(),
        guessed: Vec::new(),
        function,
    };
    let first = driver.writer.reserve();
    driver.writer.begin(first, NOWHERE);
    driver.start(texts);
    for (place, text) in texts.iter().enumerate() {
        driver.thread(place, text);
    }
    driver.check();
    driver.making.events.raise(&mut driver.writer);
    let zero = driver.writer.constant(0, Types::I32);
    (driver.writer).end(Terminator::Return(Some(zero)), NOWHERE);
    let body = driver.writer.finish();
    making.maker.program.functions[function.index()].body = Some(body);
}

struct Driver<'m, 'a> {
    making: &'m mut Making<'a>,
    writer: BlockWriter,
    guessed: Vec<Guessed>,
    function: unspool_ir::FunctionId,
}

/// What was guessed, and where that must be at the end.
struct Guessed {
    /// That of the round before.
    variable: GlobalId,
    offset: u64,
    register: RegId,
    narrow: Option<Narrow>,
}

impl Driver<'_, '_> {
    fn start(&mut self, texts: &[ThreadText<'_>]) {
        self.note("what shared memory contains when each round begins is guessed");
        for number in 0..self.making.variables.list.len() {
            self.start_variable(number, texts);
        }
        let counter = self.making.counter;
        let rounds = self.making.config.rounds;
        for born in self.making.born.clone().into_iter().flatten() {
            let never = self.writer.constant(rounds.into(), counter);
            self.set(born, counter, never);
        }
        for end in self.making.ends.clone().into_iter().flatten() {
            let value = match end.is_guessed {
                false => self.writer.constant(rounds.into(), counter),
                true => {
                    let dst = self.writer.register("", counter);
                    self.writer.put(InstKind::Nondet { dst }, NOWHERE);
                    self.writer.read(dst)
                }
            };
            self.set(end.variable, counter, value);
        }
    }

    fn start_variable(&mut self, number: usize, texts: &[ThreadText<'_>]) {
        let variable = &self.making.variables.list[number];
        let (copies, flags) = (variable.copies.clone(), variable.ended.clone());
        let parts = variable.parts.clone();
        let (memory, is_unset, ty) = (variable.memory, variable.is_unset, variable.ty);
        let size = variable.size;
        for part in &parts {
            let later = match part.is_shared {
                true => &copies[1..],
                false => &[],
            };
            let mut contents = None;
            if is_unset {
                let name = self.contents_name(memory, part.offset, texts);
                let place = self.part((copies[0], ty), part.offset, part.ty);
                contents = Some(self.guess(&name, place, None));
            }
            for (copy, before) in later.iter().zip(&copies) {
                let place = self.part((*copy, ty), part.offset, part.ty);
                if part.is_written {
                    let register = self.guess("", place, part.narrow);
                    self.guessed.push(Guessed {
                        variable: *before,
                        offset: part.offset,
                        register,
                        narrow: part.narrow,
                    });
                } else if let Some(contents) = contents {
                    let value = self.writer.read(contents);
                    self.writer.store(place, value, NOWHERE);
                }
            }
        }
        for (flag, before) in flags.iter().skip(1).zip(&flags) {
            let place = self.writer.place(PlaceKind::Global(*flag), Types::BOOL);
            let register = self.guess("", place, None);
            self.guessed.push(Guessed {
                variable: *before,
                offset: 0,
                register,
                narrow: None,
            });
        }
        if let Some(size) = size {
            let ty = self.making.maker.program.global(size).ty;
            let place = self.writer.place(PlaceKind::Global(size), ty);
            self.guess("", place, None);
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

    fn part(&mut self, variable: (GlobalId, TypeId), offset: u64, ty: TypeId) -> PlaceId {
        let types = &mut self.making.maker.program.types;
        part_of(&mut self.writer, types, variable, offset, ty)
    }

    /// The place gets any value. The register with the guess.
    fn guess(&mut self, name: &str, place: PlaceId, narrow: Option<Narrow>) -> RegId {
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

    fn set(&mut self, variable: GlobalId, ty: TypeId, value: unspool_ir::ExprId) {
        let place = self.writer.place(PlaceKind::Global(variable), ty);
        self.writer.store(place, value, NOWHERE);
    }

    /// One that was not created does not end.
    fn thread(&mut self, place: usize, text: &ThreadText<'_>) {
        self.note(&format!("thread {}", text.number));
        let Some(born) = self.making.born[place] else {
            return self.call(place, text);
        };
        let counter = self.making.counter;
        let rounds = self.making.config.rounds;
        let born = self.writer.place(PlaceKind::Global(born), counter);
        let born = self.writer.load(born, NOWHERE);
        let never = self.writer.constant(rounds.into(), counter);
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
        if let Some(end) = self.making.ends[place].filter(|end| end.is_guessed) {
            let end = self.writer.place(PlaceKind::Global(end.variable), counter);
            let end = self.writer.load(end, NOWHERE);
            let never = self.writer.constant(rounds.into(), counter);
            let is_right = self.writer.compare(BinaryOp::Eq, end, never);
            self.writer.put(InstKind::Assume(is_right), NOWHERE);
        }
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

    /// Each round must have ended with what was guessed for the next one.
    fn check(&mut self) {
        self.note("each round ends with what was guessed for the next one");
        for guessed in std::mem::take(&mut self.guessed) {
            let whole = self.making.maker.program.global(guessed.variable).ty;
            let ty = self.writer.body.regs[guessed.register.index()].ty;
            let place = self.part((guessed.variable, whole), guessed.offset, ty);
            let mut left = self.writer.load(place, NOWHERE);
            let mut right = self.writer.read(guessed.register);
            if let Some(narrow) = guessed.narrow {
                left = narrow.varying(&mut self.writer, left, ty);
                right = narrow.varying(&mut self.writer, right, ty);
            }
            let is_right = self.writer.compare(BinaryOp::Eq, left, right);
            self.writer.put(InstKind::Assume(is_right), NOWHERE);
        }
    }

    fn note(&mut self, what: &str) {
        let kind = AdditionKind::Step(what.to_string());
        (self.making.maker).note(self.function, &self.writer, kind);
    }
}
