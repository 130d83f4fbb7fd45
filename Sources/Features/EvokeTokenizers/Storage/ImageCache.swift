import Foundation

/// A folder of compiled images. It may be missing, unwritable or hold damaged files: then there is no image.
struct ImageCache {
    private let folder: String
    private let file: String
    private let origin: FileIdentity

    /// The place of the image for the tokenizer in `source`, which may change; nil when there is no such file.
    init?(folder: String, source: String) {
        guard !folder.isEmpty, let origin = FileIdentity(of: source) else { return nil }
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
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let temporary = "\(file).\(getpid()).\(UInt32.random(in: 0 ... .max))"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return }
        let isComplete = image.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { return false }
                rest = rest.dropFirst(written)
            }
            return true
        }
        guard close(descriptor) == 0, isComplete, rename(temporary, file) == 0 else {
            unlink(temporary)
            return
        }
    }
}
