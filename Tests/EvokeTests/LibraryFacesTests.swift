import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

@testable import Evoke

/// Faces are found where the library's owner wants that, after the photos can be searched, and once.
@Suite struct LibraryFacesTests {
    private let test = SmallLibrary()
    private let events = Locked<[(done: Int, total: Int)]>([])
    private let problems = Locked<[EvokeError]>([])

    private func configuration(_ finder: FakeFaceFinder?) -> LibraryConfiguration {
        var configuration = test.configuration
        configuration.faceFinder = finder
        return configuration
    }

    /// Indexes all photos with that finder, and gives the library open.
    private func indexed(_ finder: FakeFaceFinder?) async throws -> PhotoLibrary {
        _ = try TinyModel(in: test.folder)
        let library = try await PhotoLibrary.open(configuration(finder), access: .write, model: ModelChoice("tiny"))
        _ = try await library.index([test.photos], notify: record)
        return library
    }

    @Sendable private func record(_ event: IndexEvent) {
        switch event {
        case .findingFaces(let done, let total): events.withLock { $0.append((done, total)) }
        case .failed(let error), .problem(let error): problems.withLock { $0.append(error) }
        default: break
        }
    }

    /// How many faces each photo has, of those in which somebody looked.
    private func found(_ library: PhotoLibrary) async throws -> [String: Int] {
        var found: [String: Int] = [:]
        for card in try await library.catalog.cards(after: PhotoID(-1), limit: 99) {
            guard let content = card.content else { continue }
            let faces = try await library.catalog.results(.faces, of: [content])[content]
            found[String(decoding: card.path.name, as: UTF8.self)] = faces?.faces.faces.count
        }
        return found
    }

    @Test func nothingIsLookedForBeforeItIsWanted() async throws {
        try test.addPhotos()
        let finder = FakeFaceFinder(["red.bmp": [[1, 0]]])
        var library = try await indexed(finder)
        #expect(finder.looked.isEmpty && events.withLock { $0.isEmpty })
        #expect(try await found(library).isEmpty)
        #expect(try await figures(finder) == nil)
        try await library.close()

        try await test.configuration.opened().people.keep(true)
        #expect(try await figures(finder) == PeopleFigures(searched: 0, named: 0))
        #expect(try await figures(nil) == PeopleFigures(searched: nil, named: 0))
        library = try await indexed(finder)
        #expect(events.withLock { $0.map(\.done) } == [0, 1, 2, 3] && problems.withLock { $0.isEmpty })
        #expect(try await found(library) == ["red.bmp": 1, "green.bmp": 0, "blue.bmp": 0])
        #expect(try await figures(finder) == PeopleFigures(searched: 3, named: 0))
        try await library.close()
    }

    private func figures(_ finder: FakeFaceFinder?) async throws -> PeopleFigures? {
        try await configuration(finder).opened().status().people
    }

    @Test func whatWasFoundStaysWhereItIsWantedNoMore() async throws {
        try test.addPhotos()
        try await indexed(nil).close()
        try await test.configuration.opened().people.keep(true)
        try await indexed(FakeFaceFinder(["red.bmp": [[1, 0]]])).close()
        try await test.configuration.opened().people.keep(false)
        let later = FakeFaceFinder(finder: 2)
        let library = try await indexed(later)
        #expect(later.looked.isEmpty)
        #expect(try await found(library)["red.bmp"] == 1)
        try await library.close()
    }

    @Test func aContentIsLookedAtOnceByEachFinderWhereverItIs() async throws {
        try test.addPhotos()
        try await indexed(nil).close()
        try await test.configuration.opened().people.keep(true)
        try await indexed(FakeFaceFinder(["red.bmp": [[1, 0], [0, 1]]])).close()
        try test.folder.move("photos/red.bmp", to: "photos/moved.bmp")
        let bytes = try FileSystem.read(test.photos.appending("moved.bmp"))
        try FileSystem.replace(test.photos.appending("copy.bmp"), with: bytes)
        let again = FakeFaceFinder()
        var library = try await indexed(again)
        #expect(again.looked.isEmpty)
        #expect(try await found(library) == ["moved.bmp": 2, "copy.bmp": 2, "green.bmp": 0, "blue.bmp": 0])
        try await library.close()

        let other = FakeFaceFinder(["moved.bmp": [[1, 0]], "copy.bmp": [[1, 0]]], finder: 2)
        library = try await indexed(other)
        #expect(other.looked.count == 3, "of two alike, one is looked at: \(other.looked)")
        #expect(try await found(library)["copy.bmp"] == 1)
        try await library.close()
    }

    @Test func whatCannotBeReadIsNotTriedForEver() async throws {
        try test.addPhotos()
        for (place, name) in ["damaged.bmp", "locked.bmp"].enumerated() {
            try test.folder.write("photos/\(name)", bitmap(9, 9, UInt8(place)))
        }
        try await indexed(nil).close()
        try await test.configuration.opened().people.keep(true)
        try await indexed(FakeFaceFinder()).close()
        #expect(problems.withLock { Set($0.map(\.kind)) } == [.damaged, .notAllowed])
        let again = FakeFaceFinder()
        try await indexed(again).close()
        #expect(again.looked == ["locked.bmp"], "that may pass by itself")
    }

    /// What its owner has chosen is a library's own, also where a machine does not have it: nothing is found there then.
    @Test func facesAreToldApartByWhatTheOwnerChose() async throws {
        try test.addPhotos()
        let distances = FaceDistances(group: 0.1, pair: 0.2, doubt: 0.3)
        let finder = FakeFaceFinder(["red.bmp": [[1, 0]], "blue.bmp": [[1, 0.15]]], distances: distances)
        try await indexed(nil).close()
        try await test.configuration.opened().people.keep(true)
        var library = try await indexed(finder)
        #expect(try await library.catalog.faceDistances(of: finder.finder) == distances)
        let people = try await library.catalog.shownAlbum().people
        #expect(people.count == 2, "0.15 is too far for a group here, and would not be for dlib's")
        try await library.catalog.chooseFaceRecognizer("nowhere")
        try await library.close()

        #expect(try await figures(finder) == PeopleFigures(searched: nil, named: 0))
        let again = FakeFaceFinder(finder: 2)
        library = try await indexed(again)
        #expect(again.looked.isEmpty && problems.withLock { $0.map(\.kind) } == [.modelMissing])
        try await library.catalog.chooseFaceRecognizer(PhotoFaceFinder.usualRecognizer)
        try await library.close()
        try await indexed(again).close()
        #expect(!again.looked.isEmpty)
    }

    @Test func onlyWhatTellsFacesApartIsChosen() async throws {
        try test.addPhotos()
        try await indexed(nil).close()
        let configuration = LibraryConfiguration(
            library: test.configuration.library, models: [test.folder.path, try Installed.models()],
            cache: test.configuration.cache)
        _ = try SmallRecognizer.put(in: test.folder, named: "small")
        for (name, kind) in [
            ("./small", EvokeError.Kind.wrongUsage), ("nowhere", .modelMissing), ("starter", .wrongUsage),
            ("face-landmarks", .modelInvalid),
        ] {
            let error = await #expect(throws: EvokeError.self) {
                try await configuration.opened().people.tellApart(by: name)
            }
            #expect(error?.kind == kind, "\(name): \(error?.description ?? "")")
        }
        try await configuration.opened().people.tellApart(by: "small")
        let catalog = try await configuration.catalog.open(.read, upgrading: { _ in })
        #expect(try await catalog.faceRecognizer() == "small")
        try await catalog.close()
    }

    /// A run that is under way finds no more faces, and keeps none of those that it has.
    @Test func whoeverTurnsPeopleOffIsObeyedAtOnce() async throws {
        try test.addPhotos()
        try await indexed(nil).close()
        try await test.configuration.opened().people.keep(true)
        let configuration = test.configuration
        let finder = FakeFaceFinder(["red.bmp": [[1, 0]]]) { _ in
            try await configuration.opened().people.keep(false)
        }
        let library = try await indexed(finder)
        #expect(!finder.looked.isEmpty)
        #expect(try await found(library).isEmpty)
        try await library.close()
    }

    /// No name, and no vector, in any file of the library: in the database, its free pages, and its log, in libraries that
    /// restored ones replaced, and in what a killed copying left.
    @Test func whatIsForgottenIsInNoFile() async throws {
        try test.addPhotos()
        try await indexed(nil).close()
        try await test.configuration.opened().people.keep(true)
        // As long as real ones, and like nothing else.
        let vector = (0..<128).map { Float(Float16(0.001 * Float($0 * $0 + 7))) }
        let library = try await indexed(
            FakeFaceFinder(["red.bmp": [vector, vector.reversed()], "blue.bmp": [vector]]))
        let content = try #require(
            try await library.catalog.cards(after: PhotoID(-1), limit: 9).first { $0.path == test.red }?.content)
        let spot = FaceSpot(content, Face.Box(x: 0, y: 2, width: 90, height: 90))
        for name in ["Annegret Unmistakable", "Another Unmistakable", "Annegret Unmistakable"] {
            let person = Person(PersonID(4_711), name: name)
            try await library.catalog.record(
                PeopleChange(people: [person.id: person], words: [spot: OwnerDecision(person: person.id)]))
        }
        try await library.close()
        let halfFloats = vector.prefix(16).flatMap { number -> [UInt8] in
            let bits = Float16(number).bitPattern
            return [UInt8(truncatingIfNeeded: bits), UInt8(bits >> 8)]
        }
        let marks: [[UInt8]] = [Array("Unmistakable".utf8), halfFloats]
        let wide = "Unmistakable".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        let backup = test.folder.path.appending("backup")
        _ = try await LibraryBackups(of: test.configuration).make(at: backup)
        let kept = try #require(
            try await LibraryBackups(of: test.configuration).restore(from: backup, replacing: true).kept)
        for draft in [
            "library-replaced-1.sqlite.part", "library-replaced-1.sqlite.part-journal", "library.sqlite.part",
        ] {
            try FileSystem.replace(test.configuration.library.appending(draft), with: FileSystem.read(kept))
        }
        #expect(
            try marks.allSatisfy { try isInLibrary($0) && FileSystem.read(kept).contains($0) }, "else nothing is proved"
        )

        // Rows that are deleted, and no more, stay in free pages.
        let reader = try await PhotoLibrary.open(test.configuration, access: .read)
        try await test.configuration.opened().people.forget()
        for mark in marks + [wide] { #expect(try !isInLibrary(mark)) }
        #expect(try await reader.catalog.people().isEmpty)
        #expect(try await reader.catalog.check { _ in }.isInOrder)
        try await reader.close()
        #expect(FileSystem.isFile(kept), "the rest of it stays")
        for mark in marks + [wide] { #expect(try !isInLibrary(mark)) }
        #expect(try await figures(nil) == nil)
    }

    private func isInLibrary(_ bytes: [UInt8]) throws -> Bool {
        func isIn(_ folder: DiskPath) throws -> Bool {
            try FileSystem.names(in: folder, doing: "look").contains { name in
                let path = folder.appending(name)
                if FileSystem.isFolder(path) { return try isIn(path) }
                guard FileSystem.isFile(path) else { return false }
                return try FileSystem.read(path).contains(bytes)
            }
        }
        return try isIn(test.configuration.library)
    }
}
