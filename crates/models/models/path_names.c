/* <libgen.h>, <string.h>: the parts of a path name, basename and dirname.

   Pure text. The GNU basename (of <string.h>) never changes its argument and gives "" for a path that ends in a slash;
   the POSIX one (of <libgen.h>, whose header calls it __xpg_basename) cuts trailing slashes off, as dirname does.

   Assumptions:
   - basename: a program that declares it by itself gets the GNU one. */

char *basename(const char *path) {
    const char *name = path;
    for (; *path; path++)
        if (*path == '/')
            name = path + 1;
    return (char *)name;
}

/* The length of the path without slashes at its end; a path of slashes keeps one. */
static size_t without_trailing_slashes(const char *path, size_t length) {
    while (length > 1 && path[length - 1] == '/')
        length--;
    return length;
}

char *__xpg_basename(char *path) {
    if (path == 0 || *path == 0)
        return ".";
    size_t length = without_trailing_slashes(path, strlen(path));
    if (length == 1 && *path == '/')
        return path + strlen(path) - 1;
    path[length] = 0;
    return basename(path);
}

char *dirname(char *path) {
    if (path == 0)
        return ".";
    size_t length = without_trailing_slashes(path, strlen(path));
    while (length > 0 && path[length - 1] != '/')
        length--;
    if (length == 0)
        return ".";
    length = without_trailing_slashes(path, length);
    path[length] = 0;
    return path;
}
