import CatalogSQLite
import EvokeCatalog
import EvokePorts
import EvokeTestSupport
import EvokeValues

/// A library in a folder that has something of all that a library can have.
struct FullLibrary {
    let home = TemporaryFolder()
    var place: SQLitePlace { SQLitePlace(in: home.path) }

    static func photo(_ number: Int) -> DiskPath { DiskPath("/photos/\(number % 3)/\(number).jpg") }
    /// A name that is no UTF-8.
    static let strange = DiskPath(bytes: Array("/photos/stra".utf8) + [0xFF, 0xFE] + Array("/n\u{1}g".utf8) + [0xC0])

    /// - Parameter isOfVersion01: whether it has only what the last format of Evoke 0.1 could hold.
    init(isOfVersion01: Bool = false) async throws {
        let catalog = try await place.open(.write) { _ in }
        try await Self.fillSettings(catalog)
        for number in 0..<12 { try await Self.record(number, in: catalog) }
        try await Self.fillStates(catalog)
        try await Self.fillFindings(catalog)
        try await Self.fillPeople(catalog)
        if !isOfVersion01 { try await Self.fillNews(catalog) }
        let marked = [try await catalog.photo(at: Self.photo(3)), try await catalog.photo(at: Self.photo(5))]
        let marks = MarkEdit(adding: [
            .favorite, .rating(-1), .caption("Ünter\n\"dem\" Fluss"), .tag("Éire"), .album("夏"), .hidden,
        ])
        _ = try await catalog.record(marks, of: PhotoSet(marked.compactMap(\.self)))
        try await catalog.close()
    }

    private static func fillSettings(_ catalog: any PhotoCatalog) async throws {
        for root in ["/photos", "/elsewhere"] { try await catalog.addRoot(DiskPath(root)) }
        try await catalog.setExclusions(["*.tmp", "über/**"])
        try await catalog.choose(ModelChoice("one", variant: "fp16", precision: .full))
        _ = try await catalog.save(SavedSearch(name: "Ärger", query: "\"a\u{0} b\" place:rome"), most: 9)
    }

    /// Photos that another model knows, that failed, are cut, gone, left out, not to be read or forgotten.
    private static func fillStates(_ catalog: any PhotoCatalog) async throws {
        try await catalog.record(
            [.encoded(photo(1), stamp(1), content(1), size, embedding(.otherFake, 5))], model: .otherFake)
        let error = EvokeError(.damaged, doing: "read", subject: "x", reason: "ends early", remedy: "Mend it.")
        var changes: [CatalogChange] = [
            .failed(photo(2), stamp(99), error),
            .encoded(photo(3), stamp(3), content(3), size, embedding(.fake, 3), share: 0.375),
            .encoded(photo(4), stamp(4), content(4), size, embedding(.fake, 4), colors: PhotoColors(bits: 5)!),
            .encoded(strange, stamp(70), content(70), size, embedding(.fake, 70)),
        ]
        if let gone = try await catalog.photo(at: photo(5)) { changes.append(.vanished(gone)) }
        if let hidden = try await catalog.photo(at: photo(6)) { changes.append(.hidden(hidden)) }
        if let unread = try await catalog.photo(at: photo(8)) { changes.append(.unread(unread, error)) }
        try await catalog.record(changes, model: .fake)
        _ = try await catalog.forget(under: photo(7))
        let places = try await catalog.photosWithoutPlace(limit: 2).keys
        try await catalog.record(
            Dictionary(uniqueKeysWithValues: places.map { ($0, PhotoPlace(city: 3_169_070, country: "IT")) }))
    }

    /// What was found in pictures.
    private static func fillFindings(_ catalog: any PhotoCatalog) async throws {
        let reader = TextReaderID(-3)
        try await catalog.record(
            [
                content(70): .lines("Gate 12", "Départs"),
                content(4): PictureText([], in: PixelSize(width: 1, height: 1)),
            ], as: .text(by: reader))
        let moments = FilmMoments(times: [0, 2_000], halfFloats: [1, 0, 0, 0, 0, 0, 0, 1])
        try await catalog.record([content(2): moments, content(5): FilmMoments()], as: .moments(of: .fake))
        try await catalog.record([content(70): .fake(7), content(3): .fake(200)], as: .fingerprint)
        try await catalog.record([content(70): [], content(3): [Resemblance(content(70), .oneMoment)]], by: 1)
    }

    private static func fillPeople(_ catalog: any PhotoCatalog) async throws {
        try await catalog.keepPeople(true)
        let finder = FaceFinderID(-5)
        try await catalog.record(
            [
                content(70): .fake([0.5, -1], by: finder),
                content(3): FoundFaces(PictureFaces([], in: size), by: finder),
            ],
            as: .faces(by: finder))
        let anna = PersonID(7)
        try await catalog.record(
            PeopleChange(
                people: [anna: Person(anna, name: "Änna"), PersonID(.max): Person(PersonID(.max), name: "Ben")],
                words: [
                    FaceSpot(content(70), Face.Box(x: 1, y: 2, width: 3, height: 4)): OwnerDecision(person: anna),
                    FaceSpot(content(70), Face.Box(x: 0, y: 2, width: 3, height: 4)): OwnerDecision(refused: [anna]),
                    FaceSpot(content(3), Face.Box(x: 1, y: 2, width: 3, height: 4)): OwnerDecision(isHidden: true),
                ]))
        var placed = try await catalog.placedPeople()
        placed.nextNumber = 12
        placed.faces = [
            content(70): PlacedFaces([FacePlace(person: anna, group: -4, isSaid: true), nil], by: finder),
            content(3): PlacedFaces([FacePlace(person: PersonID(8), group: nil, isSaid: false)], by: finder),
        ]
        _ = try await catalog.record(placed, isAll: true)
    }

    private static func fillNews(_ catalog: any PhotoCatalog) async throws {
        let tables = CatalogTable.all.filter(\.isNew).map(\.name)
        for sample in CatalogConformance.samples where tables.contains(sample.table) {
            try await sample.record(catalog, content(70), content(3))
        }
    }

    static func record(_ number: Int, in catalog: any PhotoCatalog) async throws {
        var metadata = PhotoMetadata()
        metadata.camera = Camera(make: number.isMultiple(of: 2) ? "Nikon" : nil, model: "Z 6")
        metadata.keywords = (0..<(number % 4)).map { "word \($0)" }
        metadata.title = number == 3 ? "Über dem\nFluss" : nil
        metadata.description = number == 4 ? "" : nil
        metadata.rating = number % 6
        metadata.length = number == 2 ? 62.5 : nil
        metadata.place = number > 6 ? Coordinates(latitude: 41.9, longitude: 0.1 + 0.2, altitude: -3) : nil
        let companions = PhotoCompanions(
            files: number == 9 ? [DiskPath("/photos/z.raw"), DiskPath("/photos/a.raw")] : [],
            sidecars: number == 9 ? [DiskPath(bytes: Array("/photos/".utf8) + [0xFF])] : [], sidecarStamp: Int64(number)
        )
        try await catalog.record(
            [
                .encoded(photo(number), stamp(Int64(number)), content(UInt64(number)), size, embedding(.fake, number)),
                .described(photo(number), (metadata, companions)),
            ], model: .fake)
    }
}

private let size = PixelSize(width: 4_000, height: 3_000)

private func stamp(_ number: Int64) -> FileStamp {
    FileStamp(size: number, modifiedNanoseconds: -number, inode: .max - UInt64(number), changedNanoseconds: number)
}

private func content(_ number: UInt64) -> ContentDigest { ContentDigest(high: .max - number, low: number) }

private func embedding(_ model: ModelID, _ number: Int) -> Embedding {
    Embedding(normalizing: [1, Float(number), -0.001, 0.3], fingerprint: model.fingerprint)!
}

/// All that a catalogue holds.
func rows(of place: any CatalogPlace) async throws -> [String: [[CatalogValue]]] {
    let catalog = try await place.openToCopy(.read, namingRoots: true) { _ in }
    var tables: [String: [[CatalogValue]]] = [:]
    for part in CopiedPart.allCases {
        tables.merge(try await catalog.rows(in: CopiedRange(part)).tables) { one, _ in one }
    }
    try await catalog.close()
    return tables
}
