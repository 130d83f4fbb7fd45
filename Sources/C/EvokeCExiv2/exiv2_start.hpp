#pragma once

#include "exiv2_tags.h"

#include <exiv2/exiv2.hpp>

#include <mutex>

namespace evoke {

/// Nobody else is in Exiv2 while there is one. Its XMP part keeps the names of schemas for the whole process, as the file
/// that was read last has them: two threads would get in each other's way, and the next file would be written with
/// another's names. So they are as they were at first here.
class Alone {
public:
    Alone();

private:
    const std::lock_guard<std::recursive_mutex> lock_;
};

/// Runs `body` alone, and turns whatever it throws into a status.
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
