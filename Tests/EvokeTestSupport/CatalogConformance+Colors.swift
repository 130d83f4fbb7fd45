import EvokePorts
import EvokeValues
import Testing

/// Colours go with the content that they are of.
extension CatalogConformance {
    static let ofColors = [
        Check("photos are found by their colours", Self.findsColors),
        Check("a copy has the colours, and another picture has not", Self.colorsGoAlong),
    ]

    private static let flag = PhotoColors([.red, .white])

    /// One with colours, and one without.
    private func fillColored() async throws -> [PhotoID] {
        let ids = try await fill("a.jpg", "b.jpg")
        try await record([encoded("a.jpg", 1, colors: Self.flag)])
        return ids
    }

    func findsColors() async throws {
        let ids = try await fillColored()
        let (first, second) = (PhotoSet([ids[0]]), PhotoSet([ids[1]]))
        #expect(try await found([.test(.color(.red)), .not(.test(.color(.red)))]) == [first, second])
        try await catalog.record([content(2): Self.flag], as: .colors)
        #expect(try await found(.color(.white)) == [first.union(second)])
    }

    func colorsGoAlong() async throws {
        let first = try await fillColored()[0]
        let known = try await known(1)
        #expect(known.colors == Self.flag)
        try await record([.copied(path("copy.jpg"), stamp(7), known), encoded("a.jpg", 9)])
        let copy = try await ids(of: ["copy.jpg"])[0]
        #expect(try await catalog.results(.colors, of: [content(1), content(9)]) == [content(1): Self.flag])
        #expect(try await found(.color(.red)) == [PhotoSet([copy])])
        #expect(try await catalog.count(lacking: .colors) == 2)
        try await record([.vanished(first)])
        #expect(try await catalog.count(lacking: .colors) == 1)
    }
}
