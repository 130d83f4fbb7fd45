import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

@testable import Evoke

/// The texts in photos are read after the photos can be searched, once, and photos are found by them.
@Suite struct LibraryTextTests {
    private let test = SmallLibrary()
    private let events = Locked<[(done: Int, total: Int)]>([])
    private let problems = Locked<[EvokeError]>([])

    private func configuration(_ reader: FakeTextReader?) -> LibraryConfiguration {
        var configuration = test.configuration
        configuration.textReader = reader
        return configuration
    }

    /// Indexes all photos with that reader, and gives the library open.
    private func indexed(_ reader: FakeTextReader?) async throws -> PhotoLibrary {
        _ = try TinyModel(in: test.folder)
        let library = try await PhotoLibrary.open(configuration(reader), access: .write, model: ModelChoice("tiny"))
        _ = try await library.index([test.photos], notify: record)
        return library
    }

    @Sendable private func record(_ event: IndexEvent) {
        switch event {
        case .reading(let done, let total): events.withLock { $0.append((done, total)) }
        case .failed(let error), .problem(let error): problems.withLock { $0.append(error) }
        default: break
        }
    }

    private func hits(_ library: PhotoLibrary, _ text: String) async throws -> [SearchHit] {
        Array(try await library.search(question(text)))
    }

    private func names(_ library: PhotoLibrary, _ text: String) async throws -> [String] {
        EvokeTests.names(of: try await hits(library, text))
    }

    @Test func photosAreFoundByWhatIsWrittenInThem() async throws {
        try test.addPhotos()
        let library = try await indexed(
            FakeTextReader(["red.bmp": ["Departures", "Gate 12"], "blue.bmp": ["Gate 13", "Departunes"]]))
        #expect(events.withLock { $0.map(\.done) } == [0, 1, 2, 3] && problems.withLock { $0.isEmpty })
        for (query, wanted) in [
            ("text:\"gate 12\"", ["red.bmp"]), ("text:gate -text:12", ["blue.bmp"]), ("text:\"12 gate\"", []),
            ("\"gate 13\"", ["blue.bmp"]), ("-\"gate\"", ["green.bmp"]),
        ] {
            #expect(try await names(library, query) == wanted, "\(query)")
        }
        #expect(try await configuration(FakeTextReader()).opened().status().read == 3)
        #expect(try await test.configuration.opened().status().read == nil, "nothing reads there")

        let found = try await hits(library, "gate 12")
        #expect(found[0].path == test.red && found[0].fits == true)
        let reason = try #require(found[0].reasons.first { $0.field == .picture })
        #expect(reason.way == .text && reason.part == "gate 12")
        let written = reason.pieces.map { $0.isMarked ? "[\($0.text)]" : $0.text }
        #expect(written == ["Departures ", "[Gate]", " ", "[12]"])

        // One misread letter hides no word, and comes behind what is read as it is.
        let misread = try await hits(library, "departures")
        let places = EvokeTests.names(of: misread)
        let exact = try #require(places.firstIndex(of: "red.bmp"))
        let other = try #require(places.firstIndex(of: "blue.bmp"))
        #expect(exact < other && misread[other].fits != false)
        #expect(misread[other].reasons.contains { $0.pieces.contains { $0.text == "Departunes" && $0.isMarked } })
    }

    @Test func aPhotoIsReadOnceByEachReaderWhereverItIs() async throws {
        try test.addPhotos()
        try await indexed(FakeTextReader(["red.bmp": ["Gate 12"]])).close()
        try test.folder.move("photos/red.bmp", to: "photos/moved.bmp")
        let bytes = try FileSystem.read(test.photos.appending("moved.bmp"))
        try FileSystem.replace(test.photos.appending("copy.bmp"), with: bytes)
        let again = FakeTextReader(["moved.bmp": ["another"]])
        var library = try await indexed(again)
        #expect(again.read.isEmpty)
        #expect(Set(try await names(library, "text:gate")) == ["moved.bmp", "copy.bmp"])
        try await library.close()

        let other = FakeTextReader(["moved.bmp": ["Cafe"], "copy.bmp": ["Cafe"]], fingerprint: "two")
        library = try await indexed(other)
        #expect(other.read.count == 3, "of two alike, one is read: \(other.read)")
        #expect(try await names(library, "text:gate").isEmpty)
        #expect(Set(try await names(library, "text:café")) == ["moved.bmp", "copy.bmp"])
    }

    @Test func whatCannotBeReadIsNotTriedForEver() async throws {
        try test.addPhotos()
        for (place, name) in ["damaged.bmp", "locked.bmp"].enumerated() {
            try test.folder.write("photos/\(name)", bitmap(9, 9, UInt8(place)))
        }
        try await indexed(FakeTextReader()).close()
        #expect(problems.withLock { Set($0.map(\.kind)) } == [.damaged, .notAllowed])
        let again = FakeTextReader()
        let library = try await indexed(again)
        #expect(again.read == ["locked.bmp"], "that may pass by itself")
        #expect(try await test.configuration.opened().status().summary.failed == 0, "it is searched as before")
        try await library.close()
    }

    @Test func aReaderThatFailsBlamesNoPhoto() async throws {
        try test.addPhotos()
        let failure = EvokeError(.modelInvalid, doing: "read the text", subject: "reader", reason: "the test says so")
        let library = try await indexed(FakeTextReader { _ in throw failure })
        #expect(problems.withLock { $0 } == [failure])
        let waiting = try await library.catalog.count(lacking: .text(by: FakeTextReader().id))
        #expect(waiting == 3)
        #expect(try await hits(library, "type:bmp").count == 3)
        try await library.close()
    }

    @Test func aFileThatIsAnotherByNowTellsNothing() async throws {
        try test.addPhotos()
        let red = test.red
        let reader = FakeTextReader(["red.bmp": ["Gate 12"]]) { name in
            if name == "red.bmp" { try FileSystem.replace(red, with: bitmap(1, 2, 3)) }
        }
        let library = try await indexed(reader)
        #expect(try await names(library, "text:gate").isEmpty)
        #expect(try await library.catalog.count(lacking: .text(by: reader.id)) == 1)
        try await library.close()
    }

    @Test func aRunThatEndsMidwayIsGoneOnWith() async throws {
        for number in 0..<60 { try test.folder.write("photos/\(number).bmp", bitmap(UInt8(number), 1, 2)) }
        let (begun, continuation) = AsyncStream.makeStream(of: Void.self)
        let count = Locked(0)
        let reader = FakeTextReader { _ in
            let isEarly = count.withLock { count in
                count += 1
                return count <= 30
            }
            guard !isEarly else { return }
            continuation.finish()
            try await Task.sleep(for: .seconds(3_600))
        }
        let run = Task { [self] in try await indexed(reader) }
        for await _ in begun {}
        run.cancel()
        let library = try await run.value
        let left = try await library.catalog.count(lacking: .text(by: reader.id))
        #expect(left < 60 && left >= 30, "what was done is kept: \(left)")
        try await library.close()
        let again = FakeTextReader()
        try await indexed(again).close()
        #expect(again.read.count == left)
    }
}
