// Made by Tools/app/bundle.
static const unsigned char icon_192_png[] = {
#embed "icon-192.png"
};
static const unsigned char icon_512_png[] = {
#embed "icon-512.png"
};
static const unsigned char icon_svg[] = {
#embed "icon.svg"
};
static const unsigned char icons_svg[] = {
#embed "icons.svg"
};
static const unsigned char app_webmanifest[] = {
#embed "app.webmanifest"
};
static const unsigned char app_css[] = {
#embed "app.css"
};
static const unsigned char app_js[] = {
#embed "app.js"
};
static const unsigned char index_html[] = {
#embed "index.html"
};
#define FILES \
    FILE("icon-192.904555730a92.png", icon_192_png), \
    FILE("icon-512.7b90940d044a.png", icon_512_png), \
    FILE("icon.1ad5fe3a3e81.svg", icon_svg), \
    FILE("icons.0f7c9bd78ebc.svg", icons_svg), \
    FILE("app.2764fdeb02d0.webmanifest", app_webmanifest), \
    FILE("app.03da86c7eeda.css", app_css), \
    FILE("app.68e71b9d9a41.js", app_js), \
    FILE("index.html", index_html)
