public import EvokePorts
import EvokeValues
import EvokeWorkers
import Testing

/// What every `PhotoCatalog` must do. Run it against each implementation.
public struct CatalogConformance {
    let make: () async throws -> any PhotoCatalog
    let folder = FilePath("/photos")
    let size = PixelSize(width: 3, height: 2)

    public init(_ make: @escaping () async throws -> any PhotoCatalog) {
        self.make = make
    }

    public func checkAll() async throws {
        try await checkRoots()
        try await checkChosenModel()
        try await checkEncodedPhoto()
        try await checkChangedContent()
        try await checkFailure()
        try await checkUnread()
        try await checkCutPhotos()
        try await checkVanishing()
        try await checkModelsApart()
        try await checkStrangeNames()
        try await checkMoves()
        try await checkExchanges()
        try await checkBatches()
        try await checkSightings()
        try await checkCopies()
        try await checkExclusions()
        try await checkFacts()
        try await checkForgetting()
        try await checkForgettingRootsInRoots()
        try await checkVectors()
        try await checkVectorChanges()
        try await checkCards()
        try await checkFilter()
        try await checkWritten()
        try await checkPlaces()
        try await checkTexts()
        try await checkColors()
        try await checkReading()
        try await checkLooks()
        try await checkMoments()
        try await checkComparisons()
        try await checkLookNews()
        try await checkFaces()
        try await checkRecognizers()
        try await checkPeople()
        try await checkMarks()
        try await checkHidden()
        try await checkPlacedPeople()
        try await checkSearches()
        try await checkDays()
        try await checkChecking()
        try await checkCancelledCalls()
    }

    private func checkRoots() async throws {
        let catalog = try await make()
        #expect(try await catalog.roots().isEmpty)
        try await catalog.addRoot(FilePath("/b"))
        try await catalog.addRoot(FilePath("/a"))
        try await catalog.addRoot(FilePath("/b"))
        #expect(try await catalog.roots() == [FilePath("/a"), FilePath("/b")])
    }

    private func checkChosenModel() async throws {
        let catalog = try await make()
        #expect(try await catalog.chosenModel() == nil)
        let exact = ModelChoice("one", variant: "fp16", precision: .full)
        for choice in [exact, ModelChoice("two"), exact] {
            try await catalog.choose(choice)
            #expect(try await catalog.chosenModel() == choice)
        }
    }

    private func checkEncodedPhoto() async throws {
        let catalog = try await make()
        let path = folder.appending("a.jpg")
        try await catalog.record([encoded(path, 1, [3, 4, 0, 0])], model: .fake)

        let known = try #require(try await catalog.files(in: folder, model: .fake).first)
        #expect(known.path == path)
        #expect(known.stamp == stamp(1))
        #expect(known.state == .encoded)
        #expect(known.isHere)
        #expect(try await catalog.photo(at: path) == known.id)
        #expect(try await catalog.photo(at: folder.appending("b.jpg")) == nil)
        #expect(try await catalog.cards(of: [known.id]).mapValues(\.path) == [known.id: path])
        #expect(try await catalog.folders(under: FilePath("/")) == [folder])
        #expect(try await catalog.folders(under: FilePath("/phot")).isEmpty)
        let vector = try #require(try await catalog.vector(of: known.id, model: .fake))
        #expect(abs(vector.values[0] - 0.6) < 1e-3 && abs(vector.values[1] - 0.8) < 1e-3)
        #expect(try await scanned(catalog) == [known.id])

        let content = ContentDigest(high: 5, low: 6)
        try await catalog.record([.digested(path, content)], model: .fake)
        #expect(try await catalog.files(in: folder, model: .fake).first?.content == content)
        #expect(try await catalog.known(content, model: .fake)?.places.keys.sorted() == [known.id])
    }

    private func checkChangedContent() async throws {
        let catalog = try await make()
        let path = folder.appending("a.jpg")
        try await catalog.record([encoded(path, 1, [1, 0, 0, 0])], model: .fake)
        try await catalog.record([encoded(path, 1, [1, 0, 0, 0], of: .otherFake)], model: .otherFake)
        let id = try #require(try await catalog.photo(at: path))
        try await catalog.record([encoded(path, 2, [0, 1, 0, 0])], model: .fake)

        #expect(try await catalog.photo(at: path) == id, "a changed photo keeps its number")
        #expect(try await catalog.vector(of: id, model: .fake)?.values[1] == 1)
        #expect(try await catalog.vector(of: id, model: .otherFake) == nil, "vectors of the old content are gone")
        #expect(try await catalog.files(in: folder, model: .otherFake).first?.state == .otherModelOnly)
        #expect(try await catalog.summary().photos == 1)
    }

    private func checkFailure() async throws {
        let catalog = try await make()
        let path = folder.appending("a.jpg")
        let error = EvokeError(
            .damaged, doing: "read the photo", subject: path.display, reason: "cut", remedy: "Mend it.")
        try await catalog.record([encoded(path, 1, [1, 0, 0, 0])], model: .fake)
        try await catalog.record([.failed(path, stamp(2), error)], model: .fake)

        #expect(try await catalog.files(in: folder, model: .fake).first?.state == .failed(.damaged))
        #expect(try await catalog.failures() == [FailedPhoto(path: path, error: error)])
        #expect(try await scanned(catalog).isEmpty, "a failed photo has no vector")
        let summary = try await catalog.summary()
        #expect(summary.photos == 0 && summary.failed == 1)

        try await catalog.record([encoded(path, 3, [1, 0, 0, 0])], model: .fake)
        #expect(try await catalog.failures().isEmpty)
        #expect(try await catalog.summary().photos == 1)

        // Its content may be another though the file looks the same, and the same though it looks different.
        for (content, stamp, isKept) in [(3, stamp(4), true), (4, stamp(4), false)] as [(UInt64, FileStamp, Bool)] {
            let change = CatalogChange.failed(path, stamp, error, content: ContentDigest(high: 0, low: content))
            try await catalog.record([change], model: .fake)
            let id = try #require(try await catalog.photo(at: path))
            #expect((try await catalog.vector(of: id, model: .fake) != nil) == isKept)
        }
    }

    private func checkUnread() async throws {
        let catalog = try await make()
        let (path, place) = (folder.appending("a.jpg"), folder.appending("b.jpg"))
        let error = EvokeError(
            .notAllowed, doing: "read the photo", subject: path.display, reason: "locked", remedy: "Unlock it.")
        try await catalog.record([encoded(path, 1, [1, 0, 0, 0])], model: .fake)
        let id = try #require(try await catalog.photo(at: path))
        let known = try #require(try await catalog.known(ContentDigest(high: 0, low: 1), model: .fake))
        for end in [[.unread(id, nil)], [.vanished(id), .moved(id, place, stamp(1), known)]] as [[CatalogChange]] {
            try await catalog.record([.unread(id, error)], model: .fake)
            #expect(try await catalog.failures() == [FailedPhoto(path: path, error: error)])
            let file = try #require(try await catalog.files(in: folder, model: .fake).first)
            #expect(file.state == .encoded && file.isUnread && file.stamp == stamp(1))
            #expect(try await catalog.files(in: folder, model: .otherFake).first?.isUnread == false)
            #expect(try await scanned(catalog) == [id], "it is found as before")
            let summary = try await catalog.summary()
            #expect(summary.photos == 1 && summary.failed == 1)
            try await catalog.record(end, model: .fake)
            #expect(try await catalog.failures().isEmpty)
            #expect(try await catalog.files(in: folder, model: .fake).map(\.isUnread) == [false])
        }
        // One that nobody knows any more is nothing to keep a reason for.
        try await catalog.record([.unread(PhotoID(4_711), error)], model: .fake)
        #expect(try await catalog.failures().isEmpty)
    }

    private func checkCutPhotos() async throws {
        let catalog = try await make()
        let (path, copy, place) = (folder.appending("a.jpg"), folder.appending("b.jpg"), folder.appending("c.jpg"))
        let cut = [encoded(path, 1, [1, 0, 0, 0]), .cut(path, share: 0.625)]
        try await catalog.record(cut, model: .fake)
        #expect(try await catalog.cutPhotos() == [CutPhoto(path: path, share: 0.625)])
        #expect(try await catalog.files(in: folder, model: .fake).map(\.isCut) == [true])
        #expect(try await catalog.files(in: folder, model: .fake).map(\.state) == [.encoded])
        let summary = try await catalog.summary()
        #expect(summary.photos == 1 && summary.cut == 1 && summary.failed == 0)
        #expect(try await scanned(catalog).count == 1, "it can be searched")

        let id = try #require(try await catalog.photo(at: path))
        let known = try #require(try await catalog.known(ContentDigest(high: 0, low: 1), model: .fake))
        #expect(known.share == 0.625)
        try await catalog.record(
            [.copied(copy, stamp(2), known), .vanished(id), .moved(id, place, stamp(1), known)], model: .fake)
        #expect(try await catalog.cutPhotos().map(\.path) == [copy, place])
        try await catalog.record([.vanished(id)], model: .fake)
        #expect(try await catalog.cutPhotos().map(\.path) == [copy])
        try await catalog.record([.seen(id, stamp(1)), encoded(place, 3, [1, 0, 0, 0])], model: .fake)
        #expect(try await catalog.cutPhotos().map(\.path) == [copy], "it has been mended")
        let error = EvokeError(.damaged, doing: "read the photo", subject: "", reason: "worse", remedy: "")
        try await catalog.record([.failed(copy, stamp(4), error)], model: .fake)
        #expect(try await catalog.cutPhotos().isEmpty)
        #expect(try await catalog.files(in: folder, model: .fake).allSatisfy { !$0.isCut })
    }

    private func checkVanishing() async throws {
        let catalog = try await make()
        let path = folder.appending("a.jpg")
        try await catalog.record([encoded(path, 1, [1, 0, 0, 0])], model: .fake)
        let id = try #require(try await catalog.photo(at: path))
        try await catalog.record([.vanished(id)], model: .fake)
        #expect(try await scanned(catalog).isEmpty)
        #expect(try await catalog.folders(under: folder).isEmpty)
        #expect(try await catalog.summary().missing == 1)
        #expect(try await catalog.files(in: folder, model: .fake).first?.isHere == false)

        try await catalog.record([.seen(id, stamp(1))], model: .fake)
        #expect(try await scanned(catalog) == [id])
        #expect(try await catalog.summary().missing == 0)
    }

    private func checkModelsApart() async throws {
        let catalog = try await make()
        let path = folder.appending("a.jpg")
        try await catalog.record([encoded(path, 1, [1, 0, 0, 0])], model: .fake)
        #expect(try await catalog.models() == [.fake])
        #expect(try await scanned(catalog, .otherFake).isEmpty)
        #expect(try await catalog.files(in: folder, model: .otherFake).first?.state == .otherModelOnly)
        try await catalog.record([encoded(path, 1, [0, 1, 0, 0], of: .otherFake)], model: .otherFake)
        let id = try #require(try await catalog.photo(at: path))
        #expect(try await catalog.vector(of: id, model: .fake)?.values[0] == 1)
        #expect(try await catalog.vector(of: id, model: .otherFake)?.values[1] == 1)
        #expect(try await catalog.vector(of: id, model: .otherFake)?.fingerprint == ModelID.otherFake.fingerprint)

        let before = try await catalog.summary()
        for foreign in [encoded(path, 2, [1, 0, 0, 0], of: .otherFake), encoded(path, 2, [1, 0, 0])] {
            await #expect(throws: EvokeError.self) {
                try await catalog.record(
                    [encoded(folder.appending("new.jpg"), 1, [1, 0, 0, 0]), foreign], model: .fake)
            }
        }
        #expect(try await catalog.summary() == before, "another model's vector is refused, and all that came with it")
        #expect(try await catalog.summary().models.map(\.photos) == [1, 1])
    }

    private func checkStrangeNames() async throws {
        let catalog = try await make()
        let names: [[UInt8]] = [[0xFF, 0xFE], Array("new\nline 📷 'quote'".utf8), Array(" ".utf8)]
        for (place, name) in names.enumerated() {
            let path = folder.appending(name)
            try await catalog.record([encoded(path, Int64(place), [1, 0, 0, 0])], model: .fake)
            let id = try #require(try await catalog.photo(at: path))
            #expect(try await catalog.cards(of: [id])[id]?.path == path)
        }
        #expect(try await catalog.files(in: folder, model: .fake).count == names.count)
    }

    private func checkMoves() async throws {
        let catalog = try await make()
        let (old, new) = (folder.appending("old.jpg"), folder.appending("sub/new.jpg"))
        try await catalog.record([encoded(old, 1, [1, 0, 0, 0])], model: .fake)
        let content = ContentDigest(high: 0, low: 1)
        #expect(try await catalog.contents() == [content])
        let id = try #require(try await catalog.photo(at: old))
        #expect(try await catalog.known(content, model: .otherFake) == nil)
        let known = try #require(try await catalog.known(content, model: .fake))
        #expect(known.digest == content && known.places == [id: KnownPlace(path: old, isGone: false)])
        #expect(known.vectors == [.fake: [1, 0, 0, 0]] && known.size == size)

        // Something else was known by the new name.
        try await catalog.record([encoded(new, 7, [0, 0, 0, 1]), .vanished(id)], model: .fake)
        #expect(try await catalog.known(content, model: .fake)?.places[id]?.isGone == true)
        try await catalog.record([.moved(id, new, stamp(2), known)], model: .fake)
        #expect(try await catalog.photo(at: new) == id)
        #expect(try await catalog.photo(at: old) == nil)
        #expect(try await catalog.vector(of: id, model: .fake)?.values[0] == 1)
        #expect(try await scanned(catalog) == [id])
        let files = try await catalog.files(in: folder.appending("sub"), model: .fake)
        #expect(files.map(\.stamp) == [stamp(2)] && files.map(\.isHere) == [true])
        #expect(files.map(\.content) == [content])

        // What is in its place, or holds something else by now, is not moved: its content is copied.
        let third = folder.appending("third.jpg")
        try await catalog.record([.moved(id, third, stamp(3), known)], model: .fake)
        #expect(try await catalog.photo(at: new) == id)
        try await catalog.record(
            [encoded(new, 7, [0, 0, 0, 1]), .vanished(id), .moved(id, old, stamp(4), known)], model: .fake)
        #expect(try await catalog.photo(at: new) == id)
        for path in [third, old] {
            let copy = try #require(try await catalog.photo(at: path))
            #expect(try await catalog.vector(of: copy, model: .fake)?.values[0] == 1)
        }
    }

    /// Two photos whose names are exchanged, both seen before anything of it is written.
    private func checkExchanges() async throws {
        let catalog = try await make()
        let paths = [folder.appending("a.jpg"), folder.appending("b.jpg")]
        try await catalog.record(
            [encoded(paths[0], 1, [1, 0, 0, 0]), encoded(paths[1], 2, [0, 1, 0, 0])], model: .fake)
        var known: [KnownContent] = []
        for number in 1...2 as ClosedRange<UInt64> {
            known.append(try #require(try await catalog.known(ContentDigest(high: 0, low: number), model: .fake)))
        }
        try await catalog.record(
            [.copied(paths[0], stamp(3), known[1]), .copied(paths[1], stamp(4), known[0])], model: .fake)
        for (path, place) in zip(paths, [1, 0]) {
            let id = try #require(try await catalog.photo(at: path))
            #expect(try await catalog.vector(of: id, model: .fake)?.values[place] == 1)
        }
        #expect(try await catalog.files(in: folder, model: .fake).count == 2)
    }

    private func checkSightings() async throws {
        let catalog = try await make()
        let path = folder.appending("a.jpg")
        try await catalog.record([encoded(path, 1, [1, 0, 0, 0])], model: .fake)
        let id = try #require(try await catalog.photo(at: path))
        let later = FileStamp(size: 1, modifiedNanoseconds: 2, inode: 3, changedNanoseconds: 4)
        for isGone in [false, true] {
            try await catalog.record((isGone ? [.vanished(id)] : []) + [.seen(id, later)], model: .fake)
            let known = try #require(try await catalog.files(in: folder, model: .fake).first)
            #expect(known.stamp == later && known.state == .encoded && known.isHere)
            #expect(try await scanned(catalog) == [id])
        }
        // The same content with another stamp keeps the vectors of other models, too.
        try await catalog.record([encoded(path, 1, [1, 0, 0, 0], of: .otherFake)], model: .otherFake)
        #expect(try await scanned(catalog) == [id])
    }

    private func checkExclusions() async throws {
        let catalog = try await make()
        for patterns in [["*.png", "!keep.png"], [], ["a/"]] {
            try await catalog.setExclusions(patterns)
            #expect(try await catalog.exclusions() == patterns)
        }
        let path = folder.appending("a.jpg")
        try await catalog.record([encoded(path, 1, [1, 0, 0, 0])], model: .fake)
        let id = try #require(try await catalog.photo(at: path))
        try await catalog.record([.hidden(id)], model: .fake)
        #expect(try await scanned(catalog).isEmpty)
        let summary = try await catalog.summary()
        #expect(summary.hidden == 1 && summary.missing == 0 && summary.photos == 0)
        try await catalog.record([.seen(id, stamp(1))], model: .fake)
        #expect(try await scanned(catalog) == [id], "with its vector")
    }

    private func checkFacts() async throws {
        let catalog = try await make()
        let path = folder.appending("a.jpg")
        try await catalog.record([encoded(path, 1, [1, 0, 0, 0])], model: .fake)
        let id = try #require(try await catalog.photo(at: path))
        #expect(try await catalog.facts(of: id) == nil)
        var facts = PhotoFacts()
        facts.taken = TakenDate(
            localSeconds: -5, nanoseconds: 7, utcOffsetMinutes: -90, precision: .second, source: .exifOriginal)
        facts.camera = Camera(make: "Nikon", model: "D750")
        facts.lens = "50 mm"
        facts.place = Coordinates(latitude: -33.5, longitude: 151.25, altitude: 12.5)
        facts.orientation = 6
        facts.rating = -1
        facts.title = "A title"
        facts.description = "Zwölf Boxkämpfer 📷"
        facts.keywords = ["sea", "beach", "sea/salt"]
        let others = [folder.appending("a.nef"), folder.appending("a.xmp")]
        let companions = PhotoCompanions(files: [others[0]], sidecars: [others[1]], sidecarStamp: 42)
        for facts in [facts, PhotoFacts(), facts] {
            try await catalog.record([.described(path, facts, companions)], model: .fake)
            let known = try #require(try await catalog.facts(of: id))
            #expect(known.facts == facts && known.companions == others)
        }
        #expect(try await catalog.files(in: folder, model: .fake).map(\.sidecarStamp) == [42])
        // They go with the photo when it is moved.
        let place = folder.appending("b/a.jpg")
        let content = try #require(try await catalog.known(ContentDigest(high: 0, low: 1), model: .fake))
        try await catalog.record([.vanished(id), .moved(id, place, stamp(1), content)], model: .fake)
        #expect(try await catalog.facts(of: id)?.facts == facts)
        try await catalog.record([.described(place, facts, companions)], model: .fake)
        try await checkFactsGo(with: id, at: place, in: catalog)
    }

    /// Facts of what a photo does not hold any more are nobody's, whatever comes in its place.
    private func checkFactsGo(
        with photo: PhotoID, at path: FilePath, in catalog: any PhotoCatalog
    ) async throws {
        let known = try #require(try await catalog.facts(of: photo))
        let companions = PhotoCompanions(files: [], sidecars: known.companions, sidecarStamp: 42)
        let another = folder.appending("another.jpg")
        try await catalog.record([encoded(another, 9, [0, 1, 0, 0])], model: .fake)
        let content = try #require(try await catalog.known(ContentDigest(high: 0, low: 9), model: .fake))
        let error = EvokeError(.damaged, doing: "read the photo", subject: path.display, reason: "cut")
        let ends: [CatalogChange] = [
            encoded(path, 2, [0, 1, 0, 0]), .copied(path, stamp(3), content), .failed(path, stamp(4), error),
        ]
        for end in ends {
            try await catalog.record(
                [encoded(path, 1, [1, 0, 0, 0]), .described(path, known.facts, companions)], model: .fake)
            try await catalog.record([encoded(path, 1, [1, 0, 0, 0])], model: .fake)
            #expect(try await catalog.facts(of: photo)?.facts == known.facts, "the same content keeps them")
            try await catalog.record([end], model: .fake)
            #expect(try await catalog.facts(of: photo) == nil, "\(end)")
            let stamps = try await catalog.files(in: try #require(path.parent), model: .fake).map(\.sidecarStamp)
            #expect(stamps == [0], "its sidecars are read again")
        }
    }

    private func checkCopies() async throws {
        let catalog = try await make()
        let (first, second) = (folder.appending("a.jpg"), folder.appending("b.jpg"))
        for model in [ModelID.fake, .otherFake] {
            try await catalog.record([encoded(first, 1, [1, 0, 0, 0], of: model)], model: model)
        }
        let id = try #require(try await catalog.photo(at: first))
        let known = try #require(try await catalog.known(ContentDigest(high: 0, low: 1), model: .fake))
        #expect(Set(known.vectors.keys) == [.fake, .otherFake])
        try await catalog.record([.copied(second, stamp(3), known)], model: .fake)
        let copy = try #require(try await catalog.photo(at: second))
        #expect(copy != id)
        for model in [ModelID.fake, .otherFake] {
            #expect(try await catalog.vector(of: copy, model: model)?.values[0] == 1, "the vectors of every model")
        }
        #expect(try await catalog.known(known.digest, model: .fake)?.places.count == 2)
    }

    private func checkForgetting() async throws {
        let catalog = try await make()
        let names = ["a.jpg", "in/b.jpg", "in/deep/c.jpg", "in/deep/d.jpg", "in2/e.jpg"]
        let paths = names.map { folder.appending($0) }
        for root in [folder, FilePath("/photo")] { try await catalog.addRoot(root) }
        for model in [ModelID.fake, .otherFake] {
            try await catalog.record(paths.map { encoded($0, 1, [1, 0, 0, 0], of: model) }, model: model)
        }
        let error = EvokeError(.damaged, doing: "read the photo", subject: "", reason: "cut", remedy: "")
        try await catalog.record([.failed(paths[1], stamp(2), error)], model: .fake)
        let gone = try #require(try await catalog.photo(at: paths[2]))
        try await catalog.record([.vanished(gone)], model: .fake)

        #expect(try await catalog.forget(under: folder.appending("i")).isNothing)
        #expect(try await catalog.forget(under: folder.appending("in")) == Forgotten(photos: 3, roots: []))
        #expect(try await catalog.forget(under: folder.appending("in")).isNothing)
        #expect(try await catalog.failures().isEmpty)
        #expect(try await catalog.summary().missing == 0)
        #expect(try await scanned(catalog).count == 2)
        #expect(try await catalog.photo(at: paths[3]) == nil)
        #expect(try await catalog.vector(of: gone, model: .otherFake) == nil)
        #expect(try await catalog.folders(under: folder).sorted() == [folder, folder.appending("in2")])

        #expect(try await catalog.forget(under: paths[0]) == Forgotten(photos: 1, roots: []))
        #expect(try await catalog.forget(under: folder) == Forgotten(photos: 1, roots: [folder]))
        #expect(try await catalog.roots() == [FilePath("/photo")])
        #expect(try await catalog.summary().models.map(\.photos) == [0, 0])

        try await catalog.record([encoded(paths[0], 1, [1, 0, 0, 0])], model: .fake)
        #expect(try await scanned(catalog).count == 1, "what was forgotten may come back")
        #expect(try await catalog.forget(under: FilePath("/")) == Forgotten(photos: 1, roots: [FilePath("/photo")]))
    }

    private func checkForgettingRootsInRoots() async throws {
        let catalog = try await make()
        let names = ["a.jpg", "in/b.jpg", "in/deep/c.jpg", "in2/d.jpg"]
        let (inner, deep) = (folder.appending("in"), folder.appending("in/deep"))
        func fill() async throws {
            for root in [folder, inner, deep] { try await catalog.addRoot(root) }
            try await catalog.record(names.map { encoded(folder.appending($0), 1, [1, 0, 0, 0]) }, model: .fake)
        }
        try await fill()
        #expect(try await catalog.forget(under: inner) == Forgotten(photos: 0, roots: [inner]), "another holds it")
        #expect(try await scanned(catalog).count == 4)
        try await catalog.addRoot(inner)
        #expect(try await catalog.forget(under: folder) == Forgotten(photos: 2, roots: [folder]), "the inner ones stay")
        #expect(try await catalog.roots() == [inner, deep])
        #expect(try await catalog.forget(under: deep) == Forgotten(photos: 0, roots: [deep]))
        #expect(try await catalog.forget(under: inner) == Forgotten(photos: 2, roots: [inner]))
        try await fill()
        let parent = try #require(folder.parent)
        #expect(
            try await catalog.forget(under: parent) == Forgotten(photos: 4, roots: [folder, inner, deep]),
            "what is no root itself is forgotten with all that is in it")
    }

    func stamp(_ number: Int64) -> FileStamp {
        FileStamp(size: number, modifiedNanoseconds: number, inode: 1)
    }

    func encoded(
        _ path: FilePath, _ number: Int64, _ values: [Float], of model: ModelID = .fake
    ) -> CatalogChange {
        .encoded(
            path, stamp(number), ContentDigest(high: 0, low: UInt64(number)), size,
            Embedding(normalizing: values, fingerprint: model.fingerprint)!)
    }

    func scanned(_ catalog: any PhotoCatalog, _ model: ModelID = .fake) async throws -> [PhotoID] {
        let found = Locked<[PhotoID]>([])
        try await catalog.scan(model) { ids, halves in
            found.withLock { $0 += ids }
            #expect(halves.count == ids.count * model.dimensions)
        }
        return found.withLock { $0 }
    }
}
