#pragma once

#include "exiv2_tags.h"

#include <exiv2/exiv2.hpp>

#include <mutex>

namespace evoke {

/// Locks Exiv2. Its XMP toolkit keeps the prefixes of namespaces for the whole process, as the last file declared
/// them: threads would interfere, and the next file would be written with another file's prefixes. So this also resets
/// them.
class Alone {
public:
    Alone();

private:
    const std::lock_guard<std::recursive_mutex> lock_;
};

/// Runs `body` while holding the lock, and turns exceptions into a status.
template <class Body> int guarded(Body body) noexcept {
    try {
        const Alone alone;
        return body();
    } catch (const Exiv2::Error &error) {
        switch (error.code()) {
        case Exiv2::kerDataSourceOpenFailed:
        case Exiv2::kerFileOpenFailed:
        case Exiv2::kerCallFailed:
        case Exiv2::kerInputDataReadFailed: return EVOKE_TAGS_UNREADABLE;
        case Exiv2::kerFileContainsUnknownImageType:
        case Exiv2::kerMemoryContainsUnknownImageType: return EVOKE_TAGS_UNKNOWN;
        default: return EVOKE_TAGS_DAMAGED;
        }
    } catch (...) {
        return EVOKE_TAGS_DAMAGED;
    }
}

} // namespace evoke
