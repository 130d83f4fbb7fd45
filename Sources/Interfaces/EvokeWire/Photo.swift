/// What is known of a photo.
public struct PhotoAnswer: Codable, Hashable, Sendable {
    public struct Coordinates: Codable, Hashable, Sendable {
        public let latitude, longitude: Double
        public let altitude: Double?

        package init(latitude: Double, longitude: Double, altitude: Double? = nil) {
            self.latitude = latitude
            self.longitude = longitude
            self.altitude = altitude
        }
    }

    public let id: Int64
    public let name, folder, path: String
    public let pathBase64: String?
    public let width, height: Int?
    public let version: String
    public let bytes: Int64
    public let type: String
    public let isShownByBrowsers, isThere: Bool
    public let taken, takenFrom, camera, lens: String?
    public let place: Coordinates?
    public let title, description: String?
    public let keywords: [String]
    public let rating: Int?
    public let companions: [String]

    package init(
        id: Int64, name: String, folder: String, path: String, pathBase64: String? = nil, width: Int? = nil,
        height: Int? = nil, version: String, bytes: Int64, type: String, isShownByBrowsers: Bool, isThere: Bool,
        taken: String? = nil, takenFrom: String? = nil, camera: String? = nil, lens: String? = nil,
        place: Coordinates? = nil,
        title: String? = nil, description: String? = nil, keywords: [String], rating: Int? = nil, companions: [String]
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
        self.place = place
        self.title = title
        self.description = description
        self.keywords = keywords
        self.rating = rating
        self.companions = companions
    }
}
