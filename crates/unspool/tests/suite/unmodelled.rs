//! What the engine cannot model makes an answer unknown, and nothing else does.
//!
//! Each program reaches something unmodelled if UNMODELLED is defined, and otherwise does nearly the same in a way that is modelled: then the answer is as certain as for any
//! other program. None may be called safe in the first case.

use crate::invocation::Workplace;

/// Not races, nor memory errors.
const ASSERTIONS: &str = "--property unreach-call --invalid-access-ends";

#[test]
fn pointers_made_of_numbers() {
    let place = Workplace::new("unmodelled_pointers")
        .with(
            "decided.c",
            r#"
            #include <assert.h>
            #include <stdint.h>
            int x = 2;
            int main(void) {
                uintptr_t address = (uintptr_t)&x, copy = 0;
            #ifdef UNMODELLED
                for (int i = 0; i < 64; i++) if (address >> i & 1) copy |= (uintptr_t)1 << i;
            #else
                copy = (address | 1) & ~(uintptr_t)1;
            #endif
                *(int *)copy = 9;
                assert(x == 9);
                return 0;
            }
            "#,
        )
        .with(
            "guessed.c",
            r#"
            #include <assert.h>
            #include <pthread.h>
            #include <stdint.h>
            unsigned long __VERIFIER_nondet_ulong(void);
            int x = 2;
            static void *worker(void *argument) {
            #ifdef UNMODELLED
                *(int *)argument = 3;
            #else
                if (argument == (void *)16) return 0;
            #endif
                return argument;
            }
            int main(void) {
                pthread_t thread;
                pthread_create(&thread, 0, worker, (void *)__VERIFIER_nondet_ulong());
                assert(x == 2);
                return 0;
            }
            "#,
        )
        .with(
            "punned.c",
            r#"
            #include <assert.h>
            int x = 2;
            union { int *pointer; unsigned short parts[4]; } both;
            int main(void) {
                both.pointer = &x;
                union { int *pointer; unsigned short parts[4]; } copy = { 0 };
                for (int i = 0; i < 4; i++) {
            #ifdef UNMODELLED
                    while (copy.parts[i] != both.parts[i]) copy.parts[i]++;
            #else
                    copy.parts[i] = both.parts[i];
            #endif
                }
                *copy.pointer = 9;
                assert(x == 9);
                return 0;
            }
            "#,
        );
    let text = "made of a number";
    for file in ["decided.c", "guessed.c"] {
        let said = place
            .call(&format!("check {file} -DUNMODELLED {ASSERTIONS}"))
            .expect(5, &[]);
        assert!(said.output.starts_with("UNKNOWN: "), "{}", said.output);
        assert!(said.output.contains(text), "{}", said.output);
        place
            .call(&format!("check {file} {ASSERTIONS}"))
            .expect(0, &[]);
    }
    place
        .call(&format!("check punned.c {ASSERTIONS}"))
        .expect(0, &[]);
    // How often the loop goes around depends on where objects are.
    let said = place.call(&format!(
        "check punned.c -DUNMODELLED --unwind 3 {ASSERTIONS}"
    ));
    assert_eq!(said.code, 5, "{}", said.output);
}

#[test]
fn long_doubles_with_a_digit_of_their_own() {
    let place = Workplace::new("unmodelled_floats").with(
        "digit.c",
        r#"
        #include <assert.h>
        #include <string.h>
        _Bool __VERIFIER_nondet_bool(void);
        int main(void) {
            long double number = 0;
            unsigned char bytes[10] = { 0, 0, 0, 0, 0, 0, 1, 0x80, 0, 0x40 };
        #ifdef UNMODELLED
            bytes[7] = __VERIFIER_nondet_bool() ? 0 : 0x80;
        #endif
            memcpy(&number, bytes, sizeof bytes);
            assert(number * 2 > 2);
            return 0;
        }
        "#,
    );
    let said = place
        .call(&format!("check digit.c -DUNMODELLED {ASSERTIONS}"))
        .expect(5, &[]);
    assert!(
        said.output.contains("UNKNOWN") && said.output.contains("long double"),
        "{}",
        said.output
    );
    place
        .call(&format!("check digit.c {ASSERTIONS}"))
        .expect(0, &[]);
}

#[test]
fn large_allocations() {
    let place = Workplace::new("unmodelled_allocations").with(
        "size.c",
        r#"
        #include <assert.h>
        #include <stdlib.h>
        unsigned __VERIFIER_nondet_uint(void);
        int main(void) {
            unsigned size = __VERIFIER_nondet_uint();
        #ifndef UNMODELLED
            size = size % 4096 + 1;
        #endif
            char *bytes = malloc(size);
            if (!bytes || !size) return 0;
            bytes[size - 1] = 1;
            assert(bytes[size - 1] == 1);
            return 0;
        }
        "#,
    );
    let said = place
        .call(&format!(
            "check size.c -DUNMODELLED --time-limit 60 {ASSERTIONS}"
        ))
        .expect(5, &[]);
    assert!(
        said.output.contains("UNKNOWN") && said.output.contains("an allocation"),
        "{}",
        said.output
    );
    place
        .call(&format!("check size.c --time-limit 100 {ASSERTIONS}"))
        .expect(0, &[]);
}

#[test]
fn outcomes_that_depend_on_addresses() {
    let place = Workplace::new("unmodelled_addresses").with(
        "key.c",
        r#"
        #include <assert.h>
        #include <pthread.h>
        #include <stdint.h>
        #include <stdlib.h>
        int *node;
        int is_there;
        static void *worker(void *argument) {
            node = malloc(24);
            is_there = 1;
            return argument;
        }
        int main(void) {
            pthread_t thread;
            pthread_create(&thread, 0, worker, 0);
            if (is_there) {
                uintptr_t key = (uintptr_t)node;
        #ifdef UNMODELLED
                assert(key >> 5 & 1);
                assert(!(key >> 5 & 1));
        #else
                assert((key >> 5 & 1) <= 1);
        #endif
            }
            return 0;
        }
        "#,
    );
    // One of the two fails, and which one is for the addresses to say: unsafe if they agree, and never safe.
    let said = place.call(&format!("check key.c -DUNMODELLED {ASSERTIONS}"));
    let is_right = match said.code {
        5 => said.output.starts_with("UNKNOWN: ") && said.output.contains("where objects lie"),
        10 => said.output.starts_with("UNSAFE: "),
        _ => false,
    };
    assert!(is_right, "{}", said.output);
    place
        .call(&format!("check key.c {ASSERTIONS}"))
        .expect(0, &["objects lie where Unspool puts them"]);
}
