package import EvokeValues
import EvokeWorkers

/// What conditions ask about, of all photos, in memory: of each a place in every column, which is its number. A database
/// takes a tenth of a second and more to walk through half a million rows.
///
/// A catalogue fills them once, table by table, which is the quickest: each folder, then what there is of each photo. It
/// follows its changes with a row for each photo of which something changed (`set`), or with `remove`, and sets the folder
/// that the photo is in as well, since a database may use a folder's number again.
package struct PhotoColumns: Sendable {
    /// More than any library has: numbers beyond are damage, and no reason to take all memory.
    private static let mostPhotos: Int64 = 1 << 26
    /// What is kept of earlier answers, in words of 64 photos.
    private static let answersKept = 1 << 22

    /// The state of the library that they show.
    package var stamp: VectorStamp
    private(set) var shown = PhotoSet()
    private(set) var count: Int
    /// Where nothing says when, the time is the earliest there is.
    private(set) var taken: [Int64]
    /// How long the time is in which it was taken: which of `lengthsOfTime`.
    private(set) var uncertain: NumberColumn
    private(set) var rating: [Int8]
    /// Of films, in milliseconds, and one more; 0 for others.
    private(set) var length: NumberColumn
    private(set) var width: NumberColumn
    private(set) var height: NumberColumn
    private(set) var onMap: [MapPoint]
    private(set) var spot: NumberColumn
    private(set) var folder: NumberColumn
    private(set) var suffix: NumberColumn
    private(set) var camera: NumberColumn
    private(set) var lens: NumberColumn
    /// As `PhotoColors.bits`.
    private(set) var colors: [UInt16]
    private(set) var keywords: ListColumn
    private(set) var favourites = PhotoSet()
    private(set) var hidden = PhotoSet()
    /// By the time of their file alone.
    private(set) var datedByFile = PhotoSet()
    private(set) var albums: ListColumn
    private(set) var names: TextColumn
    private(set) var titles: TextColumn
    private(set) var descriptions: TextColumn

    private(set) var lengthsOfTime = LengthList()
    private(set) var suffixes = NameList()
    private(set) var cameras = NameList()
    private(set) var lenses = NameList()
    private(set) var spots = PlaceList()
    private(set) var keywordList = NameList()
    private(set) var albumList = NameList()
    var folders = FolderList()
    /// The remembered folders, which say what lies below them.
    package var roots: [FilePath] = [] {
        didSet {
            guard roots != oldValue else { return }
            forgetAnswers()
            folders.forgetNames()
        }
    }
    /// Nil where there are none, so that nothing is made again for each photo that is set.
    private var answers: RecentlyUsed<PhotoTest, PhotoSet>?
    /// The values that were counted.
    var counted: [PhotoTrait: [PhotoValue]] = [:]
    var countedPlaces: [PhotoPlace: Int]?

    static let noTime = Int64.min
    static let noRating = Int8.min
    static let noLength = 0
    /// None of the colours' bits.
    static let noColors: UInt16 = 1 << 15

    /// Empty ones, with room for photos whose numbers go up to `last`.
    package init(upTo last: PhotoID, stamp: VectorStamp) throws(EvokeError) {
        count = try Self.checked(last) + 1
        self.stamp = stamp
        taken = Array(repeating: Self.noTime, count: count)
        uncertain = NumberColumn(count: count)
        rating = Array(repeating: Self.noRating, count: count)
        (length, width, height) = (uncertain, uncertain, uncertain)
        onMap = Array(repeating: .none, count: count)
        (folder, suffix, camera, lens, spot) = (uncertain, uncertain, uncertain, uncertain, uncertain)
        colors = Array(repeating: Self.noColors, count: count)
        keywords = ListColumn(photos: count)
        albums = keywords
        names = TextColumn(photos: count)
        (titles, descriptions) = (names, names)
    }

    private static func checked(_ photo: PhotoID) throws(EvokeError) -> Int {
        guard (0..<mostPhotos).contains(photo.value) else {
            throw EvokeError(
                .libraryDamaged, doing: "look through the library", subject: "",
                reason: "a photo has the number \(photo.value)", remedy: "Have the library checked.")
        }
        return Int(photo.value)
    }

    private mutating func forgetAnswers() {
        answers = nil
        counted = [:]
        countedPlaces = nil
    }

    /// What a folder is called that photos are in, by the catalogue's number for it.
    ///
    /// - Parameter here: its path on this machine, where the catalogue has another.
    package mutating func setFolder(_ number: Int64, _ path: FilePath, here: FilePath? = nil) {
        forgetAnswers()
        folders.set(path, here: here, for: number)
    }

    /// What is known of a photo, in place of all that was. Numbers begin at 0; none below is taken.
    package mutating func set(_ row: PhotoRow, of id: PhotoID) throws(EvokeError) {
        guard id.value >= 0 else { return }
        grow(to: try Self.checked(id) + 1)
        shown.remove(id)
        row.name.bytes.withUnsafeBytes {
            setFile($0, folder: row.folder, row.size, isShown: row.isShown, row.colors, of: id)
        }
        setMetadata(row.metadata, of: id)
        setPlace(row.place, of: id)
        setKeywords(row.metadata.keywords, of: id)
        setMarks(row.marks, of: id)
    }

    /// There is no such photo any more.
    package mutating func remove(_ photo: PhotoID) {
        forgetAnswers()
        shown.remove(photo)
    }

    /// The file of a photo that nothing is known of yet, when all are read. Photos for which there is no room are passed
    /// over, here and below.
    package mutating func setFile(
        _ name: UnsafeRawBufferPointer, folder number: Int64, _ size: PixelSize?, isShown: Bool, _ found: PhotoColors?,
        of id: PhotoID
    ) {
        guard let photo = place(of: id) else { return }
        forgetAnswers()
        folder[photo] = Int(folders.number(of: number))
        suffix[photo] = Int(suffixes.number(of: FilePath(bytes: name).suffix))
        names.set(String(decoding: name, as: UTF8.self), of: photo)
        width[photo] = max(0, size?.width ?? 0)
        height[photo] = max(0, size?.height ?? 0)
        colors[photo] = found?.bits ?? Self.noColors
        if isShown { shown.insert(id) }
    }

    /// The facts of a photo, but for its keywords.
    package mutating func setMetadata(_ metadata: PhotoMetadata, of id: PhotoID) {
        guard let photo = place(of: id) else { return }
        forgetAnswers()
        let span = metadata.taken?.span
        taken[photo] = span?.lowerBound ?? Self.noTime
        if metadata.taken?.source == .fileModified { datedByFile.insert(id) } else { datedByFile.remove(id) }
        uncertain[photo] = lengthsOfTime.number(of: Int32(clamping: span?.count ?? 0))
        rating[photo] = metadata.rating.map { Int8(clamping: $0) } ?? Self.noRating
        length[photo] =
            metadata.length.map { Int(Int32(clamping: max(0, Int(nearest: $0 * 1_000)))) + 1 } ?? Self.noLength
        onMap[photo] = metadata.place.map(MapPoint.init) ?? .none
        camera[photo] = Int(metadata.camera.map { cameras.number(of: $0.name) } ?? NameList.none)
        lens[photo] = Int(metadata.lens.map { lenses.number(of: $0) } ?? NameList.none)
        titles.set(metadata.title, of: photo)
        descriptions.set(metadata.description, of: photo)
    }

    package mutating func setPlace(_ found: PhotoPlace, of id: PhotoID) {
        guard let photo = place(of: id) else { return }
        forgetAnswers()
        spot[photo] = Int(spots.number(of: found))
    }

    package mutating func setKeywords(_ list: [String], of id: PhotoID) {
        guard let photo = place(of: id) else { return }
        forgetAnswers()
        keywords.set(list.map { keywordList.number(of: $0) }, of: photo)
    }

    /// What the owner says of it, after its facts and its keywords.
    package mutating func setMarks(_ marks: PhotoMarks, of id: PhotoID) {
        guard let photo = place(of: id) else { return }
        forgetAnswers()
        if marks.isFavourite { favourites.insert(id) } else { favourites.remove(id) }
        if marks.isHidden { hidden.insert(id) } else { hidden.remove(id) }
        albums.set(marks.albums.map { albumList.number(of: $0) }, of: photo)
        if let stars = marks.rating { rating[photo] = Int8(clamping: stars) }
        if let caption = marks.caption { descriptions.set(caption, of: photo) }
        if !marks.tags.isEmpty {
            keywords.set(keywords.list(of: photo) + marks.tags.map { keywordList.number(of: $0) }, of: photo)
        }
    }

    /// Gives back what was reserved for more, once all are read.
    package mutating func trim() {
        keywords.trim()
        albums.trim()
        names.trim()
        titles.trim()
        descriptions.trim()
    }

    private func place(of id: PhotoID) -> Int? {
        id.value >= 0 && id.value < count ? Int(id.value) : nil
    }

    /// The photos of which the test is true; those too that cannot be shown.
    mutating func photos(passing test: PhotoTest) -> PhotoSet {
        if let known = answers?.value(for: test) { return known }
        let found = look(for: test)
        if answers == nil { answers = RecentlyUsed(capacity: Self.answersKept) }
        answers?.keep(found, for: test, size: max(1, found.wordCount))
        return found
    }

    /// Those that can be shown, and that the owner has not hidden.
    var visible: PhotoSet { hidden.isEmpty ? shown : shown.subtracting(hidden) }

    /// Hidden ones, too, where somebody names them.
    func shown(among photos: PhotoSet?) -> PhotoSet { photos?.intersection(shown) ?? visible }

    private mutating func grow(to photos: Int) {
        let more = max(0, photos - count)
        guard more > 0 else { return }
        count = photos
        taken += repeatElement(Self.noTime, count: more)
        uncertain.grow(to: photos)
        rating += repeatElement(Self.noRating, count: more)
        length.grow(to: photos)
        width.grow(to: photos)
        height.grow(to: photos)
        onMap += repeatElement(.none, count: more)
        folder.grow(to: photos)
        suffix.grow(to: photos)
        camera.grow(to: photos)
        lens.grow(to: photos)
        spot.grow(to: photos)
        colors += repeatElement(Self.noColors, count: more)
        keywords.grow(to: photos)
        albums.grow(to: photos)
        names.grow(to: photos)
        titles.grow(to: photos)
        descriptions.grow(to: photos)
    }
}
