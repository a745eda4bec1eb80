//! Identifiers: the program's own names as far as C allows it.
//!
//! Names of the IR may contain anything; those that the front end made up contain dots (`str.3`, `counter.1`). In C they must
//! be identifiers, no keywords, and different from each other. Functions of the library get a prefix of their own: the
//! compiler knows functions like `printf` and has its own opinion on them, and the real ones are linked as well. What
//! starts with `unspool_` belongs to the runtime.

use std::collections::HashSet;

use unspool_ir::{Body, ExprKind, Program};

use crate::reach::nodes;

/// Of what the whole program knows.
pub struct Names {
    pub globals: Vec<String>,
    pub functions: Vec<String>,
    /// Tags.
    pub records: Vec<String>,
    /// By record and position.
    pub fields: Vec<Vec<String>>,
    /// Of no use for anything.
    reserved: HashSet<String>,
}

impl Names {
    pub fn of(program: &Program) -> Names {
        Names::but_for(program, &[])
    }

    /// The same without these, which whatever stands in front of the text uses in its own way.
    pub fn but_for(program: &Program, used: &[String]) -> Names {
        let reserved: HashSet<String> = used.iter().cloned().collect();
        let mut taken = Taken {
            names: reserved.clone(),
        };
        let functions = program.functions.iter().map(|function| {
            let name = match function.is_model {
                true => {
                    let short = function.name.strip_prefix("__unspool_");
                    format!("model_{}", short.unwrap_or(&function.name))
                }
                false => function.name.clone(),
            };
            taken.name(&name)
        });
        let functions: Vec<String> = functions.collect();
        let globals = program.globals.iter().map(|it| taken.name(&it.name));
        let globals = globals.collect();
        let mut tags = Taken {
            names: reserved.clone(),
        };
        let records = &program.types.records;
        let fields = records.iter().map(|record| {
            let mut taken = Taken {
                names: reserved.clone(),
            };
            let fields = record.body.as_ref().map_or(&[][..], |body| &body.fields);
            fields.iter().map(|it| taken.name(&it.name)).collect()
        });
        let fields = fields.collect();
        Names {
            functions,
            globals,
            fields,
            reserved: reserved.clone(),
            records: records.iter().map(|it| tags.name(&it.name)).collect(),
        }
    }
}

/// Of the registers and slots of a function.
pub struct LocalNames {
    pub regs: Vec<String>,
    pub slots: Vec<String>,
}

impl LocalNames {
    /// A variable may hide a global of the same name only where the function does not mention that.
    pub fn of(names: &Names, body: &Body) -> LocalNames {
        let mut taken = Taken {
            names: names.reserved.clone(),
        };
        for kind in body.exprs.iter().map(|expr| expr.kind) {
            if let ExprKind::FunctionAddress(function) = kind {
                taken.add(&names.functions[function.index()]);
            }
        }
        for callee in body.direct_callees() {
            taken.add(&names.functions[callee]);
        }
        for global in nodes::globals(body) {
            taken.add(&names.globals[global.index()]);
        }
        // Parameters first, and variables before temporaries: `t3` may be the name of a variable.
        let mut regs = vec![String::new(); body.regs.len()];
        for param in &body.params {
            let name = &body.regs[param.index()].name;
            if !name.is_empty() {
                regs[param.index()] = taken.name(name);
            }
        }
        for (name, reg) in regs.iter_mut().zip(&body.regs) {
            if name.is_empty() && !reg.name.is_empty() {
                *name = taken.name(&reg.name);
            }
        }
        let slots = body.slots.iter().map(|slot| match slot.name.as_str() {
            "" => String::new(),
            name => taken.name(name),
        });
        let mut slots: Vec<String> = slots.collect();
        for (prefix, names) in [("t", &mut regs), ("s", &mut slots)] {
            for (number, name) in names.iter_mut().enumerate() {
                if name.is_empty() {
                    *name = taken.name(&format!("{prefix}{number}"));
                }
            }
        }
        LocalNames { regs, slots }
    }
}

#[derive(Default)]
struct Taken {
    names: HashSet<String>,
}

impl Taken {
    fn add(&mut self, name: &str) {
        self.names.insert(name.to_string());
    }

    /// An identifier that has not been given to anything else.
    fn name(&mut self, wanted: &str) -> String {
        let mut name = identifier(wanted);
        if is_reserved(&name) {
            name.push('_');
        }
        let mut unique = name.clone();
        let mut number = 2;
        while !self.names.insert(unique.clone()) {
            unique = format!("{name}_{number}");
            number += 1;
        }
        unique
    }
}

fn identifier(name: &str) -> String {
    let character = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' => c,
        _ => '_',
    };
    let name: String = name.chars().map(character).collect();
    match name.chars().next() {
        Some(first) if !first.is_numeric() => name,
        _ => format!("_{name}"),
    }
}

fn is_reserved(name: &str) -> bool {
    name.starts_with("unspool_") || RESERVED.contains(&name)
}

/// Keywords of C up to C23 and of GNU C, and macros that GCC defines by itself.
const RESERVED: &[&str] = &[
    "alignas",
    "alignof",
    "asm",
    "auto",
    "bool",
    "break",
    "case",
    "char",
    "const",
    "constexpr",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "false",
    "float",
    "for",
    "goto",
    "i386",
    "if",
    "inline",
    "int",
    "linux",
    "long",
    "nullptr",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "struct",
    "switch",
    "thread_local",
    "true",
    "typedef",
    "typeof",
    "typeof_unqual",
    "union",
    "unix",
    "unsigned",
    "void",
    "volatile",
    "while",
    "_Alignas",
    "_Alignof",
    "_Atomic",
    "_Bool",
    "_Complex",
    "_Generic",
    "_Imaginary",
    "_Noreturn",
    "_Static_assert",
    "_Thread_local",
    "__FILE__",
    "__LINE__",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_identifiers_and_differ() {
        let mut taken = Taken::default();
        let given = [
            "x",
            "x",
            "str.3",
            "str_3",
            "bool",
            "3d",
            "",
            "größe",
            "unspool_x",
        ];
        let names = given.map(|name| taken.name(name));
        assert_eq!(
            names,
            [
                "x",
                "x_2",
                "str_3",
                "str_3_2",
                "bool_",
                "_3d",
                "_",
                "größe",
                "unspool_x_"
            ]
        );
    }
}
