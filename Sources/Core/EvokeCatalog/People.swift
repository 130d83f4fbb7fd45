package import EvokePorts
package import EvokeValues

extension CatalogDriver {
    package func photosWithFaces(
        by finder: FaceFinderID, after photo: PhotoID, limit: Int
    ) async throws -> [PhotoFaces] {
        try await read { try $0.photosWithFaces("f.photo > $2 ORDER BY f.photo LIMIT $3", finder, photo, limit) }
    }

    package func keepsPeople() async throws -> Bool { try await read { try $0.keepsPeople() } }

    package func keepPeople(_ isWanted: Bool) async throws {
        try await write { connection throws(EvokeError) in
            try connection.set(CatalogSetting.people, to: isWanted ? "on" : nil)
        }
    }

    package func forgetPeople() async throws {
        try await write(isAlone: true) { connection throws(EvokeError) in
            let photos = try connection.integers(
                """
                SELECT photo FROM faces UNION
                SELECT p.photo FROM photos p JOIN face_decisions f ON f.content = p.content
                """)
            connection.changes.photos.formUnion(photos)
            for setting in CatalogSetting.ofPeople { try connection.set(setting, to: nil) }
            try connection.run("DELETE FROM settings WHERE name LIKE $1", "\(CatalogSetting.faceDistances) %")
            for table in CatalogTable.ofPeople { try connection.run("DELETE FROM \(table.name)") }
        }
        try await eraseDeleted()
    }

    package func faceRecognizer() async throws -> String? {
        try await read { try $0.setting(CatalogSetting.faceRecognizer) }
    }

    package func chooseFaceRecognizer(_ name: String) async throws {
        try await write { connection throws(EvokeError) in try connection.set(CatalogSetting.faceRecognizer, to: name) }
    }

    package func faceDistances(of finder: FaceFinderID) async throws -> FaceDistances? {
        try await read { try $0.setting(CatalogSetting.faceDistances(of: finder)) }.flatMap { FaceDistances(text: $0) }
    }

    package func record(_ distances: FaceDistances, of finder: FaceFinderID) async throws {
        try await write { connection throws(EvokeError) in
            try connection.set(CatalogSetting.faceDistances(of: finder), to: distances.text)
        }
    }

    package func people() async throws -> [Person] { try await read { try $0.people() } }

    package func ownerDecisions() async throws -> [FaceSpot: OwnerDecision] {
        try await read { try $0.ownerDecisions() }
    }

    package func ownerDecisions(of content: ContentDigest) async throws -> [FaceSpot: OwnerDecision] {
        try await read { try $0.ownerDecisions(of: content) }
    }

    package func record(_ change: PeopleChange) async throws {
        try await write(isRepeatable: false, isAlone: true) { connection throws(EvokeError) in
            guard try connection.keepsPeople() else { throw .peopleAreOff }
            let undo = try connection.make(change)
            try connection.increment(CatalogSetting.peopleVersion)
            try connection.rememberUndo(undo.bytes, in: .peopleChanges)
        }
    }

    package func undoPeopleChange() async throws -> PeopleChange? {
        try await write(isRepeatable: false, isAlone: true) { connection throws(EvokeError) in
            guard let bytes = try connection.takeUndo(from: .peopleChanges), let change = PeopleChange(bytes: bytes)
            else { return nil }
            _ = try connection.make(change)
            try connection.increment(CatalogSetting.peopleVersion)
            return change
        }
    }

    package func lastPeopleChange() async throws -> UInt64? { try await read { try $0.lastUndo(in: .peopleChanges) } }

    package func usualFaceFinder() async throws -> FaceFinderID? {
        try await read { connection in
            try connection.integer(
                "SELECT finder FROM faces WHERE found IS NOT NULL GROUP BY finder ORDER BY count(*) DESC, finder LIMIT 1"
            ).map { FaceFinderID($0) }
        }
    }

    package func hasUnplacedFaces(by finder: FaceFinderID) async throws -> Bool {
        try await read { connection in
            guard try connection.placesFollowPeople() else { return true }
            return try connection.has(
                """
                SELECT 1 FROM faces f JOIN photos p ON p.photo = f.photo
                WHERE f.found IS NOT NULL AND f.finder = $1 AND p.content IS NOT NULL AND NOT EXISTS (
                    SELECT 1 FROM placed_faces x WHERE x.content = p.content AND x.finder = f.finder)
                """, finder.value)
        }
    }

    package func placedPeople() async throws -> PlacedPeople {
        try await snapshot { connection in
            PlacedPeople(
                try connection.placedFaces(), nextNumber: try connection.number(CatalogSetting.nextPerson) ?? 1,
                version: try connection.number(CatalogSetting.peopleVersion) ?? 0)
        }
    }

    package func record(_ placed: PlacedPeople, isAll: Bool) async throws -> Bool {
        try await write(isRepeatable: false, isAlone: true) { connection throws(EvokeError) in
            guard try connection.keepsPeople(),
                try connection.number(CatalogSetting.peopleVersion) ?? 0 == placed.version
            else { return false }
            let contents = Array(placed.faces.keys)
            try connection.run("DELETE FROM placed_faces WHERE content IN list($1)", contents)
            let rows = placed.faces.flatMap { content, faces in
                faces.places.enumerated().map { number, place in
                    [CatalogValue].row(
                        content, number, faces.finder.value, place?.person.value, place?.group,
                        place?.isSaid == true ? 1 : 0)
                }
            }
            try connection.insert(rows, into: .placedFaces, onConflict: .fail)
            if isAll { try connection.forgetContents(in: .placedFaces) }
            try connection.change(contents)
            try connection.increment(CatalogSetting.peopleVersion)
            try connection.set(CatalogSetting.placedVersion, to: try connection.setting(CatalogSetting.peopleVersion))
            try connection.set(CatalogSetting.nextPerson, to: String(placed.nextNumber))
            return true
        }
    }

    package func faceNews(since stamp: VectorStamp?, by finder: FaceFinderID) async throws -> FaceNews {
        try await snapshot { connection in
            let changed = try stamp.flatMap { try connection.photosChanged(since: $0) }
            let photos = try connection.photosWithFaces("f.photo IN list($2)", finder, Array(changed ?? []))
            let decided = try connection.map(
                """
                SELECT content FROM face_decisions WHERE content IN list($1)
                UNION SELECT content FROM placed_faces WHERE content IN list($1)
                """, photos.map(\.content)
            ) { row in row.digest(0) }
            return FaceNews(
                stamp: try connection.newest(of: .photos),
                version: try connection.placesFollowPeople()
                    ? connection.number(CatalogSetting.peopleVersion) ?? 0 : nil,
                changed: changed.map { Set($0.map { PhotoID($0) }) }, photos: photos,
                spoken: Set(decided.compactMap(\.self)))
        }
    }
}

extension CatalogConnection {
    package func keepsPeople() throws(EvokeError) -> Bool { try setting(CatalogSetting.people) != nil }

    /// Whether the owner has decided nothing since faces were last assigned to people.
    fileprivate func placesFollowPeople() throws(EvokeError) -> Bool {
        try setting(CatalogSetting.placedVersion) == setting(CatalogSetting.peopleVersion)
    }

    package func people() throws(EvokeError) -> [Person] {
        try map("SELECT person, name FROM people ORDER BY person") { row in
            Person(PersonID(row.integer(0)), name: row.text(1))
        }
    }

    /// Photos that show any of these people, by the owner's decisions or by recognition.
    package func photos(of people: [PersonID]) throws(EvokeError) -> PhotoSet {
        try photoSet(
            """
            SELECT p.photo FROM photos p JOIN (
                SELECT content FROM face_decisions WHERE person IN list($1) UNION
                SELECT content FROM placed_faces WHERE person IN list($1)) s ON p.content = s.content
            """, people.map(\.value))
    }

    package func photos(havingFaces range: ClosedRange<Int>) throws(EvokeError) -> PhotoSet {
        try photoSet("SELECT photo FROM faces WHERE count BETWEEN $1 AND $2", range.lowerBound, range.upperBound)
    }

    package func photosWithFaces(
        _ condition: String, _ finder: FaceFinderID, _ values: any CatalogBindable...
    ) throws(EvokeError) -> [PhotoFaces] {
        try map(
            """
            SELECT f.finder, f.found, p.width, p.height, p.photo, p.content,
                t.taken, t.nanoseconds, t.utc_offset, t.taken_precision, t.taken_source
            FROM faces f JOIN photos p ON p.photo = f.photo LEFT JOIN metadata t ON t.photo = f.photo
            WHERE f.found IS NOT NULL AND f.finder = $1 AND p.content IS NOT NULL AND \(condition)
            """, with: [finder.value] + values
        ) { row -> PhotoFaces? in
            guard let found = row.faces(0), let content = row.digest(5) else { return nil }
            return PhotoFaces(photo: row.photo(4), content: content, taken: row.takenDate(from: 6), found: found)
        }.compactMap(\.self)
    }

    /// Gives `new` the decisions about the faces of `old`, too.
    package func copyDecisions(from old: ContentDigest, to new: ContentDigest) throws(EvokeError) {
        try run(
            """
            INSERT INTO face_decisions(content, x, y, width, height, person, refused, hidden)
            SELECT $2, x, y, width, height, person, refused, hidden FROM face_decisions WHERE content = $1
            ON CONFLICT DO NOTHING
            """, old, new)
    }

    /// Deletes what belongs to contents that no photo has anymore.
    package func forgetContents() throws(EvokeError) {
        for table in CatalogTable.all where table.owner == .content { try forgetContents(in: table) }
    }

    fileprivate func forgetContents(in table: CatalogTable) throws(EvokeError) {
        try run("DELETE FROM \(table.name) WHERE content NOT IN (SELECT content FROM photos WHERE content IS NOT NULL)")
    }

    fileprivate func ownerDecisions(of content: ContentDigest? = nil) throws(EvokeError) -> [FaceSpot: OwnerDecision] {
        var decisions: [FaceSpot: OwnerDecision] = [:]
        try run(
            "SELECT content, x, y, width, height, person, refused, hidden FROM face_decisions"
                + (content == nil ? "" : " WHERE content = $1"), with: content.map { [$0] } ?? []
        ) { row in
            guard let content = row.digest(0) else { return }
            let box = Face.Box(
                x: Int(row.integer(1)), y: Int(row.integer(2)), width: Int(row.integer(3)), height: Int(row.integer(4)))
            decisions[FaceSpot(content, box)] = OwnerDecision(
                person: row.optionalInteger(5).map { PersonID($0) },
                refused: row.optionalBytes(6).flatMap { Set(bytes: $0) } ?? [], isHidden: row.integer(7) != 0)
        }
        return decisions
    }

    /// Returns the change that undoes it.
    fileprivate func make(_ change: PeopleChange) throws(EvokeError) -> PeopleChange {
        var undo = PeopleChange()
        for (id, person) in change.people {
            let name = try map("SELECT name FROM people WHERE person = $1", id.value) { row in row.text(0) }.first
            undo.people[id] = .some(name.map { Person(id, name: $0) })
            if let person {
                try insert([.row(id.value, person.name)], into: .people, onConflict: .replace)
            } else {
                try run("DELETE FROM people WHERE person = $1", id.value)
            }
        }
        for (spot, decision) in change.words {
            let box = spot.box
            undo.words[spot] = try ownerDecisions(of: spot.content)[spot] ?? OwnerDecision()
            try run(
                "DELETE FROM face_decisions WHERE content = $1 AND x = $2 AND y = $3 AND width = $4 AND height = $5",
                spot.content, box.x, box.y, box.width, box.height)
            guard !decision.isNothing else { continue }
            let row: [CatalogValue] = .row(
                spot.content, box.x, box.y, box.width, box.height, decision.person?.value, decision.refused.bytes,
                decision.isHidden ? 1 : 0)
            try insert([row], into: .faceDecisions, onConflict: .fail)
        }
        try self.change(change.words.keys.map(\.content))
        return undo
    }

    fileprivate func placedFaces() throws(EvokeError) -> [ContentDigest: PlacedFaces] {
        var (faces, places): ([ContentDigest: PlacedFaces], [FacePlace?]) = ([:], [])
        var now: ContentDigest?
        try run("SELECT content, finder, person, cluster, decided FROM placed_faces ORDER BY content, face", with: []) {
            row in
            guard let content = row.digest(0) else { return }
            if content != now { (now, places) = (content, []) }
            places.append(
                row.optionalInteger(2).map {
                    FacePlace(person: PersonID($0), group: row.optionalInteger(3), isSaid: row.integer(4) != 0)
                })
            faces[content] = PlacedFaces(places, by: FaceFinderID(row.integer(1)))
        }
        return faces
    }
}

extension CatalogRow {
    /// Reads faces from the columns of the finder, the faces, and the photo's width and height; nil if missing or
    /// invalid.
    package func faces(_ column: Int32) -> FoundFaces? {
        let finder = FaceFinderID(integer(column))
        guard isNull(column + 1) else { return FoundFaces(bytes: bytes(column + 1), by: finder) }
        return FoundFaces(PictureFaces([], in: size(column + 2) ?? PixelSize(width: 0, height: 0)), by: finder)
    }
}
