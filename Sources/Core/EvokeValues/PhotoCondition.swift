/// A requirement that a photo meets or does not meet.
public indirect enum PhotoCondition: Hashable, Sendable {
    /// A single test.
    case test(PhotoTest)
    /// Not met by the photos that meet the other condition.
    case not(PhotoCondition)
    /// All of them; every photo meets an empty list.
    case all([PhotoCondition])
    /// At least one of them; no photo meets an empty list.
    case any([PhotoCondition])
}

extension PhotoCondition {
    /// Whether it asks for hidden photos. Otherwise none of them meets it.
    package var asksForHidden: Bool { asksForHidden(isWanted: true) }

    /// The same condition, extended to hidden photos.
    package var amongHiddenToo: PhotoCondition { .all([self, .any([.test(.hidden), .not(.test(.hidden))])]) }

    private func asksForHidden(isWanted: Bool) -> Bool {
        switch self {
        case .test(let test): test == .hidden && isWanted
        case .not(let condition): condition.asksForHidden(isWanted: !isWanted)
        case .all(let conditions), .any(let conditions):
            conditions.contains { $0.asksForHidden(isWanted: isWanted) }
        }
    }
}

/// A single test. A photo without the relevant information does not pass.
public enum PhotoTest: Hashable, Sendable {
    /// Taken in that time, in local time, in seconds as in `CivilTime.seconds`. The whole possible time span has to be
    /// inside: a photo dated only to the year was not taken "in May".
    case taken(Range<Int64>)
    /// Taken on that day of any year, in local time. The day has to be known from more than the file's time.
    case onDay(month: Int, day: Int)
    /// Dated only by the file's time.
    case datedByFile
    /// A camera whose name, with or without its maker, contains that text.
    case camera(String)
    /// A lens whose name contains that text.
    case lens(String)
    /// In that folder or one below it: one or more of its last folder names, each in full.
    case folder([String])
    /// A whole file name, in which `*` matches any letters and `?` matches one; without either, a part of the name.
    case fileName(String)
    /// A kind of file, by its file extensions in lower case.
    case fileEnding([String])
    /// Stars, from -1 for a rejected photo: the owner's, or else those in its file.
    case rating(ClosedRange<Int>)
    /// A film of that length, in milliseconds.
    case length(ClosedRange<Int>)
    /// A keyword in its file, or a tag of the owner, in full.
    case keyword(String)
    /// A favorite.
    case favourite
    /// In that album, named in full.
    case album(String)
    /// Hidden by the owner. Hidden photos only meet conditions that ask for them.
    case hidden
    /// A title that contains that text.
    case title(String)
    /// Width times height; an infinite bound is open.
    case pixels(ClosedRange<Double>)
    /// Its shape when upright.
    case shape(PhotoShape)
    /// Taken within that many meters.
    case near(Coordinates, metres: Double)
    /// Taken in that area of the map.
    case box(CoordinateBox)
    /// Taken in that city, or anywhere in that subdivision or country.
    case place(PlaceID)
    /// With that color among its dominant ones.
    case color(PhotoColor)
    /// Text in its name, its folder's name, its title, its description, its keywords, or its camera's name.
    case text(String)
    /// These words were read in its picture, in sequence.
    case pictureText(String)
    /// Somebody is in it whose name contains these words in sequence, or who has that number: `#11`.
    case person(String)
    /// That many faces were found in it.
    case faces(ClosedRange<Int>)

    /// Whether catalogs answer it without the photo columns.
    package var isBesideColumns: Bool {
        switch self {
        case .pictureText, .person, .faces: true
        default: false
        }
    }
}

/// The shape of a photo when upright.
public enum PhotoShape: String, Hashable, Sendable, CaseIterable {
    /// Wider than high.
    case landscape
    /// Higher than wide.
    case portrait
    /// As wide as high, within 2 percent.
    case square
    /// At least twice as wide as high.
    case panorama

    /// Whether a picture of that size has the shape; a picture without a size has none.
    public func fits(_ size: PixelSize) -> Bool {
        let (width, height) = (size.width, size.height)
        guard width > 0, height > 0 else { return false }
        return switch self {
        case .landscape: width > height
        case .portrait: height > width
        case .square: 50 * Double(abs(width - height)) <= Double(max(width, height))
        case .panorama: width / 2 >= height
        }
    }
}

/// The order of photos that are not ranked.
public enum PhotoOrder: String, Hashable, Sendable, CaseIterable {
    /// The latest first, then photos dated only by their file, then photos without a date.
    case newest
    /// The earliest first, then the same others.
    case oldest
    /// By file name, then by folder.
    case name
}
