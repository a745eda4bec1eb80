//! Programs as C text.
//!
//! Every statement has a line of its own, so that lines tell outcomes apart. Declared is what is mentioned: bodies are
//! written first, and note the names that they use. Local variables are declared at the top of their function, all
//! with a value.

mod expressions;
mod statements;
mod synchronisation;

use std::collections::BTreeSet;

use super::program::*;

/// The program as C.
pub fn c_text(program: &Program) -> String {
    Printer::default().program(program)
}

/// The same with a call of `pause_here()` before each statement, for a compiled program to be switched away from there.
pub fn c_text_with_pauses(program: &Program) -> String {
    let mut printer = Printer {
        pauses: true,
        ..Printer::default()
    };
    printer.program(program)
}

/// What a program declares at file scope and in `main`.
pub fn declared(program: &Program) -> BTreeSet<String> {
    let mut printer = Printer::default();
    printer.main(program);
    let locals = std::mem::take(&mut printer.locals);
    printer.program(program);
    printer.used.extend(locals);
    printer.used
}

#[derive(Default)]
struct Printer {
    pauses: bool,
    /// Globals, functions and headers that are mentioned.
    used: BTreeSet<String>,
    /// Declarations of the current function's local variables.
    locals: BTreeSet<String>,
    labels: usize,
    /// The text of the current function's body.
    text: String,
    indentation: usize,
    /// Slots of the current function's threads that may not have been made.
    guarded: BTreeSet<usize>,
    in_helper: bool,
    /// Mutexes that lie on the heap.
    on_heap: BTreeSet<usize>,
}

impl Printer {
    fn program(&mut self, program: &Program) -> String {
        // Who is called stands above: workers make later workers only, helpers call earlier helpers only.
        let main = self.main(program);
        let mut functions = vec![main];
        for (number, worker) in program.workers.iter().enumerate() {
            if self.used.contains(&format!("worker{number}")) {
                functions.push(self.worker(number, worker));
            }
        }
        let workers = functions.into_iter().rev().collect::<String>();
        let mut functions = Vec::new();
        if self.used.contains("table") {
            functions.push("static int (*const table[2])(int) = {helper0, helper1};\n".to_string());
            self.used
                .extend(["helper0".to_string(), "helper1".to_string()]);
        }
        if self.used.contains("function") {
            functions.push("static int (*function)(int) = helper0;\n".to_string());
            self.used.insert("helper0".to_string());
        }
        for (number, helper) in program.helpers.iter().enumerate().rev() {
            if self.used.contains(&format!("helper{number}")) {
                functions.push(self.helper(number, helper));
            }
        }
        if self.used.contains("add_to") {
            let head = "static int add_to(int *where, int amount) {\n";
            let body = "    *where += amount;\n    return *where;\n}\n";
            functions.push(format!("{head}{body}"));
        }
        if self.used.contains("twist") {
            let head = "static struct record twist(struct record it) {\n";
            let body = "    it.first += it.second;\n    it.second ^= 1;\n    return it;\n}\n";
            functions.push(format!("{head}{body}"));
        }
        let helpers = functions.into_iter().rev().collect::<String>();
        let declarations = self.declarations(program);
        format!("{declarations}{helpers}{workers}")
    }

    fn declarations(&mut self, program: &Program) -> String {
        if self.used.contains("pointer") && !program.pointer_starts_null {
            self.used.insert(PLAIN[0].0.to_string());
        }
        let mut text = String::new();
        if self.used.contains("recursive") {
            text += "#define _GNU_SOURCE\n";
        }
        for header in [
            "assert",
            "pthread",
            "sched",
            "semaphore",
            "stdatomic",
            "stdlib",
        ] {
            if self.used.contains(&format!("<{header}.h>")) {
                text += &format!("#include <{header}.h>\n");
            }
        }
        let pointer = match program.pointer_starts_null {
            true => "int *pointer;\n",
            false => "int *pointer = &x;\n",
        };
        let fields: String = FIELDS
            .iter()
            .map(|(name, ty)| format!("    {ty} {name};\n"))
            .collect();
        let mut known: Vec<(String, String)> = Vec::new();
        let mut know =
            |name: &str, declaration: String| known.push((name.to_string(), declaration));
        know(
            "any_bool",
            "_Bool __VERIFIER_nondet_bool(void);\n".to_string(),
        );
        know(
            "assume",
            "void __VERIFIER_assume(int condition);\n".to_string(),
        );
        let section = "void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\n";
        know("atomic_section", section.to_string());
        know(
            "claim",
            "void __CPROVER_assert(int condition, const char *what);\n".to_string(),
        );
        know("pause_here", "void pause_here(void);\n".to_string());
        for (name, ty) in PLAIN {
            know(name, format!("{ty} {name};\n"));
        }
        for (name, ty) in REALS {
            know(name, format!("{ty} {name};\n"));
        }
        for (name, ty, _) in ATOMIC {
            know(name, format!("{ty} {name};\n"));
        }
        know("ready", "int ready;\n".to_string());
        know("spin", "atomic_int spin;\n".to_string());
        know("array", format!("int array[{ELEMENTS}];\n"));
        know("struct record", format!("struct record {{\n{fields}}};\n"));
        know("record", "struct record record;\n".to_string());
        know("other", "struct record other;\n".to_string());
        let bits: String = BITS
            .iter()
            .map(|(name, width)| format!("    unsigned {name}{width};\n"))
            .collect();
        know("bits", format!("struct {{\n{bits}}} bits;\n"));
        let views = "int whole;\n    unsigned char bytes[4];\n    short halves[2];\n";
        know("mixed", format!("union {{\n    {views}}} mixed;\n"));
        let node = "struct node {\n    int value;\n    struct node *next;\n};\n";
        know("box", format!("{node}_Atomic(struct node *) box;\n"));
        know("pointer", pointer.to_string());
        know("heap", "int *heap;\n".to_string());
        know("own", "_Thread_local int own;\n".to_string());
        for number in 0..2 {
            let declaration = match self.on_heap.contains(&number) {
                true => format!("pthread_mutex_t *m{number};\n"),
                false => format!("pthread_mutex_t m{number} = PTHREAD_MUTEX_INITIALIZER;\n"),
            };
            know(&format!("m{number}"), declaration);
        }
        let recursive = "pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;\n";
        know("recursive", recursive.to_string());
        know(
            "changed",
            "pthread_cond_t changed = PTHREAD_COND_INITIALIZER;\n".to_string(),
        );
        know(
            "readers",
            "pthread_rwlock_t readers = PTHREAD_RWLOCK_INITIALIZER;\n".to_string(),
        );
        know("barrier", "pthread_barrier_t barrier;\n".to_string());
        know("s0", "sem_t s0;\n".to_string());
        know("s1", "sem_t s1;\n".to_string());
        let used = known
            .into_iter()
            .filter(|(name, _)| self.used.contains(name));
        text + &used.map(|(_, declaration)| declaration).collect::<String>()
    }

    fn main(&mut self, program: &Program) -> String {
        self.on_heap = freed_mutexes(program);
        self.begin(false, &program.main);
        self.block(&program.main);
        if program.status.is_empty() {
            self.line("return 0;");
        } else {
            self.locals.insert("unsigned status = 0;".to_string());
            for part in &program.status {
                let part = self.expression(part);
                self.line(&format!("status = status * 31 + (unsigned)({part});"));
            }
            self.line("return (int)(status & 0x7fffffff);");
        }
        let mut initialised = String::new();
        for (number, value) in program.semaphores.iter().enumerate() {
            if mentions_semaphore(program, number) {
                self.mention(&format!("s{number}"), "semaphore");
                initialised += &format!("    sem_init(&s{number}, 0, {value});\n");
            }
        }
        if has_meeting(program) {
            self.mention("barrier", "pthread");
            initialised += "    pthread_barrier_init(&barrier, 0, 2);\n";
        }
        for number in &self.on_heap {
            initialised += &format!("    m{number} = malloc(sizeof *m{number});\n");
            initialised += &format!("    pthread_mutex_init(m{number}, 0);\n");
        }
        self.end("int main(void)", &initialised)
    }

    fn worker(&mut self, number: usize, worker: &Worker) -> String {
        self.begin(false, &worker.body);
        self.block(&worker.body);
        let result = self.expression(&worker.result);
        self.line(&format!("return (void *)(long)({result});"));
        let mentions = |name: &str| self.locals.contains(name);
        let argument = match worker.parameter {
            Parameter::Number if mentions("number") => "    int number = (int)(long)argument;\n",
            Parameter::Pointer if mentions("mine") => "    int *mine = argument;\n",
            _ => "    (void)argument;\n",
        };
        self.locals.remove("number");
        self.locals.remove("mine");
        self.end(
            &format!("static void *worker{number}(void *argument)"),
            argument,
        )
    }

    fn helper(&mut self, number: usize, helper: &Helper) -> String {
        self.begin(true, &helper.body);
        if helper.kind == HelperKind::Recursive {
            // Whatever the body does to `value`, it ends.
            self.locals.insert("const int depth = value;".to_string());
            self.locals.insert("int deeper = 0;".to_string());
            self.line("if (depth <= 0 || depth > 2)");
            self.line("    return 0;");
        }
        self.block(&helper.body);
        let result = self.expression(&helper.result);
        if helper.kind == HelperKind::Recursive {
            self.line(&format!("deeper = helper{number}(depth - 1);"));
            self.line(&format!("return deeper + ({result});"));
        } else {
            self.line(&format!("return {result};"));
        }
        let name = format!("helper{number}");
        let unused = match self.locals.remove("value") || helper.kind == HelperKind::Recursive {
            true => "",
            false => "    (void)value;\n",
        };
        if helper.kind == HelperKind::Atomic {
            let head = format!("static int __VERIFIER_atomic_{name}(int value)");
            let defined = self.end(&head, unused);
            let call = format!("    return __VERIFIER_atomic_{name}(value);\n");
            return format!("{defined}static int {name}(int value) {{\n{call}}}\n");
        }
        self.end(&format!("static int {name}(int value)"), unused)
    }

    fn begin(&mut self, in_helper: bool, body: &[Stmt]) {
        self.in_helper = in_helper;
        self.text.clear();
        self.locals.clear();
        self.guarded = guarded_slots(body);
        self.indentation = 1;
    }

    fn end(&mut self, head: &str, start: &str) -> String {
        let locals: String = self
            .locals
            .iter()
            .map(|local| format!("    {local}\n"))
            .collect();
        format!("{head} {{\n{locals}{start}{}}}\n", self.text)
    }

    fn line(&mut self, text: &str) {
        self.text += &"    ".repeat(self.indentation);
        self.text += text;
        self.text.push('\n');
    }

    /// A name of file scope, which is mentioned hereby.
    fn name(&mut self, name: &str) -> String {
        self.used.insert(name.to_string());
        name.to_string()
    }

    fn atomic(&mut self, number: usize) -> &'static str {
        let (name, _, _) = ATOMIC[number];
        self.mention(name, "stdatomic");
        name
    }

    /// A pointer to a mutex.
    fn mutex(&mut self, mutex: Mutex) -> String {
        let name = match mutex {
            Mutex::Normal(number) => format!("m{number}"),
            Mutex::Recursive => "recursive".to_string(),
        };
        self.mention(&name, "pthread");
        match mutex {
            Mutex::Normal(number) if self.on_heap.contains(&number) => name,
            _ => format!("&{name}"),
        }
    }

    fn counter(&mut self, counter: usize) -> String {
        let name = ["i", "j", "k"][counter.min(2)];
        self.locals.insert(format!("int {name} = 0;"));
        name.to_string()
    }

    fn mention(&mut self, name: &str, header: &str) {
        self.used.insert(name.to_string());
        self.include(header);
    }

    fn include(&mut self, header: &str) {
        self.used.insert(format!("<{header}.h>"));
    }
}

/// Slots whose thread is made under a condition.
fn guarded_slots(body: &[Stmt]) -> BTreeSet<usize> {
    let mut slots = BTreeSet::new();
    for statement in body {
        if let Stmt::Create {
            slot,
            guard: Some(_),
            ..
        } = statement
        {
            slots.insert(*slot);
        }
        for block in statement.blocks() {
            slots.extend(guarded_slots(block));
        }
    }
    slots
}

fn mentions_semaphore(program: &Program, number: usize) -> bool {
    has_statement(
        program,
        &|statement| matches!(statement, Stmt::SemaphoreWait(n) | Stmt::SemaphorePost(n) | Stmt::SemaphoreTry(n, _) if *n == number),
    )
}

fn has_meeting(program: &Program) -> bool {
    has_statement(program, &|statement| matches!(statement, Stmt::Meet))
}

fn freed_mutexes(program: &Program) -> BTreeSet<usize> {
    let is_freed = |number: usize| {
        has_statement(
            program,
            &|statement| matches!(statement, Stmt::FreeMutex(n) if *n == number),
        )
    };
    (0..2).filter(|&number| is_freed(number)).collect()
}

fn has_statement(program: &Program, is_it: &dyn Fn(&Stmt) -> bool) -> bool {
    fn in_block(block: &[Stmt], is_it: &dyn Fn(&Stmt) -> bool) -> bool {
        block.iter().any(|statement| {
            let mut blocks = statement.blocks().into_iter();
            is_it(statement) || blocks.any(|block| in_block(block, is_it))
        })
    }
    let bodies = program.workers.iter().map(|worker| &worker.body);
    let bodies = bodies.chain(program.helpers.iter().map(|helper| &helper.body));
    bodies
        .chain([&program.main])
        .any(|body| in_block(body, is_it))
}
