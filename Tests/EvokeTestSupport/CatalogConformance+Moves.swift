import EvokePorts
import EvokeValues
import Testing

/// Contents that are seen in other places.
extension CatalogConformance {
    static let ofMoves = [
        Check("a content is known with its vectors and places", Self.knowsContents),
        Check("a moved photo takes the place of what was there", Self.moves),
        Check("what is in its place is copied and not moved", Self.movesOnlyWhatIsGone),
        Check("names may be exchanged", Self.exchangesNames),
        Check("a copy has the vectors of every model", Self.copies),
    ]

    func knowsContents() async throws {
        let id = try await fill("old.jpg")[0]
        #expect(try await catalog.contents() == [content(1)])
        #expect(try await catalog.known(content(1), model: .otherFake) == nil)
        let known = KnownContent(
            digest: content(1), size: size, share: nil, vectors: [.fake: [1, 0, 0, 0]],
            places: [id: KnownPlace(path: path("old.jpg"), isGone: false)])
        #expect(try await self.known(1) == known)
        try await record([.vanished(id)])
        #expect(try await self.known(1).places == [id: KnownPlace(path: path("old.jpg"), isGone: true)])
    }

    func moves() async throws {
        let id = try await fill("old.jpg")[0]
        let known = try await known(1)
        try await record([encoded("sub/new.jpg", 7, axis: 3), .vanished(id)])
        try await record([.moved(id, path("sub/new.jpg"), stamp(2), known)])
        let file = KnownFile(
            id: id, path: path("sub/new.jpg"), stamp: stamp(2), content: content(1), state: .encoded, isHere: true)
        #expect(try await files(in: "sub") == [file])
        #expect(try await axes("old.jpg", "sub/new.jpg") == [nil, 0])
        #expect(try await catalog.photo(at: path("old.jpg")) == nil)
        #expect(try await scanned() == [id])
    }

    func movesOnlyWhatIsGone() async throws {
        let id = try await fill("a.jpg")[0]
        let known = try await known(1)
        try await record([.moved(id, path("b.jpg"), stamp(3), known)])
        #expect(try await ids(of: ["a.jpg"]) == [id])
        // Nor is what holds something else by now.
        try await record([encoded("a.jpg", 7, axis: 3), .vanished(id), .moved(id, path("c.jpg"), stamp(4), known)])
        #expect(try await ids(of: ["a.jpg"]) == [id])
        #expect(try await axes("b.jpg", "c.jpg") == [0, 0])
    }

    /// Both are seen before anything of it is written.
    func exchangesNames() async throws {
        try await record([encoded("a.jpg", 1), encoded("b.jpg", 2, axis: 1)])
        let (first, second) = (try await known(1), try await known(2))
        try await record([.copied(path("a.jpg"), stamp(3), second), .copied(path("b.jpg"), stamp(4), first)])
        #expect(try await axes("a.jpg", "b.jpg") == [1, 0])
        #expect(try await files().count == 2)
    }

    func copies() async throws {
        let id = try await fill("a.jpg")[0]
        try await record([encoded("a.jpg", 1, of: .otherFake)], model: .otherFake)
        try await record([.copied(path("b.jpg"), stamp(3), known(1))])
        let copy = try await ids(of: ["b.jpg"])[0]
        #expect(try await axes("b.jpg") + axes("b.jpg", model: .otherFake) == [0, 0])
        #expect(try await known(1).places.keys.sorted() == [id, copy] && copy != id)
    }
}
