//! Options of `unspool swarm`: how the program's executions are cut into instances, and who decides them where.

use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use unspool_swarm::selections::Order;
use unspool_swarm::tiling::{TilingConfig, WindowSize};

use crate::bound_options::at_least_one;
use crate::check_options::CheckOptions;
use crate::depth::{Depth, ScheduleBound};
use crate::limits::parse_time;

pub const TILES: &str = "Tiles";
pub const INSTANCES: &str = "Instances";
pub const CLUSTER: &str = "Cluster";

/// How long a swarm may take, unless an option says otherwise.
pub const DEFAULT_TIME: Duration = Duration::from_secs(24 * 3600);

#[derive(Args, Debug)]
pub struct SwarmOptions {
    /// How many visible statements a tile has [default: 1]
    #[arg(short = 'l', long, value_name = "N", value_parser = at_least_one(), conflicts_with = "window_percent", help_heading = TILES)]
    pub window_length: Option<u32>,

    /// How many of a thread's visible statements a tile has, in percent; one at least
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(1..=100), help_heading = TILES)]
    pub window_percent: Option<u32>,

    /// How many tiles of each thread an instance has: threads are interrupted only there. With as many as there are rounds, all instances together have every execution
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = at_least_one(), help_heading = TILES)]
    pub picked_window: u32,

    /// Let the tiles of each thread begin up to half a tile earlier or later, as --seed says
    #[arg(long, help_heading = TILES)]
    pub shift_window: bool,

    /// Let no thread be interrupted where it may block either, unless that is in a tile
    #[arg(long, help_heading = TILES)]
    pub seal_blocking: bool,

    /// Take the whole space of schedules instead, or cut it into this many parts at least: for programs without a bug, on several cores. Workers tell each other what they have learnt, and help each other
    #[arg(
        long,
        value_name = "PARTS",
        value_parser = clap::value_parser!(u32).range(1..=65536),
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1",
        conflicts_with_all = ["window_length", "window_percent", "picked_window", "shift_window", "seal_blocking", "show_statements", "shuffle", "seed", "config_file", "instances_limit", "config_only", "cluster_config", "instances_only", "cluster", "schema", "contexts"],
        help_heading = TILES
    )]
    pub cubes: Option<u32>,

    /// List the visible statements of each thread, by whose numbers tiles are written, and do nothing else
    #[arg(long, conflicts_with_all = ["config_only", "cluster_config", "instances_only", "cluster", "log"], help_heading = TILES)]
    pub show_statements: bool,

    /// How many instances there are at most: of more selections of tiles, so many are chosen at random; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 100, help_heading = INSTANCES)]
    pub instances_limit: u64,

    /// Take instances in a random order even if all are taken
    #[arg(long, help_heading = INSTANCES)]
    pub shuffle: bool,

    /// What random choices depend on, and nothing else
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = INSTANCES)]
    pub seed: u64,

    /// Take the instances that this file lists; `--config-only` writes such files
    #[arg(long, value_name = "FILE", conflicts_with_all = ["window_length", "window_percent", "picked_window", "shift_window", "instances_limit", "shuffle"], help_heading = INSTANCES)]
    pub config_file: Option<String>,

    /// Write the instances as a configuration file, and do not decide them
    #[arg(long, conflicts_with_all = ["log", "resume", "instance_time"], help_heading = INSTANCES)]
    pub config_only: bool,

    /// The same, as files of so many instances each
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with_all = ["config_only", "instances_only", "log", "resume", "instance_time"], help_heading = INSTANCES)]
    pub cluster_config: Option<u64>,

    /// Write each instance as a sequential C program for the --backend (without one, for CBMC), and do not decide them
    #[arg(long, conflicts_with_all = ["config_only", "log", "resume", "instance_time"], help_heading = INSTANCES)]
    pub instances_only: bool,

    /// Where files are written to; and the campaign of a --cluster is kept [default: beside the program, as VeriSmart names them]
    #[arg(long, value_name = "PATH", help_heading = INSTANCES)]
    pub swarm_output: Option<String>,

    /// Whether the first violation ends the swarm; `off` counts the instances that have one
    #[arg(long, value_name = "WHETHER", value_parser = PossibleValuesParser::new(["on", "off"]), num_args = 0..=1, require_equals = true, default_value = "on", default_missing_value = "on", help_heading = INSTANCES)]
    pub exit_on_error: String,

    /// When to give up an instance: seconds, or a time such as 90s, 5m or 2h [default: no limit]
    #[arg(long, value_name = "TIME", value_parser = parse_time, allow_hyphen_values = true, help_heading = INSTANCES)]
    pub instance_time: Option<Duration>,

    /// Write a line of JSON about each instance to this file, as soon as it is decided
    #[arg(long, value_name = "FILE", help_heading = INSTANCES)]
    pub log: Option<String>,

    /// Go on with the swarm of that --log, or with the campaign of a --cluster: what is decided is not asked again
    #[arg(long, help_heading = INSTANCES)]
    pub resume: bool,

    #[command(flatten)]
    pub cluster: ClusterOptions,

    #[command(flatten)]
    pub check: CheckOptions,
}

#[derive(Args, Clone, Debug)]
pub struct ClusterOptions {
    /// Decide the instances on other machines that share this one's files: by Slurm, or by the commands given
    #[arg(long, value_name = "KIND", value_enum, conflicts_with_all = ["config_only", "cluster_config", "instances_only", "stats"], help_heading = CLUSTER)]
    pub cluster: Option<ClusterKind>,

    /// Into how many tasks the instances are divided [default: one for each 10 instances, 100 at most]
    #[arg(long, value_name = "N", value_parser = at_least_one(), requires = "cluster", help_heading = CLUSTER)]
    pub cluster_tasks: Option<u32>,

    /// With --cluster slurm: how many tasks run at the same time at most [default: as many as the cluster likes]
    #[arg(long, value_name = "N", value_parser = at_least_one(), requires = "cluster", help_heading = CLUSTER)]
    pub running_tasks: Option<u32>,

    /// A further word for `sbatch`, such as --partition=long; can be given several times
    #[arg(long, value_name = "WORD", allow_hyphen_values = true, requires = "cluster", help_heading = CLUSTER)]
    pub submit_option: Vec<String>,

    /// With --cluster command: what submits a task. {script} stands for the script to run, {task} for its number, {folder} for the campaign's folder; the last word that it prints is taken for the job's name
    #[arg(long, value_name = "COMMAND", requires = "cluster", help_heading = CLUSTER)]
    pub submit_command: Option<String>,

    /// With --cluster command: what succeeds as long as the job {job} waits or runs [default: a task is lost that shows no sign of life for --lost-after]
    #[arg(long, value_name = "COMMAND", requires = "cluster", help_heading = CLUSTER)]
    pub poll_command: Option<String>,

    /// With --cluster command: what ends the job {job}
    #[arg(long, value_name = "COMMAND", requires = "cluster", help_heading = CLUSTER)]
    pub cancel_command: Option<String>,

    /// How often a task is submitted at most
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = at_least_one(), requires = "cluster", help_heading = CLUSTER)]
    pub attempts: u32,

    /// How often to look at the tasks
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "5s", requires = "cluster", help_heading = CLUSTER)]
    pub poll_interval: Duration,

    /// How long a task may show no sign of life, where the cluster cannot be asked
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "10m", requires = "cluster", help_heading = CLUSTER)]
    pub lost_after: Duration,

    /// Cancel the campaign of the --swarm-output folder, and do nothing else
    #[arg(long, requires = "cluster", help_heading = CLUSTER)]
    pub cancel: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ClusterKind {
    /// A job array of Slurm
    Slurm,
    /// Any other: --submit-command says how
    Command,
}

impl SwarmOptions {
    /// All bounds are 1 unless they are given, as in VeriSmart.
    pub fn depth(&self) -> Depth {
        let given = self.check.given();
        Depth {
            unwind: given.unwind.unwrap_or(1),
            schedule: given.schedule.unwrap_or(ScheduleBound::Rounds(1)),
            long_loops: None,
        }
    }

    pub fn tiling(&self) -> TilingConfig {
        TilingConfig {
            window: match self.window_percent {
                Some(percent) => WindowSize::Percent(percent),
                None => WindowSize::Statements(self.window_length.unwrap_or(1)),
            },
            picked: self.picked_window,
            shift: self.shift_window.then_some(self.seed),
        }
    }

    /// In which order so many selections are taken.
    pub fn order(&self, selections: Option<u128>) -> Order {
        let is_sample = self.instances_limit > 0
            && selections.is_none_or(|all| all > u128::from(self.instances_limit));
        match is_sample || self.shuffle {
            true => Order::Random { seed: self.seed },
            false => Order::Ascending,
        }
    }

    pub fn exits_on_error(&self) -> bool {
        self.exit_on_error == "on"
    }

    pub fn time(&self) -> Duration {
        self.check.time_limit.unwrap_or(DEFAULT_TIME)
    }
}
