/* <unistd.h>, <sys/types.h>: who the process is: getpid, getppid, gettid, getuid and their like.

   There is one process. Its numbers are fixed, so that every call gives the same; a thread's number is the process's
   plus the thread's, so that the main thread has the process's, as on Linux.

   Assumptions:
   - getpid is 1000 and getppid 999; all user and group numbers are 1000: the process is not privileged. Changing them
     to what they are succeeds, to anything else fails with EPERM.
   - syscall: only gettid, getpid and getppid are modelled; others end the execution as unsupported. */

enum { process_number = 1000, parent_number = 999, user_number = 1000 };

int getpid(void) { return process_number; }
int getppid(void) { return parent_number; }
int gettid(void) { return process_number + __unspool_self(); }
int getpgrp(void) { return process_number; }
int getpgid(int process) { return process_number; }
int getsid(int process) { return process_number; }
unsigned getuid(void) { return user_number; }
unsigned geteuid(void) { return user_number; }
unsigned getgid(void) { return user_number; }
unsigned getegid(void) { return user_number; }

static int become(unsigned number) {
    if (number == user_number)
        return 0;
    *__errno_location() = 1; /* EPERM */
    return -1;
}

int setuid(unsigned number) { return become(number); }
int seteuid(unsigned number) { return become(number); }
int setgid(unsigned number) { return become(number); }
int setegid(unsigned number) { return become(number); }

/* Numbers differ between x86-64 and i386. */
long syscall(long number, ...) {
    _Bool is_64 = sizeof(long) == 8;
    if (number == (is_64 ? 186 : 224))
        return gettid();
    if (number == (is_64 ? 39 : 20))
        return getpid();
    if (number == (is_64 ? 110 : 64))
        return getppid();
    __unspool_unsupported("syscall: only SYS_gettid, SYS_getpid and SYS_getppid are modelled");
    return -1;
}
