package import EvokeValues

extension SQLiteCatalog {
    package func photos(with words: TextQuery) async throws -> TextMatches {
        try await use { connection in
            let taken = try connection.photos(takenIn: words.placeNames.map(\.places))
            return try connection.snapshot {
                let misreadings = try connection.hasTexts() ? connection.words : nil
                return try TextMatches(
                    of: words, taken: taken, misreadings: misreadings
                ) { question, words, limit throws(EvokeError) in
                    try connection.photos(matching: FullText.text(of: question, words), limit: limit)
                }
            }
        }
    }

    package func written(among words: [String]) async throws -> Set<String> {
        try await use { connection in
            try connection.snapshot {
                try words.reduce(into: []) { found, word throws(EvokeError) in
                    if try !connection.photos(matching: FullText.text(anywhere: word), limit: 1).isEmpty {
                        found.insert(word)
                    }
                }
            }
        }
    }
}

extension Connection {
    /// The photos whose pictures have these words as a phrase.
    func photos(reading words: String) throws(EvokeError) -> PhotoSet {
        let terms = TextTerm.all(in: words).map(\.text)
        return terms.isEmpty ? PhotoSet() : PhotoSet(try photos(matching: FullText.text(read: terms), limit: .max))
    }
}

extension Connection {
    fileprivate func photos(matching question: String, limit: Int) throws(EvokeError) -> [PhotoID] {
        let statement = try statement("SELECT rowid FROM written WHERE written MATCH ? LIMIT ?")
            .bind(question, Int64(limit))
        defer { statement.reset() }
        var photos: [PhotoID] = []
        while try statement.step() { photos.append(PhotoID(statement.integer(0))) }
        return photos
    }

    /// Updates the full text of changed photos, within the transaction that changes them. `notify` is called only when
    /// the text of all photos is rewritten.
    func followFullText(notify: (_ done: Int, _ total: Int) -> Void = { _, _ in }) throws(EvokeError) {
        let now = try newest(of: Self.log)
        if let reached = try writtenStamp(), let changed = try photosChanged(since: reached) {
            guard reached != now else { return }
            let roots = try roots()
            for (place, photo) in changed.enumerated() {
                if place.isMultiple(of: 1_024) { notify(place, changed.count) }
                try statement("DELETE FROM written WHERE rowid = ?").bind(photo).run()
                if let texts = try written(on: photo, below: roots) { try write(texts, of: photo) }
            }
        } else {
            try rebuildFullText(notify)
        }
        try leaveFullText()
    }

    /// Records that nothing in this transaction changed the full text.
    func leaveFullText() throws(EvokeError) {
        let now = try newest(of: Self.log)
        try set(FullText.stamp, to: "\(now.number) \(now.token)")
    }

    /// The same after the roots changed.
    func followFullText(
        rootsBefore roots: [FilePath], notify: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(EvokeError) {
        if PhotoTexts.mayChange(from: roots, to: try self.roots()) { try set(FullText.stamp, to: nil) }
        try followFullText(notify: notify)
    }

    /// The state that the index reflects; nil if there is none.
    private func writtenStamp() throws(EvokeError) -> VectorStamp? {
        let numbers = try setting(FullText.stamp)?.split(separator: " ").compactMap { Int64($0) }
        guard let numbers, numbers.count == 2 else { return nil }
        return VectorStamp(number: numbers[0], token: numbers[1])
    }

    private func rebuildFullText(_ notify: (_ done: Int, _ total: Int) -> Void) throws(EvokeError) {
        try execute(FullText.tableAnew)
        let total = try count("SELECT count(*) FROM photos")
        var done = 0
        try forEachPhoto { photo, texts throws(EvokeError) in
            if done.isMultiple(of: 1_024) {
                notify(done, total)
                // Short statements don't reach SQLite's progress handler.
                try checkThatItIsWanted()
            }
            try write(texts, of: photo)
            done += 1
        }
    }

    func forEachPhoto(_ body: (Int64, PhotoTexts) throws(EvokeError) -> Void) throws(EvokeError) {
        let roots = try roots()
        let photos = try statement("SELECT id FROM photos ORDER BY id")
        defer { photos.reset() }
        while try photos.step() {
            let photo = photos.integer(0)
            if let texts = try written(on: photo, below: roots) { try body(photo, texts) }
        }
    }

    private func write(_ texts: PhotoTexts, of photo: Int64) throws(EvokeError) {
        try statement(FullText.insert).bind([photo] + FullText.row(texts).map { $0 as any Bindable }).run()
        try add(texts.misreadable)
    }

    /// Nil if there is no such photo.
    private func written(on photo: Int64, below roots: [FilePath]) throws(EvokeError) -> PhotoTexts? {
        let file = try statement(
            "SELECT f.path, p.name FROM photos p JOIN folders f ON f.id = p.folder WHERE p.id = ?"
        ).bind(photo)
        defer { file.reset() }
        guard try file.step() else { return nil }
        var metadata = try metadata(of: PhotoID(photo)) ?? PhotoMetadata()
        metadata.keywords = try keywords(of: PhotoID(photo))
        metadata = metadata.marked(by: try marks(of: PhotoID(photo)))
        return PhotoTexts(file.path(0).appending(file.blob(1)), metadata, try picture(of: photo), below: roots)
    }
}
