import DigestXXHash
import EvokePorts
import EvokeSystem
import EvokeValues

/// Whether what the owner says of photos is to stand in their sidecars always, and what Evoke has written there. A file in
/// the library's folder, so that it is this machine's: another has other disks, and may be told otherwise.
///
/// What waits to be written follows from it and from the marks. So nothing is lost where a disk is away or a process ends.
/// Where it is damaged, all of it is written once more, which changes no sidecar that says it already.
struct SidecarLedger {
    static let fileName = "sidecars"
    private static let lockName = "sidecars.lock"
    private static let magic = Array("evoke sidecars 1\n".utf8)

    var isOn = false
    /// What sidecars say by this, or their photos said already.
    var written: [ContentDigest: Set<Mark>] = [:]

    init(in folder: FilePath) throws(EvokeError) {
        let file = folder.appending(Self.fileName)
        guard !FileSystem.isMissing(file) else { return }
        let bytes = try FileSystem.read(file)
        isOn = true
        guard bytes.count > Self.magic.count + 8, bytes.starts(with: Self.magic) else { return }
        let (flag, rest) = (bytes[Self.magic.count], bytes[(Self.magic.count + 1)...])
        let kept = Array(rest.dropFirst(8))
        guard Self.sum(flag, kept).elementsEqual(rest.prefix(8)), let change = MarkChange(bytes: kept) else { return }
        isOn = flag == 1
        written = change.contents.mapValues(\.added)
    }

    func write(to folder: FilePath) throws(EvokeError) {
        let kept = MarkChange(written.mapValues { MarkChange.Delta(added: $0, removed: []) }).bytes
        let flag: UInt8 = isOn ? 1 : 0
        try FileSystem.replace(
            folder.appending(Self.fileName), with: Self.magic + [flag] + Self.sum(flag, kept) + kept)
    }

    private static func sum(_ flag: UInt8, _ kept: [UInt8]) -> [UInt8] {
        let sum = ([flag] + kept).withUnsafeBytes { Checksum.of($0) }
        return withUnsafeBytes(of: sum.littleEndian) { Array($0) }
    }

    /// Keeps others out who would write sidecars and note it. Waits for them.
    static func lock(in folder: FilePath) throws(EvokeError) -> FileLock {
        try FileSystem.makeFolder(folder, isPrivate: true)
        let file = folder.appending(lockName)
        do throws(Errno) {
            return try FileLock(file: file, waiting: true)
        } catch {
            throw .system(error.code, doing: "lock", subject: file)
        }
    }

    /// The contents of which something waits to be written, with what their sidecars are to say.
    func due(_ marks: [ContentDigest: Set<Mark>]) -> [ContentDigest: Set<Mark>] {
        var due = marks.filter { written[$0.key] != $0.value }
        for content in written.keys where marks[content] == nil { due[content] = [] }
        return due
    }
}

extension MarkKeeping {
    /// What the owner says of contents that sidecars have a place for.
    func marksForSidecars() async throws -> [ContentDigest: Set<Mark>] {
        try await marks(of: nil).mapValues { $0.filter { $0 != .hidden } }.filter { !$0.value.isEmpty }
    }
}
