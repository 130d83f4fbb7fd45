import EvokePorts
import EvokeSystem
import EvokeValues
import EvokeWorkers

/// The library's thumbnails of one size: one file per content, in 256 folders.
struct ThumbnailFolder: ThumbnailStore {
    static let name = "thumbnails"

    private let folder: DiskPath
    private let executor: BlockingExecutor
    /// The suffix of file names, after the content.
    private let ending: String

    init(in library: DiskPath, side: Int = Thumbnail.side, executor: BlockingExecutor) {
        ending = (side == Thumbnail.side ? "" : "-\(side)") + ".jpg"
        folder = library.appending(Self.name)
        self.executor = executor
    }

    func keep(_ thumbnail: Thumbnail, of content: ContentDigest) async throws {
        try await executor.run {
            let file = file(of: content)
            try FileSystem.makeFolder(folder, isPrivate: true)
            if let modelStore = file.parent { try FileSystem.makeFolder(modelStore, isPrivate: true) }
            try FileSystem.replace(file, with: thumbnail.jpeg)
        }
    }

    /// A file that a system crash truncated counts as missing.
    func thumbnail(of content: ContentDigest) async throws -> Thumbnail? {
        await executor.run { whole(file(of: content)).map(Thumbnail.init) }
    }

    func wholeFile(of content: ContentDigest) async throws -> DiskPath? {
        await executor.run {
            let file = file(of: content)
            return whole(file) == nil ? nil : file
        }
    }

    private func whole(_ file: DiskPath) -> [UInt8]? {
        // An unreadable one is made again.
        guard let jpeg = try? FileSystem.read(file), jpeg.starts(with: [0xFF, 0xD8]),
            jpeg.suffix(2).elementsEqual([0xFF, 0xD9])
        else { return nil }
        return jpeg
    }

    /// Deletes thumbnails of all sizes for contents that are no longer known.
    func prune(keeping known: Set<ContentDigest>) async throws {
        try await executor.run {
            guard FileSystem.isFolder(folder) else { return }
            for modelStore in try FileSystem.names(in: folder) {
                let modelStore = folder.appending(modelStore)
                // What cannot be deleted only takes space.
                for name in (try? FileSystem.names(in: modelStore)) ?? []
                where Self.content(of: name).map({ !known.contains($0) }) ?? true {
                    FileSystem.remove(modelStore.appending(name))
                }
            }
        }
    }

    private func file(of content: ContentDigest) -> DiskPath {
        let name = Self.name(of: content)
        return folder.appending(String(name.prefix(2))).appending(name + ending)
    }

    private static let digits = 32

    /// Nil for a file that is not a thumbnail.
    private static func content(of name: [UInt8]) -> ContentDigest? {
        let digits = String(decoding: name.prefix(digits), as: UTF8.self)
        guard let high = UInt64(digits.prefix(16), radix: 16), let low = UInt64(digits.dropFirst(16), radix: 16) else {
            return nil
        }
        let content = ContentDigest(high: high, low: low)
        return Self.name(of: content) == digits ? content : nil
    }

    private static func name(of content: ContentDigest) -> String {
        [content.high, content.low].map { number in
            let digits = String(number, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
