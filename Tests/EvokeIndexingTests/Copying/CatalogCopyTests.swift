import CatalogPostgres
import CatalogSQLite
import EvokeCSQLite
import EvokeCatalog
import EvokePorts
import EvokeTestSupport
import EvokeValues
import Synchronization
import Testing

@testable import EvokeIndexing

@Suite struct CatalogCopyTests {
    /// What this machine makes of libraries in databases.
    private let made = TemporaryFolder()
    private let folders = [TemporaryFolder(), TemporaryFolder()]

    @Test(arguments: PostgresServer.Version.allCases)
    func isTheSameThereAndBack(version: PostgresServer.Version) async throws {
        let library = try await FullLibrary()
        let original = try await rows(of: library.place)
        #expect(CatalogTable.all.filter { $0.isCopied && original[$0.name]?.isEmpty ?? true } == [.suspects])
        let database = try await newDatabase(version)
        let report = try await copy(library.place, to: database)
        #expect(report.photos == 12 && report.photosBefore == 0)
        #expect(report.compared.first { $0.name == "vectors" }?.rows == 12)
        // To another library in the same database, into a folder, and from there into another.
        var places: [any CatalogPlace] = [database, try await newDatabase(version)]
        places += folders.map { SQLitePlace(in: $0.path) }
        for (source, target) in zip(places, places.dropFirst()) { try await copy(source, to: target) }
        for place in places { #expect(try await rows(of: place) == original) }
    }

    /// Libraries of the last format of Evoke 0.1 (`Tests/EvokeTestSupport/Libraries`) hold what they held.
    @Test func olderLibrariesHoldTheSame() async throws {
        let library = try await FullLibrary(isOfVersion01: true)
        let original = try await rows(of: library.place)
        let dump = folders[1].path.appending("dump.sql").display
        try OlderLibrary.unpack("full21.sqlite", to: folders[0].path.appending("library.sqlite"))
        try OlderLibrary.unpack("full13.sql", to: folders[1].path.appending("dump.sql"))
        let server = try await PostgresServer.running()
        let database = try server.newDatabase()
        try server.psql("CREATE EXTENSION vector", in: database)
        try server.psql("\\i \(dump)", in: database)
        let reader = PostgresServer.newName("r")
        try server.psql("CREATE ROLE \(reader) LOGIN; SELECT evoke.admit('full', '\(reader)')", in: database)
        // Who was admitted before reads the new tables, too.
        let upgraded = ["postgres", reader].map { user in
            postgres(server.address(ofLibrary: "full", in: database, user: user))
        }
        for place in [SQLitePlace(in: folders[0].path)] + upgraded as [any CatalogPlace] {
            // Nobody should have to index before they can search.
            let catalog = try await place.open(.read) { _ in }
            let report = try await catalog.check { _ in }
            #expect(report.isInOrder, "\(report.faults)")
            #expect(try await catalog.photos(with: #require(TextQuery("Départs"))).all.count == 1)
            try await catalog.close()
            let held = try await rows(of: place)
            // That format kept no order of companions, and what undoes a change lists it in any order.
            let orderless = [CatalogTable.companions, .markChanges, .peopleChanges]
            for table in CatalogTable.all {
                let (rows, others) = (held[table.name], original[table.name])
                #expect(orderless.contains(table) ? rows?.count == others?.count : rows == others, "\(table.name)")
            }
        }
    }

    @Test(arguments: PostgresServer.Version.allCases)
    func isALibraryLikeTheOther(version: PostgresServer.Version) async throws {
        let library = try await FullLibrary()
        for place in [try await newDatabase(version), SQLitePlace(in: folders[0].path)] as [any CatalogPlace] {
            try await copy(library.place, to: place)
            try await expectLibrary(place, like: library.place)
        }
    }

    /// Whoever opens it finds, checks and changes it as any other.
    private func expectLibrary(_ place: any CatalogPlace, like other: any CatalogPlace) async throws {
        let (copy, original) = (try await place.open(.write) { _ in }, try await other.open(.read) { _ in })
        let report = try await copy.check { _ in }
        #expect(report.isInOrder, "\(report.faults)")
        #expect(try await copy.summary() == original.summary())
        for text in ["fluss", "word", "nikon", "3"] {
            let words = try #require(TextQuery(text))
            #expect(try await copy.photos(with: words) == original.photos(with: words), "\(text)")
        }
        let numbers = try await rows(of: place)[CatalogTable.photos.name]?.map(\.first)
        try await FullLibrary.record(50, in: copy)
        let new = try await copy.photo(at: FullLibrary.photo(50))
        #expect(numbers?.contains(new.map { .integer($0.value) }) == false, "a new number")
        #expect(try await copy.undoMarks() == 2)
        #expect(try await copy.undoPeopleChange() != nil)
        for catalog in [copy, original] { try await catalog.close() }
    }

    @Test(arguments: [0, 2, 7])
    func anInterruptedCopyGoesOn(adds: Int) async throws {
        let library = try await FullLibrary()
        for target in [try await newDatabase(.eighteen), SQLitePlace(in: folders[0].path)] as [any CatalogPlace] {
            await #expect(throws: EvokeError.self) { try await copy(library.place, to: target, failingAfter: adds) }
            let report = try await copy(library.place, to: target)
            // What is no photo's is four batches; then come photos, two at once.
            #expect(report.photosBefore == max(0, adds - 4) * 2)
            #expect(try await rows(of: target) == rows(of: library.place))
        }
    }

    @Test func aSourceThatChangedMeanwhileIsNotGoneOnWith() async throws {
        let library = try await FullLibrary()
        let target = SQLitePlace(in: folders[0].path)
        await #expect(throws: EvokeError.self) { try await copy(library.place, to: target, failingAfter: 5) }
        let catalog = try await library.place.open(.write) { _ in }
        try await FullLibrary.record(20, in: catalog)
        try await catalog.close()
        let error = await #expect(throws: EvokeError.self) { try await copy(library.place, to: target) }
        #expect(error?.kind == .wrongUsage && error?.reason.contains("before that changed") == true)
    }

    /// What no log tells is found when both are compared.
    @Test func aSettingThatChangedMeanwhileIsNamed() async throws {
        let library = try await FullLibrary()
        let target = SQLitePlace(in: folders[0].path)
        await #expect(throws: EvokeError.self) { try await copy(library.place, to: target, failingAfter: 5) }
        let catalog = try await library.place.open(.write) { _ in }
        try await catalog.choose(ModelChoice("two"))
        try await catalog.close()
        let error = await #expect(throws: EvokeError.self) { try await copy(library.place, to: target) }
        #expect(error?.reason.contains("name 'model' in 'settings'") == true, "\(String(describing: error))")
    }

    @Test func aLibraryThatIsThereIsLeftAlone() async throws {
        let (library, other) = (try await FullLibrary(), try await FullLibrary())
        let database = try await newDatabase(.eighteen)
        _ = try await copy(library.place, to: database)
        let before = try await rows(of: database)
        for target in [database, other.place] as [any CatalogPlace] {
            let error = await #expect(throws: EvokeError.self) { try await copy(library.place, to: target) }
            #expect(error?.reason == "it already contains a library")
        }
        #expect(try await rows(of: database) == before)
    }

    @Test(arguments: [
        ("UPDATE metadata SET camera = 'X' WHERE photo = 4", "photo 4 in 'metadata'"),
        ("UPDATE photos SET size = 'much' WHERE photo = 3", "photo 3 in 'photos'"),
        ("UPDATE vectors SET half_floats = x'00' WHERE photo = 2", "photo 2, model 1 in 'vectors'"),
        ("PRAGMA foreign_keys = OFF; DELETE FROM photos WHERE photo = 2", "photo 2 in 'metadata'"),
    ])
    func aDamagedRowIsNamedAndNotLeftOut(statement: String, name: String) async throws {
        let library = try await FullLibrary()
        var handle: OpaquePointer?
        let file = library.home.path.appending(SQLitePlace.fileName).display
        #expect(sqlite3_open(file, &handle) == SQLITE_OK)
        #expect(sqlite3_exec(handle, statement, nil, nil, nil) == SQLITE_OK)
        sqlite3_close(handle)
        let target = SQLitePlace(in: folders[0].path)
        let error = await #expect(throws: EvokeError.self) { try await copy(library.place, to: target) }
        #expect(error?.kind == .libraryDamaged && error?.reason.contains(name) == true, "\(String(describing: error))")
    }

    @Test func whatTheTargetDoesNotKeepIsNamed() async throws {
        let library = try await FullLibrary()
        let target = SQLitePlace(in: folders[0].path)
        let error = await #expect(throws: EvokeError.self) {
            try await copy(library.place, to: target) { rows in
                var tables = rows.tables
                _ = tables[CatalogTable.keywords.name]?.popLast()
                return CopiedRows(rows.range, tables)
            }
        }
        #expect(error?.reason.contains("in 'keywords' differs") == true, "\(String(describing: error))")
    }

    /// Only the owner of the tables can copy into them.
    @Test func aRoleThatIsAdmittedIsTold() async throws {
        let library = try await FullLibrary()
        let server = try await PostgresServer.running(.eighteen)
        let (database, name, role) = (
            try server.newDatabase(), PostgresServer.newName("l"), PostgresServer.newName("r")
        )
        func place(_ user: String) -> PostgresPlace {
            postgres(server.address(ofLibrary: name, in: database, user: user))
        }
        try await place("postgres").open(.write) { _ in }.close()
        try server.psql("CREATE ROLE \(role) LOGIN")
        try server.psql("SELECT evoke.admit('\(name)', '\(role)', true)", in: database)
        let error = await #expect(throws: EvokeError.self) { try await copy(library.place, to: place(role)) }
        #expect(error?.kind == .notAllowed && error?.reason.contains("owner of the tables") == true)
    }

    /// A database with a root whose name has that place on this machine.
    private func named(_ library: FullLibrary) async throws -> (database: PostgresPlace, naming: any RootNaming) {
        let database = try await newDatabase(.eighteen)
        try await copy(library.place, to: database)
        let naming = try #require(try await database.open(.write) { _ in } as? any RootNaming)
        try await naming.enrol(try #require(NamedRoot(name: "archive", place: DiskPath("/photos"))))
        return (database, naming)
    }

    /// A copy into a database keeps their names, and one into a folder needs their places.
    @Test func rootsThatHaveNamesGoAlong() async throws {
        let library = try await FullLibrary()
        let second = try await newDatabase(.eighteen)
        try await copy(named(library).database, to: second)
        let catalog = try await second.open(.read) { _ in }
        #expect(try await catalog.roots().contains(DiskPath("archive:")), "it has no place for that library yet")
        try await catalog.close()
        let error = await #expect(throws: EvokeError.self) {
            try await copy(second, to: SQLitePlace(in: folders[0].path))
        }
        #expect(error?.reason.contains("its root 'archive:' has no folder") == true, "\(String(describing: error))")
    }

    /// As if its disk were mounted elsewhere now.
    @Test func aCopyIntoAFolderHasThisMachinesPaths() async throws {
        let library = try await FullLibrary()
        let (database, naming) = try await named(library)
        let place = made.path.appending("photos")
        try await naming.place(try #require(NamedRoot(name: "archive", place: place)))
        let folder = SQLitePlace(in: folders[0].path)
        try await copy(database, to: folder)
        let moved = try await folder.open(.read) { _ in }
        #expect(try await moved.roots().contains(place))
        #expect(try await !moved.folders(under: place).isEmpty)
        #expect(try await moved.folders(under: DiskPath("/photos")).isEmpty)
        #expect(try await moved.check { _ in }.isInOrder)
        try await moved.close()
    }

    private func postgres(_ address: DiskPath) -> PostgresPlace {
        let name = "roots\(String(decoding: address.bytes, as: UTF8.self).split(separator: "=").last ?? "")"
        return PostgresPlace(address, folder: made.path, roots: made.path.appending(name))
    }

    private func newDatabase(_ version: PostgresServer.Version) async throws -> PostgresPlace {
        postgres(try await PostgresServer.running(version).newLibrary())
    }

    @discardableResult
    private func copy(
        _ source: any CatalogPlace, to target: any CatalogPlace, failingAfter adds: Int = .max,
        changing change: @escaping @Sendable (CopiedRows) -> CopiedRows = { $0 }
    ) async throws -> CopyReport {
        let catalogs = [
            try await source.openToCopy(.read, namingRoots: target.namesRoots) { _ in },
            try await target.openToCopy(.write, namingRoots: true) { _ in },
        ]
        let failing = FailingCatalog(catalogs[1], adds, change)
        let result: Result<CopyReport, any Error>
        do {
            result = .success(
                try await CatalogCopy(of: catalogs[0], named: "one", into: failing, named: "other", batch: 2).run())
        } catch {
            result = .failure(error)
        }
        for catalog in catalogs { try await catalog.close() }
        return try result.get()
    }
}

/// Takes so many batches, and no more.
private final class FailingCatalog: CopyableCatalog {
    private let catalog: any CopyableCatalog
    private let left: Atomic<Int>
    private let change: @Sendable (CopiedRows) -> CopiedRows

    init(_ catalog: any CopyableCatalog, _ adds: Int, _ change: @escaping @Sendable (CopiedRows) -> CopiedRows) {
        (self.catalog, self.change) = (catalog, change)
        left = Atomic(adds)
    }

    func add(_ rows: CopiedRows, _ mark: CopyMark) async throws {
        guard left.subtract(1, ordering: .relaxed).oldValue > 0 else {
            throw EvokeError(.diskFull, doing: "write", subject: "it", reason: "it is full", remedy: "Make room.")
        }
        try await catalog.add(change(rows), mark)
    }

    func copyState() async throws -> String { try await catalog.copyState() }
    func countOfPhotos() async throws -> Int { try await catalog.countOfPhotos() }
    func range(of part: CopiedPart, after number: Int64, limit: Int) async throws -> CopiedRange {
        try await catalog.range(of: part, after: number, limit: limit)
    }
    func rows(in range: CopiedRange) async throws -> CopiedRows { try await catalog.rows(in: range) }
    func isEmpty() async throws -> Bool { try await catalog.isEmpty() }
    func copyMark() async throws -> CopyMark? { try await catalog.copyMark() }
    func endCopy() async throws { try await catalog.endCopy() }
    func close() async throws { try await catalog.close() }
}

@Suite struct CopyMarkTests {
    @Test func areTheirWords() throws {
        let mark = CopyMark(source: "sqlite:1.-2", CopiedRange(.photos, after: 3, upTo: 4_000))
        #expect(CopyMark(mark.words) == mark)
        #expect(CopyMark("nothing of that kind") == nil)
    }
}
