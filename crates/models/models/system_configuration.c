/* <unistd.h>, <sys/resource.h>, <sys/utsname.h>: what the machine is like.

   Assumptions:
   - Two processors; pages of 4096 bytes, 2^18 of them; 100 clock ticks a second; 1024 descriptors. sysconf of names
     other than the usual ones ends the execution as unsupported.
   - gethostname gives "localhost", getcwd "/", uname a Linux of that name on x86-64.
   - getrlimit: no limits; setrlimit is accepted and changes nothing. */

enum { processors = 2, page_size = 4096, pages = 1 << 18 };

/* The numbers are glibc's. */
long sysconf(int name) {
    switch (name) {
    case 0: return 2097152;        /* _SC_ARG_MAX */
    case 1: return 32768;          /* _SC_CHILD_MAX */
    case 2: return 100;            /* _SC_CLK_TCK */
    case 3: return 65536;          /* _SC_NGROUPS_MAX */
    case 4: return 1024;           /* _SC_OPEN_MAX */
    case 5: return 16;             /* _SC_STREAM_MAX */
    case 29: return 200809;        /* _SC_VERSION */
    case 30: return page_size;     /* _SC_PAGESIZE */
    case 60: return 1024;          /* _SC_IOV_MAX */
    case 67: return 200809;        /* _SC_THREADS */
    case 68: return 200809;        /* _SC_THREAD_SAFE_FUNCTIONS */
    case 69: return 1024;          /* _SC_GETGR_R_SIZE_MAX */
    case 70: return 1024;          /* _SC_GETPW_R_SIZE_MAX */
    case 71: return 256;           /* _SC_LOGIN_NAME_MAX */
    case 73: return 4;             /* _SC_THREAD_DESTRUCTOR_ITERATIONS */
    case 74: return 1024;          /* _SC_THREAD_KEYS_MAX */
    case 75: return 16384;         /* _SC_THREAD_STACK_MIN */
    case 76: return -1;            /* _SC_THREAD_THREADS_MAX: no limit */
    case 83:                       /* _SC_NPROCESSORS_CONF */
    case 84: return processors;    /* _SC_NPROCESSORS_ONLN */
    case 85:                       /* _SC_PHYS_PAGES */
    case 86: return pages;         /* _SC_AVPHYS_PAGES */
    case 149: return 200809;       /* _SC_MONOTONIC_CLOCK */
    case 153: return 200809;       /* _SC_READER_WRITER_LOCKS */
    case 154: return 200809;       /* _SC_SPIN_LOCKS */
    case 133: return 200809;       /* _SC_BARRIERS */
    case 180: return 64;           /* _SC_HOST_NAME_MAX */
    case 190: return 64;           /* _SC_LEVEL1_DCACHE_LINESIZE */
    default:
        __unspool_unsupported("sysconf of a name that is not modelled");
        return -1;
    }
}

int getpagesize(void) { return page_size; }
int getdtablesize(void) { return 1024; }
int get_nprocs(void) { return processors; }
int get_nprocs_conf(void) { return processors; }
long get_phys_pages(void) { return pages; }
long get_avphys_pages(void) { return pages; }

/* A constant text to a buffer of this size; false if it is too long. */
static _Bool fits_into(char *buffer, size_t size, const char *text) {
    size_t length = strlen(text) + 1;
    if (length > size)
        return 0;
    memcpy(buffer, text, length);
    return 1;
}

int gethostname(char *name, size_t size) {
    if (fits_into(name, size, "localhost"))
        return 0;
    *__errno_location() = 36; /* ENAMETOOLONG */
    return -1;
}

int __gethostname_chk(char *name, size_t size, size_t object) {
    __unspool_assert(size <= object, "valid-memsafety", "gethostname: size is larger than the buffer (buffer overflow)");
    return gethostname(name, size);
}

/* With a null buffer, glibc allocates one. */
char *getcwd(char *buffer, size_t size) {
    if (buffer == 0) {
        size = size == 0 ? 2 : size;
        buffer = malloc(size);
        if (buffer == 0)
            return 0;
    }
    if (fits_into(buffer, size, "/"))
        return buffer;
    *__errno_location() = 34; /* ERANGE */
    return 0;
}

char *__getcwd_chk(char *buffer, size_t size, size_t object) {
    __unspool_assert(size <= object, "valid-memsafety", "getcwd: size is larger than the buffer (buffer overflow)");
    return getcwd(buffer, size);
}

/* Six texts of 65 bytes each. */
int uname(void *result) {
    char *texts = result;
    const char *contents[6] = {"Linux", "localhost", "6.0.0", "1", "x86_64", "(none)"};
    for (int i = 0; i < 6; i++)
        fits_into(texts + 65 * i, 65, contents[i]);
    return 0;
}

static _Bool is_resource(int resource) {
    if (resource >= 0 && resource < 16)
        return 1;
    *__errno_location() = 22; /* EINVAL */
    return 0;
}

int getrlimit(int resource, unsigned long *limits) {
    if (!is_resource(resource))
        return -1;
    limits[0] = limits[1] = ~0ul; /* RLIM_INFINITY */
    return 0;
}

int getrlimit64(int resource, unsigned long long *limits) {
    if (!is_resource(resource))
        return -1;
    limits[0] = limits[1] = ~0ull;
    return 0;
}

int setrlimit(int resource, const unsigned long *limits) { return is_resource(resource) ? 0 : -1; }
int setrlimit64(int resource, const unsigned long long *limits) { return is_resource(resource) ? 0 : -1; }
int getpriority(int which, unsigned who) { return 0; }
int setpriority(int which, unsigned who, int priority) { return 0; }
int nice(int increment) { return 0; }
