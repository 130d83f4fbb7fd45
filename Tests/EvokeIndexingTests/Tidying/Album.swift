import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc

@testable import EvokeIndexing

/// A folder of files that stand for photos, a trash, and whoever puts files into it.
struct Album {
    static let now = CivilTime(year: 2026, month: 3, day: 4, hour: 5, minute: 6, second: 7)!

    let folder: TemporaryFolder
    let root: DiskPath
    let tidier: Tidier
    let journal: DiskPath
    var trash: DiskPath { folder.path.appending("Trash") }

    init(roots: [DiskPath]? = nil, disk: FileChanges? = nil) {
        folder = TemporaryFolder(isInMemory: disk != nil)
        root = folder.path.appending("photos")
        journal = folder.path.appending("library/tidied.jsonl")
        tidier = Tidier(
            roots: roots ?? [root], journal: TidyJournal(journal),
            trash: Trash(home: folder.path.appending("Trash"), user: getuid()), disk: disk ?? FileChanges(),
            now: { Self.now })
    }

    /// All of one content; the first stays, and the others go.
    func copies(_ names: String..., of content: String = "picture", areExact: Bool = true) throws -> [TidyStep] {
        for name in names { try add(name, content) }
        return try steps(names, areExact: areExact)
    }

    func steps(_ names: String...) throws -> [TidyStep] { try steps(names, areExact: true) }

    private func steps(_ names: [String], areExact: Bool) throws -> [TidyStep] {
        let stays = try photo(names[0])
        return try names.dropFirst().map { TidyStep(goes: try photo($0), stays: stays, isExact: areExact) }
    }

    @discardableResult
    func add(_ name: String, _ content: String) throws -> DiskPath {
        try folder.write("photos/" + name, Array(content.utf8))
    }

    func photo(_ name: String) throws -> PhotoCard { try Self.photo(at: root.appending(name)) }

    static func photo(at path: DiskPath, stamp: FileStamp? = nil) throws -> PhotoCard {
        PhotoCard(
            id: PhotoID(1), path: path, stamp: try stamp ?? FileStamp(FileStatus(of: path)), content: nil, size: nil,
            taken: nil)
    }

    func has(_ name: String) -> Bool { FileSystem.isFile(root.appending(name)) }

    func content(_ name: String) throws -> String {
        String(decoding: try FileSystem.read(root.appending(name)), as: UTF8.self)
    }

    func trashed(_ part: String) -> [String] {
        ((try? FileSystem.names(in: trash.appending(part))) ?? []).map { String(decoding: $0, as: UTF8.self) }.sorted()
    }
}

/// Writes the keywords behind what is there.
struct KeywordWriter: SidecarWriting {
    func sidecar(
        at path: DiskPath, _ bytes: [UInt8]?, adding additions: SidecarAdditions
    ) throws(EvokeError) -> [UInt8] {
        (bytes ?? []) + Array(additions.keywords.joined(separator: " ").utf8)
    }
}

extension SidecarAdditions {
    static func keywords(_ keywords: String...) -> SidecarAdditions {
        var (goes, stays) = (PhotoMetadata(), PhotoMetadata())
        goes.keywords = keywords
        return SidecarAdditions(from: goes, to: &stays)
    }
}
