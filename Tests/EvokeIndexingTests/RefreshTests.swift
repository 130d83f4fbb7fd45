import CatalogSQLite
import EvokeCatalog
import EvokeIndexing
import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Glibc
import Testing

/// Refreshing parts of a root, of which the rest is not looked at.
@Suite struct RefreshTests {
    private let folder = TemporaryFolder()
    private let home = TemporaryFolder()
    private let catalog: SQLiteCatalog
    private let decoder = FakeDecoder()
    private let read = Locked<[DiskPath]>([])

    init() async throws {
        catalog = try await SQLiteCatalog.open(in: home.path, access: .write)
        for name in ["a.jpg", "in/b.jpg", "in/deep/c.jpg", "other/d.jpg"] { try folder.write(name, name.utf8) }
        _ = try await indexer().run([folder.path]) { _ in }
    }

    @Test func readsAFolderWithoutThoseInside() async throws {
        for name in ["e.jpg", "in/f.jpg", "in/deep/g.jpg", "other/h.jpg"] { try folder.write(name, name.utf8) }
        folder.remove("in/b.jpg")
        folder.remove("in/deep/c.jpg")
        let report = try await refresh(folders: ["in"])
        #expect(report.added == 1 && report.vanished == 1 && report.unchanged == 0)
        #expect(read.withLock { $0 } == [path("in")])
        #expect(try await catalog.photo(at: path("in/f.jpg")) != nil)
        #expect(try await catalog.roots() == [folder.path], "nothing is remembered that was not")
    }

    @Test func readsATreeWithAllBelow() async throws {
        for name in ["e.jpg", "new/f.jpg", "new/er/g.jpg", "new/.cache/h.jpg", "other/i.jpg"] {
            try folder.write(name, name.utf8)
        }
        let report = try await refresh(trees: ["new"])
        #expect(report.added == 3, "with the folder above, which has to be read for it")
        #expect(read.withLock { $0 } == ["", "new", "new/er"].map(path))
    }

    @Test func aTreeThatIsGoneIsGone() async throws {
        try folder.move("in", to: "renamed")
        let report = try await refresh(trees: ["in", "renamed"])
        #expect(report.moved == 2 && report.vanished == 0 && report.added == 0)
        try folder.move("renamed", to: "in")
        #expect(try await refresh(trees: ["in", "renamed"]).moved == 2)
        #expect(decoder.decoded.count == 4, "nothing is decoded again")
    }

    @Test func aFolderThatIsGoneWhenItIsReadIsGone() async throws {
        try folder.move("in", to: ".away")
        let report = try await refresh(folders: ["in"])
        #expect(report.vanished == 2 && report.problems.isEmpty)
    }

    @Test func theWholeRootIsATree() async throws {
        try folder.write("in/deep/e.jpg", "new".utf8)
        let report = try await refresh(trees: [""])
        #expect(report.added == 1 && report.unchanged == 4)
        #expect(read.withLock { $0 }.count == 4)
    }

    @Test func passesOverWhatIndexingPassesOver() async throws {
        try folder.write(".cache/in/e.jpg", "hidden".utf8)
        let report = try await refresh(folders: [".cache", ".cache/in"], trees: [".cache/in", ".cache"])
        #expect(report.added == 0)
        #expect(read.withLock { $0 } == [folder.path])
    }

    @Test func filesInTheMakingAreLeftAsTheyAre() async throws {
        try folder.write("in/b.jpg", "half of it".utf8)
        try folder.write("in/e.jpg", "half".utf8)
        let unfinished = ["in/b.jpg", "in/e.jpg"].map(path)
        let report = try await refresh(folders: ["in"], unfinished: unfinished)
        #expect(report.added == 0 && report.changed == 0 && report.vanished == 0)
        let rest = try await refresh(folders: ["in"])
        #expect(rest.added == 1 && rest.changed == 1)
    }

    @Test func aMissingOrEmptiedRootKeepsItsPhotos() async throws {
        let away = TemporaryFolder()
        try folder.write("root/a.jpg", "one".utf8)
        let other = TemporaryFolder()
        let catalog = try await SQLiteCatalog.open(in: other.path, access: .write)
        _ = try await indexer(catalog).run([path("root")]) { _ in }
        let target = away.path.appending("root")
        for changes in [FolderChanges(folders: [path("root")]), FolderChanges(trees: [path("root")])] {
            _ = path("root").withCString { from in target.withCString { rename(from, $0) } }
            let missing = try await refresh(changes, catalog)
            #expect(missing.problems.map(\.path) == [path("root")] && missing.vanished == 0)
            try FileSystem.makeFolder(path("root"))
            let bare = try await refresh(changes, catalog)
            #expect(bare.problems.map(\.path) == [path("root")] && bare.vanished == 0)
            #expect(read.withLock { $0 }.last == path("root"), "what fills it again is heard of")
            _ = path("root").withCString { rmdir($0) }
            _ = target.withCString { from in path("root").withCString { rename(from, $0) } }
        }
        #expect(try await catalog.summary().photos == 1)
    }

    @Test func whatWentUnheardIsMissedWhenTheFolderAboveIsRead() async throws {
        try folder.move("in", to: ".away")
        #expect(try await refresh(folders: ["other"]).vanished == 0)
        #expect(try await refresh(folders: [""]).vanished == 2)
    }

    @Test func rootsThatNothingHappenedInAreNotSpokenOf() async throws {
        try await catalog.addRoot(DiskPath("/no/such/root"))
        #expect(try await refresh(folders: ["in"]).problems.isEmpty)
        let elsewhere = try await refresh(FolderChanges(trees: [DiskPath("/elsewhere")]), catalog)
        #expect(elsewhere.problems.isEmpty && elsewhere.unchanged == 0)
    }

    private func path(_ name: String) -> DiskPath { name.isEmpty ? folder.path : folder.path.appending(name) }

    private func refresh(
        folders: [String] = [], trees: [String] = [], unfinished: [DiskPath] = []
    ) async throws -> IndexReport {
        try await refresh(
            FolderChanges(folders: Set(folders.map(path)), trees: Set(trees.map(path)), unfinished: Set(unfinished)),
            catalog)
    }

    private func refresh(_ changes: FolderChanges, _ catalog: any PhotoCatalog) async throws -> IndexReport {
        try await indexer(catalog).refresh(
            changes, willRead: { [read] folder in read.withLock { $0.append(folder) } }, notify: { _ in })
    }

    private func indexer(_ other: (any PhotoCatalog)? = nil) -> Indexer {
        Indexer(
            catalog: other ?? catalog, model: .fake, decoder: decoder, digester: FakeDigester(),
            metadata: FakeFactReader(), encoder: FakeEncoder(), thumbnails: FakeThumbnails(),
            executor: BlockingExecutor(width: 2))
    }
}
