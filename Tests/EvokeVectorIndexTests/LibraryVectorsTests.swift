import CatalogSQLite
import EvokeCatalog
import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Glibc
import Testing

@testable import EvokeVectorIndex

/// An index beside a real catalogue: whatever happens to either, answers are the catalogue's.
@Suite struct LibraryVectorsTests {
    private let folder = TemporaryFolder()
    private let model = ModelID.ofWidth(32)
    private let makings = Locked<[SearchIndexBuild]>([])
    private var vectors = PhotoLikeVectors(dimensions: 32, seed: 61)

    private var file: DiskPath { LibraryVectors.file(of: model, in: folder.path) }

    private func library() async throws -> VectorSearchingConformance.Library {
        let catalog = try await SQLiteCatalog.open(in: folder.path, access: .write)
        let threads = SearchThreads(count: 2)
        return (
            catalog,
            { [folder] in LibraryVectors(of: $0, in: folder.path, catalog: catalog, threads: threads) }
        )
    }

    @Test(arguments: VectorSearchingConformance.checks)
    func keepsTheContractOfASearch(check: VectorSearchingConformance.Check) async throws {
        try await check.run(on: library())
    }

    @Test func findsAllOfManyPhotos() async throws {
        try await VectorSearchingConformance(library()).checkMany(recall: 1)
    }

    /// New photos, changed ones, gone ones and ones that come back.
    @Test mutating func followsTheCatalog() async throws {
        let catalog = try await SQLiteCatalog.open(in: folder.path, access: .write)
        try await record(0..<300, catalog)
        let searching = searching(catalog)
        try await searching.bringUpToDate()
        try await record(300..<420, catalog)
        try await expectTruth(searching, catalog)
        try await record(10..<20, catalog, stamp: 2)
        let ids = try await ids(30..<60, catalog)
        try await catalog.record(ids.map { .vanished($0) }, model: model)
        try await expectTruth(searching, catalog)
        let stamp = FileStamp(size: 1, modifiedNanoseconds: 1, inode: 1)
        try await catalog.record(ids.prefix(9).map { .seen($0, stamp) } + [.hidden(ids[4])], model: model)
        _ = try await catalog.forget(under: DiskPath("/photos/41.jpg"))
        try await expectTruth(searching, catalog)
    }

    /// Before and after it is written down.
    @Test mutating func whoOpensItLaterFindsItAsItIs() async throws {
        let catalog = try await SQLiteCatalog.open(in: folder.path, access: .write)
        try await record(0..<300, catalog)
        let searching = searching(catalog)
        try await searching.bringUpToDate()
        try await record(10..<20, catalog, stamp: 2)
        try await expectTruth(self.searching(catalog), catalog)
        try await searching.bringUpToDate()
        #expect(try await stampOfFile() == catalog.vectorStamp())
        try await expectTruth(self.searching(catalog), catalog)
        #expect(makings.withLock { $0.filter { $0.isDone }.count } == 1, "it was made once")
    }

    /// Few changes are kept beside the file, and many are written to it.
    @Test mutating func whoIsToldOfChangesTakesThemInBeforeAnybodySearches() async throws {
        let catalog = try await SQLiteCatalog.open(in: folder.path, access: .write)
        let searching = searching(catalog)
        #expect(await !searching.hasPhotos)
        var before: [Int?] = []
        for numbers in [0..<50, 50..<60, 60..<1_500] {
            try await record(numbers, catalog)
            before.append(try await searching.count())
            try await searching.takeIn()
            try await expectTruth(searching, catalog)
        }
        #expect(before.dropFirst() == [50, 60])
    }

    @Test mutating func manyChangesAreWrittenDownByWhoeverSearches() async throws {
        let catalog = try await SQLiteCatalog.open(in: folder.path, access: .write)
        try await record(0..<50, catalog)
        try await searching(catalog).bringUpToDate()
        try await record(50..<1_500, catalog)
        try await expectTruth(searching(catalog), catalog)
        #expect(try await stampOfFile() == catalog.vectorStamp())
    }

    @Test mutating func damageIsMended() async throws {
        let catalog = try await SQLiteCatalog.open(in: folder.path, access: .write)
        try await record(0..<200, catalog)
        try await searching(catalog).bringUpToDate()
        let whole = try FileSystem.read(file)
        let layout = IndexLayout(dimensions: 32)
        let damages: [(String, [UInt8]?)] = [
            ("missing", nil), ("cut short", Array(whole.prefix(100_000))),
            ("flipped", flipped(whole, at: IndexLayout.headerBytes + layout.halfFloats + 5)),
            ("flipped header", flipped(whole, at: 30)), ("empty", []),
        ]
        for (number, (name, bytes)) in damages.enumerated() {
            makings.withLock { $0 = [] }
            if let bytes { try FileSystem.replace(file, with: bytes) } else { unlink(file.display) }
            try await expectTruth(searching(catalog), catalog)
            let made = makings.withLock { $0 }
            #expect(made.first?.photos == 0 && made.last?.isDone == true, "\(name)")
            #expect((made.first?.reason == nil) == (number == 0), "\(name)")
            #expect(try await stampOfFile() == catalog.vectorStamp())
        }
    }

    /// As on a disk that is full: the catalogue answers, and it is said once.
    @Test(arguments: ["", ".part"]) mutating func whereItCannotBeWrittenTheCatalogAnswers(suffix: String) async throws {
        let catalog = try await SQLiteCatalog.open(in: folder.path, access: .write)
        try await record(0..<200, catalog)
        let place = DiskPath(bytes: file.bytes + Array(suffix.utf8))
        try FileSystem.makeFolder(place)
        let searching = searching(catalog)
        for _ in 0..<2 { try await expectTruth(searching, catalog) }
        #expect(makings.withLock { $0.compactMap(\.setback) }.count == 1)
        let names = try FileSystem.names(in: folder.path)
        #expect(suffix == ".part" || !names.contains { $0.suffix(5).elementsEqual(".part".utf8) })
        await #expect(throws: EvokeError.self) { try await searching.bringUpToDate() }
        #expect(place.withCString { rmdir($0) } == 0)
        try await searching.bringUpToDate()
        try await expectTruth(searching, catalog)
        #expect(try await stampOfFile() == catalog.vectorStamp())
    }

    /// Damage that is only met when a row is looked at: a large index, or one that is open already.
    @Test mutating func damageToAnOpenIndexIsMended() async throws {
        let catalog = try await SQLiteCatalog.open(in: folder.path, access: .write)
        try await record(0..<200, catalog)
        let searching = searching(catalog)
        try await searching.bringUpToDate()
        try await expectTruth(searching, catalog)
        let descriptor = open(file.display, O_RDWR)
        let layout = IndexLayout(dimensions: 32)
        let zeroes = [UInt8](repeating: 0, count: 200 * 64)
        pwrite(descriptor, zeroes, zeroes.count, off_t(IndexLayout.headerBytes + layout.halfFloats))
        close(descriptor)
        // The exact search of a small index trusts what was looked at when it was opened; a fresh one looks again.
        try await expectTruth(self.searching(catalog), catalog)
        #expect(try await self.searching(catalog).check() == nil)
    }

    @Test mutating func anIndexOfAnotherLibraryIsNoticed() async throws {
        let catalog = try await SQLiteCatalog.open(in: folder.path, access: .write)
        try await record(0..<100, catalog)
        try await searching(catalog).bringUpToDate()
        let other = TemporaryFolder()
        let another = try await SQLiteCatalog.open(in: other.path, access: .write)
        try await record(0..<100, another)
        try FileSystem.replace(LibraryVectors.file(of: model, in: other.path), with: FileSystem.read(file))
        try await expectTruth(searching(another, in: other.path), another)
        #expect(makings.withLock { $0.last?.reason }?.contains("does not belong") == true)
    }

    /// The library was put back to a backup, and went on from there.
    @Test mutating func anIndexThatIsAheadIsNoticed() async throws {
        let catalog = try await SQLiteCatalog.open(in: folder.path, access: .write)
        try await record(0..<100, catalog)
        try await catalog.close()
        let backup = try FileSystem.read(folder.path.appending(SQLiteCatalog.fileName))
        let later = try await SQLiteCatalog.open(in: folder.path, access: .write)
        try await record(100..<120, later)
        try await searching(later).bringUpToDate()
        try await later.close()
        try FileSystem.replace(folder.path.appending(SQLiteCatalog.fileName), with: backup)
        for suffix in ["-wal", "-shm"] { unlink(folder.path.appending(SQLiteCatalog.fileName + suffix).display) }
        let restored = try await SQLiteCatalog.open(in: folder.path, access: .write)
        try await record(100..<130, restored)
        try await expectTruth(searching(restored), restored)
    }

    @Test mutating func withoutWritingItStillAnswers() async throws {
        let catalog = try await SQLiteCatalog.open(in: folder.path, access: .write)
        try await record(0..<100, catalog)
        // Another holds the lock all the time, as it would be on a disk that cannot be written.
        let lock = try FileLock(file: DiskPath(bytes: file.bytes + Array(".lock".utf8)))
        try await expectTruth(searching(catalog), catalog)
        #expect(!FileSystem.isFile(file))
        withExtendedLifetime(lock) {}
    }

    @Test mutating func manyPhotosGoneMakeItAgain() async throws {
        let catalog = try await SQLiteCatalog.open(in: folder.path, access: .write)
        try await record(0..<3_000, catalog)
        let searching = searching(catalog)
        try await searching.bringUpToDate()
        try await catalog.record(try await ids(0..<2_000, catalog).map { .vanished($0) }, model: model)
        try await searching.bringUpToDate()
        try await expectTruth(searching, catalog)
        let index = try await VectorIndex.open(file, model: model, threads: SearchThreads(count: 1))
        #expect(index.commit.rows == 1_000 && index.commit.removals == 0)
    }

    @Test mutating func searchersAtTheSameTimeAgree() async throws {
        let catalog = try await SQLiteCatalog.open(in: folder.path, access: .write)
        try await record(0..<2_600, catalog)
        let (one, two) = (searching(catalog), searching(catalog))
        let query = vectors.queries(1)
        let found = try await withThrowingTaskGroup(of: [[VectorMatch]].self) { group in
            for number in 0..<8 { group.addTask { try await (number % 2 == 0 ? one : two).search(query, top: 10) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let expected = try await Nearest(catalog, model: model).search(query, top: 10)
        #expect(found.allSatisfy { $0 == expected })
    }

    /// With rows in the index, and with rows that only the catalogue has.
    @Test mutating func anyCountHasItsAnswer() async throws {
        let catalog = try await SQLiteCatalog.open(in: folder.path, access: .write)
        try await record(0..<30, catalog)
        let searching = searching(catalog)
        try await searching.bringUpToDate()
        try await record(30..<40, catalog)
        let query = vectors.queries(1)
        for (count, found) in [(Int.min, 0), (-1, 0), (0, 0), (1, 1), (39, 39), (1 << 32, 40), (.max, 40)] {
            let counts = [
                try await searching.search(query, top: count)[0].count,
                try await Nearest(catalog, model: model).search(query, top: count)[0].count,
            ]
            #expect(counts == [found, found], "\(count)")
        }
    }

    // MARK: - Helpers

    private func searching(_ catalog: SQLiteCatalog, in folder: DiskPath? = nil) -> LibraryVectors {
        LibraryVectors(
            of: model, in: folder ?? self.folder.path, catalog: catalog, threads: SearchThreads(count: 2),
            notify: { [makings] making in makings.withLock { $0.append(making) } })
    }

    private mutating func expectTruth(
        _ searching: LibraryVectors, _ catalog: SQLiteCatalog, _ place: SourceLocation = #_sourceLocation
    ) async throws {
        let queries = vectors.queries(4)
        let found = try await searching.search(queries, top: 12)
        #expect(try await Nearest(catalog, model: model).search(queries, top: 12) == found, sourceLocation: place)
        // Where there is an index, it knows how many there are.
        if let count = try await searching.count() {
            let all = try await catalog.summary().models.first { $0.id == model }?.photos
            #expect(count == all, sourceLocation: place)
        }
    }

    private mutating func record(_ numbers: Range<Int>, _ catalog: SQLiteCatalog, stamp: Int64 = 1) async throws {
        let before = vectors.rows.count
        vectors.add(numbers.count)
        let changes = numbers.enumerated().map { place, number in
            CatalogChange.encoded(
                DiskPath("/photos/\(number).jpg"),
                FileStamp(size: stamp, modifiedNanoseconds: stamp, inode: UInt64(number)),
                ContentDigest(high: UInt64(number), low: UInt64(stamp)), PixelSize(width: 1, height: 1),
                Embedding(
                    normalizing: vectors.rows[before + place].map(Float.init), fingerprint: model.fingerprint)!)
        }
        try await catalog.record(changes, model: model)
    }

    private func ids(_ numbers: Range<Int>, _ catalog: SQLiteCatalog) async throws -> [PhotoID] {
        var ids: [PhotoID] = []
        for number in numbers {
            ids.append(try #require(try await catalog.photo(at: DiskPath("/photos/\(number).jpg"))))
        }
        return ids
    }

    private func stampOfFile() async throws -> VectorStamp {
        try await VectorIndex.open(file, model: model, threads: SearchThreads(count: 1)).stamp
    }

    private func flipped(_ bytes: [UInt8], at place: Int) -> [UInt8] {
        var bytes = bytes
        bytes[place] ^= 0x10
        return bytes
    }
}
