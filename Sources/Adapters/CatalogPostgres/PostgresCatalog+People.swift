import EvokeValues

extension PostgresCatalog {
    func keepsPeople() async throws -> Bool { try await read { try $0.keepsPeople() } }

    func keepPeople(_ isWanted: Bool) async throws {
        try await write { connection throws(EvokeError) in
            try connection.set(Connection.peopleSetting, to: isWanted ? "on" : nil)
        }
    }

    func forgetPeople() async throws {
        try await write(isAlone: true) { connection throws(EvokeError) in
            for setting in Connection.settingsOfPeople { try connection.set(setting, to: nil) }
            try connection.rows(
                "DELETE FROM evoke.settings WHERE library = $1 AND name LIKE $2", "\(Connection.faceDistances) %")
            let photos = try connection.rows(
                """
                SELECT photo FROM evoke.faces WHERE library = $1 UNION
                SELECT p.photo FROM evoke.photos p JOIN evoke.face_words w USING (library, content) WHERE p.library = $1
                """)
            connection.changes.photos.formUnion(photos.map { $0.integer(0) })
            for table in Tables.ofPeople + Tables.ofPlaces {
                try connection.rows("DELETE FROM evoke.\(table) WHERE library = $1")
            }
        }
    }

    func people() async throws -> [Person] {
        try await read { try $0.people() }
    }

    func ownerDecisions() async throws -> [FaceSpot: OwnerDecision] {
        try await read { try $0.ownerDecisions() }
    }

    func ownerDecisions(of content: ContentDigest) async throws -> [FaceSpot: OwnerDecision] {
        try await read { try $0.ownerDecisions("content = $2", content) }
    }

    func record(_ change: PeopleChange) async throws {
        try await write(isRepeatable: false, isAlone: true) { connection throws(EvokeError) in
            guard try connection.keepsPeople() else { throw .peopleAreOff }
            let undo = try connection.make(change)
            try connection.countUp(Connection.peopleVersion)
            try connection.rows(
                """
                INSERT INTO evoke.people_changes(library, number, undo)
                SELECT $1, coalesce(max(number), 0) + 1, $2 FROM evoke.people_changes WHERE library = $1
                """, Blob(undo.bytes))
            try connection.rows(
                """
                DELETE FROM evoke.people_changes WHERE library = $1 AND number <= (
                    SELECT max(number) FROM evoke.people_changes WHERE library = $1) - $2
                """, Int64(Self.mostUndone))
        }
    }

    func undoPeopleChange() async throws -> PeopleChange? {
        try await write(isRepeatable: false, isAlone: true) { connection throws(EvokeError) in
            let last = try connection.rows(
                "SELECT number, undo FROM evoke.people_changes WHERE library = $1 ORDER BY number DESC LIMIT 1"
            ).first
            guard let last, let change = PeopleChange(bytes: last.bytes(1)) else { return nil }
            _ = try connection.make(change)
            try connection.countUp(Connection.peopleVersion)
            try connection.rows(
                "DELETE FROM evoke.people_changes WHERE library = $1 AND number = $2", last.integer(0))
            return change
        }
    }

    func lastPeopleChange() async throws -> UInt64? { try await read { try $0.lastChange("evoke.people_changes") } }
}

extension Connection {
    /// The setting that turns face recognition on.
    fileprivate static let peopleSetting = "people"
    /// How far the assignment of faces follows person edits: a version that each edit increments, its value when faces
    /// were last assigned, and the next free person number.
    static let peopleVersion = "people_version"
    static let placedVersion = "people_placed_version"
    static let nextNumber = "people_next_number"
    /// The name of the recognizer, and per face finder what distances between faces mean.
    static let faceRecognizer = "people_recognizer"
    static let faceDistances = "people_distances"
    static func distances(of finder: FaceFinderID) -> String { "\(faceDistances) \(finder.fingerprint)" }
    fileprivate static let settingsOfPeople = [
        peopleSetting, peopleVersion, placedVersion, nextNumber, faceRecognizer,
    ]

    func keepsPeople() throws(EvokeError) -> Bool {
        try integer("SELECT 1 FROM evoke.settings WHERE library = $1 AND name = $2", Self.peopleSetting) != nil
    }

    func people() throws(EvokeError) -> [Person] {
        try rows("SELECT person, name FROM evoke.people WHERE library = $1 ORDER BY person").map {
            Person(PersonID($0.integer(0)), name: $0.text(1))
        }
    }

    /// Photos that show any of these people, by the owner's edits or by recognition.
    func photos(of people: [PersonID]) throws(EvokeError) -> PhotoSet {
        PhotoSet(
            try rows(
                """
                SELECT p.photo FROM evoke.photos p JOIN (
                    SELECT content FROM evoke.face_words WHERE library = $1 AND person = ANY($2) UNION
                    SELECT content FROM evoke.placed_faces WHERE library = $1 AND person = ANY($2)
                ) s USING (content)
                WHERE p.library = $1
                """, Numbers(people.map(\.value))
            ).map { PhotoID($0.integer(0)) })
    }

    func photos(havingFaces range: ClosedRange<Int>) throws(EvokeError) -> PhotoSet {
        PhotoSet(
            try rows(
                "SELECT photo FROM evoke.faces WHERE library = $1 AND count BETWEEN $2 AND $3",
                Int64(range.lowerBound), Int64(range.upperBound)
            ).map { PhotoID($0.integer(0)) })
    }

    func copyDecisions(from old: ContentDigest, to new: ContentDigest) throws(EvokeError) {
        try rows(
            """
            INSERT INTO evoke.face_words(library, content, x, y, width, height, person, refused, hidden)
            SELECT library, $3, x, y, width, height, person, refused, hidden FROM evoke.face_words
            WHERE library = $1 AND content = $2 ON CONFLICT DO NOTHING
            """, old, new)
    }

    /// Deletes edits for contents that no photo has anymore.
    func forgetFaceDecisions() throws(EvokeError) {
        for table in ["face_words"] + Tables.ofPlaces { try forgetContents(in: table) }
    }

    func forgetContents(in table: String) throws(EvokeError) {
        try rows(
            """
            DELETE FROM evoke.\(table) w WHERE w.library = $1 AND NOT EXISTS (
                SELECT 1 FROM evoke.photos p WHERE p.library = w.library AND p.content = w.content)
            """)
    }

    fileprivate func ownerDecisions(
        _ condition: String = "true", _ values: any Bindable...
    ) throws(EvokeError) -> [FaceSpot: OwnerDecision] {
        var words: [FaceSpot: OwnerDecision] = [:]
        for row in try rows(
            """
            SELECT content, x, y, width, height, person, refused, hidden FROM evoke.face_words
            WHERE library = $1 AND \(condition)
            """, values)
        {
            guard let content = row.digest(0) else { continue }
            let box = Face.Box(
                x: Int(row.integer(1)), y: Int(row.integer(2)), width: Int(row.integer(3)),
                height: Int(row.integer(4)))
            words[FaceSpot(content, box)] = OwnerDecision(
                person: row.optionalInteger(5).map { PersonID($0) },
                refused: row.isNull(6) ? [] : Set(bytes: row.bytes(6)) ?? [], isHidden: row.integer(7) != 0)
        }
        return words
    }

    /// Returns the change that undoes it.
    fileprivate func make(_ change: PeopleChange) throws(EvokeError) -> PeopleChange {
        var undo = PeopleChange()
        for (id, person) in change.people {
            let before = try rows("SELECT name FROM evoke.people WHERE library = $1 AND person = $2", id.value).first
            undo.people[id] = .some(before.map { Person(id, name: $0.text(0)) })
            if let person {
                try rows(
                    """
                    INSERT INTO evoke.people(library, person, name) VALUES($1, $2, $3)
                    ON CONFLICT (library, person) DO UPDATE SET name = excluded.name
                    """, id.value, person.name)
            } else {
                try rows("DELETE FROM evoke.people WHERE library = $1 AND person = $2", id.value)
            }
        }
        for (spot, word) in change.words {
            undo.words[spot] = try ownerDecisions("content = $2", spot.content)[spot] ?? OwnerDecision()
            try rows(
                """
                DELETE FROM evoke.face_words
                WHERE library = $1 AND content = $2 AND x = $3 AND y = $4 AND width = $5 AND height = $6
                """, spot.columns)
            guard !word.isNothing else { continue }
            try rows(
                """
                INSERT INTO evoke.face_words(library, content, x, y, width, height, person, refused, hidden)
                VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9)
                """,
                spot.columns + [word.person?.value, word.refused.bytes.map { Blob($0) }, Int64(word.isHidden ? 1 : 0)])
        }
        let photos = try rows(
            "SELECT photo FROM evoke.photos WHERE library = $1 AND content = ANY($2)",
            List(change.words.keys.map(\.content)))
        changes.photos.formUnion(photos.map { $0.integer(0) })
        return undo
    }
}

extension FaceSpot {
    fileprivate var columns: [any Bindable] {
        [content] + [box.x, box.y, box.width, box.height].map { Int64($0) }
    }
}
