#pragma once

#include "exiv2_tags.h"

#include <exiv2/exiv2.hpp>

namespace evoke {

/// Makes Exiv2 ready, once.
void start();

/// Runs `body`, and turns whatever it throws into a status.
template <class Body> int guarded(Body body) noexcept {
    try {
        start();
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
