import EvokeValues
import Testing

/// Colours go with the content that they are of.
extension CatalogConformance {
    static let ofColors = [
        Check("photos wait for their colours", Self.waitsForColors),
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

    private func colors(of photos: [PhotoID]) async throws -> [PhotoColors?] {
        var colors: [PhotoColors?] = []
        for photo in photos { colors.append(try await catalog.colors(of: photo)) }
        return colors
    }

    func waitsForColors() async throws {
        let ids = try await fillColored()
        #expect(try await colors(of: ids) == [Self.flag, nil])
        #expect(try await catalog.photosWithoutColors(after: PhotoID(-1), limit: 9).map(\.id) == [ids[1]])
        #expect(try await catalog.photosWithoutColors(after: ids[1], limit: 9).isEmpty)
        #expect(try await catalog.countWithoutColors() == 1)
        try await catalog.record([ids[1]: PhotoColors(), PhotoID(999): Self.flag])
        #expect(try await colors(of: ids) == [Self.flag, PhotoColors()], "none is an answer, too")
        #expect(try await catalog.countWithoutColors() == 0)
    }

    func findsColors() async throws {
        let ids = try await fillColored()
        let (first, second) = (PhotoSet([ids[0]]), PhotoSet([ids[1]]))
        #expect(try await found([.test(.color(.red)), .not(.test(.color(.red)))]) == [first, second])
        try await catalog.record([ids[1]: Self.flag])
        #expect(try await found(.color(.white)) == [first.union(second)])
    }

    func colorsGoAlong() async throws {
        let first = try await fillColored()[0]
        let known = try await known(1)
        #expect(known.colors == Self.flag)
        try await record([.copied(path("copy.jpg"), stamp(7), known), encoded("a.jpg", 9)])
        let copy = try await ids(of: ["copy.jpg"])[0]
        #expect(try await colors(of: [first, copy]) == [nil, Self.flag])
        #expect(try await found(.color(.red)) == [PhotoSet([copy])])
        #expect(try await catalog.countWithoutColors() == 2)
        try await record([.vanished(first)])
        #expect(try await catalog.countWithoutColors() == 1)
    }
}
