//! Programs as C text.
//!
//! Every statement has a line of its own, so that lines tell outcomes apart. Declared is what is mentioned: bodies are
//! written first, and note the names that they use. Local variables are declared at the top of their function, all
//! with a value.

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
        know("pause_here", "void pause_here(void);\n".to_string());
        for (name, ty) in PLAIN {
            know(name, format!("{ty} {name};\n"));
        }
        for (name, ty, _) in ATOMIC {
            know(name, format!("{ty} {name};\n"));
        }
        know("ready", "int ready;\n".to_string());
        know("spin", "atomic_int spin;\n".to_string());
        know("array", format!("int array[{ELEMENTS}];\n"));
        know("record", format!("struct {{\n{fields}}} record;\n"));
        know("pointer", pointer.to_string());
        know("heap", "int *heap;\n".to_string());
        know("own", "_Thread_local int own;\n".to_string());
        for number in 0..2 {
            let declaration = format!("pthread_mutex_t m{number} = PTHREAD_MUTEX_INITIALIZER;\n");
            know(&format!("m{number}"), declaration);
        }
        let recursive = "pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;\n";
        know("recursive", recursive.to_string());
        know(
            "changed",
            "pthread_cond_t changed = PTHREAD_COND_INITIALIZER;\n".to_string(),
        );
        know("s0", "sem_t s0;\n".to_string());
        know("s1", "sem_t s1;\n".to_string());
        let used = known
            .into_iter()
            .filter(|(name, _)| self.used.contains(name));
        text + &used.map(|(_, declaration)| declaration).collect::<String>()
    }

    fn main(&mut self, program: &Program) -> String {
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
            self.locals.insert("int deeper = 0;".to_string());
            self.line("if (value <= 0 || value > 2)");
            self.line("    return 0;");
        }
        self.block(&helper.body);
        let result = self.expression(&helper.result);
        if helper.kind == HelperKind::Recursive {
            self.line(&format!("deeper = helper{number}(value - 1);"));
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

    fn block(&mut self, block: &[Stmt]) {
        for statement in block {
            if self.pauses {
                self.used.insert("pause_here".to_string());
                self.line("pause_here();");
            }
            self.statement(statement);
        }
    }

    /// A block one level further in.
    fn inner(&mut self, block: &[Stmt]) {
        self.indentation += 1;
        self.block(block);
        self.indentation -= 1;
    }

    fn nested(&mut self, head: &str, block: &[Stmt]) {
        self.line(&format!("{head} {{"));
        self.inner(block);
        self.line("}");
    }

    fn with_else(&mut self, head: &str, then: &[Stmt], otherwise: &[Stmt]) {
        self.line(&format!("{head} {{"));
        self.inner(then);
        if !otherwise.is_empty() {
            self.line("} else {");
            self.inner(otherwise);
        }
        self.line("}");
    }

    fn statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Assign(place, operator, value) => {
                let place = self.place(place);
                let value = self.expression(value);
                let operator = operator.map_or("", Operator::symbol);
                self.line(&format!("{place} {operator}= {value};"));
            }
            Stmt::Evaluate(value) => {
                let value = self.expression(value);
                self.line(&format!("(void){value};"));
            }
            Stmt::AtomicStore(atomic, value) => {
                let atomic = self.atomic(*atomic);
                let value = self.expression(value);
                self.line(&format!("atomic_store(&{atomic}, {value});"));
            }
            Stmt::If(condition, then, otherwise) => {
                let condition = self.condition(condition);
                self.with_else(&format!("if ({condition})"), then, otherwise);
            }
            Stmt::Switch(value, cases) => self.switch(value, cases),
            Stmt::Loop(it) => self.looping(it),
            Stmt::Climb(place, limit) => {
                let place = self.place(place);
                self.line(&format!("while ({place} < {limit})"));
                self.line(&format!("    {place}++;"));
            }
            Stmt::Break => self.line("break;"),
            Stmt::Continue => self.line("continue;"),
            Stmt::Spin(spin) => {
                let condition = self.condition(&spin.condition);
                let body = match &spin.body {
                    SpinBody::Empty => ";".to_string(),
                    SpinBody::Yield => {
                        self.include("sched");
                        "sched_yield();".to_string()
                    }
                    SpinBody::Store(place, value) => format!("{} = {value};", self.place(place)),
                };
                self.line(&format!("while ({condition})"));
                self.line(&format!("    {body}"));
            }
            Stmt::AddByExchange {
                atomic,
                weak,
                amount,
            } => {
                let (_, _, ty) = ATOMIC[*atomic];
                let seen = format!("seen_{}", self.atomic(*atomic));
                self.locals.insert(format!("{ty} {seen} = 0;"));
                let atomic = self.atomic(*atomic);
                let amount = self.expression(amount);
                let strength = if *weak { "weak" } else { "strong" };
                self.line(&format!("{seen} = atomic_load(&{atomic});"));
                self.line(&format!(
                    "while (!atomic_compare_exchange_{strength}(&{atomic}, &{seen}, {seen} + {amount}))"
                ));
                self.line("    ;");
            }
            Stmt::SpinLocked(body) => {
                self.mention("spin", "stdatomic");
                self.line("while (atomic_exchange(&spin, 1))");
                self.line("    ;");
                self.block(body);
                self.line("atomic_store(&spin, 0);");
            }
            _ => self.thread_statement(statement),
        }
    }

    /// Statements about other threads.
    fn thread_statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Locked(mutex, body) => {
                let mutex = self.mutex(*mutex);
                self.line(&format!("pthread_mutex_lock(&{mutex});"));
                self.block(body);
                self.line(&format!("pthread_mutex_unlock(&{mutex});"));
            }
            Stmt::TryLocked(mutex, then, otherwise) => {
                let mutex = self.mutex(*mutex);
                self.line(&format!("if (pthread_mutex_trylock(&{mutex}) == 0) {{"));
                self.inner(then);
                self.line(&format!("    pthread_mutex_unlock(&{mutex});"));
                if !otherwise.is_empty() {
                    self.line("} else {");
                    self.inner(otherwise);
                }
                self.line("}");
            }
            Stmt::Await(condition, body) => {
                let mutex = self.mutex(Mutex::Normal(0));
                self.mention("changed", "pthread");
                let condition = self.condition(condition);
                self.line(&format!("pthread_mutex_lock(&{mutex});"));
                self.line(&format!("while (!({condition}))"));
                self.line(&format!("    pthread_cond_wait(&changed, &{mutex});"));
                self.block(body);
                self.line(&format!("pthread_mutex_unlock(&{mutex});"));
            }
            Stmt::Announce { body, everyone } => {
                let mutex = self.mutex(Mutex::Normal(0));
                self.mention("changed", "pthread");
                self.line(&format!("pthread_mutex_lock(&{mutex});"));
                self.block(body);
                let call = if *everyone { "broadcast" } else { "signal" };
                self.line(&format!("pthread_cond_{call}(&changed);"));
                self.line(&format!("pthread_mutex_unlock(&{mutex});"));
            }
            Stmt::SemaphoreWait(number) => {
                self.mention(&format!("s{number}"), "semaphore");
                self.line(&format!("sem_wait(&s{number});"));
            }
            Stmt::SemaphorePost(number) => {
                self.mention(&format!("s{number}"), "semaphore");
                self.line(&format!("sem_post(&s{number});"));
            }
            Stmt::SemaphoreTry(number, body) => {
                self.mention(&format!("s{number}"), "semaphore");
                self.nested(&format!("if (sem_trywait(&s{number}) == 0)"), body);
            }
            Stmt::AtomicSection(body) => {
                self.used.insert("atomic_section".to_string());
                self.line("__VERIFIER_atomic_begin();");
                self.block(body);
                self.line("__VERIFIER_atomic_end();");
            }
            Stmt::Assert(condition) => {
                self.include("assert");
                let condition = self.condition(condition);
                self.line(&format!("assert({condition});"));
            }
            Stmt::Assume(condition) => {
                self.used.insert("assume".to_string());
                let condition = self.condition(condition);
                self.line(&format!("__VERIFIER_assume({condition});"));
            }
            Stmt::SetPointer(pointer, address) => {
                let address = self.address(address);
                let pointer = self.pointer(*pointer);
                self.line(&format!("{pointer} = {address};"));
            }
            Stmt::SetFunction(helper) => {
                self.used.insert("function".to_string());
                let target = match helper {
                    Some(number) => self.function(&format!("helper{number}")),
                    None => "0".to_string(),
                };
                self.line(&format!("function = {target};"));
            }
            Stmt::Allocate(first, second) => {
                self.mention("heap", "stdlib");
                self.locals.insert("int *fresh = 0;".to_string());
                self.line("fresh = malloc(2 * sizeof(int));");
                self.line(&format!("fresh[0] = {first};"));
                self.line(&format!("fresh[1] = {second};"));
                self.line("heap = fresh;");
            }
            Stmt::Free => {
                self.mention("heap", "stdlib");
                self.line("free(heap);");
            }
            Stmt::Return(value) => {
                let value = self.expression(value);
                match self.in_helper {
                    true => self.line(&format!("return {value};")),
                    false => self.line(&format!("return (void *)(long)({value});")),
                }
            }
            Stmt::ExitThread(value) => {
                self.include("pthread");
                let value = self.expression(value);
                self.line(&format!("pthread_exit((void *)(long)({value}));"));
            }
            Stmt::ExitProcess(status) => {
                self.include("stdlib");
                self.line(&format!("exit({status});"));
            }
            _ => self.life_of_threads(statement),
        }
    }

    fn life_of_threads(&mut self, statement: &Stmt) {
        self.include("pthread");
        match statement {
            Stmt::Create {
                slot,
                worker,
                argument,
                guard,
            } => {
                self.locals.insert(format!("pthread_t t{slot};"));
                let worker = self.function(&format!("worker{worker}"));
                let argument = match argument {
                    Argument::None => "0".to_string(),
                    Argument::Number(number) => format!("(void *){number}L"),
                    Argument::Address(address) => self.address(address),
                };
                let create = format!("pthread_create(&t{slot}, 0, {worker}, {argument});");
                match guard {
                    Some(guard) => {
                        let guard = self.condition(guard);
                        self.locals.insert(format!("int made{slot} = 0;"));
                        self.line(&format!("made{slot} = {guard};"));
                        self.line(&format!("if (made{slot})"));
                        self.line(&format!("    {create}"));
                    }
                    None => self.line(&create),
                }
            }
            Stmt::CreateMany {
                count,
                worker,
                argument,
                guard,
            } => {
                self.locals.insert(format!("pthread_t many[{ELEMENTS}];"));
                self.locals.insert("int made = 0;".to_string());
                let worker = self.function(&format!("worker{worker}"));
                let argument = match argument {
                    ManyArgument::None => "0",
                    ManyArgument::Number => "(void *)(long)made",
                    ManyArgument::Element => {
                        self.used.insert("array".to_string());
                        "&array[made]"
                    }
                };
                let guard = guard.as_ref().map(|guard| self.condition(guard));
                let guard = guard.map_or(String::new(), |guard| format!(" && ({guard})"));
                self.line(&format!("for (made = 0; made < {count}{guard}; made++)"));
                self.line(&format!(
                    "    pthread_create(&many[made], 0, {worker}, {argument});"
                ));
            }
            Stmt::Join(slot, result) => {
                let thread = format!("t{slot}");
                match self.guarded.contains(slot) {
                    true => {
                        self.line(&format!("if (made{slot}) {{"));
                        self.indentation += 1;
                        self.join(&thread, result.as_ref());
                        self.indentation -= 1;
                        self.line("}");
                    }
                    false => self.join(&thread, result.as_ref()),
                }
            }
            Stmt::JoinMany(result) => {
                self.locals.insert("int joined = 0;".to_string());
                self.line("for (joined = 0; joined < made; joined++) {");
                self.indentation += 1;
                self.join("many[joined]", result.as_ref());
                self.indentation -= 1;
                self.line("}");
            }
            Stmt::Detach(slot) => match self.guarded.contains(slot) {
                true => {
                    self.line(&format!("if (made{slot})"));
                    self.line(&format!("    pthread_detach(t{slot});"));
                }
                false => self.line(&format!("pthread_detach(t{slot});")),
            },
            _ => {}
        }
    }

    fn join(&mut self, thread: &str, result: Option<&Place>) {
        match result {
            Some(place) => {
                self.locals.insert("void *result = 0;".to_string());
                let place = self.place(place);
                self.line(&format!("pthread_join({thread}, &result);"));
                self.line(&format!("{place} += (int)(long)result;"));
            }
            None => self.line(&format!("pthread_join({thread}, 0);")),
        }
    }

    fn switch(&mut self, value: &Expr, cases: &[Case]) {
        let value = self.expression(value);
        self.line(&format!("switch ({value}) {{"));
        for (position, case) in cases.iter().enumerate() {
            match case.value {
                Some(value) => self.line(&format!("case {value}:")),
                None => self.line("default:"),
            }
            self.inner(&case.body);
            match case.falls_through && position + 1 < cases.len() {
                true => self.line("    /* fall through */"),
                false => self.line("    break;"),
            }
        }
        self.line("}");
    }

    fn looping(&mut self, it: &Loop) {
        let counter = self.counter(it.counter);
        let limit = it.limit;
        if it.kind == LoopKind::For {
            let head = format!("for ({counter} = 0; {counter} < {limit}; {counter}++)");
            return self.nested(&head, &it.body);
        }
        let condition = self.condition(&it.condition);
        self.line(&format!("{counter} = 0;"));
        match it.kind {
            LoopKind::For => {}
            LoopKind::While => {
                let head = format!("while ({counter}++ < {limit} && ({condition}))");
                self.nested(&head, &it.body);
            }
            LoopKind::DoWhile => {
                self.line("do {");
                self.inner(&it.body);
                self.line(&format!(
                    "}} while (++{counter} < {limit} && ({condition}));"
                ));
            }
            LoopKind::Goto | LoopKind::Irreducible => {
                let number = self.labels;
                self.labels += 1;
                let is_irreducible = it.kind == LoopKind::Irreducible;
                if is_irreducible {
                    self.line(&format!("if ({condition})"));
                    self.line(&format!("    goto middle{number};"));
                }
                self.line(&format!("again{number}:;"));
                self.inner(&it.body);
                if is_irreducible {
                    self.line(&format!("middle{number}:;"));
                    self.inner(&it.second);
                }
                self.line(&format!("if (++{counter} < {limit} && ({condition}))"));
                self.line(&format!("    goto again{number};"));
            }
        }
    }

    /// Without parentheses around all of it.
    fn condition(&mut self, condition: &Expr) -> String {
        let text = self.expression(condition);
        match condition {
            Expr::Binary(..) | Expr::Not(_) | Expr::IsNotNull(_) => {
                text[1..text.len() - 1].to_string()
            }
            _ => text,
        }
    }

    /// In parentheses where it needs them anywhere.
    fn expression(&mut self, expression: &Expr) -> String {
        match expression {
            Expr::Constant(value) if *value < 0 => format!("({value})"),
            Expr::Constant(value) => value.to_string(),
            Expr::Read(place) => self.place(place),
            Expr::Not(value) => format!("(!{})", self.expression(value)),
            Expr::Cast(ty, value) => format!("({}){}", CASTS[*ty], self.expression(value)),
            Expr::Binary(operator, left, right) => {
                let (left, right) = (self.expression(left), self.expression(right));
                format!("({left} {} {right})", operator.symbol())
            }
            Expr::Conditional(condition, yes, no) => {
                let condition = self.expression(condition);
                let (yes, no) = (self.expression(yes), self.expression(no));
                format!("({condition} ? {yes} : {no})")
            }
            Expr::IsNotNull(pointer) => format!("({} != 0)", self.pointer(*pointer)),
            Expr::Call(call) => self.call(call),
        }
    }

    fn call(&mut self, call: &Call) -> String {
        match call {
            Call::Helper(number, value) => {
                let name = self.function(&format!("helper{number}"));
                format!("{name}({})", self.expression(value))
            }
            Call::Table(index, value) => {
                self.used.insert("table".to_string());
                let (index, value) = (self.expression(index), self.expression(value));
                format!("table[{index} & 1]({value})")
            }
            Call::Function(value) => {
                self.used.insert("function".to_string());
                format!("function({})", self.expression(value))
            }
            Call::AddTo(address, amount) => {
                let name = self.function("add_to");
                let (address, amount) = (self.address(address), self.expression(amount));
                format!("{name}({address}, {amount})")
            }
            Call::AtomicLoad(atomic) => format!("atomic_load(&{})", self.atomic(*atomic)),
            Call::FetchAdd(atomic, amount) => {
                let (atomic, amount) = (self.atomic(*atomic), self.expression(amount));
                format!("atomic_fetch_add(&{atomic}, {amount})")
            }
            Call::Exchange(atomic, value) => {
                let (atomic, value) = (self.atomic(*atomic), self.expression(value));
                format!("atomic_exchange(&{atomic}, {value})")
            }
            Call::CompareExchange {
                atomic,
                weak,
                expected,
                desired,
            } => {
                let (_, _, ty) = ATOMIC[*atomic];
                let strength = if *weak { "weak" } else { "strong" };
                let (atomic, desired) = (self.atomic(*atomic), self.expression(desired));
                format!(
                    "atomic_compare_exchange_{strength}(&{atomic}, &({ty}){{{expected}}}, {desired})"
                )
            }
            Call::AnyBool => {
                self.used.insert("any_bool".to_string());
                "__VERIFIER_nondet_bool()".to_string()
            }
        }
    }

    fn place(&mut self, place: &Place) -> String {
        match place {
            Place::Plain(number) => self.function(PLAIN[*number].0),
            Place::Element(index) => {
                self.used.insert("array".to_string());
                let index = match index {
                    Index::Constant(index) => index.to_string(),
                    Index::Counter(counter) => self.counter(*counter),
                    Index::Low(index) => format!("{} & 1", self.expression(index)),
                };
                format!("array[{index}]")
            }
            Place::Field(number) => format!("{}.{}", self.function("record"), FIELDS[*number].0),
            Place::Ready => self.function("ready"),
            Place::ThreadLocal => self.function("own"),
            Place::Local(number) => {
                self.locals.insert(format!("int v{number} = 0;"));
                format!("v{number}")
            }
            Place::Parameter => {
                let name = if self.in_helper { "value" } else { "number" };
                self.locals.insert(name.to_string());
                name.to_string()
            }
            Place::Mine => {
                self.locals.insert("mine".to_string());
                "*mine".to_string()
            }
            Place::Target(Pointer::HeapSecond) => format!("{}[1]", self.pointer(Pointer::Heap)),
            Place::Target(Pointer::Heap) => format!("{}[0]", self.pointer(Pointer::Heap)),
            Place::Target(pointer) => format!("(*{})", self.pointer(*pointer)),
        }
    }

    fn pointer(&mut self, pointer: Pointer) -> String {
        match pointer {
            Pointer::Shared => self.function("pointer"),
            Pointer::Local => {
                self.function(PLAIN[0].0);
                self.locals.insert("int *p = &x;".to_string());
                "p".to_string()
            }
            Pointer::Heap | Pointer::HeapSecond => self.function("heap"),
        }
    }

    fn address(&mut self, address: &Address) -> String {
        match address {
            Address::Null => "0".to_string(),
            Address::Plain(number) => format!("&{}", self.function(PLAIN[*number].0)),
            Address::Element(index) => format!("&{}[{index}]", self.function("array")),
            Address::Field => format!("&{}.{}", self.function("record"), FIELDS[0].0),
            Address::Local(number) => format!("&{}", self.place(&Place::Local(*number))),
            Address::Shared => self.pointer(Pointer::Shared),
        }
    }

    /// A name of file scope, which is mentioned hereby.
    fn function(&mut self, name: &str) -> String {
        self.used.insert(name.to_string());
        name.to_string()
    }

    fn atomic(&mut self, number: usize) -> &'static str {
        let (name, _, _) = ATOMIC[number];
        self.mention(name, "stdatomic");
        name
    }

    fn mutex(&mut self, mutex: Mutex) -> String {
        let name = match mutex {
            Mutex::Normal(number) => format!("m{number}"),
            Mutex::Recursive => "recursive".to_string(),
        };
        self.mention(&name, "pthread");
        name
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
    fn in_block(block: &[Stmt], number: usize) -> bool {
        block.iter().any(|statement| {
            matches!(statement, Stmt::SemaphoreWait(n) | Stmt::SemaphorePost(n) | Stmt::SemaphoreTry(n, _) if *n == number)
                || statement.blocks().into_iter().any(|block| in_block(block, number))
        })
    }
    let bodies = program.workers.iter().map(|worker| &worker.body);
    let bodies = bodies.chain(program.helpers.iter().map(|helper| &helper.body));
    bodies
        .chain([&program.main])
        .any(|body| in_block(body, number))
}
