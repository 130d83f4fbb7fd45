import EvokeCatalog
import EvokeValues

extension Connection {
    /// Records a batch in the current transaction. The number of statements does not depend on the batch's size.
    func record(_ batch: [CatalogChange], model: ModelID) throws(EvokeError) {
        for change in batch { try change.check(model) }
        // Even if the batch brings no vector.
        _ = try numberMaking(model)
        let folders = try folders(of: batch)
        var recording = Recording(try locked(for: batch, in: folders), in: folders, by: self)
        for change in batch { try recording.apply(change, model) }
        try write(recording)
    }

    /// The number of a model, which is registered if it is new.
    func numberMaking(_ model: ModelID) throws(EvokeError) -> Int64 {
        let known = "SELECT model FROM evoke.models WHERE library = $1 AND fingerprint = $2"
        if let number = try nativeInteger(known, model.fingerprint) { return number }
        try rows(
            """
            INSERT INTO evoke.models(library, model, fingerprint, name, dimensions) VALUES($1, $2, $3, $4, $5)
            ON CONFLICT (library, fingerprint) DO NOTHING
            """, nextNumber(.model), model.fingerprint, model.name, Int64(model.dimensions))
        return try nativeInteger(known, model.fingerprint) ?? 0
    }

    /// The numbers of the folders of its photos; missing ones are created if photos may be added to them.
    func folders(of batch: [CatalogChange]) throws(EvokeError) -> [FilePath: Int64] {
        var folders = try numbers(of: Set(batch.compactMap { $0.path?.folder }))
        // Sorted, so that concurrent writers cannot deadlock.
        let new = Set(batch.compactMap { $0.madePath?.folder }).filter { folders[$0] == nil }
            .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        guard !new.isEmpty else { return folders }
        var numbers: [Int64] = []
        for _ in new { numbers.append(try nextNumber(.folder)) }
        try rows(
            """
            INSERT INTO evoke.folders(library, folder, path) SELECT $1, c.* FROM unnest($2, $3) AS c(folder, path)
            ON CONFLICT (library, digest) DO NOTHING
            """, List(numbers), List(new))
        folders.merge(try self.numbers(of: Set(new))) { $1 }
        return folders
    }

    private func numbers(of folders: Set<FilePath>) throws(EvokeError) -> [FilePath: Int64] {
        guard !folders.isEmpty else { return [:] }
        let rows = try rows(
            """
            SELECT path, folder FROM evoke.folders
            WHERE library = $1 AND digest = ANY(ARRAY(SELECT sha256(path) FROM unnest($2) AS path))
            """, List(folders))
        return Dictionary(rows.map { ($0.path(0), $0.integer(1)) }, uniquingKeysWith: { $1 })
    }

    /// The known photos that the batch is about, locked until the transaction ends.
    private func locked(
        for batch: [CatalogChange], in folders: [FilePath: Int64]
    ) throws(EvokeError) -> [RecordedPhoto] {
        let places = Set(batch.compactMap(\.path)).compactMap { path in
            folders[path.folder].map { (folder: $0, name: Blob(path.name)) }
        }
        let known = try rows(
            """
            SELECT p.photo FROM unnest($2, $3) AS c(folder, name)
            JOIN evoke.photos p ON p.library = $1 AND p.folder = c.folder AND p.name = c.name
            """, Numbers(places.map(\.folder)), List(places.map(\.name))
        ).map { $0.integer(0) }
        let photos = Set(batch.compactMap(\.photo)).union(known)
        guard !photos.isEmpty else { return [] }
        // Read after locking, since they may have changed before.
        let rows = try rows(
            """
            SELECT photo, folder, name, size, modified, inode, changed, width, height, missing, content, sidecars, colors
            FROM evoke.photos WHERE library = $1 AND photo = ANY($2) ORDER BY photo FOR NO KEY UPDATE
            """, Numbers(photos))
        let paths = try paths(of: Set(rows.map { $0.integer(1) }))
        return rows.map { row in
            let columns = row.recorded(from: 1)
            let path = (paths[columns.folder] ?? FilePath("/")).appending(columns.name)
            return RecordedPhoto(number: row.integer(0), before: columns, now: columns, path: path)
        }
    }

    private func paths(of folders: Set<Int64>) throws(EvokeError) -> [Int64: FilePath] {
        let rows = try rows(
            "SELECT folder, path FROM evoke.folders WHERE library = $1 AND folder = ANY($2)", Numbers(folders))
        return Dictionary(rows.map { ($0.integer(0), $0.path(1)) }, uniquingKeysWith: { $1 })
    }

    /// Locks photos against changes by others. Sorted, so that concurrent writers cannot deadlock.
    func lock(_ photos: [Int64]) throws(EvokeError) {
        try rows(
            """
            SELECT photo FROM evoke.photos WHERE library = $1 AND photo = ANY($2) ORDER BY photo FOR NO KEY UPDATE
            """, Numbers(photos))
    }
}

extension Row {
    /// Reads twelve columns.
    fileprivate func recorded(from first: Int32) -> RecordedPhoto.Columns {
        RecordedPhoto.Columns(
            folder: integer(first), name: bytes(first + 1), stamp: stamp(from: first + 2), size: size(first + 6),
            missing: integer(first + 8), content: digest(first + 9), sidecars: integer(first + 10),
            colors: optionalInteger(first + 11))
    }
}

extension Connection {
    /// Writes the final state of the photos of a recording.
    func write(_ recording: Recording) throws(EvokeError) {
        let photos = recording.photos.values.sorted { $0.number < $1.number }
        let known = photos.filter { $0.before != nil }
        // First, so that their names are free for others.
        try deletePhotos(recording.gone)
        try changeRows(known.filter { $0.before != $0.now })
        try makeRows(photos.filter { $0.before == nil })
        try emptyPhotos(known.filter(\.isEmptied).map(\.number))
        try writeVectors(of: photos)
        try write(photos.compactMap { photo in photo.text.map { (photo.number, $0) } })
        try recordVectors(of: known.filter(\.isTurned).map(\.number))
        try writeShares(of: photos)
        try writeFailures(of: photos)
        try forgetMetadata(of: known.filter { $0.isEmptied || $0.described != nil }.map(\.number))
        try describe(photos.compactMap { photo in photo.described.map { (photo.number, $0.metadata, $0.companions) } })
        for photo in photos where changes.photos.contains(photo.number) {
            changes.texts[photo.number] = photo.metadata.map { (photo.path, $0) }
        }
    }

    private func changeRows(_ photos: [RecordedPhoto]) throws(EvokeError) {
        let moved = photos.filter(\.isMoved).map(\.number)
        if !moved.isEmpty {
            // In two steps, because two photos may swap names. No file name contains a slash.
            try rows(
                """
                UPDATE evoke.photos SET name = '\\x2f'::bytea || int8send(photo) WHERE library = $1 AND photo = ANY($2)
                """, Numbers(moved))
        }
        guard !photos.isEmpty else { return }
        try rows(
            """
            UPDATE evoke.photos p SET folder = c.folder, name = c.name, size = c.size, modified = c.modified,
                inode = c.inode, changed = c.changed, width = c.width, height = c.height, missing = c.missing,
                content = c.content, sidecars = c.sidecars, colors = c.colors
            FROM unnest($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) AS c(\(Self.columns))
            WHERE p.library = $1 AND p.photo = c.photo
            """, Self.lists(of: photos))
    }

    private func makeRows(_ photos: [RecordedPhoto]) throws(EvokeError) {
        guard !photos.isEmpty else { return }
        // Sorted, so that concurrent writers cannot deadlock.
        let photos = photos.sorted { left, right in
            left.now.folder == right.now.folder
                ? left.now.name.lexicographicallyPrecedes(right.now.name) : left.now.folder < right.now.folder
        }
        let made = try rows(
            """
            INSERT INTO evoke.photos(library, \(Self.columns)) SELECT $1, c.*
            FROM unnest($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) AS c(\(Self.columns))
            ON CONFLICT (library, folder, name) DO NOTHING
            """, Self.lists(of: photos))
        if made.changed < photos.count { throw raceLost() }
    }

    private static let columns =
        "photo, folder, name, size, modified, inode, changed, width, height, missing, content, sidecars, colors"

    private static func lists(of photos: [RecordedPhoto]) -> [any Bindable] {
        let rows = photos.map(\.now)
        return [
            Numbers(photos.map(\.number)), Numbers(rows.map(\.folder)), List(rows.map { Blob($0.name) }),
            Numbers(rows.map(\.stamp.size)), Numbers(rows.map(\.stamp.modifiedNanoseconds)),
            Numbers(rows.map { Int64(bitPattern: $0.stamp.inode) }), Numbers(rows.map(\.stamp.changedNanoseconds)),
            Numbers(rows.map { $0.size.map { Int64($0.width) } }),
            Numbers(rows.map { $0.size.map { Int64($0.height) } }), Numbers(rows.map(\.missing)),
            List(rows.map(\.content)), Numbers(rows.map(\.sidecars)), Numbers(rows.map(\.colors)),
        ]
    }

    private func emptyPhotos(_ photos: [Int64]) throws(EvokeError) {
        guard !photos.isEmpty else { return }
        for table in CatalogTable.all where table.isOfContent && table != .vectors {
            try rows("DELETE FROM evoke.\(table.name) WHERE library = $1 AND photo = ANY($2)", Numbers(photos))
        }
        for row in try rows(
            "DELETE FROM evoke.vectors WHERE library = $1 AND photo = ANY($2) RETURNING model, photo", Numbers(photos))
        {
            changes.vectors.insert(CatalogChanges.Vector(model: row.integer(0), photo: row.integer(1)))
        }
    }

    private func writeVectors(of photos: [RecordedPhoto]) throws(EvokeError) {
        let vectors = photos.flatMap { photo in
            photo.vectors.sorted { $0.key < $1.key }.map { (photo: photo.number, model: $0.key, halfFloats: $0.value) }
        }
        guard !vectors.isEmpty else { return }
        let type = try knownTypeOfVectors()
        try rows(
            """
            INSERT INTO evoke.vectors(library, photo, model, half_floats)
            SELECT $1, c.* FROM unnest($2, $3, $4::\(type.name)[]) AS c(photo, model, half_floats)
            ON CONFLICT (library, photo, model) DO UPDATE SET half_floats = excluded.half_floats
            """, Numbers(vectors.map(\.photo)), Numbers(vectors.map(\.model)),
            HalfVectorList(vectors: vectors.map(\.halfFloats), element: type.number))
    }

    func knownTypeOfVectors() throws(EvokeError) -> (number: UInt32, name: String) {
        if let known = typeOfVectors { return known }
        let row = try rows(
            """
            SELECT atttypid::bigint, format_type(atttypid, NULL) FROM pg_attribute
            WHERE attrelid = 'evoke.vectors'::regclass AND attname = 'half_floats'
            """
        ).first
        let type = (UInt32(truncatingIfNeeded: row?.integer(0) ?? 0), row?.text(1) ?? "")
        typeOfVectors = type
        return type
    }

    private func writeShares(of photos: [RecordedPhoto]) throws(EvokeError) {
        let old = photos.filter { $0.before != nil && !$0.share.isKept }.map(\.number)
        if !old.isEmpty { try rows("DELETE FROM evoke.truncations WHERE library = $1 AND photo = ANY($2)", Numbers(old)) }
        let new = photos.compactMap { photo in photo.share.value.map { (photo: photo.number, share: $0) } }
        guard !new.isEmpty else { return }
        try rows(
            "INSERT INTO evoke.truncations(library, photo, share) SELECT $1, c.* FROM unnest($2, $3) AS c(photo, share)",
            Numbers(new.map(\.photo)), List(new.map(\.share)))
    }

    private func writeFailures(of photos: [RecordedPhoto]) throws(EvokeError) {
        let old = photos.filter { $0.before != nil && !$0.failure.isKept }.map(\.number)
        if !old.isEmpty {
            for row in try rows(
                "DELETE FROM evoke.failures WHERE library = $1 AND photo = ANY($2) RETURNING photo", Numbers(old))
            {
                changes.photos.insert(row.integer(0))
            }
        }
        let new = photos.compactMap { photo in photo.failure.value.map { (photo: photo.number, error: $0) } }
        guard !new.isEmpty else { return }
        try rows(
            """
            INSERT INTO evoke.failures(library, photo, kind, doing, reason, remedy)
            SELECT $1, c.* FROM unnest($2, $3, $4, $5, $6) AS c(photo, kind, doing, reason, remedy)
            """, Numbers(new.map(\.photo)), List(new.map(\.error.kind.rawValue)), List(new.map(\.error.doing)),
            List(new.map(\.error.reason)), List(new.map(\.error.remedy)))
    }
}

/// What the library numbers.
enum NumberKind: String {
    case photo, folder, model
}

/// Numbers that are reserved but not used yet.
struct NumberStock {
    var free: ArraySlice<Int64> = []
    fileprivate var taken: Int64 = 0

    fileprivate static let most: Int64 = 4_096
}

extension Connection {
    /// Reserves numbers for everything that may be new, and creates the folders and the model, before the transaction
    /// that records them: doing so inside it would block other writers until it ends. A process that creates a lot
    /// reserves larger blocks. Numbers left unused by a rollback or at exit are lost.
    func prepare(for changes: [CatalogChange], model: ModelID?) throws(EvokeError) {
        if let model { _ = try numberMaking(model) }
        let paths = Set(changes.compactMap(\.madePath))
        guard !paths.isEmpty else { return }
        try stock(.photo, paths.count)
        try stock(.folder, Set(paths.map(\.folder)).count)
        _ = try folders(of: changes)
    }

    private func stock(_ kind: NumberKind, _ count: Int) throws(EvokeError) {
        var stock = stocks[kind] ?? NumberStock()
        let lacking = Int64(count - stock.free.count)
        guard lacking > 0 else { return }
        let number = max(lacking, min(stock.taken, NumberStock.most))
        let last = try take(kind, number)
        stock.free += (last - number + 1)...last
        stock.taken += number
        stocks[kind] = stock
    }

    /// A number that was never used before.
    func nextNumber(_ kind: NumberKind) throws(EvokeError) -> Int64 {
        if let number = stocks[kind]?.free.popFirst() { return number }
        return try take(kind, 1)
    }

    /// Reserves this many numbers, and returns the last one.
    private func take(_ kind: NumberKind, _ number: Int64) throws(EvokeError) -> Int64 {
        let last = try nativeInteger(
            "UPDATE evoke.numbers SET last = last + $3 WHERE library = $1 AND kind = $2 RETURNING last", kind.rawValue,
            number)
        guard let last else { throw Schema.noLibrary(at: address) }
        return last
    }
}
