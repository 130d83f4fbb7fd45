import CVips

extension VipsPicture {
    /// Bytes of red, green and blue, and perhaps alpha. The profile has been followed, unless it is `lateProfile`.
    func inRGB() -> VipsPicture? {
        // A profile that does not fit its picture is ignored, as browsers do.
        if lateProfile == nil, let profile, !profile.isSRGB, let converted = applying(evoke_vips_profile_to_srgb) {
            return converted
        }
        return applying(holdsInks ? evoke_vips_inks_to_srgb : evoke_vips_to_srgb)?.applying(evoke_vips_to_bytes)
    }

    /// The profile, if following it can wait until the picture is small: conversion is slow.
    var lateProfile: ColourProfile? {
        guard hasBytes, !holdsInks, let profile, !profile.isSRGB else { return nil }
        return profile
    }

    private var profile: ColourProfile? {
        guard vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0 else { return nil }
        var bytes: UnsafeRawPointer?
        var count = 0
        guard vips_image_get_blob(image, VIPS_META_ICC_NAME, &bytes, &count) == 0, let bytes else { return nil }
        return ColourProfile(bytes: Array(UnsafeRawBufferPointer(start: bytes, count: count)))
    }
}

/// An ICC profile of RGB, grey or anything else.
struct ColourProfile {
    let bytes: [UInt8]

    /// Whether it means sRGB, whatever it is called: then following it would only add errors of rounding.
    var isSRGB: Bool {
        let levels = stride(from: 0, through: 255, by: 51).map(UInt8.init)
        let colours = levels.flatMap { r in levels.flatMap { g in levels.flatMap { b in [r, g, b] } } }
        guard !isGrey, let seen = following(colours, width: colours.count / 3, height: 1) else { return false }
        return zip(colours, seen).allSatisfy { abs(Int($0) - Int($1)) <= Self.roundingError }
    }

    /// The sRGB of RGB bytes that follow this profile, or nil if it does not fit them.
    func following(_ pixels: [UInt8], width: Int, height: Int) -> [UInt8]? {
        let copy = pixels.withUnsafeBytes {
            vips_image_new_from_memory_copy($0.baseAddress, $0.count, Int32(width), Int32(height), 3, VIPS_FORMAT_UCHAR)
        }
        guard var picture = copy.map(VipsPicture.init) else { return nil }
        if isGrey {
            guard let grey = picture.applying(evoke_vips_first_band) else { return nil }
            picture = grey
        }
        picture.image.pointee.Type = isGrey ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
        vips_image_set_blob_copy(picture.image, VIPS_META_ICC_NAME, bytes, bytes.count)
        guard let converted = picture.applying(evoke_vips_profile_to_srgb), converted.bands == 3 else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(pixels.count)
        let whole = converted.forEachRow(in: 0..<height, columns: 0..<width) {
            result.append(contentsOf: UnsafeBufferPointer(start: $0, count: 3 * width))
        }
        return whole ? result : nil
    }

    private var isGrey: Bool { bytes.dropFirst(16).prefix(4).elementsEqual("GRAY".utf8) }
    private static let roundingError = 1
}
