import EvokeValues

extension PostgresCatalog {
    func roots() async throws -> [FilePath] {
        try await read { try $0.roots() }
    }

    func addRoot(
        _ folder: FilePath, notify: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws {
        try await write(isAlone: true) { connection throws(EvokeError) in
            let roots = try connection.keptRoots()
            try connection.checkThatNoNamedRoot(liesIn: folder)
            try connection.rows("INSERT INTO evoke.roots(library, path) VALUES($1, $2) ON CONFLICT DO NOTHING", folder)
            try connection.rewriteTexts(rootsBefore: roots, notify: notify)
        }
    }

    func exclusions() async throws -> [String] {
        try await read { connection in
            try connection.rows("SELECT pattern FROM evoke.exclusions WHERE library = $1 ORDER BY place").map {
                $0.text(0)
            }
        }
    }

    func setExclusions(_ patterns: [String]) async throws {
        try await write { connection throws(EvokeError) in
            try connection.rows("DELETE FROM evoke.exclusions WHERE library = $1")
            for (place, pattern) in patterns.enumerated() {
                try connection.rows(
                    "INSERT INTO evoke.exclusions(library, place, pattern) VALUES($1, $2, $3)", Int64(place), pattern)
            }
        }
    }

    func chosenModel() async throws -> ModelChoice? {
        try await read { connection in
            let settings = try connection.settings()
            return settings["model"].map {
                ModelChoice(
                    $0, variant: settings["variant"], precision: settings["precision"].flatMap(Precision.init))
            }
        }
    }

    func choose(_ model: ModelChoice) async throws {
        try await write { connection throws(EvokeError) in
            try connection.set("model", to: model.nameOrPath)
            try connection.set("variant", to: model.variant)
            try connection.set("precision", to: model.precision?.rawValue)
        }
    }

    func savedSearches() async throws -> [SavedSearch] {
        try await read { connection in
            try connection.rows("SELECT name, query FROM evoke.searches WHERE library = $1").map { row in
                SavedSearch(
                    name: String(decoding: row.bytes(0), as: UTF8.self),
                    query: String(decoding: row.bytes(1), as: UTF8.self))
            }.sorted()
        }
    }

    func save(_ search: SavedSearch, most: Int) async throws -> Bool {
        try await write { connection throws(EvokeError) in
            let name = Blob(search.name.utf8)
            let others = try connection.integer(
                "SELECT count(*) FROM evoke.searches WHERE library = $1 AND name != $2", name)
            guard others ?? 0 < most else { return false }
            try connection.rows(
                """
                INSERT INTO evoke.searches(library, name, query) VALUES($1, $2, $3)
                ON CONFLICT (library, name) DO UPDATE SET query = excluded.query
                """, name, Blob(search.query.utf8))
            return true
        }
    }

    func removeSearch(_ name: String) async throws -> Bool {
        try await write(isRepeatable: false) { connection throws(EvokeError) in
            try connection.rows("DELETE FROM evoke.searches WHERE library = $1 AND name = $2", Blob(name.utf8)).changed
                > 0
        }
    }
}

extension Connection {
    func roots() throws(EvokeError) -> [FilePath] {
        try keptRoots().map(places.local).sorted()
    }

    /// As in the catalog.
    func keptRoots() throws(EvokeError) -> [FilePath] {
        try rows("SELECT path FROM evoke.roots WHERE library = $1 ORDER BY path").map { $0.keptPath(0) }
    }

    fileprivate func settings() throws(EvokeError) -> [String: String] {
        let rows = try rows("SELECT name, value FROM evoke.settings WHERE library = $1")
        return Dictionary(rows.map { ($0.text(0), $0.text(1)) }, uniquingKeysWith: { first, _ in first })
    }

    func set(_ name: String, to value: String?) throws(EvokeError) {
        guard let value else {
            try rows("DELETE FROM evoke.settings WHERE library = $1 AND name = $2", name)
            return
        }
        try rows(
            """
            INSERT INTO evoke.settings(library, name, value) VALUES($1, $2, $3)
            ON CONFLICT (library, name) DO UPDATE SET value = excluded.value
            """, name, value)
    }
}

extension PostgresCatalog {
    func faceRecognizer() async throws -> String? {
        try await read { try $0.setting(Connection.faceRecognizer) }
    }

    func chooseFaceRecognizer(_ name: String) async throws {
        try await write { connection throws(EvokeError) in try connection.set(Connection.faceRecognizer, to: name) }
    }

    func faceDistances(of finder: FaceFinderID) async throws -> FaceDistances? {
        try await read { try $0.setting(Connection.distances(of: finder)) }.flatMap { FaceDistances(text: $0) }
    }

    func record(_ distances: FaceDistances, of finder: FaceFinderID) async throws {
        try await write { connection throws(EvokeError) in
            try connection.set(Connection.distances(of: finder), to: distances.text)
        }
    }
}

extension Connection {
    fileprivate func setting(_ name: String) throws(EvokeError) -> String? {
        try rows("SELECT value FROM evoke.settings WHERE library = $1 AND name = $2", name).first?.text(0)
    }
}
