import EvokeValues

extension Tags {
    /// Zeros, which cameras write for unknown values, are omitted.
    var exposure: Exposure? {
        let iso = measure(
            "Exif.Photo.ISOSpeedRatings", "Xmp.exif.ISOSpeedRatings", "Xmp.exifEX.PhotographicSensitivity")
        return Exposure(
            seconds: measure("Exif.Photo.ExposureTime", "Xmp.exif.ExposureTime"),
            fNumber: measure("Exif.Photo.FNumber", "Xmp.exif.FNumber"), iso: iso.map { Int($0) },
            focalLength: measure("Exif.Photo.FocalLength", "Xmp.exif.FocalLength"))
    }

    private func measure(_ keys: String...) -> Double? {
        keys.lazy.compactMap { key in
            self.text(key).flatMap { $0.split(separator: " ").first }.flatMap(Self.number)
        }.first { $0 > 0 && $0 < 10_000_000 }
    }
}
