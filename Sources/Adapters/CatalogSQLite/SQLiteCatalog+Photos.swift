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

    package func exclusions() async throws -> [String] {
        try await use { connection in
            let statement = try connection.statement("SELECT pattern FROM exclusions ORDER BY place")
            defer { statement.reset() }
            var patterns: [String] = []
            while try statement.step() { patterns.append(statement.text(0)) }
            return patterns
        }
    }

    package func setExclusions(_ patterns: [String]) async throws {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in
                try connection.statement("DELETE FROM exclusions").run()
                for pattern in patterns {
                    try connection.statement("INSERT INTO exclusions(pattern) VALUES(?)").bind(pattern).run()
                }
            }
        }
    }

    package func chosenModel() async throws -> ModelChoice? {
        try await use { connection in
            guard let name = try connection.setting("model") else { return nil }
            return ModelChoice(
                name, variant: try connection.setting("variant"),
                precision: try connection.setting("precision").flatMap(Precision.init))
        }
    }

    package func choose(_ model: ModelChoice) async throws {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in
                try connection.set("model", to: model.nameOrPath)
                try connection.set("variant", to: model.variant)
                try connection.set("precision", to: model.precision?.rawValue)
            }
        }
    }

    package func models() async throws -> [ModelID] {
        try await use { connection in
            let statement = try connection.statement("SELECT name, fingerprint, dimensions FROM models ORDER BY id")
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
                WHERE EXISTS (SELECT 1 FROM photos WHERE folder = f.id AND missing = 0)
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
                SELECT p.id, p.name, p.size, p.modified, p.inode, p.changed, p.content, p.missing, f.kind, p.sidecars,
                    EXISTS (
                        SELECT 1 FROM vectors v
                        WHERE v.photo = p.id AND +v.model = (SELECT id FROM models WHERE fingerprint = ?)),
                    EXISTS (SELECT 1 FROM cuts WHERE photo = p.id)
                FROM photos p LEFT JOIN failures f ON f.photo = p.id
                WHERE p.folder = (SELECT id FROM folders WHERE path = ?)
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

    package func photo(at path: FilePath) async throws -> PhotoID? {
        guard let folder = path.parent else { return nil }
        return try await use { connection in
            let statement = try connection.statement(
                "SELECT id FROM photos WHERE folder = (SELECT id FROM folders WHERE path = ?) AND name = ?"
            ).bind(folder, Array(path.name))
            defer { statement.reset() }
            return try statement.step() ? PhotoID(statement.integer(0)) : nil
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
                        WHERE photo = p.id AND +model = (SELECT id FROM models WHERE fingerprint = ?))
                    """, model.fingerprint)
                return CatalogSummary.Model(id: model, photos: Int(photos ?? 0))
            }
            let here = "SELECT count(*) FROM photos WHERE missing = 0 AND id"
            return CatalogSummary(
                photos: try connection.count("SELECT count(*) FROM photos p WHERE \(Self.canBeShown)"),
                failed: try connection.count("\(here) IN (SELECT photo FROM failures)"),
                truncated: try connection.count("\(here) IN (SELECT photo FROM cuts)"),
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
                FROM failures f JOIN photos p ON p.id = f.photo JOIN folders d ON d.id = p.folder
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
                FROM cuts c JOIN photos p ON p.id = c.photo JOIN folders d ON d.id = p.folder
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

extension Connection {
    func roots() throws(EvokeError) -> [FilePath] {
        let statement = try statement("SELECT path FROM roots ORDER BY path")
        defer { statement.reset() }
        var roots: [FilePath] = []
        while try statement.step() { roots.append(statement.path(0)) }
        return roots
    }
}

extension Connection {
    func setting(_ name: String) throws(EvokeError) -> String? {
        let statement = try statement("SELECT value FROM settings WHERE name = ?").bind(name)
        defer { statement.reset() }
        return try statement.step() ? statement.text(0) : nil
    }

    func set(_ name: String, to value: String?) throws(EvokeError) {
        if let value {
            try statement("INSERT OR REPLACE INTO settings(name, value) VALUES(?, ?)").bind(name, value).run()
        } else {
            try statement("DELETE FROM settings WHERE name = ?").bind(name).run()
        }
    }
}

extension Connection {
    func known(_ content: ContentDigest, _ model: ModelID) throws(EvokeError) -> KnownContent? {
        let statement = try statement(
            """
            SELECT p.id, f.path, p.name, p.missing, p.width, p.height, (SELECT share FROM cuts WHERE photo = p.id),
                p.colors, t.reader, t.lines
            FROM photos p JOIN folders f ON f.id = p.folder LEFT JOIN texts t ON t.photo = p.id
            WHERE p.content = ? AND EXISTS (
                SELECT 1 FROM vectors v
                WHERE v.photo = p.id AND v.model = (SELECT id FROM models WHERE fingerprint = ?))
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
            SELECT m.name, m.fingerprint, m.dimensions, v.halves FROM vectors v JOIN models m ON m.id = v.model
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
