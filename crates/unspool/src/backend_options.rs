//! Options about who decides sequential programs.

use std::fmt;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use unspool_backends::{Backend, TABLE, find, named};

use crate::error::Error;
use crate::inputs::InputConfig;
use crate::schema_options::HEADING;
use crate::sequential::by_backend::BackendOrder;

/// What our own engine is called among the backends.
const ENGINE: &str = "engine";

#[derive(Args, Clone, Debug)]
pub struct BackendOptions {
    /// Who decides the sequential program: our engine, or an external verifier; `unspool backends` lists them. An external one implies --schema
    #[arg(
        long,
        value_name = "NAME",
        value_parser = backends_to_run(),
        default_value = ENGINE,
        help_heading = HEADING
    )]
    pub backend: String,

    /// The program of the external verifier, if it is not in PATH under its usual name
    #[arg(long, value_name = "PATH", help_heading = HEADING)]
    pub backend_command: Option<String>,

    /// A further word for the external verifier's command line; can be given several times
    #[arg(long, value_name = "WORD", allow_hyphen_values = true, help_heading = HEADING)]
    pub backend_option: Vec<String>,
}

impl BackendOptions {
    pub fn is_external(&self) -> bool {
        self.backend != ENGINE
    }

    /// The external verifier, if one is to be asked: it must be here.
    pub fn order(&self, input: &InputConfig) -> Result<Option<BackendOrder>, Error> {
        let Some(backend) = named(&self.backend).filter(|_| self.is_external()) else {
            if self.backend_command.is_some() || !self.backend_option.is_empty() {
                return Err(Error::Usage {
                    message:
                        "--backend-command and --backend-option are about an external verifier"
                            .to_string(),
                    help: "name it with --backend".to_string(),
                });
            }
            return Ok(None);
        };
        let found =
            find::find(backend, self.backend_command.as_deref()).map_err(|error| Error::Usage {
                message: error.to_string(),
                help: error.help(),
            })?;
        Ok(Some(BackendOrder {
            backend,
            found,
            compiler: input.compiler.clone(),
            more: self.backend_option.clone(),
        }))
    }
}

/// Those that can be run.
fn backends_to_run() -> impl TypedValueParser<Value = String> {
    let engine = PossibleValue::new(ENGINE).help("our own engine");
    let others = TABLE.iter().filter(|backend| backend.can_run());
    let others = others.map(|backend| PossibleValue::new(backend.name).help(backend.full_name));
    PossibleValuesParser::new(std::iter::once(engine).chain(others))
}

/// A verifier for which a program is written.
#[derive(Clone, Copy)]
pub struct Target(pub &'static Backend);

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name)
    }
}

/// Those for which programs can be written.
pub fn backends_to_write_for() -> impl TypedValueParser<Value = Target> {
    let values = TABLE
        .iter()
        .map(|backend| PossibleValue::new(backend.name).help(backend.full_name));
    PossibleValuesParser::new(values).try_map(|name| {
        let target = named(&name).map(Target);
        target.ok_or_else(|| format!("there is no backend `{name}`"))
    })
}
