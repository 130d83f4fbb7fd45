public import PhotoCore

extension SQLiteCatalog {
    public func record(_ changes: [CatalogChange], model: ModelID) async throws {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in
                let modelRow = try connection.row(of: model)
                for change in changes {
                    try change.check(model)
                    try connection.record(change, modelRow: modelRow)
                }
            }
        }
    }
}

extension Connection {
    fileprivate func row(of model: ModelID) throws(EvokeError) -> Int64 {
        try statement("INSERT OR IGNORE INTO models(fingerprint, name, dimensions) VALUES(?, ?, ?)")
            .bind(model.fingerprint, model.name, Int64(model.dimensions)).run()
        return try integer("SELECT id FROM models WHERE fingerprint = ?", model.fingerprint) ?? 0
    }

    fileprivate func record(_ change: CatalogChange, modelRow: Int64) throws(EvokeError) {
        switch change {
        case .encoded(let path, let stamp, let content, let size, let embedding):
            let photo = try settle(path, stamp)
            try statement("UPDATE photos SET content = ?, width = ?, height = ? WHERE id = ?")
                .bind(content, Int64(size.width), Int64(size.height), photo).run()
            try statement("DELETE FROM failures WHERE photo = ?").bind(photo).run()
            try statement("DELETE FROM cuts WHERE photo = ?").bind(photo).run()
            try statement("INSERT OR REPLACE INTO vectors(model, photo, halves) VALUES(?, ?, ?)")
                .bind(modelRow, photo, embedding).run()
        case .cut(let path, let share):
            try statement(
                """
                INSERT OR REPLACE INTO cuts(photo, share)
                SELECT id, ? FROM photos WHERE folder = (SELECT id FROM folders WHERE path = ?) AND name = ?
                """
            ).bind(share, path.parent ?? FilePath("/"), Array(path.name)).run()
        case .failed(let path, let stamp, let error):
            let photo = try settle(path, stamp)
            try statement("DELETE FROM cuts WHERE photo = ?").bind(photo).run()
            try statement("INSERT OR REPLACE INTO failures(photo, kind, doing, reason, remedy) VALUES(?, ?, ?, ?, ?)")
                .bind(photo, error.kind.rawValue, error.doing, error.reason, error.remedy).run()
        case .described(let path, let facts, let companions):
            try describe(path, facts, companions)
        case .digested(let path, let content):
            try statement(
                "UPDATE photos SET content = ? WHERE folder = (SELECT id FROM folders WHERE path = ?) AND name = ?"
            ).bind(content, path.parent ?? FilePath("/"), Array(path.name)).run()
        case .moved(let photo, let path, let stamp):
            try move(photo, to: path, stamp)
        case .copied(let photo, let path, let stamp):
            try copy(photo, to: try settle(path, stamp))
        case .vanished(let photo):
            try statement("UPDATE photos SET missing = 1 WHERE id = ?").bind(photo.value).run()
        case .hidden(let photo):
            try statement("UPDATE photos SET missing = 2 WHERE id = ?").bind(photo.value).run()
        case .returned(let photo):
            try statement("UPDATE photos SET missing = 0 WHERE id = ?").bind(photo.value).run()
        }
    }

    /// The photo's row, made when it is new; vectors of other content are dropped.
    private func settle(_ path: FilePath, _ stamp: FileStamp) throws(EvokeError) -> Int64 {
        let folder = try row(ofFolder: path.parent ?? FilePath("/"))
        let name = Array(path.name)
        let inode = Int64(bitPattern: stamp.inode)
        if let photo = try integer("SELECT id FROM photos WHERE folder = ? AND name = ?", folder, name) {
            let isSame =
                try integer(
                    "SELECT 1 FROM photos WHERE id = ? AND size = ? AND modified = ? AND inode = ?",
                    photo, stamp.size, stamp.modifiedNanoseconds, inode) != nil
            if !isSame { try statement("DELETE FROM vectors WHERE photo = ?").bind(photo).run() }
            try statement("UPDATE photos SET size = ?, modified = ?, inode = ?, missing = 0 WHERE id = ?")
                .bind(stamp.size, stamp.modifiedNanoseconds, inode, photo).run()
            return photo
        }
        try statement("INSERT INTO photos(folder, name, size, modified, inode) VALUES(?, ?, ?, ?, ?)")
            .bind(folder, name, stamp.size, stamp.modifiedNanoseconds, inode).run()
        return lastInsertedRow
    }

    private func move(_ photo: PhotoID, to path: FilePath, _ stamp: FileStamp) throws(EvokeError) {
        let folder = try row(ofFolder: path.parent ?? FilePath("/"))
        let name = Array(path.name)
        // What else was known by that name has gone, since another file is there now.
        try statement("DELETE FROM photos WHERE folder = ? AND name = ? AND id != ?")
            .bind(folder, name, photo.value).run()
        try statement(
            "UPDATE photos SET folder = ?, name = ?, size = ?, modified = ?, inode = ?, missing = 0 WHERE id = ?"
        ).bind(
            folder, name, stamp.size, stamp.modifiedNanoseconds, Int64(bitPattern: stamp.inode), photo.value
        ).run()
    }

    private func copy(_ original: PhotoID, to photo: Int64) throws(EvokeError) {
        try statement(
            """
            UPDATE photos SET (content, width, height) = (SELECT content, width, height FROM photos WHERE id = ?)
            WHERE id = ?
            """
        ).bind(original.value, photo).run()
        try statement("DELETE FROM failures WHERE photo = ?").bind(photo).run()
        try statement("DELETE FROM cuts WHERE photo = ?").bind(photo).run()
        try statement("INSERT INTO cuts(photo, share) SELECT ?, share FROM cuts WHERE photo = ?")
            .bind(photo, original.value).run()
        try statement(
            "INSERT OR REPLACE INTO vectors(model, photo, halves) SELECT model, ?, halves FROM vectors WHERE photo = ?"
        ).bind(photo, original.value).run()
    }

    private func row(ofFolder path: FilePath) throws(EvokeError) -> Int64 {
        if let row = try integer("SELECT id FROM folders WHERE path = ?", path) { return row }
        try statement("INSERT INTO folders(path) VALUES(?)").bind(path).run()
        return lastInsertedRow
    }

}
