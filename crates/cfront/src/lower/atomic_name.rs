//! The names of the atomic builtins of GCC and Clang, to which `<stdatomic.h>` expands.
//!
//! | family | operands | objects | arithmetic on pointers |
//! |---|---|---|---|
//! | `__c11_atomic_*` (Clang) | values | of all types | in elements |
//! | `__atomic_*_n`, `__atomic_fetch_*`, `__sync_*` | values | integers and pointers | in bytes |
//! | `__atomic_load`, `store`, `exchange`, `compare_exchange` | pointers to the values, which are taken as bits | of all types | |
//! | with a size, as `__atomic_load_8` | values | unsigned integers of that size, whatever the pointer's type | |

use unspool_ir::RmwOp;

/// How a family of builtins takes its operands, and which objects it works on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Family {
    /// Clang's: values, converted as by assignment.
    C11,
    /// GCC's for integers and pointers: values, converted as by a cast.
    Value,
    /// GCC's for all types: pointers to objects of the same size.
    Pointer,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operation {
    Init,
    Load,
    Store,
    Exchange,
    CompareExchange(Strength),
    /// The old interface, with a value for the expected one.
    CompareAndSwap {
        yields_success: bool,
    },
    Fetch(Update, Yields),
    TestAndSet,
    Clear,
    /// `__sync_lock_release`: clears an object of any size.
    Release,
    ThreadFence,
    SignalFence,
    IsLockFree {
        is_constant: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Strength {
    Strong,
    Weak,
    /// An argument says it.
    Given,
}

/// What becomes of the object: a function of it and one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Update {
    Simple(RmwOp),
    Minimum,
    Maximum,
}

/// Which value of the object an update yields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Yields {
    Before,
    After,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AtomicBuiltin {
    pub operation: Operation,
    pub family: Family,
    /// Bytes, where the name says how many.
    pub size: Option<u64>,
    pub arguments: usize,
    /// GCC ignores further arguments of `__sync_*`: the variables that the barrier is about.
    pub more_arguments: bool,
}

/// None if no compiler has a builtin of that name.
pub(super) fn atomic_builtin_named(name: &str) -> Option<AtomicBuiltin> {
    if let Some(rest) = name.strip_prefix("__c11_atomic_") {
        let (operation, arguments) = c11_operation(rest)?;
        return Some(AtomicBuiltin {
            operation,
            family: Family::C11,
            size: None,
            arguments,
            more_arguments: false,
        });
    }
    let (base, size) = split_size(name);
    if let Some(rest) = base.strip_prefix("__sync_") {
        let (operation, arguments) = sync_operation(rest)?;
        if operation == Operation::ThreadFence && size.is_some() {
            return None;
        }
        return Some(AtomicBuiltin {
            operation,
            family: Family::Value,
            size,
            arguments,
            more_arguments: operation != Operation::ThreadFence,
        });
    }
    let rest = base.strip_prefix("__atomic_")?;
    let (operation, family, arguments) = gnu_operation(rest, size.is_some())?;
    Some(AtomicBuiltin {
        operation,
        family,
        size,
        arguments,
        more_arguments: false,
    })
}

/// `__atomic_load_8` is `__atomic_load` at 8 bytes.
fn split_size(name: &str) -> (&str, Option<u64>) {
    for size in [1, 2, 4, 8, 16] {
        if let Some(base) = name.strip_suffix(&format!("_{size}")) {
            return (base, Some(size));
        }
    }
    (name, None)
}

fn c11_operation(name: &str) -> Option<(Operation, usize)> {
    Some(match name {
        "init" => (Operation::Init, 2),
        "load" => (Operation::Load, 2),
        "store" => (Operation::Store, 3),
        "exchange" => (Operation::Exchange, 3),
        "compare_exchange_strong" => (Operation::CompareExchange(Strength::Strong), 5),
        "compare_exchange_weak" => (Operation::CompareExchange(Strength::Weak), 5),
        "thread_fence" => (Operation::ThreadFence, 1),
        "signal_fence" => (Operation::SignalFence, 1),
        "is_lock_free" => (Operation::IsLockFree { is_constant: false }, 1),
        _ => {
            let update = update_named(name.strip_prefix("fetch_")?)?;
            (Operation::Fetch(update, Yields::Before), 3)
        }
    })
}

fn gnu_operation(name: &str, has_size: bool) -> Option<(Operation, Family, usize)> {
    let (base, is_value) = match name.strip_suffix("_n") {
        Some(_) if has_size => return None,
        Some(base) => (base, true),
        None => (name, has_size),
    };
    let family = if is_value {
        Family::Value
    } else {
        Family::Pointer
    };
    // Those for all types store what they yield through one more pointer.
    let result = usize::from(!is_value);
    let given = Operation::CompareExchange(Strength::Given);
    match base {
        "load" => return Some((Operation::Load, family, 2 + result)),
        "store" => return Some((Operation::Store, family, 3)),
        "exchange" => return Some((Operation::Exchange, family, 3 + result)),
        "compare_exchange" => return Some((given, family, 6)),
        _ => {}
    }
    if let Some(operation) = fetch_named(name, "fetch_", "_fetch") {
        return Some((operation, Family::Value, 3));
    }
    if is_value {
        return None;
    }
    let (operation, arguments) = match name {
        "test_and_set" => (Operation::TestAndSet, 2),
        "clear" => (Operation::Clear, 2),
        "thread_fence" => (Operation::ThreadFence, 1),
        "signal_fence" => (Operation::SignalFence, 1),
        "always_lock_free" => (Operation::IsLockFree { is_constant: true }, 2),
        "is_lock_free" => (Operation::IsLockFree { is_constant: false }, 2),
        _ => return None,
    };
    Some((operation, Family::Value, arguments))
}

fn sync_operation(name: &str) -> Option<(Operation, usize)> {
    let swap = |yields_success| Operation::CompareAndSwap { yields_success };
    Some(match name {
        "synchronize" => (Operation::ThreadFence, 0),
        "lock_test_and_set" => (Operation::Exchange, 2),
        "lock_release" => (Operation::Release, 1),
        "bool_compare_and_swap" => (swap(true), 3),
        "val_compare_and_swap" => (swap(false), 3),
        _ => (fetch_named(name, "fetch_and_", "_and_fetch")?, 2),
    })
}

fn fetch_named(name: &str, prefix: &str, suffix: &str) -> Option<Operation> {
    if let Some(update) = name.strip_prefix(prefix) {
        return Some(Operation::Fetch(update_named(update)?, Yields::Before));
    }
    let update = update_named(name.strip_suffix(suffix)?)?;
    Some(Operation::Fetch(update, Yields::After))
}

fn update_named(name: &str) -> Option<Update> {
    Some(match name {
        "add" => Update::Simple(RmwOp::Add),
        "sub" => Update::Simple(RmwOp::Sub),
        "and" => Update::Simple(RmwOp::And),
        "or" => Update::Simple(RmwOp::Or),
        "xor" => Update::Simple(RmwOp::Xor),
        "nand" => Update::Simple(RmwOp::Nand),
        "min" => Update::Minimum,
        "max" => Update::Maximum,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_family_size_and_number_of_arguments() {
        let found = |name| {
            let builtin = atomic_builtin_named(name)?;
            Some((builtin.family, builtin.size, builtin.arguments))
        };
        assert_eq!(
            found("__c11_atomic_fetch_nand"),
            Some((Family::C11, None, 3))
        );
        assert_eq!(found("__atomic_load"), Some((Family::Pointer, None, 3)));
        assert_eq!(found("__atomic_load_n"), Some((Family::Value, None, 2)));
        assert_eq!(
            found("__atomic_load_16"),
            Some((Family::Value, Some(16), 2))
        );
        assert_eq!(found("__atomic_exchange"), Some((Family::Pointer, None, 4)));
        assert_eq!(
            found("__sync_fetch_and_and_1"),
            Some((Family::Value, Some(1), 2))
        );
        assert_eq!(
            found("__sync_and_and_fetch"),
            Some((Family::Value, None, 2))
        );
    }

    #[test]
    fn what_no_compiler_knows_is_not_a_builtin() {
        for name in [
            "__atomic_load_3",
            "__atomic_load_n_4",
            "__atomic_fetch_add_n",
            "__atomic_test_and_set_1",
            "__atomic_thread_fence_n",
            "__sync_synchronize_4",
            "__sync_add",
            "__c11_atomic_load_n",
            "__c11_atomic_add_fetch",
            "__atomic_",
            "atomic_load",
        ] {
            assert_eq!(atomic_builtin_named(name), None, "{name}");
        }
    }
}
