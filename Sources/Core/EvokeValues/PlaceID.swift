/// Identifies a place by a number or code that stays the same when tables of places are updated.
public enum PlaceID: Hashable, Sendable, Comparable {
    /// By ISO 3166-1, two letters: "PT".
    case country(String)
    /// By ISO 3166-2, "PT-11"; by GeoNames' code with a period, "ET.56", if ISO has no matching one.
    case subdivision(String)
    /// By GeoNames' number.
    case city(Int64)

    /// Parses a `description`; otherwise nil.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
        func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        if let number = Int64(text), number > 0, bytes.allSatisfy(isDigit) {
            self = .city(number)
        } else if (2...8).contains(bytes.count), bytes.prefix(2).allSatisfy(isLetter) {
            if bytes.count == 2 {
                self = .country(text)
            } else if bytes.count > 3, [UInt8(ascii: "-"), UInt8(ascii: ".")].contains(bytes[2]),
                bytes.dropFirst(3).allSatisfy({ isLetter($0) || isDigit($0) })
            {
                self = .subdivision(text)
            } else {
                return nil
            }
        } else {
            return nil
        }
    }
}

extension PlaceID: CustomStringConvertible {
    /// "PT", "PT-11", "2267057".
    public var description: String {
        switch self {
        case .country(let code), .subdivision(let code): code
        case .city(let number): "\(number)"
        }
    }
}

/// Where a photo was taken: the city, its subdivision, and the country; nil for what does not exist, as at sea.
public struct PhotoPlace: Hashable, Sendable {
    /// GeoNames' number.
    public let city: Int64?
    /// As in ``PlaceID/subdivision(_:)``.
    public let subdivision: String?
    /// As in ``PlaceID/country(_:)``.
    public let country: String?

    /// Made by the code that looks up places.
    public init(city: Int64? = nil, subdivision: String? = nil, country: String? = nil) {
        self.city = city
        self.subdivision = subdivision
        self.country = country
    }

    /// The smallest first.
    public var parts: [PlaceID] {
        [city.map(PlaceID.city), subdivision.map(PlaceID.subdivision), country.map(PlaceID.country)].compactMap { $0 }
    }
}
