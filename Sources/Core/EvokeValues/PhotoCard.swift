/// What a list of photos shows for each.
public struct PhotoCard: Sendable, Hashable, Codable {
    /// The photo's number in its library.
    public let id: PhotoID
    /// The absolute path of its file.
    public let path: DiskPath
    /// The file as indexing last saw it.
    public let stamp: FileStamp
    /// The file's content at that time; nil if not recorded, as by the first versions of Evoke.
    public let content: ContentDigest?
    /// Nil if the photo was never decoded.
    public let size: PixelSize?
    /// When it was taken; nil if unknown.
    public let taken: TakenDate?
    /// Whether the date is only that of its file.
    public var isDatedByFile: Bool { taken?.source == .fileModified }
    /// Its title, or the beginning of its description; nil if it has neither.
    public let caption: String?
    /// The city, subdivision and country where it was taken; nil if there are no coordinates, or if they were not
    /// looked up yet.
    public let place: PhotoPlace?
    /// Whether it is a favorite.
    public let isFavorite: Bool
    /// The length of a film; nil for photos, and if unknown.
    public var length: Duration? { seconds.map { .seconds($0) } }
    package let seconds: Double?

    /// Made by catalogs; programs get it from a `PhotoLibrary`.
    public init(
        id: PhotoID, path: DiskPath, stamp: FileStamp, content: ContentDigest?, size: PixelSize?, taken: TakenDate?,
        caption: String? = nil, place: PhotoPlace? = nil, isFavorite: Bool = false, seconds: Double? = nil
    ) {
        self.id = id
        self.path = path
        self.stamp = stamp
        self.content = content
        self.size = size
        self.taken = taken
        self.caption = caption
        self.place = place
        self.isFavorite = isFavorite
        self.seconds = seconds
    }
}

/// How many photos were taken on a day, in a list of all days.
public struct PhotoDay: Hashable, Sendable {
    /// `2021-05-02`; `2021-05` or `2021` if no photo's date is more precise; nil for photos dated only by their file.
    public let date: String?
    /// How many there are.
    public let count: Int

    /// Made by catalogs; programs get them from `PhotoLibrary.days`.
    public init(date: String?, count: Int) {
        self.date = date
        self.count = count
    }

    /// The day that begins then; `precision` is the finest of its photos.
    package init(localSeconds: Int64, precision: TakenDate.Precision, count: Int) {
        let finest = precision == .second ? .day : precision
        let date = TakenDate(localSeconds: localSeconds, precision: finest, source: .exifOriginal)
        self.init(date: "\(date)", count: count)
    }
}

/// Where a photo was taken: the city, its subdivision, and the country; nil for what does not exist, as at sea.
public struct PhotoPlace: Hashable, Sendable, Codable {
    /// GeoNames' number.
    public let city: Int64?
    /// As in `PlaceID.subdivision`.
    public let subdivision: String?
    /// As in `PlaceID.country`.
    public let country: String?

    /// Made by the code that looks up places.
    public init(city: Int64? = nil, subdivision: String? = nil, country: String? = nil) {
        self.city = city
        self.subdivision = subdivision
        self.country = country
    }
}
