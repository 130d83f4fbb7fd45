import EvokeModels
import EvokeValues

/// A picture in memory, available as a file: a link into this process, with the picture's own extension, as raw files
/// are recognized by theirs.
final class PictureInMemory: Sendable {
    let path: FilePath
    private let memory: MemoryFile
    private let links: LinkFolder

    init(_ bytes: [UInt8], named name: String) throws(EvokeError) {
        let memory = try MemoryFile(doing: "load into memory", FilePath(name))
        let added = bytes.withUnsafeBytes { bytes in Result { () throws(EvokeError) in try memory.add(bytes) } }
        try added.get()
        try memory.freeze()
        let links = try LinkFolder("evoke-picture")
        let suffix = FilePath(name).suffix
        let isPlain =
            1...5 ~= suffix.utf8.count && suffix.unicodeScalars.allSatisfy { "0"..."9" ~= $0 || "a"..."z" ~= $0 }
        let link = FilePath(isPlain ? "picture.\(suffix)" : "picture")
        try links.link(link, to: memory.path)
        self.memory = memory
        self.links = links
        path = links.path.appending(link.bytes)
    }
}
