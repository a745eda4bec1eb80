/* looking up hosts is refused where it is done */
#define _GNU_SOURCE
#include <assert.h>
#include <netdb.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>

#if defined CALLS_GETADDRINFO
int main(void) {
    struct addrinfo *found;
    int error = getaddrinfo("localhost", "http", NULL, &found); // UNSUPPORTED: getaddrinfo: networking is not modelled
    if (error == 0)
        freeaddrinfo(found);
    return 0;
}
#elif defined CALLS_GETNAMEINFO
int main(void) {
    return getnameinfo(NULL, 0, NULL, 0, NULL, 0, 0); // UNSUPPORTED: getnameinfo: networking is not modelled
}
#elif defined CALLS_GETHOSTBYNAME
int main(void) {
    return gethostbyname("localhost") == NULL; // UNSUPPORTED: gethostbyname: networking is not modelled
}
#elif defined CALLS_GETHOSTBYNAME2
int main(void) {
    return gethostbyname2("localhost", AF_INET) == NULL; // UNSUPPORTED: gethostbyname2: networking is not modelled
}
#elif defined CALLS_GETHOSTBYADDR
int main(void) {
    return gethostbyaddr("\177\0\0\1", 4, AF_INET) == NULL; // UNSUPPORTED: gethostbyaddr: networking is not modelled
}
#elif defined WITHOUT_LOOKING_UP
int main(void) {
    freeaddrinfo(NULL);
    assert(strcmp(gai_strerror(EAI_NONAME), "Name or service not known") == 0); // SAFE
    return 0;
}
#endif
