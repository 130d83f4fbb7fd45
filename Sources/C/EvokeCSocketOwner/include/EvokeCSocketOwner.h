#pragma once

#include <stdint.h>
#include <sys/socket.h>

/// What the kernel says of one TCP socket.
struct evoke_socket {
    uint32_t user;
    uint32_t inode;
    uint8_t state;
};

/// Asks sock_diag for the socket that goes from `own` to `peer`. 0 with it, and -1 where none was found or nobody
/// answers.
int evoke_socket_find(const struct sockaddr *own, const struct sockaddr *peer, struct evoke_socket *found);
