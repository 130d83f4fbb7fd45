public import EvokeValues

/// A photo's metadata. Nil means that nobody wrote it down.
public struct PhotoMetadata: Hashable, Sendable {
    /// When it was taken.
    public var taken: TakenDate?
    /// The camera that took it.
    public var camera: Camera?
    /// As the camera or Exiv2 names it: "50.0 mm f/1.8".
    public var lens: String?
    /// Where it was taken.
    public var place: Coordinates?
    /// The exposure. Not stored in libraries: it is read when a photo is viewed.
    public var exposure: Exposure?
    /// The length of a film, in seconds.
    public var length: Double?
    /// The EXIF orientation, 1 to 8.
    public var orientation: Int?
    /// Stars from 0 to 5; -1 for a rejected photo.
    public var rating: Int?
    /// Written by people, usually in a photo program.
    public var title: String?
    /// A caption of any length.
    public var description: String?
    /// In the order of the file, without repetitions; empty if there are none.
    public var keywords: [String] = []
    /// Who is where in it. Not stored in libraries: it is read when names are imported.
    public var faces: [FaceRegion] = []
    /// The fields that say whether it is picked, whatever they say. Libraries store neither these nor the albums: both
    /// are read when a sidecar is written.
    public var picks: Set<PickField> = []
    /// The names of its albums, as defined by the Metadata Working Group.
    public var albums: [String] = []

    /// No metadata.
    public init() {}
}

/// A camera's maker and model, cleaned up for display.
public struct Camera: Hashable, Sendable {
    /// The maker; nil if only the model is known.
    public let make: String?
    /// Without the maker's name.
    public let model: String

    /// Names fit for display.
    ///
    /// - Parameter model: without the maker's name.
    public init(make: String?, model: String) {
        self.make = make
        self.model = model
    }

    /// "Nikon D750".
    public var name: String { make.map { "\($0) \(model)" } ?? model }
}

/// How a photo was exposed; nil for what is unknown.
public struct Exposure: Hashable, Sendable {
    /// The exposure time, in seconds.
    public let seconds: Double?
    /// The aperture: 2.8 for f/2.8.
    public let fNumber: Double?
    /// The sensitivity.
    public let iso: Int?
    /// In millimeters, of the lens itself.
    public let focalLength: Double?

    /// Nil if nothing is known.
    public init?(seconds: Double?, fNumber: Double?, iso: Int?, focalLength: Double?) {
        guard seconds != nil || fNumber != nil || iso != nil || focalLength != nil else { return nil }
        self.seconds = seconds
        self.fNumber = fNumber
        self.iso = iso
        self.focalLength = focalLength
    }
}

/// Where a photo was taken, in degrees of WGS 84; north and east are positive.
public struct Coordinates: Hashable, Sendable, Codable {
    /// From -90, the South Pole, to 90.
    public let latitude: Double
    /// From -180, west of Greenwich, to 180.
    public let longitude: Double
    /// Meters above sea level.
    public let altitude: Double?

    /// Nil if out of range, and for 0, 0, which devices write when they do not know their position.
    public init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
        guard abs(latitude) <= 90, abs(longitude) <= 180, latitude != 0 || longitude != 0 else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        // From the deepest trench to an airliner, with some margin.
        self.altitude = altitude.flatMap { (-12_000...60_000).contains($0) ? $0 : nil }
    }
}

/// The tags of a picture as their standards define them, extracted from its file.
package struct TagBlocks: Hashable, Sendable {
    package let exif: [UInt8]?
    package let xmp: [UInt8]?

    package init(exif: [UInt8]?, xmp: [UInt8]?) {
        self.exif = exif
        self.xmp = xmp
    }
}

/// The raw values of tags in a photo and its sidecars, by Exiv2's names.
package struct PhotoTags: Hashable, Sendable {
    package typealias Values = [String: [[UInt8]]]

    package let embedded: Values
    package let sidecars: [Values]

    package init(embedded: Values, sidecars: [Values]) {
        self.embedded = embedded
        self.sidecars = sidecars
    }

    /// The tag name for a film's own metadata, whose case varies.
    package static func film(_ word: String) -> String { "Film.\(word.lowercased())" }

    /// The length of the film, in seconds.
    package static let lengthOfFilm = film("length")
}

extension PhotoMetadata {
    /// The metadata as overridden by the owner's marks.
    package func marked(by marks: PhotoMarks) -> PhotoMetadata {
        guard !marks.isEmpty else { return self }
        var metadata = self
        metadata.rating = marks.rating ?? rating
        metadata.description = marks.caption ?? description
        let known = Set(keywords.map(\.folded))
        metadata.keywords += marks.tags.filter { !known.contains($0.folded) }
        return metadata
    }
}
