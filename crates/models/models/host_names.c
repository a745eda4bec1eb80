/* <netdb.h>: the names of hosts, refused.

   Who asks for the address of a host wants to talk to it; that is refused where it begins, as sockets are.

   Assumptions:
   - getaddrinfo, getnameinfo, gethostbyname, gethostbyname2, gethostbyaddr: end the execution as unsupported. */

int getaddrinfo(const char *restrict host, const char *restrict service, const void *restrict hints,
                void **restrict result) {
    __unspool_unsupported("getaddrinfo: networking is not modelled");
    return -4; /* EAI_FAIL */
}

/* There is never a list to free. */
void freeaddrinfo(void *list) {}

int getnameinfo(const void *restrict address, unsigned length, char *restrict host, unsigned host_size,
                char *restrict service, unsigned service_size, int flags) {
    __unspool_unsupported("getnameinfo: networking is not modelled");
    return -4; /* EAI_FAIL */
}

void *gethostbyname(const char *name) {
    __unspool_unsupported("gethostbyname: networking is not modelled");
    return 0;
}

void *gethostbyname2(const char *name, int family) {
    __unspool_unsupported("gethostbyname2: networking is not modelled");
    return 0;
}

void *gethostbyaddr(const void *address, unsigned length, int family) {
    __unspool_unsupported("gethostbyaddr: networking is not modelled");
    return 0;
}

/* The texts of glibc. */
const char *gai_strerror(int error) {
    switch (error) {
    case -1: return "Bad value for ai_flags";
    case -2: return "Name or service not known";
    case -3: return "Temporary failure in name resolution";
    case -4: return "Non-recoverable failure in name resolution";
    case -5: return "No address associated with hostname";
    case -6: return "ai_family not supported";
    case -7: return "ai_socktype not supported";
    case -8: return "Servname not supported for ai_socktype";
    case -9: return "Address family for hostname not supported";
    case -10: return "Memory allocation failure";
    case -11: return "System error";
    case -100: return "Processing request in progress";
    case -101: return "Request canceled";
    case -102: return "Request not canceled";
    case -103: return "All requests done";
    case -104: return "Interrupted by a signal";
    case -105: return "Parameter string not correctly encoded";
    default: return "Unknown error";
    }
}
