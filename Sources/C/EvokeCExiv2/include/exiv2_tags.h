#ifndef EVOKE_EXIV2_TAGS_H
#define EVOKE_EXIV2_TAGS_H

#include <stddef.h>

// What Evoke wants of Exiv2, a C++ library, as C that Swift can call. No exception leaves it.

#ifdef __cplusplus
extern "C" {
#endif

enum {
    EVOKE_TAGS_READ = 0,
    /// Nothing in a format that Exiv2 reads.
    EVOKE_TAGS_UNKNOWN,
    /// It cannot be made sense of, or was made to do harm.
    EVOKE_TAGS_DAMAGED,
    /// The system could not open or read it.
    EVOKE_TAGS_UNREADABLE,
};

/// Longer texts are cut, other longer values and more of them than this are left out.
enum { EVOKE_TAGS_LONGEST_VALUE = 1 << 16, EVOKE_TAGS_MOST_VALUES = 1 << 12 };

/// Takes one value: the bytes as they lie in the photo if they are text or opaque, else the numbers as text. A tag
/// with several texts comes once for each.
typedef void (*EvokeTagVisitor)(void *context, const char *key, const unsigned char *bytes, size_t count);

/// Shows the tags that stand in an open photo: Exif.Image.*, Exif.Photo.*, Exif.GPSInfo.*, Iptc.*, Xmp.*, and as `Lens` the
/// lens by its name in the maker's own notes.
int evoke_tags_of_file(int descriptor, EvokeTagVisitor visit, void *context);

/// The same for a block of EXIF, with or without the `Exif` before it.
int evoke_tags_of_exif(const unsigned char *bytes, size_t count, EvokeTagVisitor visit, void *context);

/// The same for the text of a sidecar.
int evoke_tags_of_xmp(const unsigned char *bytes, size_t count, EvokeTagVisitor visit, void *context);

#ifdef __cplusplus
}
#endif

#endif
