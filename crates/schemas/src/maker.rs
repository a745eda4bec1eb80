//! What every schema does in the same way: a sequential program grows out of a copy of the bounded one, with names, variables, functions and guesses of its own.

use unspool_ir::{
    Body, ExprId, Function, FunctionId, FunctionType, Global, GlobalId, InstKind, Linkage,
    OriginId, OriginStep, PlaceId, Program, SlotId, Span, Type, TypeId, Types,
};
use unspool_passes::thread_text::ThreadText;

use crate::any_contents;
use crate::block_writer::BlockWriter;
use crate::guesses::{Guess, Guesses, InputKind, Place};
use crate::names::FreshNames;
use crate::notes::{Addition, AdditionKind, Counter, Sequential, SequentialNotes};

pub struct Maker<'a> {
    pub bounded: &'a Program,
    pub program: Program,
    pub names: FreshNames,
    pub guesses: Guesses,
    pub counters: Vec<(Counter, u32)>,
    /// Of the threads, by place in the list.
    pub numbers: Vec<u32>,
    additions: Vec<Addition>,
    /// How many names guesses have got.
    guessed: usize,
}

impl<'a> Maker<'a> {
    pub fn new(bounded: &'a Program, texts: &[ThreadText<'_>]) -> Maker<'a> {
        Maker {
            bounded,
            program: bounded.clone(),
            names: FreshNames::of(bounded),
            guesses: Guesses::default(),
            counters: Vec::new(),
            numbers: texts.iter().map(|text| text.number).collect(),
            additions: Vec::new(),
            guessed: 0,
        }
    }

    /// `control`: the variables that only the simulation knows.
    pub fn finish(self, control: Vec<GlobalId>) -> Sequential {
        Sequential {
            program: self.program,
            notes: SequentialNotes {
                guesses: self.guesses,
                additions: self.additions,
                counters: self.counters,
                leaves_no_schedule_out: false,
                enough_writes: None,
                control,
            },
        }
    }

    /// The first thread is that of `main`, whatever its function is called.
    pub fn rename(&mut self, text: &ThreadText<'_>) {
        if text.number == 0 {
            let name = self.names.take("main.0");
            self.program.functions[text.function.index()].name = name;
        }
    }

    /// The function of a thread becomes its simulation, which returns nothing and takes what the body says.
    pub fn replace(&mut self, function: FunctionId, body: Body) {
        let params = body.params.iter();
        let params = params.map(|param| body.regs[param.index()].ty).collect();
        let ty = self.program.types.intern(Type::Function(FunctionType {
            result: Types::VOID,
            params,
            variadic: false,
        }));
        let function = &mut self.program.functions[function.index()];
        function.noreturn = false;
        function.is_model = false;
        function.ty = ty;
        function.body = Some(body);
    }

    /// The function with which the sequential program starts. Its body comes later.
    pub fn add_entry(&mut self, name: &str) -> FunctionId {
        let ty = self.program.types.intern(Type::Function(FunctionType {
            result: Types::I32,
            params: Box::default(),
            variadic: false,
        }));
        let name = self.names.take(name);
        self.program.functions.push(Function {
            name,
            ty,
            linkage: Linkage::External,
            noreturn: false,
            is_model: false,
            span: Span::NONE,
            body: Some(Body::default()),
        });
        let entry = FunctionId::new(self.program.functions.len() - 1);
        self.program.entry = Some(entry);
        entry
    }

    /// A name for what is guessed.
    pub fn guess(&mut self, word: &str, guess: Guess) -> String {
        let name = match guess {
            Guess::ContextEnd { thread } => format!("{word}.{thread}"),
            Guess::NextThread => word.to_string(),
            Guess::NextTime { thread, stop } => format!("{word}.{thread}.{stop}"),
            _ => {
                self.guessed += 1;
                format!("{word}.{}", self.guessed)
            }
        };
        let name = self.names.take(&name);
        self.guesses.add(name.clone(), guess);
        name
    }

    /// A register that gets what the bounded program gets from outside.
    pub fn input(
        &mut self,
        writer: &mut BlockWriter,
        (at, kind): (Place, InputKind),
        ty: TypeId,
        span: Span,
    ) -> ExprId {
        let name = self.guess("input", Guess::Input { at, kind });
        let dst = writer.register(&name, ty);
        writer.put(InstKind::Nondet { dst }, span);
        writer.read(dst)
    }

    /// The life of a local variable of a thread begins: the place where it is gets any contents.
    pub fn any_contents(
        &mut self,
        writer: &mut BlockWriter,
        place: PlaceId,
        (thread, slot): (u32, SlotId),
        span: Span,
    ) {
        let mut types = std::mem::replace(
            &mut self.program.types,
            Types::new(self.bounded.types.data_model),
        );
        any_contents::write(writer, &mut types, place, span, &mut |offset| {
            let guess = Guess::Contents {
                thread,
                slot,
                offset,
            };
            self.guess("contents", guess)
        });
        self.program.types = types;
    }

    /// A variable that only the simulation knows. It is zero at the start.
    pub fn variable(&mut self, name: &str, ty: TypeId, align: u64, span: Span) -> GlobalId {
        let name = self.names.take(name);
        let size = self.program.types.size_of(ty).unwrap_or(0);
        self.add_global(Global {
            name,
            ty,
            size,
            align,
            linkage: Linkage::Internal,
            thread_local: false,
            read_only: false,
            span,
            init: Some(Default::default()),
        })
    }

    pub fn add_global(&mut self, global: Global) -> GlobalId {
        self.program.globals.push(global);
        GlobalId::new(self.program.globals.len() - 1)
    }

    pub fn place_of_number(&self, number: u32) -> Option<usize> {
        self.numbers.iter().position(|&known| known == number)
    }

    /// Something that the bounded program does not have stands where the writer is.
    pub fn note(&mut self, function: FunctionId, writer: &BlockWriter, kind: AdditionKind) {
        let (block, index) = writer.position();
        self.additions.push(Addition {
            function,
            block,
            index,
            kind,
        });
    }

    /// Where the user's program calls what this is a part of, if it is a part of the library.
    pub fn users_place(&self, body: &Body, span: Span, origin: Option<OriginId>) -> Span {
        let files = &self.bounded.files;
        let is_users = |span: Span| {
            let file = files.get(span.file.index());
            span.line > 0 && file.is_some_and(|file| !file.starts_with('<'))
        };
        let (mut place, mut origin) = (span, origin);
        while !is_users(place)
            && let Some(step) = origin.and_then(|id| body.origins.get(id.index()))
        {
            if let OriginStep::Call { span, .. } = step.step {
                place = span;
            }
            origin = step.parent;
        }
        match is_users(place) {
            true => place,
            false => span,
        }
    }
}
