//! Into how many tasks the instances of a campaign are divided: `tasks.json`, beside the files that have the instances of each.
//!
//! It is there before these files are, so that they are known to be a campaign's, and is complete when they are. Other files of such names, that somebody has left, are not counted.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

pub const FILE_NAME: &str = "tasks.json";

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Division {
    pub tasks: u32,
    /// Of all tasks together. 0 while the files are being written.
    pub instances: u64,
}

impl Division {
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        let mut text = serde_json::to_string(self)?;
        text.push('\n');
        std::fs::write(folder.join(FILE_NAME), text)
    }

    pub fn read(folder: &Path) -> io::Result<Division> {
        let text = std::fs::read(folder.join(FILE_NAME))?;
        Ok(serde_json::from_slice(&text)?)
    }
}
