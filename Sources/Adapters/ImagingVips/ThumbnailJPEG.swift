import EvokeCVips
package import EvokeValues

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
