/* sockets are refused where they are used */
#include <sys/socket.h>

#if defined SOCKET
int main(void) {
    return socket(AF_INET, SOCK_STREAM, 0); // UNSUPPORTED: socket: sockets are not modelled
}
#elif defined CALLS_SOCKETPAIR
int main(void) {
    return socketpair(AF_UNIX, SOCK_STREAM, 0, 0); // UNSUPPORTED: socketpair: sockets are not modelled
}
#elif defined CALLS_BIND
int main(void) {
    return bind(3, 0, 0); // UNSUPPORTED: bind: sockets are not modelled
}
#elif defined CALLS_LISTEN
int main(void) {
    return listen(3, 1); // UNSUPPORTED: listen: sockets are not modelled
}
#elif defined CALLS_ACCEPT
int main(void) {
    return accept(3, 0, 0); // UNSUPPORTED: accept: sockets are not modelled
}
#elif defined CALLS_CONNECT
int main(void) {
    return connect(3, 0, 0); // UNSUPPORTED: connect: sockets are not modelled
}
#elif defined CALLS_SEND
int main(void) {
    return send(3, 0, 0, 0); // UNSUPPORTED: send: sockets are not modelled
}
#elif defined CALLS_RECV
int main(void) {
    return recv(3, 0, 0, 0); // UNSUPPORTED: recv: sockets are not modelled
}
#elif defined CALLS_SENDTO
int main(void) {
    return sendto(3, 0, 0, 0, 0, 0); // UNSUPPORTED: sendto: sockets are not modelled
}
#elif defined CALLS_RECVFROM
int main(void) {
    return recvfrom(3, 0, 0, 0, 0, 0); // UNSUPPORTED: recvfrom: sockets are not modelled
}
#elif defined CALLS_SHUTDOWN
int main(void) {
    return shutdown(3, 0); // UNSUPPORTED: shutdown: sockets are not modelled
}
#elif defined CALLS_SETSOCKOPT
int main(void) {
    return setsockopt(3, 0, 0, 0, 0); // UNSUPPORTED: setsockopt: sockets are not modelled
}
#elif defined CALLS_GETSOCKOPT
int main(void) {
    return getsockopt(3, 0, 0, 0, 0); // UNSUPPORTED: getsockopt: sockets are not modelled
}
#endif
