/// What is known of a photo; nil for what is not.
public struct PhotoAnswer: Codable, Hashable, Sendable {
    /// A place on Earth, in degrees of WGS 84.
    public struct Coordinates: Codable, Hashable, Sendable {
        /// North and east are positive.
        public let latitude, longitude: Double
        /// Metres above the sea.
        public let altitude: Double?

        package init(latitude: Double, longitude: Double, altitude: Double? = nil) {
            self.latitude = latitude
            self.longitude = longitude
            self.altitude = altitude
        }
    }

    /// How a photo was exposed; nil for what nobody wrote down.
    public struct Exposure: Codable, Hashable, Sendable {
        /// How long, in seconds; the aperture, 2.8 for f/2.8.
        public let seconds, fNumber: Double?
        /// The sensitivity.
        public let iso: Int?
        /// In millimetres, of the lens itself.
        public let focalLength: Double?

        package init(seconds: Double?, fNumber: Double?, iso: Int?, focalLength: Double?) {
            self.seconds = seconds
            self.fNumber = fNumber
            self.iso = iso
            self.focalLength = focalLength
        }
    }

    /// Its number in the library, which it keeps.
    public let id: Int64
    /// The file's name, the absolute path of its folder, and its own, on the server's machine.
    public let name, folder, path: String
    /// Only where the path is not UTF-8, and `path` shows it as well as it can.
    public let pathBase64: String?
    /// In pixels, as it is looked at; nil where it was never decoded.
    public let width, height: Int?
    /// Another for each state of the file. With it in an address, a thumbnail or an original may be kept.
    public let version: String
    /// The size of the file.
    public let bytes: Int64
    /// The media type that the file's name tells: `image/jpeg`.
    public let type: String
    /// Whether browsers show a file of that type.
    public let isShownByBrowsers: Bool
    /// Whether the file can be reached now.
    public let isThere: Bool
    /// `2021`, `2021-05`, `2021-05-02`, or a local time, with its distance to UTC where that is known.
    public let taken: String?
    /// What says when: `exifOriginal`, `exifDigitized`, `xmp`, `iptc`, `fileName`, `exifChanged` or `fileModified`.
    public let takenFrom: String?
    /// Fit for people: "Nikon D750", and "50.0 mm f/1.8".
    public let camera, lens: String?
    /// How long a film is, in seconds.
    public let length: Double?
    /// Read from the file when it is asked for.
    public let exposure: Exposure?
    /// Where it was taken.
    public let place: Coordinates?
    /// What is there, in the language that was asked for where it has a name in it: "Lisbon, Portugal".
    public let placeName: String?
    /// Its city by GeoNames' number, its subdivision and its country by ISO 3166, as far as it has them.
    public let placeIds: [String]?
    /// Given by people, as a rule in a photo program.
    public let title, description: String?
    /// In the order of the file, each once; empty where there are none.
    public let keywords: [String]
    /// Stars from 0 to 5; -1 for a photo that was rejected.
    public let rating: Int?
    /// What the owner says of it, which counts before what its file says.
    public let marks: MarksOfPhoto
    /// What finds others with the same tags, and in the same albums; nil for visitors.
    public let queries: MarkQueries?
    /// Its dominant colours, by their English names (`PhotoColor`): empty where none covers enough of it, nil where nobody
    /// has looked for them yet.
    public let colors: [String]?
    /// True for a photo along with which a phone took a film; else nil.
    public let moves: Bool?
    /// True for whoever may have it opened on the server's own machine, and where that has a desktop; else nil.
    public let canOpen: Bool?
    /// Absolute paths of the other pictures of the same shot, such as its raw file.
    public let companions: [String]

    package init(
        id: Int64, name: String, folder: String, path: String, pathBase64: String? = nil, width: Int? = nil,
        height: Int? = nil, version: String, bytes: Int64, type: String, isShownByBrowsers: Bool, isThere: Bool,
        taken: String? = nil, takenFrom: String? = nil, camera: String? = nil, lens: String? = nil,
        length: Double? = nil, exposure: Exposure? = nil, place: Coordinates? = nil, placeName: String? = nil,
        placeIds: [String]? = nil,
        title: String? = nil, description: String? = nil, keywords: [String], rating: Int? = nil,
        marks: MarksOfPhoto, queries: MarkQueries? = nil,
        colors: [String]? = nil, moves: Bool? = nil, canOpen: Bool? = nil,
        companions: [String]
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
