#include "exiv2_tags.h"
#include "exiv2_start.hpp"

#include <exiv2/exiv2.hpp>

#include <set>
#include <string>
#include <utility>

namespace {

using Said = std::multiset<std::pair<std::string, std::string>>;

/// All that a sidecar says, value by value.
Said said(const Exiv2::XmpData &xmp) {
    Said all;
    for (const auto &datum : xmp) all.emplace(datum.key(), datum.toString());
    return all;
}

void add(Exiv2::XmpData &xmp, const EvokeXmpAddition &addition) {
    const Exiv2::XmpKey key(addition.key);
    const auto known = xmp.findKey(key);
    switch (addition.kind) {
    case EVOKE_XMP_TEXT: {
        if (known != xmp.end()) return;
        Exiv2::XmpTextValue value(addition.value);
        xmp.add(key, &value);
        return;
    }
    case EVOKE_XMP_TEXT_OF_LANGUAGES: {
        if (known != xmp.end()) return;
        Exiv2::LangAltValue value;
        value.value_["x-default"] = addition.value;
        xmp.add(key, &value);
        return;
    }
    case EVOKE_XMP_STRUCTURE:
    case EVOKE_XMP_LIST_OF_STRUCTURES: {
        if (known != xmp.end()) return;
        Exiv2::XmpTextValue value;
        if (addition.kind == EVOKE_XMP_STRUCTURE) value.setXmpStruct();
        else value.setXmpArrayType(Exiv2::XmpValue::xaBag);
        xmp.add(key, &value);
        return;
    }
    case EVOKE_XMP_ONE_OF_SEVERAL: {
        if (known == xmp.end()) {
            Exiv2::XmpArrayValue value(Exiv2::xmpBag);
            value.read(addition.value);
            xmp.add(key, &value);
            return;
        }
        const auto value = known->getValue();
        for (long i = 0; i < value->count(); i++)
            if (value->toString(i) == addition.value) return;
        value->read(addition.value);
        known->setValue(value.get());
        return;
    }
    }
}

} // namespace

int evoke_xmp_with(const unsigned char *bytes, size_t count, const EvokeXmpAddition *additions, size_t length,
                   EvokeXmpTaker take, void *context) {
    return evoke::guarded([=] {
        Exiv2::XmpData xmp;
        if (count > 0 && Exiv2::XmpParser::decode(xmp, std::string(bytes, bytes + count)) != 0)
            return int(EVOKE_TAGS_DAMAGED);
        // Lists are one value each, and may become longer.
        Said before = said(xmp);
        for (size_t i = 0; i < length; i++) {
            const auto known = xmp.findKey(Exiv2::XmpKey(additions[i].key));
            if (known != xmp.end()) before.erase({known->key(), known->toString()});
            add(xmp, additions[i]);
        }
        std::string written;
        if (Exiv2::XmpParser::encode(written, xmp, Exiv2::XmpParser::omitPacketWrapper) != 0)
            return int(EVOKE_TAGS_DAMAGED);
        // What Exiv2 does not keep of other programs' words must not be lost.
        Exiv2::XmpData again;
        if (Exiv2::XmpParser::decode(again, written) != 0) return int(EVOKE_TAGS_DAMAGED);
        const Said after = said(again);
        for (const auto &one : before)
            if (after.count(one) < before.count(one)) return int(EVOKE_TAGS_DAMAGED);
        take(context, reinterpret_cast<const unsigned char *>(written.data()), written.size());
        return int(EVOKE_TAGS_READ);
    });
}
