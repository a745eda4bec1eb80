//! Options about schemas: how threads become a sequential program.

use clap::{Args, ValueEnum};
use unspool_schemas::lazy::Schedule;
use unspool_schemas::mu::MOST_WRITES;

use crate::depth::{ScheduleBound, Unit};
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
    /// Threads run one after the other to their ends, along a guessed sequence of the writes to shared memory (MU-CSeq)
    Mu,
    /// The same with a sequence of its own for each location (MU-CSeq's individual memory unwindings)
    Imu,
}

impl Schema {
    /// As options and passes have it.
    pub fn name(self) -> &'static str {
        match self {
            Schema::Lazy => "lazy",
            Schema::Lr => "lr",
            Schema::Mu => "mu",
            Schema::Imu => "imu",
        }
    }

    /// What it bounds schedules by, if not by contexts.
    pub fn unit(self) -> Unit {
        match self {
            Schema::Lazy | Schema::Lr => Unit::Rounds,
            Schema::Mu => Unit::Writes,
            Schema::Imu => Unit::WritesOfEach,
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

/// What is refused of `mu`.
const OVER_MOST_WRITES: &str = "--writes above 63";
const _: () = assert!(MOST_WRITES == 63, "help texts and messages say 63");

impl SchemaOptions {
    /// Whether nothing was asked for.
    pub fn is_default(&self) -> bool {
        self.thread_order == ThreadOrder::Fixed
            && self.counters == CounterForm::Decomposed
            && self.counter_width == CounterWidth::Minimal
            && !self.prune_schedules
    }

    /// Refuses what the schema has no form of.
    pub fn check(&self, schema: Schema, schedule: ScheduleBound) -> Result<(), Error> {
        let counts_writes = schema.unit() != Unit::Rounds;
        let refused = match schedule {
            ScheduleBound::Writes(_) | ScheduleBound::WritesOfEach(_) if !counts_writes => Some((
                "--writes",
                "give --rounds N, or take the schema `mu` or `imu`",
            )),
            ScheduleBound::Rounds(_) | ScheduleBound::Contexts(_) if counts_writes => Some((
                schedule.option(),
                "its schedules are bounded by what threads write: give --writes N, or take the schema `lazy`",
            )),
            ScheduleBound::Writes(writes) if writes > MOST_WRITES => Some((
                OVER_MOST_WRITES,
                "give fewer, or take the schema `imu`, whose writes are those of each location",
            )),
            ScheduleBound::Contexts(_) if schema == Schema::Lr => Some((
                "--contexts",
                "its schedules are rounds: give --rounds N, or take the schema `lazy`",
            )),
            _ if schema == Schema::Lazy => None,
            _ => self.unknown_to_eager(),
        };
        match refused {
            None => Ok(()),
            Some((option, instead)) => Err(Error::Usage {
                message: format!("the schema `{}` does not go with {option}", schema.name()),
                help: instead.to_string(),
            }),
        }
    }

    /// The option, and what to do instead. Schemas other than `lazy` run each thread to its end.
    fn unknown_to_eager(&self) -> Option<(&'static str, &'static str)> {
        let options = [
            (
                "--thread-order free",
                self.thread_order == ThreadOrder::Free,
            ),
            ("--counters arrays", self.counters == CounterForm::Arrays),
            ("--prune-schedules", self.prune_schedules),
        ];
        let instead = "by it each thread runs to its end at once: leave the option out, or take the schema `lazy`";
        let unknown = options.into_iter().find(|(_, is_given)| *is_given);
        unknown.map(|(option, _)| (option, instead))
    }

    pub fn config(&self, schema: Schema, schedule: ScheduleBound) -> SchemaConfig {
        let usual = SchemaConfig::default();
        SchemaConfig {
            schema,
            schedule: match (schedule, self.thread_order) {
                (ScheduleBound::Rounds(rounds), ThreadOrder::Fixed) => Schedule::Rounds(rounds),
                (ScheduleBound::Rounds(rounds), ThreadOrder::Free) => Schedule::FreeRounds(rounds),
                (ScheduleBound::Contexts(contexts), _) => Schedule::Contexts(contexts),
                (ScheduleBound::Writes(_) | ScheduleBound::WritesOfEach(_), _) => usual.schedule,
            },
            writes: match schedule {
                ScheduleBound::Writes(writes) | ScheduleBound::WritesOfEach(writes) => writes,
                _ => usual.writes,
            },
            decomposed: self.counters == CounterForm::Decomposed,
            minimal_counters: self.counter_width == CounterWidth::Minimal,
            pruning: self.prune_schedules,
        }
    }
}
