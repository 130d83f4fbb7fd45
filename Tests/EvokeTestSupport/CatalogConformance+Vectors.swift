import EvokePorts
import EvokeValues
import Testing

/// Vectors as searches read them.
extension CatalogConformance {
    static let ofVectors = [
        Check("a catalogue without vectors is read", Self.readsNoVectors),
        Check("all vectors are read, to the bit", Self.readsVectors),
        Check("the changes of vectors lead to those that there are", Self.tellsVectorChanges),
        Check("the changes of vectors may be told one by one", Self.tellsVectorChangesOneByOne),
        Check("a state that was never there is not followed", Self.knowsItsOwnStates),
    ]

    func readsNoVectors() async throws {
        try await VectorReadingConformance(catalog, model: .fake, rows: [:]).checkAll()
    }

    func readsVectors() async throws {
        var changes: [CatalogChange] = []
        var vectors: [DiskPath: [Float16]] = [:]
        for number in 0..<600 {
            let values: [Float] = [1, Float(number % 7), Float(number / 7), -Float(number % 3)]
            let vector = try #require(Embedding(normalizing: values, fingerprint: ModelID.fake.fingerprint))
            let path = path("\(number).jpg")
            changes.append(.encoded(path, stamp(Int64(number)), content(UInt64(number)), size, vector))
            vectors[path] = vector.values.map { Float16($0) }
        }
        try await record(changes)
        var rows: [PhotoID: [Float16]] = [:]
        for (path, halfFloats) in vectors { rows[try #require(try await catalog.photo(at: path))] = halfFloats }
        try await VectorReadingConformance(catalog, model: .fake, rows: rows).checkAll()
    }

    /// Whoever keeps a copy and follows the changes.
    private struct Follower {
        private let catalog: any PhotoCatalog
        private(set) var copy: [PhotoID: [Float16]] = [:]
        private var stamp: VectorStamp

        init(_ catalog: any PhotoCatalog) async throws {
            self.catalog = catalog
            stamp = try await catalog.vectorStamp()
        }

        mutating func follow(limit: Int = 100) async throws {
            let width = ModelID.fake.dimensions
            while true {
                let changes = try await catalog.vectorChanges(since: stamp, model: .fake, limit: limit)
                let known = try #require(changes, "the catalogue knows its own state")
                for id in known.dropped { copy[id] = nil }
                for (place, id) in known.ids.enumerated() {
                    copy[id] = Array(known.halfFloats[place * width..<(place + 1) * width])
                }
                stamp = known.stamp
                if known.isAll { break }
            }
            #expect(try await stamp == catalog.vectorStamp())
        }
    }

    private func expectTruth(_ follower: Follower, photos: Int) async throws {
        let rows = try await rows().map { ($0.photo, $0.halfFloats) }
        #expect(follower.copy == Dictionary(uniqueKeysWithValues: rows) && rows.count == photos)
    }

    func tellsVectorChanges() async throws {
        var follower = try await Follower(catalog)
        let ids = try await fill("0.jpg", "1.jpg", "2.jpg", "3.jpg")
        try await follower.follow()
        try await expectTruth(follower, photos: 4)
        try await record([encoded("0.jpg", 1, axis: 2, of: .otherFake)], model: .otherFake)
        try await follower.follow()
        try await expectTruth(follower, photos: 4)
        try await record([encoded("0.jpg", 7, axis: 1), .vanished(ids[1]), .hidden(ids[2])])
        try await follower.follow()
        try await expectTruth(follower, photos: 2)
    }

    func tellsVectorChangesOneByOne() async throws {
        var follower = try await Follower(catalog)
        let ids = try await fill("0.jpg", "1.jpg", "2.jpg", "3.jpg")
        try await record([.vanished(ids[1]), .hidden(ids[2])])
        try await follower.follow(limit: 1)
        try await expectTruth(follower, photos: 2)
        try await record([.seen(ids[1], stamp(2)), .seen(ids[2], stamp(3))])
        _ = try await catalog.forget(under: path("3.jpg"))
        try await follower.follow(limit: 1)
        try await expectTruth(follower, photos: 3)
        try await follower.follow()
        try await expectTruth(follower, photos: 3)
    }

    func knowsItsOwnStates() async throws {
        _ = try await fill("a.jpg")
        let stamp = try await catalog.vectorStamp()
        for unknown in [
            VectorStamp(number: stamp.number, token: stamp.token &+ 1),
            VectorStamp(number: stamp.number + 1_000, token: stamp.token),
        ] {
            #expect(try await catalog.vectorChanges(since: unknown, model: .fake, limit: 9) == nil)
        }
    }
}
