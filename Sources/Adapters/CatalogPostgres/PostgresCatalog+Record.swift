import EvokePorts
import EvokeValues

extension PostgresCatalog {
    func record(_ changes: [CatalogChange], model: ModelID) async throws {
        try await write { connection throws(EvokeError) in
            try connection.record(changes, model: model)
        }
    }

    func note(_ places: [PhotoID: PhotoPlace]) async throws {
        try await write { connection throws(EvokeError) in
            // In one order, whoever else does so at the same time.
            for (photo, place) in places.sorted(by: { $0.key < $1.key }) {
                let noted = try connection.rows(
                    """
                    UPDATE evoke.places SET known = true, city = $3, subdivision = $4, country = $5
                    WHERE library = $1 AND photo = $2
                    """, photo.value, place.city, place.subdivision, place.country)
                if noted.changed > 0 { connection.changes.photos.insert(photo.value) }
            }
        }
    }

    func note(_ colors: [PhotoID: PhotoColors]) async throws {
        try await write { connection throws(EvokeError) in
            for (photo, colors) in colors { try connection.setColors(colors, of: photo.value) }
        }
    }
}

extension Connection {
    /// It belongs to a transaction.
    func record(_ changes: [CatalogChange], model: ModelID) throws(EvokeError) {
        let number = try number(of: model)
        for change in changes {
            try change.check(model)
            try record(change, model: number)
        }
    }

    fileprivate func number(of model: ModelID) throws(EvokeError) -> Int64 {
        let known = "SELECT model FROM evoke.models WHERE library = $1 AND fingerprint = $2"
        if let number = try integer(known, model.fingerprint) { return number }
        try rows(
            """
            INSERT INTO evoke.models(library, model, fingerprint, name, dimensions) VALUES($1, $2, $3, $4, $5)
            ON CONFLICT DO NOTHING
            """, nextNumber("model"), model.fingerprint, model.name, Int64(model.dimensions))
        return try integer(known, model.fingerprint) ?? 0
    }

    fileprivate func record(_ change: CatalogChange, model: Int64) throws(EvokeError) {
        switch change {
        case .encoded(let path, let stamp, let content, let size, let embedding):
            let photo = try settle(path, stamp, content)
            try note(content, size, share: nil, of: photo)
            try keep(embedding.values.map { Float16($0) }, of: photo, model)
        case .cut(let path, let share):
            if let photo = try photo(at: path) { try setShare(share, of: photo) }
        case .colored(let path, let colors):
            if let photo = try photo(at: path) { try setColors(colors, of: photo) }
        case .failed(let path, let stamp, let error, let content):
            let photo = try settle(path, stamp, content)
            try rows("DELETE FROM evoke.cuts WHERE library = $1 AND photo = $2", photo)
            try fail(photo, error)
        case .unread(let photo, let error?):
            if try setMissing(0, of: photo.value) { try fail(photo.value, error) }
        case .unread(let photo, nil): try forgetFailure(of: photo.value)
        case .described(let path, let facts, let companions):
            if let photo = try photo(at: path) { try describe(photo, facts, companions) }
        case .digested(let path, let content):
            if let photo = try photo(at: path) {
                try rows("UPDATE evoke.photos SET content = $3 WHERE library = $1 AND photo = $2", photo, content)
            }
        case .moved(let photo, let path, let stamp, let known):
            // What the row holds now decides, not what it held when the file was read.
            let isStillThat = """
                SELECT 1 FROM evoke.photos WHERE library = $1 AND photo = $2 AND missing = 1 AND content = $3 FOR UPDATE
                """
            if try integer(isStillThat, photo.value, known.digest) != nil {
                try move(photo.value, to: path)
                try restamp(photo.value, stamp)
                try forgetFailure(of: photo.value)
            } else {
                try copy(known, to: path, stamp)
            }
        case .copied(let path, let stamp, let known): try copy(known, to: path, stamp)
        case .seen(let photo, let stamp): try restamp(photo.value, stamp)
        case .vanished(let photo): try setMissing(1, of: photo.value)
        case .hidden(let photo): try setMissing(2, of: photo.value)
        }
    }

    /// The photo's row, made when it is new; vectors and facts of other content are dropped. Where the content is not
    /// known, the stamp says whether it is another.
    private func settle(_ path: FilePath, _ stamp: FileStamp, _ content: ContentDigest?) throws(EvokeError) -> Int64 {
        guard let photo = try photo(at: path) else {
            let photo = try nextNumber("photo")
            try rows(
                """
                INSERT INTO evoke.photos(library, photo, folder, name, size, modified, inode, changed)
                VALUES($1, $2, $3, $4, $5, $6, $7, $8)
                """,
                [photo, try folder(path.parent ?? FilePath("/")), Blob(path.name)] + stamp.columns)
            changes.photos.insert(photo)
            return photo
        }
        let isSame = try integer(
            """
            SELECT 1 FROM evoke.photos WHERE library = $1 AND photo = $2 AND (
                content = $3 OR ($3 IS NULL OR content IS NULL) AND size = $4 AND modified = $5 AND inode = $6)
            """, photo, content, stamp.size, stamp.modifiedNanoseconds, Int64(bitPattern: stamp.inode))
        if isSame == nil {
            let vectors = try rows(
                "DELETE FROM evoke.vectors WHERE library = $1 AND photo = $2 RETURNING model", photo)
            for row in vectors { changes.vectors.insert(Changes.Vector(model: row.integer(0), photo: photo)) }
            for table in ["facts", "keywords", "companions", "places"] {
                try rows("DELETE FROM evoke.\(table) WHERE library = $1 AND photo = $2", photo)
            }
            try rows(
                """
                UPDATE evoke.photos SET content = NULL, sidecars = 0, colors = NULL WHERE library = $1 AND photo = $2
                """, photo)
            changes.photos.insert(photo)
        }
        try restamp(photo, stamp)
        return photo
    }

    /// The photo is in its place, and its file looks like this.
    private func restamp(_ photo: Int64, _ stamp: FileStamp) throws(EvokeError) {
        try rows(
            """
            UPDATE evoke.photos SET size = $3, modified = $4, inode = $5, changed = $6 WHERE library = $1 AND photo = $2
            """, [photo] + stamp.columns)
        try setMissing(0, of: photo)
    }

    /// Whether there is such a photo.
    @discardableResult
    private func setMissing(_ missing: Int64, of photo: Int64) throws(EvokeError) -> Bool {
        let row = try rows(
            "SELECT missing FROM evoke.photos WHERE library = $1 AND photo = $2 FOR UPDATE", photo
        ).first
        guard let before = row?.integer(0) else { return false }
        guard before != missing else { return true }
        try rows("UPDATE evoke.photos SET missing = $3 WHERE library = $1 AND photo = $2", photo, missing)
        changes.photos.insert(photo)
        if (before == 0) != (missing == 0) { try noteVectors(of: [photo]) }
        return true
    }

    /// Whoever follows the vectors of these photos looks at them again.
    func noteVectors(of photos: [Int64]) throws(EvokeError) {
        for row in try rows(
            "SELECT model, photo FROM evoke.vectors WHERE library = $1 AND photo = ANY($2)", Numbers(photos))
        {
            changes.vectors.insert(Changes.Vector(model: row.integer(0), photo: row.integer(1)))
        }
    }

    /// All that belongs to them goes with them.
    func deletePhotos(_ photos: [Int64]) throws(EvokeError) {
        guard !photos.isEmpty else { return }
        try noteVectors(of: photos)
        try rows("DELETE FROM evoke.photos WHERE library = $1 AND photo = ANY($2)", Numbers(photos))
        changes.photos.formUnion(photos)
    }

    private func move(_ photo: Int64, to path: FilePath) throws(EvokeError) {
        // What else was known by that name has gone, since another file is there now.
        if let other = try self.photo(at: path), other != photo { try deletePhotos([other]) }
        try rows(
            "UPDATE evoke.photos SET folder = $3, name = $4 WHERE library = $1 AND photo = $2", photo,
            folder(path.parent ?? FilePath("/")), Blob(path.name))
        changes.photos.insert(photo)
    }

    private func copy(_ known: KnownContent, to path: FilePath, _ stamp: FileStamp) throws(EvokeError) {
        let photo = try settle(path, stamp, known.digest)
        try note(known.digest, known.size, share: known.share, of: photo)
        if let colors = known.colors { try setColors(colors, of: photo) }
        for (model, halves) in known.vectors { try keep(halves, of: photo, number(of: model)) }
    }

    /// What a photo holds, which can be read.
    private func note(
        _ content: ContentDigest, _ size: PixelSize?, share: Double?, of photo: Int64
    ) throws(EvokeError) {
        try rows(
            "UPDATE evoke.photos SET content = $3, width = $4, height = $5 WHERE library = $1 AND photo = $2", photo,
            content, size.map { Int64($0.width) }, size.map { Int64($0.height) })
        changes.photos.insert(photo)
        try forgetFailure(of: photo)
        try rows("DELETE FROM evoke.cuts WHERE library = $1 AND photo = $2", photo)
        if let share { try setShare(share, of: photo) }
    }

    private func keep(_ halves: [Float16], of photo: Int64, _ model: Int64) throws(EvokeError) {
        try rows(
            """
            INSERT INTO evoke.vectors(library, photo, model, halves) VALUES($1, $2, $3, $4)
            ON CONFLICT (library, photo, model) DO UPDATE SET halves = excluded.halves
            """, photo, model, Halves(halves: halves))
        changes.vectors.insert(Changes.Vector(model: model, photo: photo))
        // One that could not be read is shown where it has a vector.
        changes.photos.insert(photo)
    }

    private func setShare(_ share: Double, of photo: Int64) throws(EvokeError) {
        try rows(
            """
            INSERT INTO evoke.cuts(library, photo, share) VALUES($1, $2, $3)
            ON CONFLICT (library, photo) DO UPDATE SET share = excluded.share
            """, photo, share)
    }

    fileprivate func setColors(_ colors: PhotoColors, of photo: Int64) throws(EvokeError) {
        let colored = try rows(
            "UPDATE evoke.photos SET colors = $3 WHERE library = $1 AND photo = $2", photo, Int64(colors.bits))
        if colored.changed > 0 { changes.photos.insert(photo) }
    }

    private func fail(_ photo: Int64, _ error: EvokeError) throws(EvokeError) {
        try rows(
            """
            INSERT INTO evoke.failures(library, photo, kind, doing, reason, remedy) VALUES($1, $2, $3, $4, $5, $6)
            ON CONFLICT (library, photo) DO UPDATE
            SET kind = excluded.kind, doing = excluded.doing, reason = excluded.reason, remedy = excluded.remedy
            """, photo, error.kind.rawValue, error.doing, error.reason, error.remedy)
        changes.photos.insert(photo)
    }

    private func forgetFailure(of photo: Int64) throws(EvokeError) {
        let forgotten = try rows("DELETE FROM evoke.failures WHERE library = $1 AND photo = $2", photo)
        if forgotten.changed > 0 { changes.photos.insert(photo) }
    }

    private func folder(_ path: FilePath) throws(EvokeError) -> Int64 {
        let known = "SELECT folder FROM evoke.folders WHERE library = $1 AND digest = sha256($2)"
        if let folder = try integer(known, path) { return folder }
        try rows(
            "INSERT INTO evoke.folders(library, folder, path) VALUES($1, $2, $3) ON CONFLICT DO NOTHING",
            nextNumber("folder"), path)
        return try integer(known, path) ?? 0
    }
}

extension FileStamp {
    fileprivate var columns: [any Bindable] {
        [size, modifiedNanoseconds, Int64(bitPattern: inode), changedNanoseconds]
    }
}
