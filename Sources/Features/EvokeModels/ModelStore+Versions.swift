import EvokeSystem
package import EvokeValues

/// Versions of a model: a model that was added is in a folder of its name, downloaded ones are in `NAME@VERSION`. Their
/// contents never change, so that a model in use stays the same.
extension ModelStore {
    package struct Version: Sendable {
        package let folder: FilePath
        let layout: ModelLayout
        package let manifest: ModelManifest?

        /// Whether it still has to be tried before it is relied upon.
        package var isUntried: Bool { manifest?.standing == .new }
        package var isRefused: Bool { manifest?.standing == .refused }
        package var order: Int { manifest?.order ?? 0 }
    }

    /// The versions in the nearest folder that has any, in order of preference: the newest first, and those that failed
    /// to load last.
    ///
    /// `NAME@VERSION` selects a single version.
    package func versions(of name: String) -> [Version] {
        for modelStore in folders {
            let found = Self.versions(of: name, in: modelStore)
            if !found.isEmpty { return found }
        }
        return []
    }

    package static func versions(of name: String, in modelStore: FilePath) -> [Version] {
        // A folder may not exist.
        let names = ((try? FileSystem.names(in: modelStore)) ?? []).filter { entry in
            entry.elementsEqual(name.utf8) || entry.starts(with: Array((name + "@").utf8))
        }
        let found = names.compactMap { entry in
            let folder = modelStore.appending(entry)
            return ModelLayout.of(folder).map { layout in
                // On errors, it counts as one that was put there by hand.
                Version(folder: folder, layout: layout, manifest: (try? ModelManifest.read(in: folder)) ?? nil)
            }
        }
        return found.sorted { ($1.isRefused ? 1 : 0, $0.order) > ($0.isRefused ? 1 : 0, $1.order) }
    }

    /// The models that can be named, each once with the folder of the preferred version, in search order.
    package func models() -> [(name: String, folder: FilePath)] {
        var known: Set<String> = []
        return folders.flatMap { modelStore in
            // A folder may not exist.
            ((try? FileSystem.names(in: modelStore)) ?? []).compactMap { entry -> (String, FilePath)? in
                guard entry.first != .dot, ModelLayout.of(modelStore.appending(entry)) != nil else { return nil }
                let name = String(decoding: entry.prefix { $0 != UInt8(ascii: "@") }, as: UTF8.self)
                guard known.insert(name).inserted else { return nil }
                return (name, Self.versions(of: name, in: modelStore).first?.folder ?? modelStore.appending(entry))
            }
        }
    }

    /// Records that a version worked, or that it didn't and why. In a read-only folder, this is found out again each
    /// time.
    package func record(_ standing: ModelManifest.Standing, _ reason: String? = nil, of version: Version) {
        // Read again, because settings may have changed meanwhile.
        guard var manifest = (try? ModelManifest.read(in: version.folder)) ?? nil else { return }
        manifest.standing = standing
        manifest.reason = reason
        // Ignored, as above.
        try? manifest.write(in: version.folder)
    }

    /// Moves a prepared folder on the same disk to its final position, atomically, as the newest version.
    package func install(_ prepared: FilePath, as name: String, _ manifest: ModelManifest) throws(EvokeError)
        -> FilePath
    {
        try checkName(name)
        let modelStore = firstFolder
        let others = Self.versions(of: name, in: modelStore)
        var manifest = manifest
        manifest.order = min(others.map(\.order).max() ?? -1, .max - 1) + 1
        manifest.standing = others.isEmpty ? .proven : .new
        manifest.defaults = others.lazy.compactMap(\.manifest?.defaults).first
        let place = modelStore.appending("\(name)@\(manifest.version)")
        try makePrivate(prepared)
        try manifest.write(in: prepared)
        // If that version is already there, it failed to load; otherwise it wouldn't have been downloaded again.
        if others.contains(where: { $0.folder == place && $0.isRefused }) { try take(place) }
        try FileSystem.move(prepared, to: place, doing: "add the model")
        // The version that is known to work stays, for libraries with its vectors and in case the new one fails.
        let kept = others.first { !$0.isUntried && !$0.isRefused }?.folder
        // A leftover version only takes space.
        for other in others where other.folder != kept { try? take(other.folder) }
        return place
    }

    private func makePrivate(_ folder: FilePath) throws(EvokeError) {
        var folders: Set<FilePath> = [folder]
        for file in try FileSystem.filesBelow(folder) {
            try FileSystem.setMode(0o600, of: folder.appending(file.bytes))
            var parent = file.parent
            while let inner = parent {
                folders.insert(folder.appending(inner.bytes))
                parent = inner.parent
            }
        }
        for folder in folders { try FileSystem.setMode(0o700, of: folder) }
    }
}
