//! Every C11 and POSIX header that the machine has can be read.

use std::path::{Path, PathBuf};

use unspool_ir::DataModel;

use crate::reference::{lowered, round_trip};
use crate::{tools, work_sharing};

const HEADERS: &[&str] = &[
    // C11
    "assert.h",
    "complex.h",
    "ctype.h",
    "errno.h",
    "fenv.h",
    "float.h",
    "inttypes.h",
    "iso646.h",
    "limits.h",
    "locale.h",
    "math.h",
    "setjmp.h",
    "signal.h",
    "stdalign.h",
    "stdarg.h",
    "stdatomic.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "stdnoreturn.h",
    "string.h",
    "tgmath.h",
    "threads.h",
    "time.h",
    "uchar.h",
    "wchar.h",
    "wctype.h",
    // POSIX
    "aio.h",
    "arpa/inet.h",
    "cpio.h",
    "dirent.h",
    "dlfcn.h",
    "fcntl.h",
    "fmtmsg.h",
    "fnmatch.h",
    "ftw.h",
    "glob.h",
    "grp.h",
    "iconv.h",
    "langinfo.h",
    "libgen.h",
    "monetary.h",
    "mqueue.h",
    "ndbm.h",
    "net/if.h",
    "netdb.h",
    "netinet/in.h",
    "netinet/tcp.h",
    "nl_types.h",
    "poll.h",
    "pthread.h",
    "pwd.h",
    "regex.h",
    "sched.h",
    "search.h",
    "semaphore.h",
    "spawn.h",
    "strings.h",
    "stropts.h",
    "sys/ipc.h",
    "sys/mman.h",
    "sys/msg.h",
    "sys/resource.h",
    "sys/select.h",
    "sys/sem.h",
    "sys/shm.h",
    "sys/socket.h",
    "sys/stat.h",
    "sys/statvfs.h",
    "sys/time.h",
    "sys/times.h",
    "sys/types.h",
    "sys/uio.h",
    "sys/un.h",
    "sys/utsname.h",
    "sys/wait.h",
    "syslog.h",
    "tar.h",
    "termios.h",
    "trace.h",
    "ulimit.h",
    "unistd.h",
    "utime.h",
    "utmpx.h",
    "wordexp.h",
];

#[test]
fn all_headers_together_and_each_by_itself() {
    let folder = tools::folder("headers");
    let mut texts: Vec<(String, String)> = HEADERS
        .iter()
        .map(|header| (header.replace('/', "_"), include(header)))
        .collect();
    let all = HEADERS.iter().map(|header| include(header)).collect();
    texts.push(("all".to_string(), all));
    let mut programs: Vec<PathBuf> = Vec::new();
    for (name, includes) in &texts {
        for (kind, before) in [("plain", ""), ("gnu", "#define _GNU_SOURCE 1\n")] {
            let source = folder.join(format!("{name}_{kind}.c"));
            let text = format!("{before}{includes}int main(void) {{ return 0; }}\n");
            std::fs::write(&source, text).expect("a program");
            programs.push(source);
        }
    }
    let mut jobs: Vec<(&Path, DataModel)> = Vec::new();
    for data_model in tools::data_models("all_headers_together_and_each_by_itself in ILP32") {
        jobs.extend(
            programs
                .iter()
                .map(|program| (program.as_path(), data_model)),
        );
    }
    let failures: Vec<String> = work_sharing::map(&jobs, |(program, data_model)| {
        lowered(program, *data_model)
            .and_then(|lowered| round_trip(&lowered))
            .err()
            .map(|why| format!("{} in {}: {why}", program.display(), data_model.name()))
    })
    .into_iter()
    .flatten()
    .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Missing headers drop out.
fn include(header: &str) -> String {
    format!("#if __has_include(<{header}>)\n#include <{header}>\n#endif\n")
}
