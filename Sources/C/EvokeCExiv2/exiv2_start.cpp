#include "exiv2_start.hpp"

#include <mutex>

namespace {

/// Exiv2's XMP part has state for the whole process; it asks to be given the lock for it.
std::recursive_mutex xmpMutex;

void lockXmp(void *, bool lock) { lock ? xmpMutex.lock() : xmpMutex.unlock(); }

} // namespace

void evoke::start() {
    static std::once_flag once;
    std::call_once(once, [] {
        Exiv2::LogMsg::setLevel(Exiv2::LogMsg::mute);
        Exiv2::enableBMFF(true);
        Exiv2::XmpParser::initialize(lockXmp, nullptr);
        Exiv2::XmpProperties::registerNs("http://www.metadataworkinggroup.com/schemas/collections/", "mwg-coll");
    });
}
