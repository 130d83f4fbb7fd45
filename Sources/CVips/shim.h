#include <vips/vips.h>

// libvips' operations are variadic, which Swift cannot call. Each wrapper fixes the options that Evoke uses.

static inline VipsImage *evoke_vips_open(VipsSource *source, const char *options) {
    return vips_image_new_from_source(
        source, options, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_ERROR, NULL);
}

static inline int evoke_vips_open_bmp(const void *bytes, size_t count, VipsImage **out) {
    return vips_magickload_buffer((void *)bytes, count, out, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}

/// In floats and rounded: on whole numbers vips_flatten rounds down, which darkens soft edges.
static inline int evoke_vips_flatten(VipsImage *in, VipsImage **out, double white) {
    VipsImage *context = vips_image_new();
    VipsImage **step = (VipsImage **)vips_object_local_array(VIPS_OBJECT(context), 3);
    VipsArrayDouble *background = vips_array_double_newv(1, white);
    int status = vips_cast_float(in, &step[0], NULL) ||
                 vips_flatten(step[0], &step[1], "background", background, "max_alpha", white, NULL) ||
                 vips_rint(step[1], &step[2], NULL) || vips_cast(step[2], out, in->BandFmt, NULL);
    vips_area_unref(VIPS_AREA(background));
    g_object_unref(context);
    return status;
}

/// Scales each side on its own. vips_resize shrinks as Pillow and the models' own code do, but what it enlarges comes
/// out half a pixel off, so sides that grow are left to an affine transform between the centres of pixels.
static inline int evoke_vips_resize(VipsImage *in, VipsImage **out, int width, int height, VipsKernel kernel) {
    double across = (double)width / in->Xsize, down = (double)height / in->Ysize;
    double shrink_across = VIPS_MIN(across, 1), shrink_down = VIPS_MIN(down, 1);
    // Without a gap the kernel covers all pixels at once, which is exact, and for huge factors too much.
    double gap = VIPS_MIN(across, down) < 0.01 ? 2 : 0;
    VipsImage *shrunk = NULL, *whole = NULL;
    if (vips_resize(in, &shrunk, shrink_across, "vscale", shrink_down, "kernel", kernel, "gap", gap, NULL)) return -1;
    if (across <= 1 && down <= 1) {
        *out = shrunk;
        return 0;
    }
    whole = vips_image_copy_memory(shrunk);
    g_object_unref(shrunk);
    if (!whole) return -1;
    gboolean grows_across = across > 1, grows_down = down > 1;
    VipsInterpolate *interpolate = vips_interpolate_new(kernel == VIPS_KERNEL_CUBIC ? "bicubic" : "bilinear");
    VipsArrayInt *area = vips_array_int_newv(4, 0, 0, width, height);
    int status = vips_affine(
        whole, out, grows_across ? across : 1, 0, 0, grows_down ? down : 1, "interpolate", interpolate, "oarea", area,
        "idx", grows_across ? 0.5 : 0.0, "odx", grows_across ? -0.5 : 0.0, "idy", grows_down ? 0.5 : 0.0, "ody",
        grows_down ? -0.5 : 0.0, "extend", VIPS_EXTEND_COPY, NULL);
    vips_area_unref(VIPS_AREA(area));
    g_object_unref(interpolate);
    g_object_unref(whole);
    return status;
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

/// Inks without a profile, as browsers and Pillow show them: each colour is what its ink and black leave of the light.
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

static inline void evoke_ignore_message(
    const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer data) {}

/// Failures come back as results; what libvips says besides does not belong among the user's messages.
static inline void evoke_vips_be_quiet(void) {
    g_log_set_handler("VIPS", G_LOG_LEVEL_WARNING | G_LOG_LEVEL_INFO, evoke_ignore_message, NULL);
}
