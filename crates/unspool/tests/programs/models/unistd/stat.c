/* stat, lstat, fstat, nl_langinfo: a regular file of any size, if there is one */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <langinfo.h>
#include <string.h>
#include <sys/stat.h>

#if defined STATUS
// WITH --domain=0,7,-1
int main(void) {
    struct stat status;
    int result = stat("file", &status);
    assert(result == 0 || (result == -1 && errno == ENOENT));
    if (result == 0) {
        assert(S_ISREG(status.st_mode) && (status.st_mode & 0777) == 0644 && status.st_nlink == 1 && status.st_uid == 1000 && status.st_gid == 1000);
        assert(status.st_size >= 0 && status.st_size <= 0x7fffffff && status.st_mtime == 0);
        assert(status.st_size != 7); // UNSAFE: assertion failed
    }
    assert(result == 0); // UNSAFE: assertion failed
    return 0;
}
#elif defined WITH_64_BITS
int main(void) {
    struct stat64 status;
    if (lstat64("file", &status) == 0)
        assert(S_ISREG(status.st_mode) && status.st_nlink == 1 && status.st_uid == 1000 && status.st_size >= 0 && status.st_size <= 1 && status.st_ino == 0); // SAFE
    return 0;
}
#elif defined DESCRIPTORS
int main(void) {
    struct stat status;
    assert(fstat(0, &status) == 0 && S_ISREG(status.st_mode) && fstat(7, &status) == -1 && errno == EBADF); // SAFE
    return 0;
}
#elif defined LANGUAGE
int main(void) {
    assert(strcmp(nl_langinfo(CODESET), "ANSI_X3.4-1968") == 0 && strcmp(nl_langinfo(RADIXCHAR), ".") == 0); // SAFE
    return 0;
}
#elif defined OTHER_LANGUAGE
int main(void) {
    nl_langinfo(DAY_1); // UNSUPPORTED: nl_langinfo of an item that is not modelled
    return 0;
}
#endif
