//! What a swarm can write instead of deciding: its instances, as configuration files or as sequential programs.
//!
//! Without another name they are called as VeriSmart calls them: of `a.c`, `a_auto_config.json`, the folder `a.cluster` of such files, and the folder `a.swarm` of programs.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use unspool_backends::named;
use unspool_ir::PointId;
use unspool_swarm::configuration::{self, Configuration, Writer};

use crate::error::Error;
use crate::inputs::InputConfig;
use crate::output_options::STANDARD_OUTPUT;
use crate::sequential::{self, c_text};
use crate::swarm::Prepared;
use crate::swarm::instances::{open, unreadable};
use crate::swarm_options::SwarmOptions;

/// Nothing that is written is what is read, or what something else is written to.
pub fn check_places(options: &SwarmOptions, input: &InputConfig) -> Result<(), Error> {
    let mut read = input.clone();
    read.files.extend(options.config_file.clone());
    let configuration = match options.config_only {
        true => Some(output(options, input, "_auto_config.json")?),
        false => None,
    };
    let configuration = configuration.map(|path| path.display().to_string());
    if let Some(file) = &options.config_file {
        check_configuration(options, input, Path::new(file))?;
    }
    if options.log.as_deref() == Some(STANDARD_OUTPUT) {
        return Err(Error::Usage {
            message: "a log is a file, with which a swarm can go on".to_string(),
            help: "give --log the name of one".to_string(),
        });
    }
    let reports = options.check.output.files().into_iter();
    let mut written: Vec<&str> = reports.map(|(_, file)| file).collect();
    for file in (options.log.as_deref().into_iter()).chain(configuration.as_deref()) {
        if written.contains(&file) {
            return Err(Error::Usage {
                message: format!("two results cannot go to `{file}`"),
                help: "give them different names".to_string(),
            });
        }
        written.push(file);
    }
    written.iter().try_for_each(|file| read.check_output(file))
}

/// It is read several times, and is none of those that are written.
fn check_configuration(
    options: &SwarmOptions,
    input: &InputConfig,
    file: &Path,
) -> Result<(), Error> {
    if file.exists() && !file.is_file() {
        return Err(Error::Usage {
            message: format!("`{}` is not a file that can be read again", file.display()),
            help: "write the instances to a file first".to_string(),
        });
    }
    if options.cluster_config.is_some() {
        let folder = output(options, input, ".cluster")?;
        let place = |path: &Path| path.canonicalize().ok();
        let is_there = file
            .canonicalize()
            .ok()
            .and_then(|file| place(file.parent()?));
        if is_there.is_some() && is_there == place(&folder) {
            return Err(Error::Usage {
                message: format!(
                    "`{}` is in the folder that files are written to: it might be overwritten",
                    file.display()
                ),
                help: "give another folder with --swarm-output".to_string(),
            });
        }
    }
    Ok(())
}

/// What an earlier call has left must not be taken for a part of what is written now.
fn check_left_over(path: &Path) -> Result<(), Error> {
    match path.exists() {
        true => Err(Error::Usage {
            message: format!(
                "`{}` is of an earlier call, and would not be replaced",
                path.display()
            ),
            help: "remove the folder, or give another one with --swarm-output".to_string(),
        }),
        false => Ok(()),
    }
}

/// Writes what was asked for, and says what that was. None if nothing was.
pub fn write(
    options: &SwarmOptions,
    input: &InputConfig,
    swarm: &Prepared,
) -> Result<Option<String>, Error> {
    let path = |end: &str| output(options, input, end);
    if options.config_only {
        let path = path("_auto_config.json")?;
        input.check_output(&path.display().to_string())?;
        let count = write_configuration(options, swarm, &path)?;
        return Ok(Some(format!(
            "wrote {} of {}",
            path.display(),
            counted(count)
        )));
    }
    let all = swarm
        .tiled
        .as_ref()
        .map(|tiled| tiled.count)
        .or(swarm.given);
    if let Some(size) = options.cluster_config {
        let folder = path(".cluster")?;
        if let Some(files) = all.and_then(|all| u32::try_from(all.div_ceil(size)).ok()) {
            check_left_over(&configuration_file(&folder, files))?;
        }
        let files = write_configurations(options, swarm, &folder, size)?;
        let plural = if files == 1 { "" } else { "s" };
        return Ok(Some(format!(
            "wrote {files} configuration file{plural} to {}",
            folder.display()
        )));
    }
    if options.instances_only {
        let folder = path(".swarm")?;
        if let Some(tiled) = &swarm.tiled {
            check_left_over(&folder.join(format!("s{}.c", tiled.count)))?;
        }
        let count = write_programs(options, swarm, &folder)?;
        return Ok(Some(format!(
            "wrote {} to {}",
            counted(count),
            folder.display()
        )));
    }
    Ok(None)
}

fn counted(instances: u64) -> String {
    match instances {
        1 => "one instance".to_string(),
        many => format!("{many} instances"),
    }
}

/// Beside the first input.
pub fn output(options: &SwarmOptions, input: &InputConfig, end: &str) -> Result<PathBuf, Error> {
    if let Some(path) = &options.swarm_output {
        return Ok(PathBuf::from(path));
    }
    match input.files.first().map(String::as_str) {
        None | Some("-") => Err(Error::Usage {
            message: "a program on standard input gives files no name".to_string(),
            help: "name them with --swarm-output PATH".to_string(),
        }),
        Some(file) => {
            let stem = Path::new(file).with_extension("");
            Ok(PathBuf::from(format!("{}{end}", stem.display())))
        }
    }
}

/// Calls `hear` with each instance until it fails.
pub fn for_each_instance(
    options: &SwarmOptions,
    swarm: &Prepared,
    hear: &mut dyn FnMut(Configuration) -> Result<(), Error>,
) -> Result<(), Error> {
    if let Some(tiled) = &swarm.tiled {
        let mut instances = (0..tiled.count).map_while(|place| tiled.instance(place));
        return instances.try_for_each(hear);
    }
    let Some(path) = &options.config_file else {
        return Err(Error::Bug("there are no instances".to_string()));
    };
    let mut heard = Ok(());
    let read = configuration::read(open(path)?, None, &mut |configuration| {
        heard = hear(configuration);
        heard.is_ok()
    });
    read.map_err(|error| unreadable(path, &error))?;
    heard
}

fn write_configuration(
    options: &SwarmOptions,
    swarm: &Prepared,
    path: &Path,
) -> Result<u64, Error> {
    let mut writer = begin(path)?;
    let mut count = 0;
    for_each_instance(options, swarm, &mut |configuration| {
        swarm.places.sealed(&configuration)?;
        count += 1;
        writer
            .write(&configuration)
            .map_err(|error| cannot_write(path, &error))
    })?;
    writer
        .finish()
        .map_err(|error| cannot_write(path, &error))?;
    Ok(count)
}

/// Files of so many instances each: `config0.json` and so on. Returns how many files there are.
pub fn write_configurations(
    options: &SwarmOptions,
    swarm: &Prepared,
    folder: &Path,
    size: u64,
) -> Result<u32, Error> {
    std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
    let mut writer: Option<(Writer<BufWriter<File>>, PathBuf, u64)> = None;
    let mut files = 0;
    let finish = |writer: Option<(Writer<BufWriter<File>>, PathBuf, u64)>| match writer {
        Some((writer, path, _)) => writer.finish().map_err(|error| cannot_write(&path, &error)),
        None => Ok(()),
    };
    for_each_instance(options, swarm, &mut |configuration| {
        swarm.places.sealed(&configuration)?;
        if writer.as_ref().is_some_and(|(_, _, count)| *count >= size) {
            finish(writer.take())?;
        }
        if writer.is_none() {
            let path = configuration_file(folder, files);
            files += 1;
            writer = Some((begin(&path)?, path, 0));
        }
        match &mut writer {
            Some((writer, path, count)) => {
                *count += 1;
                writer
                    .write(&configuration)
                    .map_err(|error| cannot_write(path, &error))
            }
            None => Ok(()),
        }
    })?;
    finish(writer)?;
    Ok(files)
}

/// How many there are in a file, all of which is looked at.
pub fn count_instances(path: &Path, threads: &[String]) -> Result<u64, Error> {
    let path = path.to_string_lossy();
    let mut count = 0;
    let read = configuration::read(open(&path)?, Some(threads), &mut |_| {
        count += 1;
        true
    });
    read.map_err(|error| unreadable(&path, &error))?;
    Ok(count)
}

pub fn configuration_file(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!("config{number}.json"))
}

fn begin(path: &Path) -> Result<Writer<BufWriter<File>>, Error> {
    let file = File::create(path).map_err(|error| cannot_write(path, &error))?;
    Writer::new(BufWriter::new(file)).map_err(|error| cannot_write(path, &error))
}

/// Each instance as a sequential program.
fn write_programs(options: &SwarmOptions, swarm: &Prepared, folder: &Path) -> Result<u64, Error> {
    std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
    let schema = &options.check.schema_options;
    let schedule = swarm.common.depth.schedule;
    schema.check(crate::schema_options::Schema::Lazy, schedule)?;
    let config = schema.config(crate::schema_options::Schema::Lazy, schedule);
    let backend = match &swarm.backend {
        Some(order) => Some(order.backend),
        None => named("cbmc"),
    };
    let prelude = backend.map_or("", |backend| backend.prelude);
    let mut count = 0;
    for_each_instance(options, swarm, &mut |configuration| {
        let numbers = swarm.places.sealed(&configuration)?;
        let points = swarm.places.points_of(&numbers).into_iter();
        let sealed = points
            .map(|(thread, point)| (thread, PointId(point)))
            .collect();
        let properties = &swarm.common.properties;
        let made = sequential::make_sealed(&swarm.bounded, &config, properties, &sealed)?;
        let text = c_text::write(&made.program, Some(&made.notes), prelude, true).text;
        let path = folder.join(format!("{}.c", file_name(&configuration.name)));
        count += 1;
        let written = File::create(&path).and_then(|mut file| file.write_all(text.as_bytes()));
        written.map_err(|error| cannot_write(&path, &error))
    })?;
    Ok(count)
}

/// Names come from files that anybody may have written. Different ones have different files.
fn file_name(name: &str) -> String {
    const LONGEST: usize = 100;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !name.is_empty() && name.len() <= LONGEST && name.chars().all(is_plain) {
        return name.to_string();
    }
    let plain = name.chars().map(|c| if is_plain(c) { c } else { '_' });
    let plain: String = plain.take(LONGEST).collect();
    let hash = Sha256::digest(name.as_bytes());
    let hash = hash.iter().take(8).map(|byte| format!("{byte:02x}"));
    format!("{plain}-{}", hash.collect::<String>())
}

pub fn cannot_write(path: &Path, error: &std::io::Error) -> Error {
    Error::input(
        format!("cannot write `{}`: {error}", path.display()),
        "give another place with --swarm-output PATH",
    )
}
