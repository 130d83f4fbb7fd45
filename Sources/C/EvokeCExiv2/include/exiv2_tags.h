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

enum EvokeXmpKind {
    /// One text, where there is none.
    EVOKE_XMP_TEXT,
    /// The same, in the default language.
    EVOKE_XMP_TEXT_OF_LANGUAGES,
    /// One more of several, where it is not among them.
    EVOKE_XMP_ONE_OF_SEVERAL,
    /// Where there is none, one that others lie in.
    EVOKE_XMP_STRUCTURE,
    /// Where there is none, a list of those.
    EVOKE_XMP_LIST_OF_STRUCTURES,
    /// One more of several, where there are some.
    EVOKE_XMP_ONE_MORE,
    /// The name of a collection that it is in; the key is that of all collections.
    EVOKE_XMP_COLLECTION,
    /// A text, or one of several, that goes, where it is there as it is given.
    EVOKE_XMP_WITHDRAWN,
    /// The name of a collection that it is in no more.
    EVOKE_XMP_COLLECTION_WITHDRAWN,
};

/// What a sidecar is to say as well, or no more, by Exiv2's name for it.
typedef struct {
    const char *key;
    const char *value;
    enum EvokeXmpKind kind;
} EvokeXmpAddition;

/// Takes the text of a sidecar.
typedef void (*EvokeXmpTaker)(void *context, const unsigned char *bytes, size_t count);

/// The text of a sidecar with what it says and these additions; a new one where there are no bytes. Nothing is taken where
/// something of what it says would be lost: it is EVOKE_TAGS_DAMAGED then.
int evoke_xmp_with(const unsigned char *bytes, size_t count, const EvokeXmpAddition *additions, size_t length,
                   EvokeXmpTaker take, void *context);

#ifdef __cplusplus
}
#endif

#endif
