#include "exiv2_start.hpp"

namespace {

/// Exiv2's XMP toolkit has global state.
std::recursive_mutex mutex;

void lock(void *, bool isLocked) { isLocked ? mutex.lock() : mutex.unlock(); }

} // namespace

evoke::Alone::Alone() : lock_(mutex) {
    static const bool isStarted = [] {
        Exiv2::LogMsg::setLevel(Exiv2::LogMsg::mute);
        Exiv2::enableBMFF(true);
        return Exiv2::XmpParser::initialize(lock, nullptr);
    }();
    if (!isStarted) throw Exiv2::Error(Exiv2::kerErrorMessage, "Exiv2 does not start");
    Exiv2::XmpProperties::unregisterNs();
    Exiv2::XmpProperties::registerNs("http://www.metadataworkinggroup.com/schemas/collections/", "mwg-coll");
}
