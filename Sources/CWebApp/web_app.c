#include "web_app.h"

// The package manager's own way, an array literal in Swift, takes the compiler twenty seconds for 100 kB.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html[] = {
#embed "App/index.html"
};
static const unsigned char app_css[] = {
#embed "App/app.css"
};
static const unsigned char app_js[] = {
#embed "App/app.js"
};
static const unsigned char icon_svg[] = {
#embed "App/icon.svg"
};

#define FILE(name, bytes) {name, bytes, sizeof bytes}

static const evoke_web_file files[] = {
    FILE("index.html", index_html),
    FILE("app.css", app_css),
    FILE("app.js", app_js),
    FILE("icon.svg", icon_svg),
};

const evoke_web_file *evoke_web_files(size_t *count) {
    *count = sizeof files / sizeof *files;
    return files;
}
