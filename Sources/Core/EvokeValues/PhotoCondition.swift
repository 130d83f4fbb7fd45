/// What is required of photos: a photo meets it, or it does not.
public indirect enum PhotoCondition: Hashable, Sendable {
    /// One thing that is required.
    case test(PhotoTest)
    /// Whatever does not meet it.
    case not(PhotoCondition)
    /// All of them; every photo meets an empty list.
    case all([PhotoCondition])
    /// At least one of them; no photo meets an empty list.
    case any([PhotoCondition])
}

extension PhotoCondition {
    /// Whether it asks for hidden photos. Where it does not, none meets it.
    package var asksForHidden: Bool { asksForHidden(isWanted: true) }

    /// The same condition, which hidden photos may meet as well.
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

/// One thing that is required of a photo. A photo of which nothing is known there does not meet it.
public enum PhotoTest: Hashable, Sendable {
    /// Taken in that time, by the clock on the wall, in seconds as `CivilTime.seconds` counts them. All that is known of
    /// the date has to lie in it: a photo of which the year alone is known was not taken "in May".
    case taken(Range<Int64>)
    /// Taken on that day of any year, by the clock on the wall. The day has to be known, by more than the time of its file.
    case onDay(month: Int, day: Int)
    /// Dated by nothing but the time of its file.
    case datedByFile
    /// A camera whose name, with or without its maker, has that text in it.
    case camera(String)
    /// A lens whose name has that text in it.
    case lens(String)
    /// In that folder or in one below it: the names of its last folders, one or more, each written in full.
    case folder([String])
    /// A file name as a whole, where `*` stands for any letters and `?` for one; without either, a part of the name.
    case fileName(String)
    /// A kind of file, by the endings that it has, in small letters.
    case fileEnding([String])
    /// Stars, from -1 for a photo that was rejected: the owner's, or else those in its file.
    case rating(ClosedRange<Int>)
    /// A film of that length, in milliseconds.
    case length(ClosedRange<Int>)
    /// A keyword of its file, or a tag of the owner's, written in full.
    case keyword(String)
    /// One of the owner's favourites.
    case favourite
    /// In that album, whose name is written in full.
    case album(String)
    /// Hidden by the owner. A condition that does not ask for it is met by no hidden photo.
    case hidden
    /// A title that has that text in it.
    case title(String)
    /// Width times height; whichever end is infinite is open.
    case pixels(ClosedRange<Double>)
    /// Which way it is longer, as it is shown.
    case shape(PhotoShape)
    /// Taken no further from there than so many metres.
    case near(Coordinates, metres: Double)
    /// Taken in that part of the map.
    case box(CoordinateBox)
    /// Taken in that city, or anywhere in that subdivision or country.
    case place(PlaceID)
    /// With that colour among its dominant ones.
    case color(PhotoColor)
    /// Text that is written in its name, its folder's, its title, its description, its keywords, or its camera's name.
    case text(String)
    /// These words are read in its picture, one after the other.
    case pictureText(String)
    /// Somebody is in it whose name has these words in it, one after the other, or whose number that is: `#11`.
    case person(String)
    /// So many faces were found in it.
    case faces(ClosedRange<Int>)

    /// Whether it is answered by what catalogues have beside the columns of photos.
    package var isBesideColumns: Bool {
        switch self {
        case .pictureText, .person, .faces: true
        default: false
        }
    }
}

/// Which way a photo is longer, as it is shown.
public enum PhotoShape: String, Hashable, Sendable, CaseIterable {
    /// Wider than high.
    case landscape
    /// Higher than wide.
    case portrait
    /// As wide as high, give or take a fiftieth.
    case square
    /// At least twice as wide as high.
    case panorama

    /// Whether a picture of that size has it; one that has no size has none.
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
    /// The last taken first, then those that have no date but that of their file, then those without any.
    case newest
    /// The first taken first, then the same ones.
    case oldest
    /// By the names of the files, then by their folders.
    case name
}
