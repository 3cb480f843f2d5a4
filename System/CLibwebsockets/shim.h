#ifndef COMPTOIR_LIBWEBSOCKETS_SHIM_H
#define COMPTOIR_LIBWEBSOCKETS_SHIM_H

#include <libwebsockets.h>

/* What Swift does not import: function-like macros, 64-bit option bits, and a timer with an owner. */

/* Bytes the library may use in front of every buffer given to lws_write(). */
static inline size_t comptoir_lws_pre(void) { return LWS_PRE; }

static inline uint64_t comptoir_lws_options(int tls) {
    uint64_t options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_NO_LWS_SYSTEM_STATES;
    return tls ? options | LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : options;
}

/* Sends bytes as they are; `bytes` has comptoir_lws_pre() free bytes in front. Returns `count` or -1. */
static inline int comptoir_lws_send(struct lws *wsi, unsigned char *bytes, size_t count) {
    return lws_write(wsi, bytes, count, LWS_WRITE_RAW);
}

/* Closes the connection soon, from outside its own callback. */
static inline void comptoir_lws_close_soon(struct lws *wsi) {
    lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

/* A timer that knows whose it is. `entry` stays first: the library hands back its address. */
struct comptoir_lws_timer {
    lws_sorted_usec_list_t entry;
    void *owner;
};

/* Takes the connected or listening socket `fd` into the event loop; NULL when that failed (`fd` is closed then). */
static inline struct lws *comptoir_lws_adopt(struct lws_vhost *vhost, int fd, int is_listener, int tls,
                                             const char *protocol, void *opaque) {
    lws_adopt_desc_t description;
    memset(&description, 0, sizeof(description));
    description.vh = vhost;
    description.type = is_listener ? LWS_ADOPT_RAW_FILE_DESC
                                   : (lws_adoption_type)(LWS_ADOPT_SOCKET | (tls ? LWS_ADOPT_ALLOW_SSL : 0));
    if (is_listener) description.fd.filefd = fd; else description.fd.sockfd = fd;
    description.vh_prot_name = protocol;
    description.opaque = opaque;
    return lws_adopt_descriptor_vhost_via_info(&description);
}

#endif
