import EvokeCVips
import EvokeLinux
package import EvokePorts
import EvokeSystem
package import EvokeValues
import EvokeWorkers

/// Starts libvips once, with only the loaders of photo formats allowed.
enum Vips {
    static func start() throws(EvokeError) { try started.get() }

    private static let started = Result { () throws(EvokeError) in
        try LateLibrary.vips.load()
        try LateLibrary.tiff.load()
        guard vips_init("evoke") == 0 else {
            throw EvokeError(
                .unreadable, doing: "start", subject: "libvips", reason: "initialization failed",
                remedy: "Reinstall libvips, or run ./bootstrap.")
        }
        evoke_vips_be_quiet()
        FreedMemory.keepBetweenPhotos()
        // Photos are decoded in parallel, so libvips needs no threads per photo; and no photo is requested twice, so
        // it needs no cache.
        vips_concurrency_set(1)
        vips_cache_set_max(0)
        vips_operation_block_set("VipsForeignLoad", 1)
        for loader in ["Jpeg", "Png", "Webp", "Tiff", "Nsgif", "Heif", "Jxl", "Jp2k", "Magick"] {
            vips_operation_block_set("VipsForeignLoad" + loader, 0)
        }
    }
}

final class VipsPicture {
    let image: UnsafeMutablePointer<VipsImage>

    init(_ image: UnsafeMutablePointer<VipsImage>) {
        self.image = image
    }

    deinit {
        g_object_unref(image)
    }

    var width: Int { Int(vips_image_get_width(image)) }
    var height: Int { Int(vips_image_get_height(image)) }
    var orientation: Orientation { Orientation(rawValue: Int(vips_image_get_orientation(image))) ?? .upright }
    var holdsInks: Bool {
        vips_image_get_interpretation(image) == VIPS_INTERPRETATION_CMYK && bands == 4 && hasBytes
    }
    var hasBytes: Bool { vips_image_get_format(image) == VIPS_FORMAT_UCHAR }
    var bands: Int { Int(vips_image_get_bands(image)) }

    /// A metadata block that is attached to the picture.
    func block(_ name: String) -> [UInt8]? {
        var bytes: UnsafeRawPointer?
        var count = 0
        guard vips_image_get_typeof(image, name) != 0, vips_image_get_blob(image, name, &bytes, &count) == 0, let bytes
        else { return nil }
        return Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    /// The result of an operation on this picture; nil if it fails.
    func applying(
        _ operation: (UnsafeMutablePointer<VipsImage>, UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>) -> Int32
    ) -> VipsPicture? {
        var out: UnsafeMutablePointer<VipsImage>?
        guard operation(image, &out) == 0, let out else {
            vips_error_clear()
            return nil
        }
        return VipsPicture(out)
    }

    /// Reads an 8-bit picture from the top down, a few rows at a time; false if that fails.
    func forEachRow(in rows: Range<Int>, columns: Range<Int>, _ body: (UnsafePointer<UInt8>) -> Void) -> Bool {
        defer { vips_error_clear() }
        guard vips_image_pio_input(image) == 0, let region = vips_region_new(image) else { return false }
        defer { g_object_unref(region) }
        let strip = max(1, min(Self.rowsAtOnce, Self.bytesAtOnce / (columns.count * bands)))
        for top in stride(from: rows.lowerBound, to: rows.upperBound, by: strip) {
            var area = VipsRect(
                left: Int32(columns.lowerBound), top: Int32(top), width: Int32(columns.count),
                height: Int32(min(strip, rows.upperBound - top)))
            guard vips_region_prepare(region, &area) == 0 else { return false }
            for row in 0..<Int(area.height) {
                let bytes = region.pointee.data + row * Int(region.pointee.bpl)
                body(bytes)
            }
        }
        return true
    }

    private static let rowsAtOnce = 16
    private static let bytesAtOnce = 4_000_000

    /// Decodes all pixels now, instead of on request.
    func inMemory() -> VipsPicture? {
        guard let copy = vips_image_copy_memory(image) else {
            vips_error_clear()
            return nil
        }
        return VipsPicture(copy)
    }
}

extension VipsPicture {
    /// Converts to 8-bit RGB, with alpha if there is any.
    func inRGB() -> VipsPicture? {
        // Like browsers, this ignores a profile that does not fit its picture.
        if let profile, !profile.isSRGB, let converted = applying(evoke_vips_profile_to_srgb) { return converted }
        return applying(holdsInks ? evoke_vips_inks_to_srgb : evoke_vips_to_srgb)?.applying(evoke_vips_to_bytes)
    }

    /// The embedded profile, unless it is for another color space.
    private var profile: ColorProfile? {
        guard let bytes = block(VIPS_META_ICC_NAME) else { return nil }
        let profile = ColorProfile(bytes: bytes)
        return profile.isForGray == (bands < 3) ? profile : nil
    }
}

private struct ColorProfile {
    let bytes: [UInt8]

    var isForGray: Bool { bytes.dropFirst(16).prefix(4).elementsEqual("GRAY".utf8) }

    /// Whether it describes sRGB, whatever its name: converting would then only add rounding errors.
    var isSRGB: Bool {
        if let verdict = Self.verdicts.withLock({ $0[bytes] }) { return verdict }
        let verdict = movesNoColor
        Self.verdicts.withLock {
            if $0.count == Self.mostVerdicts { $0 = [:] }
            $0[bytes] = verdict
        }
        return verdict
    }

    private var movesNoColor: Bool {
        let levels = stride(from: 0, through: 255, by: 51).map(UInt8.init)
        let colors = levels.flatMap { r in levels.flatMap { g in levels.flatMap { b in [r, g, b] } } }
        let count = colors.count / 3
        let memory = colors.withUnsafeBytes {
            vips_image_new_from_memory_copy($0.baseAddress, $0.count, Int32(count), 1, 3, VIPS_FORMAT_UCHAR)
        }
        guard let picture = memory.map(VipsPicture.init) else { return false }
        picture.image.pointee.Type = VIPS_INTERPRETATION_sRGB
        vips_image_set_blob_copy(picture.image, VIPS_META_ICC_NAME, bytes, bytes.count)
        guard let converted = picture.applying(evoke_vips_profile_to_srgb), converted.bands == 3 else { return false }
        var moved = false
        let isWhole = converted.forEachRow(in: 0..<1, columns: 0..<count) { row in
            moved = colors.indices.contains { abs(Int(row[$0]) - Int(colors[$0])) > 1 }
        }
        return isWhole && !moved
    }

    /// Cached, since checking a profile takes as long as decoding a small photo, and libraries contain few different
    /// profiles.
    private static let verdicts = Locked<[[UInt8]: Bool]>([:])
    private static let mostVerdicts = 64
}

extension Thumbnail {
    /// From an upright RGB picture.
    package init?(of picture: Pixels) {
        // Without libvips there are no thumbnails; decoding reports the reason.
        guard (try? Vips.start()) != nil else { return nil }
        self.init(of: picture.bytes, as: picture.size, .upright)
    }

    /// - Parameters:
    ///   - pixels: RGB bytes, in the orientation of the file.
    ///   - size: the size of the upright thumbnail.
    init?(of pixels: [UInt8], as size: PixelSize, _ orientation: Orientation) {
        let stored = orientation.display(size)
        guard
            let memory = vips_image_new_from_memory_copy(
                pixels, pixels.count, Int32(stored.width), Int32(stored.height), 3, VIPS_FORMAT_UCHAR),
            let picture = VipsPicture(memory).applying(evoke_vips_mark_as_srgb),
            let upright = orientation == .upright ? picture : picture.turned(from: orientation)
        else { return nil }
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        defer { g_free(bytes) }
        guard evoke_vips_to_jpeg(upright.image, &bytes, &count) == 0, let bytes else {
            vips_error_clear()
            return nil
        }
        self.init(jpeg: Array(UnsafeRawBufferPointer(start: bytes, count: count)))
    }
}

extension VipsPicture {
    fileprivate func turned(from orientation: Orientation) -> VipsPicture? {
        vips_image_set_int(image, VIPS_META_ORIENTATION, Int32(orientation.rawValue))
        return applying(evoke_vips_turn_upright)
    }
}
