//! `unspool backends`: the verifiers that sequential programs can be given to, and which of them are installed.
//!
//! All that is shown comes from their table (`unspool_backends::TABLE`) and from asking the programs for their versions.

use serde_json::{Value, json};
use unspool_backends::{Backend, Found, TABLE, find};

use crate::console::{Console, result_width, write_result};
use crate::error::Error;
use crate::exit_codes::ExitCode;
use crate::nearest_names::nearest_names;
use crate::options::{BackendsOptions, ListFormat};
use crate::text_layout::wrapped;

/// What stands in parentheses.
const TRUST: &str = "tried: tests run it. recorded: it was never run by tests, which read answers as it is known to print them.";

pub fn run(options: &BackendsOptions, console: &Console) -> Result<u8, Error> {
    let chosen = chosen(&options.names)?;
    let rows: Vec<Row> = chosen.into_iter().map(Row::new).collect();
    let with_details = !options.names.is_empty();
    let text = match options.format {
        ListFormat::Json => {
            let values: Vec<Value> = rows.iter().map(|row| row.value(with_details)).collect();
            format!("{:#}\n", Value::from(values))
        }
        ListFormat::Text => {
            let text = |row: &Row| match with_details {
                true => row.details(console),
                false => row.item(console),
            };
            let mut text = rows.iter().map(text).collect::<Vec<String>>().join("\n");
            if !with_details {
                text.push_str(&format!("\n{}", wrapped(TRUST, "", result_width())));
            }
            text
        }
    };
    write_result(text.as_bytes())?;
    Ok(ExitCode::Success.number())
}

fn chosen(names: &[String]) -> Result<Vec<&'static Backend>, Error> {
    if names.is_empty() {
        return Ok(TABLE.iter().collect());
    }
    names.iter().map(|name| backend_named(name)).collect()
}

/// The verifier that an option names.
pub fn backend_named(name: &str) -> Result<&'static Backend, Error> {
    unspool_backends::named(name).ok_or_else(|| {
        let nearest = nearest_names(name, TABLE.iter().map(|backend| backend.name), 3);
        let help = match nearest.is_empty() {
            true => String::new(),
            false => format!("similar names: {}\n", nearest.join(", ")),
        };
        Error::Usage {
            message: format!("there is no backend `{name}`"),
            help: format!("{help}`unspool backends` lists all"),
        }
    })
}

/// A verifier, and what is installed of it.
struct Row {
    backend: &'static Backend,
    found: Option<Found>,
}

impl Row {
    fn new(backend: &'static Backend) -> Row {
        let found = find::find(backend, None).ok();
        Row { backend, found }
    }

    fn item(&self, console: &Console) -> String {
        let Backend {
            name,
            full_name,
            kind,
            ..
        } = self.backend;
        let heading = console.emphasis(name);
        let first = wrapped(&format!("{full_name}: {kind}"), "  ", result_width());
        let second = wrapped(&self.installation(), "  ", result_width());
        format!("{heading}\n{first}{second}")
    }

    fn installation(&self) -> String {
        let trust = self.backend.trust.word();
        match (&self.found, self.backend.can_run()) {
            (Some(found), _) => {
                let version = match &found.version {
                    Some(version) => format!("version {version}"),
                    None => "version not known".to_string(),
                };
                let path = found.path.display();
                format!("installed: {path}, {version} ({trust})")
            }
            (None, true) => {
                let how_to_get = self.backend.how_to_get;
                format!("not installed: {how_to_get} ({trust})")
            }
            (None, false) => self.backend.remark.to_string(),
        }
    }

    fn details(&self, console: &Console) -> String {
        let backend = self.backend;
        let mut text = self.item(console);
        let mut line = |line: &str| text.push_str(&wrapped(line, "  ", result_width()));
        for part in [backend.home, backend.remark] {
            if !part.is_empty() && (backend.can_run() || part != backend.remark) {
                line(part);
            }
        }
        if !backend.caution.is_empty() {
            line(&format!("If it finds no violation: {}.", backend.caution));
        }
        if backend.can_run() {
            line(match backend.has_trace {
                true => "It tells the values of variables in a violation.",
                false => "It does not tell the values of variables in a violation.",
            });
        }
        for commands in backend.commands {
            text.push_str(&format!(
                "\n{}\n",
                commands_heading(backend, commands.since)
            ));
            for step in commands.steps {
                text.push_str(&format!("  {step}\n"));
            }
        }
        if !backend.ilp32.is_empty() {
            let (ilp32, lp64) = (backend.ilp32, backend.lp64);
            text.push_str(&format!(
                "{{model}} is {ilp32} for ilp32, {lp64} for lp64\n"
            ));
        }
        let prelude = backend.prelude.trim_end();
        text.push_str(&format!(
            "\nPrelude of programs that are written for it:\n\n{prelude}\n"
        ));
        text
    }

    fn value(&self, with_details: bool) -> Value {
        let backend = self.backend;
        let commands = backend.commands.iter();
        let commands = commands.map(|c| json!({ "since": version(c.since), "steps": c.steps }));
        let installed = self.found.as_ref().map(|found| {
            json!({
                "path": found.path.display().to_string(),
                "version": found.version.as_ref().map(|version| version.text.clone()),
            })
        });
        let mut value = json!({
            "name": backend.name,
            "full_name": backend.full_name,
            "kind": backend.kind,
            "home": backend.home,
            "how_to_get": backend.how_to_get,
            "can_run": backend.can_run(),
            "installed": installed,
            "answers": backend.trust.word(),
            "has_trace": backend.has_trace,
            "remark": backend.remark,
            "caution": backend.caution,
            "commands": commands.collect::<Vec<_>>(),
            "models": { "ilp32": backend.ilp32, "lp64": backend.lp64 },
        });
        if with_details && let Some(members) = value.as_object_mut() {
            members.insert("prelude".to_string(), Value::from(backend.prelude));
        }
        value
    }
}

fn commands_heading(backend: &Backend, since: &[u32]) -> String {
    match (backend.commands.len(), since) {
        (0 | 1, _) => "Commands:".to_string(),
        (_, []) => "Commands of earlier versions:".to_string(),
        (_, since) => format!("Commands since version {}:", version(since)),
    }
}

fn version(numbers: &[u32]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
    numbers.join(".")
}
