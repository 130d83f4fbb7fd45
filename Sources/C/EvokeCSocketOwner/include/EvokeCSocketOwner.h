#pragma once

#include <stdint.h>
#include <sys/socket.h>

/// What the kernel reports about a TCP socket.
struct evoke_socket {
    uint32_t user;
    uint32_t inode;
    uint8_t state;
};

/// Asks sock_diag for the socket that connects `own` to `peer`. Returns 0 if found, -1 if not or without an answer.
int evoke_socket_find(const struct sockaddr *own, const struct sockaddr *peer, struct evoke_socket *found);
