//! Which tasks of the table are run, and what is asked of each tool about them.
//!
//! All that can be wrong with a selected task is said here, before anything runs. Lines that are not selected may ask for anything.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::properties;
use crate::task_table::{DataModel, TaskRow, TaskTable};
use crate::tool::{Tool, ToolKind};
use crate::trouble::Trouble;

/// Empty lists select everything.
#[derive(Clone, Debug)]
pub struct Selection {
    /// As the table spells them.
    pub properties: Vec<String>,
    /// Parts of paths.
    pub only: Vec<String>,
    pub except: Vec<String>,
    pub expected: Option<bool>,
    /// Of those that are left, every n-th.
    pub every: usize,
}

/// Something to be decided by each tool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    pub category: String,
    /// Below the folder, as the table has it.
    pub path: String,
    pub file: PathBuf,
    /// As the table has it.
    pub property: String,
    /// By their names.
    pub properties: Vec<String>,
    pub expected: bool,
    pub data_model: DataModel,
    /// Of this task, for each tool.
    pub options: Vec<Vec<String>>,
    /// Columns that are to be shown beside results.
    pub shown: Vec<String>,
}

/// What else the tasks are made of.
pub struct Surroundings<'a> {
    /// That paths begin in.
    pub folder: &'a Path,
    /// Where the table says nothing.
    pub data_model: DataModel,
    /// Names that can be asked for.
    pub known_properties: &'a [&'a str],
    pub tools: &'a [Tool],
    /// Names of columns.
    pub shown: &'a [String],
}

pub fn select(
    table: &TaskTable,
    selection: &Selection,
    surroundings: &Surroundings,
) -> Result<Vec<Task>, Trouble> {
    for name in surroundings.shown {
        if table.column(name).is_none() {
            return Err(Trouble::new(
                format!("the table of tasks has no column `{name}`"),
                format!("it has {}", table.columns().join(", ")),
            ));
        }
    }
    for tool in surroundings.tools {
        check_properties(tool, surroundings.known_properties)?;
    }
    let wanted = table.rows.iter().filter(|row| selection.wants(row));
    let wanted = wanted.step_by(selection.every.max(1));
    let tasks: Result<Vec<Task>, Trouble> =
        wanted.map(|row| task(table, row, surroundings)).collect();
    let tasks = tasks?;
    if let Some((first, row)) = twice(table, selection, &tasks) {
        return Err(table.trouble_in(
            row,
            "task",
            format!("this task stands in the table twice: first in line {first}"),
            "lines may differ in property, data model or options",
        ));
    }
    if tasks.is_empty() {
        let message = match table.rows.is_empty() {
            true => "there is no task in the table".to_string(),
            false => format!(
                "none of the {} tasks of the table is selected",
                table.rows.len()
            ),
        };
        let help = "--property, --only, --except and --expected say which are";
        return Err(Trouble::new(message, help));
    }
    Ok(tasks)
}

fn check_properties(tool: &Tool, known: &[&str]) -> Result<(), Trouble> {
    let ToolKind::Described(description) = &tool.kind else {
        return Ok(());
    };
    let mut names = description.properties.keys();
    match names.find(|name| !known.contains(&name.as_str())) {
        None => Ok(()),
        Some(name) => Err(Trouble::new(
            format!(
                "the tool `{}` is described for `{name}`, which is no property",
                tool.name
            ),
            format!("these are known: {}", known.join(", ")),
        )),
    }
}

/// The line of a task, and another one that asks for the same.
fn twice<'t>(
    table: &'t TaskTable,
    selection: &Selection,
    tasks: &[Task],
) -> Option<(u32, &'t TaskRow)> {
    let wanted = table.rows.iter().filter(|row| selection.wants(row));
    let wanted = wanted.step_by(selection.every.max(1));
    let mut lines = HashMap::new();
    wanted.zip(tasks).find_map(|(row, task)| {
        let asked = (&task.path, &task.properties, task.data_model, &task.options);
        lines.insert(asked, row.line).map(|first| (first, row))
    })
}

impl Selection {
    fn wants(&self, row: &TaskRow) -> bool {
        let has_one_of = |parts: &[String]| parts.iter().any(|part| row.path.contains(part));
        (self.properties.is_empty() || self.properties.contains(&row.property))
            && (self.only.is_empty() || has_one_of(&self.only))
            && !has_one_of(&self.except)
            && self.expected.is_none_or(|wanted| wanted == row.expected)
    }
}

fn task(table: &TaskTable, row: &TaskRow, surroundings: &Surroundings) -> Result<Task, Trouble> {
    let known = surroundings.known_properties;
    let properties = properties::names(&row.property, known).map_err(|part| {
        table.trouble_in(
            row,
            "property",
            format!("`{part}` is no property that can be asked for"),
            format!(
                "these are known: {}; a+b asks for both; --except PART leaves tasks out",
                known.join(", ")
            ),
        )
    })?;
    let file = surroundings.folder.join(&row.path);
    if !file.is_file() {
        let message = format!("there is no file `{}`", file.display());
        return Err(table.trouble_in(row, "task", message, "--except PART leaves tasks out"));
    }
    let options = surroundings.tools.iter().map(|tool| {
        let mut words = match tool.is_unspool() {
            true => table.options(row, "options")?,
            false => Vec::new(),
        };
        words.extend(table.options(row, &format!("options:{}", tool.name))?);
        Ok(words)
    });
    let shown = surroundings.shown.iter();
    Ok(Task {
        category: row.category.clone(),
        path: row.path.clone(),
        file,
        property: row.property.clone(),
        properties,
        expected: row.expected,
        data_model: row.data_model.unwrap_or(surroundings.data_model),
        options: options.collect::<Result<_, Trouble>>()?,
        shown: shown
            .map(|name| table.cell(row, name).unwrap_or_default().to_string())
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_are_selected_by_all_that_is_said() {
        let text = "task\tproperty\texpected\na/1.c\tp\ttrue\na/2.c\tp\tfalse\nb/1.c\tp\tfalse\nb/2.c\tq\tfalse\n";
        let table = TaskTable::parse(text, "t").unwrap();
        let all = Selection {
            properties: Vec::new(),
            only: Vec::new(),
            except: Vec::new(),
            expected: None,
            every: 1,
        };
        let paths = |selection: Selection| {
            let rows = table.rows.iter().filter(|row| selection.wants(row));
            rows.map(|row| row.path.as_str())
                .collect::<Vec<_>>()
                .join(" ")
        };
        let some = |part: &str| vec![part.to_string()];
        assert_eq!(paths(all.clone()), "a/1.c a/2.c b/1.c b/2.c");
        let only = some("b/");
        assert_eq!(
            paths(Selection {
                only,
                ..all.clone()
            }),
            "b/1.c b/2.c"
        );
        let except = some("1.c");
        assert_eq!(
            paths(Selection {
                except,
                ..all.clone()
            }),
            "a/2.c b/2.c"
        );
        let properties = some("p");
        let expected = Some(false);
        let both = Selection {
            properties,
            expected,
            ..all
        };
        assert_eq!(paths(both), "a/2.c b/1.c");
    }

    #[test]
    fn what_cannot_be_asked_is_said_only_of_selected_tasks() {
        let text = "task\tproperty\texpected\n1.c\tp+termination\ttrue\n";
        let table = TaskTable::parse(text, "t").unwrap();
        let surroundings = Surroundings {
            folder: Path::new("no such folder"),
            data_model: DataModel::Lp64,
            known_properties: &["p"],
            tools: &[],
            shown: &[],
        };
        let mut selection = Selection {
            properties: Vec::new(),
            only: Vec::new(),
            except: Vec::new(),
            expected: None,
            every: 1,
        };
        let refused = |selection: &Selection| select(&table, selection, &surroundings).unwrap_err();
        let trouble = refused(&selection);
        assert!(trouble.message.contains("`termination` is no property"));
        assert_eq!(trouble.place.unwrap().line, 2);
        selection.expected = Some(false);
        assert!(refused(&selection).message.contains("none of the 1 tasks"));
    }
}
