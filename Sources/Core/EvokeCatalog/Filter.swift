package import EvokePorts
package import EvokeValues

extension CatalogDriver {
    package func photos(meeting condition: PhotoCondition) async throws -> PhotoSet {
        try await withColumns { columns, connection in
            try columns.photos(meeting: condition) { try connection.photos(passing: $0) }
        }
    }

    package func values(of trait: PhotoTrait) async throws -> [PhotoValue] {
        try await withColumns { columns, _ in columns.values(of: trait) }
    }

    package func cards(among photos: PhotoSet?, order: PhotoOrder, top: Int, offset: Int) async throws -> [PhotoCard] {
        try await withColumns { columns, connection in
            let page = columns.page(among: photos, order, top: top, offset: offset)
            let cards = try connection.cards(of: page)
            return page.compactMap { cards[$0] }
        }
    }

    package func days(among photos: PhotoSet?) async throws -> [PhotoDay] {
        try await withColumns { columns, _ in columns.days(among: photos) }
    }

    package func clusters(
        among photos: PhotoSet?, in box: CoordinateBox?, on grid: MapGrid
    ) async throws -> PhotoClusters {
        try await withColumns { columns, _ in columns.clusters(among: photos, in: box, on: grid) }
    }

    package func placeCounts(among photos: PhotoSet?) async throws -> [PhotoPlace: Int] {
        try await withColumns { columns, _ in columns.placeCounts(among: photos) }
    }
}

extension CatalogConnection {
    /// For conditions that the columns cannot answer.
    fileprivate func photos(passing test: PhotoTest) throws(EvokeError) -> PhotoSet {
        switch test {
        case .pictureText(let words):
            let terms = TextTerm.all(in: words).map(\.text)
            return terms.isEmpty ? PhotoSet() : PhotoSet(try photos(matching: .reading(terms), limit: .max))
        case .person(let name):
            if let person = PersonID(numbered: name) { return try photos(of: [person]) }
            return try photos(of: people().filter { $0.isCalled(name) }.map(\.id))
        case .faces(let range): return try photos(havingFaces: range)
        default: return PhotoSet()
        }
    }

    /// Runs `body` with these columns as of now; all that it reads is of the same state.
    package func with<Result>(
        _ columns: inout PhotoColumns?, _ body: (inout PhotoColumns, Self) throws -> Result
    ) throws -> Result {
        try snapshot {
            // Taken, so that there is only one copy, and a failure midway makes the next caller read everything again.
            var now = try followed(from: columns.take())
            let result = try body(&now, self)
            columns = now
            return result
        }
    }

    /// Brings the columns up to date.
    private func followed(from known: consuming PhotoColumns?) throws -> PhotoColumns {
        let stamp = try newest(of: .photos)
        let roots = try keptRoots()
        guard var columns = known, let changed = try photosChanged(since: columns.stamp) else {
            var columns = try readColumns(stamp)
            columns.roots = roots
            return columns
        }
        try update(&columns, Array(changed))
        (columns.stamp, columns.roots) = (stamp, roots)
        return columns
    }

    private func readColumns(_ stamp: VectorStamp) throws -> PhotoColumns {
        let last = try integer("SELECT max(photo) FROM photos") ?? 0
        var columns = try PhotoColumns(upTo: PhotoID(last), stamp: stamp)
        // Damaged rows may have any number.
        let inRange = "photo BETWEEN 0 AND $1"
        try stream("SELECT folder, path FROM folders") { row in
            columns.setFolder(row.integer(0), row.keptPath(1), here: row.path(1))
        }
        try stream("SELECT \(files) FROM photos p WHERE p.\(inRange)", last) { row in
            let (photo, colors) = (row.photo(0), row.colors(6))
            row.with(2) {
                columns.setFile(
                    $0, folder: row.integer(1), row.size(3), isShown: row.integer(5) != 0, colors, of: photo)
            }
        }
        try stream("SELECT photo, \(metadataColumns) FROM metadata WHERE \(inRange)", last) { row in
            columns.setMetadata(row.metadata(from: 1), of: row.photo(0))
        }
        try stream("SELECT photo, city, subdivision, country FROM places WHERE \(inRange)", last) { row in
            columns.setPlace(row.place(from: 1), of: row.photo(0))
        }
        var keywords = Grouped<String> { columns.setKeywords($1, of: $0) }
        try stream(
            "SELECT photo, keyword FROM keywords WHERE \(inRange) ORDER BY photo, position", last
        ) { row in
            keywords.add(row.text(1), of: row.photo(0))
        }
        keywords.end()
        var marks = Grouped<Mark> { columns.setMarks(PhotoMarks($1), of: $0) }
        try stream(
            """
            SELECT p.photo, m.kind, m.value FROM marks m JOIN photos p ON p.content = m.content
            WHERE p.\(inRange) ORDER BY p.photo
            """, last
        ) { row in
            if let mark = row.mark(1) { marks.add(mark, of: row.photo(0)) }
        }
        marks.end()
        columns.trim()
        return columns
    }

    private func update(_ columns: inout PhotoColumns, _ photos: [Int64]) throws(EvokeError) {
        guard !photos.isEmpty else { return }
        let (keywords, marks) = (try keywords(of: photos), try marks(of: photos))
        try run(
            "SELECT folder, path FROM folders WHERE folder IN (SELECT folder FROM photos WHERE photo IN list($1))",
            with: [photos]
        ) { row in
            columns.setFolder(row.integer(0), row.keptPath(1), here: row.path(1))
        }
        var gone = Set(photos)
        try run(
            """
            SELECT \(files), l.city, l.subdivision, l.country, \(metadataColumns)
            FROM photos p LEFT JOIN metadata t ON t.photo = p.photo LEFT JOIN places l ON l.photo = p.photo
            WHERE p.photo IN list($1)
            """, with: [photos]
        ) { row throws(EvokeError) in
            let photo = row.integer(0)
            var metadata = row.metadata(from: 10)
            metadata.keywords = keywords[photo] ?? []
            try columns.set(
                PhotoRow(
                    folder: row.integer(1), name: DiskPath(bytes: row.bytes(2)), size: row.size(3),
                    isShown: row.integer(5) != 0, colors: row.colors(6), metadata: metadata,
                    marks: marks[photo] ?? PhotoMarks(), place: row.place(from: 7)), of: PhotoID(photo))
            gone.remove(photo)
        }
        for photo in gone { columns.remove(PhotoID(photo)) }
    }

    private var files: String {
        "p.photo, p.folder, p.name, p.width, p.height, \(CatalogCondition.canBeShown), p.colors"
    }

    private var metadataColumns: String { CatalogTable.metadata.values.map(\.name).joined(separator: ", ") }
}

/// Hands over the values of each photo together, from rows that are in the order of photos.
private struct Grouped<Value> {
    private let handOver: (PhotoID, [Value]) -> Void
    private var (photo, values): (PhotoID?, [Value]) = (nil, [])

    init(_ handOver: @escaping (PhotoID, [Value]) -> Void) { self.handOver = handOver }

    mutating func add(_ value: Value, of photo: PhotoID) {
        if photo != self.photo {
            end()
            (self.photo, values) = (photo, [])
        }
        values.append(value)
    }

    func end() {
        if let photo { handOver(photo, values) }
    }
}
