//! Gives unrelated values of one register registers of their own.
//!
//! Bounding copies the body of a loop, and every copy assigns the same registers: `p = p->next` in three iterations is three
//! assignments of `%p`. Analyses that look at registers without regard to order (points-to) would take them for one. A *web*
//! (Chaitin's name, "Register allocation and spilling via graph coloring", 1982) is the largest set of assignments such that those that some
//! read may see are together; each web becomes a register.
//!
//! Precondition: a bounded program. Postcondition: the same program up to the names of registers; the first web of a register keeps
//! its number. Outcomes are the same: every read sees the assignment it saw before.
//!
//! ```text
//! %0 = load @x                     %0 = load @x
//! store @y = %0             →      store @y = %0
//! %0 = load @z                     %1 = load @z
//! store @y = %0                    store @y = %1
//! ```

use rustc_hash::FxHashMap;
use unspool_ir::{Body, ExprId, ExprKind, PlaceId, PlaceKind, Program, RegId, TypeId};

use crate::bounded;
use crate::def_use::{DefUse, Definition};
use crate::operands::{
    NodeMut, for_each_child_of_expr, for_each_child_of_place, for_each_expr_mut, for_each_written,
    for_each_written_mut, place_of_mut, terminator_expr_mut,
};
use crate::union_find::UnionFind;
use crate::versions::Version;

pub fn run(program: &mut Program) {
    for thread in bounded::threads(program) {
        if let Some(body) = &mut program.functions[thread.function.index()].body {
            split(body);
        }
    }
}

fn split(body: &mut Body) {
    let def_use = DefUse::of(body);
    let mut webs = Webs::of(&def_use);
    let mut renaming = Renaming {
        registers: vec![None; def_use.versions()],
        taken: vec![false; body.regs.len()],
    };
    // Arguments arrive in the registers that the function declares for them; so does what is read before any assignment.
    for index in 0..body.regs.len() {
        let start = webs.root(Version(index as u32));
        let register = RegId::new(index);
        if body.params.contains(&register) || webs.is_read[start] {
            renaming.registers[start] = Some(register);
            renaming.taken[index] = true;
        }
    }
    let made_at = versions_by_site(&def_use);
    let mut nodes = Nodes::default();
    let mut next_made = 0;
    for block in 0..body.blocks.len() {
        for index in 0..body.blocks[block].insts.len() {
            let site = def_use.site(block, index);
            let changes = renaming.reads(body, &mut webs, &def_use, site);
            let mut kind = body.blocks[block].insts[index].kind.clone();
            if !changes.is_empty() {
                for_each_expr_mut(&mut kind, |expr| *expr = nodes.expr(body, *expr, &changes));
                if let Some(place) = place_of_mut(&mut kind) {
                    *place = nodes.place(body, *place, &changes);
                }
            }
            let mut written = Vec::new();
            for_each_written(&kind, |register| written.push(*register));
            let mut new = Vec::with_capacity(written.len());
            for register in written {
                while made_at.get(next_made).is_some_and(|made| made.0 < site) {
                    next_made += 1;
                }
                if let Some((_, version)) = made_at.get(next_made).filter(|made| made.0 == site) {
                    let root = webs.root(*version);
                    new.push(renaming.register(body, root, register));
                    next_made += 1;
                } else {
                    new.push(register);
                }
            }
            let mut new = new.into_iter();
            for_each_written_mut(&mut kind, |register| {
                *register = new.next().unwrap_or(*register);
            });
            body.blocks[block].insts[index].kind = kind;
        }
        let site = def_use.terminator_site(block);
        let changes = renaming.reads(body, &mut webs, &def_use, site);
        if !changes.is_empty() {
            let mut terminator = body.blocks[block].terminator.clone();
            if let Some(expr) = terminator_expr_mut(&mut terminator) {
                *expr = nodes.expr(body, *expr, &changes);
            }
            body.blocks[block].terminator = terminator;
        }
    }
}

/// The versions that instructions make, in the order of the text; those of one instruction in its own order.
fn versions_by_site(def_use: &DefUse) -> Vec<(usize, Version)> {
    let mut made: Vec<(usize, Version)> = (0..def_use.versions())
        .map(|number| Version(number as u32))
        .filter_map(|version| match def_use.definition(version) {
            Definition::Site(site) => Some((site, version)),
            Definition::Start(_) | Definition::Merge(_) => None,
        })
        .collect();
    made.sort_unstable();
    made
}

/// Sets of versions.
struct Webs {
    sets: UnionFind,
    /// By root.
    is_read: Vec<bool>,
}

impl Webs {
    fn of(def_use: &DefUse) -> Self {
        let count = def_use.versions();
        let mut webs = Webs {
            sets: UnionFind::new(count),
            is_read: vec![false; count],
        };
        let mut seen = vec![false; count];
        let mut open: Vec<Version> = Vec::new();
        for site in 0..def_use.sites() {
            open.extend(def_use.reads(site).iter().map(|read| read.1));
        }
        // A merge that nobody reads joins nothing.
        while let Some(version) = open.pop() {
            if std::mem::replace(&mut seen[version.0 as usize], true) {
                continue;
            }
            if let Definition::Merge(merge) = def_use.definition(version) {
                for arriving in def_use.arriving(merge) {
                    webs.sets.join(version.0, arriving.0);
                    open.push(*arriving);
                }
            }
        }
        for (version, seen) in seen.iter().enumerate() {
            let root = webs.root(Version(version as u32));
            webs.is_read[root] |= *seen;
        }
        webs
    }

    fn root(&mut self, version: Version) -> usize {
        self.sets.root(version.0) as usize
    }
}

/// The registers of webs.
struct Renaming {
    /// By root.
    registers: Vec<Option<RegId>>,
    /// By old register: whether a web has its number.
    taken: Vec<bool>,
}

impl Renaming {
    /// The register of a web of `old`: the old one for the first.
    fn register(&mut self, body: &mut Body, root: usize, old: RegId) -> RegId {
        if let Some(register) = self.registers[root] {
            return register;
        }
        let register = if std::mem::replace(&mut self.taken[old.index()], true) {
            let declaration = body.regs[old.index()].clone();
            body.regs.push(declaration);
            RegId::new(body.regs.len() - 1)
        } else {
            old
        };
        self.registers[root] = Some(register);
        register
    }

    /// The registers that a site reads under a new name.
    fn reads(
        &mut self,
        body: &mut Body,
        webs: &mut Webs,
        def_use: &DefUse,
        site: usize,
    ) -> Vec<(RegId, RegId)> {
        let mut changes = Vec::new();
        for (old, version) in def_use.reads(site) {
            let root = webs.root(*version);
            let new = self.register(body, root, *old);
            if new != *old {
                changes.push((*old, new));
            }
        }
        changes
    }
}

/// New nodes, each made once.
#[derive(Default)]
struct Nodes {
    exprs: FxHashMap<(ExprKind, TypeId), ExprId>,
    places: FxHashMap<(PlaceKind, TypeId), PlaceId>,
}

impl Nodes {
    /// The expression with registers renamed.
    fn expr(&mut self, body: &mut Body, expr: ExprId, changes: &[(RegId, RegId)]) -> ExprId {
        let node = body.expr(expr);
        let mut kind = node.kind;
        if let ExprKind::Reg(register) = &mut kind {
            *register = renamed(*register, changes);
        }
        for_each_child_of_expr(&mut kind, |child| self.child(body, child, changes));
        if kind == node.kind {
            return expr;
        }
        let known = self.exprs.entry((kind, node.ty));
        *known.or_insert_with(|| body.add_expr(kind, node.ty))
    }

    fn place(&mut self, body: &mut Body, place: PlaceId, changes: &[(RegId, RegId)]) -> PlaceId {
        let node = body.place(place);
        let mut kind = node.kind;
        for_each_child_of_place(&mut kind, |child| self.child(body, child, changes));
        if kind == node.kind {
            return place;
        }
        let known = self.places.entry((kind, node.ty));
        *known.or_insert_with(|| body.add_place(kind, node.ty))
    }

    fn child(&mut self, body: &mut Body, child: NodeMut<'_>, changes: &[(RegId, RegId)]) {
        match child {
            NodeMut::Expr(id) => *id = self.expr(body, *id, changes),
            NodeMut::Place(id) => *id = self.place(body, *id, changes),
        }
    }
}

fn renamed(register: RegId, changes: &[(RegId, RegId)]) -> RegId {
    let change = changes.iter().find(|change| change.0 == register);
    change.map_or(register, |change| change.1)
}
