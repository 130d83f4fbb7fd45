import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import Evoke

/// Texts and faces in the photos of a library in a database, found by several.
@Suite struct SharedPassTests {
    private let test = SmallLibrary()
    private let problems = HeardProblems()

    private func configuration(
        _ address: DiskPath, _ reader: FakeTextReader? = nil, _ finder: FakeFaceFinder? = nil
    ) -> LibraryConfiguration {
        var configuration = LibraryConfiguration(
            library: address, models: test.configuration.models, cache: test.configuration.cache)
        (configuration.textReader, configuration.faceFinder) = (reader, finder)
        return configuration
    }

    private func address() async throws -> DiskPath {
        _ = try TinyModel(in: test.folder)
        let server = try await PostgresServer.running()
        return try server.newLibrary(in: server.newDatabase())
    }

    private func index(
        _ address: DiskPath, _ reader: FakeTextReader? = nil, _ finder: FakeFaceFinder? = nil, leavingWork: Bool = false
    ) async throws -> IndexReport {
        let library = try await PhotoLibrary.open(
            configuration(address, reader, finder), access: .write, model: ModelChoice("tiny", precision: .full))
        let report = try await library.index([test.photos], leavingWork: leavingWork, notify: problems.record)
        try await library.close()
        return report
    }

    private func work(
        _ address: DiskPath, _ reader: FakeTextReader? = nil, _ finder: FakeFaceFinder? = nil
    ) async throws -> IndexReport {
        let library = try await PhotoLibrary.openToWork(configuration(address, reader, finder))
        let report = try await library.work(untilEmpty: true, notify: problems.record)
        try await library.close()
        return report
    }

    private func found(_ address: DiskPath, _ words: String) async throws -> Int {
        let catalog = try await configuration(address).catalog.open(.read) { _ in }
        let count = try await catalog.photos(meeting: .test(.pictureText(words))).count
        try await catalog.close()
        return count
    }

    /// With so many photos, in each of which is one of two faces.
    private func faces(_ photos: Int, at address: DiskPath, leavingWork: Bool = false) async throws -> [String:
        [[Float]]]
    {
        for number in 0..<photos { try test.folder.write("photos/\(number).bmp", bitmap(UInt8(number), 1, 2)) }
        _ = try await index(address, leavingWork: leavingWork)
        let faces = (0..<photos).map { ("\($0).bmp", [$0 % 2 == 0 ? [1, 0, 0, 0] : [0, 1, 0, 0]] as [[Float]]) }
        return Dictionary(uniqueKeysWithValues: faces)
    }

    @Test func textsAreReadAndFacesFoundOnceWhereNoPhotoIsLeft() async throws {
        let address = try await address()
        let faces = try await faces(16, at: address, leavingWork: true)
        try await configuration(address).opened().people.keep(true)
        let texts = Dictionary(uniqueKeysWithValues: (0..<16).map { ("\($0).bmp", ["Gate \($0)"]) })
        let (readers, finders) = (
            (0..<3).map { _ in FakeTextReader(texts) }, (0..<3).map { _ in FakeFaceFinder(faces) }
        )
        async let indexed = index(address, readers[0], finders[0])
        async let worked = work(address, readers[1], finders[1])
        for report in try await [indexed, worked] { #expect(report.failed == 0 && !report.isInterrupted) }
        #expect(readers.flatMap(\.read).sorted() == texts.keys.sorted())
        #expect(finders.flatMap(\.looked).sorted() == texts.keys.sorted())
        #expect(try await found(address, "gate") == 16)
        #expect(try await found(address, "gate 7") == 1)
        let people = try await configuration(address).opened().people.list()
        #expect(people.map(\.photos) == [8, 8] && problems.all.isEmpty)
        // Nothing is left for those who index, then.
        _ = try await index(address, readers[2], finders[2])
        #expect(readers[2].read.isEmpty && finders[2].looked.isEmpty)
    }

    @Test func whatAnotherMachineDoesIsLeftAloneAndItSaysSo() async throws {
        let address = try await address()
        try test.addPhotos()
        _ = try await index(address, leavingWork: true)
        try await configuration(address).opened().people.keep(true)
        _ = try await index(address, FakeTextReader(["red.bmp": ["Gate 12"]]), FakeFaceFinder(finder: 1))
        #expect(try await found(address, "gate") == 1)
        let other = (
            reader: FakeTextReader(["red.bmp": ["Door"]], fingerprint: "two"), finder: FakeFaceFinder(finder: 2)
        )
        #expect(try await work(address, other.reader, other.finder).failed == 0)
        #expect(other.reader.read.isEmpty && other.finder.looked.isEmpty)
        #expect(problems.all.map(\.kind) == [.unsupported, .unsupported])
        #expect(problems.all.first?.reason.contains("graphs or languages that this machine") == true)
        #expect(problems.all.last?.reason.contains("graphs that this machine") == true)
        // Whoever indexes decides.
        _ = try await index(address, other.reader, other.finder)
        #expect(other.reader.read.count == 3 && other.finder.looked.count == 3)
        #expect(try await found(address, "gate") == 0)
        #expect(try await found(address, "door") == 1)
    }

    /// Nobody knows what its error says, so it counts against the photo.
    @Test func aPhotoThatEndsItsReadersIsSetAside() async throws {
        struct Poison: Error {}
        let address = try await address()
        try test.addPhotos()
        _ = try await index(address)
        var ends = 0
        while ends < 9 {
            do {
                let reader = FakeTextReader { if $0 == "red.bmp" { throw Poison() } }
                #expect(try await work(address, reader).failed == 1)
                break
            } catch is Poison {
                ends += 1
            }
        }
        #expect(ends == 3)
        let status = try await configuration(address, FakeTextReader()).opened().status()
        #expect(status.read == 2 && status.queue?.setAside.map(\.path) == [test.red], "\(status.queue as Any)")
        #expect(status.queue?.textsWaiting == 0 && status.summary.photos == 3)
    }

    @Test func aReaderThatFailsBlamesNoPhoto() async throws {
        let address = try await address()
        try test.addPhotos()
        let failure = EvokeError(.modelInvalid, doing: "read the text", subject: "reader", reason: "the test says so")
        #expect(try await index(address, FakeTextReader { _ in throw failure }).added == 3)
        #expect(problems.all == [failure])
        let status = try await configuration(address, FakeTextReader()).opened().status()
        #expect(status.queue?.textsWaiting == 3 && status.queue?.setAside.isEmpty == true)
        let reader = FakeTextReader()
        _ = try await work(address, reader)
        #expect(reader.read.count == 3)
    }

    @Test func whatCannotBeReadIsNotTriedForEver() async throws {
        let address = try await address()
        for (place, name) in ["damaged.bmp", "locked.bmp", "plain.bmp"].enumerated() {
            try test.folder.write("photos/\(name)", bitmap(9, 9, UInt8(place)))
        }
        _ = try await index(address, FakeTextReader())
        #expect(Set(problems.all.map(\.kind)) == [.damaged, .notAllowed])
        let again = FakeTextReader()
        _ = try await index(address, again)
        #expect(again.read == ["locked.bmp"], "that may pass by itself")
    }

    @Test(.timeLimit(.minutes(1))) func aWorkerFindsFacesAsSoonAsThatIsWanted() async throws {
        let address = try await address()
        let finder = FakeFaceFinder(try await faces(4, at: address))
        let library = try await PhotoLibrary.openToWork(configuration(address, nil, finder))
        _ = try await library.work(untilEmpty: true, notify: problems.record)
        let worker = Task { try await library.work(untilEmpty: false, notify: problems.record) }
        #expect(finder.looked.isEmpty)
        let people = try await configuration(address).opened().people
        try await people.keep(true)
        while try await people.list().count < 2 { try await Task.sleep(for: .milliseconds(50)) }
        try await people.keep(false)
        while try await library.queue().workers.contains(where: { $0.analysis != nil }) { await Task.yield() }
        try test.folder.write("photos/new.bmp", bitmap(7, 7, 7))
        _ = try await index(address)
        #expect(finder.looked.count == 4)
        try await people.keep(true)
        while finder.looked.count < 5 { try await Task.sleep(for: .milliseconds(50)) }
        worker.cancel()
        _ = try await worker.value
        try await library.close()
        #expect(finder.looked.last == "new.bmp" && problems.all.isEmpty)
    }
}
