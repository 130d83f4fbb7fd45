package import EvokeValues

extension SQLiteCatalog {
    package func photos(with words: WrittenWords) async throws -> WrittenMatches {
        try await use { connection in
            try connection.snapshot {
                var matches = WrittenMatches()
                matches.named = try connection.photos(matching: Written.named(words))
                guard !words.phrases.isEmpty else { return matches }
                matches.all = try connection.photos(matching: Written.all(words))
                if !matches.all.isEmpty { matches.own = try connection.photos(matching: Written.own(words)) }
                return matches
            }
        }
    }
}

extension Connection {
    fileprivate func photos(matching question: String) throws(EvokeError) -> PhotoSet {
        let statement = try statement("SELECT rowid FROM written WHERE written MATCH ? LIMIT ?")
            .bind(question, Int64(WrittenMatches.most + 1))
        defer { statement.reset() }
        var (photos, count) = (PhotoSet(), 0)
        while try statement.step() {
            photos.insert(PhotoID(statement.integer(0)))
            count += 1
        }
        return count > WrittenMatches.most ? PhotoSet() : photos
    }

    /// Writes what is written on the photos that changed. It belongs to the transaction that changes them.
    func followWritten() throws(EvokeError) {
        let now = try newest(of: Self.log)
        if let reached = try writtenStamp(), let changed = try photosChanged(since: reached) {
            guard reached != now else { return }
            let roots = try roots()
            for photo in changed {
                try statement("DELETE FROM written WHERE rowid = ?").bind(photo).run()
                if let row = try written(on: photo, below: roots) { try write(row, of: photo) }
            }
        } else {
            try remakeWritten()
        }
        try set(Written.stamp, to: "\(now.number) \(now.token)")
    }

    /// The same after the remembered folders changed: texts begin below the outermost of them.
    func followWritten(rootsBefore roots: [FilePath]) throws(EvokeError) {
        let now = try self.roots()
        let areNested = roots.contains { root in
            now.contains { $0 != root && ($0.isInside(root) || root.isInside($0)) }
        }
        if now != roots, areNested { try set(Written.stamp, to: nil) }
        try followWritten()
    }

    /// The state that it shows; nil where there is none.
    private func writtenStamp() throws(EvokeError) -> VectorStamp? {
        let numbers = try setting(Written.stamp)?.split(separator: " ").compactMap { Int64($0) }
        guard let numbers, numbers.count == 2 else { return nil }
        return VectorStamp(number: numbers[0], token: numbers[1])
    }

    private func remakeWritten() throws(EvokeError) {
        try execute("DROP TABLE IF EXISTS written; \(Written.table)")
        try forEachPhoto { photo, row throws(EvokeError) in try write(row, of: photo) }
    }

    /// Each photo with what is written on it.
    func forEachPhoto(_ body: (Int64, [String?]) throws(EvokeError) -> Void) throws(EvokeError) {
        let roots = try roots()
        let photos = try statement("SELECT id FROM photos ORDER BY id")
        defer { photos.reset() }
        while try photos.step() {
            let photo = photos.integer(0)
            if let row = try written(on: photo, below: roots) { try body(photo, row) }
        }
    }

    private func write(_ row: [String?], of photo: Int64) throws(EvokeError) {
        try statement(Written.insert).bind([photo] + row.map { $0 as any Bindable }).run()
    }

    /// Nil where there is no such photo.
    private func written(on photo: Int64, below roots: [FilePath]) throws(EvokeError) -> [String?]? {
        let file = try statement(
            "SELECT f.path, p.name FROM photos p JOIN folders f ON f.id = p.folder WHERE p.id = ?"
        ).bind(photo)
        defer { file.reset() }
        guard try file.step() else { return nil }
        var facts = try facts(of: PhotoID(photo)) ?? PhotoFacts()
        facts.keywords = try keywords(of: PhotoID(photo))
        return Written.row(file.path(0).appending(file.blob(1)), facts, below: roots)
    }
}
