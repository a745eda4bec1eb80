//! Syntax trees as short text, for comparison: operators fully parenthesized, types read aloud.

use unspool_cfront::ast::*;
use unspool_cfront::source::SourceMap;
use unspool_cfront::symbol::{Interner, Symbol};

pub struct Renderer<'a> {
    pub interner: &'a Interner,
    pub map: &'a SourceMap,
}

impl Renderer<'_> {
    pub fn unit(&self, unit: &TranslationUnit) -> String {
        let lines: Vec<String> = unit.items.iter().map(|item| self.external(item)).collect();
        lines.join("\n")
    }

    fn name(&self, symbol: Symbol) -> &str {
        self.interner.text(symbol)
    }

    fn external(&self, item: &ExternalDeclaration) -> String {
        match item {
            ExternalDeclaration::Declaration(declaration) => self.declaration(declaration),
            ExternalDeclaration::Function(function) => {
                let mut head = self.declared(&function.specs, &function.declarator);
                for declaration in &function.old_style_declarations {
                    head += &format!(" where {}", self.declaration(declaration));
                }
                format!("{head} {}", self.block(&function.body))
            }
            ExternalDeclaration::Asm { template, .. } => format!("asm {}", self.string(template)),
            ExternalDeclaration::StaticAssert(assertion) => self.static_assert(assertion),
        }
    }

    fn static_assert(&self, assertion: &StaticAssert) -> String {
        let message = match &assertion.message {
            Some(message) => format!(" {}", self.string(message)),
            None => String::new(),
        };
        format!("assert {}{message}", self.expr(&assertion.condition))
    }

    fn declaration(&self, declaration: &Declaration) -> String {
        if declaration.declarators.is_empty() {
            return self.specs(&declaration.specs);
        }
        let one = |declarator: &InitDeclarator| {
            let mut text = self.declared(&declaration.specs, &declarator.declarator);
            if let Some(label) = &declarator.asm_label {
                text += &format!(" asm {}", self.string(label));
            }
            if let Some(initializer) = &declarator.initializer {
                text += &format!(" = {}", self.initializer(initializer));
            }
            text
        };
        let all: Vec<String> = declaration.declarators.iter().map(one).collect();
        all.join("; ")
    }

    /// "x: array 3 of pointer to int"
    fn declared(&self, specs: &DeclSpecs, declarator: &Declarator) -> String {
        let name = declarator.name.map_or("", |name| self.name(name.symbol));
        format!("{name}: {}", self.type_of(specs, declarator))
    }

    fn type_of(&self, specs: &DeclSpecs, declarator: &Declarator) -> String {
        let mut text = String::new();
        for part in &declarator.parts {
            text += &self.part(part);
        }
        text += &self.specs(specs);
        text + &self.attributes(&declarator.attributes)
    }

    fn part(&self, part: &DeclaratorPart) -> String {
        match part {
            DeclaratorPart::Pointer(pointer) => format!(
                "{}pointer{} to ",
                qualifiers(pointer.qualifiers),
                self.attributes(&pointer.attributes)
            ),
            DeclaratorPart::Array(array) => {
                let size = match &array.size {
                    ArraySize::Unspecified => String::new(),
                    ArraySize::Star => " *".to_string(),
                    ArraySize::Expr(size) => format!(" {}", self.expr(size)),
                };
                let is_static = if array.is_static { "static " } else { "" };
                format!("{is_static}{}array{size} of ", qualifiers(array.qualifiers))
            }
            DeclaratorPart::Function(function) => {
                let mut list: Vec<String> = match &function.parameters {
                    Parameters::Prototype(parameters) => parameters
                        .iter()
                        .map(|p| match p.declarator.name {
                            Some(_) => self.declared(&p.specs, &p.declarator),
                            None => self.type_of(&p.specs, &p.declarator),
                        })
                        .collect(),
                    Parameters::Identifiers(names) => {
                        let names = names.iter().map(|name| self.name(name.symbol));
                        vec![format!("K&R {}", names.collect::<Vec<_>>().join(" "))]
                    }
                };
                if function.variadic {
                    list.push("...".to_string());
                }
                format!("function({}) returning ", list.join(", "))
            }
        }
    }

    fn specs(&self, specs: &DeclSpecs) -> String {
        let mut text = String::new();
        if let Some(storage) = specs.storage {
            text += &format!("{storage:?} ").to_lowercase();
        }
        for (set, word) in [
            (specs.thread_local, "thread_local "),
            (specs.inline, "inline "),
            (specs.noreturn, "noreturn "),
        ] {
            text += if set { word } else { "" };
        }
        for alignment in &specs.alignments {
            text += &match alignment {
                Alignment::Type(type_name) => format!("alignas({}) ", self.type_name(type_name)),
                Alignment::Value(value) => format!("alignas({}) ", self.expr(value)),
            };
        }
        text += &qualifiers(specs.qualifiers);
        text += if specs.implicit_int { "implicit " } else { "" };
        text += &self.type_specifier(&specs.type_specifier);
        text + &self.attributes(&specs.attributes)
    }

    fn type_specifier(&self, specifier: &TypeSpecifier) -> String {
        match specifier {
            TypeSpecifier::Complex(real) => format!("complex {}", self.type_specifier(real)),
            TypeSpecifier::Extended(format) => format!("{format:?}"),
            TypeSpecifier::Struct(specifier) => self.structure(specifier),
            TypeSpecifier::Enum(specifier) => self.enumeration(specifier),
            TypeSpecifier::TypedefName(name) => format!("<{}>", self.name(*name)),
            TypeSpecifier::TypeofExpr(expr) => format!("typeof({})", self.expr(expr)),
            TypeSpecifier::TypeofType(name) => format!("typeof<{}>", self.type_name(name)),
            TypeSpecifier::Atomic(name) => format!("atomic<{}>", self.type_name(name)),
            plain => format!("{plain:?}").to_lowercase(),
        }
    }

    fn structure(&self, specifier: &StructSpecifier) -> String {
        let mut text = format!("{:?}", specifier.kind).to_lowercase();
        if let Some(tag) = specifier.tag {
            text += &format!(" {}", self.name(tag.symbol));
        }
        if let Some(members) = &specifier.members {
            let all: Vec<String> = members.iter().map(|member| self.member(member)).collect();
            text += &format!(" {{{}}}", all.join("; "));
        }
        if let Some(limit) = specifier.pragma_pack {
            text += &format!(" pack {limit}");
        }
        text + &self.attributes(&specifier.attributes)
    }

    fn member(&self, member: &Member) -> String {
        match member {
            Member::StaticAssert(assertion) => self.static_assert(assertion),
            Member::Field(field) if field.declarators.is_empty() => self.specs(&field.specs),
            Member::Field(field) => {
                let one = |declarator: &FieldDeclarator| {
                    let mut text = self.declared(&field.specs, &declarator.declarator);
                    if let Some(width) = &declarator.bit_width {
                        text += &format!(" bits {}", self.expr(width));
                    }
                    text
                };
                let all: Vec<String> = field.declarators.iter().map(one).collect();
                all.join("; ")
            }
        }
    }

    fn enumeration(&self, specifier: &EnumSpecifier) -> String {
        let mut text = "enum".to_string();
        if let Some(tag) = specifier.tag {
            text += &format!(" {}", self.name(tag.symbol));
        }
        if let Some(underlying) = &specifier.underlying {
            text += &format!(" of {}", self.type_name(underlying));
        }
        if let Some(enumerators) = &specifier.enumerators {
            let one = |enumerator: &Enumerator| {
                let mut text = self.name(enumerator.name.symbol).to_string();
                text += &self.attributes(&enumerator.attributes);
                if let Some(value) = &enumerator.value {
                    text += &format!(" = {}", self.expr(value));
                }
                text
            };
            let all: Vec<String> = enumerators.iter().map(one).collect();
            text += &format!(" {{{}}}", all.join(", "));
        }
        text + &self.attributes(&specifier.attributes)
    }

    fn attributes(&self, attributes: &[Attribute]) -> String {
        let mut text = String::new();
        for attribute in attributes {
            text += " @";
            if let Some(namespace) = attribute.namespace {
                text += &format!("{}::", self.name(namespace));
            }
            text += self.name(attribute.name);
            if attribute.arguments.is_empty() {
                continue;
            }
            let one = |argument: &AttributeArgument| match argument {
                AttributeArgument::Identifier(name) => self.name(name.symbol).to_string(),
                AttributeArgument::Expr(expr) => format!("={}", self.expr(expr)),
                AttributeArgument::Type(name) => format!("<{}>", self.type_name(name)),
                AttributeArgument::Other(span) => {
                    format!("?{}", String::from_utf8_lossy(self.map.span_bytes(*span)))
                }
            };
            let all: Vec<String> = attribute.arguments.iter().map(one).collect();
            text += &format!("({})", all.join(", "));
        }
        text
    }

    fn type_name(&self, name: &TypeName) -> String {
        self.type_of(&name.specs, &name.declarator)
    }

    fn initializer(&self, initializer: &Initializer) -> String {
        match initializer {
            Initializer::Expr(expr) => self.expr(expr),
            Initializer::List(list) => self.initializer_list(list),
        }
    }

    fn initializer_list(&self, list: &InitializerList) -> String {
        let one = |item: &InitializerItem| {
            let mut text = String::new();
            for designator in &item.designators {
                text += &match designator {
                    Designator::Field(name) => format!(".{}", self.name(name.symbol)),
                    Designator::Index(index) => format!("[{}]", self.expr(index)),
                    Designator::Range(first, last) => {
                        format!("[{} ... {}]", self.expr(first), self.expr(last))
                    }
                };
            }
            if !text.is_empty() {
                text += " = ";
            }
            text + &self.initializer(&item.value)
        };
        let all: Vec<String> = list.items.iter().map(one).collect();
        format!("{{{}}}", all.join(", "))
    }

    fn block(&self, block: &Block) -> String {
        let mut parts: Vec<String> = Vec::new();
        for label in &block.local_labels {
            parts.push(format!("local {}", self.name(label.symbol)));
        }
        parts.extend(block.statements.iter().map(|s| self.stmt(s)));
        format!("{{{}}}", parts.join("; "))
    }

    fn stmt(&self, stmt: &Stmt) -> String {
        match &stmt.kind {
            StmtKind::Null => "null".to_string(),
            StmtKind::Expr(expr) => self.expr(expr),
            StmtKind::Block(block) => self.block(block),
            StmtKind::Declaration(declaration) => self.declaration(declaration),
            StmtKind::StaticAssert(assertion) => self.static_assert(assertion),
            StmtKind::If {
                branches,
                otherwise,
            } => {
                let one = |branch: &IfBranch| {
                    format!(
                        "if {} {}",
                        self.expr(&branch.condition),
                        self.stmt(&branch.body)
                    )
                };
                let all: Vec<String> = branches.iter().map(one).collect();
                let last = match otherwise {
                    Some(body) => format!(" else {}", self.stmt(body)),
                    None => String::new(),
                };
                all.join(" else ") + &last
            }
            StmtKind::While { condition, body } => {
                format!("while {} {}", self.expr(condition), self.stmt(body))
            }
            StmtKind::DoWhile { body, condition } => {
                format!("do {} while {}", self.stmt(body), self.expr(condition))
            }
            StmtKind::For(parts) => {
                let init = match &parts.init {
                    ForInit::None => String::new(),
                    ForInit::Expr(expr) => self.expr(expr),
                    ForInit::Declaration(declaration) => self.declaration(declaration),
                };
                let optional =
                    |e: &Option<Expr>| e.as_ref().map_or(String::new(), |e| self.expr(e));
                format!(
                    "for [{init} | {} | {}] {}",
                    optional(&parts.condition),
                    optional(&parts.step),
                    self.stmt(&parts.body)
                )
            }
            StmtKind::Switch { value, body } => {
                format!("switch {} {}", self.expr(value), self.stmt(body))
            }
            StmtKind::Case { low, high: None } => format!("case {}:", self.expr(low)),
            StmtKind::Case {
                low,
                high: Some(high),
            } => format!("case {} ... {}:", self.expr(low), self.expr(high)),
            StmtKind::Default => "default:".to_string(),
            StmtKind::Label { name, attributes } => {
                format!("{}:{}", self.name(name.symbol), self.attributes(attributes))
            }
            StmtKind::Goto(label) => format!("goto {}", self.name(label.symbol)),
            StmtKind::ComputedGoto(expr) => format!("goto *{}", self.expr(expr)),
            StmtKind::Break => "break".to_string(),
            StmtKind::Continue => "continue".to_string(),
            StmtKind::Return(None) => "return".to_string(),
            StmtKind::Return(Some(expr)) => format!("return {}", self.expr(expr)),
            StmtKind::Asm(asm) => self.asm(asm),
            StmtKind::Attributed { attributes, body } => {
                format!("{} {}", self.attributes(attributes).trim(), self.stmt(body))
            }
        }
    }

    fn asm(&self, asm: &AsmStmt) -> String {
        let operands = |list: &[AsmOperand]| {
            let one = |operand: &AsmOperand| {
                let name = operand.name.map_or(String::new(), |name| {
                    format!("[{}]", self.name(name.symbol))
                });
                format!(
                    "{name}{}({})",
                    self.string(&operand.constraint),
                    self.expr(&operand.value)
                )
            };
            list.iter().map(one).collect::<Vec<_>>().join(", ")
        };
        let clobbers: Vec<String> = asm.clobbers.iter().map(|c| self.string(c)).collect();
        let labels: Vec<&str> = asm.labels.iter().map(|l| self.name(l.symbol)).collect();
        format!(
            "asm{}{}{} {} out {} in {} clobbers {} labels {}",
            if asm.is_volatile { " volatile" } else { "" },
            if asm.is_goto { " goto" } else { "" },
            if asm.is_inline { " inline" } else { "" },
            self.string(&asm.template),
            operands(&asm.outputs),
            operands(&asm.inputs),
            clobbers.join(", "),
            labels.join(", ")
        )
    }

    fn string(&self, literal: &StringLiteral) -> String {
        let prefix = match literal.encoding {
            Encoding::Narrow => "",
            Encoding::Utf8 => "u8",
            Encoding::Utf16 => "u",
            Encoding::Utf32 => "U",
            Encoding::Wide => "L",
        };
        match &literal.units {
            StringUnits::Bytes(bytes) => format!("{prefix}\"{}\"", bytes.escape_ascii()),
            StringUnits::Units(units) => format!("{prefix}{units:x?}"),
        }
    }

    fn expr(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Identifier(name) => self.name(*name).to_string(),
            ExprKind::Int(literal) => {
                let unsigned = if literal.is_unsigned { "u" } else { "" };
                let length = match literal.length {
                    IntLength::Int => "",
                    IntLength::Long => "l",
                    IntLength::LongLong => "ll",
                };
                format!("{}{unsigned}{length}", literal.value)
            }
            ExprKind::Float(literal) => {
                format!("{}_{:?}", self.name(literal.digits), literal.suffix)
            }
            ExprKind::Char(literal) => format!("'{}'", literal.value),
            ExprKind::String(literal) => self.string(literal),
            ExprKind::Unary(op, operand) => format!("({op:?} {})", self.expr(operand)),
            ExprKind::Increment {
                position,
                step,
                operand,
            } => format!("({position:?}{step:?} {})", self.expr(operand)),
            ExprKind::AddressOf(operand) => format!("(& {})", self.expr(operand)),
            ExprKind::Deref(operand) => format!("(* {})", self.expr(operand)),
            ExprKind::LabelAddress(label) => format!("&&{}", self.name(label.symbol)),
            ExprKind::SizeofExpr(operand) => format!("sizeof({})", self.expr(operand)),
            ExprKind::SizeofType(name) => format!("sizeof<{}>", self.type_name(name)),
            ExprKind::AlignofExpr(operand) => format!("alignof({})", self.expr(operand)),
            ExprKind::AlignofType(name) => format!("alignof<{}>", self.type_name(name)),
            ExprKind::Cast(name, operand) => {
                format!("cast<{}>({})", self.type_name(name), self.expr(operand))
            }
            ExprKind::CompoundLiteral(name, list) => {
                format!("<{}>{}", self.type_name(name), self.initializer_list(list))
            }
            ExprKind::Binary(op, left, right) => {
                format!("({} {op:?} {})", self.expr(left), self.expr(right))
            }
            ExprKind::Logical(op, left, right) => {
                format!("({} Logical{op:?} {})", self.expr(left), self.expr(right))
            }
            ExprKind::Assign(left, right) => {
                format!("({} = {})", self.expr(left), self.expr(right))
            }
            ExprKind::AssignOp(op, left, right) => {
                format!("({} {op:?}= {})", self.expr(left), self.expr(right))
            }
            ExprKind::Comma(left, right) => {
                format!("({} , {})", self.expr(left), self.expr(right))
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                let then = then.as_ref().map_or(String::new(), |e| self.expr(e));
                format!(
                    "({} ? {then} : {})",
                    self.expr(condition),
                    self.expr(otherwise)
                )
            }
            ExprKind::Call(function, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(|a| self.expr(a)).collect();
                format!("{}({})", self.expr(function), arguments.join(", "))
            }
            ExprKind::Index(base, index) => {
                format!("{}[{}]", self.expr(base), self.expr(index))
            }
            ExprKind::Member(base, name) => {
                format!("{}.{}", self.expr(base), self.name(name.symbol))
            }
            ExprKind::Arrow(base, name) => {
                format!("{}->{}", self.expr(base), self.name(name.symbol))
            }
            ExprKind::StatementExpr(block) => format!("({})", self.block(block)),
            ExprKind::Generic(selection) => {
                let one = |association: &GenericAssociation| {
                    let selector = match &association.type_name {
                        Some(name) => format!("<{}>", self.type_name(name)),
                        None => "default".to_string(),
                    };
                    format!("{selector}: {}", self.expr(&association.value))
                };
                let all: Vec<String> = selection.associations.iter().map(one).collect();
                format!(
                    "generic({}; {})",
                    self.expr(&selection.controlling),
                    all.join(", ")
                )
            }
            ExprKind::Offsetof(name, path) => {
                let mut text = String::new();
                for step in path {
                    text += &match step {
                        OffsetofStep::Field(name) => format!(".{}", self.name(name.symbol)),
                        OffsetofStep::Index(index) => format!("[{}]", self.expr(index)),
                    };
                }
                format!("offsetof<{}>{text}", self.type_name(name))
            }
            ExprKind::VaArg(list, name) => {
                format!("va_arg<{}>({})", self.type_name(name), self.expr(list))
            }
            ExprKind::TypesCompatible(first, second) => format!(
                "compatible<{}, {}>",
                self.type_name(first),
                self.type_name(second)
            ),
            ExprKind::ChooseExpr(operands) => {
                let all: Vec<String> = operands.iter().map(|e| self.expr(e)).collect();
                format!("choose({})", all.join(", "))
            }
            ExprKind::Nondet(name) => format!("nondet<{}>", self.type_name(name)),
        }
    }
}

fn qualifiers(qualifiers: Qualifiers) -> String {
    let mut text = String::new();
    for (set, word) in [
        (qualifiers.is_const, "const "),
        (qualifiers.is_volatile, "volatile "),
        (qualifiers.is_restrict, "restrict "),
        (qualifiers.is_atomic, "atomic "),
    ] {
        text += if set { word } else { "" };
    }
    text
}
