import EvokeSystem
package import EvokeValues

/// Where a tokenizer's compiled form is kept. The folder may be missing, unwritable or hold damaged files: then it is
/// compiled.
package struct TokenizerCache {
    /// What the compiled form is made of, and says that it is.
    let origin: [UInt8]
    private let file: FilePath
    private let isCurrent: () -> Bool

    /// - Parameters:
    ///   - digest: of the tokenizer's file, alone or with others. Two files of one digest are the same tokenizer.
    ///   - isCurrent: whether that file still is the one of the digest. What is read of another is not kept.
    package init(in folder: FilePath, digest: String, isCurrent: @escaping () -> Bool) {
        origin = Array(digest.utf8)
        file = Self.file(of: digest, in: folder)
        self.isCurrent = isCurrent
    }

    /// Deletes what is kept under a digest.
    package static func forget(_ digest: String, in folder: FilePath) {
        // What stays in a cache takes room, no more.
        try? FileSystem.erase(file(of: digest, in: folder))
    }

    /// The image, unless it is missing, damaged, or of another digest.
    func load() -> CompiledImage? {
        guard let memory = Memory(mapping: file), let image = CompiledImage(memory), image.origin == origin else {
            return nil
        }
        return image
    }

    /// Puts the image in place as a whole, or not at all. Nothing is reported: without it the next start is slower.
    func store(_ image: [UInt8]) {
        guard isCurrent(), let folder = file.parent else { return }
        // As said above.
        try? FileSystem.makeFolder(folder)
        // As said above.
        try? FileSystem.replace(file, with: image)
    }

    private static func file(of digest: String, in folder: FilePath) -> FilePath {
        folder.appending("tokenizer-\(digest).evt")
    }
}
