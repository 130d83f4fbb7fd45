#include <postgresql/libpq-fe.h>
#include <poll.h>

/// Waits until the connection is readable, or writable if `for_writing`; returns 0 on timeout.
static inline int evoke_pq_wait(const PGconn *connection, int for_writing, int milliseconds) {
    struct pollfd socket = {PQsocket(connection), for_writing ? POLLOUT : POLLIN, 0};
    return poll(&socket, 1, milliseconds);
}
