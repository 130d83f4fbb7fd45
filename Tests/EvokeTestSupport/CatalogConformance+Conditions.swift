import EvokePorts
import EvokeValues
import Testing

/// Random conditions give exactly the photos that meet them.
extension CatalogConformance {
    static let ofConditions = [
        Check("nothing meets a condition in an empty catalogue", Self.findsNothing),
        Check("conditions are met by the photos that they mean", Self.meetsConditions),
        Check("conditions follow photos that come, change, fail, move and go", Self.followsConditions),
    ]

    func findsNothing() async throws { #expect(try await found([.all([])]) == [PhotoSet()]) }

    func meetsConditions() async throws {
        var random = RandomPhotos(seed: TestSeed.value)
        try await fillAtRandom(&random)
        try await ConditionsByHand(catalog).expectExact(rounds: 150, &random)
    }

    func followsConditions() async throws {
        var random = RandomPhotos(seed: TestSeed.value &+ 1)
        try await fillAtRandom(&random)
        for _ in 0..<3 {
            for _ in 0..<2 { try await disturb(&random) }
            try await ConditionsByHand(catalog).expectExact(rounds: 20, &random)
        }
        _ = try await catalog.forget(under: DiskPath("/photos/Reisen"))
        try await ConditionsByHand(catalog).expectExact(rounds: 20, &random)
    }

    private func fillAtRandom(_ random: inout RandomPhotos) async throws {
        for root in ["/photos", "/photos/Reisen", "/other"] { try await catalog.addRoot(DiskPath(root)) }
        try await record(changes(120, &random))
    }

    private func changes(_ count: Int, _ random: inout RandomPhotos) -> [CatalogChange] {
        var changes: [CatalogChange] = []
        for _ in 0..<count {
            let (path, content) = (random.path(), random.number())
            changes.append(
                .encoded(
                    path, stamp(random.number()), ContentDigest(high: 1, low: UInt64(content)), random.size(),
                    Embedding(normalizing: [1, 0, 0, 0], fingerprint: ModelID.fake.fingerprint)!,
                    colors: random.colors(of: content)))
            if random.number() % 5 != 0 { changes.append(.described(path, (random.metadata(), .none))) }
        }
        return changes
    }

    private func disturb(_ random: inout RandomPhotos) async throws {
        try await record(changes(5, &random))
        let cards = try await catalog.cards(after: PhotoID(-1), limit: .max)
        let some = cards.shuffled(using: &random)
        var changes: [CatalogChange] = [
            .vanished(some[0].id), .hidden(some[1].id), .unread(some[2].id, failure()),
            .failed(some[3].path, stamp(random.number()), failure(), content: ContentDigest(high: 2, low: 1)),
            .described(some[4].path, (random.metadata(), .none)), .vanished(some[5].id),
        ]
        if let content = some[5].content, let known = try await catalog.known(content, model: .fake) {
            changes.append(.moved(some[5].id, random.path(), stamp(random.number()), known))
        }
        try await record(changes)
        for (card, colors) in [(some[6], PhotoColors()), (some[7], PhotoColors([.red]))] {
            guard let content = card.content else { continue }
            try await catalog.record([content: colors], as: .colors)
            random.recorded[content] = colors
        }
        for _ in 0..<5 {
            let marked = PhotoSet(cards.filter { _ in random.maybe() }.map(\.id))
            _ = try await catalog.record(
                MarkEdit(adding: random.marks(), removing: random.marks().map(\.slot)), of: marked)
        }
        _ = try await catalog.undoMarks()
    }
}

/// All that is known of the photos of a catalogue, which conditions are tried on one by one.
private struct ConditionsByHand {
    private struct Photo {
        let card: PhotoCard
        let metadata: PhotoMetadata
        let marks: PhotoMarks
        let colors: PhotoColors?
    }

    private let catalog: any PhotoCatalog
    private let roots: [DiskPath]
    private var all: [Photo] = []
    private var visible: [Photo] { all.filter { !$0.marks.isHidden } }

    init(_ catalog: any PhotoCatalog) async throws {
        self.catalog = catalog
        roots = try await catalog.roots()
        let cards = try await catalog.cards(after: PhotoID(-1), limit: .max)
        let marked = try await catalog.marks(of: cards.compactMap(\.content))
        for card in cards {
            let marks = PhotoMarks(card.content.flatMap { marked[$0] } ?? [])
            let metadata = try await catalog.metadata(of: card.id)?.metadata ?? PhotoMetadata()
            let colors = try await catalog.result(.colors, of: card)
            all.append(Photo(card: card, metadata: metadata.marked(by: marks), marks: marks, colors: colors))
        }
    }

    func expectExact(rounds: Int, _ random: inout RandomPhotos) async throws {
        #expect(
            try await catalog.count(lacking: .colors)
                == all.count { $0.colors == nil && $0.card.content != nil })
        for trait in PhotoTrait.allCases { try await expectExactValues(trait) }
        var counts: Set<Int> = []
        for _ in 0..<rounds { counts.insert(try await expectExactCondition(&random)) }
        #expect(counts.count > rounds / 30, "conditions of all kinds were tried")
    }

    private func expectExactValues(_ trait: PhotoTrait) async throws {
        let values = try await catalog.values(of: trait)
        #expect(values == trait.values(of: visible.map { ($0.card, $0.metadata, $0.marks, $0.colors) }, roots: roots))
        var counts: [Int] = []
        let testable = values.filter { trait.test(for: $0) != nil }
        for value in testable {
            counts.append(try await catalog.photos(meeting: .test(trait.test(for: value)!)).count)
        }
        #expect(counts == testable.map(\.count), "\(trait)")
    }

    /// - Returns: how many photos met it.
    private func expectExactCondition(_ random: inout RandomPhotos) async throws -> Int {
        let condition = random.condition()
        let expected = (condition.asksForHidden ? all : visible).filter {
            condition.isMet(by: $0.card, $0.metadata, $0.colors, roots: roots, marks: $0.marks)
        }
        let found = try await catalog.photos(meeting: condition)
        #expect(found == PhotoSet(expected.map(\.card.id)), "\(condition)")

        let (box, grid) = (random.maybe() ? random.box() : nil, random.grid())
        let clusters = try await catalog.clusters(among: found, in: box, on: grid)
        #expect(
            clusters.isAlmost(grid.clusters(expected.map { ($0.card.id, $0.metadata) }, in: box)),
            "\(grid) \(condition)")

        let (order, top, offset) = (PhotoOrder.allCases.randomElement(using: &random)!, 7, Int(random.number() % 40))
        let isOfAll = random.number() % 4 == 0
        let page = try await catalog.cards(among: isOfAll ? nil : found, order: order, top: top, offset: offset)
        let sorted = order.sorted((isOfAll ? visible : expected).map(\.card)) { $0 }
        #expect(page == Array(sorted.dropFirst(offset).prefix(top)), "\(order) \(condition)")
        return found.count
    }
}

/// Photos and conditions that often fit each other.
private struct RandomPhotos: RandomNumberGenerator {
    private var numbers: SeededGenerator
    /// Colors that were recorded later.
    var recorded: [ContentDigest: PhotoColors] = [:]
    private let texts = [
        "Müller", "MULLER", "Strand", "strasse", "Straße", "海", "海辺", "Ёлка", "a", "IMG_", "Nikon D750", "",
    ]

    init(seed: UInt64) { numbers = SeededGenerator(seed: seed) }

    mutating func next() -> UInt64 { numbers.next() }

    mutating func number() -> Int64 { Int64.random(in: 0..<1_000, using: &self) }

    mutating func text() -> String { texts.randomElement(using: &self)! }

    mutating func path() -> DiskPath {
        let folder = ["", "Reisen/", "Reisen/Müller/", "Reisen/2019/Strand/", "strand/"].randomElement(using: &self)!
        let root = ["/photos/", "/other/"].randomElement(using: &self)!
        let ending = [".jpg", ".JPG", ".cr2", ""].randomElement(using: &self)!
        return DiskPath("\(root)\(folder)\(text())\(Int.random(in: 0..<40, using: &self))\(ending)")
    }

    mutating func size() -> PixelSize {
        PixelSize(
            width: [100, 101, 200, 4_000].randomElement(using: &self)!,
            height: [99, 100, 3_000].randomElement(using: &self)!)
    }

    mutating func metadata() -> PhotoMetadata {
        var metadata = PhotoMetadata()
        if maybe() {
            metadata.taken = TakenDate(
                localSeconds: CivilTime(year: year(), month: 1 + year() % 12, day: 1)!.seconds,
                precision: .allCases.randomElement(using: &self)!,
                source: .allCases.randomElement(using: &self)!)
        }
        if maybe() {
            metadata.camera = Camera(
                make: maybe() ? "Nikon" : nil, model: ["D750", "Z 6", text()].randomElement(using: &self)!)
        }
        if maybe() { metadata.lens = text() }
        if maybe() { metadata.place = place() }
        if maybe() { metadata.length = Double(Int.random(in: 1...200_000, using: &self)) / 1_000 }
        if maybe() { metadata.rating = Int.random(in: -1...5, using: &self) }
        if maybe() { metadata.title = text() + " " + text() }
        if maybe() { metadata.description = text() + "\n" + text() }
        for _ in 0..<Int.random(in: 0...3, using: &self) { metadata.keywords.append(text()) }
        return metadata
    }

    mutating func marks() -> [Mark] {
        (0..<Int.random(in: 0...3, using: &self)).map { _ in
            switch Int.random(in: 0..<6, using: &self) {
            case 0: .favorite
            case 5: .hidden
            case 1: .rating(Int.random(in: -1...5, using: &self))
            case 2: .caption(text() + "\n" + text())
            case 3: .tag(text())
            default: .album(text())
            }
        }
    }

    /// Nil for those that nobody has looked for. Photos with the same content have the same.
    func colors(of content: Int64) -> PhotoColors? {
        if let known = recorded[ContentDigest(high: 1, low: UInt64(content))] { return known }
        guard content % 2 == 0 else { return nil }
        return PhotoColors(
            PhotoColor.allCases.enumerated().filter { content / Int64(2 + $0.offset) % 4 == 0 }.map(\.element))
    }

    mutating func condition(depth: Int = 0) -> PhotoCondition {
        switch Int.random(in: 0..<(depth < 3 ? 8 : 4), using: &self) {
        case 0...3: .test(test())
        case 4, 5: .not(condition(depth: depth + 1))
        case 6: .all(conditions(depth))
        default: .any(conditions(depth))
        }
    }

    private mutating func conditions(_ depth: Int) -> [PhotoCondition] {
        (0..<Int.random(in: 0...3, using: &self)).map { _ in condition(depth: depth + 1) }
    }

    private mutating func test() -> PhotoTest {
        switch Int.random(in: 0..<21, using: &self) {
        case 0:
            let years = [year(), year()].sorted()
            let bounds = years.map { CivilTime(year: $0, month: 1 + year() % 12, day: 1)!.seconds }.sorted()
            return .taken(maybe() ? bounds[0]..<bounds[1] : maybe() ? .min..<bounds[0] : bounds[0]..<(.max))
        case 1: return .camera(["nikon", "d750", "nikon z", text()].randomElement(using: &self)!)
        case 2: return .lens(text())
        case 3:
            return .folder(
                [["reisen"], ["Reisen", "müller"], ["photos"], ["2019"], ["2019", "Reisen"], []].randomElement(
                    using: &self)!)
        case 4:
            let patterns = ["*.jpg", "?*1?.*", "mu*", "*\(text())?", "*\(text())*", "海?.jpg", "*1*2*"]
            return .fileName(([text()] + patterns + [pattern(), pattern()]).randomElement(using: &self)!)
        case 5: return .fileEnding([["jpg"], ["jpg", "cr2"], []].randomElement(using: &self)!)
        case 6: return .rating([-1...0, 4...5, 3...3, .min ... .max].randomElement(using: &self)!)
        case 7: return .keyword(text())
        case 8: return .title(text())
        case 9: return .pixels([0...10_000, 20_000 ... .infinity, 9_900...9_900].randomElement(using: &self)!)
        case 10: return .shape(.allCases.randomElement(using: &self)!)
        case 11:
            return .near(place(), meters: [-1, 1_000, 500_000, 9_000_000, 30_000_000].randomElement(using: &self)!)
        case 12: return .color(.allCases.randomElement(using: &self)!)
        case 13: return .favorite
        case 14: return .album(text())
        case 15: return .onDay(month: 1 + year() % 12, day: Int.random(in: 1...2, using: &self))
        case 16: return .hidden
        case 17: return .box(box())
        case 18: return .length([0...60_000, 60_001 ... .max, 100_000...100_000].randomElement(using: &self)!)
        case 19: return .datedByFile
        default: return .text(text())
        }
    }

    private mutating func pattern() -> String {
        let parts = ["*", "*", "?", "1", "3", "U", "海", "ss", ".", "jpg", "m"]
        return (0..<Int.random(in: 1...6, using: &self)).map { _ in parts.randomElement(using: &self)! }.joined()
    }

    mutating func maybe() -> Bool { Bool.random(using: &self) }

    private mutating func year() -> Int { Int.random(in: 2_018...2_021, using: &self) }

    mutating func box() -> CoordinateBox {
        let corners = [place(), place()].sorted { $0.latitude < $1.latitude }
        return CoordinateBox(
            south: corners[0].latitude, west: corners[0].longitude, north: corners[1].latitude,
            east: corners[1].longitude)!
    }

    mutating func grid() -> MapGrid {
        MapGrid(zoom: Int.random(in: 0...24, using: &self), most: [1, 5, 1_000].randomElement(using: &self)!)
    }

    private mutating func place() -> Coordinates {
        Coordinates(
            latitude: Double.random(in: -90...90, using: &self), longitude: Double.random(in: -180...180, using: &self))!
    }
}
