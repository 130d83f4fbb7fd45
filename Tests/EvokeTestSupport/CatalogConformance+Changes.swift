import EvokePorts
import EvokeValues
import Testing

extension CatalogConformance {
    func checkVectors() async throws {
        let catalog = try await make()
        try await VectorReadingConformance(catalog, model: .fake, rows: [:]).checkAll()
        let numbers = 0..<600
        func path(_ number: Int) -> FilePath { folder.appending("\(number).jpg") }
        func values(_ number: Int) -> [Float] { [1, Float(number % 7), Float(number / 7), -Float(number % 3)] }
        try await catalog.record(numbers.map { encoded(path($0), Int64($0), values($0)) }, model: .fake)
        var rows: [PhotoID: [Float16]] = [:]
        for number in numbers {
            let vector = try #require(Embedding(normalizing: values(number), fingerprint: ModelID.fake.fingerprint))
            rows[try #require(try await catalog.photo(at: path(number)))] = vector.values.map { Float16($0) }
        }
        try await VectorReadingConformance(catalog, model: .fake, rows: rows).checkAll()
    }

    /// Whoever keeps a copy of the vectors and follows the changes has what the catalogue has.
    func checkVectorChanges() async throws {
        let catalog = try await make()
        let paths = (0..<6).map { folder.appending("\($0).jpg") }
        var copy: [PhotoID: [Float16]] = [:]
        var stamp = try await catalog.vectorStamp()
        func follow(limit: Int = 100) async throws {
            while true {
                let changes = try await catalog.vectorChanges(since: stamp, model: .fake, limit: limit)
                let known = try #require(changes, "the catalogue knows its own state")
                for id in known.dropped { copy[id] = nil }
                let width = ModelID.fake.dimensions
                for (place, id) in known.ids.enumerated() {
                    copy[id] = Array(known.halves[place * width..<(place + 1) * width])
                }
                stamp = known.stamp
                if known.isAll { break }
            }
            #expect(try await stamp == catalog.vectorStamp())
            #expect(try await copy == vectors(of: catalog))
        }

        try await catalog.record(paths.map { encoded($0, 1, [1, 0, 0, 0]) }, model: .fake)
        try await follow()
        #expect(copy.count == 6)
        try await catalog.record([encoded(paths[0], 1, [0, 0, 1, 0], of: .otherFake)], model: .otherFake)
        try await follow()
        let ids = copy.keys.sorted()
        try await catalog.record(
            [encoded(paths[0], 2, [0, 1, 0, 0]), .vanished(ids[1]), .hidden(ids[2])], model: .fake)
        try await follow()
        #expect(copy.count == 4)
        try await catalog.record([.seen(ids[1], self.stamp(1)), .seen(ids[2], self.stamp(1))], model: .fake)
        _ = try await catalog.forget(under: paths[3])
        // However few are handed over at once.
        try await follow(limit: 1)
        #expect(copy.count == 5)
        try await follow()

        let stranger = VectorStamp(number: stamp.number, token: stamp.token &+ 1)
        #expect(try await catalog.vectorChanges(since: stranger, model: .fake, limit: 9) == nil)
        let future = VectorStamp(number: stamp.number + 1_000, token: stamp.token)
        #expect(try await catalog.vectorChanges(since: future, model: .fake, limit: 9) == nil)
    }

    private func vectors(of catalog: any PhotoCatalog) async throws -> [PhotoID: [Float16]] {
        var found: [PhotoID: [Float16]] = [:]
        for path in try await catalog.files(in: folder, model: .fake).map(\.path) {
            guard let id = try await catalog.photo(at: path), try await scanned(catalog).contains(id),
                let vector = try await catalog.vector(of: id, model: .fake)
            else { continue }
            found[id] = vector.values.map { Float16($0) }
        }
        return found
    }
}
