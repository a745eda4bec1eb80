// inet_pton, inet_ntop, inet_aton, inet_addr, inet_ntoa, gai_strerror: texts that are addresses, and those that nearly are.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

static const char *const texts[] = {
    "", "127.0.0.1", "255.255.255.255", "256.0.0.1", "1.2.3", "1.2.3.4.", "1.2.3.4.5", "01.2.3.4", "0.0.0.0", "1..2.3",
    "1.2.3.4 ", "1.2.3.4 rest", "1.2.3.4rest", " 1.2.3.4", "0x7f.1", "0x7F.0x0.1", "017.1.65535", "1.2.65536", "1.16777215",
    "1.16777216", "4294967295", "4294967296", "18446744073709551616", "08", "0x", "0xg", "0b1", "-1", "+1", ".1", "1.",
    "::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8::",
    "1:2:3:4::5:6:7:8", "1:2:3:4:5:6:7:8:9", ":1", "1:", ":", ":::", "1:::2", "::1::", "1::2:", "fe80::ABCD", "12345::",
    "0001::0", "::g", "::ffff:1.2.3.4", "::1.2.3.4", "1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:7:1.2.3.4", "1:2:3:4:5:1.2.3.4",
    "::1.2.3", "::1.2.3.04", "::1.2.3.4:5", "1.2.3.4::", "::1.2.3.256", "2001:db8::1%lo", "::1 ",
};

static void show(const char *text) {
    unsigned char address[16];
    char again[INET6_ADDRSTRLEN];
    struct in_addr of_ipv4 = {0};
    memset(address, 0, sizeof address);
    int result = inet_pton(AF_INET, text, address);
    printf("'%s' %d %s", text, result, inet_ntop(AF_INET, address, again, sizeof again));
    memset(address, 0, sizeof address);
    result = inet_pton(AF_INET6, text, address);
    printf(" %d %s", result, inet_ntop(AF_INET6, address, again, sizeof again));
    result = inet_aton(text, &of_ipv4);
    printf(" %d %s %d", result, inet_ntoa(of_ipv4), inet_aton(text, NULL));
    printf(" %x\n", (unsigned)inet_addr(text));
}

static void show_groups(const unsigned short *groups) {
    struct in6_addr address;
    char text[INET6_ADDRSTRLEN];
    for (int i = 0; i < 8; i++) {
        address.s6_addr[2 * i] = (unsigned char)(groups[i] >> 8);
        address.s6_addr[2 * i + 1] = (unsigned char)groups[i];
    }
    puts(inet_ntop(AF_INET6, &address, text, sizeof text));
    for (unsigned size = 0; size < sizeof text; size++) {
        errno = 0;
        if (inet_ntop(AF_INET6, &address, text, size) == NULL)
            printf("%d,", errno == ENOSPC);
        else
            printf("%zu;", strlen(text));
    }
    puts("");
}

int main(void) {
    static const unsigned short groups[][8] = {
        {0, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 1}, {1, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 1, 0},
        {0, 0, 0, 0, 0, 0xffff, 0x102, 0xfffe}, {0, 0, 0, 0, 0, 0xfffe, 1, 2}, {0, 0, 1, 0, 0, 1, 0, 0},
        {1, 0, 1, 0, 0, 0, 1, 0}, {1, 0, 2, 0, 3, 0, 4, 0}, {0x2001, 0xdb8, 0, 0, 1, 0, 0, 0x10},
        {0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff}, {0, 0, 0, 1, 0, 0, 0, 0},
    };
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
        show(texts[i]);
    for (unsigned i = 0; i < sizeof groups / sizeof *groups; i++)
        show_groups(groups[i]);

    char text[INET_ADDRSTRLEN] = "unchanged";
    struct in_addr address = {htonl(0xc0a80102)};
    errno = 0;
    int fails = inet_ntop(AF_INET, &address, text, 11) == NULL;
    printf("%d %d\n", fails, errno == ENOSPC);
    puts(inet_ntop(AF_INET, &address, text, 12));
    errno = 0;
    int result = inet_pton(AF_UNIX, "1.2.3.4", &address);
    printf("%d %d\n", result, errno == EAFNOSUPPORT);
    errno = 0;
    fails = inet_ntop(AF_UNIX, &address, text, sizeof text) == NULL;
    printf("%d %d\n", fails, errno == EAFNOSUPPORT);
    result = inet_pton(AF_INET, "1.2.3", &address);
    printf("%d %s\n", result, inet_ntoa(address));
    for (int error = -106; error < 2; error++)
        puts(gai_strerror(error));
    return 0;
}
