import EvokePorts
import EvokeValues
import Testing

/// Photos that cannot be read, for now or in part.
extension CatalogConformance {
    static let ofFailures = [
        Check("a failed photo has no vector until it is mended", Self.fails),
        Check("a failed photo keeps its vector where its content is the same", Self.failsWithTheSameContent),
        Check("a photo that is not to be read for a while is found as before", Self.isUnread),
        Check("a moved photo may be read again", Self.isReadAfterAMove),
        Check("a cut photo is searched and listed", Self.isTruncated),
        Check("that a photo is cut goes with its content", Self.cutsGoAlong),
        Check("a cut photo that is mended or fails is cut no more", Self.cutsEnd),
    ]

    func fails() async throws {
        let id = try await fill("a.jpg")[0]
        try await record([.failed(path("a.jpg"), stamp(2), failure())])
        #expect(try await files().map(\.state) == [.failed(.damaged)])
        #expect(try await catalog.failures() == [FailedPhoto(path: path("a.jpg"), error: failure())])
        #expect(try await counts() == ["failed": 1])
        #expect(try await scanned().isEmpty)
        let copyable = try #require(catalog as? any CopyableCatalog)
        let range = try await copyable.range(of: .photos, after: .min, limit: 9)
        let row = try await copyable.rows(in: range).tables["photos"]?.first
        #expect(row?[7...8] == [.null, .null], "its width and height were of what it held")
        try await record([encoded("a.jpg", 3)])
        #expect(try await catalog.failures().isEmpty)
        #expect(try await scanned() == [id])
    }

    /// Its content may be another though the file looks the same, and the same though it looks different.
    func failsWithTheSameContent() async throws {
        try await record([encoded("a.jpg", 3)])
        var kept: [Int?] = []
        for number in [3, 4] as [UInt64] {
            try await record([.failed(path("a.jpg"), stamp(4), failure(), content: content(number))])
            kept += try await axes("a.jpg")
        }
        #expect(kept == [0, nil])
    }

    private func expectUnread(_ id: PhotoID, _ name: String) async throws {
        #expect(try await catalog.failures() == [FailedPhoto(path: path(name), error: failure("locked"))])
        let known = KnownFile(
            id: id, path: path(name), stamp: stamp(1), content: content(1), state: .encoded, isHere: true,
            isUnread: true)
        #expect(try await files() == [known])
        #expect(try await files(model: .otherFake).map(\.isUnread) == [false])
        #expect(try await scanned() == [id])
        #expect(try await counts() == ["photos": 1, "failed": 1])
    }

    func isUnread() async throws {
        let id = try await fill("a.jpg")[0]
        try await record([.unread(id, failure("locked"))])
        try await expectUnread(id, "a.jpg")
        // One that nobody knows is nothing to keep a reason for.
        try await record([.unread(id, nil), .unread(PhotoID(4_711), failure("locked"))])
        #expect(try await catalog.failures().isEmpty)
        #expect(try await files().map(\.isUnread) == [false])
    }

    func isReadAfterAMove() async throws {
        let id = try await fill("a.jpg")[0]
        try await record([.unread(id, failure("locked"))])
        try await record([.vanished(id), .moved(id, path("b.jpg"), stamp(1), known(1))])
        #expect(try await catalog.failures().isEmpty)
        #expect(try await files().map(\.isUnread) == [false])
    }

    private func truncated(_ name: String, _ share: Double) -> TruncatedPhoto {
        TruncatedPhoto(path: path(name), share: share)
    }

    func isTruncated() async throws {
        let id = try await fill("a.jpg")[0]
        try await record([encoded("a.jpg", 1, share: 0.625)])
        #expect(try await catalog.truncatedPhotos() == [truncated("a.jpg", 0.625)])
        let file = try await files()[0]
        #expect(file.isTruncated && file.state == .encoded)
        #expect(try await counts() == ["photos": 1, "cut": 1])
        #expect(try await scanned() == [id])
    }

    func cutsGoAlong() async throws {
        let id = try await fill("a.jpg")[0]
        try await record([encoded("a.jpg", 1, share: 0.625)])
        let known = try await known(1)
        try await record([
            .copied(path("b.jpg"), stamp(2), known), .vanished(id), .moved(id, path("c.jpg"), stamp(1), known),
        ])
        #expect(try await catalog.truncatedPhotos() == [truncated("b.jpg", 0.625), truncated("c.jpg", 0.625)])
        try await record([.vanished(id)])
        #expect(try await catalog.truncatedPhotos() == [truncated("b.jpg", 0.625)], "what is gone is not listed")
    }

    func cutsEnd() async throws {
        _ = try await fill("a.jpg", "b.jpg")
        try await record([encoded("a.jpg", 1, share: 0.5), encoded("b.jpg", 2, share: 0.25)])
        try await record([encoded("a.jpg", 3), .failed(path("b.jpg"), stamp(4), failure("worse"))])
        #expect(try await catalog.truncatedPhotos().isEmpty)
        #expect(try await files().map(\.isTruncated) == [false, false])
    }
}
