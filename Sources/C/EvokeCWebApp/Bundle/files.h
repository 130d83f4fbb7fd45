// Made by Tools/app/bundle.
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
    FILE("icon.1ad5fe3a3e81.svg", icon_svg), \
    FILE("icons.0f7c9bd78ebc.svg", icons_svg), \
    FILE("app.809506bdcf14.webmanifest", app_webmanifest), \
    FILE("app.c84c32819ac0.css", app_css), \
    FILE("app.ce5e87c1934d.js", app_js), \
    FILE("index.html", index_html)
