import EvokeValues

/// What films say of themselves, by the names that Apple and all others have for it.
enum FilmKeys {
    static let make = PhotoTags.film("com.apple.quicktime.make")
    static let model = PhotoTags.film("com.apple.quicktime.model")
    static let title = PhotoTags.film("title")
    static let description = PhotoTags.film("description")
    /// With the zone, as phones of Apple write it.
    static let localDate = PhotoTags.film("com.apple.quicktime.creationdate")
    /// Without a zone of its own: that of UTC.
    static let date = PhotoTags.film("creation_time")
    static let places = ["com.apple.quicktime.location.ISO6709", "location"].map(PhotoTags.film)
}

extension Tags {
    /// In seconds.
    var length: Double? { text(PhotoTags.lengthOfFilm).flatMap { Double($0) }.flatMap { $0 > 0 ? $0 : nil } }

    var localDateOfFilm: TakenDate? { date(FilmKeys.localDate, .xmp) }

    /// In the zone of this computer: the film says what time it was in UTC. Clocks that were never set stand in 1904 or
    /// 1970.
    var dateOfFilm: TakenDate? {
        guard let date = date(FilmKeys.date, .xmp), date.precision == .second, date.local.year > 1970 else {
            return nil
        }
        return .inSystemZone(utcSeconds: date.localSeconds, nanoseconds: date.nanoseconds, source: .xmp)
    }

    /// ISO 6709: `+48.8577+002.2950+035.000/`.
    var filmPlace: Coordinates? {
        FilmKeys.places.lazy.compactMap { key in self.text(key).flatMap(Self.coordinates) }.first
    }

    private static func coordinates(_ text: String) -> Coordinates? {
        var numbers: [String] = []
        for sign in text {
            switch sign {
            case "+", "-": numbers.append(String(sign))
            case "0"..."9", ".": numbers.isEmpty ? () : numbers[numbers.count - 1].append(sign)
            // What follows names the system of coordinates.
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
