import EvokeCVips
import EvokeSystem
import EvokeValues

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
