import EvokePorts
import EvokeValues
import Testing

extension CatalogConformance {
    /// Random conditions give exactly the photos that meet them, also after things have changed.
    func checkFilter() async throws {
        let catalog = try await make()
        #expect(try await catalog.photos(meeting: .all([])).isEmpty)
        for root in ["/photos", "/photos/Reisen", "/other"] { try await catalog.addRoot(FilePath(root)) }
        var random = RandomPhotos(seed: 1)
        try await fill(catalog, 120, &random)
        try await expectExactFilters(catalog, rounds: 200, &random)

        // Photos that come, change, fail, move and go are followed.
        for _ in 0..<4 {
            for _ in 0..<2 { try await disturb(catalog, &random) }
            try await expectExactFilters(catalog, rounds: 30, &random)
        }
        _ = try await catalog.forget(under: FilePath("/photos/Reisen"))
        try await expectExactFilters(catalog, rounds: 30, &random)
    }

    private func fill(_ catalog: any PhotoCatalog, _ count: Int, _ random: inout RandomPhotos) async throws {
        var changes: [CatalogChange] = []
        for _ in 0..<count {
            let path = random.path()
            changes.append(
                .encoded(
                    path, stamp(random.number()), ContentDigest(high: 1, low: UInt64(random.number())), random.size(),
                    Embedding(normalizing: [1, 0, 0, 0], fingerprint: ModelID.fake.fingerprint)!))
            if let colors = random.colors() { changes.append(.colored(path, colors)) }
            if random.number() % 5 != 0 { changes.append(.described(path, random.facts(), .none)) }
        }
        try await catalog.record(changes, model: .fake)
    }

    private func disturb(_ catalog: any PhotoCatalog, _ random: inout RandomPhotos) async throws {
        try await fill(catalog, 5, &random)
        let cards = try await catalog.cards(after: PhotoID(-1), limit: .max)
        let error = EvokeError(.damaged, doing: "read", subject: "", reason: "the test says so")
        let some = cards.shuffled(using: &random)
        var changes: [CatalogChange] = [
            .vanished(some[0].id), .hidden(some[1].id), .unread(some[2].id, error),
            .failed(some[3].path, stamp(random.number()), error, content: ContentDigest(high: 2, low: 1)),
            .described(some[4].path, random.facts(), .none), .vanished(some[5].id),
        ]
        if let content = some[5].content, let known = try await catalog.known(content, model: .fake) {
            changes.append(.moved(some[5].id, random.path(), stamp(random.number()), known))
        }
        try await catalog.record(changes, model: .fake)
        try await catalog.note([some[6].id: random.colors() ?? PhotoColors(), some[7].id: PhotoColors([.red])])
        for _ in 0..<5 {
            let marked = PhotoSet(cards.filter { _ in random.maybe() }.map(\.id))
            _ = try await catalog.note(
                MarkEdit(adding: random.marks(), removing: random.marks().map(\.slot)), of: marked)
        }
        _ = try await catalog.undoMarks()
    }

    private func expectExactFilters(
        _ catalog: any PhotoCatalog, rounds: Int, _ random: inout RandomPhotos
    ) async throws {
        let roots = try await catalog.roots()
        let all = try await catalog.cards(after: PhotoID(-1), limit: .max)
        var facts: [PhotoID: PhotoFacts] = [:]
        var colors: [PhotoID: PhotoColors] = [:]
        var marks: [PhotoID: PhotoMarks] = [:]
        let marked = try await catalog.marks(of: all.compactMap(\.content))
        for card in all {
            let own = PhotoMarks(card.content.flatMap { marked[$0] } ?? [])
            marks[card.id] = own
            facts[card.id] = (try await catalog.facts(of: card.id)?.facts ?? PhotoFacts()).marked(by: own)
            colors[card.id] = try await catalog.colors(of: card.id)
        }
        #expect(try await catalog.countWithoutColors() == all.count { colors[$0.id] == nil })
        let visible = all.filter { marks[$0.id]?.isHidden == false }
        for trait in PhotoTrait.allCases {
            let values = try await catalog.values(of: trait)
            let expected = trait.values(
                of: visible.map { ($0, facts[$0.id]!, marks[$0.id]!, colors[$0.id]) }, roots: roots)
            #expect(values == expected, "\(trait)")
            for value in values {
                guard let test = trait.test(for: value) else { continue }
                #expect(try await catalog.photos(meeting: .test(test)).count == value.count, "\(trait) \(value)")
            }
        }
        var counts: Set<Int> = []
        for _ in 0..<rounds {
            let condition = random.condition()
            let expected = (condition.asksForHidden ? all : visible).filter {
                condition.isMet(
                    by: $0, facts[$0.id]!, colors[$0.id], at: nil, roots: roots, marks: marks[$0.id]!)
            }
            let found = try await catalog.photos(meeting: condition)
            #expect(found == PhotoSet(expected.map(\.id)), "\(condition)")
            counts.insert(found.count)

            let (box, grid) = (random.maybe() ? random.box() : nil, random.grid())
            let clusters = try await catalog.clusters(among: found, in: box, on: grid)
            #expect(
                clusters.isAlmost(grid.clusters(expected.map { ($0.id, facts[$0.id]!) }, in: box)),
                "\(grid) \(condition)")

            let (order, top, offset) = (PhotoOrder.allCases.randomElement(using: &random)!, 7, random.number() % 40)
            let isOfAll = random.number() % 4 == 0
            let page = try await catalog.cards(
                among: isOfAll ? nil : found, order: order, top: top, offset: Int(offset))
            let sorted = order.sorted(isOfAll ? visible : expected) { $0 }
            #expect(page == Array(sorted.dropFirst(Int(offset)).prefix(top)), "\(order) \(condition)")
        }
        #expect(counts.count > rounds / 30, "conditions of all kinds were tried")
    }
}

/// Photos and conditions that often fit each other.
private struct RandomPhotos: RandomNumberGenerator {
    private var numbers: SeededGenerator
    private let texts = [
        "Müller", "MULLER", "Strand", "strasse", "Straße", "海", "海辺", "Ёлка", "a", "IMG_", "Nikon D750", "",
    ]

    init(seed: UInt64) { numbers = SeededGenerator(seed: seed) }

    mutating func next() -> UInt64 { numbers.next() }

    mutating func number() -> Int64 { Int64.random(in: 0..<1_000, using: &self) }

    mutating func text() -> String { texts.randomElement(using: &self)! }

    mutating func path() -> FilePath {
        let folder = ["", "Reisen/", "Reisen/Müller/", "Reisen/2019/Strand/", "strand/"].randomElement(using: &self)!
        let root = ["/photos/", "/other/"].randomElement(using: &self)!
        let ending = [".jpg", ".JPG", ".cr2", ""].randomElement(using: &self)!
        return FilePath("\(root)\(folder)\(text())\(Int.random(in: 0..<40, using: &self))\(ending)")
    }

    mutating func size() -> PixelSize {
        PixelSize(
            width: [100, 101, 200, 4_000].randomElement(using: &self)!,
            height: [99, 100, 3_000].randomElement(using: &self)!)
    }

    mutating func facts() -> PhotoFacts {
        var facts = PhotoFacts()
        if maybe() {
            facts.taken = TakenDate(
                localSeconds: CivilTime(year: year(), month: 1 + year() % 12, day: 1)!.seconds,
                precision: .allCases.randomElement(using: &self)!,
                source: .allCases.randomElement(using: &self)!)
        }
        if maybe() {
            facts.camera = Camera(
                make: maybe() ? "Nikon" : nil, model: ["D750", "Z 6", text()].randomElement(using: &self)!)
        }
        if maybe() { facts.lens = text() }
        if maybe() { facts.place = place() }
        if maybe() { facts.length = Double(Int.random(in: 1...200_000, using: &self)) / 1_000 }
        if maybe() { facts.rating = Int.random(in: -1...5, using: &self) }
        if maybe() { facts.title = text() + " " + text() }
        if maybe() { facts.description = text() + "\n" + text() }
        for _ in 0..<Int.random(in: 0...3, using: &self) { facts.keywords.append(text()) }
        return facts
    }

    mutating func marks() -> [Mark] {
        (0..<Int.random(in: 0...3, using: &self)).map { _ in
            switch Int.random(in: 0..<6, using: &self) {
            case 0: .favourite
            case 5: .hidden
            case 1: .rating(Int.random(in: -1...5, using: &self))
            case 2: .caption(text() + "\n" + text())
            case 3: .tag(text())
            default: .album(text())
            }
        }
    }

    /// Nil for those that nobody has looked for.
    mutating func colors() -> PhotoColors? {
        maybe() ? PhotoColors(PhotoColor.allCases.filter { _ in Int.random(in: 0..<4, using: &self) == 0 }) : nil
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
        switch Int.random(in: 0..<20, using: &self) {
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
            return .near(place(), metres: [-1, 1_000, 500_000, 9_000_000, 30_000_000].randomElement(using: &self)!)
        case 12: return .color(.allCases.randomElement(using: &self)!)
        case 13: return .favourite
        case 14: return .album(text())
        case 15: return .onDay(month: 1 + year() % 12, day: Int.random(in: 1...2, using: &self))
        case 16: return .hidden
        case 17: return .box(box())
        case 18: return .length([0...60_000, 60_001 ... .max, 100_000...100_000].randomElement(using: &self)!)
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
