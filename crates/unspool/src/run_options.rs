//! The options of `unspool run`.

use clap::{Args, ValueEnum};
use unspool_interp::Uninitialised;
use unspool_interp::schedule::Schedule;

use crate::options::{InputOptions, PassOptions};

#[derive(Args, Debug)]
pub struct RunOptions {
    #[command(flatten)]
    pub input: InputOptions,

    #[command(flatten)]
    pub passes: PassOptions,

    /// `random`, `pct` (random priorities that change at few moments), `exhaustive` (all interleavings), or a schedule such as `0*5,1*3,0`
    #[arg(
        long,
        visible_alias = "replay",
        value_name = "SCHEDULE",
        default_value = "random"
    )]
    pub schedule: ScheduleChoice,

    /// Where random choices start; run number i uses N+i
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,

    /// How many runs to try at most; their output is shown only for the one that ends badly
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub runs: u64,

    /// With --schedule pct: the number of ordering constraints a bug is thought to need
    #[arg(long, value_name = "D", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub depth: u32,

    /// Values for nondeterministic inputs, in the order in which they are drawn, then 0 [default: random ones]
    #[arg(long, value_name = "VALUE,...", value_delimiter = ',', allow_hyphen_values = true, value_parser = parse_value)]
    pub inputs: Option<Vec<i128>>,

    /// With --schedule exhaustive: the values tried for each integer input
    #[arg(long, value_name = "VALUE,...", value_delimiter = ',', allow_hyphen_values = true, default_values_t = [0, 1], value_parser = parse_value)]
    pub domain: Vec<i128>,

    /// Also report data races
    #[arg(long)]
    pub races: bool,

    /// With --races: two threads that write the same value at the same time, or one that writes what is there already, are no race
    #[arg(long, requires = "races")]
    pub allow_same_value: bool,

    /// What an uninitialised variable holds
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = UninitialisedName::Zero)]
    pub uninitialised: UninitialisedName,

    /// Executed instructions after which a run is given up
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000)]
    pub step_limit: u64,

    /// With --schedule exhaustive: states after which the search is given up
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub state_limit: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum UninitialisedName {
    Zero,
    /// An input
    Any,
}

impl From<UninitialisedName> for Uninitialised {
    fn from(name: UninitialisedName) -> Uninitialised {
        match name {
            UninitialisedName::Zero => Uninitialised::Zero,
            UninitialisedName::Any => Uninitialised::Input,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScheduleChoice {
    Random,
    Pct,
    Exhaustive,
    Given(Schedule),
}

impl std::str::FromStr for ScheduleChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "random" => Ok(ScheduleChoice::Random),
            "pct" => Ok(ScheduleChoice::Pct),
            "exhaustive" => Ok(ScheduleChoice::Exhaustive),
            _ => text.parse().map(ScheduleChoice::Given).map_err(|error| {
                format!("{error}; give random, pct, exhaustive or a schedule such as 0*5,1*3,0")
            }),
        }
    }
}

fn parse_value(text: &str) -> Result<i128, String> {
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let bits = match digits.strip_prefix("0x") {
        Some(hexadecimal) => u128::from_str_radix(hexadecimal, 16),
        None => digits.parse(),
    };
    // Values are bits: those above the largest signed number wrap.
    let value = bits.map_err(|_| "give numbers such as 5, -1 or 0xff".to_string())? as i128;
    Ok(match negative {
        true => value.wrapping_neg(),
        false => value,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_bits() {
        assert_eq!(parse_value("-1"), Ok(-1));
        assert_eq!(parse_value(" 0xff"), Ok(255));
        assert_eq!(parse_value(&u128::MAX.to_string()), Ok(-1));
        assert!(parse_value("x").is_err());
        assert!(parse_value("").is_err());
    }
}
