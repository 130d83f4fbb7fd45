#include "web_app.h"

// The package manager's own way, an array literal in Swift, takes the compiler twenty seconds for 100 kB.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html[] = {
#embed "App/index.html"
};
static const unsigned char app_webmanifest[] = {
#embed "App/app.webmanifest"
};
static const unsigned char icon_svg[] = {
#embed "App/icon.svg"
};
static const unsigned char icon_192_png[] = {
#embed "App/icon-192.png"
};
static const unsigned char icon_512_png[] = {
#embed "App/icon-512.png"
};
static const unsigned char icons_svg[] = {
#embed "App/icons.svg"
};
static const unsigned char base_css[] = {
#embed "App/base.css"
};
static const unsigned char beside_css[] = {
#embed "App/beside.css"
};
static const unsigned char duplicates_css[] = {
#embed "App/duplicates.css"
};
static const unsigned char map_css[] = {
#embed "App/map.css"
};
static const unsigned char faces_css[] = {
#embed "App/faces.css"
};
static const unsigned char filters_css[] = {
#embed "App/filters.css"
};
static const unsigned char pages_css[] = {
#embed "App/pages.css"
};
static const unsigned char panorama_js[] = {
#embed "App/panorama.js"
};
static const unsigned char people_css[] = {
#embed "App/people.css"
};
static const unsigned char photo_css[] = {
#embed "App/photo.css"
};
static const unsigned char saved_css[] = {
#embed "App/saved.css"
};
static const unsigned char search_css[] = {
#embed "App/search.css"
};
static const unsigned char selection_css[] = {
#embed "App/selection.css"
};
static const unsigned char suggest_css[] = {
#embed "App/suggest.css"
};
static const unsigned char visitor_css[] = {
#embed "App/visitor.css"
};
static const unsigned char years_css[] = {
#embed "App/years.css"
};
static const unsigned char address_js[] = {
#embed "App/address.js"
};
static const unsigned char anniversary_js[] = {
#embed "App/anniversary.js"
};
static const unsigned char api_js[] = {
#embed "App/api.js"
};
static const unsigned char app_js[] = {
#embed "App/app.js"
};
static const unsigned char available_js[] = {
#embed "App/available.js"
};
static const unsigned char beside_js[] = {
#embed "App/beside.js"
};
static const unsigned char blocks_js[] = {
#embed "App/blocks.js"
};
static const unsigned char chips_js[] = {
#embed "App/chips.js"
};
static const unsigned char colors_js[] = {
#embed "App/colors.js"
};
static const unsigned char comparison_js[] = {
#embed "App/comparison.js"
};
static const unsigned char dates_js[] = {
#embed "App/dates.js"
};
static const unsigned char differences_js[] = {
#embed "App/differences.js"
};
static const unsigned char dom_js[] = {
#embed "App/dom.js"
};
static const unsigned char duplicates_js[] = {
#embed "App/duplicates.js"
};
static const unsigned char faces_js[] = {
#embed "App/faces.js"
};
static const unsigned char facts_js[] = {
#embed "App/facts.js"
};
static const unsigned char film_js[] = {
#embed "App/film.js"
};
static const unsigned char filters_js[] = {
#embed "App/filters.js"
};
static const unsigned char folders_js[] = {
#embed "App/folders.js"
};
static const unsigned char going_js[] = {
#embed "App/going.js"
};
static const unsigned char grid_js[] = {
#embed "App/grid.js"
};
static const unsigned char keys_js[] = {
#embed "App/keys.js"
};
static const unsigned char labels_js[] = {
#embed "App/labels.js"
};
static const unsigned char layout_js[] = {
#embed "App/layout.js"
};
static const unsigned char library_js[] = {
#embed "App/library.js"
};
static const unsigned char map_js[] = {
#embed "App/map.js"
};
static const unsigned char mapmoves_js[] = {
#embed "App/mapmoves.js"
};
static const unsigned char mappainter_js[] = {
#embed "App/mappainter.js"
};
static const unsigned char marking_js[] = {
#embed "App/marking.js"
};
static const unsigned char mercator_js[] = {
#embed "App/mercator.js"
};
static const unsigned char models_js[] = {
#embed "App/models.js"
};
static const unsigned char navigation_js[] = {
#embed "App/navigation.js"
};
static const unsigned char news_js[] = {
#embed "App/news.js"
};
static const unsigned char opening_js[] = {
#embed "App/opening.js"
};
static const unsigned char outlines_js[] = {
#embed "App/outlines.js"
};
static const unsigned char own_js[] = {
#embed "App/own.js"
};
static const unsigned char panes_js[] = {
#embed "App/panes.js"
};
static const unsigned char people_js[] = {
#embed "App/people.js"
};
static const unsigned char person_js[] = {
#embed "App/person.js"
};
static const unsigned char photo_js[] = {
#embed "App/photo.js"
};
static const unsigned char pictures_js[] = {
#embed "App/pictures.js"
};
static const unsigned char press_js[] = {
#embed "App/press.js"
};
static const unsigned char queries_js[] = {
#embed "App/queries.js"
};
static const unsigned char results_js[] = {
#embed "App/results.js"
};
static const unsigned char saved_js[] = {
#embed "App/saved.js"
};
static const unsigned char scrubber_js[] = {
#embed "App/scrubber.js"
};
static const unsigned char searches_js[] = {
#embed "App/searches.js"
};
static const unsigned char search_js[] = {
#embed "App/search.js"
};
static const unsigned char selection_js[] = {
#embed "App/selection.js"
};
static const unsigned char sharing_js[] = {
#embed "App/sharing.js"
};
static const unsigned char slideshow_js[] = {
#embed "App/slideshow.js"
};
static const unsigned char sphere_js[] = {
#embed "App/sphere.js"
};
static const unsigned char stacks_js[] = {
#embed "App/stacks.js"
};
static const unsigned char states_js[] = {
#embed "App/states.js"
};
static const unsigned char suggest_js[] = {
#embed "App/suggest.js"
};
static const unsigned char terms_js[] = {
#embed "App/terms.js"
};
static const unsigned char text_js[] = {
#embed "App/text.js"
};
static const unsigned char tile_js[] = {
#embed "App/tile.js"
};
static const unsigned char token_js[] = {
#embed "App/token.js"
};
static const unsigned char understood_js[] = {
#embed "App/understood.js"
};
static const unsigned char visitor_js[] = {
#embed "App/visitor.js"
};
static const unsigned char why_js[] = {
#embed "App/why.js"
};
static const unsigned char words_js[] = {
#embed "App/words.js"
};
static const unsigned char years_js[] = {
#embed "App/years.js"
};
static const unsigned char zoom_js[] = {
#embed "App/zoom.js"
};

#define FILE(name, bytes) {name, bytes, sizeof bytes}

static const evoke_web_file files[] = {
    FILE("index.html", index_html),
    FILE("app.webmanifest", app_webmanifest),
    FILE("icon.svg", icon_svg),
    FILE("icon-192.png", icon_192_png),
    FILE("icon-512.png", icon_512_png),
    FILE("icons.svg", icons_svg),
    FILE("base.css", base_css),
    FILE("beside.css", beside_css),
    FILE("duplicates.css", duplicates_css),
    FILE("map.css", map_css),
    FILE("faces.css", faces_css),
    FILE("filters.css", filters_css),
    FILE("pages.css", pages_css),
    FILE("people.css", people_css),
    FILE("photo.css", photo_css),
    FILE("saved.css", saved_css),
    FILE("search.css", search_css),
    FILE("selection.css", selection_css),
    FILE("suggest.css", suggest_css),
    FILE("visitor.css", visitor_css),
    FILE("years.css", years_css),
    FILE("address.js", address_js),
    FILE("anniversary.js", anniversary_js),
    FILE("api.js", api_js),
    FILE("app.js", app_js),
    FILE("available.js", available_js),
    FILE("beside.js", beside_js),
    FILE("blocks.js", blocks_js),
    FILE("chips.js", chips_js),
    FILE("colors.js", colors_js),
    FILE("comparison.js", comparison_js),
    FILE("dates.js", dates_js),
    FILE("differences.js", differences_js),
    FILE("dom.js", dom_js),
    FILE("duplicates.js", duplicates_js),
    FILE("faces.js", faces_js),
    FILE("facts.js", facts_js),
    FILE("film.js", film_js),
    FILE("filters.js", filters_js),
    FILE("folders.js", folders_js),
    FILE("going.js", going_js),
    FILE("grid.js", grid_js),
    FILE("keys.js", keys_js),
    FILE("labels.js", labels_js),
    FILE("layout.js", layout_js),
    FILE("library.js", library_js),
    FILE("map.js", map_js),
    FILE("mapmoves.js", mapmoves_js),
    FILE("mappainter.js", mappainter_js),
    FILE("marking.js", marking_js),
    FILE("mercator.js", mercator_js),
    FILE("models.js", models_js),
    FILE("navigation.js", navigation_js),
    FILE("news.js", news_js),
    FILE("opening.js", opening_js),
    FILE("outlines.js", outlines_js),
    FILE("own.js", own_js),
    FILE("panorama.js", panorama_js),
    FILE("panes.js", panes_js),
    FILE("people.js", people_js),
    FILE("person.js", person_js),
    FILE("photo.js", photo_js),
    FILE("pictures.js", pictures_js),
    FILE("press.js", press_js),
    FILE("queries.js", queries_js),
    FILE("results.js", results_js),
    FILE("saved.js", saved_js),
    FILE("scrubber.js", scrubber_js),
    FILE("searches.js", searches_js),
    FILE("search.js", search_js),
    FILE("selection.js", selection_js),
    FILE("sharing.js", sharing_js),
    FILE("slideshow.js", slideshow_js),
    FILE("sphere.js", sphere_js),
    FILE("stacks.js", stacks_js),
    FILE("states.js", states_js),
    FILE("suggest.js", suggest_js),
    FILE("terms.js", terms_js),
    FILE("text.js", text_js),
    FILE("tile.js", tile_js),
    FILE("token.js", token_js),
    FILE("understood.js", understood_js),
    FILE("visitor.js", visitor_js),
    FILE("why.js", why_js),
    FILE("words.js", words_js),
    FILE("years.js", years_js),
    FILE("zoom.js", zoom_js),
};

const evoke_web_file *evoke_web_files(size_t *count) {
    *count = sizeof files / sizeof *files;
    return files;
}
