#include "frame.h"

#include <string.h>

static int number(const uint8_t *bytes) { return bytes[0] << 8 | bytes[1]; }

static int read_quantisation(Frame *frame, const uint8_t *bytes, const uint8_t *end) {
    while (bytes < end) {
        int wide = *bytes >> 4, place = *bytes & 15;
        bytes++;
        if (wide > 1 || place > 3 || end - bytes < (wide ? 128 : 64)) return 0;
        for (int i = 0; i < 64; i++, bytes += wide + 1) {
            frame->quantisation[place][i] = wide ? (uint16_t)number(bytes) : *bytes;
        }
        frame->has_quantisation[place] = 1;
    }
    return 1;
}

static int build_codes(CodeTable *table, const uint8_t *lengths, const uint8_t *values, int count) {
    memset(table, 0, sizeof *table);
    memcpy(table->values, values, count);
    int code = 0, place = 0;
    for (int length = 1; length <= 16; length++, code <<= 1) {
        table->offset[length] = place - code;
        for (int i = 0; i < lengths[length - 1]; i++, code++, place++) {
            if (code >= 1 << length) return 0;
            if (length > LOOKUP_BITS) continue;
            int spare = LOOKUP_BITS - length;
            for (int rest = 0; rest < 1 << spare; rest++) {
                table->symbol[code << spare | rest] = (uint16_t)(values[place] << 8 | length);
            }
        }
        table->largest[length] = lengths[length - 1] ? code - 1 : -1;
    }
    table->is_there = 1;
    return 1;
}

static int read_codes(Frame *frame, const uint8_t *bytes, const uint8_t *end) {
    while (bytes < end) {
        if (end - bytes < 17) return 0;
        int is_ac = *bytes >> 4, place = *bytes & 15, count = 0;
        const uint8_t *lengths = ++bytes;
        for (int i = 0; i < 16; i++) count += lengths[i];
        bytes += 16;
        if (is_ac > 1 || place > 3 || count > 256 || end - bytes < count) return 0;
        if (!build_codes(is_ac ? &frame->ac[place] : &frame->dc[place], lengths, bytes, count)) return 0;
        bytes += count;
    }
    return 1;
}

static int read_size(Frame *frame, const uint8_t *bytes, const uint8_t *end) {
    if (frame->width || end - bytes < 6 || bytes[0] != 8) return 0;
    frame->height = number(bytes + 1);
    frame->width = number(bytes + 3);
    if (!frame->width || !frame->height || bytes[5] != 3 || end - bytes != 6 + 3 * 3) return 0;
    for (int i = 0; i < 3; i++) {
        const uint8_t *fields = bytes + 6 + 3 * i;
        Component component = {fields[0], fields[1] >> 4, fields[1] & 15, fields[2], 0, 0};
        if (component.across < 1 || component.across > 4 || component.down < 1 || component.down > 4) return 0;
        if (component.quantisation > 3) return 0;
        if (component.across > frame->widest) frame->widest = component.across;
        if (component.down > frame->tallest) frame->tallest = component.down;
        frame->components[i] = component;
    }
    return 1;
}

static int read_scan(Frame *frame, const uint8_t *bytes, const uint8_t *end) {
    if (!frame->width || end - bytes != 4 + 2 * 3 || bytes[0] != 3) return 0;
    for (int i = 0; i < 3; i++) {
        Component *component = &frame->components[i];
        if (bytes[1 + 2 * i] != component->id) return 0;
        component->dc = bytes[2 + 2 * i] >> 4;
        component->ac = bytes[2 + 2 * i] & 15;
        if (component->dc > 3 || component->ac > 3) return 0;
        if (!frame->dc[component->dc].is_there || !frame->ac[component->ac].is_there) return 0;
        if (!frame->has_quantisation[component->quantisation]) return 0;
    }
    const uint8_t *selection = bytes + 1 + 2 * 3;
    return selection[0] == 0 && selection[1] == 63 && selection[2] == 0;
}

/// Colors other than YCbCr are declared by Adobe's marker, or by the names of components.
static int is_unusual_in_colour(const Frame *frame, int adobe_transform) {
    return adobe_transform == 0 || (frame->components[0].id == 'R' && frame->components[1].id == 'G');
}

int evoke_jpeg_read_frame(Frame *frame, const uint8_t *bytes, size_t count) {
    memset(frame, 0, sizeof *frame);
    const uint8_t *end = bytes + count;
    int adobe_transform = -1;
    if (count < 4 || number(bytes) != 0xFFD8) return 0;
    bytes += 2;
    while (end - bytes >= 4) {
        if (bytes[0] != 0xFF) return 0;
        int marker = bytes[1];
        if (marker == 0xFF) {
            bytes++;
            continue;
        }
        const uint8_t *body = bytes + 4, *next = bytes + 2 + number(bytes + 2);
        if (next < body || next > end) return 0;
        int is_right = 1;
        switch (marker) {
        case 0xC0: case 0xC1: is_right = read_size(frame, body, next); break;
        case 0xC4: is_right = read_codes(frame, body, next); break;
        case 0xDB: is_right = read_quantisation(frame, body, next); break;
        case 0xDD:
            is_right = next - body == 2;
            if (is_right) frame->restart_interval = number(body);
            break;
        case 0xEE:
            if (next - body >= 12 && !memcmp(body, "Adobe", 5)) adobe_transform = body[11];
            break;
        case 0xDA:
            frame->data = next;
            return read_scan(frame, body, next) && !is_unusual_in_colour(frame, adobe_transform);
        default:
            // Application data and comments; anything else is a kind of JPEG that is not supported here.
            is_right = (marker >= 0xE0 && marker <= 0xEF) || marker == 0xFE;
        }
        if (!is_right) return 0;
        bytes = next;
    }
    return 0;
}
