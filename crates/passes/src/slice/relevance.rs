//! What is needed: roots, and backwards along dependences of values, control and memory.
//!
//! Marks over the sites of all threads together, with a list of what is marked but not yet followed. An instruction
//! can be needed without the value that it stores ([`Needed::values`]), a load without the value that it
//! finds ([`Thread::is_read`]).

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_ir::{Body, ExprKind, FunctionId, InstKind, PlaceId, Program, RmwOp, Terminator};

use super::section_parts::SectionParts;
use super::stores::{Stores, Writer};
use crate::bounded;
use crate::control_dependence::control_dependence;
use crate::dead_code::own_frees;
use crate::def_use::{DefUse, Definition};
use crate::dominators::post_dominators;
use crate::faults::{any_may_fail, expr_may_fail, inst_may_fail};
use crate::lists::Lists;
use crate::operands::{
    Node, for_each_expr, for_each_node, place_of, register_of, slot_of, terminator_expr,
};
use crate::points_to::{Object, Offsets, PointsTo, Target};
use crate::versions::Version;

/// What to keep of a thread.
pub struct Needed {
    /// Instructions and terminators, by site.
    pub sites: Vec<bool>,
    /// Whether what the site stores is needed.
    pub values: Vec<bool>,
    /// Site of a `spawn`, and position of an argument that is needed.
    pub arguments: FxHashSet<(usize, usize)>,
}

/// What is needed of each thread.
pub fn needed_of(program: &Program, points_to: &PointsTo) -> Vec<(FunctionId, Needed)> {
    let threads: Vec<Thread> = bounded::threads(program)
        .into_iter()
        .filter_map(|thread| Thread::new(program, thread.function))
        .collect();
    let mut relevance = Relevance {
        program,
        points_to,
        stores: Stores::default(),
        unheld: FxHashSet::default(),
        releases: Vec::new(),
        work: Vec::new(),
        versions: Vec::new(),
        stack: Vec::new(),
        found: Vec::new(),
        threads,
    };
    relevance.connect_threads();
    for thread in 0..relevance.threads.len() {
        relevance.add_stores(thread);
    }
    for thread in 0..relevance.threads.len() {
        relevance.mark_roots(thread);
    }
    // Chains of dependences are as long as the program, so each link waits in a list.
    loop {
        if let Some((thread, version)) = relevance.versions.pop() {
            relevance.follow_version(thread, version);
        } else if let Some((thread, site)) = relevance.found.pop() {
            relevance.mark(thread as usize, site as usize);
            relevance.need_value(thread as usize, site as usize);
        } else if let Some((thread, site)) = relevance.work.pop() {
            relevance.visit(thread as usize, site as usize);
        } else {
            break;
        }
    }
    let threads = relevance.threads.into_iter();
    threads
        .map(|thread| (thread.function, thread.needed))
        .collect()
}

struct Thread<'p> {
    function: FunctionId,
    body: &'p Body,
    uses: DefUse,
    control: Lists<u32>,
    sections: SectionParts,
    own_frees: FxHashMap<usize, usize>,
    /// The `spawn` that starts it.
    start: Option<Writer>,
    needed: Needed,
    /// Sites of which the value that is found in memory is needed.
    is_read: Vec<bool>,
    seen: Vec<bool>,
    section_is_needed: Vec<bool>,
    slot_is_named: Vec<bool>,
    slot_ends: Lists<u32>,
}

impl<'p> Thread<'p> {
    fn new(program: &'p Program, function: FunctionId) -> Option<Thread<'p>> {
        let body = program.function(function).body.as_ref()?;
        let uses = DefUse::of(body);
        let sections = SectionParts::of(body, &uses);
        let mut ends = Vec::new();
        for (index, block) in body.blocks.iter().enumerate() {
            for (at, inst) in block.insts.iter().enumerate() {
                if let InstKind::Live(slot) | InstKind::Dead(slot) = inst.kind {
                    ends.push((slot.0, uses.site(index, at) as u32));
                }
            }
        }
        Some(Thread {
            function,
            body,
            control: control_dependence(body, &post_dominators(body)),
            own_frees: own_frees(program, body, &uses),
            start: None,
            needed: Needed {
                sites: vec![false; uses.sites()],
                values: vec![false; uses.sites()],
                arguments: FxHashSet::default(),
            },
            is_read: vec![false; uses.sites()],
            seen: vec![false; uses.versions()],
            section_is_needed: vec![false; sections.count()],
            slot_is_named: vec![false; body.slots.len()],
            slot_ends: Lists::new(body.slots.len(), &ends),
            sections,
            uses,
        })
    }

    fn inst(&self, site: usize) -> Option<&'p InstKind> {
        let (block, at) = self.uses.position(site);
        self.body.blocks[block].insts.get(at).map(|inst| &inst.kind)
    }
}

struct Relevance<'p> {
    program: &'p Program,
    points_to: &'p PointsTo,
    threads: Vec<Thread<'p>>,
    stores: Stores,
    /// What is freed and ought to be unheld then.
    unheld: FxHashSet<Object>,
    /// All `release`s, until they are needed.
    releases: Vec<Writer>,
    /// Marked, but not yet followed.
    work: Vec<Writer>,
    /// Needed, but not yet followed.
    versions: Vec<(usize, Version)>,
    /// Sites that write what is needed.
    found: Vec<Writer>,
    stack: Vec<Node>,
}

impl Relevance<'_> {
    /// Finds what is connected with other threads: spawns, releases of locks, frees of memory with locks in it.
    fn connect_threads(&mut self) {
        let threads = self.threads.iter().enumerate();
        let numbers: FxHashMap<FunctionId, usize> = threads
            .map(|(index, thread)| (thread.function, index))
            .collect();
        for index in 0..self.threads.len() {
            let body = self.threads[index].body;
            for (block, at, kind) in instructions(body) {
                let site = self.threads[index].uses.site(block, at);
                let here = (index as u32, site as u32);
                match *kind {
                    InstKind::Spawn { start, .. } => {
                        if let ExprKind::FunctionAddress(function) = body.expr(start).kind
                            && let Some(&started) = numbers.get(&function)
                        {
                            self.threads[started].start = Some(here);
                        }
                    }
                    InstKind::Release(_) => self.releases.push(here),
                    InstKind::Free {
                        pointer,
                        is_unheld: true,
                        ..
                    } => {
                        let function = self.threads[index].function;
                        let freed = self.points_to.pointees(function, pointer);
                        self.unheld.extend(freed.iter().map(|target| target.object));
                    }
                    _ => {}
                }
            }
        }
    }

    fn add_stores(&mut self, index: usize) {
        let thread = &self.threads[index];
        for (block, at, kind) in instructions(thread.body) {
            if let InstKind::Store { place, .. }
            | InstKind::Rmw { place, .. }
            | InstKind::CompareExchange { place, .. } = *kind
            {
                let size = size_of(self.program, thread.body, place);
                let writer = (index as u32, thread.uses.site(block, at) as u32);
                for target in self.points_to.locations(thread.function, place) {
                    self.stores.add(&target, size, writer);
                }
            }
        }
    }

    fn mark(&mut self, thread: usize, site: usize) {
        let sites = &mut self.threads[thread].needed.sites;
        if !std::mem::replace(&mut sites[site], true) {
            self.work.push((thread as u32, site as u32));
        }
    }

    fn mark_roots(&mut self, index: usize) {
        let thread = &self.threads[index];
        let body = thread.body;
        let is_entry = self.program.entry == Some(thread.function);
        let mut roots = Vec::new();
        let mut stack = Vec::new();
        let is_asked_for = |lock| {
            let locks = self.points_to.pointees(thread.function, lock);
            let mut objects = locks.iter().map(|target| target.object);
            objects.any(|object| self.unheld.contains(&object))
        };
        let own: FxHashSet<usize> = thread.own_frees.values().copied().collect();
        for (number, block) in body.blocks.iter().enumerate() {
            for (at, inst) in block.insts.iter().enumerate() {
                let site = thread.uses.site(number, at);
                let is_root = match inst.kind {
                    _ if inst.point.is_some() => true,
                    InstKind::Assert { .. }
                    | InstKind::Assume(_)
                    | InstKind::WaitUntil(_)
                    | InstKind::Unsupported(_)
                    | InstKind::Spawn { .. }
                    | InstKind::Fence(_)
                    | InstKind::Call { .. }
                    | InstKind::VarArgs { .. } => true,
                    InstKind::Hold(lock) => {
                        thread.sections.section(site).is_none() || is_asked_for(lock)
                    }
                    InstKind::Free { .. } => !own.contains(&site),
                    _ => inst_may_fail(self.program, body, inst, &mut stack),
                };
                if is_root {
                    roots.push(site);
                }
            }
            let is_root = match block.terminator {
                Terminator::Exit(_) | Terminator::Abort | Terminator::Unreachable => true,
                Terminator::Return(_) => is_entry,
                Terminator::Goto(_) | Terminator::ExitThread => false,
                Terminator::Branch { .. } | Terminator::Switch { .. } => {
                    let operand = terminator_expr(&block.terminator);
                    stack.extend(operand.map(Node::Expr));
                    any_may_fail(&self.program.types, body, &mut stack)
                }
            };
            if is_root {
                roots.push(thread.uses.terminator_site(number));
            }
        }
        for site in roots {
            self.mark(index, site);
        }
    }

    /// Follows the dependences of an instruction that is needed.
    fn visit(&mut self, index: usize, site: usize) {
        let thread = &self.threads[index];
        let (block, at) = thread.uses.position(site);
        let body = thread.body;
        self.need_control(index, block);
        self.need_section(index, site);
        let Some(inst) = body.blocks[block].insts.get(at) else {
            let operand = terminator_expr(&body.blocks[block].terminator);
            if let Some(operand) = operand {
                self.need_operand(index, site, Node::Expr(operand));
            }
            return;
        };
        if let Some(place) = place_of(&inst.kind) {
            self.need_operand(index, site, Node::Place(place));
        }
        match inst.kind {
            InstKind::Store { .. } | InstKind::Rmw { .. } | InstKind::CompareExchange { .. } => {
                if self.operand_must_stay(index, &inst.kind) {
                    self.need_value(index, site);
                }
            }
            InstKind::Spawn { ref args, .. } => {
                for (position, &arg) in args.iter().enumerate() {
                    let types = &self.program.types;
                    let is_scalar = types.is_scalar(body.expr(arg).ty);
                    if !is_scalar || expr_may_fail(types, body, arg) {
                        self.need_argument(index, site, position);
                    }
                }
            }
            _ => for_each_expr(&inst.kind, |&expr| {
                self.need_operand(index, site, Node::Expr(expr));
            }),
        }
        match inst.kind {
            InstKind::Hold(_) => {
                for (thread, site) in std::mem::take(&mut self.releases) {
                    self.mark(thread as usize, site as usize);
                }
            }
            // The text of the message is read there.
            InstKind::Assert {
                detail: Some(detail),
                ..
            } => {
                let function = self.threads[index].function;
                for target in self.points_to.pointees(function, detail) {
                    let everything = Offsets {
                        start: 0,
                        stride: 1,
                        end: u64::MAX,
                    };
                    let all = Target {
                        offsets: everything,
                        ..target
                    };
                    self.stores.find(&all, 1, &mut self.found);
                }
            }
            _ => {}
        }
        if let Some(&free) = self.threads[index].own_frees.get(&site) {
            self.mark(index, free);
        }
    }

    /// Whether the value cannot be left out, needed or not: it may fail, or there is no constant of its type.
    fn operand_must_stay(&self, index: usize, kind: &InstKind) -> bool {
        let (types, body) = (&self.program.types, self.threads[index].body);
        let mut must_stay = false;
        for_each_expr(kind, |&expr| {
            must_stay |= !types.is_scalar(body.expr(expr).ty) || expr_may_fail(types, body, expr);
        });
        must_stay
    }

    fn need_control(&mut self, index: usize, block: usize) {
        for at in self.threads[index].control.range(block) {
            let thread = &self.threads[index];
            let branch = thread.control.items()[at] as usize;
            self.mark(index, thread.uses.terminator_site(branch));
        }
    }

    fn need_section(&mut self, index: usize, site: usize) {
        let thread = &mut self.threads[index];
        let Some(section) = thread.sections.section(site) else {
            return;
        };
        if std::mem::replace(&mut thread.section_is_needed[section], true) {
            return;
        }
        for at in 0..thread.sections.members(section).len() {
            let member = self.threads[index].sections.members(section)[at];
            self.mark(index, member as usize);
        }
    }

    /// The registers and slots in an operand of a site.
    fn need_operand(&mut self, index: usize, site: usize, operand: Node) {
        let body = self.threads[index].body;
        let mut stack = std::mem::take(&mut self.stack);
        stack.push(operand);
        for_each_node(body, &mut stack, |node| {
            if let Some(register) = register_of(body, node) {
                let version = self.threads[index].uses.version_read(site, register);
                self.versions
                    .extend(version.map(|version| (index, version)));
            } else if let Some(slot) = slot_of(body, node) {
                let is_named = &mut self.threads[index].slot_is_named[slot.index()];
                if !std::mem::replace(is_named, true) {
                    for at in self.threads[index].slot_ends.range(slot.index()) {
                        let end = self.threads[index].slot_ends.items()[at];
                        self.mark(index, end as usize);
                    }
                }
            }
        });
        self.stack = stack;
    }

    fn follow_version(&mut self, index: usize, version: Version) {
        let thread = &mut self.threads[index];
        if std::mem::replace(&mut thread.seen[version.0 as usize], true) {
            return;
        }
        match thread.uses.definition(version) {
            Definition::Start(register) => {
                let mut params = thread.body.params.iter();
                let position = params.position(|&param| param == register);
                if let (Some(position), Some((creator, site))) = (position, thread.start) {
                    self.need_argument(creator as usize, site as usize, position);
                }
            }
            Definition::Site(site) => {
                self.mark(index, site);
                self.need_result(index, site);
            }
            // Which of them arrives is decided by branches that their assignments depend on, or the reader.
            Definition::Merge(merge) => {
                let arriving = thread.uses.arriving(merge).iter();
                self.versions
                    .extend(arriving.map(|&version| (index, version)));
            }
        }
    }

    /// The result of an instruction is needed: if it comes from memory, so are the stores there.
    fn need_result(&mut self, index: usize, site: usize) {
        match self.threads[index].inst(site) {
            Some(&(InstKind::Load { place, .. } | InstKind::Rmw { place, .. })) => {
                self.read(index, site, place);
            }
            // Whether it succeeds depends on what it expects.
            Some(InstKind::CompareExchange { .. }) => self.need_value(index, site),
            _ => {}
        }
    }

    fn read(&mut self, index: usize, site: usize, place: PlaceId) {
        let thread = &mut self.threads[index];
        if std::mem::replace(&mut thread.is_read[site], true) {
            return;
        }
        let size = size_of(self.program, thread.body, place);
        for target in self.points_to.locations(thread.function, place) {
            self.stores.find(&target, size, &mut self.found);
        }
    }

    /// What a site stores is needed.
    fn need_value(&mut self, index: usize, site: usize) {
        let values = &mut self.threads[index].needed.values;
        if std::mem::replace(&mut values[site], true) {
            return;
        }
        let Some(kind) = self.threads[index].inst(site) else {
            return;
        };
        for_each_expr(kind, |&expr| {
            self.need_operand(index, site, Node::Expr(expr));
        });
        match *kind {
            InstKind::CompareExchange { place, .. } => self.read(index, site, place),
            InstKind::Rmw { op, place, .. } if op != RmwOp::Exchange => {
                self.read(index, site, place);
            }
            _ => {}
        }
    }

    fn need_argument(&mut self, index: usize, site: usize, position: usize) {
        let arguments = &mut self.threads[index].needed.arguments;
        if arguments.insert((site, position))
            && let Some(InstKind::Spawn { args, .. }) = self.threads[index].inst(site)
            && let Some(&arg) = args.get(position)
        {
            self.need_operand(index, site, Node::Expr(arg));
        }
    }
}

/// Block, position and kind of all instructions.
fn instructions(body: &Body) -> impl Iterator<Item = (usize, usize, &InstKind)> {
    body.blocks.iter().enumerate().flat_map(|(index, block)| {
        let insts = block.insts.iter().enumerate();
        insts.map(move |(at, inst)| (index, at, &inst.kind))
    })
}

fn size_of(program: &Program, body: &Body, place: PlaceId) -> u64 {
    let size = program.types.size_of(body.place(place).ty);
    size.unwrap_or(0)
}
