package import EvokePorts
package import EvokeValues
import Testing

/// What every `VectorReading` must do that holds these vectors of a model. Run it against each implementation.
package struct VectorReadingConformance {
    private let reader: any VectorReading
    private let model: ModelID
    private let rows: [PhotoID: [Float16]]

    package init(_ reader: any VectorReading, model: ModelID, rows: [PhotoID: [Float16]]) {
        self.reader = reader
        self.model = model
        self.rows = rows
    }

    package func checkAll() async throws {
        let found = Locked<[(PhotoID, [Float16])]>([])
        let width = model.dimensions
        try await reader.scan(model) { ids, halfFloats in
            #expect(!ids.isEmpty && halfFloats.count == ids.count * width)
            found.withLock { found in
                for (place, id) in ids.enumerated() {
                    found.append((id, Array(halfFloats[place * width..<(place + 1) * width])))
                }
            }
        }
        let ids = found.withLock { $0.map(\.0) }
        #expect(ids == rows.keys.sorted(), "in the order of their numbers")
        #expect(found.withLock { $0.allSatisfy { rows[$0.0] == $0.1 } }, "to the bit")
        try await checkSingleVectors()
        try await checkOtherModels(ids.first ?? PhotoID(1))
        try await checkRefusal()
    }

    private func checkSingleVectors() async throws {
        for (id, row) in rows {
            let vector = try #require(try await reader.vector(of: id, model: model))
            let isNear = zip(vector.values, row).allSatisfy { abs($0 - Float($1)) < 2e-3 }
            #expect(isNear && vector.fingerprint == model.fingerprint)
        }
        let stranger = PhotoID((rows.keys.max()?.value ?? 0) + 1)
        #expect(try await reader.vector(of: stranger, model: model) == nil)
    }

    private func checkOtherModels(_ id: PhotoID) async throws {
        let other = ModelID(name: "another", fingerprint: "another", dimensions: model.dimensions)
        #expect(try await reader.vector(of: id, model: other) == nil)
        try await reader.scan(other) { _, _ in Issue.record("no other model has vectors here") }
    }

    /// Whoever reads may have enough of it.
    private func checkRefusal() async throws {
        struct Enough: Error {}
        let calls = Locked(0)
        let scan = {
            _ = try await reader.scan(model) { _, _ in
                calls.withLock { $0 += 1 }
                throw Enough()
            }
        }
        if rows.isEmpty { try await scan() } else { await #expect(throws: Enough.self) { try await scan() } }
        #expect(calls.withLock { $0 } == min(1, rows.count))
    }
}
