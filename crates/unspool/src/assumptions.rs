//! What "no violation" takes for granted, said once with the verdict.
//!
//! Sequential consistency is all there is so far, so memory orders that promise less are taken for more than they are. And whoever rules
//! out what a real library may do should read that beside the result.

use unspool_cfront::Missing;
use unspool_ir::{InstKind, MemoryOrder, Program, Property, Span};
use unspool_models::SWITCHES;

use crate::address_dependence;
use crate::inputs::InputConfig;
use crate::pipeline::Work;
use crate::run_options::{RunOptions, ScheduleChoice, UninitialisedName};

pub fn remarks(work: &Work, input: &InputConfig, options: &RunOptions) -> Vec<String> {
    let orders = first_weak_order(&work.program).map(|(order, span)| {
        let races = match options.races && options.schedule == ScheduleChoice::Exhaustive {
            true => "; races that only weaker orders make are seen by random runs",
            false => "",
        };
        format!(
            "assumed: every memory order is sequentially consistent (the first that promises less is `{}` at {}){races}",
            order.name(),
            work.program.describe(span)
        )
    });
    let uninitialised = (options.uninitialised == UninitialisedName::Zero)
        .then(|| "assumed: uninitialised memory holds zeros (see --uninitialised)".to_string());
    orders
        .into_iter()
        .chain(about_library(input))
        .chain(uninitialised)
        .chain(not_looked_at(input))
        .collect()
}

/// What a check for these properties does not tell of.
pub fn not_checked(properties: &[Property]) -> String {
    let names = |is_wanted: &dyn Fn(&Property) -> bool| {
        let chosen = Property::checkable().filter(is_wanted);
        let names: Vec<&str> = chosen.map(Property::name).collect();
        names.join(", ")
    };
    format!(
        "looked for: {}; not: {}",
        names(&|p| properties.contains(p)),
        names(&|p| !properties.contains(p)),
    )
}

/// The same for `check`, which takes uninitialised memory for what it is: anything.
pub fn of_check(work: &Work, input: &InputConfig) -> Vec<String> {
    let orders = first_weak_order(&work.program).map(|(order, span)| {
        format!(
            "assumed: every memory order is sequentially consistent (the first that promises less is `{}` at {})",
            order.name(),
            work.program.describe(span)
        )
    });
    let addresses = address_dependence::first_use(&work.program).map(|span| {
        format!(
            "assumed: objects lie where Unspool puts them (the first number that is made of an address, or order between addresses, is at {})",
            work.program.describe(span)
        )
    });
    orders
        .into_iter()
        .chain(addresses)
        .chain(about_library(input))
        .collect()
}

/// What real libraries may do, and these do not.
fn about_library(input: &InputConfig) -> Vec<String> {
    let ruled_out = SWITCHES
        .iter()
        .filter(|switch| switch.default && !input.switches.is_on(switch.name))
        .map(|switch| {
            let what = switch.name.replace('-', " ");
            format!("assumed: no {what} ({})", switch.useful_option())
        });
    let missing = (input.missing == Missing::Havoc).then(|| {
        "assumed: functions without a body or a model change nothing (--havoc-missing)".to_string()
    });
    ruled_out.chain(missing).collect()
}

/// What was asked not to be told.
pub fn not_looked_at(input: &InputConfig) -> impl Iterator<Item = String> {
    let names = input.ignored.iter().map(|property| property.name());
    names.map(|name| format!("not looked at: {name} (--ignore)"))
}

/// In the program itself: the models need no order.
fn first_weak_order(program: &Program) -> Option<(MemoryOrder, Span)> {
    let own = program
        .functions
        .iter()
        .filter(|function| !function.is_model);
    let blocks = own
        .filter_map(|function| function.body.as_ref())
        .flat_map(|body| &body.blocks);
    blocks.flat_map(|block| &block.insts).find_map(|inst| {
        let orders = match inst.kind {
            InstKind::Load { access, .. } | InstKind::Store { access, .. } => [access.atomic, None],
            InstKind::CompareExchange { order, failure, .. } => [Some(order), Some(failure)],
            InstKind::Rmw { order, .. } | InstKind::Fence(order) => [Some(order), None],
            _ => [None, None],
        };
        let mut weak = orders
            .into_iter()
            .flatten()
            .filter(|&order| order != MemoryOrder::SeqCst);
        weak.next().map(|order| (order, inst.span))
    })
}
