/* The least that libwebsockets can do for an HTTP request: a constant answer, written in the callback.
 * The comparator of the gateway's GET /healthz. usage: bare PORT */
#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>

static const char answer[] = "{\"status\":\"ok\"}";

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len) {
    unsigned char buffer[LWS_PRE + 1024], *start = buffer + LWS_PRE, *p = start, *end = buffer + sizeof(buffer) - 1;
    (void)user, (void)in, (void)len;
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        if (lws_add_http_common_headers(wsi, HTTP_STATUS_OK, "application/json", sizeof(answer) - 1, &p, end)) return 1;
        if (lws_finalize_write_http_header(wsi, start, &p, end)) return 1;
        lws_callback_on_writable(wsi);
        return 0;
    case LWS_CALLBACK_HTTP_WRITEABLE:
        memcpy(start, answer, sizeof(answer) - 1);
        if (lws_write(wsi, start, sizeof(answer) - 1, LWS_WRITE_HTTP_FINAL) < 0) return 1;
        return lws_http_transaction_completed(wsi) ? -1 : 0;
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, len);
    }
}

int main(int argc, char **argv) {
    static const struct lws_protocols protocols[] = {{"http", callback, 0, 0, 0, NULL, 0}, {NULL, NULL, 0, 0, 0, NULL, 0}};
    struct lws_context_creation_info info;
    struct lws_context *context;
    lws_set_log_level(LLL_ERR, NULL);
    memset(&info, 0, sizeof(info));
    info.port = argc > 1 ? atoi(argv[1]) : 8790;
    info.iface = "127.0.0.1";
    info.protocols = protocols;
    info.fd_limit_per_thread = 4096;
    if (!(context = lws_create_context(&info))) return 1;
    while (lws_service(context, 0) >= 0) {}
    return 0;
}
