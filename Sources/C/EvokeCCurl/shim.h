#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

// Swift cannot call variadic functions.
static inline CURLcode evoke_curl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

/// libcurl copies the value.
static inline CURLcode evoke_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

/// The value must outlive the handle.
static inline CURLcode evoke_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

typedef size_t (*evoke_curl_receiver)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode evoke_curl_set_receiver(CURL *handle, CURLoption option, evoke_curl_receiver receiver) {
    return curl_easy_setopt(handle, option, receiver);
}

static inline long evoke_curl_number(CURL *handle, CURLINFO info) {
    long value = 0;
    return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

static inline curl_off_t evoke_curl_offset(CURL *handle, CURLINFO info) {
    curl_off_t value = 0;
    return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

/// Owned by the handle.
static inline const char *evoke_curl_text(CURL *handle, CURLINFO info) {
    char *value = NULL;
    return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : NULL;
}
