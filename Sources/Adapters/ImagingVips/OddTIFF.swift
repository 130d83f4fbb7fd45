import EvokeCTiff
import EvokeCVips
import EvokeValues

/// TIFFs that libvips cannot read, decoded with libtiff.
enum OddTIFF {
    /// All pixels are decoded at once; this is enough for 100 million with 16 bits per channel.
    private static let mostBytes = 600_000_000

    static func remains(of bytes: [UInt8], file: PhotoFile) throws(EvokeError) -> Remains? {
        var tiff = evoke_tiff_picture()
        defer { evoke_free_tiff(&tiff) }
        let result = evoke_read_tiff(bytes, bytes.count, UInt64(mostBytes), &tiff)
        guard result != EVOKE_TIFF_TOO_LARGE else {
            throw file.error(
                .tooLarge, "\(tiff.width) × \(tiff.height) pixels are too many for this kind of TIFF",
                "Save it at a smaller size, or without separate planes.")
        }
        let rows = Int(tiff.rows)
        guard result == EVOKE_TIFF_READ, rows == tiff.height || tiff.is_cut != 0, let picture = picture(&tiff) else {
            return nil
        }
        return Remains(picture: picture, rows: 0..<rows, isTruncated: rows < picture.height)
    }

    private static func picture(_ tiff: inout evoke_tiff_picture) -> VipsPicture? {
        let format = [1: VIPS_FORMAT_UCHAR, 2: VIPS_FORMAT_USHORT, 4: VIPS_FORMAT_FLOAT][tiff.bytes]
        guard let format, let pixels = tiff.pixels else { return nil }
        let count = Int(tiff.width) * Int(tiff.height) * Int(tiff.bands * tiff.bytes)
        tiff.pixels = nil
        let image = evoke_vips_of_pixels(
            pixels, count, Int32(tiff.width), Int32(tiff.height), tiff.bands, format)
        guard let bare = image.map(VipsPicture.init), let numbers = inRange(bare, tiff) else { return nil }
        let picture = numbers.applying { evoke_vips_mark($0, meaning(of: tiff), $1) }
        guard let picture else { return nil }
        vips_image_set_int(picture.image, VIPS_META_ORIENTATION, tiff.orientation)
        if let profile = tiff.profile {
            vips_image_set_blob_copy(picture.image, VIPS_META_ICC_NAME, profile, tiff.profile_bytes)
        }
        return picture
    }

    private static func meaning(of tiff: evoke_tiff_picture) -> VipsInterpretation {
        switch (tiff.colours, tiff.bytes) {
        case (1, 2): VIPS_INTERPRETATION_GREY16
        case (1, _): VIPS_INTERPRETATION_B_W
        case (3, 1): VIPS_INTERPRETATION_sRGB
        case (3, 2): VIPS_INTERPRETATION_RGB16
        case (3, _): VIPS_INTERPRETATION_scRGB
        default: VIPS_INTERPRETATION_CMYK
        }
    }

    /// Gray floats have no defined range: 0 to 1 or 0 to 255 if all values are within, otherwise minimum to maximum.
    /// Color floats are linear light from 0 to 1, as in libvips.
    private static func inRange(_ picture: VipsPicture, _ tiff: evoke_tiff_picture) -> VipsPicture? {
        guard tiff.bytes == 4, tiff.colours == 1 else { return picture }
        var (least, most) = (0.0, 0.0)
        guard evoke_vips_range(picture.image, &least, &most) == 0 else { return nil }
        let (black, white) =
            least < 0 || most > 255 ? (least, max(most, least.nextUp)) : (0, most > 1 ? 255 : 1)
        let factor = 255 / (white - black)
        return picture.applying { evoke_vips_scale_to_bytes($0, factor, 0.5 - black * factor, $1) }
    }
}
