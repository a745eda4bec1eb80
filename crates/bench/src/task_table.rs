//! The table of tasks: a heading, then a line for each task, with fields separated by tabs. Lines that begin with `#` are remarks.
//!
//! | column | |
//! |---|---|
//! | `task` | path of a file below the folder |
//! | `property` | what is asked, a name or several joined by `+` |
//! | `expected` | `true` if the property holds in every execution, else `false` |
//! | `data_model` | `ILP32` or `LP64`; optional |
//! | `category` | optional; else the first folder of the path, else `all` |
//! | `options` | for `unspool check` on this task; optional |
//! | `options:NAME` | for the tool of this name; optional |
//!
//! Other columns are kept, to be shown beside results.

use std::collections::HashSet;
use std::ops::Range;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::command_words;
use crate::trouble::{Trouble, TroublePlace};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum DataModel {
    Ilp32,
    Lp64,
}

impl DataModel {
    /// As tables have it.
    pub fn name(self) -> &'static str {
        match self {
            DataModel::Ilp32 => "ILP32",
            DataModel::Lp64 => "LP64",
        }
    }

    /// Of a pointer.
    pub fn bits(self) -> u32 {
        match self {
            DataModel::Ilp32 => 32,
            DataModel::Lp64 => 64,
        }
    }
}

pub struct TaskTable {
    file: String,
    columns: Vec<String>,
    pub rows: Vec<TaskRow>,
}

/// A line that is right in itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskRow {
    /// From 1 on.
    pub line: u32,
    text: String,
    pub path: String,
    pub property: String,
    pub expected: bool,
    pub data_model: Option<DataModel>,
    pub category: String,
    /// Of all columns.
    cells: Vec<String>,
}

impl TaskTable {
    pub fn read(path: &Path) -> Result<TaskTable, Trouble> {
        let text = std::fs::read(path).map_err(|why| {
            let mut trouble = Trouble::with_file("read the table of tasks", path, &why);
            trouble.help = "the folder must have an expected.tsv, or give --table FILE".to_string();
            trouble
        })?;
        TaskTable::parse(&String::from_utf8_lossy(&text), &path.display().to_string())
    }

    pub fn parse(text: &str, file: &str) -> Result<TaskTable, Trouble> {
        let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines());
        let mut lines = lines.filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty());
        let Some((number, heading)) = lines.next() else {
            return Err(Trouble::new(
                format!("the table of tasks `{file}` is empty"),
                HEADING_HELP,
            ));
        };
        let mut table = TaskTable {
            file: file.to_string(),
            columns: cells(heading).map(|(cell, _)| cell.to_string()).collect(),
            rows: Vec::new(),
        };
        let mut seen = HashSet::new();
        for (cell, at) in cells(heading) {
            if !cell.is_empty() && !seen.insert(cell) {
                let message = format!("the column `{cell}` is there twice");
                return Err(Trouble::new(message, "").at(table.place(number, heading, at)));
            }
        }
        for needed in ["task", "property", "expected"] {
            if table.column(needed).is_none() {
                let message = format!("the table of tasks has no column `{needed}`");
                let place = table.place(number, heading, 0..heading.len());
                return Err(Trouble::new(message, HEADING_HELP).at(place));
            }
        }
        for (number, line) in lines {
            let row = table.row(number, line)?;
            table.rows.push(row);
        }
        Ok(table)
    }

    /// The words in a column that holds options, which may not be there.
    pub fn options(&self, row: &TaskRow, column: &str) -> Result<Vec<String>, Trouble> {
        let Some(index) = self.column(column) else {
            return Ok(Vec::new());
        };
        command_words::split(row.cell(index))
            .map_err(|why| self.trouble_in(row, column, format!("{why} in these options"), ""))
    }

    /// What a row has in a column, or `None` if there is no such column.
    pub fn cell<'r>(&self, row: &'r TaskRow, column: &str) -> Option<&'r str> {
        Some(row.cell(self.column(column)?))
    }

    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column == name)
    }

    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Something that is wrong with a cell, which is underlined.
    pub fn trouble_in(
        &self,
        row: &TaskRow,
        column: &str,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Trouble {
        let all = 0..row.text.len();
        let at = self
            .column(column)
            .and_then(|index| cells(&row.text).nth(index));
        let at = at.map_or(all.clone(), |(_, at)| at);
        let at = if at.is_empty() { all } else { at };
        Trouble::new(message, help).at(self.place(row.line, &row.text, at))
    }

    fn row(&self, line: u32, text: &str) -> Result<TaskRow, Trouble> {
        let mut row = TaskRow {
            line,
            text: text.to_string(),
            path: String::new(),
            property: String::new(),
            expected: false,
            data_model: None,
            category: String::new(),
            cells: cells(text).map(|(cell, _)| cell.to_string()).collect(),
        };
        if let Some((cell, at)) = cells(text)
            .skip(self.columns.len())
            .find(|(cell, _)| !cell.is_empty())
        {
            let message = format!(
                "`{cell}` is in no column: the heading has {} of them",
                self.columns.len()
            );
            return Err(
                Trouble::new(message, "fields are separated by one tab each")
                    .at(self.place(line, text, at)),
            );
        }
        let cell = |name: &str| self.cell(&row, name).unwrap_or_default().to_string();
        let (path, property, expected) = (cell("task"), cell("property"), cell("expected"));
        let (model, category) = (cell("data_model"), cell("category"));
        for (name, cell) in [("task", &path), ("property", &property)] {
            if cell.is_empty() {
                let message = format!("there is no {name} in this line");
                return Err(self.trouble_in(
                    &row,
                    name,
                    message,
                    "fields are separated by one tab each",
                ));
            }
        }
        let is_below = Path::new(&path).components().all(|part| {
            matches!(
                part,
                std::path::Component::Normal(_) | std::path::Component::CurDir
            )
        });
        if !is_below {
            let message = format!("`{path}` is no path below the folder");
            return Err(self.trouble_in(&row, "task", message, ""));
        }
        row.expected = match expected.as_str() {
            "true" => true,
            "false" => false,
            other => {
                let message = format!("`{other}` is neither `true` nor `false`");
                let help = "`true`: the property holds in every execution; `false`: some execution violates it";
                return Err(self.trouble_in(&row, "expected", message, help));
            }
        };
        row.data_model = match model.to_ascii_uppercase().as_str() {
            "" => None,
            "ILP32" => Some(DataModel::Ilp32),
            "LP64" => Some(DataModel::Lp64),
            _ => {
                let message = format!("there is no data model `{model}`");
                return Err(self.trouble_in(
                    &row,
                    "data_model",
                    message,
                    "ILP32 and LP64 are known",
                ));
            }
        };
        row.category = match (category.as_str(), path.split_once('/')) {
            ("", Some((folder, _))) => folder.to_string(),
            ("", None) => "all".to_string(),
            (given, _) => given.to_string(),
        };
        (row.path, row.property) = (path, property);
        Ok(row)
    }

    fn place(&self, line: u32, text: &str, underline: Range<usize>) -> TroublePlace {
        TroublePlace {
            file: self.file.clone(),
            line,
            text: text.to_string(),
            underline,
        }
    }
}

impl TaskRow {
    /// Nothing, if the line ends before.
    fn cell(&self, index: usize) -> &str {
        self.cells.get(index).map_or("", String::as_str)
    }
}

const HEADING_HELP: &str =
    "the first line names the columns, separated by tabs: task, property, expected and others";

/// The cells of a line without spaces around them, and where they stand.
fn cells(line: &str) -> impl Iterator<Item = (&str, Range<usize>)> {
    let mut start = 0;
    line.split('\t').map(move |cell| {
        let blank = cell.len() - cell.trim_start().len();
        let trimmed = cell.trim();
        let at = start + blank..start + blank + trimmed.len();
        start += cell.len() + 1;
        (trimmed, at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADING: &str = "# a remark\ntask\tproperty\texpected\tdata_model\toptions\n";

    #[test]
    fn rows_have_what_the_columns_say() {
        let text = HEADING.to_string()
            + "\npthread/a.i\tunreach-call\ttrue\tilp32\t--rounds 2\n# b\nb.c\tno-data-race\tfalse\n";
        let table = TaskTable::parse(&text, "t.tsv").unwrap();
        let [a, b] = &table.rows[..] else {
            panic!("{}", table.rows.len())
        };
        assert_eq!(
            (a.path.as_str(), a.category.as_str()),
            ("pthread/a.i", "pthread")
        );
        assert_eq!((a.expected, a.data_model), (true, Some(DataModel::Ilp32)));
        assert_eq!(table.options(a, "options").unwrap(), ["--rounds", "2"]);
        assert_eq!((b.category.as_str(), b.data_model), ("all", None));
        assert_eq!(table.options(b, "options").unwrap(), [""; 0]);
        assert_eq!(table.options(b, "options:cbmc").unwrap(), [""; 0]);
        assert_eq!(table.cell(a, "K"), None);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let refused = |line: &str| {
            let trouble = match TaskTable::parse(&(HEADING.to_string() + line), "t.tsv") {
                Ok(table) => table.options(&table.rows[0], "options").unwrap_err(),
                Err(trouble) => trouble,
            };
            let place = trouble.place.expect("a place");
            assert_eq!((place.file.as_str(), place.line), ("t.tsv", 3));
            (trouble.message, place.text[place.underline].to_string())
        };
        for (line, message, underlined) in [
            ("a.c\tp\tyes", "`yes` is neither", "yes"),
            ("a.c\tp", "`` is neither", "a.c\tp"),
            ("a.c p true", "no property", "a.c p true"),
            ("a.c\tp\ttrue\tLLP64", "no data model `LLP64`", "LLP64"),
            ("../a.c\tp\ttrue", "no path below", "../a.c"),
            ("/a.c\tp\ttrue", "no path below", "/a.c"),
            ("a.c\tp\ttrue\t\t\tmore", "in no column", "more"),
            ("a.c\tp\ttrue\t\t--x 'y", "not closed", "--x 'y"),
        ] {
            let (said, at) = refused(line);
            assert!(said.contains(message), "{said}");
            assert_eq!(at, underlined);
        }
        let message = |text| TaskTable::parse(text, "t.tsv").err().unwrap().message;
        assert!(message("").contains("is empty"));
        assert!(message("task\texpected\n").contains("no column `property`"));
        assert!(message("task\ttask\n").contains("twice"));
    }
}
