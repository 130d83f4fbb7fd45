#include "exiv2_tags.h"
#include "exiv2_start.hpp"
#include "open_file.hpp"

#include <exiv2/exiv2.hpp>
#include <exiv2/webpimage.hpp>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace {

using Bytes = std::vector<Exiv2::byte>;

/// Passes values on, within the limits of number and length.
struct Visitor {
    EvokeTagVisitor visit;
    void *context;
    int left = EVOKE_TAGS_MOST_VALUES;

    void take(const std::string &key, const Exiv2::byte *bytes, size_t count) {
        if (count > EVOKE_TAGS_LONGEST_VALUE) {
            count = EVOKE_TAGS_LONGEST_VALUE;
            while (count > 0 && (bytes[count] & 0xC0) == 0x80) count--; // never within a UTF-8 character
        }
        if (count == 0 || left-- <= 0) return;
        visit(context, key.c_str(), bytes, count);
    }
    void take(const std::string &key, const std::string &text) {
        take(key, reinterpret_cast<const Exiv2::byte *>(text.data()), text.size());
    }
};

bool isOpaque(Exiv2::TypeId type) {
    return type == Exiv2::asciiString || type == Exiv2::unsignedByte || type == Exiv2::undefined ||
           type == Exiv2::string || type == Exiv2::comment;
}

template <class Datum> void showPlain(const Datum &datum, Visitor &visitor) {
    if (datum.size() > EVOKE_TAGS_LONGEST_VALUE) return;
    if (!isOpaque(datum.typeId())) return visitor.take(datum.key(), datum.toString());
    Bytes bytes(datum.size());
    if (!bytes.empty()) datum.copy(bytes.data(), Exiv2::invalidByteOrder);
    visitor.take(datum.key(), bytes.data(), bytes.size());
}

void show(const Exiv2::ExifData &exif, Visitor &visitor) {
    for (const auto &datum : exif) {
        const std::string group = datum.groupName();
        if (group == "Image" || group == "Photo" || group == "GPSInfo") showPlain(datum, visitor);
    }
    const auto lens = Exiv2::lensName(exif);
    if (lens != exif.end() && lens->size() <= EVOKE_TAGS_LONGEST_VALUE) visitor.take("Lens", lens->print(&exif));
}

void show(const Exiv2::IptcData &iptc, Visitor &visitor) {
    for (const auto &datum : iptc) showPlain(datum, visitor);
}

void show(const Exiv2::XmpData &xmp, Visitor &visitor) {
    for (const auto &datum : xmp) {
        const auto &value = datum.value();
        if (const auto *texts = dynamic_cast<const Exiv2::LangAltValue *>(&value)) {
            // The default language comes first, whatever the order in the file.
            const auto &all = texts->value_;
            const auto chosen = all.find("x-default");
            if (!all.empty()) visitor.take(datum.key(), (chosen != all.end() ? chosen : all.begin())->second);
        } else if (dynamic_cast<const Exiv2::XmpArrayValue *>(&value)) {
            for (long i = 0; i < value.count() && visitor.left > 0; i++) visitor.take(datum.key(), value.toString(i));
        } else {
            visitor.take(datum.key(), value.toString());
        }
    }
}

/// Formats of photos. Exiv2 reads others, such as PostScript, which would only be further points of attack.
bool isPhoto(int type) {
    using namespace Exiv2;
    switch (type) {
    case ImageType::jpeg: case ImageType::tiff: case ImageType::png: case ImageType::webp: case ImageType::jp2:
    case ImageType::bmff: case ImageType::crw: case ImageType::cr2: case ImageType::mrw: case ImageType::rw2:
    case ImageType::orf: case ImageType::raf: return true;
    default: return false;
    }
}

} // namespace

int evoke_tags_of_file(int descriptor, EvokeTagVisitor visit, void *context) {
    return evoke::guarded([=] {
        // Exiv2's own pointer type, without naming it: newer C++ deprecates it.
        decltype(Exiv2::ImageFactory::createIo(std::string())) io(new evoke::OpenFile(descriptor));
        if (io->open() != 0) return int(EVOKE_TAGS_UNREADABLE);
        const int type = Exiv2::ImageFactory::getType(*io);
        io->close();
        if (!isPhoto(type)) return int(EVOKE_TAGS_UNKNOWN);
        const auto image = Exiv2::ImageFactory::open(io);
        if (!image.get()) return int(EVOKE_TAGS_UNREADABLE);
        image->readMetadata();
        Visitor visitor{visit, context};
        show(image->exifData(), visitor);
        show(image->iptcData(), visitor);
        show(image->xmpData(), visitor);
        return int(EVOKE_TAGS_READ);
    });
}

int evoke_tags_of_exif(const unsigned char *bytes, size_t count, EvokeTagVisitor visit, void *context) {
    return evoke::guarded([=] {
        const size_t mark = count >= 6 && std::memcmp(bytes, "Exif\0\0", 6) == 0 ? 6 : 0;
        if (count - mark > UINT32_MAX) return int(EVOKE_TAGS_DAMAGED);
        Exiv2::ExifData exif;
        Exiv2::ExifParser::decode(exif, bytes + mark, uint32_t(count - mark));
        Visitor visitor{visit, context};
        show(exif, visitor);
        return int(EVOKE_TAGS_READ);
    });
}

int evoke_tags_of_xmp(const unsigned char *bytes, size_t count, EvokeTagVisitor visit, void *context) {
    return evoke::guarded([=] {
        Exiv2::XmpData xmp;
        if (Exiv2::XmpParser::decode(xmp, std::string(bytes, bytes + count)) != 0) return int(EVOKE_TAGS_DAMAGED);
        Visitor visitor{visit, context};
        show(xmp, visitor);
        return int(EVOKE_TAGS_READ);
    });
}
