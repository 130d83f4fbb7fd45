public import EvokeValues

/// A requirement that a photo meets or does not meet.
public indirect enum PhotoCondition: Hashable, Sendable, Codable {
    /// A single test.
    case test(PhotoTest)
    /// Not met by the photos that meet the other condition.
    case not(PhotoCondition)
    /// All of them; every photo meets an empty list.
    case all([PhotoCondition])
    /// At least one of them; no photo meets an empty list.
    case any([PhotoCondition])

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
public enum PhotoTest: Hashable, Sendable, Codable {
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
    case favorite
    /// In that album, named in full.
    case album(String)
    /// Hidden by the owner. Hidden photos only meet conditions that ask for them.
    case hidden
    /// A title that contains that text.
    case title(String)
    /// Width times height; an infinite bound is open, and JSON has no number for it.
    case pixels(ClosedRange<Double>)
    /// Its shape when upright.
    case shape(PhotoShape)
    /// Taken within that many meters.
    case near(Coordinates, meters: Double)
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
public enum PhotoShape: String, Hashable, Sendable, CaseIterable, Codable {
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
public enum PhotoOrder: String, Hashable, Sendable, CaseIterable, Codable {
    /// The latest first, then photos dated only by their file, then photos without a date.
    case newest
    /// The earliest first, then the same others.
    case oldest
    /// By file name, then by folder.
    case name

    /// The elements in this order. Ties go by number: ascending, or descending for the newest first.
    package func sorted<Element>(_ elements: [Element], by card: (Element) -> PhotoCard) -> [Element] {
        switch self {
        case .newest: elements.sorted { time(card($0)) > time(card($1)) }
        case .oldest: elements.sorted { time(card($0)) < time(card($1)) }
        case .name: elements.map { (Self.name(card($0)), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// The sort key for orders by date: photos dated only by their file come after the others, followed by photos
    /// without a date.
    package func time(_ seconds: Int64?, isOfFile: Bool) -> Int64 {
        guard let seconds else { return self == .newest ? .min : .max }
        // More seconds than between any two dates.
        let far: Int64 = 1 << 50
        return isOfFile ? seconds + (self == .newest ? -far : far) : seconds
    }

    private func time(_ card: PhotoCard) -> (Int64, PhotoID) {
        (time(card.taken?.localSeconds, isOfFile: card.isDatedByFile), card.id)
    }

    private static func name(_ card: PhotoCard) -> (DiskPath, DiskPath, PhotoID) {
        let name = String(decoding: card.path.name, as: UTF8.self).folded
        return (DiskPath(name), card.path.parent ?? DiskPath("/"), card.id)
    }
}

/// A property of photos whose values in a library can be listed.
public enum PhotoTrait: Hashable, Sendable, CaseIterable {
    /// The years and months in which they were taken, as `2019` and `2019-05`. A photo dated only to the year counts
    /// for the year.
    case time
    /// Camera names, with their makers.
    case camera
    /// Lens names.
    case lens
    /// The folders of photos: the outermost remembered folder's name and the names below it, as in
    /// `Pictures/2019/Italy`. Photos in subfolders do not count.
    case folder
    /// File extensions in lower case: `jpg`.
    case fileEnding
    /// Stars, from `-1` for rejected photos to `5`.
    case rating
    /// Keywords, and the owner's tags.
    case keyword
    /// The owner's albums.
    case album
    /// As in ``PhotoShape``.
    case shape
    /// As in ``PhotoColor``.
    case color
}

/// A value that photos of a library have.
public struct PhotoValue: Hashable, Sendable {
    /// Its most common spelling, if case and accents differ.
    public let text: String
    /// How many of the photos that can be shown have it.
    public let count: Int
    /// The text as `String.folded`.
    package let folded: String

    /// Made by catalogs.
    public init(_ text: String, count: Int) {
        self.init(text, folded: text.folded, count: count)
    }

    package init(_ text: String, folded: String, count: Int) {
        (self.text, self.folded, self.count) = (text, folded, count)
    }
}

extension [PhotoValue] {
    /// The most frequent first; ties in the order of their texts.
    package func mostFrequentFirst() -> [PhotoValue] {
        sorted { $0.count != $1.count ? $0.count > $1.count : $0.text < $1.text }
    }
}
