import EvokeTestSupport
import EvokeValues
import Testing

@testable import Evoke

/// Faces in the photos of a library in a database, found by several.
@Suite struct SharedFacesTests {
    private let test = SmallLibrary()
    private let problems = HeardProblems()

    private func configuration(_ address: DiskPath, _ finder: FakeFaceFinder?) -> LibraryConfiguration {
        var configuration = LibraryConfiguration(
            library: address, models: test.configuration.models, cache: test.configuration.cache)
        configuration.faceFinder = finder
        return configuration
    }

    /// A library with so many photos, in each of which is one face.
    private func library(_ photos: Int, people areOn: Bool = true) async throws -> (DiskPath, [String: [[Float]]]) {
        _ = try TinyModel(in: test.folder)
        let server = try await PostgresServer.running()
        let address = try server.newLibrary(in: server.newDatabase())
        for number in 0..<photos { try test.folder.write("photos/\(number).bmp", bitmap(UInt8(number), 1, 2)) }
        let library = try await PhotoLibrary.open(
            configuration(address, nil), access: .write, model: ModelChoice("tiny", precision: .full))
        _ = try await library.index([test.photos], notify: problems.record)
        try await library.close()
        if areOn { try await configuration(address, nil).opened().people.keep(true) }
        let faces = (0..<photos).map { ("\($0).bmp", [$0 % 2 == 0 ? [1, 0, 0, 0] : [0, 1, 0, 0]] as [[Float]]) }
        return (address, Dictionary(uniqueKeysWithValues: faces))
    }

    private func work(_ address: DiskPath, _ finder: FakeFaceFinder) async throws {
        let library = try await PhotoLibrary.openToWork(configuration(address, finder))
        let report = try await library.work(untilEmpty: true, notify: problems.record)
        #expect(report.failed == 0 && !report.isInterrupted)
        try await library.close()
    }

    @Test func workersFindFacesWhereNothingElseIsLeft() async throws {
        let (address, faces) = try await library(16)
        let finders = (0..<2).map { _ in FakeFaceFinder(faces) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for finder in finders { group.addTask { try await work(address, finder) } }
            try await group.waitForAll()
        }
        #expect(Set(finders.flatMap(\.looked)).count == 16)
        #expect(problems.all.isEmpty)
        let people = try await configuration(address, nil).opened().people.list()
        #expect(people.map(\.photos) == [8, 8])

        let again = FakeFaceFinder(faces)
        try await work(address, again)
        #expect(again.looked.isEmpty)
    }

    @Test func nobodyLooksBeforeItIsWanted() async throws {
        let (address, faces) = try await library(3, people: false)
        let finder = FakeFaceFinder(faces)
        try await work(address, finder)
        #expect(finder.looked.isEmpty)
    }

    /// Else two with different graphs would go on for ever.
    @Test func whatAnotherFinderFoundIsLeftAlone() async throws {
        let (address, faces) = try await library(3)
        try await work(address, FakeFaceFinder(faces, finder: 1))
        let other = FakeFaceFinder(faces, finder: 2)
        try await work(address, other)
        #expect(other.looked.isEmpty)
        #expect(problems.all.map(\.kind) == [.unsupported])
    }

    @Test func aFinderThatFailsBlamesNoPhoto() async throws {
        let (address, _) = try await library(3)
        let failure = EvokeError(.modelInvalid, doing: "find faces", subject: "finder", reason: "the test says so")
        try await work(address, FakeFaceFinder { _ in throw failure })
        #expect(problems.all == [failure])
        let finder = FakeFaceFinder()
        try await work(address, finder)
        #expect(finder.looked.count == 3)
    }
}
