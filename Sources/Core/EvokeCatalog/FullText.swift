package import EvokePorts
package import EvokeValues

/// A question to the index of the full text.
package enum FullTextQuery: Sendable {
    case words(TextMatches.IndexQuery, TextQuery)
    /// The terms as a phrase in pictures.
    case reading([String])
    /// The term anywhere but in names.
    case anywhere(String)
}

extension CatalogDriver {
    package func photos(with words: TextQuery) async throws -> TextMatches {
        let taken = try await photos(takenIn: words.placeNames.map(\.places))
        return try await snapshot { connection in
            let misreadings = try connection.hasTexts() ? connection.words : nil
            return try TextMatches(
                of: words, taken: taken, misreadings: misreadings
            ) { question, words, limit throws(EvokeError) in
                try connection.photos(matching: .words(question, words), limit: limit)
            }
        }
    }

    /// For each list of places, the photos taken in one of them, including photos that cannot be shown.
    private func photos(takenIn lists: [Set<PlaceID>]) async throws -> [PhotoSet] {
        guard !lists.isEmpty else { return [] }
        return try await withColumns { columns, _ in
            lists.map { columns.photos(in: $0) }
        } orElse: { connection in
            try lists.map { places throws(EvokeError) in try connection.photos(takenIn: places) }
        }
    }

    package func indexedTerms(among words: [String]) async throws -> Set<String> {
        try await read { try $0.indexedTerms(among: words) }
    }
}

extension CatalogConnection {
    fileprivate func photos(takenIn places: Set<PlaceID>) throws(EvokeError) -> PhotoSet {
        var (cities, codes) = ([Int64](), [String]())
        for place in places {
            switch place {
            case .city(let number): cities.append(number)
            case .subdivision(let code), .country(let code): codes.append(code)
            }
        }
        return try photoSet(
            """
            SELECT photo FROM places WHERE known = 1
                AND (city IN list($1) OR subdivision IN list($2) OR country IN list($2))
            """, cities, codes)
    }

    /// Updates the full text of these photos, within the transaction that changes them.
    ///
    /// - Parameter known: texts that need not be read again.
    package func writeTexts(
        of photos: Set<Int64>, knowing known: [Int64: (path: DiskPath, metadata: PhotoMetadata)] = [:],
        notify: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(EvokeError) {
        guard !photos.isEmpty else { return }
        let (all, roots) = (photos.sorted(), try keptRoots())
        for first in stride(from: 0, to: all.count, by: 4_096) {
            notify(first, all.count)
            let part = Set(all[first..<min(first + 4_096, all.count)])
            try writeTexts(of: part, knowing: known.filter { part.contains($0.key) }, below: roots)
        }
    }

    private func writeTexts(
        of photos: Set<Int64>, knowing known: [Int64: (path: DiskPath, metadata: PhotoMetadata)],
        below roots: [DiskPath]
    ) throws(EvokeError) {
        let (pictures, marks) = (try pictures(of: Array(photos)), try marks(of: Array(photos)))
        var texts = known.map { photo, known in
            (
                photo: photo,
                texts: PhotoTexts(
                    known.path, known.metadata.withoutZeros.marked(by: marks[photo] ?? PhotoMarks()),
                    pictures[photo], below: roots)
            )
        }
        let unknown = photos.filter { known[$0] == nil }
        if !unknown.isEmpty { texts += try self.texts("p.photo IN list($1)", Array(unknown), below: roots) }
        try replaceTexts(of: photos, with: texts.sorted { $0.photo < $1.photo })
        try add(texts.reduce(into: []) { $0.formUnion($1.texts.misreadable) })
    }

    /// Rewrites the full text of all photos after the roots changed: texts begin below the outermost root. `notify`
    /// gets the number of photos done.
    package func rewriteTexts(
        rootsBefore roots: [DiskPath], notify: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(EvokeError) {
        if PhotoTexts.mayChange(from: roots, to: try keptRoots()) { try rewriteTexts(notify: notify) }
    }

    package func rewriteTexts(notify: (_ done: Int, _ total: Int) -> Void = { _, _ in }) throws(EvokeError) {
        let total = try count("SELECT count(*) FROM photos")
        try replaceTexts(of: nil, with: [])
        var done = 0
        notify(done, total)
        try forTexts { texts throws(EvokeError) in
            try replaceTexts(of: Set(texts.map(\.photo)), with: texts)
            try add(texts.reduce(into: []) { $0.formUnion($1.texts.misreadable) })
            done += texts.count
            notify(done, total)
        }
    }

    /// Goes through the texts of all photos, a thousand at a time.
    package func forTexts(
        _ body: ([(photo: Int64, texts: PhotoTexts)]) throws(EvokeError) -> Void
    ) throws(EvokeError) {
        let roots = try keptRoots()
        var last = Int64.min
        while true {
            let texts = try texts("p.photo > $1 ORDER BY p.photo LIMIT 1000", last, below: roots)
            guard let end = texts.last?.photo else { return }
            try body(texts)
            last = end
        }
    }

    private func texts(
        _ condition: String, _ value: some CatalogBindable, below roots: [DiskPath]
    ) throws(EvokeError) -> [(photo: Int64, texts: PhotoTexts)] {
        let files = try map(
            """
            SELECT p.photo, d.path, p.name, t.make, t.camera, t.title, t.description
            FROM photos p JOIN folders d ON d.folder = p.folder LEFT JOIN metadata t ON t.photo = p.photo
            WHERE \(condition)
            """, value
        ) { row in
            var metadata = PhotoMetadata()
            metadata.camera = row.optionalText(4).map { Camera(make: row.optionalText(3), model: $0) }
            metadata.title = row.optionalText(5)
            metadata.description = row.optionalText(6)
            return (photo: row.integer(0), path: row.keptPath(1).appending(row.bytes(2)), metadata: metadata)
        }
        let photos = files.map(\.photo)
        let (keywords, pictures, marks) = (try keywords(of: photos), try pictures(of: photos), try marks(of: photos))
        return files.map { photo, path, metadata in
            var metadata = metadata
            metadata.keywords = keywords[photo] ?? []
            metadata = metadata.marked(by: marks[photo] ?? PhotoMarks())
            return (photo, PhotoTexts(path, metadata, pictures[photo], below: roots))
        }
    }
}

extension PhotoMetadata {
    /// Without the zeros that PostgreSQL's text cannot contain.
    fileprivate var withoutZeros: PhotoMetadata {
        func kept(_ text: String) -> String { String(decoding: text.utf8.filter { $0 != 0 }, as: UTF8.self) }
        var metadata = self
        metadata.camera = camera.map { Camera(make: $0.make.map(kept), model: kept($0.model)) }
        metadata.title = title.map(kept)
        metadata.description = description.map(kept)
        metadata.keywords = keywords.map(kept)
        return metadata
    }
}
