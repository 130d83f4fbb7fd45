/// What a photo's sidecar is to say as well, since another photo that goes says it.
public struct SidecarAdditions: Hashable, Sendable {
    /// Those that it does not have yet; empty where there are none. Capitals make no difference.
    public private(set) var keywords: [String] = []
    /// From 1 to 5, or -1 for a rejected photo; nil where it has a rating, or the other has none.
    public private(set) var rating: Int?
    /// Nil where it has one, or the other has none; likewise all that follows.
    public private(set) var title: String?
    /// What it shows, in words.
    public private(set) var description: String?
    /// When it was taken.
    public private(set) var taken: TakenDate?
    /// Where it was taken.
    public private(set) var place: Coordinates?
    /// Who is where in it. Those that have a name there keep that.
    public private(set) var faces: [FaceRegion] = []
    /// How large the stored picture is, for those who look where faces are.
    public private(set) var picture: PixelSize?

    /// Where it is to be noted that the photo is picked.
    public private(set) var picks: Set<PickField> = []
    /// The names of the albums that it is in.
    public private(set) var albums: [String] = []
    /// What goes before anything is added.
    public private(set) var withdrawn = SidecarWithdrawal()

    /// Whether there is nothing to be added.
    public var isEmpty: Bool { self == SidecarAdditions() }

    /// Of whatever is given.
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

    /// What the owner of a library says as well, and says no more.
    package mutating func state(picks: Set<PickField>, albums: [String], _ withdrawn: SidecarWithdrawal) {
        (self.picks, self.albums, self.withdrawn) = (picks, albums, withdrawn)
    }

    /// What one photo says and the other does not.
    ///
    /// - Parameters:
    ///   - goes: of the photo whose words would be lost.
    ///   - stays: of the photo that is kept; it knows them afterwards.
    package init(from goes: PhotoMetadata, to stays: inout PhotoMetadata) {
        let known = Set(stays.keywords.map { $0.lowercased() })
        keywords = goes.keywords.filter { !known.contains($0.lowercased()) }
        stays.keywords += keywords
        // No stars and no rating are the same to most programs.
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

/// What Evoke wrote into a sidecar, and the owner says no more. Each goes where it stands there still as it was written.
public struct SidecarWithdrawal: Hashable, Sendable {
    /// Those that are no tags any more.
    public let keywords: [String]
    /// Stars that are others now, or none.
    public let rating: Int?
    /// A caption that is another now, or none.
    public let description: String?
    /// Where it is noted that the photo is picked, which it is no more.
    public let picks: Set<PickField>
    /// Those that it is in no more.
    public let albums: [String]

    package init(
        keywords: [String] = [], rating: Int? = nil, description: String? = nil, picks: Set<PickField> = [],
        albums: [String] = []
    ) {
        (self.keywords, self.rating, self.description) = (keywords, rating, description)
        (self.picks, self.albums) = (picks, albums)
    }
}

/// A field of XMP in which programs note that a photo is picked. Catalogues of what was written keep their places here.
public enum PickField: String, CaseIterable, Hashable, Sendable {
    /// digiKam's.
    case pickLabel
    /// Lightroom's.
    case pick
    /// That of older programs of Adobe.
    case good
}

extension TakenDate {
    /// Whether somebody wrote down that the photo was taken then: not a file's name, nor when it was changed.
    fileprivate var isWritten: Bool {
        switch source {
        case .exifOriginal, .exifDigitized, .xmp, .iptc: true
        case .fileName, .exifChanged, .fileModified: false
        }
    }
}
