//! Options about the library: models of the user's own, switches, what is missing, which label is an error.
//!
//! The switches are a table in `unspool_models`; their options are made from it. One that is on has an option `--no-NAME`
//! to turn it off, one that is off an option `--NAME`; the other spelling is accepted too and needs no mention.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use unspool_models::{SWITCHES, Switch, Switches};

const HEADING: &str = "Library options";

#[derive(Args, Clone, Debug)]
pub struct LibraryOptions {
    /// A folder of models of your own (its `.c` files), or one such file; they go before the built-in ones
    #[arg(long, value_name = "DIR", help_heading = HEADING)]
    pub models: Vec<PathBuf>,

    /// Let functions that have neither a body nor a model return any value and change nothing
    #[arg(long, help_heading = HEADING)]
    pub havoc_missing: bool,

    /// Reaching a label of this name is a violation; '' for none
    #[arg(long, value_name = "LABEL", default_value = "ERROR", help_heading = HEADING)]
    pub error_label: String,

    #[command(flatten)]
    pub switches: SwitchOptions,
}

/// The positions that the command line asks for.
#[derive(Clone, Debug, Default)]
pub struct SwitchOptions(pub Switches);

impl FromArgMatches for SwitchOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut options = SwitchOptions::default();
        options.update_from_arg_matches(matches)?;
        Ok(options)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for switch in SWITCHES {
            for on in [true, false] {
                if matches.get_flag(&switch.option(on)) {
                    self.0.set(switch.name, on);
                }
            }
        }
        Ok(())
    }
}

impl Args for SwitchOptions {
    fn augment_args(command: Command) -> Command {
        SWITCHES.iter().fold(command, |command, switch| {
            command.arg(option(switch, true)).arg(option(switch, false))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn option(switch: &Switch, on: bool) -> Arg {
    let verb = if on { "Consider" } else { "Rule out" };
    Arg::new(switch.option(on))
        .long(switch.option(on))
        .action(ArgAction::SetTrue)
        .overrides_with(switch.option(!on))
        .help(format!("{verb} that {}", switch.help))
        .help_heading(HEADING)
        .hide(on == switch.default)
}
