package import EvokePorts
package import EvokeValues

extension CatalogDriver {
    package func chosenModel() async throws -> ModelChoice? {
        try await read { connection in
            guard let model = try connection.setting(CatalogSetting.model) else { return nil }
            return ModelChoice(
                model, variant: try connection.setting(CatalogSetting.variant),
                precision: try connection.setting(CatalogSetting.precision).flatMap(Precision.init))
        }
    }

    package func choose(_ model: ModelChoice) async throws {
        try await write { connection throws(EvokeError) in
            try connection.set(CatalogSetting.model, to: model.nameOrPath)
            try connection.set(CatalogSetting.variant, to: model.variant)
            try connection.set(CatalogSetting.precision, to: model.precision?.rawValue)
        }
    }

    package func token(of source: String) async throws -> String? {
        try await read { connection in try connection.setting(CatalogSetting.token(of: source)) }
    }

    package func keep(_ token: String?, of source: String) async throws {
        try await write { connection throws(EvokeError) in
            try connection.set(CatalogSetting.token(of: source), to: token)
        }
    }

    package func exclusions() async throws -> [String] {
        try await read { connection in
            try connection.map("SELECT pattern FROM exclusions ORDER BY position") { row in row.text(0) }
        }
    }

    package func setExclusions(_ patterns: [String]) async throws {
        try await write { connection throws(EvokeError) in
            try connection.run("DELETE FROM exclusions")
            let rows = patterns.enumerated().map { [($0 + 1).catalogValue, $1.catalogValue] }
            try connection.insert(rows, into: .exclusions, onConflict: .fail)
        }
    }

    package func savedSearches() async throws -> [SavedSearch] {
        try await read { connection in try connection.savedSearches().sorted() }
    }

    package func save(_ search: SavedSearch, most: Int) async throws -> Bool {
        try await write { connection throws(EvokeError) in
            let name = Array(search.name.utf8)
            guard try connection.count("SELECT count(*) FROM searches WHERE name != $1", name) < most else {
                return false
            }
            try connection.insert(
                [[.bytes(name), .bytes(Array(search.query.utf8))]], into: .searches, onConflict: .replace)
            return true
        }
    }

    package func removeSearch(_ name: String) async throws -> Bool {
        try await write(isRepeatable: false) { connection throws(EvokeError) in
            try connection.run("DELETE FROM searches WHERE name = $1", Array(name.utf8)) > 0
        }
    }
}

extension CatalogConnection {
    /// The roots as in the catalog.
    package func keptRoots() throws(EvokeError) -> [DiskPath] {
        try map("SELECT path FROM roots ORDER BY path") { row in row.keptPath(0) }
    }

    package func savedSearches(where condition: String = "1 = 1") throws(EvokeError) -> [SavedSearch] {
        try map("SELECT name, query FROM searches WHERE \(condition)") { row in
            SavedSearch(
                name: String(decoding: row.bytes(0), as: UTF8.self),
                query: String(decoding: row.bytes(1), as: UTF8.self))
        }
    }

    package func setting(_ name: String) throws(EvokeError) -> String? {
        try map("SELECT value FROM settings WHERE name = $1", name) { row in row.text(0) }.first
    }

    package func set(_ name: String, to value: String?) throws(EvokeError) {
        guard let value else {
            try run("DELETE FROM settings WHERE name = $1", name)
            return
        }
        try insert([[.text(name), .text(value)]], into: .settings, onConflict: .replace)
    }

    /// Has sources tell all of their photos again, after some were deleted here.
    package func forgetSourceTokens() throws(EvokeError) {
        try run("DELETE FROM settings WHERE name LIKE $1", "\(CatalogSetting.sourceToken) %")
    }

    package func number(_ setting: String) throws(EvokeError) -> Int64? {
        try self.setting(setting).flatMap { Int64($0) }
    }

    package func increment(_ setting: String) throws(EvokeError) {
        try set(setting, to: String((try number(setting) ?? 0) + 1))
    }

    /// Remembers in a table of changes how to undo the last one, for the last hundred.
    package func rememberUndo(_ bytes: [UInt8], in table: CatalogTable) throws(EvokeError) {
        let last = try integer("SELECT max(number) FROM \(table.name)") ?? 0
        try insert([[.integer(last + 1), .bytes(bytes)]], into: table, onConflict: .fail)
        try run("DELETE FROM \(table.name) WHERE number <= $1", last - 99)
    }

    /// Removes what undoes the last change, and returns it; nil if there is nothing.
    package func takeUndo(from table: CatalogTable) throws(EvokeError) -> [UInt8]? {
        let last = try map("SELECT number, undo FROM \(table.name) ORDER BY number DESC LIMIT 1") { row in
            (number: row.integer(0), undo: row.bytes(1))
        }.first
        guard let last else { return nil }
        try run("DELETE FROM \(table.name) WHERE number = $1", last.number)
        return last.undo
    }

    /// Identifies the last change, even when a number is used again; nil if there is none.
    package func lastUndo(in table: CatalogTable) throws(EvokeError) -> UInt64? {
        try map("SELECT number, evoke_checksum(undo) FROM \(table.name) ORDER BY number DESC LIMIT 1") { row in
            UInt64(bitPattern: row.integer(1) &+ row.integer(0))
        }.first
    }
}

/// The names of settings in a catalog.
package enum CatalogSetting {
    package static let model = "model"
    package static let variant = "variant"
    package static let precision = "precision"

    /// The prefix of the token up to which a source was followed.
    package static let sourceToken = "source_token"
    package static func token(of source: String) -> String { "\(sourceToken) \(source)" }

    /// "on" if the owner has turned people on.
    package static let people = "people"
    /// Counts the owner's decisions about people, and their assignments to faces.
    package static let peopleVersion = "people_version"
    /// The version when faces were last assigned.
    package static let placedVersion = "people_placed_version"
    /// The next free number of a person.
    package static let nextPerson = "people_next_number"
    package static let faceRecognizer = "people_recognizer"
    /// The prefix of what distances between a finder's faces mean.
    package static let faceDistances = "people_distances"
    package static func faceDistances(of finder: FaceFinderID) -> String { "\(faceDistances) \(finder.fingerprint)" }

    package static let ofPeople = [
        people, peopleVersion, placedVersion, nextPerson, faceRecognizer, Analysis.faces.queued.maker,
    ]
}
