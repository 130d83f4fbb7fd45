// Netlink's messages are structures that Swift's Glibc does not have.
#include "EvokeCSocketOwner.h"

#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <string.h>
#include <unistd.h>

struct question {
    struct nlmsghdr head;
    struct inet_diag_req_v2 body;
};

static __be16 fill(const struct sockaddr *address, __be32 words[4], __u32 *interface) {
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *v4 = (const struct sockaddr_in *)address;
        memcpy(words, &v4->sin_addr, sizeof v4->sin_addr);
        return v4->sin_port;
    }
    const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)address;
    memcpy(words, &v6->sin6_addr, sizeof v6->sin6_addr);
    *interface = v6->sin6_scope_id;
    return v6->sin6_port;
}

static int ask(int descriptor, const struct question *question, struct evoke_socket *found) {
    union {
        struct nlmsghdr head;
        char bytes[8192];
    } answer;
    if (send(descriptor, question, sizeof *question, 0) != (ssize_t)sizeof *question) return -1;
    // The kernel answers before `send` returns.
    ssize_t count = recv(descriptor, &answer, sizeof answer, MSG_DONTWAIT);
    if (count < (ssize_t)NLMSG_LENGTH(sizeof(struct inet_diag_msg)) || !NLMSG_OK(&answer.head, (size_t)count)) return -1;
    if (answer.head.nlmsg_type != SOCK_DIAG_BY_FAMILY) return -1;
    const struct inet_diag_msg *told = NLMSG_DATA(&answer.head);
    // A socket that listens on that port is found too if there is no other.
    if (told->id.idiag_dport != question->body.id.idiag_dport) return -1;
    found->user = told->idiag_uid;
    found->inode = told->idiag_inode;
    found->state = told->idiag_state;
    return 0;
}

int evoke_socket_find(const struct sockaddr *own, const struct sockaddr *peer, struct evoke_socket *found) {
    struct question question;
    memset(&question, 0, sizeof question);
    question.head.nlmsg_len = sizeof question;
    question.head.nlmsg_type = SOCK_DIAG_BY_FAMILY;
    question.head.nlmsg_flags = NLM_F_REQUEST;
    question.body.sdiag_family = (__u8)own->sa_family;
    question.body.sdiag_protocol = IPPROTO_TCP;
    question.body.idiag_states = ~0U;
    question.body.id.idiag_cookie[0] = INET_DIAG_NOCOOKIE;
    question.body.id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;
    question.body.id.idiag_sport = fill(own, question.body.id.idiag_src, &question.body.id.idiag_if);
    question.body.id.idiag_dport = fill(peer, question.body.id.idiag_dst, &question.body.id.idiag_if);
    int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
    if (descriptor < 0) return -1;
    int status = ask(descriptor, &question, found);
    close(descriptor);
    return status;
}
