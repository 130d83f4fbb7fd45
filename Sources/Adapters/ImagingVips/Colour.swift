import EvokeCVips
import EvokeWorkers

extension VipsPicture {
    /// Converts to 8-bit RGB, with alpha if there is any.
    func inRGB() -> VipsPicture? {
        // Like browsers, this ignores a profile that does not fit its picture.
        if let profile, !profile.isSRGB, let converted = applying(evoke_vips_profile_to_srgb) { return converted }
        return applying(holdsInks ? evoke_vips_inks_to_srgb : evoke_vips_to_srgb)?.applying(evoke_vips_to_bytes)
    }

    /// The embedded profile, unless it is for another color space.
    private var profile: ColourProfile? {
        guard let bytes = block(VIPS_META_ICC_NAME) else { return nil }
        let profile = ColourProfile(bytes: bytes)
        return profile.isForGrey == (bands < 3) ? profile : nil
    }
}

private struct ColourProfile {
    let bytes: [UInt8]

    var isForGrey: Bool { bytes.dropFirst(16).prefix(4).elementsEqual("GRAY".utf8) }

    /// Whether it describes sRGB, whatever its name: converting would then only add rounding errors.
    var isSRGB: Bool {
        if let verdict = Self.verdicts.withLock({ $0[bytes] }) { return verdict }
        let verdict = movesNoColour
        Self.verdicts.withLock {
            if $0.count == Self.mostVerdicts { $0 = [:] }
            $0[bytes] = verdict
        }
        return verdict
    }

    private var movesNoColour: Bool {
        let levels = stride(from: 0, through: 255, by: 51).map(UInt8.init)
        let colours = levels.flatMap { r in levels.flatMap { g in levels.flatMap { b in [r, g, b] } } }
        let count = colours.count / 3
        let memory = colours.withUnsafeBytes {
            vips_image_new_from_memory_copy($0.baseAddress, $0.count, Int32(count), 1, 3, VIPS_FORMAT_UCHAR)
        }
        guard let picture = memory.map(VipsPicture.init) else { return false }
        picture.image.pointee.Type = VIPS_INTERPRETATION_sRGB
        vips_image_set_blob_copy(picture.image, VIPS_META_ICC_NAME, bytes, bytes.count)
        guard let converted = picture.applying(evoke_vips_profile_to_srgb), converted.bands == 3 else { return false }
        var moved = false
        let isWhole = converted.forEachRow(in: 0..<1, columns: 0..<count) { row in
            moved = colours.indices.contains { abs(Int(row[$0]) - Int(colours[$0])) > 1 }
        }
        return isWhole && !moved
    }

    /// Cached, since checking a profile takes as long as decoding a small photo, and libraries contain few different
    /// profiles.
    private static let verdicts = Locked<[[UInt8]: Bool]>([:])
    private static let mostVerdicts = 64
}
