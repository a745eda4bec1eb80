//! Statements that a single thread could have.

use super::super::program::*;
use super::Printer;

impl Printer {
    pub(super) fn block(&mut self, block: &[Stmt]) {
        for statement in block {
            if self.pauses {
                self.used.insert("pause_here".to_string());
                self.line("pause_here();");
            }
            self.statement(statement);
        }
    }

    /// A block one level further in.
    pub(super) fn inner(&mut self, block: &[Stmt]) {
        self.indentation += 1;
        self.block(block);
        self.indentation -= 1;
    }

    pub(super) fn nested(&mut self, head: &str, block: &[Stmt]) {
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
            Stmt::Assign(Place::Real(number), operator, value) => {
                let name = self.name(REALS[*number].0);
                let value = self.expression(value);
                self.line(&match operator {
                    None => format!("{name} = {value} * 0.5;"),
                    Some(Operator::Add) => format!("{name} += {value} * 0.5;"),
                    Some(Operator::Sub) => format!("{name} -= {value} * 0.5;"),
                    // On the number of halves.
                    Some(other) => {
                        format!(
                            "{name} = ((int)({name} * 2) {} {value}) * 0.5;",
                            other.symbol()
                        )
                    }
                });
            }
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
}
