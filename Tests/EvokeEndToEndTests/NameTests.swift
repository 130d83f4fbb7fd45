import CatalogSQLite
import EvokeCatalog
import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

/// Photos exchange their names, are copied over each other and change, while the program runs and is killed. The same
/// with many more rounds and no program: 'evoke-bench names'.
@Suite struct NameTests {
    private static let photos = 48
    private let library: GeneratedLibrary

    init() throws {
        library = try GeneratedLibrary(photos: Self.photos)
    }

    @Test func eachNameKeepsItsPhotoThroughKills() async throws {
        var random = SeededGenerator(seed: TestSeed.value)
        #expect(try await library.index().code == 0)
        for round in 0..<3 {
            try shuffle(&random)
            let watch = FolderWatch(library.photos.path)
            let run = try library.program.start(arguments: library.indexing())
            try await watch.wait(for: Int.random(in: 0..<Self.photos, using: &random), by: run) {
                run.signal(SIGKILL)
            }
            _ = await run.outcome()
            if round.isMultiple(of: 2) { try shuffle(&random) }
            #expect(try await library.index().code == 0)
            try await expectTruth(round)
        }
    }

    @Test func eachNameKeepsItsPhotoUnderAWatch() async throws {
        var random = SeededGenerator(seed: TestSeed.value)
        #expect(try await library.index().code == 0)
        let watch = try library.program.start(arguments: ["watch", "--library", library.folder.display])
        defer { watch.signal(SIGKILL) }
        let opened = FolderWatch(library.photos.path)
        try shuffle(&random)
        try await opened.wait(for: Int.random(in: 1...20, using: &random), by: watch) { watch.signal(SIGKILL) }
        _ = await watch.outcome()
        try shuffle(&random)
        let next = try library.program.start(arguments: ["watch", "--library", library.folder.display])
        defer { next.signal(SIGKILL) }
        for round in 0...1 {
            let fresh = try await freshly(round)
            try await wait(
                for: "the library to follow its folder", watching: { try await said() }, until: { $0 == fresh })
            if round == 0 { try shuffle(&random) }
        }
        next.terminate()
        #expect(await next.outcome().code == 0)
    }

    /// All names are exchanged; then some photos are copied over others, some change, and one goes.
    private func shuffle(_ random: inout SeededGenerator) throws {
        let names = try FileSystem.names(in: library.photos.path).map { String(decoding: $0, as: UTF8.self) }
        for name in names { try library.photos.move(name, to: ".\(name)") }
        for (name, other) in zip(names, names.shuffled(using: &random)) {
            try library.photos.move(".\(name)", to: other)
        }
        let some = names.shuffled(using: &random)
        _ = try library.photos.copy(library.photos.path.appending(some[0]), to: some[1])
        try library.photos.write(some[2], TestPicture.png(Int.random(in: 1_000...99_999, using: &random)))
        try library.photos.write(some[3], TestPicture.png(Int.random(in: 1_000...99_999, using: &random)))
        library.photos.remove(some[4])
        try library.photos.write(some[4] + ".png", TestPicture.png(Int.random(in: 1_000...99_999, using: &random)))
    }

    private func expectTruth(_ round: Int) async throws {
        let fresh = try await freshly(round)
        #expect(fresh.count == Self.photos)
        #expect(try await said() == fresh)
        let again = try await library.index()
        #expect(again.errors.contains("Photos: \(Self.photos) unchanged."), "\(again.errors)")
        #expect(try await library.check().code == 0)
    }

    private struct Said: Equatable {
        let vector: Embedding?
        let metadata: PhotoMetadata?
    }

    private func freshly(_ round: Int) async throws -> [DiskPath: Said] {
        let fresh = library.program.home.path.appending("fresh-\(round)")
        #expect(try await library.index(into: fresh).code == 0)
        return try await said(fresh)
    }

    /// What a library says of each name, while others may write to it.
    private func said(_ folder: DiskPath? = nil) async throws -> [DiskPath: Said] {
        let catalog = try await SQLiteCatalog.open(in: folder ?? library.folder, access: .read)
        let model = try #require(try await catalog.models().first)
        var said: [DiskPath: Said] = [:]
        for file in try await catalog.files(in: library.photos.path, model: model) where file.isHere {
            said[file.path] = Said(
                vector: try await catalog.vector(of: file.id, model: model),
                metadata: try await catalog.metadata(of: file.id)?.metadata)
        }
        try await catalog.close()
        return said
    }
}
