//! Runs a folder of tasks with several tools, and compares what came of them.
//!
//! | file | from | to |
//! |---|---|---|
//! | `task_table`, `properties`, `selection` | a table of tasks with what is expected of them | the tasks to run |
//! | `tool`, `built_in_tools`, `tools_file`, `command_words` | names, or a file that describes tools | command lines |
//! | `run_task` | a tool and a task | how it ended, what it said, what it used |
//! | `answer`, `unspool_answer` | what it said | a verdict |
//! | `judgement` | a verdict and what was expected | what that is worth |
//! | `campaign`, `store` | all tools and tasks | rows, each kept as soon as it is known |
//! | `summary`, `comparison`, `side_by_side`, `bounds_table` | rows | counts, ratios, tables in Markdown |
//! | `results` | rows | TSV, JSON and back |
//! | `axis`, `quantile_plot`, `scatter_plot`, `page` | rows | a page with plots |
//!
//! Unspool is a tool like others here: a command whose exit code and statistics are read. Nothing is known of how a
//! verdict comes about.

pub mod answer;
pub mod axis;
pub mod bounds_table;
pub mod built_in_tools;
pub mod campaign;
pub mod command_words;
pub mod comparison;
pub mod html_text;
pub mod judgement;
pub mod machine;
pub mod markdown;
pub mod numbers;
pub mod page;
pub mod properties;
pub mod quantile_plot;
pub mod results;
pub mod row;
pub mod run_task;
pub mod scatter_plot;
pub mod selection;
pub mod side_by_side;
pub mod store;
pub mod summary;
pub mod task_table;
pub mod tool;
pub mod tools_file;
pub mod trouble;
pub mod unspool_answer;

pub use trouble::{Trouble, TroublePlace};
