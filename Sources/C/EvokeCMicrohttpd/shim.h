#include <microhttpd.h>
#include <poll.h>
#include <stdbool.h>

// Linux-specific; headers define it only with _GNU_SOURCE.
#ifndef POLLRDHUP
#define POLLRDHUP 0x2000
#endif

// Swift cannot call variadic functions.
static inline struct MHD_Daemon *evoke_http_start(
    unsigned int flags, MHD_AccessHandlerCallback handler, void *context, struct MHD_OptionItem *options) {
    return MHD_start_daemon(
        flags, 0, NULL, NULL, handler, context, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

static inline int evoke_http_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

/// The context that `MHD_OPTION_NOTIFY_CONNECTION` set for the connection.
static inline void *evoke_http_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/// Whether there is unread input, including the end of the stream.
static inline bool evoke_http_has_input(int socket) {
    struct pollfd wanted = {socket, POLLIN, 0};
    return poll(&wanted, 1, 0) != 0;
}

/// Whether the other side has closed its end.
static inline bool evoke_http_is_left(int socket) {
    struct pollfd wanted = {socket, POLLRDHUP, 0};
    return poll(&wanted, 1, 0) > 0;
}
