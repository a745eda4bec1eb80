/* what involves other processes or libraries is refused where it is called */
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined FORK
int main(void) {
    return fork(); // UNSUPPORTED: fork: other processes are not modelled
}
#elif defined VFORK
int main(void) {
    return vfork(); // UNSUPPORTED: vfork: other processes are not modelled
}
#elif defined EXEC
int main(void) {
    return execl("/bin/true", "true", (char *)0); // UNSUPPORTED: execl: other processes are not modelled
}
#elif defined SYSTEM
int main(void) {
    return system("true"); // UNSUPPORTED: system: other processes are not modelled
}
#elif defined NO_COMMAND_PROCESSOR
int main(void) {
    assert(system(NULL) == 0); // SAFE
    return 0;
}
#elif defined POPEN
int main(void) {
    return popen("true", "r") == NULL; // UNSUPPORTED: popen: other processes are not modelled
}
#elif defined WAIT
int main(void) {
    return waitpid(-1, 0, 0); // UNSUPPORTED: waitpid: other processes are not modelled
}
#elif defined DLOPEN
int main(void) {
    return dlopen("library", RTLD_NOW) == NULL; // UNSUPPORTED: dlopen: loading code is not modelled
}
#elif defined CALLS_DAEMON
int main(void) {
    return daemon(0, 0); // UNSUPPORTED: daemon: other processes are not modelled
}
#elif defined CALLS_SETSID
int main(void) {
    return setsid(); // UNSUPPORTED: setsid: other processes are not modelled
}
#elif defined CALLS_EXECV
int main(void) {
    return execv("a", 0); // UNSUPPORTED: execv: other processes are not modelled
}
#elif defined CALLS_EXECVP
int main(void) {
    return execvp("a", 0); // UNSUPPORTED: execvp: other processes are not modelled
}
#elif defined CALLS_EXECVE
int main(void) {
    return execve("a", 0, 0); // UNSUPPORTED: execve: other processes are not modelled
}
#elif defined CALLS_EXECVPE
int main(void) {
    return execvpe("a", 0, 0); // UNSUPPORTED: execvpe: other processes are not modelled
}
#elif defined CALLS_EXECLP
int main(void) {
    return execlp("a", "a", (char *)0); // UNSUPPORTED: execlp: other processes are not modelled
}
#elif defined CALLS_EXECLE
int main(void) {
    return execle("a", "a", (char *)0, (char **)0); // UNSUPPORTED: execle: other processes are not modelled
}
#elif defined CALLS_FEXECVE
int main(void) {
    return fexecve(1, 0, 0); // UNSUPPORTED: fexecve: other processes are not modelled
}
#elif defined CALLS_PCLOSE
int main(void) {
    return pclose(stdin); // UNSUPPORTED: pclose: other processes are not modelled
}
#elif defined CALLS_WAIT
int main(void) {
    return wait(0); // UNSUPPORTED: wait: other processes are not modelled
}
#elif defined CALLS_WAITID
int main(void) {
    return waitid(P_ALL, 0, 0, WEXITED); // UNSUPPORTED: waitid: other processes are not modelled
}
#elif defined CALLS_WAIT3
int main(void) {
    return wait3(0, 0, 0); // UNSUPPORTED: wait3: other processes are not modelled
}
#elif defined CALLS_WAIT4
int main(void) {
    return wait4(1, 0, 0, 0); // UNSUPPORTED: wait4: other processes are not modelled
}
#elif defined CALLS_POSIX_SPAWN
int main(void) {
    return posix_spawn(0, "a", 0, 0, 0, 0); // UNSUPPORTED: posix_spawn: other processes are not modelled
}
#elif defined CALLS_POSIX_SPAWNP
int main(void) {
    return posix_spawnp(0, "a", 0, 0, 0, 0); // UNSUPPORTED: posix_spawnp: other processes are not modelled
}
#elif defined CALLS_EPOLL_CREATE
int main(void) {
    return epoll_create(1); // UNSUPPORTED: epoll_create: waiting for descriptors is not modelled
}
#elif defined CALLS_EPOLL_CREATE1
int main(void) {
    return epoll_create1(0); // UNSUPPORTED: epoll_create1: waiting for descriptors is not modelled
}
#elif defined CALLS_DLSYM
int main(void) {
    return dlsym(0, "a") == 0; // UNSUPPORTED: dlsym: loading code is not modelled
}
#elif defined CALLS_DLCLOSE
int main(void) {
    return dlclose(0); // UNSUPPORTED: dlclose: loading code is not modelled
}
#elif defined CALLS_DLERROR
int main(void) {
    return dlerror() == 0; // UNSUPPORTED: dlerror: loading code is not modelled
}
#endif
