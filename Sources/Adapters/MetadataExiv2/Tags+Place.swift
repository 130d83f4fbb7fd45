import EvokeValues

extension Tags {
    var place: Coordinates? { exifPlace ?? xmpPlace ?? takeoutPlace ?? filmPlace }

    private var exifPlace: Coordinates? {
        guard let latitude = exifDegrees("Latitude", positive: "N", negative: "S"),
            let longitude = exifDegrees("Longitude", positive: "E", negative: "W")
        else { return nil }
        let isBelow = bytes("Exif.GPSInfo.GPSAltitudeRef").first?.first == 1
        return Coordinates(
            latitude: latitude, longitude: longitude, altitude: altitude("Exif.GPSInfo.GPSAltitude", isBelow: isBelow))
    }

    private var xmpPlace: Coordinates? {
        guard let latitude = xmpDegrees("Xmp.exif.GPSLatitude", positive: "N", negative: "S"),
            let longitude = xmpDegrees("Xmp.exif.GPSLongitude", positive: "E", negative: "W")
        else { return nil }
        let isBelow = text("Xmp.exif.GPSAltitudeRef") == "1"
        return Coordinates(
            latitude: latitude, longitude: longitude, altitude: altitude("Xmp.exif.GPSAltitude", isBelow: isBelow))
    }

    /// From `48/1 51/1 2954/100` and a separate tag with the hemisphere.
    private func exifDegrees(_ key: String, positive: Character, negative: Character) -> Double? {
        guard let fields = text("Exif.GPSInfo.GPS" + key)?.split(separator: " ").map(Self.number) else { return nil }
        return Self.degrees(fields, text("Exif.GPSInfo.GPS\(key)Ref")?.first, positive, negative)
    }

    /// From `48,51.4923N` or `48,51,29.54N`.
    private func xmpDegrees(_ key: String, positive: Character, negative: Character) -> Double? {
        guard let text = text(key) else { return nil }
        return Self.degrees(
            text.dropLast().split(separator: ",").map { Double($0) }, text.last, positive, negative)
    }

    private static func degrees(
        _ fields: [Double?], _ half: Character?, _ positive: Character, _ negative: Character
    ) -> Double? {
        let known = fields.compactMap { $0 }
        guard (1...3).contains(known.count), known.count == fields.count, known.allSatisfy({ $0 >= 0 && $0.isFinite }),
            known.dropFirst().allSatisfy({ $0 <= 60 })
        else { return nil }
        let degrees = zip(known, [1, 60, 3600.0]).reduce(0) { $0 + $1.0 / $1.1 }
        let half = half?.uppercased()
        return half == String(positive) ? degrees : half == String(negative) ? -degrees : nil
    }

    private func altitude(_ key: String, isBelow: Bool) -> Double? {
        text(key).flatMap { Self.number(Substring($0)) }.map { isBelow ? -$0 : $0 }
    }

    /// A fraction or a plain number; nil for division by zero.
    static func number(_ text: Substring) -> Double? {
        let parts = text.split(separator: "/").map { Double($0) }
        guard (1...2).contains(parts.count), let top = parts[0] else { return nil }
        guard parts.count == 2 else { return top }
        return parts[1].flatMap { $0 == 0 ? nil : top / $0 }
    }
}
