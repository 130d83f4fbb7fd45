import EvokeSystem
import EvokeValues

/// A folder of compiled images. It may be missing, unwritable or hold damaged files: then there is no image.
struct ImageCache {
    private let folder: String
    private let file: String
    private let origin: SourceState

    /// The place of the image for the tokenizer in `source`, which may change; nil when there is no such file.
    init?(folder: String, source: String) {
        guard !folder.isEmpty, let origin = SourceState(of: source) else { return nil }
        self.folder = folder
        self.origin = origin
        file = "\(folder)/tokenizer-\(String(Self.hash(source), radix: 16)).evt"
    }

    /// Sources that share a name take turns: the image says which one it was made from.
    private static func hash(_ path: String) -> UInt64 {
        path.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    var originBytes: [UInt8] { origin.bytes }

    /// The image, unless it is missing, damaged, or of another state of the source.
    func load() -> CompiledImage? {
        guard let memory = Memory(mapping: file), let image = CompiledImage(memory), image.origin == origin.bytes
        else { return nil }
        return image
    }

    /// Puts the image in place as a whole, or not at all. Nothing is reported: without it the next start is slower.
    func store(_ image: [UInt8]) {
        try? FileSystem.makeFolder(FilePath(folder))
        try? FileSystem.replace(FilePath(file), with: image)
    }
}
