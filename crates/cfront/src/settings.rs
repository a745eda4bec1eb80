//! Choices about what a program means that the C text does not settle.

use unspool_ir::DataModel;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    pub data_model: DataModel,
    /// Whether a weak compare-exchange may fail though the values are equal (C11 7.17.7.4p4).
    pub weak_failures: bool,
    pub missing: Missing,
    /// Reaching a label of this name is a violation.
    pub error_label: Option<String>,
}

/// What becomes of a function that is called but has neither a body nor a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Missing {
    /// An error, where a call of it can be reached from `main`.
    #[default]
    Refuse,
    /// A warning: for programs that are only looked at.
    Accept,
    /// It returns any value and changes nothing; a warning says so.
    Havoc,
}

impl Settings {
    /// The usual choices.
    pub fn new(data_model: DataModel) -> Settings {
        Settings {
            data_model,
            weak_failures: true,
            missing: Missing::default(),
            error_label: Some("ERROR".to_string()),
        }
    }
}
