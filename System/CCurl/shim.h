#ifndef COMPTOIR_CURL_SHIM_H
#define COMPTOIR_CURL_SHIM_H

#include <curl/curl.h>

/* Swift does not import functions with variable arguments. */

static inline CURLcode comptoir_curl_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode comptoir_curl_set_pointer(CURL *easy, CURLoption option, const void *value) {
    return curl_easy_setopt(easy, option, value);
}

typedef size_t (*comptoir_curl_callback)(char *bytes, size_t size, size_t count, void *context);

/* What arrives, header line by header line and piece of body by piece. */
static inline void comptoir_curl_set_callbacks(CURL *easy, comptoir_curl_callback header, comptoir_curl_callback body,
                                               void *context) {
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, header);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
}

static inline long comptoir_curl_status(CURL *easy) {
    long status = 0;
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

/* Whether a connection was made, so that the request may have left. */
static inline int comptoir_curl_was_connected(CURL *easy) {
    curl_off_t microseconds = 0;
    long count = 0;
    curl_easy_getinfo(easy, CURLINFO_PRETRANSFER_TIME_T, &microseconds);
    curl_easy_getinfo(easy, CURLINFO_REQUEST_SIZE, &count);
    return microseconds > 0 || count > 0;
}

/* The socket of a connection that was only made; -1 when there is none. */
static inline int comptoir_curl_socket(CURL *easy) {
    curl_socket_t found = CURL_SOCKET_BAD;
    return curl_easy_getinfo(easy, CURLINFO_ACTIVESOCKET, &found) == CURLE_OK && found != CURL_SOCKET_BAD ? found : -1;
}

/* The next request that ended; NULL when none has. */
static inline CURL *comptoir_curl_ended(CURLM *multi, CURLcode *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left))) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}

#endif
