package import EvokePorts
package import EvokeValues

/// The details of a photo; nil for what is unknown.
public struct PhotoAnswer: Codable, Hashable, Sendable, Described {
    package static let kinds: [String: Schema] = [
        "rating": .integer(-1...5), "colors": .list(of: .choice(of: PhotoColor.self)),
    ]
    package static let always = ["marks.favourite", "marks.tags", "marks.albums", "marks.hidden"]

    /// Coordinates in degrees of WGS 84.
    public struct Coordinates: Codable, Hashable, Sendable {
        /// North and east are positive.
        public let latitude, longitude: Double
        /// Meters above sea level.
        package let altitude: Double?

        package init(_ place: EvokePorts.Coordinates) {
            (latitude, longitude, altitude) = (place.latitude, place.longitude, place.altitude)
        }
    }

    /// The exposure of a photo; nil for what is not recorded.
    package struct Exposure: Codable, Hashable, Sendable {
        /// The exposure time in seconds; the aperture, 2.8 for f/2.8.
        package let seconds, fNumber: Double?
        /// The sensitivity.
        package let iso: Int?
        /// Of the lens itself, in millimeters.
        package let focalLength: Double?

        package init(_ exposure: EvokePorts.Exposure) {
            (seconds, fNumber) = (exposure.seconds, exposure.fNumber)
            (iso, focalLength) = (exposure.iso, exposure.focalLength)
        }
    }

    /// Its permanent number in the library.
    public let id: Int64
    /// The file's name, the absolute path of its folder, and the file's own path, on the server's machine.
    public let name, folder, path: String
    /// Set only if the path is not UTF-8; `path` is then an approximation.
    package let pathBase64: String?
    /// The size of the upright picture in pixels; nil if it was never decoded.
    public let width, height: Int?
    /// Changes with the file. With it in the address, a thumbnail or an original can be cached.
    package let version: String
    /// The size of the file.
    public let bytes: Int64
    /// The media type by the file's extension: `image/jpeg`.
    public let type: String
    /// Whether browsers can show files of that type.
    package let isShownByBrowsers: Bool
    /// Whether the file is accessible now.
    package let isThere: Bool
    /// `2021`, `2021-05`, `2021-05-02`, or a local time, with its UTC offset if known.
    public let taken: String?
    /// The source of the date: `exifOriginal`, `exifDigitized`, `xmp`, `iptc`, `fileName`, `exifChanged` or
    /// `fileModified`.
    package let takenFrom: String?
    /// For people: "Nikon D750", and "50.0 mm f/1.8".
    public let camera, lens: String?
    /// The length of a film, in seconds.
    package let length: Double?
    /// Read from the file on request.
    package let exposure: Exposure?
    /// Where it was taken.
    public let place: Coordinates?
    /// The name of the place, in the requested language if known: "Lisbon, Portugal".
    package let placeName: String?
    /// Its city's GeoNames ID, and the ISO 3166 codes of its subdivision and its country, as far as known.
    package let placeIds: [String]?
    /// Written by people, usually in a photo program.
    public let title, description: String?
    /// In the order of the file, each once; may be empty.
    public let keywords: [String]
    /// From 0 to 5; -1 for a rejected photo.
    public let rating: Int?
    /// The owner's marks, which take precedence over the file's metadata.
    public let marks: MarksOfPhoto
    /// Queries that find others with the same tags, and in the same albums; nil for visitors.
    package let queries: MarkQueries?
    /// Its dominant colors, by their English names (`PhotoColor`): empty if none covers enough of it, nil if they have
    /// not been computed.
    package let colors: [String]?
    /// True for a photo with a film that a phone took with it; otherwise nil.
    package let moves: Bool?
    /// True if the caller can open it on the server's machine, and that has a desktop; otherwise nil.
    package let canOpen: Bool?
    /// Absolute paths of the other pictures of the same shot, such as its raw file.
    package let companions: [String]

    package init(
        id: Int64, name: String, folder: String, path: String, pathBase64: String? = nil, width: Int? = nil,
        height: Int? = nil, version: String, bytes: Int64, type: String, isShownByBrowsers: Bool, isThere: Bool,
        taken: String? = nil, takenFrom: String? = nil, camera: String? = nil, lens: String? = nil,
        length: Double? = nil, exposure: Exposure? = nil, place: Coordinates? = nil, placeName: String? = nil,
        placeIds: [String]? = nil, title: String? = nil, description: String? = nil, keywords: [String],
        rating: Int? = nil, marks: MarksOfPhoto, queries: MarkQueries? = nil, colors: [String]? = nil,
        moves: Bool? = nil, canOpen: Bool? = nil, companions: [String]
    ) {
        self.id = id
        self.name = name
        self.folder = folder
        self.path = path
        self.pathBase64 = pathBase64
        self.width = width
        self.height = height
        self.version = version
        self.bytes = bytes
        self.type = type
        self.isShownByBrowsers = isShownByBrowsers
        self.isThere = isThere
        self.taken = taken
        self.takenFrom = takenFrom
        self.camera = camera
        self.lens = lens
        self.length = length
        self.exposure = exposure
        self.place = place
        self.placeName = placeName
        self.placeIds = placeIds
        self.title = title
        self.description = description
        self.keywords = keywords
        self.rating = rating
        self.marks = marks
        self.queries = queries
        self.colors = colors
        self.moves = moves
        self.canOpen = canOpen
        self.companions = companions
    }
}

/// The text in a photo's picture.
package struct PhotoTextAnswer: Codable, Hashable, Sendable {
    /// A line of text.
    package struct Line: Codable, Hashable, Sendable, Described {
        package static let kinds: [String: Schema] = [
            "box": .list(of: .list(of: .integer(-1_000_000...1_000_000)))
        ]

        /// May contain anything: show it as text, never as markup.
        package let text: String
        /// From 0 to 1.
        package let confidence: Double
        /// Four corners, each from the left and from the top, in pixels of the upright picture: starting where the text
        /// begins, along its upper edge and around it.
        package let box: [[Int]]
        /// Its script, by ISO 15924: `Latn`, `Cyrl`, `Hans`.
        package let script: String
        /// Its text in pieces, if it contains words of the given query; otherwise nil.
        package let written: [SearchAnswer.Reason.Piece]?
    }

    /// Whether its text has been read. If not, there are no lines, whatever is written in it.
    package let isRead: Bool
    /// In reading order.
    package let lines: [Line]
    /// The size of the upright picture in which they were read; nil if there are no lines.
    package let width, height: Int?

    /// - Parameters:
    ///   - text: nil if it has not been read.
    ///   - marked: its lines in pieces, if words are to be marked in them.
    package init(_ text: PictureText?, marked: [[SearchReason.Piece]]? = nil) {
        let size = text.flatMap { $0.lines.isEmpty ? nil : $0.size }
        (isRead, width, height) = (text != nil, size?.width, size?.height)
        lines = (text?.lines ?? []).enumerated().map { number, line in
            let written = marked?[number].map(SearchAnswer.Reason.Piece.init)
            return Line(
                text: line.text, confidence: line.confidence, box: line.box.corners.map { [$0.x, $0.y] },
                script: line.script, written: written?.contains(where: \.marked) == true ? written : nil)
        }
    }
}

/// How to open a photo on the server's machine; both the request and the answer.
package struct PhotoOpening: Codable, Hashable, Sendable, Described {
    package static let schemaName: String? = "Opening"

    /// A program of the desktop.
    package enum Place: String, Codable, CaseIterable, Sendable {
        /// The user's program for such files.
        case viewer
        /// The file manager, which shows the file in its folder.
        case folder
    }

    /// The program.
    package let place: Place

    package init(in place: Place) { self.place = place }

    private enum CodingKeys: String, CodingKey {
        case place = "in"
    }
}

/// Photos to download as a ZIP.
package struct ArchiveRequest: Codable, Hashable, Sendable, Described {
    package static let kinds: [String: Schema] = ["photos": .list(of: .photo, Limits.marked)]

    package let photos: [Int64]
}

/// Where to download the ZIP.
package struct ArchiveAnswer: Codable, Hashable, Sendable {
    /// On the server; works once.
    package let address: String
    /// How many of the photos are in the library.
    package let photos: Int
    /// The total size of their files, as indexed.
    package let bytes: Int64

    package init(address: String, photos: Int, bytes: Int64) {
        (self.address, self.photos, self.bytes) = (address, photos, bytes)
    }
}
