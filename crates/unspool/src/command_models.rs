//! `unspool models`: what is modelled, and what is assumed.
//!
//! All that is shown comes from the comments in the model files, as does `docs/models.md`.

use unspool_models::{
    Assumption, FileDocumentation, FunctionDocumentation, OF_THE_FRONT_END, Reached, by_header,
    pattern, reached_from,
};

use crate::console::{Console, result_width, write_result};
use crate::error::Error;
use crate::exit_codes::ExitCode;
use crate::models_as_json;
use crate::nearest_names::nearest_names;
use crate::options::ModelsOptions;
use crate::text_layout::{columns, wrapped, wrapped_paragraphs};

pub fn run(options: &ModelsOptions, console: &Console) -> Result<u8, Error> {
    let all = unspool_models::documentation();
    let wanted: Vec<&str> = options.names.iter().map(|n| library_name(n)).collect();
    let files = with_header(all.clone(), options.header.as_deref())?;
    let missing: Vec<&str> = wanted
        .iter()
        .copied()
        .filter(|name| {
            !is_of_the_front_end(name) && !names(&files).any(|n| pattern::matches(name, n))
        })
        .collect();
    let chosen = match wanted.is_empty() {
        true => files.clone(),
        false => with_names(files.clone(), &wanted),
    };
    let page = Page {
        console,
        width: result_width(),
        all: &all,
    };
    let text = if options.json {
        models_as_json::print(&chosen)
    } else if options.markdown {
        unspool_models::page(&chosen)
    } else if options.source {
        sources(&chosen)
    } else if wanted.is_empty() {
        page.list(&chosen)
    } else {
        let mut text = page.details(&chosen);
        if wanted.iter().any(|name| is_of_the_front_end(name)) {
            text.push_str(&wrapped(OF_THE_FRONT_END, "", page.width));
        }
        text
    };
    write_result(text.as_bytes())?;
    match missing.first() {
        Some(name) if names(&all).any(|n| pattern::matches(name, n)) => Err(Error::Usage {
            message: format!("`{name}` is modelled, but not for this header"),
            help: format!("to see it: unspool models '{name}'"),
        }),
        Some(name) => Err(not_modelled(name, &files)),
        None => Ok(ExitCode::Success.number()),
    }
}

/// The compiler's `__builtin_f` stands for `f`.
fn library_name(name: &str) -> &str {
    name.strip_prefix("__builtin_").unwrap_or(name)
}

fn is_of_the_front_end(name: &str) -> bool {
    ["__atomic_", "__sync_", "__c11_atomic_", "atomic_"]
        .iter()
        .any(|prefix| name.starts_with(prefix))
}

fn names(files: &[FileDocumentation]) -> impl Iterator<Item = &str> {
    files.iter().flat_map(FileDocumentation::names)
}

fn with_header(
    mut files: Vec<FileDocumentation>,
    header: Option<&str>,
) -> Result<Vec<FileDocumentation>, Error> {
    let Some(header) = header else {
        return Ok(files);
    };
    let header = header.trim_start_matches('<').trim_end_matches('>');
    let mut known: Vec<String> = files.iter().flat_map(|f| f.headers.clone()).collect();
    known.sort();
    known.dedup();
    files.retain(|file| file.headers.iter().any(|h| pattern::matches(header, h)));
    match files.is_empty() {
        false => Ok(files),
        true => Err(Error::Usage {
            message: format!("nothing of <{header}> is modelled"),
            help: format!("there are models for: {}", known.join(", ")),
        }),
    }
}

/// Of each file the functions that are asked for, and what must be known about those.
fn with_names(mut files: Vec<FileDocumentation>, wanted: &[&str]) -> Vec<FileDocumentation> {
    let is_wanted = |name: &str| wanted.iter().any(|w| pattern::matches(w, name));
    for file in &mut files {
        file.functions.retain(|function| is_wanted(&function.name));
        file.macros.retain(|name| is_wanted(name));
        let names: Vec<String> = file.names().map(str::to_string).collect();
        let concerns = |a: &Assumption| names.iter().any(|name| a.concerns(name));
        file.assumptions.retain(concerns);
    }
    files.retain(|file| file.names().next().is_some());
    files
}

fn sources(files: &[FileDocumentation]) -> String {
    let is_chosen = |name: &str| files.iter().any(|file| file.file == name);
    let chosen = unspool_models::files().iter().filter(|f| is_chosen(f.name));
    chosen.map(|f| f.text).collect::<Vec<_>>().join("\n")
}

fn not_modelled(name: &str, files: &[FileDocumentation]) -> Error {
    if pattern::is_pattern(name) {
        return Error::Usage {
            message: format!("no modelled function is named like `{name}`"),
            help: "`unspool models` lists all".to_string(),
        };
    }
    if name.ends_with(".h") {
        return Error::Usage {
            message: format!("`{name}` is no function"),
            help: format!("what is modelled of a header: unspool models --header {name}"),
        };
    }
    let mut help = Vec::new();
    let nearest = nearest_names(name, names(files), 6);
    if !nearest.is_empty() {
        help.push(format!("similar names: {}", nearest.join(", ")));
    }
    // Macros have no model; what they expand to has, and its file speaks of them.
    let in_title = files.iter().find(|file| mentions(&file.title, name));
    if let Some(file) = in_title.or_else(|| files.iter().find(|file| speaks_of(file, name)))
        && let Some(function) = file.functions.first()
    {
        help.push(format!(
            "the documentation of {} mentions it: unspool models {}",
            file.file, function.name
        ));
    }
    help.push(
        "a program that calls it needs its definition, a model of your own (--models DIR), or --havoc-missing"
            .to_string(),
    );
    Error::Usage {
        message: format!("`{name}` is not modelled"),
        help: help.join("\n"),
    }
}

fn speaks_of(file: &FileDocumentation, name: &str) -> bool {
    let assumptions = file.assumptions.iter().map(|a| &a.text);
    let comments = file.functions.iter().map(|f| &f.comment);
    let mut texts = assumptions.chain(comments).chain([&file.essay]);
    texts.any(|text| mentions(text, name))
}

fn mentions(text: &str, name: &str) -> bool {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .any(|word| word == name)
}

/// How it looks on a terminal.
struct Page<'a> {
    console: &'a Console,
    width: usize,
    all: &'a [FileDocumentation],
}

impl Page<'_> {
    /// Everything, by header.
    fn list(&self, files: &[FileDocumentation]) -> String {
        let mut text = String::new();
        for (header, files) in by_header(files) {
            let heading = match header {
                "" => "Without a header".to_string(),
                _ => format!("<{header}>"),
            };
            text.push_str(&format!("{}\n\n", self.console.emphasis(&heading)));
            for file in files {
                let title = format!("{} ({})", file.heading(), place(file));
                text.push_str(&wrapped(&title, "  ", self.width));
                let names: Vec<&str> = file.names().collect();
                text.push_str(&columns(&names, "      ", self.width));
                for assumption in &file.assumptions {
                    text.push_str(&self.item(assumption, "    - "));
                }
                text.push('\n');
            }
        }
        text.push_str(&wrapped(OF_THE_FRONT_END, "", self.width));
        text
    }

    /// Some functions, with all that is to be said about them.
    fn details(&self, files: &[FileDocumentation]) -> String {
        let mut text = String::new();
        for file in files {
            for function in &file.functions {
                text.push_str(&self.function(file, function));
            }
            for name in &file.macros {
                let heading = self.console.emphasis(&format!("{name} (a macro)"));
                text.push_str(&format!("{heading}\n  {}{}\n\n", headers(file), file.file));
            }
            // Of a single file the whole story; of many it would be too long.
            if let ([_], false) = (files, file.essay.is_empty()) {
                text.push_str(&format!("  {}\n\n", file.heading()));
                text.push_str(&wrapped_paragraphs(&file.essay, "    ", self.width));
                text.push('\n');
            }
            let inner = self.inner_assumptions(file);
            if !file.assumptions.is_empty() || !inner.is_empty() {
                text.push_str("  Assumptions:\n");
                for assumption in file.assumptions.iter().chain(inner) {
                    text.push_str(&self.item(assumption, "    - "));
                }
                text.push('\n');
            }
        }
        text
    }

    fn function(&self, file: &FileDocumentation, function: &FunctionDocumentation) -> String {
        let mut text = format!("{}\n", self.console.emphasis(&function.signature));
        let place = format!("{}{}:{}", headers(file), file.file, function.line);
        text.push_str(&format!("  {place}\n"));
        if !function.comment.is_empty() {
            text.push_str(&wrapped(&function.comment, "  ", self.width));
        }
        let Reached { switches, .. } = reached_from(&function.name);
        for switch in switches {
            let default = if switch.default { "on" } else { "off" };
            let option = switch.useful_option();
            let line = format!(
                "Changed by {option} ({default} by default: {}).",
                switch.help
            );
            text.push_str(&wrapped(&line, "  ", self.width));
        }
        text.push('\n');
        text
    }

    /// General assumptions of the files without header that the functions make use of, such as the formatting of printf.
    fn inner_assumptions(&self, file: &FileDocumentation) -> Vec<&Assumption> {
        let mut reached = std::collections::BTreeSet::new();
        for function in &file.functions {
            reached.extend(reached_from(&function.name).files);
        }
        reached
            .into_iter()
            .filter_map(|number| self.all.get(number))
            .filter(|inner| inner.functions.is_empty())
            .flat_map(|inner| &inner.assumptions)
            .collect()
    }

    fn item(&self, assumption: &Assumption, bullet: &str) -> String {
        let text = match assumption.about.is_empty() {
            true => assumption.text.clone(),
            false => format!("{}: {}", assumption.about.join(", "), assumption.text),
        };
        wrapped(&text, bullet, self.width)
    }
}

fn headers(file: &FileDocumentation) -> String {
    let headers = file.headers.iter().map(|header| format!("<{header}>, "));
    headers.collect()
}

fn place(file: &FileDocumentation) -> String {
    let others: Vec<String> = file
        .headers
        .iter()
        .skip(1)
        .map(|h| format!("<{h}>"))
        .collect();
    match others.is_empty() {
        true => file.file.clone(),
        false => format!("{}, also {}", file.file, others.join(", ")),
    }
}
