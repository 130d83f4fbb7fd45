package import EvokePorts
package import EvokeValues

extension CatalogDriver {
    package func record(_ changes: [CatalogChange], model: ModelID) async throws {
        try await write(recording: changes, by: model) { connection throws(EvokeError) in
            try connection.record(changes, model: model)
        }
    }
}

extension CatalogConnection {
    /// Records a batch in the current transaction. The number of statements does not depend on the batch's size.
    package func record(_ batch: [CatalogChange], model: ModelID) throws(EvokeError) {
        for change in batch { try change.check(model) }
        // Even if the batch brings no vector.
        _ = try makeNumber(of: model)
        let folders = try folders(of: batch)
        var recording = Recording(try locked(for: batch, in: folders), in: folders, by: self)
        for change in batch { try recording.apply(change, model) }
        // First, so that their names are free for others.
        try deletePhotos(recording.gone)
        try write(recording.photos.values.sorted { $0.number < $1.number })
    }

    /// The number of a model, which is registered if it is new.
    package func makeNumber(of model: ModelID) throws(EvokeError) -> Int64 {
        let known = "SELECT model FROM models WHERE fingerprint = $1"
        if let number = try integer(known, model.fingerprint) { return number }
        let row: [CatalogValue] = .row(try nextNumber(of: .models), model.fingerprint, model.name, model.dimensions)
        try insert([row], into: .models, onConflict: .ignore)
        return try integer(known, model.fingerprint) ?? 0
    }

    /// The numbers of the folders of its photos; missing ones are made if photos may be added to them.
    package func folders(of batch: [CatalogChange]) throws(EvokeError) -> [DiskPath: Int64] {
        var folders = try numbers(of: Set(batch.compactMap { $0.path?.folder }))
        // Sorted, so that concurrent writers cannot deadlock.
        let new = Set(batch.compactMap { $0.madePath?.folder }).filter { folders[$0] == nil }
            .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        guard !new.isEmpty else { return folders }
        var rows: [[CatalogValue]] = []
        for folder in new { rows.append([.integer(try nextNumber(of: .folders)), .path(folder)]) }
        try insert(rows, into: .folders, onConflict: .ignore)
        folders.merge(try numbers(of: Set(new))) { $1 }
        return folders
    }

    private func numbers(of folders: Set<DiskPath>) throws(EvokeError) -> [DiskPath: Int64] {
        var numbers: [DiskPath: Int64] = [:]
        try find(folders.map { [.path($0)] }, by: ["path"], in: .folders) { row in
            numbers[row.path(1)] = row.integer(0)
        }
        return numbers
    }

    /// The known photos that the batch is about, locked until the transaction ends.
    private func locked(
        for batch: [CatalogChange], in folders: [DiskPath: Int64]
    ) throws(EvokeError) -> [RecordedPhoto] {
        var photos = Set(batch.compactMap(\.photo))
        let places = Set(batch.compactMap(\.path)).compactMap { path in
            folders[path.folder].map { [$0.catalogValue, Array(path.name).catalogValue] }
        }
        try find(places, by: ["folder", "name"], in: .photos) { row in photos.insert(row.integer(0)) }
        guard !photos.isEmpty else { return [] }
        let numbers = Array(photos)
        try run(
            "SELECT p.photo FROM photos p WHERE p.photo IN list($1) ORDER BY p.photo FOR NO KEY UPDATE OF p", numbers)
        // Read after locking, since they may have changed before.
        let columns = CatalogTable.photos.columns.map { "p.\($0.name)" }.joined(separator: ", ")
        return try map(
            "SELECT \(columns), d.path FROM photos p JOIN folders d ON d.folder = p.folder WHERE p.photo IN list($1)",
            numbers
        ) { row in
            let columns = RecordedPhoto.Columns(
                folder: row.integer(1), name: row.bytes(2), stamp: row.stamp(from: 3), size: row.size(7),
                missing: row.integer(9), content: row.digest(10), sidecars: row.integer(11),
                colors: row.optionalInteger(12))
            return RecordedPhoto(
                number: row.integer(0), before: columns, now: columns, path: row.path(13).appending(columns.name))
        }
    }

    /// Rows that depend on them are deleted along with them.
    package func deletePhotos(_ photos: [Int64]) throws(EvokeError) {
        guard !photos.isEmpty else { return }
        try logVectors(of: photos)
        try run("DELETE FROM photos WHERE photo IN list($1)", photos)
        try replaceTexts(of: Set(photos), with: [])
        changes.photos.subtract(photos)
        changes.photosWithSameText.formUnion(photos)
        for photo in photos { changes.texts[photo] = nil }
    }

    /// Writes the final state of recorded photos.
    fileprivate func write(_ photos: [RecordedPhoto]) throws(EvokeError) {
        let known = photos.filter { $0.before != nil }
        try changeRows(of: known.filter { $0.before != $0.now })
        try makeRows(of: photos.filter { $0.before == nil })
        try empty(known.filter(\.isEmptied).map(\.number))
        let vectors = photos.flatMap { photo in
            photo.vectors.sorted { $0.key < $1.key }.map { model, halfFloats in
                [photo.number.catalogValue, .integer(model), .bytes(halfFloats.withUnsafeBytes { Array($0) })]
            }
        }
        try insert(vectors, into: .vectors, onConflict: .replace)
        let texts = photos.compactMap { photo in
            photo.text.map { [photo.number.catalogValue, $0.reader.value.catalogValue, $0.text.bytes.catalogValue] }
        }
        try insert(texts, into: .texts, onConflict: .replace)
        try logVectors(of: known.filter(\.isTurned).map(\.number))
        try writeShares(of: photos)
        try writeFailures(of: photos)
        try describe(photos.filter { $0.described != nil })
        for photo in photos where changes.photos.contains(photo.number) {
            changes.texts[photo.number] = photo.metadata.map { (photo.path, $0) }
        }
    }

    /// Only columns that change, since databases also write the indexes of unchanged ones.
    private func changeRows(of photos: [RecordedPhoto]) throws(EvokeError) {
        // In two steps, because two photos may swap names. No file name contains a slash.
        let photos = photos.map { photo in
            var photo = photo
            if photo.isMoved { photo.before?.name = Array("/\(photo.number)".utf8) }
            return photo
        }
        try update(
            photos.filter(\.isMoved).map { [$0.number.catalogValue, ($0.before?.name).catalogValue] }, of: .photos,
            ["name"])
        let (before, now) = (photos.map { $0.before?.values ?? [] }, photos.map(\.now.values))
        let columns = CatalogTable.photos.values.indices.filter { column in
            zip(before, now).contains { $0[column] != $1[column] }
        }
        try update(
            zip(photos, now).map { photo, now in [photo.number.catalogValue] + columns.map { now[$0] } }, of: .photos,
            columns.map { CatalogTable.photos.values[$0].name })
    }

    private func makeRows(of photos: [RecordedPhoto]) throws(EvokeError) {
        // Sorted, so that concurrent writers cannot deadlock.
        let photos = photos.sorted { left, right in
            left.now.folder == right.now.folder
                ? left.now.name.lexicographicallyPrecedes(right.now.name) : left.now.folder < right.now.folder
        }
        try insert(photos.map { [$0.number.catalogValue] + $0.now.values }, into: .photos, onConflict: .retry)
    }

    /// Deletes everything about the earlier contents of photos.
    private func empty(_ photos: [Int64]) throws(EvokeError) {
        guard !photos.isEmpty else { return }
        try logVectors(of: photos)
        for table in CatalogTable.all where table.isOfContent { try delete(photos, from: table) }
    }

    private func delete(_ photos: [Int64], from table: CatalogTable) throws(EvokeError) {
        guard !photos.isEmpty else { return }
        try run("DELETE FROM \(table.name) WHERE photo IN list($1)", photos)
    }

    /// Logs these photos for followers of vectors.
    private func logVectors(of photos: [Int64]) throws(EvokeError) {
        guard !photos.isEmpty else { return }
        try run("SELECT model, photo FROM vectors WHERE photo IN list($1)", with: [photos]) { row in
            changes.vectors.insert(CatalogChanges.Vector(model: row.integer(0), photo: row.integer(1)))
        }
    }

    private func writeShares(of photos: [RecordedPhoto]) throws(EvokeError) {
        try delete(photos.filter { $0.before != nil && !$0.share.isKept }.map(\.number), from: .truncations)
        let shares = photos.compactMap { photo in photo.share.value.map { [photo.number.catalogValue, .real($0)] } }
        try insert(shares, into: .truncations, onConflict: .fail)
    }

    private func writeFailures(of photos: [RecordedPhoto]) throws(EvokeError) {
        let old = photos.filter { $0.before != nil && !$0.failure.isKept }.map(\.number)
        if !old.isEmpty {
            try run("DELETE FROM failures WHERE photo IN list($1) RETURNING photo", with: [old]) { row in
                changes.photos.insert(row.integer(0))
            }
        }
        let failures = photos.compactMap { photo in
            photo.failure.value.map { error in
                [CatalogValue].row(photo.number, error.kind.rawValue, error.doing, error.reason, error.remedy)
            }
        }
        try insert(failures, into: .failures, onConflict: .fail)
    }

    /// Replaces the metadata of photos.
    private func describe(_ photos: [RecordedPhoto]) throws(EvokeError) {
        let known = photos.filter { $0.before != nil && !$0.isEmptied }.map(\.number)
        var rows: [CatalogTable: [[CatalogValue]]] = [:]
        for photo in photos {
            guard let (metadata, companions) = photo.described else { continue }
            let number = photo.number.catalogValue
            rows[.metadata, default: []].append([number] + metadata.values)
            // The place is looked up later, from the coordinates.
            if metadata.place != nil { rows[.places, default: []].append([number, .integer(0), .null, .null, .null]) }
            rows[.keywords, default: []] += metadata.keywords.enumerated().map { [number, $0.catalogValue, .text($1)] }
            rows[.companions, default: []] += (companions.files + companions.sidecars).enumerated().map {
                [number, $0.catalogValue, .path($1)]
            }
        }
        for table in [CatalogTable.metadata, .places, .keywords, .companions] {
            try delete(known, from: table)
            try insert(rows[table] ?? [], into: table, onConflict: .fail)
        }
    }
}

extension PhotoMetadata {
    /// In the order of the table's columns.
    fileprivate var values: [CatalogValue] {
        .row(
            taken?.localSeconds, taken.map { Int($0.nanoseconds) }, taken?.utcOffsetMinutes, taken?.precision.rawValue,
            taken?.source.rawValue, camera?.make, camera?.model, lens, place?.latitude, place?.longitude,
            place?.altitude, orientation, rating, title, description, length)
    }
}

extension RecordedPhoto.Columns {
    /// In the order of the table's columns.
    fileprivate var values: [CatalogValue] {
        .row(
            folder, name, stamp.size, stamp.modifiedNanoseconds, Int64(bitPattern: stamp.inode),
            stamp.changedNanoseconds, size?.width, size?.height, missing, content, sidecars, colors)
    }
}

extension CatalogChange {
    /// The path of the photo it changes; nil if it identifies the photo by number.
    fileprivate var path: DiskPath? {
        switch self {
        case .encoded(let path, _, _, _, _, _, _, _), .failed(let path, _, _, _, _), .described(let path, _),
            .digested(let path, _), .moved(_, let path, _, _, _), .copied(let path, _, _, _):
            path
        case .unread, .seen, .edited, .vanished, .hidden: nil
        }
    }

    /// The path at which there is a photo after this change.
    package var madePath: DiskPath? {
        switch self {
        case .encoded, .failed, .moved, .copied: path
        case .described, .digested, .unread, .seen, .edited, .vanished, .hidden: nil
        }
    }

    /// The number of the photo it changes; nil if it identifies the photo by path.
    fileprivate var photo: Int64? {
        switch self {
        case .moved(let photo, _, _, _, _), .unread(let photo, _), .seen(let photo, _), .vanished(let photo),
            .hidden(let photo):
            photo.value
        case .encoded, .failed, .described, .digested, .copied, .edited: nil
        }
    }
}

extension DiskPath {
    /// The folder as the catalog has it.
    package var folder: DiskPath { parent ?? DiskPath("/") }
}
