import EvokeCatalog
import EvokeValues

extension PostgresCatalog {
    func photos(meeting condition: PhotoCondition) async throws -> PhotoSet {
        try await withColumns { columns, connection in
            try columns.photos(meeting: condition) { try connection.photos(passing: $0) }
        }
    }

    func values(of trait: PhotoTrait) async throws -> [PhotoValue] {
        try await withColumns { columns, _ in columns.values(of: trait) }
    }

    func cards(among photos: PhotoSet?, order: PhotoOrder, top: Int, offset: Int) async throws -> [PhotoCard] {
        try await withColumns { columns, connection in
            let page = columns.page(among: photos, order, top: top, offset: offset)
            let cards = try connection.cards(of: page)
            return page.compactMap { cards[$0] }
        }
    }

    func days(among photos: PhotoSet?) async throws -> [PhotoDay] {
        try await withColumns { columns, _ in columns.days(among: photos) }
    }

    func clusters(among photos: PhotoSet?, in box: CoordinateBox?, on grid: MapGrid) async throws -> PhotoClusters {
        try await withColumns { columns, _ in columns.clusters(among: photos, in: box, on: grid) }
    }

    func placeCounts(among photos: PhotoSet?) async throws -> [PhotoPlace: Int] {
        try await withColumns { columns, _ in columns.placeCounts(among: photos) }
    }

    func countWithoutColors() async throws -> Int {
        try await withColumns { columns, _ in columns.withoutColors.count }
    }
}

extension Connection {
    /// For conditions that the columns cannot answer.
    fileprivate func photos(passing test: PhotoTest) throws(EvokeError) -> PhotoSet {
        switch test {
        case .pictureText(let words): try photos(reading: words)
        case .person(let name):
            if let person = PersonID(numbered: name) {
                try photos(of: [person])
            } else {
                try photos(of: people().filter { $0.isCalled(name) }.map(\.id))
            }
        case .faces(let range): try photos(havingFaces: range)
        default: PhotoSet()
        }
    }
}

extension Connection {
    /// Brings the columns that conditions are evaluated on up to date. Call it within a snapshot.
    func followed(from known: consuming PhotoColumns?) throws -> PhotoColumns {
        let stamp = try newest(of: .photos)
        let roots = try keptRoots()
        guard var columns = known, let changed = try photosChanged(since: columns.stamp) else {
            var columns = try readColumns(stamp)
            columns.roots = roots
            return columns
        }
        try update(&columns, changed)
        (columns.stamp, columns.roots) = (stamp, roots)
        return columns
    }

    private func readColumns(_ stamp: VectorStamp) throws -> PhotoColumns {
        let last = try nativeInteger("SELECT max(photo) FROM evoke.photos WHERE library = $1") ?? 0
        var columns = try PhotoColumns(upTo: PhotoID(last), stamp: stamp)
        try forEachRow("SELECT folder, path FROM evoke.folders WHERE library = $1") { row in
            columns.setFolder(row.integer(0), row.keptPath(1), here: row.path(1))
        }
        try forEachRow("\(Self.files) FROM evoke.photos p WHERE p.library = $1 ORDER BY p.photo") { row in
            let (photo, colors) = (PhotoID(row.integer(0)), row.colors(6))
            row.with(2) {
                columns.setFile(
                    $0, folder: row.integer(1), row.size(3), isShown: row.integer(5) != 0, colors, of: photo)
            }
        }
        try forEachRow(
            "SELECT t.photo, \(Row.metadataColumns) FROM evoke.metadata t WHERE t.library = $1 ORDER BY t.photo"
        ) { row in
            columns.setMetadata(row.metadata(from: 1), of: PhotoID(row.integer(0)))
        }
        try forEachRow("SELECT photo, city, subdivision, country FROM evoke.places WHERE library = $1") { row in
            columns.setPlace(row.place(from: 1), of: PhotoID(row.integer(0)))
        }
        var (photo, list) = (Int64(0), [String]())
        try forEachRow(
            "SELECT photo, keyword FROM evoke.keywords WHERE library = $1 ORDER BY photo, position"
        ) { row in
            if row.integer(0) != photo {
                if !list.isEmpty { columns.setKeywords(list, of: PhotoID(photo)) }
                (photo, list) = (row.integer(0), [])
            }
            list.append(row.text(1))
        }
        if !list.isEmpty { columns.setKeywords(list, of: PhotoID(photo)) }
        var (marked, marks) = (PhotoID(-1), [Mark]())
        try forEachRow(
            """
            SELECT p.photo, m.kind, m.value FROM evoke.marks m JOIN evoke.photos p USING (library, content)
            WHERE m.library = $1 ORDER BY p.photo
            """
        ) { row in
            if PhotoID(row.integer(0)) != marked {
                columns.setMarks(PhotoMarks(marks), of: marked)
                (marked, marks) = (PhotoID(row.integer(0)), [])
            }
            if let mark = row.mark(1) { marks.append(mark) }
        }
        columns.setMarks(PhotoMarks(marks), of: marked)
        columns.trim()
        return columns
    }

    private func update(_ columns: inout PhotoColumns, _ photos: Set<Int64>) throws(EvokeError) {
        guard !photos.isEmpty else { return }
        let (keywords, marks) = (try keywords(of: Array(photos)), try marks(of: Array(photos)))
        let folders = try rows(
            """
            SELECT folder, path FROM evoke.folders WHERE library = $1 AND folder IN (
                SELECT folder FROM evoke.photos WHERE library = $1 AND photo = ANY($2))
            """, Numbers(photos))
        for row in folders { columns.setFolder(row.integer(0), row.keptPath(1), here: row.path(1)) }
        var gone = photos
        let known = try rows(
            """
            \(Self.files), l.city, l.subdivision, l.country, \(Row.metadataColumns)
            FROM evoke.photos p LEFT JOIN evoke.metadata t USING (library, photo)
                LEFT JOIN evoke.places l USING (library, photo)
            WHERE p.library = $1 AND p.photo = ANY($2)
            """, Numbers(photos))
        for row in known {
            let photo = row.integer(0)
            try columns.set(row.photo(keywords[photo] ?? [], marks[photo] ?? PhotoMarks()), of: PhotoID(photo))
            gone.remove(photo)
        }
        for photo in gone { columns.remove(PhotoID(photo)) }
    }

    private static let files =
        "SELECT p.photo, p.folder, p.name, p.width, p.height, \(PostgresCatalog.canBeShown), p.colors"
}

extension Row {
    fileprivate func photo(_ keywords: [String], _ marks: PhotoMarks) -> PhotoRow {
        var metadata = metadata(from: 10)
        metadata.keywords = keywords
        return PhotoRow(
            folder: integer(1), name: keptPath(2), size: size(3), isShown: integer(5) != 0, colors: colors(6),
            metadata: metadata, marks: marks, place: place(from: 7))
    }
}
