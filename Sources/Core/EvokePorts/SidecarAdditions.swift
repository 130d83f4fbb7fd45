public import EvokeValues

/// What to add to a photo's sidecar, because another photo that is removed has it.
public struct SidecarAdditions: Hashable, Sendable {
    /// The keywords it lacks, ignoring case; empty if there are none.
    public private(set) var keywords: [String] = []
    /// From 1 to 5, or -1 for a rejected photo; nil if it has a rating, or the other has none.
    public private(set) var rating: Int?
    /// Nil if it has one, or the other has none; the same goes for the following.
    public private(set) var title: String?
    /// What it shows, in words.
    public private(set) var description: String?
    /// When it was taken.
    public private(set) var taken: TakenDate?
    /// Where it was taken.
    public private(set) var place: Coordinates?
    /// Who is where in it. Faces that are named already keep their names.
    public private(set) var faces: [FaceRegion] = []
    /// The size of the stored picture, for programs that look up faces.
    public private(set) var picture: PixelSize?

    /// The fields that will mark the photo as picked.
    public private(set) var picks: Set<PickField> = []
    /// The names of its albums.
    public private(set) var albums: [String] = []
    /// Removed before anything is added.
    public private(set) var withdrawn = SidecarWithdrawal()

    /// Whether there is nothing to add.
    public var isEmpty: Bool { self == SidecarAdditions() }

    /// From the given values.
    package init(
        keywords: [String] = [], rating: Int? = nil, title: String? = nil, description: String? = nil,
        taken: TakenDate? = nil, place: Coordinates? = nil, faces: [FaceRegion] = [], picture: PixelSize? = nil,
        picks: Set<PickField> = [], albums: [String] = [], withdrawn: SidecarWithdrawal = .init()
    ) {
        (self.keywords, self.rating, self.title) = (keywords, rating, title)
        (self.description, self.taken, self.place) = (description, taken, place)
        (self.faces, self.picture) = (faces, picture)
        (self.picks, self.albums, self.withdrawn) = (picks, albums, withdrawn)
    }

    /// Adds what the owner says, and what the owner no longer says.
    package mutating func state(picks: Set<PickField>, albums: [String], _ withdrawn: SidecarWithdrawal) {
        (self.picks, self.albums, self.withdrawn) = (picks, albums, withdrawn)
    }

    /// What one photo's metadata has and the other's lacks.
    ///
    /// - Parameters:
    ///   - goes: of the photo that is removed.
    ///   - stays: of the photo that is kept; the additions are merged into it.
    package init(from goes: PhotoMetadata, to stays: inout PhotoMetadata) {
        let known = Set(stays.keywords.map { $0.lowercased() })
        keywords = goes.keywords.filter { !known.contains($0.lowercased()) }
        stays.keywords += keywords
        // Most programs treat zero stars as no rating.
        if stays.rating ?? 0 == 0, let rating = goes.rating, rating != 0 {
            self.rating = rating
            stays.rating = rating
        }
        if stays.title == nil, let title = goes.title { (self.title, stays.title) = (title, title) }
        if stays.description == nil, let words = goes.description { (description, stays.description) = (words, words) }
        if stays.place == nil, let place = goes.place { (self.place, stays.place) = (place, place) }
        if stays.taken?.isWritten != true, let taken = goes.taken, taken.isWritten {
            (self.taken, stays.taken) = (taken, taken)
        }
    }
}

/// What Evoke wrote into a sidecar and the owner no longer says. Each item is removed if it is still as it was written.
public struct SidecarWithdrawal: Hashable, Sendable {
    /// Keywords that are no longer tags.
    public let keywords: [String]
    /// Stars that were changed or removed.
    public let rating: Int?
    /// A caption that was changed or removed.
    public let description: String?
    /// Where the photo is marked as picked and no longer is.
    public let picks: Set<PickField>
    /// Albums that it is no longer in.
    public let albums: [String]

    package init(
        keywords: [String] = [], rating: Int? = nil, description: String? = nil, picks: Set<PickField> = [],
        albums: [String] = []
    ) {
        (self.keywords, self.rating, self.description) = (keywords, rating, description)
        (self.picks, self.albums) = (picks, albums)
    }
}

/// An XMP field in which programs mark a photo as picked. Records of what was written store the index, so keep the
/// order.
public enum PickField: String, CaseIterable, Hashable, Sendable {
    /// digiKam's.
    case pickLabel
    /// Lightroom's.
    case pick
    /// Used by older Adobe programs.
    case good
}

extension TakenDate {
    /// Whether the date was written down, rather than taken from the file's name or modification time.
    fileprivate var isWritten: Bool {
        switch source {
        case .exifOriginal, .exifDigitized, .xmp, .iptc: true
        case .fileName, .exifChanged, .fileModified: false
        }
    }
}
