/// What is known of a photo besides its picture. Whatever nobody wrote down is nil.
public struct PhotoMetadata: Hashable, Sendable {
    /// When it was taken.
    public var taken: TakenDate?
    /// What took it.
    public var camera: Camera?
    /// As the camera or Exiv2 calls it: "50.0 mm f/1.8".
    public var lens: String?
    /// Where it was taken.
    public var place: Coordinates?
    /// How it was exposed. Libraries do not keep it: it is read when a photo is looked at.
    public var exposure: Exposure?
    /// How long a film is, in seconds.
    public var length: Double?
    /// EXIF's number, 1 to 8.
    public var orientation: Int?
    /// Stars from 0 to 5; -1 for a photo that was rejected.
    public var rating: Int?
    /// Given by people, as a rule in a photo program.
    public var title: String?
    /// A caption of any length.
    public var description: String?
    /// In the order of the file, each once; empty where there are none.
    public var keywords: [String] = []
    /// Who is where in it. Libraries do not keep it: it is read when somebody takes it over.
    public var faces: [FaceRegion] = []
    /// The fields that say whether it is picked, whatever they say. Libraries keep neither them nor the albums: both are read
    /// when something is written into a sidecar.
    public var picks: Set<PickField> = []
    /// The names of the albums that it is in, as the Metadata Working Group notes them.
    public var albums: [String] = []

    /// Nothing is known yet.
    public init() {}
}

/// Who made the camera and what they called it, tidied for people.
public struct Camera: Hashable, Sendable {
    /// Who made it; nil where only the model is known.
    public let make: String?
    /// Without the maker's name.
    public let model: String

    /// Names that are fit for people.
    ///
    /// - Parameter model: without the maker's name.
    public init(make: String?, model: String) {
        self.make = make
        self.model = model
    }

    /// "Nikon D750".
    public var name: String { make.map { "\($0) \(model)" } ?? model }
}

/// How a photo was exposed; nil for what nobody wrote down.
public struct Exposure: Hashable, Sendable {
    /// How long, in seconds.
    public let seconds: Double?
    /// The aperture: 2.8 for f/2.8.
    public let fNumber: Double?
    /// The sensitivity.
    public let iso: Int?
    /// In millimetres, of the lens itself.
    public let focalLength: Double?

    /// Nil where nothing is known.
    public init?(seconds: Double?, fNumber: Double?, iso: Int?, focalLength: Double?) {
        guard seconds != nil || fNumber != nil || iso != nil || focalLength != nil else { return nil }
        self.seconds = seconds
        self.fNumber = fNumber
        self.iso = iso
        self.focalLength = focalLength
    }
}

/// Where a photo was taken, in degrees of WGS 84; north and east are positive.
public struct Coordinates: Hashable, Sendable {
    /// From -90, the South Pole, to 90.
    public let latitude: Double
    /// From -180, west of Greenwich, to 180.
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

    /// The name of what a film says of itself, whose own names for it are in small or in capital letters.
    package static func film(_ word: String) -> String { "Film.\(word.lowercased())" }

    /// How long the film is, in seconds.
    package static let lengthOfFilm = film("length")
}
