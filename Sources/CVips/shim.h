#include <vips/vips.h>

// libvips' operations are variadic, which Swift cannot call. Each wrapper fixes the options that Evoke uses.

static inline VipsImage *evoke_vips_open(VipsSource *source, const char *options) {
    return vips_image_new_from_source(
        source, options, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_ERROR, NULL);
}

static inline int evoke_vips_open_bmp(const void *bytes, size_t count, VipsImage **out) {
    return vips_magickload_buffer((void *)bytes, count, out, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}

static inline int evoke_vips_flatten(VipsImage *in, VipsImage **out, double white) {
    VipsArrayDouble *background = vips_array_double_newv(1, white);
    int status = vips_flatten(in, out, "background", background, "max_alpha", white, NULL);
    vips_area_unref(VIPS_AREA(background));
    return status;
}

static inline int evoke_vips_resize(
    VipsImage *in, VipsImage **out, double horizontal, double vertical, VipsKernel kernel) {
    return vips_resize(in, out, horizontal, "vscale", vertical, "kernel", kernel, NULL);
}

static inline int evoke_vips_crop(VipsImage *in, VipsImage **out, int left, int top, int width, int height) {
    return vips_extract_area(in, out, left, top, width, height, NULL);
}

static inline int evoke_vips_upright(VipsImage *in, VipsImage **out) {
    return vips_autorot(in, out, NULL);
}

static inline int evoke_vips_profile_to_srgb(VipsImage *in, VipsImage **out) {
    return vips_icc_transform(in, out, "srgb", "embedded", TRUE, NULL);
}

static inline int evoke_vips_to_srgb(VipsImage *in, VipsImage **out) {
    return vips_colourspace(in, out, VIPS_INTERPRETATION_sRGB, NULL);
}

static inline int evoke_vips_embed_on_white(
    VipsImage *in, VipsImage **out, int left, int top, int width, int height) {
    return vips_embed(in, out, left, top, width, height, "extend", VIPS_EXTEND_WHITE, NULL);
}

static inline int evoke_vips_to_bytes(VipsImage *in, VipsImage **out) {
    return vips_cast_uchar(in, out, NULL);
}
