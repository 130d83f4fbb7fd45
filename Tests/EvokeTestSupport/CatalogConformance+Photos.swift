import EvokePorts
import EvokeValues
import Testing

/// What becomes of photos that are recorded, and of their files.
extension CatalogConformance {
    static let ofPhotos = [
        Check("an encoded photo is known by its path", Self.knowsAnEncodedPhoto),
        Check("what a photo holds may be said later", Self.digestsLater),
        Check("a changed photo keeps its number and loses its vectors", Self.changesContent),
        Check("what is gone is not found, and may come back", Self.vanishes),
        Check("what is left out is not found, and keeps its vector", Self.leavesOut),
        Check("a sighting changes the stamp alone", Self.sees),
        Check("models have their vectors apart", Self.keepsModelsApart),
        Check("another model's vector is refused with all that comes with it", Self.refusesOtherVectors),
        Check("names are any bytes", Self.takesStrangeNames),
        Check("a sample has photos from everywhere", Self.samples),
    ]

    func knowsAnEncodedPhoto() async throws {
        let vector = Embedding(normalizing: [3, 4, 0, 0], fingerprint: ModelID.fake.fingerprint)!
        try await record([.encoded(path("a.jpg"), stamp(1), content(1), size, vector)])
        let id = try await ids(of: ["a.jpg"])[0]
        let known = KnownFile(
            id: id, path: path("a.jpg"), stamp: stamp(1), content: content(1), state: .encoded, isHere: true)
        #expect(try await files() == [known])
        #expect(try await catalog.photo(at: path("b.jpg")) == nil)
        #expect(try await catalog.cards(of: [id]).mapValues(\.path) == [id: path("a.jpg")])
        #expect(try await catalog.folders(under: DiskPath("/")) == [folder])
        #expect(try await catalog.folders(under: DiskPath("/phot")).isEmpty)
        let values = try await catalog.vector(of: id, model: .fake)?.values ?? []
        #expect(zip(values, [0.6, 0.8, 0, 0]).count { abs($0 - $1) < 1e-3 } == 4, "\(values)")
    }

    func samples() async throws {
        let ids = try await fill("a.jpg", "b.jpg", "c.jpg", "d.jpg", "e.jpg", "f.jpg")
        try await record([.vanished(ids[0]), .vanished(ids[3])])
        #expect(try await catalog.sample(3, of: 6) == [ids[1], ids[2], ids[4]])
        #expect(try await catalog.sample(64, of: 6) == [1, 2, 4, 5].map { ids[$0] })
        #expect(try await catalog.vectors(of: [ids[4], ids[0]], model: .fake).count == 2)
        #expect(try await catalog.vectors(of: ids, model: .otherFake).isEmpty)
    }

    func digestsLater() async throws {
        let id = try await fill("a.jpg")[0]
        let content = ContentDigest(high: 5, low: 6)
        try await record([.digested(path("a.jpg"), content)])
        #expect(try await files().map(\.content) == [content])
        #expect(try await catalog.known(content, model: .fake)?.places.keys.sorted() == [id])
        #expect(try await scanned() == [id])
    }

    func changesContent() async throws {
        let id = try await fill("a.jpg")[0]
        try await record([encoded("a.jpg", 1, of: .otherFake)], model: .otherFake)
        try await record([encoded("a.jpg", 2, axis: 1)])
        #expect(try await ids(of: ["a.jpg"]) == [id])
        #expect(try await axes("a.jpg") + axes("a.jpg", model: .otherFake) == [1, nil])
        #expect(try await files(model: .otherFake).map(\.state) == [.otherModelOnly])
        #expect(try await counts() == ["photos": 1])
    }

    func vanishes() async throws {
        let id = try await fill("a.jpg")[0]
        try await record([.vanished(id)])
        #expect(try await scanned().isEmpty)
        #expect(try await catalog.folders(under: folder).isEmpty)
        #expect(try await counts() == ["missing": 1])
        #expect(try await files().map(\.isHere) == [false])
        try await record([.seen(id, stamp(1))])
        #expect(try await scanned() == [id])
        #expect(try await counts() == ["photos": 1])
    }

    func leavesOut() async throws {
        let id = try await fill("a.jpg")[0]
        try await record([.hidden(id)])
        #expect(try await scanned().isEmpty)
        #expect(try await counts() == ["hidden": 1])
        try await record([.seen(id, stamp(1))])
        #expect(try await scanned() == [id])
    }

    func sees() async throws {
        let id = try await fill("a.jpg")[0]
        let later = FileStamp(size: 1, modifiedNanoseconds: 2, inode: 3, changedNanoseconds: 4)
        let known = KnownFile(
            id: id, path: path("a.jpg"), stamp: later, content: content(1), state: .encoded, isHere: true)
        for isGone in [false, true] {
            try await record((isGone ? [.vanished(id)] : []) + [.seen(id, later)])
            #expect(try await files() == [known])
        }
        // The same content with another stamp keeps the vectors of other models, too.
        try await record([encoded("a.jpg", 1, of: .otherFake)], model: .otherFake)
        #expect(try await scanned() == [id])
    }

    func keepsModelsApart() async throws {
        let id = try await fill("a.jpg")[0]
        #expect(try await catalog.models() == [.fake])
        #expect(try await scanned(.otherFake).isEmpty)
        #expect(try await files(model: .otherFake).map(\.state) == [.otherModelOnly])
        try await record([encoded("a.jpg", 1, axis: 1, of: .otherFake)], model: .otherFake)
        #expect(try await axes("a.jpg") + axes("a.jpg", model: .otherFake) == [0, 1])
        #expect(
            try await catalog.vector(of: id, model: .otherFake)?.fingerprint == ModelID.otherFake.fingerprint)
        #expect(try await catalog.summary().models.map(\.photos) == [1, 1])
    }

    func refusesOtherVectors() async throws {
        _ = try await fill("a.jpg")
        let before = try await catalog.summary()
        let narrow = ModelID(name: "narrow", fingerprint: ModelID.fake.fingerprint, dimensions: 3)
        for model in [ModelID.otherFake, narrow] {
            await #expect(throws: EvokeError.self) {
                try await record([encoded("new.jpg", 1), encoded("a.jpg", 2, of: model)])
            }
        }
        #expect(try await catalog.summary() == before)
    }

    func takesStrangeNames() async throws {
        let names: [[UInt8]] = [[0xFF, 0xFE], Array("new\nline 📷 'quote'".utf8), Array(" ".utf8)]
        let paths = names.map { folder.appending($0) }
        try await record(paths.enumerated().map { encoded($1, Int64($0)) })
        var cards: [DiskPath?] = []
        for path in paths {
            let id = try #require(try await catalog.photo(at: path))
            cards.append(try await catalog.cards(of: [id])[id]?.path)
        }
        #expect(cards == paths)
        #expect(try await files().count == names.count)
    }
}
