import EvokeDigests
import EvokeSystem
import EvokeValues

/// Whether what the owner says of photos is to stand in their sidecars always, and what Evoke has added to them. A file in
/// the library's folder, so that it is this machine's: another has other disks, and may be told otherwise.
///
/// What waits to be written follows from it and from the marks. So nothing is lost where a disk is away or a process ends.
/// What is to be added is on the disk before the first sidecar is written to; what came of it is appended after the last.
struct SidecarLedger {
    static let fileName = "sidecars"
    private static let lockName = "sidecars.lock"
    private static let magic = Array("evoke sidecars 2\n".utf8)
    /// Nobody knows of its marks which of them Evoke added, and which it found.
    private static let olderMagic = Array("evoke sidecars 1\n".utf8)
    /// So much is appended at least before the file is written anew.
    private static let mostAppended = 1 << 20

    /// What Evoke has added to the sidecar of one photo.
    struct Entry: Hashable {
        let content: ContentDigest
        /// Of the photo's path.
        let place: UInt64
        var added = SidecarMarks()
        /// What a run was about to add when it ended.
        var planned = SidecarMarks()

        init(_ card: PhotoCard, _ content: ContentDigest, added: SidecarMarks, planned: SidecarMarks = .init()) {
            self.init(content: content, place: Self.place(card.path), added: added, planned: planned)
        }

        init(content: ContentDigest, place: UInt64, added: SidecarMarks, planned: SidecarMarks) {
            (self.content, self.place, self.added, self.planned) = (content, place, added, planned)
        }

        static func place(_ path: FilePath) -> UInt64 { path.bytes.withUnsafeBytes { Checksum.of($0) } }
    }

    var isOn = false
    /// The marks that the sidecars of a content follow.
    var settled: [ContentDigest: Set<Mark>] = [:]
    var entries: [PhotoID: Entry] = [:]
    /// How long the file is that can be appended to, and how much of it was written at once; nil where it has to be written anew.
    private var length: (all: Int, first: Int)?

    /// One that is off.
    init() {}

    /// Throws `EvokeError` of the kind `damaged` where nobody can tell what it says. Nothing is written into sidecars then,
    /// until its owner turns that on again.
    init(in folder: FilePath) throws(EvokeError) {
        let file = folder.appending(Self.fileName)
        guard !FileSystem.isMissing(file) else { return }
        let bytes = try FileSystem.read(file)
        guard bytes.starts(with: Self.magic) ? read(bytes) : readOlder(bytes) else {
            throw EvokeError(
                .damaged, doing: "write into sidecars", subject: file.display,
                reason: "what was written there is noted in that file, and it is damaged; so writing is off",
                remedy: "Turn writing into sidecars (write-xmp) on again, or off.")
        }
    }

    /// False where it is damaged. What the power has cut off at its end was not on the disk, so no sidecar was written to yet.
    private mutating func read(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[Self.magic.count...]
        while !rest.isEmpty {
            let head = rest.prefix(16).map(UInt64.init)
            func number(_ start: Int) -> UInt64 { head[start..<start + 8].reversed().reduce(0) { $0 << 8 | $1 } }
            let isFirst = rest.startIndex == Self.magic.count
            let count = head.count == 16 ? Int(clamping: number(0)) : .max
            let body = rest.dropFirst(16).prefix(count)
            if body.count == count, number(8) == Self.sum(body) {
                guard apply(body) else { return false }
                rest = rest.dropFirst(16 + count)
                length = (bytes.count, isFirst ? bytes.count - rest.count : length?.first ?? 0)
            } else {
                let isEnd = body.count < count || body.count + 16 == rest.count || rest.allSatisfy { $0 == 0 }
                guard !isFirst, isEnd else { return false }
                length = nil
                return true
            }
        }
        return length != nil
    }

    private mutating func readOlder(_ bytes: [UInt8]) -> Bool {
        let rest = bytes.dropFirst(Self.olderMagic.count)
        guard bytes.starts(with: Self.olderMagic), rest.count >= 9, let flag = rest.first else { return false }
        let kept = rest.dropFirst(9)
        let sum = rest.dropFirst().prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        guard Self.sum([flag] + kept) == sum, let change = MarkChange(bytes: kept) else { return false }
        isOn = flag == 1
        settled = change.contents.mapValues(\.added)
        return true
    }

    private static func sum(_ bytes: some Collection<UInt8>) -> UInt64 {
        Array(bytes).withUnsafeBytes { Checksum.of($0) }
    }

    /// Notes what has become of these, and returns when it is on the disk.
    mutating func record(
        _ changed: [PhotoID: Entry], settled new: [ContentDigest: Set<Mark>] = [:], in folder: FilePath
    ) throws(EvokeError) {
        guard !changed.isEmpty || !new.isEmpty else { return }
        entries.merge(changed) { $1 }
        settled.merge(new) { $1 }
        guard let length, length.all - length.first < max(length.first, Self.mostAppended) else {
            return try write(to: folder)
        }
        let bytes = Self.framed(Self.bytes(isOn, new, changed))
        self.length = nil
        let file = try OpenFile(folder.appending(Self.fileName), .append, doing: "write")
        try file.write(bytes)
        try file.syncContent()
        self.length = (length.all + bytes.count, length.first)
    }

    /// What nobody holds any more is forgotten.
    mutating func forget(_ contents: Set<ContentDigest>) {
        settled = settled.filter { !contents.contains($0.key) }
        entries = entries.filter { !contents.contains($0.value.content) }
        length = nil
    }

    /// Writes it anew, and returns when it is on the disk.
    mutating func write(to folder: FilePath) throws(EvokeError) {
        settled = settled.filter { !$0.value.isEmpty }
        entries = entries.filter { !$0.value.added.isEmpty || !$0.value.planned.isEmpty }
        let bytes = Self.magic + Self.framed(Self.bytes(isOn, settled, entries))
        let file = folder.appending(Self.fileName)
        let draft = folder.appending("\(Self.fileName).part")
        FileSystem.remove(draft)
        let open = try OpenFile(draft, .make, doing: "write", subject: file)
        try open.write(bytes)
        try open.sync()
        try FileSystem.move(draft, to: file, doing: "write")
        FileSystem.sync(folder: folder)
        length = (bytes.count, bytes.count)
    }

    private static func framed(_ body: [UInt8]) -> [UInt8] {
        [UInt64(body.count), sum(body)].flatMap { number in
            (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
            + body
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
        var due = marks.filter { settled[$0.key] != $0.value }
        for (content, said) in settled where !said.isEmpty && marks[content] == nil { due[content] = [] }
        return due
    }

    /// The photos of which nobody knows whether something was added.
    var unsure: [PhotoID] { entries.filter { !$0.value.planned.isEmpty }.map(\.key) }
}

extension MarkStore {
    /// What the owner says of contents that sidecars have a place for.
    func marksForSidecars() async throws -> [ContentDigest: Set<Mark>] {
        try await marks(of: nil).mapValues { $0.filter { $0 != .hidden } }.filter { !$0.value.isEmpty }
    }
}
