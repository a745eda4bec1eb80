/* strerror for the error numbers of Linux that a program over these models can meet or print.

   Unknown numbers give "Unknown error N" in a buffer of the calling thread, so that two threads do not share it. */

static const char *const texts[132] = {
    [0] = "Success",
    [1] = "Operation not permitted",
    [2] = "No such file or directory",
    [3] = "No such process",
    [4] = "Interrupted system call",
    [5] = "Input/output error",
    [6] = "No such device or address",
    [7] = "Argument list too long",
    [8] = "Exec format error",
    [9] = "Bad file descriptor",
    [10] = "No child processes",
    [11] = "Resource temporarily unavailable",
    [12] = "Cannot allocate memory",
    [13] = "Permission denied",
    [14] = "Bad address",
    [15] = "Block device required",
    [16] = "Device or resource busy",
    [17] = "File exists",
    [18] = "Invalid cross-device link",
    [19] = "No such device",
    [20] = "Not a directory",
    [21] = "Is a directory",
    [22] = "Invalid argument",
    [23] = "Too many open files in system",
    [24] = "Too many open files",
    [25] = "Inappropriate ioctl for device",
    [26] = "Text file busy",
    [27] = "File too large",
    [28] = "No space left on device",
    [29] = "Illegal seek",
    [30] = "Read-only file system",
    [31] = "Too many links",
    [32] = "Broken pipe",
    [33] = "Numerical argument out of domain",
    [34] = "Numerical result out of range",
    [35] = "Resource deadlock avoided",
    [36] = "File name too long",
    [37] = "No locks available",
    [38] = "Function not implemented",
    [39] = "Directory not empty",
    [40] = "Too many levels of symbolic links",
    [71] = "Protocol error",
    [74] = "Bad message",
    [75] = "Value too large for defined data type",
    [84] = "Invalid or incomplete multibyte or wide character",
    [88] = "Socket operation on non-socket",
    [95] = "Operation not supported",
    [97] = "Address family not supported by protocol",
    [98] = "Address already in use",
    [99] = "Cannot assign requested address",
    [101] = "Network is unreachable",
    [104] = "Connection reset by peer",
    [105] = "No buffer space available",
    [106] = "Transport endpoint is already connected",
    [107] = "Transport endpoint is not connected",
    [110] = "Connection timed out",
    [111] = "Connection refused",
    [113] = "No route to host",
    [114] = "Operation already in progress",
    [115] = "Operation now in progress",
    [125] = "Operation canceled",
    [130] = "Owner died",
    [131] = "State not recoverable",
};

char *strerror(int number) {
    static _Thread_local char unknown[32];
    if (number >= 0 && number < 132 && texts[number] != 0)
        return (char *)texts[number];
    memcpy(unknown, "Unknown error ", 14);
    char digits[12];
    int count = 0;
    int position = 14;
    unsigned rest = number < 0 ? 0u - (unsigned)number : (unsigned)number;
    if (number < 0)
        unknown[position++] = '-';
    do {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    while (count > 0)
        unknown[position++] = digits[--count];
    unknown[position] = 0;
    return unknown;
}

/* The POSIX form; glibc's <string.h> redirects strerror_r to it unless _GNU_SOURCE is defined. */
int __xpg_strerror_r(int number, char *buffer, size_t size) {
    const char *text = strerror(number);
    size_t length = strlen(text);
    if (length >= size)
        return 34; /* ERANGE */
    memcpy(buffer, text, length + 1);
    return 0;
}
