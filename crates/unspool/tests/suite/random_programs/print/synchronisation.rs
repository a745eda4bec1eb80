//! Statements about other threads, assertions, and memory.

use super::super::program::*;
use super::Printer;

impl Printer {
    /// Statements about other threads.
    pub(super) fn thread_statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Locked(mutex, body) => {
                let mutex = self.mutex(*mutex);
                self.line(&format!("pthread_mutex_lock({mutex});"));
                self.block(body);
                self.line(&format!("pthread_mutex_unlock({mutex});"));
            }
            Stmt::TryLocked(mutex, then, otherwise) => {
                let mutex = self.mutex(*mutex);
                self.line(&format!("if (pthread_mutex_trylock({mutex}) == 0) {{"));
                self.inner(then);
                self.line(&format!("    pthread_mutex_unlock({mutex});"));
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
                self.line(&format!("pthread_mutex_lock({mutex});"));
                self.line(&format!("while (!({condition}))"));
                self.line(&format!("    pthread_cond_wait(&changed, {mutex});"));
                self.block(body);
                self.line(&format!("pthread_mutex_unlock({mutex});"));
            }
            Stmt::AwaitOnce(condition, body) => {
                let mutex = self.mutex(Mutex::Normal(0));
                self.mention("changed", "pthread");
                let condition = self.condition(condition);
                self.line(&format!("pthread_mutex_lock({mutex});"));
                self.line(&format!("if (!({condition}))"));
                self.line(&format!("    pthread_cond_wait(&changed, {mutex});"));
                self.block(body);
                self.line(&format!("pthread_mutex_unlock({mutex});"));
            }
            Stmt::ReadWriteLocked { writes, body } => {
                self.mention("readers", "pthread");
                let call = if *writes { "wrlock" } else { "rdlock" };
                self.line(&format!("pthread_rwlock_{call}(&readers);"));
                self.block(body);
                self.line("pthread_rwlock_unlock(&readers);");
            }
            Stmt::Meet => {
                self.mention("barrier", "pthread");
                self.line("pthread_barrier_wait(&barrier);");
            }
            Stmt::Announce { body, everyone } => {
                let mutex = self.mutex(Mutex::Normal(0));
                self.mention("changed", "pthread");
                self.line(&format!("pthread_mutex_lock({mutex});"));
                self.block(body);
                let call = if *everyone { "broadcast" } else { "signal" };
                self.line(&format!("pthread_cond_{call}(&changed);"));
                self.line(&format!("pthread_mutex_unlock({mutex});"));
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
            Stmt::ForkedSection(condition, one, two, rest) => {
                self.used.insert("atomic_section".to_string());
                let condition = self.condition(condition);
                self.line(&format!("if ({condition}) {{"));
                self.line("    __VERIFIER_atomic_begin();");
                self.inner(one);
                self.line("} else {");
                self.line("    __VERIFIER_atomic_begin();");
                self.inner(two);
                self.line("}");
                self.block(rest);
                self.line("__VERIFIER_atomic_end();");
            }
            Stmt::Claim(condition) => {
                self.used.insert("claim".to_string());
                let condition = self.condition(condition);
                self.line(&format!("__CPROVER_assert({condition}, \"claim\");"));
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
                    Some(number) => self.name(&format!("helper{number}")),
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
            Stmt::AllocateSome {
                more,
                first,
                on_stack,
            } => {
                self.mention("heap", "stdlib");
                self.locals.insert("int *fresh = 0;".to_string());
                self.locals.insert("int some = 0;".to_string());
                let more = self.expression(more);
                let allocate = if *on_stack {
                    "__builtin_alloca"
                } else {
                    "malloc"
                };
                self.line(&format!("some = 1 + ({more} & 1);"));
                self.line(&format!("fresh = {allocate}(some * sizeof(int));"));
                self.line("fresh[some - 1] = 0;");
                self.line(&format!("fresh[0] = {first};"));
                self.line("heap = fresh;");
            }
            Stmt::FreeMutex(number) => {
                let mutex = self.mutex(Mutex::Normal(*number));
                self.include("stdlib");
                self.line(&format!("free({mutex});"));
            }
            Stmt::Free => {
                self.mention("heap", "stdlib");
                self.line("free(heap);");
            }
            Stmt::CopyRecord {
                to,
                from,
                is_twisted,
            } => {
                let (to, from) = (self.record(*to), self.record(*from));
                let from = match is_twisted {
                    true => format!("{}({from})", self.name("twist")),
                    false => from,
                };
                self.line(&format!("{to} = {from};"));
            }
            Stmt::Put(value) => {
                self.used_box();
                self.include("stdlib");
                let value = self.expression(value);
                self.line("node = malloc(sizeof *node);");
                self.line(&format!("node->value = {value};"));
                self.line("node->next = atomic_exchange(&box, 0);");
                self.line("atomic_store(&box, node);");
            }
            Stmt::Take(place) => {
                self.used_box();
                self.include("stdlib");
                let place = self.place(place);
                self.line("node = atomic_exchange(&box, 0);");
                self.line("if (node != 0) {");
                self.line(&format!("    {place} += node->value;"));
                self.line("    if (node->next != 0)");
                self.line(&format!("        {place} += node->next->value;"));
                self.line("    free(node);");
                self.line("}");
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

    fn used_box(&mut self) {
        self.mention("box", "stdatomic");
        self.locals.insert("struct node *node = 0;".to_string());
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
                let worker = self.name(&format!("worker{worker}"));
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
                let worker = self.name(&format!("worker{worker}"));
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
}
