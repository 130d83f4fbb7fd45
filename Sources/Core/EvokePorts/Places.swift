public import EvokeValues

/// Identifies a place by a number or code that stays the same when tables of places are updated.
public enum PlaceID: Hashable, Sendable, Comparable, Codable {
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
        if let number = Int64(text), number > 0, bytes.allSatisfy(\.isDigit) {
            self = .city(number)
        } else if bytes.count == 2, bytes.allSatisfy(isLetter) {
            self = .country(text)
        } else if (4...8).contains(bytes.count), bytes.prefix(2).allSatisfy(isLetter), "-.".utf8.contains(bytes[2]),
            bytes.dropFirst(3).allSatisfy({ isLetter($0) || $0.isDigit })
        {
            self = .subdivision(text)
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

/// An area between two parallels and two meridians, including its edges.
public struct CoordinateBox: Hashable, Sendable, Codable {
    /// Degrees from -90, the South Pole, to 90; the south is at most the north.
    public let south, north: Double
    /// Degrees from -180 to 180. If west is greater than east, the box crosses the 180th meridian.
    public let west, east: Double

    /// Nil if this is not an area of the earth.
    public init?(south: Double, west: Double, north: Double, east: Double) {
        guard abs(south) <= 90, abs(north) <= 90, south <= north, abs(west) <= 180, abs(east) <= 180 else {
            return nil
        }
        (self.south, self.west, self.north, self.east) = (south, west, north, east)
    }

    /// Whether the coordinates are in it.
    public func contains(_ place: Coordinates) -> Bool {
        guard south <= place.latitude, place.latitude <= north else { return false }
        let (isEastOfWest, isWestOfEast) = (west <= place.longitude, place.longitude <= east)
        return west <= east ? isEastOfWest && isWestOfEast : isEastOfWest || isWestOfEast
    }
}

extension CoordinateBox: CustomStringConvertible {
    /// As in queries: the southwestern and the northeastern corner, `38.6,-9.3..38.8,-9`.
    public var description: String {
        "\(Self.text(south)),\(Self.text(west))..\(Self.text(north)),\(Self.text(east))"
    }

    private static func text(_ degrees: Double) -> String {
        let text = "\(degrees)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

/// The squares by which a map groups photos.
public struct MapGrid: Hashable, Sendable {
    /// How finely a map can be divided; squares of zoom 24 are two meters wide at the equator.
    public static let zooms = 0...24

    /// A Mercator map of the world is 2^`zoom` squares wide. One of `zooms`.
    public let zoom: Int
    /// If more squares than this have photos, larger squares are used.
    public let most: Int

    /// Values out of range are clamped.
    public init(zoom: Int, most: Int) {
        self.zoom = min(max(zoom, Self.zooms.lowerBound), Self.zooms.upperBound)
        self.most = max(1, most)
    }
}

/// Photos taken near each other: in one square of a map.
public struct PhotoCluster: Hashable, Sendable {
    /// How many there are.
    public let count: Int
    /// The mean of their coordinates.
    public let middle: Coordinates
    /// The box that contains all of them.
    public let box: CoordinateBox
    /// The latest of them.
    public let photo: PhotoID

    /// Made by catalogs; programs get them from `PhotoLibrary.clusters`.
    public init(count: Int, middle: Coordinates, box: CoordinateBox, photo: PhotoID) {
        self.count = count
        self.middle = middle
        self.box = box
        self.photo = photo
    }
}

/// Photos as a map shows them.
public struct PhotoClusters: Hashable, Sendable {
    /// The zoom of their squares.
    public let zoom: Int
    /// The largest clusters first.
    public let clusters: [PhotoCluster]

    /// The total number of photos.
    public var total: Int { clusters.reduce(0) { $0 + $1.count } }

    /// Made by catalogs.
    public init(zoom: Int, clusters: [PhotoCluster]) {
        self.zoom = zoom
        self.clusters = clusters
    }
}

extension PhotoPlace {
    /// The smallest first.
    public var parts: [PlaceID] {
        [city.map(PlaceID.city), subdivision.map(PlaceID.subdivision), country.map(PlaceID.country)].compactMap { $0 }
    }
}
