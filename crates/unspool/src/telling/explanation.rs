//! Why it came to the violation, in one sentence.
//!
//! Most violations of concurrent programs are of one of a few patterns of accesses to one variable (Lu, Park, Seo and Zhou, *Learning from
//! mistakes: a comprehensive study on real world concurrency bug characteristics*, 2008): two accesses of a thread between which another
//! thread interferes, or a read that comes too early. The patterns are looked for in the accesses of the trace; the one that fits best, and touches what the violation looks at,
//! is told. If none fits, who wrote last what the violation looked at is. It is a hint and not a proof: whether the pattern is the cause, the reader judges.

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_ir::{InstKind, Property};
use unspool_report::model::{Event, LibraryEffect, Related, SourceFile, Step, StorageKind, Trace};

use unspool_report::words;

use super::accesses::{Access, AccessKind, accesses};
use super::held_free::Kept;
use super::library::{SPURIOUS_WAKEUP, joined_thread};
use super::origins::Origins;
use super::variables::object_in;

const COMPARE_EXCHANGE: &str = "compare-exchange";

/// Fills in the explanation and the places that it speaks of.
pub fn explain(trace: &mut Trace, known: &Known<'_>, files: &[SourceFile]) {
    let explaining = Explaining::new(trace, known, files);
    let (sentence, steps) = explaining
        .misuse()
        .or_else(|| explaining.spurious_wakeup())
        .or_else(|| explaining.unset())
        .or_else(|| explaining.interference())
        .or_else(|| explaining.last_write())
        .or_else(|| explaining.too_early())
        .or_else(|| explaining.read_before_write())
        .or_else(|| explaining.input())
        .unwrap_or_else(|| explaining.alone());
    let related = explaining.related(&steps);
    trace.violation.explanation = sentence;
    trace.violation.related = related;
}

/// What is known of a trace besides.
pub struct Known<'a> {
    /// Of each variable; those with bytes in common have the same.
    pub cells: &'a [usize],
    /// The names of objects that anyone has written.
    pub written: &'a FxHashSet<String>,
    pub origins: &'a Origins,
    pub kept: Option<&'a Kept>,
}

/// The sentence, and the steps that it speaks of, each with the variable that matters.
type Explanation = (String, Vec<(usize, Option<usize>)>);

struct Explaining<'a> {
    trace: &'a Trace,
    files: &'a [SourceFile],
    accesses: Vec<Access>,
    /// What the violation looked at: the cells that its values came from, or else those read last by its thread.
    looked_at: Vec<usize>,
    /// Steps in which values that it looked at came from outside.
    inputs: &'a [usize],
    written: &'a FxHashSet<String>,
    kept: Option<&'a Kept>,
}

/// Two accesses of a thread, and one of another between them.
struct Interference {
    first: Access,
    between: Access,
    second: Access,
    /// How well it explains.
    weight: u32,
}

/// The last of some accesses, and the last one of any other thread.
#[derive(Default)]
struct Latest {
    last: Option<(u32, usize)>,
    of_other: Option<(u32, usize)>,
}

impl Latest {
    fn note(&mut self, thread: u32, at: usize) {
        if self.last.is_some_and(|(last, _)| last != thread) {
            self.of_other = self.last;
        }
        self.last = Some((thread, at));
    }

    fn of_another(&self, thread: u32) -> Option<usize> {
        let known = [self.last, self.of_other].into_iter().flatten();
        let mut others = known.filter(|(of, _)| *of != thread);
        others.next().map(|(_, at)| at)
    }
}

impl<'a> Explaining<'a> {
    fn new(trace: &'a Trace, known: &Known<'a>, files: &'a [SourceFile]) -> Explaining<'a> {
        let origins = known.origins;
        let accesses = accesses(trace, known.cells);
        let cell = |variable: &usize| known.cells.get(*variable).copied().unwrap_or(*variable);
        let looked_at = match origins.variables.is_empty() && origins.inputs.is_empty() {
            true => last_read(trace, &accesses),
            false => origins.variables.iter().map(cell).collect(),
        };
        Explaining {
            inputs: &origins.inputs,
            written: known.written,
            kept: known.kept,
            trace,
            files,
            accesses,
            looked_at,
        }
    }

    /// Misuse of a lock or thread: what was last done with it.
    fn misuse(&self) -> Option<Explanation> {
        if !self.trace.violation.property.ends_with("misuse") {
            return None;
        }
        let last = self.trace.steps.len().checked_sub(1)?;
        if self.trace.violation.property == Property::ThreadMisuse.name() {
            return self.last_join(last);
        }
        if self.trace.violation.message == InstKind::FREE_OF_HELD {
            return self.holder();
        }
        let object = self.objects(last).next()?;
        let step = (0..last)
            .rev()
            .find(|step| self.objects(*step).any(|it| it == object))?;
        let words = self.library_words(step, object)?;
        let who = self.thread(self.trace.steps.get(step)?.thread);
        let before = format!("before, {who} {words} at {}", self.place(step));
        Some((before, vec![(step, Some(object))]))
    }

    /// Who holds a lock in what is freed.
    fn holder(&self) -> Option<Explanation> {
        let kept = self.kept?;
        let whence = kept.place.map_or_else(String::new, |place| {
            format!(" at {}", words::short_place(self.files, &place))
        });
        let keeps = match kept.has_ended {
            true => "has ended without giving it back",
            false => "still holds it",
        };
        let who = self.thread(kept.thread);
        let sentence = format!("{who} took `{}`{whence}, and {keeps}", kept.lock);
        let mut steps = self.trace.steps.iter();
        let step = steps.rposition(|it| it.thread == kept.thread && it.place == kept.place);
        Some((
            sentence,
            step.map(|step| (step, None)).into_iter().collect(),
        ))
    }

    /// Who has joined a thread before.
    fn last_join(&self, before: usize) -> Option<Explanation> {
        let steps = self.trace.steps.iter().enumerate().take(before).rev();
        let mut joins = steps.filter_map(|(number, step)| {
            let words = step.events.iter().find_map(|event| match event {
                Event::Library { words, .. } if joined_thread(words).is_some() => Some(past(words)),
                _ => None,
            })?;
            Some((number, step.thread, words))
        });
        let (number, thread, words) = joins.next()?;
        let sentence = format!(
            "before, {} {words} at {}",
            self.thread(thread),
            self.place(number)
        );
        Some((sentence, vec![(number, None)]))
    }

    /// The thread went on though nobody had signalled, and came to the violation without looking again.
    fn spurious_wakeup(&self) -> Option<Explanation> {
        let violation = &self.trace.violation;
        let own = self.trace.steps.iter().enumerate().rev();
        let own = own.filter(|(_, step)| step.thread == violation.thread);
        let is_wakeup = |step: &Step| {
            step.events.iter().any(|event| {
                let words = match event {
                    Event::Library { words, .. } => words.as_str(),
                    _ => "",
                };
                words.starts_with(SPURIOUS_WAKEUP)
            })
        };
        // Whoever reads something in between has looked again.
        let looks = |step: &Step| {
            step.events
                .iter()
                .any(|it| matches!(it, Event::Read { .. }))
        };
        let mut behind_last = own
            .skip(1)
            .skip_while(|(_, step)| !is_wakeup(step) && !looks(step));
        let found = behind_last.next().filter(|(_, step)| is_wakeup(step));
        let (number, _) = found?;
        let sentence = format!(
            "{} woke up at {} without a signal, and did not look again whether it may go on",
            self.thread(violation.thread),
            self.place(number),
        );
        Some((sentence, vec![(number, None)]))
    }

    fn interference(&self) -> Option<Explanation> {
        let best = self.interferences().into_iter().reduce(|best, other| {
            // Of equally good ones the last, which is nearest to the violation.
            if other.weight >= best.weight {
                other
            } else {
                best
            }
        })?;
        let (first, between, second) = (best.first, best.between, best.second);
        let name = self.name(first.variable);
        let verb = if between.kind.is_write() {
            "wrote"
        } else {
            "read"
        };
        let sentence = format!(
            "{} {verb} `{name}` between the {} at {} and the {} at {} of {}",
            self.thread(between.thread),
            self.kind(first),
            self.place(first.step),
            self.kind(second),
            self.place(second.step),
            self.thread(first.thread),
        );
        let accesses = [first, between, second];
        let steps = accesses.map(|access| (access.step, Some(access.variable)));
        Some((sentence, steps.into()))
    }

    fn interferences(&self) -> Vec<Interference> {
        // By thread and variable, the last access; and by variable, the last ones of any threads.
        let mut before: FxHashMap<(u32, usize), usize> = FxHashMap::default();
        let mut latest: FxHashMap<usize, (Latest, Latest)> = FxHashMap::default();
        let mut found = Vec::new();
        for (at, second) in self.accesses.iter().enumerate() {
            let first = before.insert((second.thread, second.cell), at);
            let (writes, all) = latest.entry(second.cell).or_default();
            let behind = |latest: &Latest| {
                let other = latest.of_another(second.thread)?;
                (Some(other) > first).then_some(other)
            };
            if let Some(first) = first
                && let Some(between) = behind(writes).or_else(|| behind(all))
                && let (first, between) = (self.accesses[first], self.accesses[between])
                && let Some(weight) = self.weight(first, between, *second)
            {
                found.push(Interference {
                    first,
                    between,
                    second: *second,
                    weight,
                });
            }
            all.note(second.thread, at);
            if second.kind.is_write() {
                writes.note(second.thread, at);
            }
        }
        found
    }

    /// None for what is no pattern of a mistake.
    fn weight(&self, first: Access, between: Access, second: Access) -> Option<u32> {
        use AccessKind::{Read, Update, Write};
        let pattern = match (first.kind, between.kind.is_write(), second.kind) {
            // What it computed is from an old value, and the other's is lost.
            (Read, true, Write) => 6,
            // A compare-exchange that has not noticed that the value was another one for a while; or other atomic updates of what it has looked at before.
            (Read, true, Update) if self.kind(second) == COMPARE_EXCHANGE => 7,
            (Read, true, Update) => 5,
            // What it wrote is not there any more.
            (Write | Update, true, Read) => 4,
            // What it has looked at is not so any more; a loop that waits looks again on purpose.
            (Read, true, Read)
                if first.step != second.step && !self.is_same_place(first, second) =>
            {
                3
            }
            // The other has seen what is only half done.
            (Write, false, Write) => 2,
            _ => return None,
        };
        if self.is_ordered(first, between, second) {
            return None;
        }
        let is_looked_at = self.looked_at.contains(&first.cell);
        let by_violating = first.thread == self.trace.violation.thread;
        Some(pattern + 4 * u32::from(is_looked_at) + u32::from(by_violating))
    }

    /// Whether the other thread was created behind the first access, and joined before the second: nothing else could come between them.
    fn is_ordered(&self, first: Access, between: Access, second: Access) -> bool {
        let steps = self.trace.steps.get(first.step + 1..second.step);
        let events = steps.unwrap_or_default().iter().filter_map(|step| {
            let is_own = step.thread == first.thread;
            is_own.then_some(step.events.iter())
        });
        let (mut is_created, mut is_joined) = (false, false);
        for event in events.flatten() {
            match event {
                Event::Creates { thread } => is_created |= *thread == between.thread,
                Event::Library { words, .. } => {
                    is_joined |= joined_thread(words) == Some(between.thread);
                }
                _ => {}
            }
        }
        is_created && is_joined
    }

    fn is_same_place(&self, one: Access, other: Access) -> bool {
        let place = |access: Access| {
            self.trace
                .steps
                .get(access.step)
                .and_then(|step| step.place)
        };
        place(one) == place(other)
    }

    /// Another thread wrote what the violation looked at, and nobody has since.
    fn last_write(&self) -> Option<Explanation> {
        let last = |cell: &usize| {
            let mut all = self.accesses.iter().rev();
            let write = all.find(|it| it.cell == *cell && it.kind.is_write())?;
            (write.thread != self.trace.violation.thread).then_some(write)
        };
        let write = self
            .looked_at
            .iter()
            .filter_map(last)
            .max_by_key(|it| it.step)?;
        let value = self
            .written(*write)
            .map_or(String::new(), |value| format!(" {value}"));
        let sentence = format!(
            "{} wrote{value} to `{}` at {}, which {} then read",
            self.thread(write.thread),
            self.name(write.variable),
            self.place(write.step),
            self.thread(self.trace.violation.thread),
        );
        Some((sentence, vec![(write.step, Some(write.variable))]))
    }

    /// Nobody wrote what the violation looked at. Only of global variables: what happens to other objects may go by several names.
    fn too_early(&self) -> Option<Explanation> {
        if self.trace.threads.len() < 2 {
            return None;
        }
        let is_unwritten_global = |access: &&Access| {
            let variable = self.trace.variables.get(access.variable);
            let is_global = variable.is_some_and(|it| it.storage == StorageKind::Global);
            is_global && !self.written.contains(object_in(self.name(access.variable)))
        };
        let reads = self.accesses.iter().rev();
        let mut reads = reads.filter(|it| self.looked_at.contains(&it.cell));
        let read = reads.find(is_unwritten_global)?;
        let variable = read.variable;
        let sentence = format!(
            "{} read `{}` at {} before any thread had written it",
            self.thread(read.thread),
            self.name(variable),
            self.place(read.step),
        );
        Some((sentence, vec![(read.step, Some(variable))]))
    }

    /// The thread of the violation has looked at something that another thread changed only then.
    fn read_before_write(&self) -> Option<Explanation> {
        let own = self.trace.violation.thread;
        let (mut later, mut found) = (FxHashMap::default(), None);
        for access in self.accesses.iter().rev() {
            if access.thread != own && access.kind.is_write() {
                later.insert(access.cell, *access);
            } else if access.thread == own
                && access.kind == AccessKind::Read
                && let Some(write) = later.get(&access.cell)
            {
                found = Some((*access, *write));
                break;
            }
        }
        let (read, write) = found?;
        let sentence = format!(
            "{} read `{}` at {} before {} wrote it at {}",
            self.thread(read.thread),
            self.name(read.variable),
            self.place(read.step),
            self.thread(write.thread),
            self.place(write.step),
        );
        let steps = [read, write].map(|access| (access.step, Some(access.variable)));
        Some((sentence, steps.into()))
    }

    /// Something that the violation looked at had no value yet.
    fn unset(&self) -> Option<Explanation> {
        let of_step = |number: usize| {
            let events = &self.trace.steps.get(number)?.events;
            events.iter().find_map(|event| match event {
                Event::Input {
                    variable: Some(variable),
                    is_unset: true,
                    ..
                } => Some((number, *variable)),
                _ => None,
            })
        };
        let (number, variable) = self.inputs.iter().rev().copied().find_map(of_step)?;
        let sentence = format!(
            "{} read `{}` at {} before anything was written to it",
            self.thread(self.trace.steps.get(number)?.thread),
            self.name(variable),
            self.place(number),
        );
        Some((sentence, vec![(number, Some(variable))]))
    }

    /// A value from outside.
    fn input(&self) -> Option<Explanation> {
        let all = (0..self.trace.steps.len()).rev();
        let mut steps = self.inputs.iter().rev().copied().chain(all);
        steps.find_map(|number| {
            let events = &self.trace.steps.get(number)?.events;
            events.iter().find_map(|event| {
                let Event::Input {
                    variable, value, ..
                } = event
                else {
                    return None;
                };
                let name = variable.map_or("the input".to_string(), |variable| {
                    format!("the input `{}`", self.name(variable))
                });
                let sentence = format!("{name} at {} was {value}", self.place(number));
                Some((sentence, vec![(number, *variable)]))
            })
        })
    }

    fn alone(&self) -> Explanation {
        let sentence = match self.trace.threads.len() {
            0 | 1 => "this happens whenever the program is run".to_string(),
            _ => "the steps above lead here; no single access of another thread stands out"
                .to_string(),
        };
        (sentence, Vec::new())
    }

    fn related(&self, steps: &[(usize, Option<usize>)]) -> Vec<Related> {
        let related = steps.iter().filter_map(|(number, variable)| {
            let step = self.trace.steps.get(*number)?;
            if step.place == self.trace.violation.place {
                return None;
            }
            Some(Related {
                place: step.place?,
                message: format!(
                    "{} {}",
                    self.thread(step.thread),
                    words::of_step(self.trace, step, *variable).join(", ")
                ),
                step: *number,
            })
        });
        related.collect()
    }

    fn objects(&self, step: usize) -> impl Iterator<Item = usize> + '_ {
        let events = self
            .trace
            .steps
            .get(step)
            .map_or(&[][..], |step| &step.events);
        events.iter().filter_map(|event| match event {
            Event::Library {
                variable, effect, ..
            } if *effect != LibraryEffect::Other || variable.is_some() => *variable,
            _ => None,
        })
    }

    fn library_words(&self, step: usize, object: usize) -> Option<String> {
        self.trace
            .steps
            .get(step)?
            .events
            .iter()
            .find_map(|event| match event {
                Event::Library {
                    variable, words, ..
                } if *variable == Some(object) => Some(past(words)),
                _ => None,
            })
    }

    fn written(&self, access: Access) -> Option<&str> {
        let mut events = self.trace.steps.get(access.step)?.all_events();
        events.find_map(|event| match event {
            Event::Write {
                variable, after, ..
            } if *variable == access.variable => Some(after.as_str()),
            Event::Input {
                variable, value, ..
            } if *variable == Some(access.variable) => Some(value.as_str()),
            Event::Update {
                variable, after, ..
            } if *variable == access.variable => after.as_deref(),
            _ => None,
        })
    }

    fn name(&self, variable: usize) -> &str {
        words::variable_name(self.trace, variable)
    }

    fn thread(&self, number: u32) -> String {
        words::thread(self.trace, number)
    }

    fn place(&self, step: usize) -> String {
        let place = self.trace.steps.get(step).and_then(|step| step.place);
        match place {
            Some(place) => words::short_place(self.files, &place),
            None => "a place without a line".to_string(),
        }
    }

    fn kind(&self, access: Access) -> &'static str {
        match access.kind {
            AccessKind::Read => "read",
            AccessKind::Write => "write",
            AccessKind::Update | AccessKind::FailedUpdate => {
                let step = self.trace.steps.get(access.step);
                let is_exchange = step.is_some_and(|step| is_compare_exchange(&step.statement));
                if is_exchange {
                    COMPARE_EXCHANGE
                } else {
                    "update"
                }
            }
        }
    }
}

/// The variables that the last step of the violating thread read; if it read none, those of the one before that did.
fn last_read(trace: &Trace, accesses: &[Access]) -> Vec<usize> {
    let own = accesses
        .iter()
        .filter(|access| access.thread == trace.violation.thread && access.kind.is_read());
    let Some(last) = own.clone().map(|access| access.step).next_back() else {
        return Vec::new();
    };
    let mut seen = FxHashSet::default();
    own.filter(|access| access.step == last)
        .map(|access| access.cell)
        .filter(|cell| seen.insert(*cell))
        .collect()
}

/// By the names that it has in C and in programs.
fn is_compare_exchange(statement: &str) -> bool {
    let mut words = statement.split(|c: char| !c.is_alphanumeric());
    words.any(|word| {
        let word = word.to_ascii_lowercase();
        word == "compare" || word == "cas" || word.starts_with("cmpxchg")
    })
}

/// `acquires m` as something that was.
fn past(words: &str) -> String {
    let (verb, rest) = words.split_once(' ').unwrap_or((words, ""));
    let verb = match verb {
        "acquires" => "acquired",
        "adds" => "added",
        "arrives" => "arrived",
        "destroys" => "destroyed",
        "does" => "did",
        "gets" => "got",
        "goes" => "went",
        "initialises" => "initialised",
        "joins" => "joined",
        "releases" => "released",
        "signals" => "signalled",
        "takes" => "took",
        "waits" => "waited",
        "wakes" => "woke",
        other => other,
    };
    format!("{verb} {rest}").trim_end().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_of_another_thread_is_known() {
        let mut latest = Latest::default();
        assert_eq!(latest.of_another(1), None);
        for (at, thread) in [1, 2, 2, 1, 1].into_iter().enumerate() {
            latest.note(thread, at);
        }
        assert_eq!(latest.of_another(1), Some(2));
        assert_eq!(latest.of_another(2), Some(4));
        assert_eq!(latest.of_another(3), Some(4));
    }

    #[test]
    fn compare_exchanges_are_known_by_their_names() {
        assert!(is_compare_exchange(
            "atomic_compare_exchange_strong(&x, &y, 1)"
        ));
        assert!(is_compare_exchange("while (!CAS(&head, old, new));"));
        assert!(!is_compare_exchange(
            "atomic_fetch_add(&forecast, 1); /* case */"
        ));
    }

    #[test]
    fn verbs_have_a_past() {
        let told = [
            ("acquires m", "acquired m"),
            ("releases m", "released m"),
            ("destroys m", "destroyed m"),
            ("initialises m", "initialised m"),
            ("takes one from s", "took one from s"),
            ("joins thread 1", "joined thread 1"),
            ("signals c", "signalled c"),
            ("arrives at b", "arrived at b"),
        ];
        for (now, before) in told {
            assert_eq!(past(now), before);
        }
    }
}
