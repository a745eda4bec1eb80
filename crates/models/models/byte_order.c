/* <arpa/inet.h>: between the byte order of networks and that of x86, htonl and relatives. */

unsigned htonl(unsigned number) {
    return number >> 24 | (number >> 8 & 0xff00) | (number << 8 & 0xff0000) | number << 24;
}

unsigned short htons(unsigned short number) { return (unsigned short)(number >> 8 | number << 8); }
unsigned ntohl(unsigned number) { return htonl(number); }
unsigned short ntohs(unsigned short number) { return htons(number); }
