#ifndef EVOKE_EXIV2_TAGS_H
#define EVOKE_EXIV2_TAGS_H

#include <stddef.h>

// The part of Exiv2 that Evoke uses, as C for Swift. It throws no exceptions.

#ifdef __cplusplus
extern "C" {
#endif

enum {
    EVOKE_TAGS_READ = 0,
    /// Not in a format that Exiv2 reads.
    EVOKE_TAGS_UNKNOWN,
    /// Invalid or malicious.
    EVOKE_TAGS_DAMAGED,
    /// The system failed to open or read it.
    EVOKE_TAGS_UNREADABLE,
};

/// Longer texts are cut off; other longer values are omitted, and so are values beyond this number.
enum { EVOKE_TAGS_LONGEST_VALUE = 1 << 16, EVOKE_TAGS_MOST_VALUES = 1 << 12 };

/// Receives one value: its original bytes if it is text or opaque, otherwise its numbers as text. Called once for each
/// text of a tag that has several.
typedef void (*EvokeTagVisitor)(void *context, const char *key, const unsigned char *bytes, size_t count);

/// Visits the tags of an open photo: Exif.Image.*, Exif.Photo.*, Exif.GPSInfo.*, Iptc.* and Xmp.*, and `Lens`, the
/// lens's name according to the maker notes.
int evoke_tags_of_file(int descriptor, EvokeTagVisitor visit, void *context);

/// The same for an EXIF block, with or without the leading `Exif`.
int evoke_tags_of_exif(const unsigned char *bytes, size_t count, EvokeTagVisitor visit, void *context);

/// The same for a sidecar's text.
int evoke_tags_of_xmp(const unsigned char *bytes, size_t count, EvokeTagVisitor visit, void *context);

#ifdef __cplusplus
}
#endif

#endif
