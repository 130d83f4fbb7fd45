import EvokeSystem
package import EvokeValues

/// The cache of a tokenizer's compiled form. If the folder is missing, unwritable, or contains damaged files, the
/// tokenizer is compiled again.
package struct TokenizerCache {
    /// Identifies what the compiled form was made from; stored in it.
    let origin: [UInt8]
    private let file: FilePath
    private let isCurrent: () -> Bool

    /// - Parameters:
    ///   - digest: of the tokenizer's file, alone or with others. Files with the same digest are the same tokenizer.
    ///   - isCurrent: whether the file still has that digest. If not, nothing is cached.
    package init(in folder: FilePath, digest: String, isCurrent: @escaping () -> Bool) {
        origin = Array(digest.utf8)
        file = Self.file(of: digest, in: folder)
        self.isCurrent = isCurrent
    }

    /// Deletes what is cached for a digest.
    package static func forget(_ digest: String, in folder: FilePath) {
        // A leftover cache file only takes space.
        try? FileSystem.erase(file(of: digest, in: folder))
    }

    /// Nil if the image is missing, damaged, or of another digest.
    func load() -> CompiledImage? {
        guard let memory = Memory(mapping: file), let image = CompiledImage(memory), image.origin == origin else {
            return nil
        }
        return image
    }

    /// Stores the image atomically. Errors are ignored: without the image, the next start is only slower.
    func store(_ image: [UInt8]) {
        guard isCurrent(), let folder = file.parent else { return }
        // Ignored, as above.
        try? FileSystem.makeFolder(folder)
        // Ignored, as above.
        try? FileSystem.replace(file, with: image)
    }

    private static func file(of digest: String, in folder: FilePath) -> FilePath {
        folder.appending("tokenizer-\(digest).evt")
    }
}
