package import EvokePorts
package import EvokeValues

extension CatalogDriver {
    package func addRoot(
        _ folder: DiskPath, notify: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws {
        try await write(isAlone: true) { connection throws(EvokeError) in
            let roots = try connection.keptRoots()
            try connection.checkThatNoNamedRoot(liesIn: folder)
            try connection.insert([[.path(folder)]], into: .roots, onConflict: .ignore)
            try connection.rewriteTexts(rootsBefore: roots, notify: notify)
        }
    }

    package func forget(under path: DiskPath) async throws -> Forgotten {
        try await forget(under: path) { _, _, _ in }.forgotten
    }

    /// - Parameter others: forgets what only this database has below a path, which is as in the catalog; `areHeld` says
    ///   whether another root holds all of it.
    /// - Returns: what is forgotten, and its roots as in the catalog.
    package func forget(
        under path: DiskPath,
        _ others: @escaping @Sendable (Connection, _ path: DiskPath, _ areHeld: Bool) throws(EvokeError) -> Void
    ) async throws -> (forgotten: Forgotten, roots: [DiskPath]) {
        try await write(isRepeatable: false, isAlone: true) { connection throws(EvokeError) in
            let before = try connection.keptRoots()
            let (photos, roots) = try connection.forget(under: path, others)
            try connection.rewriteTexts(rootsBefore: before)
            try connection.forgetWords()
            try connection.forgetContents()
            try connection.forgetSourceTokens()
            return (Forgotten(photos: photos, roots: roots.map(\.local)), roots.map(\.kept))
        }
    }
}

extension CatalogConnection {
    fileprivate typealias Root = (kept: DiskPath, local: DiskPath)

    private func knownRoots() throws(EvokeError) -> [Root] {
        try map("SELECT path FROM roots") { row in (kept: row.keptPath(0), local: row.path(0)) }
    }

    /// Throws if a root without a name would overlap a named one.
    fileprivate func checkThatNoNamedRoot(liesIn folder: DiskPath) throws(EvokeError) {
        let named = try knownRoots().first { $0.kept != $0.local && $0.local != folder && $0.local.isInside(folder) }
        guard let named, let root = NamedRoot(kept: named.kept, place: named.local) else { return }
        throw EvokeError(
            .wrongUsage, doing: "index", subject: folder.display, reason: "it contains the named root '\(root.name)'",
            remedy: "Index its other folders one by one, or forget that root first.")
    }

    fileprivate func forget(
        under local: DiskPath, _ others: (Self, _ path: DiskPath, _ areHeld: Bool) throws(EvokeError) -> Void
    ) throws(EvokeError) -> (photos: Int, roots: [Root]) {
        let path = kept(local)
        let known = try knownRoots()
        let isRoot = known.contains { $0.kept == path }
        let roots = known.filter { isRoot ? $0.kept == path : $0.kept.isInside(path) }
        for root in roots { try run("DELETE FROM roots WHERE path = $1", root.kept) }
        let rest = Set(known.map(\.kept)).subtracting(roots.map(\.kept))
        // Photos that another root holds as well stay.
        let areHeld = isRoot && path.isInside(anyOf: rest)
        try others(self, path, areHeld)
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

extension NamedRoot {
    /// Nil if the root has no name.
    package init?(kept: DiskPath, place: DiskPath?) {
        guard kept.isElsewhere else { return nil }
        self.init(name: String(decoding: kept.bytes.dropLast(), as: UTF8.self), place: place)
    }
}
