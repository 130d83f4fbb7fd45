#include <stdlib.h>
#include <vips/vips.h>

// Swift cannot call libvips' variadic operations. Each wrapper fixes the options that Evoke uses.

static inline VipsImage *evoke_vips_open(VipsSource *source, const char *options, VipsFailOn failure) {
    return vips_image_new_from_source(
        source, options, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", failure, NULL);
}

static inline VipsSource *evoke_vips_source_of_bytes(const void *bytes, size_t count) {
    VipsBlob *blob = vips_blob_copy(bytes, count);
    VipsSource *source = blob ? vips_source_new_from_blob(blob) : NULL;
    if (blob) vips_area_unref(VIPS_AREA(blob));
    return source;
}

/// A picture that takes ownership of the pixels, which are freed even on failure.
static inline VipsImage *evoke_vips_of_pixels(
    void *pixels, size_t count, int width, int height, int bands, VipsBandFormat format) {
    VipsImage *image = vips_image_new_from_memory(pixels, count, width, height, bands, format);
    if (image) {
        g_object_set_data_full(G_OBJECT(image), "evoke-pixels", pixels, free);
    } else {
        free(pixels);
    }
    return image;
}

static inline int evoke_vips_open_bmp(const void *bytes, size_t count, VipsImage **out) {
    return vips_magickload_buffer((void *)bytes, count, out, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}

static inline int evoke_vips_profile_to_srgb(VipsImage *in, VipsImage **out) {
    return vips_icc_transform(in, out, "srgb", "embedded", TRUE, NULL);
}

static inline int evoke_vips_to_srgb(VipsImage *in, VipsImage **out) {
    return vips_colourspace(in, out, VIPS_INTERPRETATION_sRGB, NULL);
}

/// Sets the interpretation of a picture made from memory.
static inline int evoke_vips_mark(VipsImage *in, VipsInterpretation meaning, VipsImage **out) {
    return vips_copy(in, out, "interpretation", meaning, NULL);
}

static inline int evoke_vips_mark_as_srgb(VipsImage *in, VipsImage **out) {
    return evoke_vips_mark(in, VIPS_INTERPRETATION_sRGB, out);
}

/// `number * factor + summand` for each sample, as bytes.
static inline int evoke_vips_scale_to_bytes(VipsImage *in, double factor, double summand, VipsImage **out) {
    return vips_linear1(in, out, factor, summand, "uchar", TRUE, NULL);
}

static inline int evoke_vips_range(VipsImage *in, double *least, double *most) {
    return vips_min(in, least, NULL) || vips_max(in, most, NULL);
}

static inline int evoke_vips_rows(VipsImage *in, int top, int height, VipsImage **out) {
    return vips_extract_area(in, out, 0, top, in->Xsize, height, NULL);
}

static inline int evoke_vips_to_bytes(VipsImage *in, VipsImage **out) {
    return vips_cast_uchar(in, out, NULL);
}

/// Converts CMYK without a profile like browsers and Pillow: each color is the light that its ink and black leave.
static inline int evoke_vips_inks_to_srgb(VipsImage *in, VipsImage **out) {
    VipsImage *context = vips_image_new();
    VipsImage **step = (VipsImage **)vips_object_local_array(VIPS_OBJECT(context), 5);
    int status = vips_invert(in, &step[0], NULL) || vips_extract_band(step[0], &step[1], 0, "n", 3, NULL) ||
                 vips_extract_band(step[0], &step[2], 3, NULL) || vips_multiply(step[1], step[2], &step[3], NULL) ||
                 vips_linear1(step[3], &step[4], 1.0 / 255, 0.5, "uchar", TRUE, NULL) ||
                 vips_copy(step[4], out, "interpretation", VIPS_INTERPRETATION_sRGB, NULL);
    g_object_unref(context);
    return status;
}

static inline int evoke_vips_turn_upright(VipsImage *in, VipsImage **out) {
    return vips_autorot(in, out, NULL);
}

/// Small, as thumbnails should be, and without metadata.
static inline int evoke_vips_to_jpeg(VipsImage *in, void **bytes, size_t *count) {
    return vips_jpegsave_buffer(in, bytes, count, "Q", 75, "strip", TRUE, NULL);
}

static inline void evoke_ignore_message(
    const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer data) {}

/// Failures are returned as results; libvips' own warnings would only confuse users.
static inline void evoke_vips_be_quiet(void) {
    g_log_set_handler("VIPS", G_LOG_LEVEL_WARNING | G_LOG_LEVEL_INFO, evoke_ignore_message, NULL);
}
