/// What is known of a photo besides its picture. Whatever nobody wrote down is nil.
public struct PhotoFacts: Hashable, Sendable {
    public var taken: TakenDate?
    public var camera: Camera?
    public var lens: String?
    public var place: Coordinates?
    /// EXIF's number, 1 to 8.
    public var orientation: Int?
    /// Stars from 0 to 5; -1 for a photo that was rejected.
    public var rating: Int?
    public var title: String?
    public var description: String?
    public var keywords: [String] = []

    public init() {}
}

/// Who made the camera and what they called it, tidied for people.
public struct Camera: Hashable, Sendable {
    public let make: String?
    /// Without the maker's name.
    public let model: String

    public init(make: String?, model: String) {
        self.make = make
        self.model = model
    }

    /// "Nikon D750".
    public var name: String { make.map { "\($0) \(model)" } ?? model }
}

/// Where a photo was taken, in degrees of WGS 84; north and east are positive.
public struct Coordinates: Hashable, Sendable {
    public let latitude: Double
    public let longitude: Double
    /// Metres above the sea.
    public let altitude: Double?

    /// Nil for what is no place on Earth, and for 0, 0, which devices write that do not know where they are.
    public init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
        guard abs(latitude) <= 90, abs(longitude) <= 180, latitude != 0 || longitude != 0 else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        // From the deepest trench to an airliner, and some more.
        self.altitude = altitude.flatMap { (-12_000...60_000).contains($0) ? $0 : nil }
    }
}

/// The tags of a picture as their standards define them, taken out of its file.
package struct TagBlocks: Hashable, Sendable {
    package let exif: [UInt8]?
    package let xmp: [UInt8]?

    package init(exif: [UInt8]?, xmp: [UInt8]?) {
        self.exif = exif
        self.xmp = xmp
    }
}

/// The tags of a photo and of its sidecars: for each, by Exiv2's names, the values as they lie in the file.
package struct PhotoTags: Hashable, Sendable {
    package typealias Values = [String: [[UInt8]]]

    package let embedded: Values
    package let sidecars: [Values]

    package init(embedded: Values, sidecars: [Values]) {
        self.embedded = embedded
        self.sidecars = sidecars
    }
}
