import EvokeValues

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
        for sign in text {
            switch sign {
            case "+", "-": numbers.append(String(sign))
            case "0"..."9", ".": numbers.isEmpty ? () : numbers[numbers.count - 1].append(sign)
            // The coordinate system's name follows.
            default: return coordinates(numbers)
            }
        }
        return coordinates(numbers)
    }

    private static func coordinates(_ numbers: [String]) -> Coordinates? {
        let known = numbers.compactMap { Double($0) }
        guard (2...3).contains(known.count), known.count == numbers.count else { return nil }
        return Coordinates(latitude: known[0], longitude: known[1], altitude: known.count == 3 ? known[2] : nil)
    }
}
