import EvokeSystem
package import EvokeValues

/// Versions of a model: one that was added lies in a folder of its name, those that were fetched in `NAME@VERSION`.
/// What is in them never changes, so that nothing that is in use turns into something else.
extension ModelStore {
    package struct Version: Sendable {
        package let folder: FilePath
        let layout: ModelLayout
        package let manifest: ModelManifest?

        /// Whether it has to answer once before it is relied upon.
        package var isUntried: Bool { manifest?.standing == .new }
        package var isRefused: Bool { manifest?.standing == .refused }
        package var order: Int { manifest?.order ?? 0 }
    }

    /// In the nearest shelf that has any, the one to use first: the newest, and those that did not load last.
    ///
    /// `NAME@VERSION` names one alone.
    package func versions(of name: String) -> [Version] {
        for modelStore in folders {
            let found = Self.versions(of: name, in: modelStore)
            if !found.isEmpty { return found }
        }
        return []
    }

    package static func versions(of name: String, in modelStore: FilePath) -> [Version] {
        // A shelf need not be there.
        let names = ((try? FileSystem.names(in: modelStore)) ?? []).filter { entry in
            entry.elementsEqual(name.utf8) || entry.starts(with: Array((name + "@").utf8))
        }
        let found = names.compactMap { entry in
            let folder = modelStore.appending(entry)
            return ModelLayout.of(folder).map { layout in
                // As one that was put there by hand.
                Version(folder: folder, layout: layout, manifest: (try? ModelManifest.read(in: folder)) ?? nil)
            }
        }
        return found.sorted { ($1.isRefused ? 1 : 0, $0.order) > ($0.isRefused ? 1 : 0, $1.order) }
    }

    /// The models that can be named, each once with the folder of the version to use, in the order in which they are
    /// looked for.
    package func models() -> [(name: String, folder: FilePath)] {
        var known: Set<String> = []
        return folders.flatMap { modelStore in
            // A shelf need not be there.
            ((try? FileSystem.names(in: modelStore)) ?? []).compactMap { entry -> (String, FilePath)? in
                guard entry.first != .dot, ModelLayout.of(modelStore.appending(entry)) != nil else { return nil }
                let name = String(decoding: entry.prefix { $0 != UInt8(ascii: "@") }, as: UTF8.self)
                guard known.insert(name).inserted else { return nil }
                return (name, Self.versions(of: name, in: modelStore).first?.folder ?? modelStore.appending(entry))
            }
        }
    }

    /// Notes that a version has answered, or that it did not and why. On a shelf that cannot be written to it is found
    /// out again.
    package func record(_ standing: ModelManifest.Standing, _ reason: String? = nil, of version: Version) {
        // Read again, for what was set meanwhile.
        guard var manifest = (try? ModelManifest.read(in: version.folder)) ?? nil else { return }
        manifest.standing = standing
        manifest.reason = reason
        // As said above.
        try? manifest.write(in: version.folder)
    }

    /// Puts a folder that was prepared on the same disk into its place, in one step, as the newest version.
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
        // One that is there did not load; nothing else would be fetched again.
        if others.contains(where: { $0.folder == place && $0.isRefused }) { try take(place) }
        try FileSystem.move(prepared, to: place, doing: "add the model")
        // The one that is known to work stays, for libraries that have its vectors and in case that the new one fails.
        let kept = others.first { !$0.isUntried && !$0.isRefused }?.folder
        // A version that stays takes room, no more.
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
