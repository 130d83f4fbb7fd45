#include <postgresql/libpq-fe.h>
#include <poll.h>

/// Waits until the connection can be read, or written where that is asked for; 0 once the time is over.
static inline int evoke_pq_wait(const PGconn *connection, int for_writing, int milliseconds) {
    struct pollfd socket = {PQsocket(connection), for_writing ? POLLOUT : POLLIN, 0};
    return poll(&socket, 1, milliseconds);
}
