import EvokePorts
import EvokeValues

extension Tags {
    /// Every date of capture in the tags, the most reliable first.
    var dates: [TakenDate] {
        [
            exifDate("Exif.Photo.DateTimeOriginal", "Original", .exifOriginal),
            exifDate("Exif.Photo.DateTimeDigitized", "Digitized", .exifDigitized),
            date("Xmp.exif.DateTimeOriginal", .xmp), date("Xmp.photoshop.DateCreated", .xmp),
            date("Xmp.xmp.CreateDate", .xmp), date("Xmp.exif.DateTimeDigitized", .xmp),
            takeoutDate, localDateOfFilm,
            iptcDate("Iptc.Application2.DateCreated", "Iptc.Application2.TimeCreated"),
            iptcDate("Iptc.Application2.DigitizationDate", "Iptc.Application2.DigitizationTime"),
        ].compactMap(\.self)
    }

    /// When a program last changed the photo. Scanners and screenshots write no other date.
    var dateOfChange: TakenDate? { exifDate("Exif.Image.DateTime", "", .exifChanged) }

    func date(_ key: String, _ source: TakenDate.Source) -> TakenDate? {
        text(key).flatMap { DateText($0) }.map { TakenDate($0, source: source) }
    }

    private func exifDate(_ key: String, _ kind: String, _ source: TakenDate.Source) -> TakenDate? {
        guard var date = text(key).flatMap({ DateText($0) }) else { return nil }
        guard date.precision == .second else { return TakenDate(date, source: source) }
        if let fraction = text("Exif.Photo.SubSecTime" + kind) { date.setFraction(fraction) }
        // EXIF has a time zone for each of its times, but cameras that know only one zone write it once.
        let zone = text("Exif.Photo.OffsetTime" + kind, "Exif.Photo.OffsetTime")
        date.utcOffsetMinutes = zone.flatMap { DateText.offset($0) } ?? date.utcOffsetMinutes
        return TakenDate(date, source: source)
    }

    private func iptcDate(_ dateKey: String, _ timeKey: String) -> TakenDate? {
        guard let date = text(dateKey) else { return nil }
        return DateText(date + "T" + (text(timeKey) ?? "")).map { TakenDate($0, source: .iptc) }
    }
}

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

extension Tags {
    var camera: Camera? {
        text("Exif.Image.Model", "Xmp.tiff.Model", FilmKeys.model, limit: 100).map {
            Camera(rawMake: text("Exif.Image.Make", "Xmp.tiff.Make", FilmKeys.make, limit: 100), rawModel: $0)
        }
    }

    /// The lens's name as the camera wrote it, otherwise as Exiv2 looks it up by its number in the maker notes.
    var lens: String? {
        ["Exif.Photo.LensModel", "Xmp.exifEX.LensModel", "Xmp.aux.Lens", "Lens"].lazy
            .compactMap { text($0, limit: 200) }.first(where: Self.namesALens)
    }

    var orientation: Int? {
        text("Exif.Image.Orientation", "Xmp.tiff.Orientation").flatMap { Int($0) }.flatMap {
            (1...8).contains($0) ? $0 : nil
        }
    }

    /// Cameras write `----`, `(65535)` or `0.0 mm f/0.0` for a missing or unknown lens.
    private static func namesALens(_ text: String) -> Bool {
        let text = text.lowercased()
        return text.contains(where: \.isLetter) && text.first != "("
            && !["unknown", "n/a", "none", "no lens", "0.0 mm", "0.0mm", "0mm"].contains(where: text.hasPrefix)
    }
}

extension Camera {
    /// "NIKON CORPORATION" and "NIKON D750" become "Nikon" and "D750".
    init(rawMake: String?, rawModel: String) {
        let make = rawMake.flatMap(Self.tidied)
        guard let make else {
            self.init(make: nil, model: rawModel)
            return
        }
        // Some cameras repeat the brand before the model, others the company's full name.
        var model = rawModel[...]
        for prefix in [rawMake ?? make, make] where model.lowercased().hasPrefix(prefix.lowercased() + " ") {
            model = model.dropFirst(prefix.count).drop(while: \.isWhitespace)
        }
        self.init(make: make, model: String(model))
    }

    private static func tidied(_ make: String) -> String? {
        if make.lowercased().hasPrefix("eastman kodak") { return "Kodak" }
        var words = make.split { $0 == " " || $0 == "," }
        while words.count > 1, let last = words.last, firms.contains(last.lowercased().filter { $0 != "." }) {
            words.removeLast()
        }
        return words.isEmpty ? nil : words.map(brand).joined(separator: " ")
    }

    /// Suffixes of company names.
    private static let firms: Set<String> = [
        "ag", "camera", "co", "coltd", "company", "computer", "corp", "corporation", "electronics", "gmbh", "imaging",
        "inc", "ltd", "optical", "techwin", "technologies",
    ]

    /// NIKON becomes Nikon; DJI, LG and Apple stay.
    private static func brand(_ word: Substring) -> String {
        word.count > 3 && !["OPPO", "ASUS"].contains(word) && word.allSatisfy(\.isUppercase)
            ? word.prefix(1) + word.dropFirst().lowercased() : String(word)
    }
}

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

/// Tags of films, as Apple and others name them.
enum FilmKeys {
    static let make = PhotoTags.film("com.apple.quicktime.make")
    static let model = PhotoTags.film("com.apple.quicktime.model")
    static let title = PhotoTags.film("title")
    static let description = PhotoTags.film("description")
    /// With a time zone; written by Apple's phones.
    static let localDate = PhotoTags.film("com.apple.quicktime.creationdate")
    /// In UTC.
    static let date = PhotoTags.film("creation_time")
    static let places = ["com.apple.quicktime.location.ISO6709", "location"].map(PhotoTags.film)
}

extension Tags {
    /// In seconds.
    var length: Double? { text(PhotoTags.lengthOfFilm).flatMap { Double($0) }.flatMap { $0 > 0 ? $0 : nil } }

    var localDateOfFilm: TakenDate? { date(FilmKeys.localDate, .xmp) }

    /// In this computer's time zone, since films store UTC. Clocks that were never set show 1904 or 1970.
    var dateOfFilm: TakenDate? {
        guard let date = date(FilmKeys.date, .xmp), date.precision == .second, date.local.year > 1970 else {
            return nil
        }
        return .inSystemZone(utcSeconds: date.localSeconds, nanoseconds: date.nanoseconds, source: .xmp)
    }

    /// In the format of ISO 6709: `+48.8577+002.2950+035.000/`.
    var filmPlace: Coordinates? {
        FilmKeys.places.lazy.compactMap { key in self.text(key).flatMap(Self.coordinates) }.first
    }

    private static func coordinates(_ text: String) -> Coordinates? {
        var numbers: [String] = []
        // The coordinate system's name follows.
        for sign in text.prefix(while: { "0"..."9" ~= $0 || "+-.".contains($0) }) {
            if "+-".contains(sign) { numbers.append("") }
            if !numbers.isEmpty { numbers[numbers.count - 1].append(sign) }
        }
        let known = numbers.compactMap { Double($0) }
        guard (2...3).contains(known.count), known.count == numbers.count else { return nil }
        return Coordinates(latitude: known[0], longitude: known[1], altitude: known.count == 3 ? known[2] : nil)
    }
}
