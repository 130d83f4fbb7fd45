package import EvokeValues

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
