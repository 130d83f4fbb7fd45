import CVips
import Workers

extension VipsPicture {
    /// Bytes of red, green and blue, and perhaps alpha; as `profile` says, if it fits the picture.
    func inRGB(following profile: ColourProfile?) -> VipsPicture? {
        // A profile that does not fit its picture is ignored, as browsers do.
        if profile != nil, let converted = applying(evoke_vips_profile_to_srgb) { return converted }
        return applying(holdsInks ? evoke_vips_inks_to_srgb : evoke_vips_to_srgb)?.applying(evoke_vips_to_bytes)
    }

    /// The embedded profile, unless it is for other colours or says what would be assumed without it.
    var profile: ColourProfile? {
        var bytes: UnsafeRawPointer?
        var count = 0
        guard vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0,
            vips_image_get_blob(image, VIPS_META_ICC_NAME, &bytes, &count) == 0, let bytes
        else { return nil }
        let profile = ColourProfile(bytes: Array(UnsafeRawBufferPointer(start: bytes, count: count)))
        return profile.isGrey != (bands < 3) || profile.isSRGB ? nil : profile
    }
}

/// An ICC profile of RGB, grey or anything else.
struct ColourProfile {
    let bytes: [UInt8]

    /// Whether it means sRGB, whatever it is called: then following it would only add errors of rounding.
    var isSRGB: Bool {
        if let verdict = Self.verdicts.withLock({ $0[bytes] }) { return verdict }
        let levels = stride(from: 0, through: 255, by: 51).map(UInt8.init)
        let colours = levels.flatMap { r in levels.flatMap { g in levels.flatMap { b in [r, g, b] } } }
        let seen = isGrey ? nil : following(colours, width: colours.count / 3, height: 1)
        let verdict = seen.map { zip(colours, $0).allSatisfy { abs(Int($0) - Int($1)) <= 1 } } ?? false
        Self.verdicts.withLock {
            if $0.count == Self.mostVerdicts { $0 = [:] }
            $0[bytes] = verdict
        }
        return verdict
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

    var isGrey: Bool { bytes.dropFirst(16).prefix(4).elementsEqual("GRAY".utf8) }

    /// Asking takes as long as decoding a small photo, and a library holds few different profiles.
    private static let verdicts = Locked<[[UInt8]: Bool]>([:])
    private static let mostVerdicts = 64
}
