package import EvokeValues
import EvokeWorkers

/// A library's catalog in one SQLite file.
package struct SQLiteCatalog: Sendable {
    package static let fileName = "library.sqlite"

    private let store: Store
    private let executor: BlockingExecutor

    /// Opens the catalog in `folder`; with write access, it is made if missing.
    package static func open(
        in folder: FilePath, access: CatalogAccess, upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> SQLiteCatalog {
        try await open { cancellation throws(EvokeError) in
            try Store.open(in: folder, access: access, for: cancellation, upgrading: upgrading)
        }
    }

    /// Opens the catalog in `folder` for small changes; see `CatalogPlace.openBesideWriter`.
    package static func openBesideWriter(in folder: FilePath) async throws -> SQLiteCatalog {
        try await open { cancellation throws(EvokeError) in try Store.openBesideWriter(in: folder, for: cancellation) }
    }

    private static func open(
        _ store: @escaping @Sendable (Cancellation) throws(EvokeError) -> Store
    ) async throws -> SQLiteCatalog {
        let executor = BlockingExecutor(width: 1)
        let store = try await Cancellation.granted(by: executor) { cancellation in try store(cancellation) }
        return SQLiteCatalog(store: store, executor: executor)
    }

    /// Closes the file and moves the log into it, even while others read it: a copy of the file is then complete, and
    /// a file that replaces it finds no old log. All later calls throw.
    ///
    /// A catalog that goes out of scope is closed too, but maybe only after the next reader opened the file.
    package func close() async throws {
        await executor.run { [store] in store.close() }
    }

    /// Runs `body` with exclusive use of the connection. If the task is canceled, its statements are interrupted and
    /// its changes rolled back; those of others continue.
    func use<Result: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Result) async throws -> Result {
        try await Cancellation.granted(by: executor) { [store] cancellation in
            let connection = try store.current(for: cancellation)
            return try connection.granting(cancellation) { try body(connection) }
        }
    }
}

extension SQLiteCatalog {
    package func savedSearches() async throws -> [SavedSearch] {
        try await use { connection in try connection.searches().sorted() }
    }

    package func save(_ search: SavedSearch, most: Int) async throws -> Bool {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in
                let others = try connection.integer("SELECT count(*) FROM searches WHERE name != ?", search.name) ?? 0
                guard others < most else { return false }
                try connection.statement("INSERT OR REPLACE INTO searches(name, query) VALUES(?, ?)")
                    .bind(search.name, search.query).run()
                return true
            }
        }
    }

    package func removeSearch(_ name: String) async throws -> Bool {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in
                try connection.statement("DELETE FROM searches WHERE name = ?").bind(name).run()
                return try connection.integer("SELECT changes()") != 0
            }
        }
    }
}

extension Connection {
    /// Texts are returned to the byte, whatever they contain.
    func searches(where condition: String = "TRUE") throws(EvokeError) -> [SavedSearch] {
        let statement = try statement("SELECT name, query FROM searches WHERE \(condition)")
        defer { statement.reset() }
        var searches: [SavedSearch] = []
        while try statement.step() {
            searches.append(
                SavedSearch(
                    name: String(decoding: statement.blob(0), as: UTF8.self),
                    query: String(decoding: statement.blob(1), as: UTF8.self)))
        }
        return searches
    }
}

extension SQLiteCatalog {
    package func faceRecognizer() async throws -> String? {
        try await use { try $0.setting(People.recognizer) }
    }

    package func chooseFaceRecognizer(_ name: String) async throws {
        try await set(People.recognizer, to: name)
    }

    package func faceDistances(of finder: FaceFinderID) async throws -> FaceDistances? {
        try await use { try $0.setting(People.distances(of: finder)) }.flatMap { FaceDistances(text: $0) }
    }

    package func record(_ distances: FaceDistances, of finder: FaceFinderID) async throws {
        try await set(People.distances(of: finder), to: distances.text)
    }

    private func set(_ name: String, to value: String) async throws {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in try connection.set(name, to: value) }
        }
    }
}
