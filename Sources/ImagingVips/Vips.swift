import CVips

/// The library itself: started once, with nothing allowed but the loaders of photo formats.
enum Vips {
    static let isStarted: Bool = {
        guard vips_init("evoke") == 0 else { return false }
        evoke_vips_be_quiet()
        // Photos are spread over the cores, so one photo needs no threads of its own, and none is asked for twice.
        vips_concurrency_set(1)
        vips_cache_set_max(0)
        vips_operation_block_set("VipsForeignLoad", 1)
        for loader in ["Jpeg", "Png", "Webp", "Tiff", "Nsgif", "Heif", "Jxl", "Jp2k", "Magick"] {
            vips_operation_block_set("VipsForeignLoad" + loader, 0)
        }
        return true
    }()
}

/// Owns one libvips image.
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
    var hasAlpha: Bool { vips_image_hasalpha(image) != 0 }
    var holdsInks: Bool {
        vips_image_get_interpretation(image) == VIPS_INTERPRETATION_CMYK && vips_image_get_bands(image) == 4
            && vips_image_get_format(image) == VIPS_FORMAT_UCHAR
    }
    var hasProfile: Bool { vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0 }

    /// The value of white in the picture's own number format.
    var white: Double {
        switch vips_image_get_format(image) {
        case VIPS_FORMAT_UCHAR: 255
        case VIPS_FORMAT_FLOAT, VIPS_FORMAT_DOUBLE: 1
        default: 65_535
        }
    }

    /// The picture that an operation makes of this one, or nil when it fails.
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

    /// Reads every pixel now, instead of when they are asked for.
    func inMemory() -> VipsPicture? {
        guard let copy = vips_image_copy_memory(image) else {
            vips_error_clear()
            return nil
        }
        return VipsPicture(copy)
    }
}
