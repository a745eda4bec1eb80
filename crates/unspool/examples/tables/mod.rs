//! Tables in files: a heading, then a line for each row, with fields separated by tabs. Lines that begin with `#` are remarks.

use std::path::{Path, PathBuf};

pub struct Table {
    path: PathBuf,
    heading: Vec<String>,
    pub rows: Vec<Row>,
}

pub struct Row {
    fields: Vec<String>,
}

impl Table {
    pub fn read(path: &Path) -> Result<Table, String> {
        let text =
            std::fs::read_to_string(path).map_err(|why| format!("{}: {why}", path.display()))?;
        let is_remark = |line: &&str| line.starts_with('#') || line.trim().is_empty();
        let mut lines = text.lines().filter(|line| !is_remark(line)).map(split);
        Ok(Table {
            path: path.to_path_buf(),
            heading: lines.next().unwrap_or_default(),
            rows: lines.map(|fields| Row { fields }).collect(),
        })
    }

    pub fn column(&self, name: &str) -> Option<usize> {
        self.heading.iter().position(|field| field == name)
    }

    pub fn needed_column(&self, name: &str) -> Result<usize, String> {
        self.column(name)
            .ok_or_else(|| format!("{}: no column `{name}`", self.path.display()))
    }
}

impl Row {
    /// Nothing, if the line ends before.
    pub fn field(&self, column: usize) -> &str {
        self.fields.get(column).map_or("", String::as_str)
    }
}

fn split(line: &str) -> Vec<String> {
    line.split('\t')
        .map(|field| field.trim().to_string())
        .collect()
}
