import EvokeCatalog
package import EvokeValues

extension SQLiteCatalog {
    package func record(_ changes: [CatalogChange], model: ModelID) async throws {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in
                let modelRow = try connection.row(of: model)
                for change in changes {
                    try change.check(model)
                    try connection.record(change, modelRow: modelRow)
                }
                try connection.followFullText()
            }
        }
    }
}

extension SQLiteConnection {
    fileprivate func row(of model: ModelID) throws(EvokeError) -> Int64 {
        try statement("INSERT OR IGNORE INTO models(fingerprint, name, dimensions) VALUES(?, ?, ?)")
            .bind(model.fingerprint, model.name, Int64(model.dimensions)).run()
        return try integer("SELECT model FROM models WHERE fingerprint = ?", model.fingerprint) ?? 0
    }

    fileprivate func record(_ change: CatalogChange, modelRow: Int64) throws(EvokeError) {
        switch change {
        case .encoded(let path, let stamp, let content, let size, let embedding):
            let photo = try settle(path, stamp, content)
            try record(content, size, share: nil, of: photo)
            try keep(embedding.values.map { Float16($0) }, of: photo, modelRow)
        case .truncated(let path, let share):
            try statement(
                """
                INSERT OR REPLACE INTO truncations(photo, share)
                SELECT photo, ? FROM photos WHERE folder = (SELECT folder FROM folders WHERE path = ?) AND name = ?
                """
            ).bind(share, path.parent ?? FilePath("/"), Array(path.name)).run()
        case .colored(let path, let colors):
            try statement(
                "UPDATE photos SET colors = ? WHERE folder = (SELECT folder FROM folders WHERE path = ?) AND name = ?"
            ).bind(Int64(colors.bits), path.parent ?? FilePath("/"), Array(path.name)).run()
        case .failed(let path, let stamp, let error, let content):
            let photo = try settle(path, stamp, content)
            try statement("DELETE FROM truncations WHERE photo = ?").bind(photo).run()
            try statement("INSERT OR REPLACE INTO failures(photo, kind, doing, reason, remedy) VALUES(?, ?, ?, ?, ?)")
                .bind(photo, error.kind.rawValue, error.doing, error.reason, error.remedy).run()
        case .unread(let photo, let error?):
            try statement("UPDATE photos SET missing = 0 WHERE photo = ?").bind(photo.value).run()
            try statement(
                """
                INSERT OR REPLACE INTO failures(photo, kind, doing, reason, remedy)
                SELECT photo, ?, ?, ?, ? FROM photos WHERE photo = ?
                """
            ).bind(error.kind.rawValue, error.doing, error.reason, error.remedy, photo.value).run()
        case .unread(let photo, nil): try forgetFailure(of: photo.value)
        case .described(let path, let metadata, let companions):
            try describe(path, metadata, companions)
        case .digested(let path, let content):
            try statement(
                "UPDATE photos SET content = ? WHERE folder = (SELECT folder FROM folders WHERE path = ?) AND name = ?"
            ).bind(content, path.parent ?? FilePath("/"), Array(path.name)).run()
        case .moved(let photo, let path, let stamp, let known):
            // The row's current content decides, not what it was when the file was read.
            let isStillThat = "SELECT 1 FROM photos WHERE photo = ? AND missing = 1 AND content = ?"
            if try integer(isStillThat, photo.value, known.digest) != nil {
                try move(photo, to: path)
                try restamp(photo.value, stamp)
                try forgetFailure(of: photo.value)
            } else {
                try copy(known, to: path, stamp)
            }
        case .copied(let path, let stamp, let known):
            try copy(known, to: path, stamp)
        case .seen(let photo, let stamp):
            try restamp(photo.value, stamp)
        case .edited(let old, let new, let facesStay):
            try copyMarks(from: old, to: new)
            if facesStay { try copyDecisions(from: old, to: new) }
        case .vanished(let photo):
            try statement("UPDATE photos SET missing = 1 WHERE photo = ?").bind(photo.value).run()
        case .hidden(let photo):
            try statement("UPDATE photos SET missing = 2 WHERE photo = ?").bind(photo.value).run()
        }
    }

    /// Returns the photo's row, which is made if it is new. If the content changed, its vectors and metadata are
    /// dropped; without a digest, the file stamp decides.
    private func settle(_ path: FilePath, _ stamp: FileStamp, _ content: ContentDigest?) throws(EvokeError) -> Int64 {
        let folder = try row(ofFolder: path.parent ?? FilePath("/"))
        let name = Array(path.name)
        guard let photo = try integer("SELECT photo FROM photos WHERE folder = ? AND name = ?", folder, name) else {
            try statement("INSERT INTO photos(folder, name, size, modified, inode, changed) VALUES(?, ?, ?, ?, ?, ?)")
                .bind([folder, name] + stamp.columns).run()
            return lastInsertedRow
        }
        let isSame = """
            SELECT 1 FROM photos WHERE photo = ?1 AND (
                content = ?2 OR (?2 IS NULL OR content IS NULL) AND size = ?3 AND modified = ?4 AND inode = ?5)
            """
        let inode = Int64(bitPattern: stamp.inode)
        if try integer(isSame, photo, content, stamp.size, stamp.modifiedNanoseconds, inode) == nil {
            for table in CatalogTable.all where table.isOfContent {
                try statement("DELETE FROM \(table.name) WHERE photo = ?").bind(photo).run()
            }
            try statement(
                "UPDATE photos SET content = NULL, width = NULL, height = NULL, sidecars = 0, colors = NULL WHERE photo = ?"
            ).bind(photo).run()
        }
        try restamp(photo, stamp)
        return photo
    }

    /// Marks the photo as present, with this file stamp.
    private func restamp(_ photo: Int64, _ stamp: FileStamp) throws(EvokeError) {
        try statement("UPDATE photos SET size = ?, modified = ?, inode = ?, changed = ?, missing = 0 WHERE photo = ?")
            .bind(stamp.columns + [photo]).run()
    }

    private func move(_ photo: PhotoID, to path: FilePath) throws(EvokeError) {
        let folder = try row(ofFolder: path.parent ?? FilePath("/"))
        let name = Array(path.name)
        // Another photo at that path is gone, since its file was replaced.
        try statement("DELETE FROM photos WHERE folder = ? AND name = ? AND photo != ?")
            .bind(folder, name, photo.value).run()
        try statement("UPDATE photos SET folder = ?, name = ? WHERE photo = ?").bind(folder, name, photo.value).run()
    }

    private func copy(_ known: KnownContent, to path: FilePath, _ stamp: FileStamp) throws(EvokeError) {
        let photo = try settle(path, stamp, known.digest)
        try record(known.digest, known.size, share: known.share, of: photo)
        if let colors = known.colors {
            try statement("UPDATE photos SET colors = ? WHERE photo = ?").bind(Int64(colors.bits), photo).run()
        }
        if let text = known.text { try write([(photo, text)]) }
        for (model, halfFloats) in known.vectors { try keep(halfFloats, of: photo, try row(of: model)) }
    }

    /// Records a readable photo's content.
    private func record(
        _ content: ContentDigest, _ size: PixelSize?, share: Double?, of photo: Int64
    ) throws(EvokeError) {
        try statement("UPDATE photos SET content = ?, width = ?, height = ? WHERE photo = ?")
            .bind(content, size.map { Int64($0.width) }, size.map { Int64($0.height) }, photo).run()
        try forgetFailure(of: photo)
        try statement("DELETE FROM truncations WHERE photo = ?").bind(photo).run()
        if let share { try statement("INSERT INTO truncations(photo, share) VALUES(?, ?)").bind(photo, share).run() }
    }

    private func forgetFailure(of photo: Int64) throws(EvokeError) {
        try statement("DELETE FROM failures WHERE photo = ?").bind(photo).run()
    }

    private func keep(_ halfFloats: [Float16], of photo: Int64, _ modelRow: Int64) throws(EvokeError) {
        try statement("INSERT OR REPLACE INTO vectors(model, photo, half_floats) VALUES(?, ?, ?)")
            .bind(modelRow, photo, halfFloats.withUnsafeBytes { Array($0) }).run()
    }

    private func row(ofFolder path: FilePath) throws(EvokeError) -> Int64 {
        if let row = try integer("SELECT folder FROM folders WHERE path = ?", path) { return row }
        try statement("INSERT INTO folders(path) VALUES(?)").bind(path).run()
        return lastInsertedRow
    }
}

extension FileStamp {
    fileprivate var columns: [any Bindable] {
        [size, modifiedNanoseconds, Int64(bitPattern: inode), changedNanoseconds]
    }
}
