/* <unistd.h>, <sys/wait.h>, <stdlib.h>, <sys/socket.h>, <dlfcn.h>: other processes, refused.

   One process is modelled. A program that makes others, talks to them or loads code is refused where it does so: the
   execution ends as unsupported, never as a verdict.

   Assumptions:
   - fork, exec and their like, system, popen, wait, sockets, epoll, dlopen: end the execution as unsupported.
     system(NULL) says that there is no command processor. */

int fork(void) {
    __unspool_unsupported("fork: other processes are not modelled");
    return -1;
}

int vfork(void) {
    __unspool_unsupported("vfork: other processes are not modelled");
    return -1;
}

int daemon(int keeps_directory, int keeps_streams) {
    __unspool_unsupported("daemon: other processes are not modelled");
    return -1;
}

int setsid(void) {
    __unspool_unsupported("setsid: other processes are not modelled");
    return -1;
}

int execv(const char *path, char *const arguments[]) {
    __unspool_unsupported("execv: other processes are not modelled");
    return -1;
}

int execvp(const char *path, char *const arguments[]) {
    __unspool_unsupported("execvp: other processes are not modelled");
    return -1;
}

int execve(const char *path, char *const arguments[], char *const environment[]) {
    __unspool_unsupported("execve: other processes are not modelled");
    return -1;
}

int execvpe(const char *path, char *const arguments[], char *const environment[]) {
    __unspool_unsupported("execvpe: other processes are not modelled");
    return -1;
}

int execl(const char *path, const char *argument, ...) {
    __unspool_unsupported("execl: other processes are not modelled");
    return -1;
}

int execlp(const char *path, const char *argument, ...) {
    __unspool_unsupported("execlp: other processes are not modelled");
    return -1;
}

int execle(const char *path, const char *argument, ...) {
    __unspool_unsupported("execle: other processes are not modelled");
    return -1;
}

int fexecve(int descriptor, char *const arguments[], char *const environment[]) {
    __unspool_unsupported("fexecve: other processes are not modelled");
    return -1;
}

int system(const char *command) {
    if (command != 0)
        __unspool_unsupported("system: other processes are not modelled");
    return 0;
}

struct _IO_FILE *popen(const char *command, const char *mode) {
    __unspool_unsupported("popen: other processes are not modelled");
    return 0;
}

int pclose(struct _IO_FILE *stream) {
    __unspool_unsupported("pclose: other processes are not modelled");
    return -1;
}

int wait(int *status) {
    __unspool_unsupported("wait: other processes are not modelled");
    return -1;
}

int waitpid(int process, int *status, int options) {
    __unspool_unsupported("waitpid: other processes are not modelled");
    return -1;
}

int waitid(int kind, unsigned process, void *information, int options) {
    __unspool_unsupported("waitid: other processes are not modelled");
    return -1;
}

int wait3(int *status, int options, void *usage) {
    __unspool_unsupported("wait3: other processes are not modelled");
    return -1;
}

int wait4(int process, int *status, int options, void *usage) {
    __unspool_unsupported("wait4: other processes are not modelled");
    return -1;
}

int posix_spawn(int *process, const char *path, const void *actions, const void *attributes, char *const arguments[],
                char *const environment[]) {
    __unspool_unsupported("posix_spawn: other processes are not modelled");
    return -1;
}

int posix_spawnp(int *process, const char *path, const void *actions, const void *attributes, char *const arguments[],
                 char *const environment[]) {
    __unspool_unsupported("posix_spawnp: other processes are not modelled");
    return -1;
}

int socket(int domain, int type, int protocol) {
    __unspool_unsupported("socket: sockets are not modelled");
    return -1;
}

int socketpair(int domain, int type, int protocol, int descriptors[2]) {
    __unspool_unsupported("socketpair: sockets are not modelled");
    return -1;
}

int bind(int descriptor, const void *address, unsigned length) {
    __unspool_unsupported("bind: sockets are not modelled");
    return -1;
}

int listen(int descriptor, int backlog) {
    __unspool_unsupported("listen: sockets are not modelled");
    return -1;
}

int accept(int descriptor, void *address, unsigned *length) {
    __unspool_unsupported("accept: sockets are not modelled");
    return -1;
}

int connect(int descriptor, const void *address, unsigned length) {
    __unspool_unsupported("connect: sockets are not modelled");
    return -1;
}

ssize_t send(int descriptor, const void *data, size_t length, int flags) {
    __unspool_unsupported("send: sockets are not modelled");
    return -1;
}

ssize_t recv(int descriptor, void *data, size_t length, int flags) {
    __unspool_unsupported("recv: sockets are not modelled");
    return -1;
}

ssize_t sendto(int descriptor, const void *data, size_t length, int flags, const void *address, unsigned address_length) {
    __unspool_unsupported("sendto: sockets are not modelled");
    return -1;
}

ssize_t recvfrom(int descriptor, void *data, size_t length, int flags, void *address, unsigned *address_length) {
    __unspool_unsupported("recvfrom: sockets are not modelled");
    return -1;
}

int shutdown(int descriptor, int how) {
    __unspool_unsupported("shutdown: sockets are not modelled");
    return -1;
}

int setsockopt(int descriptor, int level, int name, const void *value, unsigned length) {
    __unspool_unsupported("setsockopt: sockets are not modelled");
    return -1;
}

int getsockopt(int descriptor, int level, int name, void *value, unsigned *length) {
    __unspool_unsupported("getsockopt: sockets are not modelled");
    return -1;
}

int epoll_create(int size) {
    __unspool_unsupported("epoll_create: waiting for descriptors is not modelled");
    return -1;
}

int epoll_create1(int flags) {
    __unspool_unsupported("epoll_create1: waiting for descriptors is not modelled");
    return -1;
}

void *dlopen(const char *name, int flags) {
    __unspool_unsupported("dlopen: loading code is not modelled");
    return 0;
}

void *dlsym(void *library, const char *name) {
    __unspool_unsupported("dlsym: loading code is not modelled");
    return 0;
}

int dlclose(void *library) {
    __unspool_unsupported("dlclose: loading code is not modelled");
    return -1;
}

char *dlerror(void) {
    __unspool_unsupported("dlerror: loading code is not modelled");
    return 0;
}
