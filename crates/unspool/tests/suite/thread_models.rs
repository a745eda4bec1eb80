//! What only the shape of the types shows of the models of threads; how they behave is seen in `annotated_programs`.

use crate::invocation::Workplace;
use crate::tools;

/// Every shape that glibc's static initialisers have had fits the models' types: no element is left over, and the
/// kind of a mutex is found.
#[test]
fn static_initialisers_fit_without_a_warning() {
    let place = Workplace::new("static_initialisers")
        .with("macros.c", MACROS)
        .with("shapes.c", SHAPES);
    for data_model in tools::data_models("static_initialisers_fit_without_a_warning in ILP32") {
        let flag = tools::flag(data_model);
        for file in ["macros.c", "shapes.c"] {
            let said = place.call(&format!("run {file} {flag}")).expect(0, &[]);
            assert!(
                !said.errors.contains("warning"),
                "{file} {flag}: {}",
                said.errors
            );
        }
    }
}

const MACROS: &str = "#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <threads.h>
pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_mutex_t error_checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
pthread_rwlock_t writers_first = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
pthread_once_t once = PTHREAD_ONCE_INIT;
once_flag flag = ONCE_FLAG_INIT;
int main(void) {
    assert(pthread_mutex_lock(&normal) == 0 && pthread_mutex_trylock(&normal) == 16);
    assert(pthread_mutex_lock(&adaptive) == 0 && pthread_mutex_trylock(&adaptive) == 16);
    assert(pthread_mutex_lock(&recursive) == 0 && pthread_mutex_lock(&recursive) == 0);
    assert(pthread_mutex_lock(&error_checking) == 0 && pthread_mutex_lock(&error_checking) == 35);
    assert(pthread_cond_signal(&condition) == 0);
    assert(pthread_rwlock_wrlock(&lock) == 0 && pthread_rwlock_rdlock(&writers_first) == 0);
    return 0;
}
";

const SHAPES: &str = "#include <assert.h>
typedef int pthread_mutex_t, pthread_cond_t, pthread_rwlock_t;
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_cond_signal(pthread_cond_t *);
int pthread_rwlock_wrlock(pthread_rwlock_t *);
pthread_mutex_t recursive[] = {
    { { 0, 0, 0, 0, 1, 0, 0, { 0, 0 } } },
    { { 0, 0, 0, 0, 1, 0, { 0, 0 } } },
    { { 0, 0, 0, 1, 0, { { 0, 0 } } } },
    { { 0, 0, 0, 1, 0, { 0 } } },
};
pthread_cond_t conditions[] = {
    { { {0}, {0}, {0, 0}, {0, 0}, 0, 0, {0, 0} } },
    { { {0}, {0}, {0, 0}, 0, 0, {0, 0}, 0, 0 } },
    { { 0, 0, 0, 0, 0, (void *) 0, 0, 0 } },
};
pthread_rwlock_t locks[] = {
    { { 0, 0, 0, 0, 0, 0, 0, 0, 0, { 0, 0, 0, 0, 0, 0, 0 }, 0, 2 } },
    { { 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0 } },
    { { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2 } },
};
int main(void) {
    for (int i = 0; i < 4; i++)
        assert(pthread_mutex_lock(&recursive[i]) == 0 && pthread_mutex_lock(&recursive[i]) == 0);
    for (int i = 0; i < 3; i++)
        assert(pthread_cond_signal(&conditions[i]) == 0);
    for (int i = 0; i < 3; i++)
        assert(pthread_rwlock_wrlock(&locks[i]) == 0);
    return 0;
}
";
