import EvokeSystem
import EvokeValues
import EvokeWorkers

/// What conditions ask about, of all photos, in memory: of each a place in every column, which is its number. SQLite
/// would take a tenth of a second to walk through half a million rows.
struct PhotoColumns {
    /// More than any library has: numbers beyond are damage, and no reason to take all memory.
    private static let mostPhotos: Int64 = 1 << 26
    /// What is kept of earlier answers, in words of 64 photos.
    private static let answersKept = 1 << 22

    /// The state of the library that they show.
    var stamp: VectorStamp
    private(set) var count: Int
    private(set) var shown = PhotoSet()
    /// Where nothing says when, the time is the earliest there is.
    private(set) var taken: [Int64]
    /// How long the time is in which it was taken, in seconds.
    private(set) var uncertain: [Int32]
    private(set) var rating: [Int8]
    private(set) var width: [Int32]
    private(set) var height: [Int32]
    private(set) var place: [Direction]
    private(set) var city: [Int32]
    private(set) var subdivision: [Int32]
    private(set) var country: [Int32]
    private(set) var folder: [Int32]
    private(set) var suffix: [Int32]
    private(set) var camera: [Int32]
    private(set) var lens: [Int32]
    /// As `PhotoColors.bits`.
    private(set) var colors: [UInt16]
    private(set) var keywords: ListColumn
    private(set) var names: TextColumn
    private(set) var titles: TextColumn
    private(set) var descriptions: TextColumn

    private(set) var suffixes = NameList()
    private(set) var cameras = NameList()
    private(set) var lenses = NameList()
    private(set) var placeNames = NameList()
    private(set) var keywordList = NameList()
    private(set) var folders = FolderList()
    /// The remembered folders, which say what lies below them.
    var roots: [FilePath] = [] {
        didSet { if roots != oldValue { answers = RecentlyUsed(capacity: Self.answersKept) } }
    }
    private(set) var answers = RecentlyUsed<PhotoTest, PhotoSet>(capacity: Self.answersKept)

    static let noTime = Int64.min
    static let noRating = Int8.min
    /// None of the colours' bits.
    static let noColors: UInt16 = 1 << 15

    /// Empty ones, for photos with numbers up to one.
    init(upTo last: Int64, stamp: VectorStamp) throws(EvokeError) {
        count = try Self.checked(last) + 1
        self.stamp = stamp
        taken = Array(repeating: Self.noTime, count: count)
        uncertain = Array(repeating: 0, count: count)
        rating = Array(repeating: Self.noRating, count: count)
        (width, height) = (uncertain, uncertain)
        place = Array(repeating: .none, count: count)
        (folder, suffix, camera, lens) = (uncertain, uncertain, uncertain, uncertain)
        (city, subdivision, country) = (uncertain, uncertain, uncertain)
        colors = Array(repeating: Self.noColors, count: count)
        keywords = ListColumn(photos: count)
        names = TextColumn(photos: count)
        (titles, descriptions) = (names, names)
    }

    private static func checked(_ last: Int64) throws(EvokeError) -> Int {
        guard (0..<mostPhotos).contains(last) else {
            throw EvokeError(
                .libraryDamaged, doing: "look through the library", subject: "",
                reason: "a photo has the number \(last)", remedy: "Have the library checked.")
        }
        return Int(last)
    }

    /// Nothing shows the photo until its file is set again.
    mutating func hide(_ photo: Int64) throws(EvokeError) {
        answers = RecentlyUsed(capacity: Self.answersKept)
        try grow(to: Self.checked(photo) + 1)
        shown.remove(PhotoID(photo))
    }

    mutating func setFile(
        _ name: UnsafeRawBufferPointer, folder number: Int64, _ size: PixelSize?, isShown: Bool, of photo: Int
    ) {
        folder[photo] = folders.number(of: number)
        let path = FilePath(bytes: name)
        suffix[photo] = suffixes.number(of: path.suffix)
        names.set(String(decoding: name, as: UTF8.self), of: photo)
        width[photo] = Int32(clamping: size?.width ?? 0)
        height[photo] = Int32(clamping: size?.height ?? 0)
        if isShown { shown.insert(PhotoID(Int64(photo))) }
    }

    mutating func setFacts(_ facts: PhotoFacts, of photo: Int) {
        let span = facts.taken?.span
        taken[photo] = span?.lowerBound ?? Self.noTime
        uncertain[photo] = Int32(clamping: span?.count ?? 0)
        rating[photo] = facts.rating.map { Int8(clamping: $0) } ?? Self.noRating
        place[photo] = facts.place.map(Direction.init) ?? .none
        camera[photo] = facts.camera.map { cameras.number(of: $0.name) } ?? NameList.none
        lens[photo] = facts.lens.map { lenses.number(of: $0) } ?? NameList.none
        titles.set(facts.title, of: photo)
        descriptions.set(facts.description, of: photo)
    }

    mutating func setPlace(_ found: PhotoPlace, of photo: Int) {
        func number(_ place: PlaceID?) -> Int32 { place.map { placeNames.number(of: "\($0)") } ?? NameList.none }
        city[photo] = number(found.city.map(PlaceID.city))
        subdivision[photo] = number(found.subdivision.map(PlaceID.subdivision))
        country[photo] = number(found.country.map(PlaceID.country))
    }

    mutating func setColors(_ found: PhotoColors?, of photo: Int) { colors[photo] = found?.bits ?? Self.noColors }

    mutating func setKeywords(_ list: [String], of photo: Int) {
        keywords.set(list.map { keywordList.number(of: $0) }, of: photo)
    }

    mutating func setFolder(_ number: Int64, _ path: FilePath) { folders.set(path, for: number) }

    /// The photos of which the test is true; those too that cannot be shown.
    mutating func photos(passing test: PhotoTest) -> PhotoSet {
        if let known = answers.value(for: test) { return known }
        let found = look(for: test)
        answers.keep(found, for: test, size: max(1, found.wordCount))
        return found
    }

    private mutating func grow(to photos: Int) {
        let more = max(0, photos - count)
        guard more > 0 else { return }
        count = photos
        taken += repeatElement(Self.noTime, count: more)
        uncertain += repeatElement(0, count: more)
        rating += repeatElement(Self.noRating, count: more)
        width += repeatElement(0, count: more)
        height += repeatElement(0, count: more)
        place += repeatElement(.none, count: more)
        folder += repeatElement(0, count: more)
        suffix += repeatElement(0, count: more)
        camera += repeatElement(0, count: more)
        lens += repeatElement(0, count: more)
        city += repeatElement(0, count: more)
        subdivision += repeatElement(0, count: more)
        country += repeatElement(0, count: more)
        colors += repeatElement(Self.noColors, count: more)
        keywords.grow(to: photos)
        names.grow(to: photos)
        titles.grow(to: photos)
        descriptions.grow(to: photos)
    }
}

/// Where something lies from the middle of the Earth, one unit away: near and far are told with a few multiplications.
struct Direction {
    private let x, y, z: Double

    static let none = Direction(x: .nan, y: .nan, z: .nan)
    private static let metresToTheMiddle = 6_371_008.8

    private init(x: Double, y: Double, z: Double) {
        (self.x, self.y, self.z) = (x, y, z)
    }

    init(_ coordinates: Coordinates) {
        let (latitude, longitude) = (coordinates.latitude * .pi / 180, coordinates.longitude * .pi / 180)
        let flat = Mathematics.cos(latitude)
        self.init(
            x: flat * Mathematics.cos(longitude), y: flat * Mathematics.sin(longitude),
            z: Mathematics.sin(latitude))
    }

    /// The square of the straight way to another; no number where either is nowhere.
    func squaredChord(to other: Direction) -> Double {
        let (x, y, z) = (x - other.x, y - other.y, z - other.z)
        return x * x + y * y + z * z
    }

    /// The same for two places that are so far from each other on the ground.
    static func squaredChord(metres: Double) -> Double {
        guard metres >= 0 else { return -1 }
        let half = Mathematics.sin(min(metres / metresToTheMiddle, .pi) / 2)
        return 4 * half * half
    }
}

/// The library's folders, by their numbers there.
struct FolderList {
    private var numbers: [Int64: Int32] = [:]
    /// The first is no folder's, so that a photo which is nowhere has one.
    private(set) var paths: [FilePath?] = [nil]

    /// One that has not been set yet has no path.
    mutating func number(of folder: Int64) -> Int32 {
        if let known = numbers[folder] { return known }
        numbers[folder] = Int32(paths.count)
        paths.append(nil)
        return Int32(paths.count - 1)
    }

    mutating func set(_ path: FilePath, for folder: Int64) { paths[Int(number(of: folder))] = path }
}
