import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeCatalog

/// Columns show what was set last. What each condition means is tried over catalogues (`CatalogConformance`).
@Suite struct PhotoColumnsTests {
    private static let photo = PhotoID(70)
    private static let stamp = VectorStamp(number: 1, token: 1)
    private static let rome = Coordinates(latitude: 41.9, longitude: 12.5)!

    /// Each is one that the full row passes, and the bare one does not.
    private static let tests: [PhotoTest] = [
        .taken(1_500_000_000..<1_500_000_001), .camera("nikon"), .lens("50 MM"), .folder(["Italy"]),
        .fileName("rom*.jpg"), .fileName("OMA"), .fileEnding(["jpg"]), .rating(5...5), .keyword("family"),
        .title("fountain"), .pixels(1...(.infinity)), .shape(.landscape), .near(rome, meters: 1_000),
        .box(CoordinateBox(south: 41, west: 12, north: 42, east: 13)!), .place(.country("IT")), .color(.red),
        .text("coins"), .text("sister"),
    ]

    @Test(arguments: tests) func aPhotoIsFoundByWhatWasSetLast(test: PhotoTest) throws {
        var columns = try columns()
        let all = PhotoSet([Self.photo, PhotoID(1)])
        for _ in 0..<2 {
            try columns.set(full(), of: Self.photo)
            #expect(columns.photos(meeting: .test(test)) == PhotoSet([Self.photo]))
            #expect(columns.photos(meeting: .not(.test(test))) == PhotoSet([PhotoID(1)]))
            try columns.set(bare(), of: Self.photo)
            #expect(columns.photos(meeting: .test(test)).isEmpty)
            #expect(columns.photos(meeting: .not(.test(test))) == all)
        }
    }

    @Test func whatIsNotShownIsNowhere() throws {
        var columns = try columns()
        try columns.set(full(), of: Self.photo)
        let (values, days) = (allValues(&columns), columns.days(among: nil))
        #expect(columns.placeCounts(among: nil).count == 1)
        for removes in [true, false] {
            if removes { columns.remove(Self.photo) } else { try columns.set(full(isShown: false), of: Self.photo) }
            #expect(columns.photos(meeting: .all([])) == PhotoSet([PhotoID(1)]))
            #expect(columns.photos(meeting: .test(.title(""))).isEmpty)
            #expect(columns.page(among: PhotoSet([Self.photo]), .name, top: 9, offset: 0).isEmpty)
            #expect(columns.days(among: nil) == [PhotoDay(date: nil, count: 1)])
            #expect(columns.values(of: .keyword).isEmpty && columns.placeCounts(among: nil).isEmpty)
            try columns.set(full(), of: Self.photo)
            #expect(allValues(&columns) == values && columns.days(among: nil) == days)
        }
        columns.remove(PhotoID(9_999))
        columns.remove(PhotoID(-1))
        #expect(allValues(&columns) == values)
    }

    /// A damaged number is an error, and takes no memory.
    @Test func onlyNumbersThatALibraryHasAreTaken() throws {
        for number in [-1, Int64.min] {
            var columns = try columns()
            try columns.set(full(), of: PhotoID(number))
            #expect(columns.photos(meeting: .all([])) == PhotoSet([PhotoID(1)]))
            #expect(error { _ = try PhotoColumns(upTo: PhotoID(number), stamp: Self.stamp) }?.kind == .libraryDamaged)
        }
        for number in [1 << 26, Int64.max] {
            var columns = try columns()
            #expect(error { try columns.set(full(), of: PhotoID(number)) }?.kind == .libraryDamaged)
            #expect(error { _ = try PhotoColumns(upTo: PhotoID(number), stamp: Self.stamp) }?.kind == .libraryDamaged)
        }
    }

    /// As a catalogue fills them: what belongs to a photo that is not there is passed over.
    @Test func tableByTableTheyAreTheSame() throws {
        let row = full()
        var (filled, expected) = (try columns(), try columns())
        try expected.set(row, of: PhotoID(3))
        for id in [PhotoID(3), PhotoID(4), PhotoID(-1), PhotoID(.max)] {
            row.name.bytes.withUnsafeBytes {
                filled.setFile($0, folder: row.folder, row.size, isShown: row.isShown, row.colors, of: id)
            }
            filled.setMetadata(row.metadata, of: id)
            filled.setPlace(row.place, of: id)
            filled.setKeywords(row.metadata.keywords, of: id)
        }
        for test in Self.tests { #expect(filled.photos(meeting: .test(test)) == PhotoSet([PhotoID(3)]), "\(test)") }
        #expect(
            allValues(&filled) == allValues(&expected)
                && filled.placeCounts(among: nil) == expected.placeCounts(among: nil))
        #expect(filled.days(among: nil) == expected.days(among: nil))
    }

    @Test func aFolderMayBeAnotherOneByItsNumber() throws {
        var columns = try columns()
        try columns.set(full(), of: Self.photo)
        #expect(columns.photos(meeting: .test(.text("italy"))).count == 1)
        columns.setFolder(2, DiskPath("/photos/Spain"))
        #expect(columns.photos(meeting: .test(.folder(["Italy"]))).isEmpty)
        #expect(columns.photos(meeting: .test(.text("italy"))).isEmpty)
        #expect(columns.photos(meeting: .test(.folder(["Spain"]))) == PhotoSet([Self.photo]))
        #expect(Set(columns.values(of: .folder).map(\.text)) == ["photos", "photos/Spain"])
    }

    @Test func folderNamesBeginBelowTheRememberedOnes() throws {
        var columns = try columns()
        try columns.set(full(), of: Self.photo)
        #expect(columns.photos(meeting: .test(.text("photos"))).isEmpty)
        #expect(Set(columns.values(of: .folder).map(\.text)) == ["photos", "photos/Italy"])
        columns.roots = [DiskPath("/"), DiskPath("/photos")]
        #expect(columns.photos(meeting: .test(.text("photos"))).count == 2)
        columns.roots = [DiskPath("/photos/Italy")]
        #expect(columns.photos(meeting: .test(.text("photos"))).isEmpty)
        #expect(columns.values(of: .folder).map(\.text) == ["Italy"])
    }

    @Test func unknownColorsAreNotNone() throws {
        var columns = try columns()
        try columns.set(bare(colors: PhotoColors()), of: PhotoID(1))
        #expect(columns.photos(meeting: .any(PhotoColor.allCases.map { .test(.color($0)) })).isEmpty)
    }

    /// What differs in case alone is one value, as most photos have it.
    @Test func valuesAreCountedAsMostPhotosSpellThem() throws {
        var columns = try columns()
        for (number, words) in [["Rome", "ROME"], ["ROME"], ["Müller", " "], []].enumerated() {
            var metadata = PhotoMetadata()
            metadata.keywords = words
            try columns.set(bare(metadata), of: PhotoID(Int64(number)))
        }
        #expect(columns.values(of: .keyword) == [PhotoValue("ROME", count: 2), PhotoValue("Müller", count: 1)])
    }

    /// A part of an order is what it is where all are sorted.
    @Test(arguments: PhotoOrder.allCases) func pagesArePartsOfTheWholeOrder(order: PhotoOrder) throws {
        var random = SeededGenerator(seed: 7)
        var columns = try columns()
        columns.remove(PhotoID(1))
        var cards: [PhotoCard] = []
        for number in (2..<600).shuffled(using: &random) {
            var metadata = PhotoMetadata()
            if number % 3 != 0 {
                metadata.taken = TakenDate(localSeconds: .random(in: 0..<200, using: &random), source: .xmp)
            }
            let name = "\(["a", "B", "ß", "海"].randomElement(using: &random)!)\(number % 9)"
            let id = PhotoID(Int64(number))
            let folder = DiskPath(number % 2 == 0 ? "/photos" : "/photos/Italy")
            let row = PhotoRow(
                folder: number % 2 == 0 ? 1 : 2, name: DiskPath(name), size: nil, isShown: true, colors: nil,
                metadata: metadata, place: PhotoPlace())
            try columns.set(row, of: id)
            cards.append(
                PhotoCard(
                    id: id, path: folder.appending(name), stamp: FileStamp(size: 1, modifiedNanoseconds: 1, inode: 1),
                    content: nil, size: nil, taken: metadata.taken))
        }
        let sorted = order.sorted(cards) { $0 }.map(\.id)
        for (top, offset) in [(0, 0), (1, 0), (50, 0), (50, 275), (50, 590), (5, 700), (.max, 0), (.max, 17)] {
            let page = columns.page(among: nil, order, top: top, offset: offset)
            #expect(page == Array(sorted.dropFirst(offset).prefix(top)), "\(top) from \(offset) on")
        }
    }

    /// One bare photo, with room for a few: others have to make room.
    private func columns() throws -> PhotoColumns {
        var columns = try PhotoColumns(upTo: PhotoID(3), stamp: Self.stamp)
        columns.roots = [DiskPath("/photos")]
        columns.setFolder(1, DiskPath("/photos"))
        columns.setFolder(2, DiskPath("/photos/Italy"))
        try columns.set(bare(), of: PhotoID(1))
        return columns
    }

    private func full(isShown: Bool = true) -> PhotoRow {
        var metadata = PhotoMetadata()
        metadata.taken = TakenDate(localSeconds: 1_500_000_000, source: .exifOriginal)
        metadata.camera = Camera(make: "Nikon", model: "D750")
        metadata.lens = "50 mm f/1.8"
        metadata.place = Self.rome
        metadata.rating = 5
        metadata.title = "A fountain"
        metadata.description = "Full of coins"
        metadata.keywords = ["Family", "Sisters"]
        return PhotoRow(
            folder: 2, name: DiskPath("Roma.JPG"), size: PixelSize(width: 4, height: 3), isShown: isShown,
            colors: PhotoColors([.red]), metadata: metadata, place: PhotoPlace(city: 3_169_070, country: "IT"))
    }

    private func bare(_ metadata: PhotoMetadata = PhotoMetadata(), colors: PhotoColors? = nil) -> PhotoRow {
        PhotoRow(
            folder: 1, name: DiskPath("x.png"), size: nil, isShown: true, colors: colors, metadata: metadata,
            place: PhotoPlace())
    }

    private func allValues(_ columns: inout PhotoColumns) -> [[PhotoValue]] {
        PhotoTrait.allCases.map { columns.values(of: $0) }
    }

    private func error(_ body: () throws -> Void) -> EvokeError? {
        #expect(throws: EvokeError.self) { try body() }
    }
}

extension PhotoColumns {
    /// Where nothing is read in any picture.
    fileprivate mutating func photos(meeting condition: PhotoCondition) -> PhotoSet {
        photos(meeting: condition) { _ in PhotoSet() }
    }
}
