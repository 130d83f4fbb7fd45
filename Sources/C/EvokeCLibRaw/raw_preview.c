#include "open_file.h"
#include "raw_preview.h"

#include <libraw/libraw.h>

/// Enough for a 150-megapixel sensor; a file that needs more is an attack.
enum { MOST_MEGABYTES = 1000 };

static EvokeRawStatus status_of(int code) {
    switch (code) {
    case LIBRAW_SUCCESS: return EVOKE_RAW_READ;
    case LIBRAW_FILE_UNSUPPORTED:
    case LIBRAW_NOT_IMPLEMENTED: return EVOKE_RAW_UNSUPPORTED;
    case LIBRAW_TOO_BIG:
    case LIBRAW_UNSUFFICIENT_MEMORY: return EVOKE_RAW_TOO_LARGE;
    default: return code > 0 ? EVOKE_RAW_UNREADABLE : EVOKE_RAW_DAMAGED;
    }
}

/// Converts LibRaw's rotation to EXIF's number.
static int exif_orientation(int flip) {
    switch (flip) {
    case 3: return 3;
    case 5: return 8;
    case 6: return 6;
    default: return 1;
    }
}

typedef struct {
    int width, height;
} Size;

static int short_side(Size size) { return size.width < size.height ? size.width : size.height; }

/// Reads a JPEG's size from its frame header; LibRaw does not always know it.
static Size jpeg_size(const unsigned char *bytes, size_t count) {
    size_t at = 2;
    while (at + 9 <= count && bytes[at] == 0xFF) {
        int marker = bytes[at + 1];
        if (marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC)
            return (Size){bytes[at + 7] << 8 | bytes[at + 8], bytes[at + 5] << 8 | bytes[at + 6]};
        at += 2 + (size_t)(bytes[at + 2] << 8 | bytes[at + 3]);
    }
    return (Size){0, 0};
}

/// Extracts the largest embedded preview, and returns its size; 0 × 0 if there is none of use.
static Size take_embedded(libraw_data_t *raw, EvokeRawPreview *preview) {
    Size size = {0, 0};
    const libraw_thumbnail_t *thumb = &raw->thumbnail;
    if (libraw_unpack_thumb(raw) != LIBRAW_SUCCESS || !thumb->thumb) return size;
    preview->bytes = (const unsigned char *)thumb->thumb;
    preview->count = thumb->tlength;
    if (thumb->tformat == LIBRAW_THUMBNAIL_JPEG) {
        size = jpeg_size(preview->bytes, preview->count);
    } else if (thumb->tformat == LIBRAW_THUMBNAIL_BITMAP && thumb->tcolors == 3 &&
               (size_t)thumb->twidth * thumb->theight * 3 <= preview->count) {
        size = (Size){thumb->twidth, thumb->theight};
        preview->width = size.width;
        preview->height = size.height;
    }
    // Some programs store the preview upright although the photo is stored on its side.
    int photo_lies = preview->photo_width > preview->photo_height, preview_lies = size.width > size.height;
    if (preview->swaps_sides && photo_lies != preview_lies) preview->orientation = 1;
    return size;
}

static int take_developed(libraw_data_t *raw, libraw_processed_image_t **image, EvokeRawPreview *preview) {
    raw->params.half_size = 1;
    raw->params.use_camera_wb = 1;
    raw->params.user_flip = 0;
    int code = libraw_unpack(raw);
    if (code == LIBRAW_SUCCESS) code = libraw_dcraw_process(raw);
    if (code == LIBRAW_SUCCESS) *image = libraw_dcraw_make_mem_image(raw, &code);
    if (!*image) return code == LIBRAW_SUCCESS ? LIBRAW_DATA_ERROR : code;
    size_t pixels = (size_t)(*image)->width * (*image)->height;
    if ((*image)->bits != 8 || (*image)->colors != 3 || pixels == 0 || pixels * 3 > (*image)->data_size)
        return LIBRAW_NOT_IMPLEMENTED;
    preview->bytes = (*image)->data;
    preview->count = pixels * 3;
    preview->width = (*image)->width;
    preview->height = (*image)->height;
    return LIBRAW_SUCCESS;
}

EvokeRawStatus evoke_raw_preview(
    int descriptor, int least_side, void (*take)(void *context, const EvokeRawPreview *preview), void *context) {
    libraw_data_t *raw = libraw_init(LIBRAW_OPIONS_NO_MEMERR_CALLBACK | LIBRAW_OPIONS_NO_DATAERR_CALLBACK);
    if (!raw) return EVOKE_RAW_TOO_LARGE;
    raw->params.max_raw_memory_mb = MOST_MEGABYTES;

    libraw_processed_image_t *image = NULL;
    int side = 0, code;
    evoke_raw_file *file = evoke_open_raw(raw, descriptor, &code);
    if (code == LIBRAW_SUCCESS) {
        int flip = raw->sizes.flip;
        const EvokeRawPreview nothing = {
            .orientation = exif_orientation(flip),
            .photo_width = raw->sizes.width,
            .photo_height = raw->sizes.height,
            .swaps_sides = flip == 5 || flip == 6,
        };
        EvokeRawPreview embedded = nothing, developed = nothing;
        side = short_side(take_embedded(raw, &embedded));
        if (side > 0 && side >= least_side) {
            take(context, &embedded);
        } else {
            code = take_developed(raw, &image, &developed);
            if (code == LIBRAW_SUCCESS) take(context, &developed);
        }
    }
    if (image) libraw_dcraw_clear_mem(image);
    libraw_close(raw);
    evoke_close_raw(file);

    // A small preview is better than an error, such as for cameras newer than LibRaw. The first one has been freed by
    // now.
    if (code != LIBRAW_SUCCESS && side > 0 && least_side > 0) return evoke_raw_preview(descriptor, 0, take, context);
    return status_of(code);
}
