package import EvokePorts
package import EvokeValues

extension CatalogDriver {
    package func addRoot(
        _ folder: DiskPath, notify: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws {
        try await write(isAlone: true) { connection throws(EvokeError) in
            let roots = try connection.keptRoots()
            try connection.checkThatNoNamedRoot(liesIn: folder)
            try connection.insert([[.path(folder)]], into: .roots, nil, onConflict: .ignore)
            try connection.rewriteTexts(rootsBefore: roots, notify: notify)
        }
    }

    package func forget(under path: DiskPath) async throws -> Forgotten {
        let (forgotten, roots) = try await write(isRepeatable: false, isAlone: true) { connection throws(EvokeError) in
            let before = try connection.keptRoots()
            let (photos, roots) = try connection.forget(under: path)
            try connection.rewriteTexts(rootsBefore: before)
            try connection.forgetWords()
            try connection.forgetContents()
            try connection.forgetSourceTokens()
            return (Forgotten(photos: photos, roots: roots.map(\.local)), roots.map(\.kept))
        }
        try forgetPlaces(of: roots)
        return forgotten
    }
}

extension CatalogConnection {
    fileprivate typealias Root = (kept: DiskPath, local: DiskPath)

    fileprivate func forget(under local: DiskPath) throws(EvokeError) -> (photos: Int, roots: [Root]) {
        let path = kept(local)
        let known = try map("SELECT path FROM roots") { row in (kept: row.keptPath(0), local: row.path(0)) }
        let isRoot = known.contains { $0.kept == path }
        let roots = known.filter { isRoot ? $0.kept == path : $0.kept.isInside(path) }
        for root in roots { try run("DELETE FROM roots WHERE path = $1", root.kept) }
        let rest = Set(known.map(\.kept)).subtracting(roots.map(\.kept))
        // Photos that another root holds as well stay.
        let areHeld = isRoot && path.isInside(anyOf: rest)
        try forgetQueue(under: path, areHeld: areHeld)
        guard !areHeld else { return (0, roots) }
        let folders = try map("SELECT folder, path FROM folders") { row in (row.integer(0), row.keptPath(1)) }
            .filter { $1.isInside(path) && !$1.isInside(anyOf: rest.filter { $0.isInside(path) }) }.map(\.0)
        var photos = try integers("SELECT photo FROM photos WHERE folder IN list($1)", folders)
        if let photo = try photo(at: local) { photos.append(photo.value) }
        try deletePhotos(photos)
        try run("DELETE FROM folders WHERE folder IN list($1)", folders)
        return (photos.count, roots)
    }
}
