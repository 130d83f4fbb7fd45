package import EvokePorts
package import EvokeValues
import EvokeWorkers

/// Everything that conditions ask about, for all photos, in memory. A photo's number is its index in every column. A
/// database takes a tenth of a second or more to scan half a million rows.
///
/// A catalog fills the columns once, table by table, which is fastest: each folder, then the details of each photo. It
/// then follows its own changes with a whole row for each changed photo (`set`), or with `remove`. It also sets the
/// photo's folder each time, since a database may reuse folder numbers.
package struct PhotoColumns: Sendable {
    /// More than any library has: larger numbers are damage, and must not take up all memory.
    private static let mostPhotos: Int64 = 1 << 26
    /// The size of the cache of earlier answers, in words of 64 photos.
    private static let answersKept = 1 << 22

    /// The state of the library that the columns reflect.
    package var stamp: VectorStamp
    private(set) var shown = PhotoSet()
    private(set) var count: Int
    /// The earliest possible time if unknown.
    private(set) var taken: [Int64]
    /// The time span in which the photo was taken, as an index of `lengthsOfTime`.
    private(set) var uncertain: NumberColumn
    private(set) var rating: [Int8]
    /// For films, one more than the milliseconds; 0 for photos.
    private(set) var length: NumberColumn
    private(set) var width, height: NumberColumn
    private(set) var onMap: [MapPoint]
    private(set) var spot, folder, suffix, camera, lens: NumberColumn
    /// As `PhotoColors.bits`.
    private(set) var colors: [UInt16]
    private(set) var keywords, albums: ListColumn
    private(set) var favourites = PhotoSet()
    private(set) var hidden = PhotoSet()
    /// Photos dated only by their file's time.
    private(set) var datedByFile = PhotoSet()
    private(set) var names, titles, descriptions: TextColumn

    private(set) var lengthsOfTime = LengthList()
    private(set) var suffixes = NameList()
    private(set) var cameras = NameList()
    private(set) var lenses = NameList()
    private(set) var spots = PlaceList()
    private(set) var keywordList = NameList()
    private(set) var albumList = NameList()
    var folders = FolderList()
    /// The remembered folders; folder names are relative to them.
    package var roots: [DiskPath] = [] {
        didSet {
            guard roots != oldValue else { return }
            forgetAnswers()
            folders.forgetNames()
        }
    }
    /// Nil while empty, so that setting many photos does not reallocate it each time.
    private var answers: RecentlyUsed<PhotoTest, PhotoSet>?
    var counted: [PhotoTrait: [PhotoValue]] = [:]
    var countedPlaces: [PhotoPlace: Int]?

    static let noTime = Int64.min
    static let noRating = Int8.min
    static let noLength = 0
    /// A bit that no color uses.
    static let noColors: UInt16 = 1 << 15

    /// Empty columns, with room for photos numbered up to `last`.
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
                .libraryDamaged, doing: "read the library", subject: "",
                reason: "photo number \(photo.value) is out of range", remedy: "Check the library.")
        }
        return Int(photo.value)
    }

    private mutating func forgetAnswers() {
        answers = nil
        counted = [:]
        countedPlaces = nil
    }

    /// Sets the path of the folder with that number in the catalog.
    ///
    /// - Parameter here: its path on this machine, if the catalog has another.
    package mutating func setFolder(_ number: Int64, _ path: DiskPath, here: DiskPath? = nil) {
        forgetAnswers()
        folders.set(path, here: here, for: number)
    }

    /// Replaces everything known about a photo. Numbers begin at 0; negative ones are ignored.
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

    package mutating func remove(_ photo: PhotoID) {
        forgetAnswers()
        shown.remove(photo)
    }

    /// Adds a photo's file while all photos are read. Here and below, photos for which there is no room are skipped.
    package mutating func setFile(
        _ name: UnsafeRawBufferPointer, folder number: Int64, _ size: PixelSize?, isShown: Bool, _ found: PhotoColors?,
        of id: PhotoID
    ) {
        guard let photo = changing(id) else { return }
        folder[photo] = Int(folders.number(of: number))
        suffix[photo] = Int(suffixes.number(of: DiskPath(bytes: name).suffix))
        names.set(String(decoding: name, as: UTF8.self), of: photo)
        width[photo] = max(0, size?.width ?? 0)
        height[photo] = max(0, size?.height ?? 0)
        colors[photo] = found?.bits ?? Self.noColors
        if isShown { shown.insert(id) }
    }

    /// Sets a photo's metadata, except for its keywords.
    package mutating func setMetadata(_ metadata: PhotoMetadata, of id: PhotoID) {
        guard let photo = changing(id) else { return }
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
        guard let photo = changing(id) else { return }
        spot[photo] = Int(spots.number(of: found))
    }

    package mutating func setKeywords(_ list: [String], of id: PhotoID) {
        guard let photo = changing(id) else { return }
        keywords.set(list.map { keywordList.number(of: $0) }, of: photo)
    }

    /// Applies the owner's marks; call it after setting metadata and keywords.
    package mutating func setMarks(_ marks: PhotoMarks, of id: PhotoID) {
        guard let photo = changing(id) else { return }
        if marks.isFavorite { favourites.insert(id) } else { favourites.remove(id) }
        if marks.isHidden { hidden.insert(id) } else { hidden.remove(id) }
        albums.set(marks.albums.map { albumList.number(of: $0) }, of: photo)
        if let stars = marks.rating { rating[photo] = Int8(clamping: stars) }
        if let caption = marks.caption { descriptions.set(caption, of: photo) }
        if !marks.tags.isEmpty {
            let (own, tags) = (keywords.list(of: photo), marks.tags.map { keywordList.number(of: $0) })
            let known = Set(own.map { keywordList.alike[Int($0)] })
            keywords.set(own + tags.filter { !known.contains(keywordList.alike[Int($0)]) }, of: photo)
        }
    }

    /// Frees unused capacity, once all photos are read.
    package mutating func trim() {
        keywords.trim()
        albums.trim()
        names.trim()
        titles.trim()
        descriptions.trim()
    }

    /// The place of a photo about which something changes; nil if there is no room for it.
    private mutating func changing(_ id: PhotoID) -> Int? {
        guard id.value >= 0, id.value < count else { return nil }
        forgetAnswers()
        return Int(id.value)
    }

    /// The photos that pass the test, including those that cannot be shown.
    mutating func photos(passing test: PhotoTest) -> PhotoSet {
        if let known = answers?.value(for: test) { return known }
        let found = look(for: test)
        if answers == nil { answers = RecentlyUsed(capacity: Self.answersKept) }
        answers?.keep(found, for: test, size: max(1, found.wordCount))
        return found
    }

    var visible: PhotoSet { hidden.isEmpty ? shown : shown.subtracting(hidden) }

    /// Includes hidden photos only if they are named explicitly.
    func shown(among photos: PhotoSet?) -> PhotoSet { photos?.intersection(shown) ?? visible }

    private mutating func grow(to photos: Int) {
        let more = max(0, photos - count)
        guard more > 0 else { return }
        count = photos
        taken += repeatElement(Self.noTime, count: more)
        rating += repeatElement(Self.noRating, count: more)
        onMap += repeatElement(.none, count: more)
        colors += repeatElement(Self.noColors, count: more)
        for column in [\Self.uncertain, \.length, \.width, \.height, \.folder, \.suffix, \.camera, \.lens, \.spot] {
            self[keyPath: column].grow(to: photos)
        }
        keywords.grow(to: photos)
        albums.grow(to: photos)
        names.grow(to: photos)
        titles.grow(to: photos)
        descriptions.grow(to: photos)
    }
}

/// What a catalog knows about a photo that conditions ask about.
package struct PhotoRow: Hashable, Sendable {
    /// The catalog's number of the folder.
    package let folder: Int64
    /// The file's name, without its folder.
    package let name: DiskPath
    /// Nil if the photo was never decoded.
    package let size: PixelSize?
    /// Whether the file exists, and has a vector or was not tried in vain.
    package let isShown: Bool
    /// Nil if colors were not analyzed yet.
    package let colors: PhotoColors?
    /// Including keywords; empty if nothing was recorded.
    package let metadata: PhotoMetadata
    /// The owner's marks, which override the metadata.
    package var marks = PhotoMarks()
    /// Empty if unknown.
    package let place: PhotoPlace
}

extension PhotoColumns {
    /// A page of the visible photos among `photos` in an order, from `offset` on. Nil photos stands for all visible
    /// ones.
    package func page(among photos: PhotoSet?, _ order: PhotoOrder, top: Int, offset: Int) -> [PhotoID] {
        var places = shown(among: photos).ids.map { Int($0.value) }
        let from = min(offset, places.count)
        let page = from..<min(places.count, from + min(top, places.count))
        switch order {
        case .newest: places.sortPart(page) { (time($0, order), $0) > (time($1, order), $1) }
        case .oldest: places.sortPart(page) { (time($0, order), $0) < (time($1, order), $1) }
        case .name: places.sortPart(page, by: isNamedBefore)
        }
        return places[page].map { PhotoID(Int64($0)) }
    }

    private func time(_ photo: Int, _ order: PhotoOrder) -> Int64 {
        order.time(
            taken[photo] == Self.noTime ? nil : taken[photo], isOfFile: datedByFile.contains(PhotoID(Int64(photo))))
    }

    private func isNamedBefore(_ photo: Int, _ other: Int) -> Bool {
        let order = names.order(photo, other)
        if order.isBefore || order.isAfter { return order.isBefore }
        let (path, otherPath) = (folders.paths[folder[photo]], folders.paths[folder[other]])
        guard let path, let otherPath, path != otherPath else { return photo < other }
        return path < otherPath
    }
}

extension Array {
    /// Puts in order only the elements that would stand in `part` if all were sorted; no two are equal. That takes one
    /// or two passes over all of them; sorting takes twenty.
    fileprivate mutating func sortPart(_ part: Range<Int>, by precedes: (Element, Element) -> Bool) {
        withUnsafeMutableBufferPointer { all in
            var open = part.isEmpty ? [] : [all.indices]
            while let range = open.popLast() {
                guard range.count > 32, !(part.lowerBound <= range.lowerBound && range.upperBound <= part.upperBound)
                else {
                    var rest = UnsafeMutableBufferPointer(rebasing: all[range])
                    rest.sort(by: precedes)
                    continue
                }
                // The pivot is the median of the first, the middle and the last.
                var three = [range.lowerBound, range.lowerBound + range.count / 2, range.upperBound - 1]
                three.sort { precedes(all[$0], all[$1]) }
                all.swapAt(three[1], range.upperBound - 1)
                let pivot = all[range.upperBound - 1]
                var middle = range.lowerBound
                for place in range.dropLast() where precedes(all[place], pivot) {
                    all.swapAt(place, middle)
                    middle += 1
                }
                all.swapAt(middle, range.upperBound - 1)
                for side in [range.lowerBound..<middle, middle + 1..<range.upperBound] where side.overlaps(part) {
                    open.append(side)
                }
            }
        }
    }
}
