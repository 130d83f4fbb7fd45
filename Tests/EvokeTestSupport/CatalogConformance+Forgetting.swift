import EvokePorts
import EvokeValues
import Testing

/// What is forgotten is as if it had never been indexed.
extension CatalogConformance {
    static let ofForgetting = [
        Check("a folder is forgotten with all that is in it", Self.forgetsAFolder),
        Check("a root is forgotten with its last photo", Self.forgetsARoot),
        Check("what was forgotten may come back", Self.forgetsForAWhile),
        Check("a root that another holds is no root any more", Self.forgetsAnInnerRoot),
        Check("roots in a forgotten root stay", Self.forgetsAnOuterRoot),
        Check("what is no root is forgotten with the roots in it", Self.forgetsRootsInAFolder),
    ]

    private func fillTree() async throws {
        let names = ["a.jpg", "in/b.jpg", "in/deep/c.jpg", "in/deep/d.jpg", "in2/e.jpg"]
        for root in [folder, DiskPath("/photo")] { try await catalog.addRoot(root) }
        for model in [ModelID.fake, .otherFake] {
            try await record(names.map { encoded($0, 1, of: model) }, model: model)
        }
    }

    func forgetsAFolder() async throws {
        try await fillTree()
        let gone = try await ids(of: ["in/deep/c.jpg"])[0]
        try await record([.failed(path("in/b.jpg"), stamp(2), failure()), .vanished(gone)])
        var forgotten: [Forgotten] = []
        for name in ["i", "in", "in"] { forgotten.append(try await catalog.forget(under: path(name))) }
        let nothing = Forgotten(photos: 0, roots: [])
        #expect(forgotten == [nothing, Forgotten(photos: 3, roots: []), nothing])
        #expect(try await counts() == ["photos": 2])
        #expect(try await catalog.failures().isEmpty)
        #expect(try await catalog.photo(at: path("in/deep/d.jpg")) == nil)
        #expect(try await catalog.vector(of: gone, model: .otherFake) == nil)
        #expect(try await catalog.folders(under: folder).sorted() == [folder, path("in2")])
        #expect(try await Set(scanned()) == Set(ids(of: ["a.jpg", "in2/e.jpg"])))
    }

    func forgetsARoot() async throws {
        try await fillTree()
        #expect(try await catalog.forget(under: path("a.jpg")) == Forgotten(photos: 1, roots: []))
        #expect(try await catalog.forget(under: folder) == Forgotten(photos: 4, roots: [folder]))
        #expect(try await catalog.roots() == [DiskPath("/photo")])
        #expect(try await catalog.summary().models.map(\.photos) == [0, 0])
    }

    func forgetsForAWhile() async throws {
        _ = try await fill("a.jpg")
        _ = try await catalog.forget(under: folder)
        let id = try await fill("a.jpg")[0]
        #expect(try await scanned() == [id])
        try await catalog.addRoot(DiskPath("/photo"))
        #expect(try await catalog.forget(under: DiskPath("/")) == Forgotten(photos: 1, roots: [DiskPath("/photo")]))
    }

    private func fillRoots() async throws {
        for root in [folder, path("in"), path("in/deep")] { try await catalog.addRoot(root) }
        try await record(["a.jpg", "in/b.jpg", "in/deep/c.jpg", "in2/d.jpg"].map { encoded($0, 1) })
    }

    func forgetsAnInnerRoot() async throws {
        try await fillRoots()
        #expect(try await catalog.forget(under: path("in")) == Forgotten(photos: 0, roots: [path("in")]))
        #expect(try await scanned().count == 4)
    }

    func forgetsAnOuterRoot() async throws {
        try await fillRoots()
        var forgotten: [Forgotten] = []
        for root in [folder, path("in/deep"), path("in")] { forgotten.append(try await catalog.forget(under: root)) }
        #expect(
            forgotten == [
                Forgotten(photos: 2, roots: [folder]), Forgotten(photos: 0, roots: [path("in/deep")]),
                Forgotten(photos: 2, roots: [path("in")]),
            ])
        #expect(try await catalog.roots().isEmpty)
    }

    func forgetsRootsInAFolder() async throws {
        try await fillRoots()
        #expect(
            try await catalog.forget(under: DiskPath("/"))
                == Forgotten(photos: 4, roots: [folder, path("in"), path("in/deep")]))
    }
}
