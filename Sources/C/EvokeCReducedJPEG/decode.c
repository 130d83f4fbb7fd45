#include "basis.h"
#include "bits.h"
#include "frame.h"
#include "include/reduced_jpeg.h"
#include "shortcuts.h"

#include <math.h>
#include <stdlib.h>

typedef struct {
    const CodeTable *dc, *ac;
    const Shortcuts *shortcuts;
    const Basis *basis;
    int across, down;
    int previous_dc;
    /// The samples of one row of units, with the same width for each component.
    uint8_t *strip;
} Channel;

typedef struct {
    Frame frame;
    Shortcuts shortcuts[4];
    Basis bases[3];
    Channel channels[3];
    /// The rest of the file, and its end.
    const uint8_t *rest, *end;
    /// The coded data up to the next marker, with stuffed bytes removed.
    uint8_t *data;
    Bits bits;
    int units_across, units_down, strip_width;
} Decoder;

/// The next symbol, or -1 for an invalid code.
static inline int next_symbol(Bits *bits, const CodeTable *table) {
    int entry = table->symbol[bits->window >> (64 - LOOKUP_BITS)];
    if (entry) {
        drop(bits, entry & 255);
        return entry >> 8;
    }
    for (int length = LOOKUP_BITS + 1; length <= 16; length++) {
        int code = (int)(bits->window >> (64 - length));
        if (code > table->largest[length]) continue;
        drop(bits, length);
        return table->values[(code + table->offset[length]) & 255];
    }
    return -1;
}

/// A value of `count` bits, whose highest bit determines the sign.
static inline int next_value(Bits *bits, int count) {
    if (count == 0) return 0;
    int value = (int)(bits->window >> (64 - count));
    drop(bits, count);
    return value < 1 << (count - 1) ? value - (1 << count) + 1 : value;
}

/// Skips from coefficient `k` to the end of the block.
__attribute__((always_inline)) static inline int pass_over(Bits *bits, const Channel *channel, int k) {
    const Leap *leaps = channel->shortcuts->leaps;
    while (k < 64) {
        refill(bits);
        // Two leaps use no more bits than the window has.
        Leap leap = leaps[bits->window >> (64 - LOOKUP_BITS)];
        if (leap.bits && k + leap.coefficients + leap.ends_block <= 64) {
            drop(bits, leap.bits);
            if (leap.ends_block) return 1;
            k += leap.coefficients;
            leap = leaps[bits->window >> (64 - LOOKUP_BITS)];
            if (leap.bits && k + leap.coefficients + leap.ends_block <= 64) {
                drop(bits, leap.bits);
                if (leap.ends_block) return 1;
                k += leap.coefficients;
                continue;
            }
            if (k == 64) return 1;
        }
        int symbol = next_symbol(bits, channel->ac);
        if (symbol < 0) return 0;
        if ((symbol & 15) == 0 && symbol >> 4 != 15) return 1;
        refill(bits);
        drop(bits, symbol & 15);
        k += (symbol >> 4) + 1;
    }
    return k == 64;
}

static inline uint8_t byte_of(float level) { return (uint8_t)fminf(fmaxf(level + 0.5f, 0), 255); }

/// Reads a block and stores its pixels at `out`.
__attribute__((always_inline)) static inline int read_block(
    Bits *shared, Channel *channel, int across, int down, uint8_t *out, int line) {
    Bits local = *shared, *bits = &local;
    const Basis *basis = channel->basis;
    if (remaining(bits) < 0) return 0;
    refill(bits);
    int size = next_symbol(bits, channel->dc);
    if (size < 0 || size > 11) return 0;
    channel->previous_dc += next_value(bits, size);
    // Real photos never reach such a sum, which would overflow eventually.
    if (channel->previous_dc < -0x8000 || channel->previous_dc > 0x7FFF) return 0;
    float levels[LARGEST_AREA];
    for (int i = 0; i < across * down; i++) levels[i] = 128 + (float)channel->previous_dc * basis->shares[0][i];

    const Step *steps = channel->shortcuts->steps;
    int k = 1;
    while (k < basis->count) {
        refill(bits);
        Step step = steps[bits->window >> (64 - STEP_BITS)];
        if (step.bits && k + step.run < basis->count) {
            drop(bits, step.bits);
            k += step.run;
            const float *shares = basis->shares[k++];
            for (int i = 0; i < across * down; i++) levels[i] += step.value * shares[i];
            continue;
        }
        int symbol = next_symbol(bits, channel->ac);
        if (symbol < 0) return 0;
        int run = symbol >> 4, extra = symbol & 15;
        if (extra == 0 && run != 15) goto whole;
        k += run;
        if (k > 63) return 0;
        if (k < basis->count) {
            float value = (float)next_value(bits, extra);
            const float *shares = basis->shares[k];
            for (int i = 0; i < across * down; i++) levels[i] += value * shares[i];
        } else {
            drop(bits, extra);
        }
        k++;
    }
    if (!pass_over(bits, channel, k)) return 0;
whole:
    *shared = local;
    for (int y = 0; y < down; y++) {
        for (int x = 0; x < across; x++) out[y * line + x] = byte_of(levels[y * across + x]);
    }
    return 1;
}

static int read_unit(Decoder *decoder, int column) {
    for (int c = 0; c < 3; c++) {
        Channel *channel = &decoder->channels[c];
        int across = channel->basis->across, down = channel->basis->down, line = decoder->strip_width;
        for (int block = 0; block < channel->across * channel->down; block++) {
            int x = (column * channel->across + block % channel->across) * across;
            uint8_t *out = channel->strip + block / channel->across * down * line + x;
            int is_whole;
            // With constant sizes, the loops become a few instructions.
            if (across == 2 && down == 2) is_whole = read_block(&decoder->bits, channel, 2, 2, out, line);
            else if (across == 4 && down == 4) is_whole = read_block(&decoder->bits, channel, 4, 4, out, line);
            else is_whole = read_block(&decoder->bits, channel, across, down, out, line);
            if (!is_whole) return 0;
        }
    }
    return 1;
}

/// Reads the coded data up to the next marker.
static void take_data(Decoder *decoder) {
    uint8_t *to = decoder->data;
    const uint8_t *from = decoder->rest, *end = decoder->end;
    while (from < end) {
        const uint8_t *stop = memchr(from, 0xFF, end - from);
        size_t count = (stop ? stop : end) - from;
        memcpy(to, from, count);
        to += count;
        from += count;
        if (end - from < 2 || from[1] != 0) break;
        *to++ = 0xFF;
        from += 2;
    }
    memset(to, 0, BYTES_BEHIND_DATA);
    decoder->rest = from;
    decoder->bits = (Bits){decoder->data, to, 0, 0};
    for (int c = 0; c < 3; c++) decoder->channels[c].previous_dc = 0;
}

/// Consumes a marker, which must follow with no more than a few bits in between.
static int pass_marker(Decoder *decoder, int marker) {
    long bits = remaining(&decoder->bits);
    if (bits < 0 || bits >= 8) return 0;
    while (decoder->end - decoder->rest >= 2 && decoder->rest[0] == 0xFF && decoder->rest[1] == 0xFF) decoder->rest++;
    if (decoder->end - decoder->rest < 2 || decoder->rest[0] != 0xFF || decoder->rest[1] != marker) return 0;
    decoder->rest += 2;
    return 1;
}

static uint8_t clamped(int level) { return level < 0 ? 0 : level > 255 ? 255 : (uint8_t)level; }

/// Converts one row to RGB with JFIF's formula in integers, like libjpeg.
static void put_row(const Decoder *decoder, int row, int width, uint8_t *rgb) {
    int offset = row * decoder->strip_width;
    const uint8_t *luma = decoder->channels[0].strip + offset;
    const uint8_t *blue = decoder->channels[1].strip + offset, *red = decoder->channels[2].strip + offset;
    for (int x = 0; x < width; x++) {
        int y = luma[x], b = blue[x] - 128, r = red[x] - 128;
        rgb[3 * x] = clamped(y + ((91881 * r + 32768) >> 16));
        rgb[3 * x + 1] = clamped(y + ((-22554 * b - 46802 * r + 32768) >> 16));
        rgb[3 * x + 2] = clamped(y + ((116130 * b + 32768) >> 16));
    }
}

static int prepare(Decoder *decoder, const uint8_t *end, int pixels) {
    Frame *frame = &decoder->frame;
    decoder->units_across = (frame->width + 8 * frame->widest - 1) / (8 * frame->widest);
    decoder->units_down = (frame->height + 8 * frame->tallest - 1) / (8 * frame->tallest);
    decoder->strip_width = decoder->units_across * frame->widest * pixels;
    for (int c = 0; c < 3; c++) {
        const Component *component = &frame->components[c];
        if (frame->widest % component->across || frame->tallest % component->down) return 0;
        // Components stored at half the size are decoded at double the size of the others.
        int across = pixels * frame->widest / component->across, down = pixels * frame->tallest / component->down;
        if (across > 4 || down > 4 || across == 3 || down == 3) return 0;
        evoke_jpeg_make_basis(&decoder->bases[c], across, down, frame->quantisation[component->quantisation]);
        Shortcuts *shortcuts = &decoder->shortcuts[component->ac];
        evoke_jpeg_find_shortcuts(shortcuts, &frame->ac[component->ac]);
        uint8_t *strip = malloc((size_t)decoder->strip_width * frame->tallest * pixels);
        decoder->channels[c] = (Channel){
            &frame->dc[component->dc], &frame->ac[component->ac], shortcuts, &decoder->bases[c],
            component->across, component->down, 0, strip};
        if (!strip) return 0;
    }
    decoder->rest = frame->data;
    decoder->end = end;
    decoder->data = malloc(end - frame->data + BYTES_BEHIND_DATA);
    return decoder->data != NULL;
}

static int read_picture(Decoder *decoder, int pixels, int width, int height, uint8_t *rgb) {
    Frame *frame = &decoder->frame;
    int strip_height = frame->tallest * pixels, until_restart = frame->restart_interval, restarts = 0;
    take_data(decoder);
    for (int unit_row = 0; unit_row < decoder->units_down; unit_row++) {
        for (int column = 0; column < decoder->units_across; column++) {
            if (frame->restart_interval && until_restart-- == 0) {
                if (!pass_marker(decoder, 0xD0 + restarts++ % 8)) return 0;
                take_data(decoder);
                until_restart = frame->restart_interval - 1;
            }
            if (!read_unit(decoder, column)) return 0;
        }
        for (int row = 0; row < strip_height && unit_row * strip_height + row < height; row++) {
            put_row(decoder, row, width, rgb + (size_t)3 * width * (unit_row * strip_height + row));
        }
    }
    return pass_marker(decoder, 0xD9);
}

int evoke_decode_reduced_jpeg(
    const uint8_t *bytes, size_t count, int pixels, int width, int height, uint8_t *rgb) {
    Decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return 0;
    const Frame *frame = &decoder->frame;
    int is_whole = evoke_jpeg_read_frame(&decoder->frame, bytes, count)
        && width == evoke_reduced_side(frame->width, pixels) && height == evoke_reduced_side(frame->height, pixels)
        && prepare(decoder, bytes + count, pixels) && read_picture(decoder, pixels, width, height, rgb);
    for (int c = 0; c < 3; c++) free(decoder->channels[c].strip);
    free(decoder->data);
    free(decoder);
    return is_whole;
}
