//! How wide shared memory is, by what the analysis of ranges knows.
//!
//! `cargo run --release -p unspool --example range_widths -- DIR [--cells] [-m32] [-I DIR] [--unwind N] ...`
//!
//! Each `.c` and `.i` file below DIR (or DIR itself, if it is a file) is bounded as `unspool bound` would with the same options. Then memory that more than one thread uses,
//! and one of them writes, is cut into cells where accesses begin and end, and a line says how many bits these cells have; how many of them vary, if it is not known
//! where objects lie, and with a layout; and how long bounding took (the front end counted), points-to, and ranges without and with the layout. With `--cells`
//! each cell is shown, too. Fields are separated by tabs.

mod c_files;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Parser;
use unspool::bound_options::BoundOptions;
use unspool::console::Console;
use unspool::error::Error;
use unspool::inputs::InputConfig;
use unspool::pipeline::{self, Goal, Plan};
use unspool_cfront::compiler_flags;
use unspool_ir::Program;
use unspool_passes::accesses::{Accesses, Effect, Memory};
use unspool_passes::layout::Layout;
use unspool_passes::points_to::{Object, PointsTo};
use unspool_passes::ranges::{Range, Ranges, listing};
use unspool_passes::thread_text::ThreadText;

#[derive(Parser)]
struct Options {
    folder: PathBuf,

    #[command(flatten)]
    bounds: BoundOptions,

    /// Show each cell
    #[arg(long)]
    cells: bool,

    /// Show all facts, with the layout
    #[arg(long)]
    facts: bool,
}

fn main() {
    let picked = match compiler_flags::pick(std::env::args()) {
        Ok(picked) => picked,
        Err(missing) => {
            eprintln!("{missing}");
            return;
        }
    };
    let options = Options::parse_from(&picked.rest);
    let config = InputConfig {
        flags: picked.flags,
        data_model: picked.data_model,
        ..InputConfig::default()
    };
    let mut files = vec![options.folder.clone()];
    if options.folder.is_dir() {
        files.clear();
        c_files::collect(&options.folder, &mut files);
        files.sort();
    }
    println!(
        "file\tinstructions\tcells\tbits\tvary\twith layout\tbounding\tpoints-to\tranges\twith layout"
    );
    let mut sum = Measured::default();
    for file in &files {
        let name = file.strip_prefix(&options.folder).unwrap_or(file);
        let measured = unspool::on_a_large_stack(|| measure(file, &config, &options));
        match measured.and_then(|measured| measured) {
            Ok(measured) => {
                println!("{}\t{}", name.display(), measured.describe());
                sum.add(&measured);
            }
            Err(_) => println!("{}\trefused", name.display()),
        }
    }
    println!("all\t{}", sum.describe());
}

#[derive(Default)]
struct Measured {
    instructions: usize,
    cells: usize,
    bits: u64,
    varying: u64,
    varying_with_layout: u64,
    bounding: Duration,
    points_to: Duration,
    ranges: Duration,
    ranges_with_layout: Duration,
}

impl Measured {
    fn describe(&self) -> String {
        let Measured {
            instructions,
            cells,
            bits,
            varying,
            varying_with_layout,
            ..
        } = self;
        format!(
            "{instructions}\t{cells}\t{bits}\t{varying}\t{varying_with_layout}\t{:.3}\t{:.3}\t{:.3}\t{:.3}",
            self.bounding.as_secs_f64(),
            self.points_to.as_secs_f64(),
            self.ranges.as_secs_f64(),
            self.ranges_with_layout.as_secs_f64()
        )
    }

    fn add(&mut self, other: &Measured) {
        self.instructions += other.instructions;
        self.cells += other.cells;
        self.bits += other.bits;
        self.varying += other.varying;
        self.varying_with_layout += other.varying_with_layout;
        self.bounding += other.bounding;
        self.points_to += other.points_to;
        self.ranges += other.ranges;
        self.ranges_with_layout += other.ranges_with_layout;
    }
}

fn measure(file: &Path, config: &InputConfig, options: &Options) -> Result<Measured, Error> {
    let config = InputConfig {
        files: vec![file.to_string_lossy().into_owned()],
        ..config.clone()
    };
    let mut measured = Measured::default();
    let bounds = options.bounds.bounds()?;
    let plan = Plan::to_goal(&config, &bounds, Goal::Reduced);
    let mut start = Instant::now();
    let work = pipeline::run(&plan, &Console::silent(), &mut |_, _| Ok(()))?;
    let mut lap = || std::mem::replace(&mut start, Instant::now()).elapsed();
    measured.bounding = lap();
    let program = &work.program;
    let threads = unspool::thread_list::threads(program);
    measured.instructions = threads.iter().map(|thread| thread.instructions).sum();
    let points_to = PointsTo::of(program);
    measured.points_to = lap();
    let without = Ranges::of(program, &points_to);
    measured.ranges = lap();
    let layout = Layout::of(program, &points_to);
    let with = Ranges::with_layout(program, &points_to, layout.as_ref());
    measured.ranges_with_layout = lap();
    let (Some(without), Some(with)) = (without, with) else {
        return Ok(measured);
    };
    if options.facts {
        println!("{}", listing::list(program, &with));
    }
    for (memory, start, end) in shared_cells(program, &points_to) {
        let size = end - start;
        let range = |ranges: &Ranges| ranges.of_bytes(program, memory, start, size);
        let (before, after) = (range(&without), range(&with));
        measured.cells += 1;
        measured.bits += size * 8;
        measured.varying += varying(before, size);
        measured.varying_with_layout += varying(after, size);
        if options.cells {
            let show = |range: Option<Range>| {
                range.map_or("wide".to_string(), |range| {
                    format!("{} of {range}", varying(Some(range), size))
                })
            };
            println!(
                "  {} bytes {start} to {end}: {}, {}",
                name(program, memory),
                show(before),
                show(after)
            );
        }
    }
    Ok(measured)
}

/// Bits that are not known, or not copies of the topmost of them.
fn varying(range: Option<Range>, size: u64) -> u64 {
    range.map_or(size * 8, |range| {
        let known = range.known_zeros() | range.known_ones();
        let unknown = range.width() - known.count_ones();
        u64::from(unknown.min(match range.as_constant() {
            Some(_) => 0,
            None => range.signed_bits(),
        }))
    })
}

/// Bytes that several threads use, cut where accesses begin and end: object, start and end.
fn shared_cells(program: &Program, points_to: &PointsTo) -> Vec<(Memory, u64, u64)> {
    let texts = ThreadText::of_program(program);
    let accesses = Accesses::of(program, &texts, points_to);
    // By object: start and end, thread, and whether it is written.
    let mut uses: BTreeMap<u32, Vec<(u64, u64, usize, bool)>> = BTreeMap::new();
    for (thread, text) in texts.iter().enumerate() {
        for position in 0..text.len() as u32 {
            let Some(used) = accesses.at(thread, position) else {
                continue;
            };
            for footprint in accesses.footprints_of(used.group) {
                let Some((offsets, size)) = footprint.bytes else {
                    continue;
                };
                let stride = offsets.stride.max(1);
                let last = match offsets.stride {
                    0 => offsets.start,
                    _ => offsets
                        .end
                        .saturating_sub(1)
                        .min(offsets.start.saturating_add(1 << 12)),
                };
                let mut at = offsets.start;
                let list = uses.entry(footprint.object).or_default();
                while at <= last {
                    let is_write = used.effect == Effect::Write;
                    list.push((at, at.saturating_add(size), thread, is_write));
                    at = at.saturating_add(stride);
                }
            }
        }
    }
    let mut cells = Vec::new();
    for (object, mut list) in uses {
        list.sort_unstable();
        list.dedup();
        let mut cuts: Vec<u64> = list
            .iter()
            .flat_map(|&(start, end, ..)| [start, end])
            .collect();
        cuts.sort_unstable();
        cuts.dedup();
        // By cell: a thread that uses it, whether another does, and whether one writes.
        let mut users: Vec<Option<(usize, bool, bool)>> = vec![None; cuts.len()];
        for (start, end, thread, is_write) in list {
            let first = cuts.partition_point(|&cut| cut < start);
            let last = cuts.partition_point(|&cut| cut < end);
            for user in &mut users[first..last] {
                let (known, shared, written) = user.unwrap_or((thread, false, false));
                *user = Some((known, shared || known != thread, written || is_write));
            }
        }
        for (pair, user) in cuts.windows(2).zip(users) {
            if let Some((_, true, true)) = user {
                cells.push((accesses.objects.list()[object as usize], pair[0], pair[1]));
            }
        }
    }
    cells
}

fn name(program: &Program, memory: Memory) -> String {
    match memory {
        Memory::Instance(global, thread) => {
            format!("@{} of thread {thread}", program.global(global).name)
        }
        Memory::Object(Object::Global(global)) => format!("@{}", program.global(global).name),
        Memory::Object(object) => format!("{object:?}"),
    }
}
