//! Options about schemas: how threads become a sequential program.

use clap::{Args, ValueEnum};
use unspool_engine::Encoding;
use unspool_schemas::lazy::Schedule;

use crate::error::Error;
use crate::sequential::SchemaConfig;

pub const HEADING: &str = "Sequentialization";

/// The schemas that there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Schema {
    /// Threads are functions that are called once in each round and go on where they were (Lazy-CSeq)
    Lazy,
    /// Threads run one after the other to their ends, over guessed copies of shared memory, one for each round (CSeq)
    Lr,
}

impl Schema {
    /// As options and passes have it.
    pub fn name(self) -> &'static str {
        match self {
            Schema::Lazy => "lazy",
            Schema::Lr => "lr",
        }
    }
}

#[derive(Args, Clone, Debug)]
pub struct SchemaOptions {
    /// Of lazy: in which order threads run within a round: that of their creation in the text, or any, which --rounds N then means
    #[arg(long, value_name = "ORDER", value_enum, default_value_t = ThreadOrder::Fixed, help_heading = HEADING)]
    pub thread_order: ThreadOrder,

    /// Of lazy: whether the program counters of threads are variables or one array
    #[arg(long, value_name = "FORM", value_enum, default_value_t = CounterForm::Decomposed, help_heading = HEADING)]
    pub counters: CounterForm,

    /// How many bits counters have: as few as they need, or those of `unsigned int`
    #[arg(long, value_name = "WIDTH", value_enum, default_value_t = CounterWidth::Minimal, help_heading = HEADING)]
    pub counter_width: CounterWidth,

    /// Of lazy: leave out schedules in which a thread waits a round for nothing: others have the same contexts in fewer rounds
    #[arg(long, help_heading = HEADING)]
    pub prune_schedules: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ThreadOrder {
    /// The same in each round
    Fixed,
    /// Another one in each round
    Free,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum CounterForm {
    /// A variable for each thread
    Decomposed,
    /// As in the original
    Arrays,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum CounterWidth {
    /// For CBMC exactly, for others the smallest type of C
    Minimal,
    /// As in the original
    Int,
}

impl SchemaOptions {
    /// Whether nothing was asked for.
    pub fn is_default(&self) -> bool {
        self.thread_order == ThreadOrder::Fixed
            && self.counters == CounterForm::Decomposed
            && self.counter_width == CounterWidth::Minimal
            && !self.prune_schedules
    }

    /// Refuses what the schema has no form of.
    pub fn check(&self, schema: Schema, schedule: Encoding) -> Result<(), Error> {
        let refused = match schema {
            Schema::Lazy => None,
            Schema::Lr => self.unknown_to_lr(schedule),
        };
        match refused {
            None => Ok(()),
            Some((option, instead)) => Err(Error::Usage {
                message: format!("the schema `{}` does not go with {option}", schema.name()),
                help: format!("{instead}, or take the schema `lazy`"),
            }),
        }
    }

    /// The option, and what to do instead.
    fn unknown_to_lr(&self, schedule: Encoding) -> Option<(&'static str, &'static str)> {
        let is_free = self.thread_order == ThreadOrder::Free;
        let has_arrays = self.counters == CounterForm::Arrays;
        match schedule {
            Encoding::Contexts(_) => {
                Some(("--contexts", "its schedules are rounds: give --rounds N"))
            }
            Encoding::Rounds(_) if is_free => Some((
                "--thread-order free",
                "its threads run in the same order in each round: leave the option out",
            )),
            Encoding::Rounds(_) if has_arrays => Some((
                "--counters arrays",
                "its threads have no program counters: leave the option out",
            )),
            Encoding::Rounds(_) if self.prune_schedules => Some((
                "--prune-schedules",
                "it has nothing to prune: leave the option out",
            )),
            Encoding::Rounds(_) => None,
        }
    }

    pub fn config(&self, schema: Schema, schedule: Encoding) -> SchemaConfig {
        SchemaConfig {
            schema,
            schedule: match (schedule, self.thread_order) {
                (Encoding::Rounds(rounds), ThreadOrder::Fixed) => Schedule::Rounds(rounds),
                (Encoding::Rounds(rounds), ThreadOrder::Free) => Schedule::FreeRounds(rounds),
                (Encoding::Contexts(contexts), _) => Schedule::Contexts(contexts),
            },
            decomposed: self.counters == CounterForm::Decomposed,
            minimal_counters: self.counter_width == CounterWidth::Minimal,
            pruning: self.prune_schedules,
        }
    }
}
