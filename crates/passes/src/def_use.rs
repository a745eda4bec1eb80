//! From the reads of registers to the assignments that they may see.
//!
//! [`crate::versions`] for all instructions at once, as dense tables: instructions and terminators are *sites*,
//! numbered in the order of the text; each site has the versions that it reads, each version what makes it. With it a
//! pass marks what is needed from the readers back, without a look at control flow.

use unspool_ir::{Body, RegId};

use crate::lists::Lists;
use crate::operands::{
    Node, for_each_node, for_each_written, push_operands, register_of, terminator_expr,
};
use crate::versions::{Merges, Scope, Tracked, Version, Visitor};

pub struct DefUse {
    registers: usize,
    merges: usize,
    /// Of each block; and behind the last one.
    first_site: Vec<u32>,
    read_ranges: Vec<(u32, u32)>,
    reads: Vec<(RegId, Version)>,
    /// The sites of versions that assignments make.
    writers: Vec<u32>,
    arriving: Lists<Version>,
}

/// What makes a version.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Definition {
    /// The register as it is when the thread starts: an argument, or nothing.
    Start(RegId),
    Merge(usize),
    Site(usize),
}

impl DefUse {
    pub fn of(body: &Body) -> DefUse {
        let merges = Merges::of(body, Tracked::Registers);
        let mut first_site = Vec::with_capacity(body.blocks.len() + 1);
        let mut sites = 0;
        for block in &body.blocks {
            first_site.push(sites);
            sites += block.insts.len() as u32 + 1;
        }
        first_site.push(sites);
        let mut collector = Collector {
            body,
            merges: &merges,
            first_site: &first_site,
            read_ranges: vec![(0, 0); sites as usize],
            reads: Vec::new(),
            writers: Vec::new(),
            arriving: Vec::new(),
            stack: Vec::new(),
        };
        merges.walk(&mut collector);
        let arriving = Lists::new(merges.count(), &collector.arriving);
        DefUse {
            registers: merges.variables(),
            merges: merges.count(),
            arriving,
            read_ranges: collector.read_ranges,
            reads: collector.reads,
            writers: collector.writers,
            first_site,
        }
    }

    /// How many sites there are.
    pub fn sites(&self) -> usize {
        self.read_ranges.len()
    }

    /// How many versions there are.
    pub fn versions(&self) -> usize {
        self.registers + self.merges + self.writers.len()
    }

    /// The site of an instruction of a block.
    pub fn site(&self, block: usize, inst: usize) -> usize {
        self.first_site[block] as usize + inst
    }

    pub fn terminator_site(&self, block: usize) -> usize {
        self.first_site[block + 1] as usize - 1
    }

    /// The block of a site, and the position in it; the number of instructions stands for the terminator.
    pub fn position(&self, site: usize) -> (usize, usize) {
        let block = self
            .first_site
            .partition_point(|&first| first as usize <= site)
            - 1;
        (block, site - self.first_site[block] as usize)
    }

    /// Each register that the site reads, once, in ascending order.
    pub fn reads(&self, site: usize) -> &[(RegId, Version)] {
        let (start, end) = self.read_ranges[site];
        &self.reads[start as usize..end as usize]
    }

    pub fn version_read(&self, site: usize, register: RegId) -> Option<Version> {
        let reads = self.reads(site);
        let at = reads.binary_search_by_key(&register, |&(register, _)| register);
        at.ok().map(|at| reads[at].1)
    }

    pub fn definition(&self, version: Version) -> Definition {
        let number = version.0 as usize;
        match number.checked_sub(self.registers) {
            None => Definition::Start(RegId(version.0)),
            Some(merge) if merge < self.merges => Definition::Merge(merge),
            Some(behind) => Definition::Site(self.writers[behind - self.merges] as usize),
        }
    }

    /// The versions that come to a merge, one for each way there.
    pub fn arriving(&self, merge: usize) -> &[Version] {
        self.arriving.of(merge)
    }
}

struct Collector<'a> {
    body: &'a Body,
    merges: &'a Merges,
    first_site: &'a [u32],
    read_ranges: Vec<(u32, u32)>,
    reads: Vec<(RegId, Version)>,
    writers: Vec<u32>,
    arriving: Vec<(u32, Version)>,
    stack: Vec<Node>,
}

impl Visitor for Collector<'_> {
    fn block(&mut self, index: usize, scope: &mut Scope<'_>) {
        let block = &self.body.blocks[index];
        let mut site = self.first_site[index] as usize;
        for inst in &block.insts {
            push_operands(&inst.kind, &mut self.stack);
            self.note_reads(site, scope);
            for_each_written(&inst.kind, |register| {
                scope.assign(register.0);
                self.writers.push(site as u32);
            });
            site += 1;
        }
        let operand = terminator_expr(&block.terminator);
        self.stack.extend(operand.map(Node::Expr));
        self.note_reads(site, scope);
        for target in block.terminator.successors() {
            for (merge, variable) in self.merges.at(target.index()) {
                let version = scope.current(variable);
                self.arriving.push((merge as u32, version));
            }
        }
    }
}

impl Collector<'_> {
    fn note_reads(&mut self, site: usize, scope: &Scope<'_>) {
        let start = self.reads.len();
        for_each_node(self.body, &mut self.stack, |node| {
            if let Some(register) = register_of(self.body, node) {
                self.reads.push((register, scope.current(register.0)));
            }
        });
        self.reads[start..].sort_unstable();
        // Duplicates are equal as a whole: a register has one value here.
        let mut kept = start;
        for at in start..self.reads.len() {
            if at == start || self.reads[at] != self.reads[kept - 1] {
                self.reads[kept] = self.reads[at];
                kept += 1;
            }
        }
        self.reads.truncate(kept);
        self.read_ranges[site] = (start as u32, kept as u32);
    }
}
