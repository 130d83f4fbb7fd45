public import PhotoCore

extension SQLiteCatalog {
    public func forget(under path: FilePath) async throws -> Forgotten {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in try connection.forget(under: path) }
        }
    }
}

extension Connection {
    fileprivate func forget(under path: FilePath) throws(EvokeError) -> Forgotten {
        let inside = path.appending([UInt8]())
        let roots = try roots().filter { $0.isInside(path) }
        for root in roots { try statement("DELETE FROM roots WHERE path = ?").bind(root).run() }

        // Vectors and failures go with their photos.
        let folders = "SELECT id FROM folders WHERE path = ?1 OR substr(path, 1, length(?2)) = ?2"
        var photos = try integer("SELECT count(*) FROM photos WHERE folder IN (\(folders))", path, inside) ?? 0
        try statement("DELETE FROM photos WHERE folder IN (\(folders))").bind(path, inside).run()
        try statement("DELETE FROM folders WHERE id IN (\(folders))").bind(path, inside).run()
        if let parent = path.parent {
            let file = "folder = (SELECT id FROM folders WHERE path = ?) AND name = ?"
            let name = Array(path.name)
            photos += try integer("SELECT count(*) FROM photos WHERE \(file)", parent, name) ?? 0
            try statement("DELETE FROM photos WHERE \(file)").bind(parent, name).run()
        }
        return Forgotten(photos: Int(photos), roots: roots)
    }
}
