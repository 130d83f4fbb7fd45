import CatalogSQLite
import EvokeCatalog
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Glibc
import Testing

@testable import EvokeIndexing

/// Libraries, models and caches that lie among photos.
@Suite struct OwnFoldersTests {
    private let folder = TemporaryFolder()
    private let elsewhere = TemporaryFolder()
    private let home = TemporaryFolder()
    private let catalog: SQLiteCatalog

    private var own: OwnFolders {
        OwnFolders(
            library: folder.path.appending("library"), shelves: [folder.path.appending("models")],
            cache: elsewhere.path.appending("cache"), catalogs: ["library.sqlite"])
    }

    init() async throws {
        catalog = try await SQLiteCatalog.open(in: home.path, access: .write)
        for name in [
            "a.jpg", "library/b.jpg", "library/thumbnails/00/c.jpg", "models/m/d.jpg", "other/library.sqlite",
            "other/thumbnails/00/e.jpg", "other/f.jpg", "thumbnails/g.jpg",
        ] {
            try folder.write(name, name.utf8)
        }
        try elsewhere.write("cache/h.jpg", "h".utf8)
        // A link is another way to the same folder.
        let (cache, link) = (elsewhere.path.appending("cache"), folder.path.appending("pictures"))
        _ = cache.withCString { from in link.withCString { symlink(from, $0) } }
    }

    @Test func theyArePassedOver() async throws {
        #expect(try await index([folder.path]).added == 3, "a, f, and g: a folder may be called so")
        #expect(try await index([]).unchanged == 3)
    }

    @Test func whatWasTakenInFromThereIsLeftOut() async throws {
        #expect(try await index([folder.path], own: OwnFolders()).added == 8)
        let report = try await index([])
        #expect(report.hidden == 5 && report.vanished == 0 && report.unchanged == 3)
        #expect(try await catalog.summary().hidden == 5)
    }

    @Test func changesInThemAreNone() async throws {
        _ = try await index([folder.path])
        try folder.write("library/thumbnails/00/new.jpg", "new".utf8)
        let inner = folder.path.appending("library/thumbnails/00")
        for changes in [FolderChanges(folders: [inner]), FolderChanges(trees: [inner])] {
            let report = try await indexer(own).refresh(changes, willRead: { _ in }, notify: { _ in })
            #expect(report.added == 0)
        }
    }

    /// Deleted photos are in no answer, whichever disk's trash they lie in: the user's, and any that looks like one.
    @Test func theTrashIsPassedOver() async throws {
        let before = try await index([folder.path]).added
        for name in ["data/Trash/files/x.jpg", "disk/bin/files/y.jpg", "disk/bin/expunged/1/y.jpg", "info/files/z.jpg"]
        {
            try folder.write(name, name.utf8)
        }
        try folder.write("disk/bin/info/y.jpg.trashinfo", "[Trash Info]".utf8)
        let own = OwnFolders(
            library: home.path, shelves: [], cache: home.path, catalogs: [],
            trashes: [folder.path.appending("data/Trash")])
        #expect(before == 3 && own.holds(folder.path.appending("disk/bin/files")))
        #expect(own.holds(folder.path.appending("data/Trash")) && !own.holds(folder.path.appending("info/files")))
        let inner = FolderChanges(folders: [folder.path.appending("disk/bin/files")])
        let refreshed = try await indexer(own).refresh(inner, willRead: { _ in }, notify: { _ in })
        let report = try await index([], own: own)
        #expect(refreshed.added == 0 && report.added == 1 + 5, "z, and what is of the folders of another library")
    }

    /// Somebody keeps the one with the other; but thumbnails of thumbnails would have no end.
    @Test func photosMayLieInALibrarysFolder() async throws {
        #expect(try await index([folder.path.appending("library")]).added == 1)
        let roots = try await catalog.roots()
        let report = try await index([folder.path.appending("library/thumbnails"), elsewhere.path.appending("cache")])
        #expect(report.problems.count == 2 && report.added == 0)
        #expect(try await catalog.roots() == roots)
    }

    private func index(_ paths: [DiskPath], own: OwnFolders? = nil) async throws -> IndexReport {
        try await indexer(own ?? self.own).run(paths) { _ in }
    }

    private func indexer(_ own: OwnFolders) -> Indexer {
        Indexer(
            catalog: catalog, model: .fake, decoder: FakeDecoder(), digester: FakeDigester(),
            metadata: FakeFactReader(),
            encoder: FakeEncoder(), thumbnails: FakeThumbnails(), executor: BlockingExecutor(width: 4), own: own)
    }
}
