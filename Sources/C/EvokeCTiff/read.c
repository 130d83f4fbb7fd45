#include "include/tiff_picture.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "samples.h"

/// The limit of a strip or tile, or of what libtiff needs to read one.
static const tmsize_t most_bytes = 256 << 20;

/// The pieces of a picture: tiles, or strips, which are tiles as wide as the picture.
typedef struct {
    TIFF *tiff;
    uint32_t width, height;
    int is_tiled, is_in_planes;
    uint16_t samples;
} pieces;

static pieces pieces_of(TIFF *tiff, const evoke_tiff_picture *out) {
    pieces of = {.tiff = tiff, .width = out->width, .height = out->height, .is_tiled = TIFFIsTiled(tiff)};
    uint16_t planes = PLANARCONFIG_CONTIG;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planes);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &of.samples);
    of.is_in_planes = planes == PLANARCONFIG_SEPARATE && of.samples > 1;
    if (of.is_tiled) {
        TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &of.width);
        TIFFGetField(tiff, TIFFTAG_TILELENGTH, &of.height);
    } else {
        uint32_t rows = out->height;
        TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &rows);
        if (rows < of.height) of.height = rows;
    }
    return of;
}

/// Bytes per row of a piece.
static size_t row_bytes(pieces of, int bits) {
    return ((size_t)of.width * (of.is_in_planes ? 1 : of.samples) * (size_t)bits + 7) / 8;
}

/// Whether a piece that could not be read extends beyond the end of the file.
static int is_beyond_end(pieces of, uint32_t x, uint32_t y, uint16_t plane) {
    uint32_t number = of.is_tiled ? TIFFComputeTile(of.tiff, x, y, 0, plane) : TIFFComputeStrip(of.tiff, y, plane);
    uint64_t offset = TIFFGetStrileOffset(of.tiff, number), count = TIFFGetStrileByteCount(of.tiff, number);
    uint64_t end = TIFFGetSizeProc(of.tiff)(TIFFClientdata(of.tiff));
    return offset > 0 && count > 0 && (offset >= end || count > end - offset);
}

static int read_piece(pieces of, uint32_t x, uint32_t y, uint16_t plane, void *piece, tmsize_t size, size_t needed) {
    tmsize_t read = of.is_tiled
        ? TIFFReadEncodedTile(of.tiff, TIFFComputeTile(of.tiff, x, y, 0, plane), piece, size)
        : TIFFReadEncodedStrip(of.tiff, TIFFComputeStrip(of.tiff, y, plane), piece, size);
    return read >= 0 && (size_t)read >= needed;
}

/// Reads samples as they are stored, from the top to where they end.
static void read_samples(pieces of, evoke_tiff_samples samples, int is_multiplied, evoke_tiff_picture *out) {
    size_t line = row_bytes(of, samples.bits), pixel = (size_t)(out->bands * out->bytes);
    tmsize_t size = of.is_tiled ? TIFFTileSize(of.tiff) : TIFFStripSize(of.tiff);
    if (size <= 0 || size > most_bytes || (size_t)size < line * of.height) return;
    uint8_t *piece = malloc((size_t)size);
    if (!piece) return;
    for (uint32_t y = 0; y < out->height; y += of.height) {
        uint32_t rows = out->height - y < of.height ? out->height - y : of.height;
        for (uint32_t x = 0; x < out->width; x += of.width) {
            uint32_t columns = out->width - x < of.width ? out->width - x : of.width;
            for (int band = 0; band < out->bands; band++) {
                if ((of.is_in_planes || band == 0) &&
                    !read_piece(of, x, y, (uint16_t)band, piece, size, line * rows)) {
                    out->is_cut = is_beyond_end(of, x, y, (uint16_t)band);
                    free(piece);
                    return;
                }
                // Alpha is not inverted when black is the highest number.
                evoke_tiff_samples these = samples;
                these.is_inverted = samples.is_inverted && band < out->colours;
                for (uint32_t row = 0; row < rows; row++) {
                    uint8_t *to = (uint8_t *)out->pixels + ((size_t)(y + row) * out->width + x) * pixel;
                    evoke_copy_tiff_samples(
                        piece + row * line, of.is_in_planes ? 0 : (size_t)band, of.is_in_planes ? 1 : of.samples, these,
                        to + band * out->bytes, (size_t)out->bands, columns);
                }
            }
        }
        for (uint32_t row = 0; is_multiplied && row < rows; row++) {
            uint8_t *line_out = (uint8_t *)out->pixels + (size_t)(y + row) * out->width * pixel;
            evoke_take_alpha_out(line_out, out->bytes, out->colours, out->width);
        }
        out->rows = y + rows;
    }
    free(piece);
}

/// Reads other color spaces through libtiff's RGBA interface: its pixels are premultiplied and stored from the bottom
/// up.
static void read_colours(pieces of, evoke_tiff_picture *out) {
    uint64_t pixels = (uint64_t)of.width * of.height;
    if (pixels == 0 || pixels > (uint64_t)most_bytes / 4) return;
    uint32_t *piece = malloc(pixels * 4);
    if (!piece) return;
    for (uint32_t y = 0; y < out->height; y += of.height) {
        uint32_t rows = out->height - y < of.height ? out->height - y : of.height;
        for (uint32_t x = 0; x < out->width; x += of.width) {
            uint32_t columns = out->width - x < of.width ? out->width - x : of.width;
            int is_read = of.is_tiled ? TIFFReadRGBATileExt(of.tiff, x, y, piece, 1)
                                      : TIFFReadRGBAStripExt(of.tiff, y, piece, 1);
            if (!is_read) {
                out->is_cut = is_beyond_end(of, x, y, 0);
                free(piece);
                return;
            }
            uint32_t last = (of.is_tiled ? of.height : rows) - 1;
            for (uint32_t row = 0; row < rows; row++) {
                const uint32_t *from = piece + (size_t)(last - row) * of.width;
                uint8_t *to = (uint8_t *)out->pixels + 3 * ((size_t)(y + row) * out->width + x);
                for (uint32_t column = 0; column < columns; column++, to += 3) {
                    uint32_t white = 255 - TIFFGetA(from[column]);
                    to[0] = (uint8_t)(TIFFGetR(from[column]) + white);
                    to[1] = (uint8_t)(TIFFGetG(from[column]) + white);
                    to[2] = (uint8_t)(TIFFGetB(from[column]) + white);
                }
            }
        }
        out->rows = y + rows;
    }
    free(piece);
}

static void copy_profile(TIFF *tiff, evoke_tiff_picture *out) {
    uint32_t count = 0;
    void *profile = NULL;
    if (!TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &count, &profile) || count == 0) return;
    out->profile = malloc(count);
    if (!out->profile) return;
    memcpy(out->profile, profile, count);
    out->profile_bytes = count;
}

/// The kind of alpha after the colors; EXTRASAMPLE_UNSPECIFIED if it is not declared as alpha.
static uint16_t alpha(TIFF *tiff, int samples, int colours) {
    uint16_t count = 0, *kinds = NULL;
    if (samples <= colours || !TIFFGetField(tiff, TIFFTAG_EXTRASAMPLES, &count, &kinds) || count == 0) return 0;
    return kinds[0];
}

static evoke_tiff_result read_picture(TIFF *tiff, uint64_t most, evoke_tiff_picture *out) {
    uint16_t bits = 1, samples = 1, format = SAMPLEFORMAT_UINT, light = 0, packing = COMPRESSION_NONE, turn = 1;
    if (!TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &out->width) || !TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &out->height))
        return EVOKE_TIFF_DAMAGED;
    if (out->width == 0 || out->height == 0) return EVOKE_TIFF_DAMAGED;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &bits);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &format);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &packing);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &turn);
    if (!TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &light))
        light = samples >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
    out->orientation = turn;
    copy_profile(tiff, out);

    int colours = light == PHOTOMETRIC_RGB ? 3
        : light == PHOTOMETRIC_SEPARATED   ? 4
        : light == PHOTOMETRIC_MINISBLACK || light == PHOTOMETRIC_MINISWHITE ? 1 : 0;
    int is_float = format == SAMPLEFORMAT_IEEEFP;
    int bits_are_known = is_float ? bits == 32 || bits == 64 : bits >= 1 && (bits <= 16 || bits == 32);
    int is_stored = colours > 0 && samples >= colours && bits_are_known && packing != COMPRESSION_OJPEG &&
        !(is_float && colours == 4);

    uint16_t kind = is_stored ? alpha(tiff, samples, colours) : EXTRASAMPLE_UNSPECIFIED;
    out->colours = is_stored ? colours : 3;
    out->bands = out->colours + (colours != 4 && !is_float && kind != EXTRASAMPLE_UNSPECIFIED);
    out->bytes = !is_stored ? 1 : is_float ? 4 : bits > 8 ? 2 : 1;
    uint64_t pixels = (uint64_t)out->width * out->height;
    if (pixels > most / (uint64_t)(out->bands * out->bytes)) return EVOKE_TIFF_TOO_LARGE;
    out->pixels = calloc(pixels, (size_t)(out->bands * out->bytes));
    if (!out->pixels) return EVOKE_TIFF_TOO_LARGE;
    pieces of = pieces_of(tiff, out);
    if (of.width == 0 || of.height == 0) return EVOKE_TIFF_DAMAGED;

    if (is_stored) {
        evoke_tiff_samples stored = {
            .bits = bits, .is_float = is_float, .is_inverted = light == PHOTOMETRIC_MINISWHITE, .bytes = out->bytes};
        read_samples(of, stored, out->bands > out->colours && kind == EXTRASAMPLE_ASSOCALPHA, out);
    } else {
        // Rotation is left to the caller.
        TIFFSetField(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
        read_colours(of, out);
    }
    return EVOKE_TIFF_READ;
}

evoke_tiff_result evoke_read_tiff(const uint8_t *bytes, size_t count, uint64_t most, evoke_tiff_picture *out) {
    memset(out, 0, sizeof *out);
    evoke_tiff_memory memory = {.bytes = bytes, .count = count};
    TIFF *tiff = evoke_open_tiff(&memory, most_bytes);
    if (!tiff) return EVOKE_TIFF_DAMAGED;
    evoke_tiff_result result = read_picture(tiff, most, out);
    TIFFClose(tiff);
    return result;
}

void evoke_free_tiff(evoke_tiff_picture *picture) {
    free(picture->pixels);
    free(picture->profile);
    memset(picture, 0, sizeof *picture);
}
