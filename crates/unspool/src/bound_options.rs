//! Options about bounds: how often loops run, how deep functions call themselves, how many threads there are; and which
//! reductions are made.

use std::str::FromStr;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use unspool_passes::bound::{AtBound, BoundConfig, LoopBound, LoopPlace};
use unspool_passes::reductions::{Reduction, Reductions};
use unspool_passes::spin_loops::SpinningForEver;

use crate::error::Error;

/// Of options about bounds, in help texts.
pub const HEADING: &str = "Bounds";

/// Of options about reductions.
pub const REDUCTIONS: &str = "Reductions";

#[derive(Args, Clone, Debug)]
pub struct BoundOptions {
    /// How often the body of a loop runs at most, unless constants decide when the loop ends
    #[arg(
        long,
        visible_alias = "unwind-while",
        value_name = "N",
        default_value_t = BoundConfig::default().unwind,
        value_parser = at_least_one(),
        help_heading = HEADING
    )]
    pub unwind: u32,

    #[command(flatten)]
    pub others: OtherBounds,

    /// Count it as a violation if an execution goes beyond a bound, instead of not considering such executions
    #[arg(long, help_heading = HEADING)]
    pub unwinding_assertions: bool,

    /// Do without this reduction
    #[arg(long, value_name = "NAME", value_parser = reduction_names(), help_heading = REDUCTIONS)]
    pub no_reduction: Vec<Reduction>,

    /// Do without all of them
    #[arg(long, help_heading = REDUCTIONS)]
    pub no_reductions: bool,
}

/// All bounds but the one of loops in general, which not every command has a default for.
#[derive(Args, Clone, Debug)]
pub struct OtherBounds {
    /// The same for loops whose end constants decide, such as `for (i = 0; i < 10; i++)`: longer ones get the bound of all others [default: 256]
    #[arg(long, value_name = "N", help_heading = HEADING)]
    pub unwind_for: Option<u32>,

    /// The bound of loops in library functions, if it is larger than --unwind [default: 16]
    #[arg(long, value_name = "N", help_heading = HEADING)]
    pub unwind_library: Option<u32>,

    /// The bound of certain loops: those at `FILE.c:LINE`, or all of a function; `unspool loops` lists them
    #[arg(long, value_name = "PLACE=N", value_parser = parse_loop_bound, help_heading = HEADING)]
    pub unwind_loop: Vec<LoopBound>,

    /// How many activations of one function may be on a stack; recursion that constants decide goes as deep as --unwind-for [default: 3]
    #[arg(long, value_name = "N", value_parser = at_least_one(), help_heading = HEADING)]
    pub recursion: Option<u32>,

    /// How many threads there may be, `main` included
    #[arg(
        long,
        value_name = "N",
        default_value_t = BoundConfig::default().threads,
        value_parser = at_least_one(),
        help_heading = HEADING
    )]
    pub max_threads: u32,

    /// Take a thread that spins for ever as blocked: if all threads are, that is a deadlock
    #[arg(long, help_heading = HEADING)]
    pub spinning_blocks: bool,

    /// How many instructions the bounded program may have
    #[arg(long, value_name = "N", default_value_t = BoundConfig::default().instructions, help_heading = HEADING)]
    pub max_instructions: usize,
}

/// How to bound a program, and how to make it smaller then.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bounds {
    pub config: BoundConfig,
    pub spinning: SpinningForEver,
    pub reductions: Reductions,
}

impl BoundOptions {
    pub fn bounds(&self) -> Result<Bounds, Error> {
        let reductions = match self.no_reductions {
            true => Reductions::NONE,
            false => (self.no_reduction.iter()).fold(Reductions::default(), |all, unwanted| {
                all.without(*unwanted)
            }),
        };
        let at_bound = match self.unwinding_assertions {
            true => AtBound::Assert,
            false => AtBound::Assume,
        };
        self.others.bounds(self.unwind, at_bound, reductions)
    }
}

impl OtherBounds {
    pub fn bounds(
        &self,
        unwind: u32,
        at_bound: AtBound,
        reductions: Reductions,
    ) -> Result<Bounds, Error> {
        let usual = BoundConfig::default();
        let config = BoundConfig {
            unwind,
            unwind_static: self.unwind_for.unwrap_or(usual.unwind_static),
            unwind_library: self.unwind_library.unwrap_or(usual.unwind_library),
            loops: self.unwind_loop.clone(),
            recursion: self.recursion.unwrap_or(usual.recursion),
            threads: self.max_threads,
            instructions: self.max_instructions,
            at_bound,
            ..usual
        };
        if self.spinning_blocks && !reductions.has(Reduction::SpinLoops) {
            return Err(Error::Usage {
                message: "--spinning-blocks needs the reduction `spin-loops`".to_string(),
                help: "a loop that is unwound is cut where it would spin on".to_string(),
            });
        }
        let spinning = match self.spinning_blocks {
            true => SpinningForEver::IsBlocked,
            false => SpinningForEver::IsExcluded,
        };
        Ok(Bounds {
            spinning,
            ..Bounds::new(config, reductions)
        })
    }
}

impl Bounds {
    /// Some reductions are made while bounding.
    pub fn new(mut config: BoundConfig, reductions: Reductions) -> Bounds {
        config.constants = reductions.has(Reduction::Constants);
        config.library_calls = reductions.has(Reduction::LibraryCalls);
        Bounds {
            config,
            spinning: SpinningForEver::default(),
            reductions,
        }
    }
}

/// As the option spells it.
pub fn spelled(place: &LoopPlace) -> String {
    match place {
        LoopPlace::Line { file, line } => format!("{file}:{line}"),
        LoopPlace::Function(name) => name.clone(),
    }
}

pub fn at_least_one() -> impl TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(1..)
}

fn reduction_names() -> impl TypedValueParser<Value = Reduction> {
    let values = Reduction::all().map(|r| PossibleValue::new(r.name()).help(r.purpose()));
    PossibleValuesParser::new(values).try_map(|name| {
        Reduction::from_name(&name).ok_or_else(|| format!("there is no reduction `{name}`"))
    })
}

/// What `--unwind-loop` takes.
fn parse_loop_bound(text: &str) -> Result<LoopBound, String> {
    let Some((place, bound)) = text.rsplit_once('=') else {
        return Err(format!("`=N` is missing; {EXPECTED}"));
    };
    let bound = u32::from_str(bound.trim())
        .map_err(|_| format!("`{bound}` is no number of iterations; {EXPECTED}"))?;
    let place = parse_place(place.trim())?;
    Ok(LoopBound { place, bound })
}

const EXPECTED: &str = "give FILE.c:LINE=N or FUNCTION=N, such as queue.c:42=5 or push=5";

fn parse_place(text: &str) -> Result<LoopPlace, String> {
    if let Some((file, line)) = text.rsplit_once(':') {
        let is_number = |text: &str| u32::from_str(text).is_ok();
        // With the column, as `unspool loops` prints it.
        let (file, line) = match file.rsplit_once(':') {
            Some((file, before)) if is_number(before) && is_number(line) => (file, before),
            _ => (file, line),
        };
        let number = u32::from_str(line).ok().filter(|line| *line > 0);
        return match number {
            Some(line) if !file.is_empty() => Ok(LoopPlace::Line {
                file: file.to_string(),
                line,
            }),
            Some(_) => Err(format!("the file is missing; {EXPECTED}")),
            None => Err(format!("`{line}` is no line of a file; {EXPECTED}")),
        };
    }
    let is_file = text.contains('/') || [".c", ".h", ".i"].iter().any(|end| text.ends_with(end));
    if is_file {
        return Err(format!(
            "`{text}` is a file: its line is missing; {EXPECTED}"
        ));
    }
    match text.is_empty() {
        true => Err(format!("the place is missing; {EXPECTED}")),
        false => Ok(LoopPlace::Function(text.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &str) -> String {
        match parse_loop_bound(text) {
            Ok(LoopBound { place, bound }) => format!("{place:?} {bound}"),
            Err(error) => error,
        }
    }

    #[test]
    fn help_texts_tell_the_defaults() {
        let mut command = OtherBounds::augment_args(clap::Command::new("test"));
        let help = command.render_long_help().to_string();
        let usual = BoundConfig::default();
        for (option, default) in [
            ("--unwind-for", usual.unwind_static),
            ("--unwind-library", usual.unwind_library),
            ("--recursion", usual.recursion),
        ] {
            let text = help.split(option).nth(1).expect(option);
            let told = text.split("[default: ").nth(1).expect(option);
            assert!(told.starts_with(&format!("{default}]")), "{option}: {told}");
        }
    }

    #[test]
    fn places_of_loops() {
        assert_eq!(place("worker=3"), "Function(\"worker\") 3");
        assert_eq!(
            place("src/a.c:12=0"),
            "Line { file: \"src/a.c\", line: 12 } 0"
        );
        assert_eq!(
            place("odd=name.c:1=2"),
            "Line { file: \"odd=name.c\", line: 1 } 2"
        );
        assert_eq!(place("a.c:12:5=3"), "Line { file: \"a.c\", line: 12 } 3");
        for (text, wrong) in [
            ("x", "`=N` is missing"),
            ("x=", "`` is no number"),
            ("x=-1", "`-1` is no number"),
            ("=4", "the place is missing"),
            (":4=4", "the file is missing"),
            ("a.c:x=4", "`x` is no line"),
            ("a.c:0=4", "`0` is no line"),
            ("a.c=4", "`a.c` is a file: its line is missing"),
        ] {
            let said = place(text);
            assert!(
                said.starts_with(wrong) && said.ends_with(EXPECTED),
                "{text}: {said}"
            );
        }
    }
}
