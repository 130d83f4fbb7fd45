import EvokeCatalog
package import EvokeValues

extension SQLiteCatalog: PhotoCatalog {
    package func roots() async throws -> [FilePath] {
        try await use { connection in try connection.roots() }
    }

    package func addRoot(
        _ folder: FilePath, notify: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in
                let roots = try connection.roots()
                try connection.statement("INSERT OR IGNORE INTO roots(path) VALUES(?)").bind(folder).run()
                try connection.followFullText(rootsBefore: roots, notify: notify)
            }
        }
    }

    package func models() async throws -> [ModelID] {
        try await use { connection in
            let statement = try connection.statement("SELECT name, fingerprint, dimensions FROM models ORDER BY model")
            defer { statement.reset() }
            var models: [ModelID] = []
            while try statement.step() {
                models.append(
                    ModelID(
                        name: statement.text(0), fingerprint: statement.text(1), dimensions: Int(statement.integer(2))))
            }
            return models
        }
    }

    package func folders(under folder: FilePath) async throws -> [FilePath] {
        try await use { connection in
            let statement = try connection.statement(
                """
                SELECT path FROM folders f
                WHERE EXISTS (SELECT 1 FROM photos WHERE folder = f.folder AND missing = 0)
                """)
            defer { statement.reset() }
            var found: [FilePath] = []
            while try statement.step() {
                let path = statement.path(0)
                if path.isInside(folder) { found.append(path) }
            }
            return found
        }
    }

    package func files(in folder: FilePath, model: ModelID) async throws -> [KnownFile] {
        try await use { connection in
            let statement = try connection.statement(
                """
                SELECT p.photo, p.name, p.size, p.modified, p.inode, p.changed, p.content, p.missing, f.kind, p.sidecars,
                    EXISTS (
                        SELECT 1 FROM vectors v
                        WHERE v.photo = p.photo AND +v.model = (SELECT model FROM models WHERE fingerprint = ?)),
                    EXISTS (SELECT 1 FROM truncations WHERE photo = p.photo)
                FROM photos p LEFT JOIN failures f ON f.photo = p.photo
                WHERE p.folder = (SELECT folder FROM folders WHERE path = ?)
                """
            ).bind(model.fingerprint, folder)
            defer { statement.reset() }
            var files: [KnownFile] = []
            while try statement.step() {
                let failure = statement.isNull(8) ? nil : EvokeError.Kind(rawValue: statement.text(8))
                let hasVector = statement.integer(10) != 0
                files.append(
                    KnownFile(
                        id: PhotoID(statement.integer(0)), path: folder.appending(statement.blob(1)),
                        stamp: statement.stamp(from: 2),
                        content: statement.isNull(6) ? nil : ContentDigest(bytes: statement.blob(6)),
                        sidecarStamp: statement.integer(9),
                        state: hasVector ? .encoded : failure.map { .failed($0) } ?? .otherModelOnly,
                        isHere: statement.integer(7) == 0, isTruncated: statement.integer(11) != 0,
                        isUnread: hasVector && failure != nil))
            }
            return files
        }
    }

    package func known(_ content: ContentDigest, model: ModelID) async throws -> KnownContent? {
        try await use { try $0.known(content, model) }
    }

    package func contents() async throws -> Set<ContentDigest> {
        try await use { connection in
            let statement = try connection.statement("SELECT DISTINCT content FROM photos WHERE content IS NOT NULL")
            defer { statement.reset() }
            var contents: Set<ContentDigest> = []
            while try statement.step() {
                if let content = ContentDigest(bytes: statement.blob(0)) { contents.insert(content) }
            }
            return contents
        }
    }

    package func summary() async throws -> CatalogSummary {
        let models = try await models()
        return try await use { connection in
            let counted = try models.map { model in
                let photos = try connection.integer(
                    """
                    SELECT count(*) FROM photos p WHERE p.missing = 0 AND EXISTS (
                        SELECT 1 FROM vectors
                        WHERE photo = p.photo AND +model = (SELECT model FROM models WHERE fingerprint = ?))
                    """, model.fingerprint)
                return CatalogSummary.Model(id: model, photos: Int(photos ?? 0))
            }
            let here = "SELECT count(*) FROM photos WHERE missing = 0 AND photo"
            return CatalogSummary(
                photos: try connection.count("SELECT count(*) FROM photos p WHERE \(CatalogCondition.canBeShown)"),
                failed: try connection.count("\(here) IN (SELECT photo FROM failures)"),
                truncated: try connection.count("\(here) IN (SELECT photo FROM truncations)"),
                missing: try connection.count("SELECT count(*) FROM photos WHERE missing = 1"),
                hidden: try connection.count("SELECT count(*) FROM photos WHERE missing = 2"),
                models: counted, roots: try connection.roots())
        }
    }

    package func failures() async throws -> [FailedPhoto] {
        try await use { connection in
            let statement = try connection.statement(
                """
                SELECT d.path, p.name, f.kind, f.doing, f.reason, f.remedy
                FROM failures f JOIN photos p ON p.photo = f.photo JOIN folders d ON d.folder = p.folder
                WHERE p.missing = 0 ORDER BY d.path, p.name
                """)
            defer { statement.reset() }
            var failures: [FailedPhoto] = []
            while try statement.step() {
                let path = statement.path(0).appending(statement.blob(1))
                failures.append(
                    FailedPhoto(
                        path: path,
                        error: EvokeError(
                            EvokeError.Kind(rawValue: statement.text(2)), doing: statement.text(3),
                            subject: path.display, reason: statement.text(4), remedy: statement.text(5))))
            }
            return failures
        }
    }

    package func truncatedPhotos() async throws -> [TruncatedPhoto] {
        try await use { connection in
            let statement = try connection.statement(
                """
                SELECT d.path, p.name, c.share
                FROM truncations c JOIN photos p ON p.photo = c.photo JOIN folders d ON d.folder = p.folder
                WHERE p.missing = 0 ORDER BY d.path, p.name
                """)
            defer { statement.reset() }
            var photos: [TruncatedPhoto] = []
            while try statement.step() {
                photos.append(
                    TruncatedPhoto(path: statement.path(0).appending(statement.blob(1)), share: statement.real(2)))
            }
            return photos
        }
    }
}

extension SQLiteConnection {
    func roots() throws(EvokeError) -> [FilePath] {
        let statement = try statement("SELECT path FROM roots ORDER BY path")
        defer { statement.reset() }
        var roots: [FilePath] = []
        while try statement.step() { roots.append(statement.path(0)) }
        return roots
    }
}

extension SQLiteConnection {
    func known(_ content: ContentDigest, _ model: ModelID) throws(EvokeError) -> KnownContent? {
        let statement = try statement(
            """
            SELECT p.photo, f.path, p.name, p.missing, p.width, p.height, (SELECT share FROM truncations WHERE photo = p.photo),
                p.colors, t.reader, t.lines
            FROM photos p JOIN folders f ON f.folder = p.folder LEFT JOIN texts t ON t.photo = p.photo
            WHERE p.content = ? AND EXISTS (
                SELECT 1 FROM vectors v
                WHERE v.photo = p.photo AND v.model = (SELECT model FROM models WHERE fingerprint = ?))
            """
        ).bind(content, model.fingerprint)
        defer { statement.reset() }
        var places: [PhotoID: KnownPlace] = [:]
        var (size, share, colors, text): (PixelSize?, Double?, PhotoColors?, ReadText?)
        while try statement.step() {
            places[PhotoID(statement.integer(0))] = KnownPlace(
                path: statement.path(1).appending(statement.blob(2)), isGone: statement.integer(3) == 1)
            if !statement.isNull(4), !statement.isNull(5) {
                size = PixelSize(width: Int(statement.integer(4)), height: Int(statement.integer(5)))
            }
            share = statement.isNull(6) ? nil : statement.real(6)
            colors = statement.colors(7) ?? colors
            text = statement.read(8, in: size) ?? text
        }
        guard let photo = places.keys.min() else { return nil }
        return KnownContent(
            digest: content, size: size, share: share, colors: colors, text: text,
            vectors: try vectors(of: photo), places: places)
    }

    private func vectors(of photo: PhotoID) throws(EvokeError) -> [ModelID: [Float16]] {
        let statement = try statement(
            """
            SELECT m.name, m.fingerprint, m.dimensions, v.half_floats FROM vectors v JOIN models m ON m.model = v.model
            WHERE v.photo = ?
            """
        ).bind(photo.value)
        defer { statement.reset() }
        var vectors: [ModelID: [Float16]] = [:]
        while try statement.step() {
            let model = ModelID(
                name: statement.text(0), fingerprint: statement.text(1), dimensions: Int(statement.integer(2)))
            vectors[model] = Array(statement.blob(3).assumingMemoryBound(to: Float16.self))
        }
        return vectors
    }
}
