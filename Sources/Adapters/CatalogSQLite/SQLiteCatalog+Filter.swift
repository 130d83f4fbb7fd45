import EvokeCatalog
package import EvokeValues
import EvokeWorkers

extension SQLiteCatalog {
    package func photos(meeting condition: PhotoCondition) async throws -> PhotoSet {
        try await use { connection in
            try connection.withColumns { columns in
                try columns.photos(meeting: condition) { try connection.photos(passing: $0) }
            }
        }
    }

    package func values(of trait: PhotoTrait) async throws -> [PhotoValue] {
        try await use { connection in try connection.withColumns { $0.values(of: trait) } }
    }

    package func cards(
        among photos: PhotoSet?, order: PhotoOrder, top: Int, offset: Int
    ) async throws -> [PhotoCard] {
        try await use { connection in
            try connection.withColumns { columns in
                let page = columns.page(among: photos, order, top: top, offset: offset)
                let cards = try connection.cards(of: page)
                return page.compactMap { cards[$0] }
            }
        }
    }

    package func days(among photos: PhotoSet?) async throws -> [PhotoDay] {
        try await use { connection in try connection.withColumns { $0.days(among: photos) } }
    }

    package func clusters(
        among photos: PhotoSet?, in box: CoordinateBox?, on grid: MapGrid
    ) async throws -> PhotoClusters {
        try await use { connection in
            try connection.withColumns { $0.clusters(among: photos, in: box, on: grid) }
        }
    }
}

extension SQLiteConnection {
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

extension SQLiteConnection {
    /// Runs `body` with the columns that conditions are evaluated on, as of now; all that `body` reads is of the same
    /// state.
    func withColumns<Result>(_ body: (inout PhotoColumns) throws -> Result) throws -> Result {
        // The state is read only once the lock is held, so it is never older than what the previous connection stored.
        try shared.columns.withLock { columns in
            try snapshot {
                // Taken, so that there is only one copy, and a failure midway makes the next caller read everything
                // again.
                var now = try followed(from: columns.take())
                now.roots = try roots()
                let result = try body(&now)
                columns = now
                return result
            }
        }
    }

    var hasColumns: Bool { shared.columns.withLock { $0 != nil } }

    private func followed(from known: consuming PhotoColumns?) throws -> PhotoColumns {
        let stamp = try newest(of: Self.log)
        guard var columns = known, let changed = try photosChanged(since: columns.stamp) else {
            return try readColumns(stamp)
        }
        for photo in changed { try update(&columns, PhotoID(photo)) }
        columns.stamp = stamp
        return columns
    }

    /// The log that derived data follows.
    static let log = "photo_changes"

    /// Nil if that state has been trimmed from the log.
    func photosChanged(since stamp: VectorStamp) throws(EvokeError) -> Set<Int64>? {
        guard try remembers(stamp, in: Self.log) else { return nil }
        let statement = try statement("SELECT photo FROM photo_changes WHERE number > ?").bind(stamp.number)
        defer { statement.reset() }
        var photos: Set<Int64> = []
        while try statement.step() { photos.insert(statement.integer(0)) }
        return photos
    }

    private static let files = """
        SELECT p.photo, p.folder, p.name, p.width, p.height, \(CatalogCondition.canBeShown), p.colors FROM photos p
        """

    private func readColumns(_ stamp: VectorStamp) throws -> PhotoColumns {
        let last = try integer("SELECT max(photo) FROM photos") ?? 0
        var columns = try PhotoColumns(upTo: PhotoID(last), stamp: stamp)
        let folders = try statement("SELECT folder, path FROM folders")
        while try folders.step() { columns.setFolder(folders.integer(0), folders.path(1)) }
        let files = try statement("\(Self.files) WHERE p.photo BETWEEN 0 AND ?").bind(last)
        while try files.step() {
            columns.setFile(
                files.blob(2), folder: files.integer(1), files.size, isShown: files.integer(5) != 0, files.colors(6),
                of: PhotoID(files.integer(0)))
        }
        let metadata = try statement("SELECT * FROM metadata WHERE photo BETWEEN 0 AND ?").bind(last)
        while try metadata.step() { columns.setMetadata(metadata.metadata, of: PhotoID(metadata.integer(0))) }
        let places = try statement(
            "SELECT city, subdivision, country, photo FROM places WHERE photo BETWEEN 0 AND ?"
        ).bind(last)
        while try places.step() { columns.setPlace(places.place(from: 0), of: PhotoID(places.integer(3))) }
        let keywords = try statement(
            "SELECT photo, keyword FROM keywords WHERE photo BETWEEN 0 AND ? ORDER BY photo, position"
        ).bind(last)
        var (photo, list) = (Int64(0), [String]())
        while try keywords.step() {
            if keywords.integer(0) != photo {
                if !list.isEmpty { columns.setKeywords(list, of: PhotoID(photo)) }
                (photo, list) = (keywords.integer(0), [])
            }
            list.append(keywords.text(1))
        }
        if !list.isEmpty { columns.setKeywords(list, of: PhotoID(photo)) }
        try forEachMarked { columns.setMarks($1, of: $0) }
        columns.trim()
        return columns
    }

    private func update(_ columns: inout PhotoColumns, _ photo: PhotoID) throws(EvokeError) {
        let file = try statement("\(Self.files) WHERE p.photo = ?").bind(photo.value)
        defer { file.reset() }
        guard try file.step() else { return columns.remove(photo) }
        let folder = try statement("SELECT path FROM folders WHERE folder = ?").bind(file.integer(1))
        defer { folder.reset() }
        if try folder.step() { columns.setFolder(file.integer(1), folder.path(0)) }
        var metadata = try metadata(of: photo) ?? PhotoMetadata()
        metadata.keywords = try keywords(of: [photo.value])[photo.value] ?? []
        let place = try place(of: photo.value) ?? PhotoPlace()
        let row = PhotoRow(
            folder: file.integer(1), name: file.path(2), size: file.size, isShown: file.integer(5) != 0,
            colors: file.colors(6), metadata: metadata, marks: try marks(of: [photo.value])[photo.value] ?? PhotoMarks(), place: place)
        try columns.set(row, of: photo)
    }
}

extension SQLiteStatement {
    fileprivate var size: PixelSize? {
        isNull(3) || isNull(4) ? nil : PixelSize(width: Int(integer(3)), height: Int(integer(4)))
    }
}

extension SQLiteConnection {
    /// The latest state in a log of changes.
    func newest(of log: String) throws(EvokeError) -> VectorStamp {
        let statement = try statement("SELECT number, token FROM \(log) ORDER BY number DESC LIMIT 1")
        defer { statement.reset() }
        guard try statement.step() else { return VectorStamp(number: 0, token: 0) }
        return VectorStamp(number: statement.integer(0), token: statement.integer(1))
    }

    /// Whether that state is still in the log.
    func remembers(_ stamp: VectorStamp, in log: String) throws(EvokeError) -> Bool {
        try integer("SELECT 1 FROM \(log) WHERE number = ? AND token = ?", stamp.number, stamp.token) != nil
    }
}

/// The columns that conditions are evaluated on, shared by all connections of this process to a library: with a
/// million photos they are large.
final class SharedColumns: Sendable {
    private struct Known: Sendable {
        weak var columns: SharedColumns?
    }

    private static let all = Locked<[FilePath: Known]>([:])

    /// Nil until first used, and after an error.
    let columns = Locked<PhotoColumns?>(nil)

    /// For a connection to that file. If the file has been replaced, its state differs, so old columns are never used
    /// for it.
    static func of(_ file: FilePath) -> SharedColumns {
        all.withLock { all in
            if let known = all[file]?.columns { return known }
            let columns = SharedColumns()
            all = all.filter { $0.value.columns != nil }
            all[file] = Known(columns: columns)
            return columns
        }
    }
}
