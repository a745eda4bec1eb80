// htonl, htons, ntohl, ntohs.
#include <arpa/inet.h>
#include <stdio.h>

int main(void) {
    volatile unsigned long_number = 0x12345678;
    volatile unsigned short short_number = 0xabcd;
    printf("%x %x %x %x\n", htonl(long_number), htons(short_number), ntohl(long_number), ntohs(short_number));
    printf("%d\n", ntohl(htonl(long_number)) == long_number && ntohs(htons(short_number)) == short_number);
    return 0;
}
