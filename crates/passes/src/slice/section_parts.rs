//! Atomic sections as what is needed together.
//!
//! A section may begin and end in different blocks, and a begin may have several ends. All that hangs together by
//! ways through the inside of sections is one section here, found with a union-find structure over *parts*: the
//! stretches of single blocks that are inside.
//!
//! Precondition: sections are not nested ([`crate::atomic_sections::flatten`]).

use unspool_ir::{Body, InstKind};

use crate::def_use::DefUse;
use crate::lists::Lists;
use crate::thread_text::depths;
use crate::union_find::UnionFind;

pub struct SectionParts {
    /// Of each site, or [`OUTSIDE`].
    part_of: Vec<u32>,
    /// The section that a part belongs to.
    section_of: Vec<u32>,
    /// Begins, ends, holds and releases of each section.
    members: Lists<u32>,
}

const OUTSIDE: u32 = u32::MAX;

impl SectionParts {
    pub fn of(body: &Body, uses: &DefUse) -> SectionParts {
        let depths = depths(body);
        let mut part_of = vec![OUTSIDE; uses.sites()];
        let mut parts = 0;
        let mut first_part = vec![OUTSIDE; body.blocks.len()];
        let mut new_part = || {
            parts += 1;
            parts - 1
        };
        let mut last_part = vec![OUTSIDE; body.blocks.len()];
        for (index, block) in body.blocks.iter().enumerate() {
            let mut part = OUTSIDE;
            if depths[index] > 0 {
                part = new_part();
                first_part[index] = part;
            }
            for (at, inst) in block.insts.iter().enumerate() {
                if inst.kind == InstKind::AtomicBegin {
                    part = new_part();
                }
                part_of[uses.site(index, at)] = part;
                if inst.kind == InstKind::AtomicEnd {
                    part = OUTSIDE;
                }
            }
            part_of[uses.terminator_site(index)] = part;
            last_part[index] = part;
        }
        let mut sections = UnionFind::new(parts as usize);
        for (index, block) in body.blocks.iter().enumerate() {
            for target in block.terminator.successors() {
                let (one, other) = (last_part[index], first_part[target.index()]);
                if one != OUTSIDE && other != OUTSIDE {
                    sections.join(one, other);
                }
            }
        }
        let section_of: Vec<u32> = (0..parts).map(|part| sections.root(part)).collect();
        let mut members = Vec::new();
        for (index, block) in body.blocks.iter().enumerate() {
            for (at, inst) in block.insts.iter().enumerate() {
                let site = uses.site(index, at);
                let is_member = matches!(
                    inst.kind,
                    InstKind::AtomicBegin
                        | InstKind::AtomicEnd
                        | InstKind::Hold(_)
                        | InstKind::Release(_)
                );
                if is_member && part_of[site] != OUTSIDE {
                    let section = section_of[part_of[site] as usize];
                    members.push((section, site as u32));
                }
            }
        }
        SectionParts {
            part_of,
            members: Lists::new(section_of.len(), &members),
            section_of,
        }
    }

    /// The section that a site is in.
    pub fn section(&self, site: usize) -> Option<usize> {
        let section = self.section_of.get(self.part_of[site] as usize)?;
        Some(*section as usize)
    }

    /// Sections have numbers below this.
    pub fn count(&self) -> usize {
        self.section_of.len()
    }

    pub fn members(&self, section: usize) -> &[u32] {
        self.members.of(section)
    }
}
