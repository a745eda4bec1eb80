//! Configuration files: which statements of each thread are in the tiles of each instance.
//!
//! The format is VeriSmart's: an object with one entry for each instance, which has one entry for each thread with its intervals of visible statements.
//!
//! ```json
//! {"s0": {"thread1_0": [[1, 3]], "main": [[1, 6]]}, "s1": {"thread1_0": [[1, 3]], "main": [[7, 9]]}}
//! ```
//!
//! A file may be larger than memory. So it is written instance by instance ([`Writer`]), and read the same way: whoever reads it is called with each instance as it is met ([`read`]). Only hashes of names are kept, since no two instances may have the same: logs know them by it.

use std::fmt;
use std::io::{self, Read, Write};

use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashSet};
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

use crate::tiling::Interval;

/// One instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Configuration {
    pub name: String,
    /// Each thread by name.
    pub threads: Vec<(String, Vec<Interval>)>,
}

/// Why a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ConfigurationError {
    #[error("{0}")]
    Read(io::Error),
    /// At a line and column.
    #[error("{line}:{column}: {what}")]
    Wrong {
        line: usize,
        column: usize,
        what: String,
    },
}

/// Calls `hear` with each instance, in the order of the file, until it returns false. If `threads` are given, there are no others.
pub fn read(
    source: impl Read,
    threads: Option<&[String]>,
    hear: &mut dyn FnMut(Configuration) -> bool,
) -> Result<(), ConfigurationError> {
    let mut has_enough = false;
    let mut reader = serde_json::Deserializer::from_reader(io::BufReader::new(source));
    let instances = Instances {
        threads,
        hear,
        has_enough: &mut has_enough,
    };
    let read = instances
        .deserialize(&mut reader)
        .and_then(|()| reader.end());
    match read {
        // The error was our own, to leave the file where nobody wants more of it.
        Err(_) if has_enough => Ok(()),
        Ok(()) => Ok(()),
        Err(error) if error.is_io() => Err(ConfigurationError::Read(error.into())),
        Err(error) => Err(wrong(&error)),
    }
}

fn wrong(error: &serde_json::Error) -> ConfigurationError {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    ConfigurationError::Wrong {
        line: error.line(),
        column: error.column(),
        what: text.strip_suffix(&place).unwrap_or(&text).to_string(),
    }
}

/// Writes a file.
pub struct Writer<W: Write> {
    to: W,
    is_empty: bool,
}

impl<W: Write> Writer<W> {
    pub fn new(mut to: W) -> io::Result<Writer<W>> {
        to.write_all(b"{")?;
        Ok(Writer { to, is_empty: true })
    }

    pub fn write(&mut self, configuration: &Configuration) -> io::Result<()> {
        let separator = if self.is_empty { "\n" } else { ",\n" };
        self.is_empty = false;
        write!(self.to, "{separator}{}: {{", quoted(&configuration.name))?;
        for (place, (thread, intervals)) in configuration.threads.iter().enumerate() {
            let comma = if place == 0 { "" } else { ", " };
            let intervals = intervals.iter();
            let intervals: Vec<String> = intervals
                .map(|interval| format!("[{}, {}]", interval.first, interval.last))
                .collect();
            write!(
                self.to,
                "{comma}{}: [{}]",
                quoted(thread),
                intervals.join(", ")
            )?;
        }
        self.to.write_all(b"}")
    }

    pub fn finish(mut self) -> io::Result<()> {
        self.to.write_all(b"\n}\n")?;
        self.to.flush()
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The whole file.
struct Instances<'h> {
    threads: Option<&'h [String]>,
    hear: &'h mut dyn FnMut(Configuration) -> bool,
    has_enough: &'h mut bool,
}

impl<'de> DeserializeSeed<'de> for Instances<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Instances<'_> {
    type Value = ();

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("an object with an entry for each instance")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut names = FxHashSet::default();
        while let Some(name) = map.next_key::<String>()? {
            if !names.insert(FxBuildHasher.hash_one(&name)) {
                return Err(A::Error::custom(format_args!(
                    "the instance `{name}` comes twice"
                )));
            }
            let threads = map.next_value_seed(Threads {
                known: self.threads,
            })?;
            if !(self.hear)(Configuration { name, threads }) {
                *self.has_enough = true;
                return Err(A::Error::custom("enough"));
            }
        }
        Ok(())
    }
}

struct Threads<'t> {
    known: Option<&'t [String]>,
}

impl<'de> DeserializeSeed<'de> for Threads<'_> {
    type Value = Vec<(String, Vec<Interval>)>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Threads<'_> {
    type Value = Vec<(String, Vec<Interval>)>;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("an object with an entry for each thread")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut threads: Vec<(String, Vec<Interval>)> = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            if let Some(known) = self.known
                && !known.contains(&name)
            {
                return Err(A::Error::custom(format_args!(
                    "the program has no thread `{name}` within these bounds: its threads are {}",
                    known.join(", ")
                )));
            }
            if threads.iter().any(|(known, _)| *known == name) {
                return Err(A::Error::custom(format_args!(
                    "the thread `{name}` comes twice in one instance"
                )));
            }
            threads.push((name, map.next_value_seed(Intervals)?));
        }
        Ok(threads)
    }
}

struct Intervals;

impl<'de> DeserializeSeed<'de> for Intervals {
    type Value = Vec<Interval>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Intervals {
    type Value = Vec<Interval>;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("intervals of visible statements, such as [[1, 3], [7, 9]]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut intervals = Vec::new();
        while let Some([first, last]) = list.next_element::<[u32; 2]>()? {
            if first > last {
                return Err(A::Error::custom(format_args!(
                    "the interval [{first}, {last}] ends before it begins"
                )));
            }
            intervals.push(Interval { first, last });
        }
        Ok(intervals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Result<Vec<Configuration>, String> {
        let mut found = Vec::new();
        let threads = ["main", "m", "thread1_0", "odd \"name\"\n"].map(str::to_string);
        let read = read(text.as_bytes(), Some(&threads), &mut |configuration| {
            found.push(configuration);
            true
        });
        read.map(|()| found).map_err(|error| error.to_string())
    }

    fn interval(first: u32, last: u32) -> Interval {
        Interval { first, last }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let name = |name: &str| name.to_string();
        let first = Configuration {
            name: name("s0"),
            threads: vec![
                (name("thread1_0"), vec![interval(1, 3)]),
                (name("odd \"name\"\n"), vec![]),
                (name("main"), vec![interval(1, 6), interval(9, 9)]),
            ],
        };
        let second = Configuration {
            name: name("s1"),
            threads: Vec::new(),
        };
        let mut text = Vec::new();
        let mut writer = Writer::new(&mut text).expect("memory");
        writer.write(&first).expect("memory");
        writer.write(&second).expect("memory");
        writer.finish().expect("memory");
        let text = String::from_utf8(text).expect("JSON is UTF-8");
        assert_eq!(all(&text), Ok(vec![first, second]));
        let mut empty = Vec::new();
        let writer = Writer::new(&mut empty).expect("memory");
        writer.finish().expect("memory");
        assert_eq!(all(std::str::from_utf8(&empty).expect("UTF-8")), Ok(vec![]));
    }

    #[test]
    fn files_of_the_original_are_read() {
        let text = r#"{"s0": {"thread1_0": [[1, 3]], "main": [[1, 6]]},
            "s1":{"main":[[1,1],[4,4]],"thread1_0":[[2,2],[3,3]]}}"#;
        let found = all(text).expect("a configuration file");
        assert_eq!(
            found[0].threads[1],
            ("main".to_string(), vec![interval(1, 6)])
        );
        assert_eq!(found[1].threads[1].1, [interval(2, 2), interval(3, 3)]);
    }

    #[test]
    fn reading_ends_when_there_is_enough() {
        let mut heard = 0;
        let text = r#"{"a": {}, "b": {}, this is never read"#;
        let read = read(text.as_bytes(), None, &mut |_| {
            heard += 1;
            heard < 2
        });
        assert!(read.is_ok() && heard == 2);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for (text, told) in [
            ("", "1: EOF while parsing a value"),
            (
                "[]",
                "1: invalid type: sequence, expected an object with an entry for each instance",
            ),
            (
                "{\"s0\":\n {\"main\": [[3, 1]]}}",
                "2: the interval [3, 1] ends before it begins",
            ),
            (
                "{\"s0\": {\"main\": [[1, 2, 3]]}}",
                "1: trailing characters",
            ),
            (
                "{\"s0\": {\"main\": [[1]]}}",
                "1: invalid length 1, expected an array of length 2",
            ),
            (
                "{\"s0\": {\"main\": [[-1, 2]]}}",
                "1: invalid value: integer `-1`, expected u32",
            ),
            (
                "{\"s0\": {\"main\": 3}}",
                "1: invalid type: integer `3`, expected intervals of visible statements, such as [[1, 3], [7, 9]]",
            ),
            (
                "{\"s0\": {\"m\": [], \"m\": []}}",
                "1: the thread `m` comes twice in one instance",
            ),
            (
                "{\"s0\": {\n\"n\": []}}",
                "2: the program has no thread `n` within these bounds: its threads are main, m, thread1_0, odd \"name\"\n",
            ),
            (
                "{\"s0\": {},\n\"s1\": {},\n\"s0\": {}}",
                "3: the instance `s0` comes twice",
            ),
            ("{} {}", "1: trailing characters"),
        ] {
            let error = all(text).expect_err(text);
            // Columns are as near as the reader knows.
            let (line, rest) = error.split_once(':').expect("a line");
            let (_, what) = rest.split_once(": ").expect("a column");
            assert_eq!(format!("{line}: {what}"), told, "{text}");
        }
    }
}
