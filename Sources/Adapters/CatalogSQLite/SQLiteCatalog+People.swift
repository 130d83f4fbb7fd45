import EvokeCSQLite
import EvokeSystem
package import EvokeValues

extension SQLiteCatalog {
    package func keepsPeople() async throws -> Bool { try await use { try $0.keepsPeople() } }

    package func keepPeople(_ isWanted: Bool) async throws {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in
                try connection.set(People.setting, to: isWanted ? "on" : nil)
            }
        }
    }

    package func forgetPeople() async throws {
        try await use { connection in
            try connection.forgetPeople()
            try connection.eraseWhatWasDeleted()
        }
    }

    package func people() async throws -> [Person] {
        try await use { try $0.people() }
    }

    package func ownerDecisions() async throws -> [FaceSpot: OwnerDecision] {
        try await use { try $0.ownerDecisions() }
    }

    package func ownerDecisions(of content: ContentDigest) async throws -> [FaceSpot: OwnerDecision] {
        try await use { try $0.ownerDecisions("content = ?", content) }
    }

    package func record(_ change: PeopleChange) async throws {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in
                guard try connection.keepsPeople() else { throw .peopleAreOff }
                let undo = try connection.make(change)
                try connection.countUp(People.version)
                try connection.statement(
                    "INSERT INTO people_changes(number, undo) SELECT coalesce(max(number), 0) + 1, ? FROM people_changes"
                ).bind(undo.bytes).run()
                try connection.statement(
                    "DELETE FROM people_changes WHERE number <= (SELECT max(number) FROM people_changes) - ?"
                ).bind(Int64(Self.mostUndone)).run()
            }
        }
    }

    package func undoPeopleChange() async throws -> PeopleChange? {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in
                guard let last = try connection.lastUndo() else { return nil }
                _ = try connection.make(last.change)
                try connection.countUp(People.version)
                try connection.statement("DELETE FROM people_changes WHERE number = ?").bind(last.number).run()
                return last.change
            }
        }
    }

    package func lastPeopleChange() async throws -> UInt64? {
        try await use { try $0.lastChange("people_changes") }
    }
}

extension Connection {
    /// Works on libraries of older formats, too, which may lack some of the tables.
    fileprivate func forgetPeople() throws(EvokeError) {
        func isThere(_ table: Checksums.Table) throws(EvokeError) -> Bool {
            try integer("SELECT 1 FROM sqlite_schema WHERE name = ?", table.name) != nil
        }
        guard try isThere(Checksums.people) else { return }
        try transaction { () throws(EvokeError) in
            for setting in People.settings { try set(setting, to: nil) }
            try execute("DELETE FROM settings WHERE name LIKE '\(People.distances) %'")
            for table in [
                Checksums.faces, Checksums.people, Checksums.faceDecisions, Checksums.peopleChanges,
                Checksums.placedFaces,
            ] where try isThere(table) {
                try execute("DELETE FROM \(table.name)")
            }
        }
    }

    func keepsPeople() throws(EvokeError) -> Bool { try setting(People.setting) != nil }

    func people() throws(EvokeError) -> [Person] {
        let statement = try statement("SELECT person, name FROM people ORDER BY person")
        defer { statement.reset() }
        var people: [Person] = []
        while try statement.step() {
            people.append(Person(PersonID(statement.integer(0)), name: statement.text(1)))
        }
        return people
    }

    /// Photos that show any of these people, by the owner's edits or by recognition.
    func photos(of people: [PersonID]) throws(EvokeError) -> PhotoSet {
        let statement = try statement(
            """
            SELECT p.id FROM photos p JOIN (
                SELECT content FROM face_words WHERE person = ?1 UNION
                SELECT content FROM placed_faces WHERE person = ?1) s ON p.content = s.content
            """)
        var photos = PhotoSet()
        for person in people {
            defer { statement.reset() }
            statement.bind(person.value)
            while try statement.step() { photos.insert(PhotoID(statement.integer(0))) }
        }
        return photos
    }

    func photos(havingFaces range: ClosedRange<Int>) throws(EvokeError) -> PhotoSet {
        let statement = try statement("SELECT photo FROM faces WHERE count BETWEEN ? AND ?")
            .bind(Int64(range.lowerBound), Int64(range.upperBound))
        defer { statement.reset() }
        var photos = PhotoSet()
        while try statement.step() { photos.insert(PhotoID(statement.integer(0))) }
        return photos
    }

    func copyDecisions(from old: ContentDigest, to new: ContentDigest) throws(EvokeError) {
        try statement(
            """
            INSERT OR IGNORE INTO face_words(content, x, y, width, height, person, refused, hidden)
            SELECT ?, x, y, width, height, person, refused, hidden FROM face_words WHERE content = ?
            """
        ).bind(new, old).run()
    }

    /// Deletes edits for contents that no photo has anymore.
    func forgetFaceDecisions() throws(EvokeError) {
        for table in [Checksums.faceDecisions, Checksums.placedFaces] { try forgetContents(in: table) }
    }

    func forgetContents(in table: Checksums.Table) throws(EvokeError) {
        try execute(
            """
            DELETE FROM \(table.name) WHERE content NOT IN (SELECT content FROM photos WHERE content IS NOT NULL)
            """)
    }

    fileprivate func ownerDecisions(
        _ condition: String = "TRUE", _ values: any Bindable...
    ) throws(EvokeError) -> [FaceSpot: OwnerDecision] {
        let statement = try statement(
            "SELECT content, x, y, width, height, person, refused, hidden FROM face_words WHERE \(condition)"
        ).bind(values)
        defer { statement.reset() }
        var words: [FaceSpot: OwnerDecision] = [:]
        while try statement.step() {
            guard let content = ContentDigest(bytes: statement.blob(0)) else { continue }
            let box = Face.Box(
                x: Int(statement.integer(1)), y: Int(statement.integer(2)), width: Int(statement.integer(3)),
                height: Int(statement.integer(4)))
            words[FaceSpot(content, box)] = OwnerDecision(
                person: statement.isNull(5) ? nil : PersonID(statement.integer(5)),
                refused: statement.isNull(6) ? [] : Set(bytes: statement.blob(6)) ?? [],
                isHidden: statement.integer(7) != 0)
        }
        return words
    }

    /// Returns the change that undoes it.
    fileprivate func make(_ change: PeopleChange) throws(EvokeError) -> PeopleChange {
        var undo = PeopleChange()
        for (id, person) in change.people {
            undo.people[id] = .some(try self.person(id))
            if let person {
                try statement("INSERT OR REPLACE INTO people(person, name) VALUES(?, ?)").bind(id.value, person.name)
                    .run()
            } else {
                try statement("DELETE FROM people WHERE person = ?").bind(id.value).run()
            }
        }
        let spot = "content = ? AND x = ? AND y = ? AND width = ? AND height = ?"
        for (place, word) in change.words {
            let key = place.columns
            undo.words[place] = try ownerDecisions("content = ?", place.content)[place] ?? OwnerDecision()
            // Not an UPDATE: followers listen to deleted and inserted rows.
            try statement("DELETE FROM face_words WHERE \(spot)").bind(key).run()
            guard !word.isNothing else { continue }
            try statement(
                """
                INSERT INTO face_words(content, x, y, width, height, person, refused, hidden)
                VALUES(?, ?, ?, ?, ?, ?, ?, ?)
                """
            ).bind(key + [word.person?.value, word.refused.bytes, Int64(word.isHidden ? 1 : 0)]).run()
        }
        return undo
    }

    private func person(_ id: PersonID) throws(EvokeError) -> Person? {
        let statement = try statement("SELECT name FROM people WHERE person = ?").bind(id.value)
        defer { statement.reset() }
        return try statement.step() ? Person(id, name: statement.text(0)) : nil
    }

    fileprivate func lastUndo() throws(EvokeError) -> (number: Int64, change: PeopleChange)? {
        let statement = try statement("SELECT number, undo FROM people_changes ORDER BY number DESC LIMIT 1")
        defer { statement.reset() }
        guard try statement.step(), let change = PeopleChange(bytes: statement.blob(1)) else { return nil }
        return (statement.integer(0), change)
    }

    /// Deleted data stays in the file until it is overwritten. So the database is vacuumed and its log emptied; copies
    /// in older formats and leftovers of killed copies are deleted. Libraries that a restore replaced stay, without
    /// people.
    fileprivate func eraseWhatWasDeleted() throws(EvokeError) {
        let doing = "erase people from"
        try execute("VACUUM", doing: doing)
        let isLogEmpty = try integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0
        for format in People.firstFormat..<max(People.firstFormat, Schema.migrations.count) {
            let copy = file.copy(ofFormat: format)
            if FileSystem.isFile(copy) { try FileSystem.erase(copy) }
        }
        if let folder = file.parent {
            try SQLiteBackup.eraseDrafts(in: folder)
            for replaced in SQLiteBackup.replaced(in: folder) { try Self.erasePeople(from: replaced, doing: doing) }
        }
        guard isLogEmpty else {
            throw EvokeError(
                .libraryBusy, doing: doing, subject: file.display,
                reason: "another program still reads an earlier state; people are deleted, but some of their data "
                    + "stays in the library's log until that program ends",
                remedy: "Try again when it has ended.")
        }
    }

    private static func erasePeople(from replaced: FilePath, doing: String) throws(EvokeError) {
        do throws(EvokeError) {
            let library = try Connection(uri: Connection.uri(replaced), file: replaced, flags: SQLITE_OPEN_READWRITE)
            // A single file, as it was before.
            try library.execute("PRAGMA journal_mode = DELETE", doing: doing)
            try library.forgetPeople()
            try library.execute("VACUUM", doing: doing)
        } catch {
            throw EvokeError(
                error.kind, doing: doing, subject: replaced.display,
                reason: "\(error.reason); the library itself no longer has data about people",
                remedy:
                    "Delete this old library, which a restore replaced, and all files whose names begin with its name; or fix "
                    + "the cause and try again.",
                cause: error.cause)
        }
    }
}

extension FaceSpot {
    fileprivate var columns: [any Bindable] {
        [content] + [box.x, box.y, box.width, box.height].map { Int64($0) }
    }
}
