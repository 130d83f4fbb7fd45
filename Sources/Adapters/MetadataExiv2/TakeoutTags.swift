import EvokePorts
import EvokeValues
import Foundation

extension Tags {
    /// The content of Google Takeout's JSON, under keys of its own; nil for any other file.
    static func of(takeout bytes: [UInt8]) -> Tags? {
        // Then it is another program's JSON.
        guard bytes.count <= longestTakeout,
            let record = try? JSONDecoder().decode(TakeoutRecord.self, from: Data(bytes)),
            record.photoTakenTime != nil || record.geoData != nil
        else { return nil }
        var values: PhotoTags.Values = [:]
        func set(_ key: String, _ texts: [String]) {
            if !texts.isEmpty { values[key] = texts.map { Array($0.utf8) } }
        }
        set(TakeoutKeys.taken, [record.photoTakenTime?.timestamp].compactMap(\.self))
        if let place = [record.geoData, record.geoDataExif].lazy.compactMap(\.self).first(where: \.isSomewhere) {
            set(TakeoutKeys.place, [place.latitude, place.longitude, place.altitude ?? 0].map { "\($0)" })
        }
        set(TakeoutKeys.description, [record.description].compactMap { $0.map(withoutEntities) }.filter { !$0.isEmpty })
        set(TakeoutKeys.people, (record.people ?? []).compactMap(\.name))
        return Tags(values: values)
    }

    /// When the photo was taken, in this computer's time zone: Takeout stores only the instant.
    var takeoutDate: TakenDate? {
        text(TakeoutKeys.taken).flatMap { Int64($0) }.map { .inSystemZone(utcSeconds: $0, source: .xmp) }
    }

    var takeoutPlace: Coordinates? {
        let numbers = bytes(TakeoutKeys.place).compactMap { Double(Text.decode($0)) }
        guard numbers.count == 3 else { return nil }
        // Takeout writes 0 for an unknown altitude.
        return Coordinates(
            latitude: numbers[0], longitude: numbers[1], altitude: numbers[2] == 0 ? nil : numbers[2])
    }

    /// Takeout writes descriptions with HTML entities.
    private static func withoutEntities(_ text: String) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
            .reduce(text) { $0.replacing($1.0, with: $1.1) }
    }

    private static let longestTakeout = 1_000_000
}

enum TakeoutKeys {
    static let taken = "Takeout.photoTakenTime"
    static let place = "Takeout.geoData"
    static let description = "Takeout.description"
    static let people = "Takeout.people"
}

/// The parts of the JSON that describe the photo itself.
private struct TakeoutRecord: Decodable {
    struct Time: Decodable { let timestamp: String }
    struct Person: Decodable { let name: String? }

    struct Place: Decodable {
        let latitude: Double
        let longitude: Double
        let altitude: Double?

        /// Takeout writes zeros for unknown coordinates.
        var isSomewhere: Bool { latitude != 0 || longitude != 0 }
    }

    let description: String?
    let photoTakenTime: Time?
    /// As edited by the user.
    let geoData: Place?
    let geoDataExif: Place?
    let people: [Person]?
}
