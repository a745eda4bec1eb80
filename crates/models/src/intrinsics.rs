//! The intrinsics: the handful of functions over which all models are written, and which only models may call.
//!
//! The front end turns each call into one instruction. This table is their documentation.

/// How it is called, and what it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Intrinsic {
    pub signature: &'static str,
    pub meaning: &'static str,
}

impl Intrinsic {
    pub fn name(&self) -> &'static str {
        let before = self.signature.split('(').next().unwrap_or_default();
        before.rsplit([' ', '*']).next().unwrap_or_default()
    }
}

pub const INTRINSICS: &[Intrinsic] = &[
    Intrinsic {
        signature: "void __unspool_atomic_begin(void)",
        meaning: "Opens an atomic section: until it ends no other thread takes a step. Sections nest.",
    },
    Intrinsic {
        signature: "void __unspool_atomic_end(void)",
        meaning: "Closes the section; every path out of it must pass one.",
    },
    Intrinsic {
        signature: "void __unspool_wait_until(_Bool condition)",
        meaning: "Within a section, before anything visible: the thread takes the section's step only when the condition holds. Threads that all wait are a deadlock.",
    },
    Intrinsic {
        signature: "void __unspool_hold(void *lock)",
        meaning: "Within the section that takes a lock, behind its wait: from now on this thread holds it, and no other thread can. Only a hint, on which reductions rest.",
    },
    Intrinsic {
        signature: "void __unspool_release(void *lock)",
        meaning: "Within the section that gives a lock back.",
    },
    Intrinsic {
        signature: "T __unspool_nondet(T)",
        meaning: "Any value of the type `T`. Choices of a model are `_Bool`, so that a search over few values makes all of them.",
    },
    Intrinsic {
        signature: "void __unspool_assume(_Bool condition)",
        meaning: "Executions in which the condition is false do not count.",
    },
    Intrinsic {
        signature: "void __unspool_assert(_Bool condition, \"property\", \"message\"[, const char *words])",
        meaning: "A violation of the property (`unreach-call`, `lock-misuse`, `thread-misuse`, `valid-memsafety`, `thread-leak`, ...) if the condition is false. Two string literals; the string at `words`, if it can be read, is reported behind the message.",
    },
    Intrinsic {
        signature: "void __unspool_unsupported(\"what\")",
        meaning: "The execution ends as unsupported, never as a verdict. A string literal, in the user's words.",
    },
    Intrinsic {
        signature: "int __unspool_spawn(void (*start)(T...), T... arguments)",
        meaning: "Starts a thread that calls the function with these arguments and returns its number; the main thread is 0.",
    },
    Intrinsic {
        signature: "int __unspool_self(void)",
        meaning: "The number of the calling thread.",
    },
    Intrinsic {
        signature: "_Bool __unspool_finished(int thread)",
        meaning: "Whether that thread has ended.",
    },
    Intrinsic {
        signature: "_Noreturn void __unspool_exit_thread(void)",
        meaning: "Ends the calling thread.",
    },
    Intrinsic {
        signature: "void *__unspool_alloc(size_t bytes)",
        meaning: "A new object on the heap, uninitialised, aligned for every type. Never null.",
    },
    Intrinsic {
        signature: "void *__unspool_alloc_aligned(size_t alignment, size_t bytes)",
        meaning: "The same with an alignment.",
    },
    Intrinsic {
        signature: "void __unspool_free(void *object)",
        meaning: "Ends the life of a heap object; a violation of `valid-memsafety` if it is none.",
    },
    Intrinsic {
        signature: "size_t __unspool_object_size(const void *pointer)",
        meaning: "The size in bytes of the object that it points into.",
    },
    Intrinsic {
        signature: "void __unspool_output(int descriptor, int byte)",
        meaning: "The program writes a byte: to 1, standard output, or 2, standard error.",
    },
    Intrinsic {
        signature: "_Noreturn void __unspool_exit(int status)",
        meaning: "Ends the process at once, with this status.",
    },
    Intrinsic {
        signature: "_Noreturn void __unspool_abort(void)",
        meaning: "Ends the process as by a signal.",
    },
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::scan::{code_of, definitions, identifiers};
    use crate::{PRELUDE, files};

    #[test]
    fn the_models_use_these_and_no_others() {
        let texts = || files().iter().map(|file| file.text).chain([PRELUDE]);
        let own: BTreeSet<&str> = texts().flat_map(definitions).map(|d| d.name).collect();
        let mut called = BTreeSet::new();
        for text in texts() {
            let code = code_of(text);
            let calls = identifiers(&code)
                .filter(|name| name.starts_with("__unspool_") && !own.contains(name))
                // A call; types and switches are no intrinsics.
                .filter(|name| code.contains(&format!("{name}(")));
            called.extend(calls.map(str::to_string));
        }
        let listed: BTreeSet<String> = INTRINSICS.iter().map(|i| i.name().to_string()).collect();
        assert_eq!(called, listed);
    }
}
