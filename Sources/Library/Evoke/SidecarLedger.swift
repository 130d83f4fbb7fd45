import EvokeDigests
import EvokePorts
import EvokeSystem
import EvokeValues

/// Whether marks are to be kept in sidecars, and what Evoke has added to them. It is a file in the library's folder,
/// and so belongs to this machine: others have other disks and settings.
///
/// What waits to be written follows from it and from the marks, so nothing is lost if a disk is away or a process ends.
/// Planned additions are on disk before the first sidecar is written; the results are appended after the last.
struct SidecarLedger {
    static let fileName = "sidecars"
    private static let lockName = "sidecars.lock"
    private static let magic = Array("evoke sidecars 2\n".utf8)
    /// Does not record which of its marks Evoke added, and which it found.
    private static let olderMagic = Array("evoke sidecars 1\n".utf8)
    /// At least this much is appended before the file is rewritten.
    private static let mostAppended = 1 << 20

    /// What Evoke has added to the sidecar of one photo.
    struct Entry: Hashable {
        let content: ContentDigest
        let place: UInt64
        var added = SidecarMarks()
        /// What a run was about to add when it ended.
        var planned = SidecarMarks()

        static func place(_ path: DiskPath) -> UInt64 { path.bytes.withUnsafeBytes { Checksum.of($0) } }
    }

    var isOn = false
    /// The marks that the sidecars of a content reflect.
    var settled: [ContentDigest: Set<Mark>] = [:]
    var entries: [PhotoID: Entry] = [:]
    /// The length of the file, if it can be appended to, and of the part written at once; nil if it has to be
    /// rewritten.
    private var length: (all: Int, first: Int)?

    /// A ledger that is off.
    init() {}

    /// Throws `EvokeError` of the kind `damaged` if it cannot be read. Nothing is written to sidecars then, until the
    /// owner turns that on again.
    init(in folder: DiskPath) throws(EvokeError) {
        let file = folder.appending(Self.fileName)
        guard !FileSystem.isMissing(file) else { return }
        let bytes = try FileSystem.read(file)
        guard bytes.starts(with: Self.magic) ? read(bytes) : readOlder(bytes) else {
            throw EvokeError(
                .damaged, doing: "write to sidecars", subject: file.display,
                reason: "the record of what was written there is damaged, so writing is off",
                remedy: "Turn writing to sidecars (write-xmp) on again, or off.")
        }
    }

    /// False if damaged. A record cut off by a power failure was not on disk yet, so no sidecar was written after it.
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

    /// Records the new state of these, and returns when it is on disk.
    mutating func record(
        _ changed: [PhotoID: Entry], settled new: [ContentDigest: Set<Mark>] = [:], in folder: DiskPath
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

    /// Forgets contents that no photo has anymore.
    mutating func forget(_ contents: Set<ContentDigest>) {
        settled = settled.filter { !contents.contains($0.key) }
        entries = entries.filter { !contents.contains($0.value.content) }
        length = nil
    }

    /// Rewrites the file, and returns when it is on disk.
    mutating func write(to folder: DiskPath) throws(EvokeError) {
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

    /// Locks out others that would write sidecars and record it. Waits for them.
    static func lock(in folder: DiskPath) throws(EvokeError) -> FileLock {
        try FileSystem.makeFolder(folder, isPrivate: true)
        let file = folder.appending(lockName)
        do throws(Errno) {
            return try FileLock(file: file, waiting: true)
        } catch {
            throw .system(error.code, doing: "lock", subject: file)
        }
    }

    /// The contents with pending changes, and the marks that their sidecars should have.
    func due(_ marks: [ContentDigest: Set<Mark>]) -> [ContentDigest: Set<Mark>] {
        var due = marks.filter { settled[$0.key] != $0.value }
        for (content, said) in settled where !said.isEmpty && marks[content] == nil { due[content] = [] }
        return due
    }

    /// Photos for which it is unknown whether something was added.
    var unsure: [PhotoID] { entries.filter { !$0.value.planned.isEmpty }.map(\.key) }
}

extension MarkStore {
    /// The marks of contents that sidecars can store.
    func marksForSidecars() async throws -> [ContentDigest: Set<Mark>] {
        try await marks(of: nil).mapValues { $0.filter { $0 != .hidden } }.filter { !$0.value.isEmpty }
    }
}

extension SidecarLedger.Entry {
    init(_ card: PhotoCard, _ content: ContentDigest, added: SidecarMarks, planned: SidecarMarks = .init()) {
        self.init(content: content, place: Self.place(card.path), added: added, planned: planned)
    }
}

/// The ledger's compact file format.
extension SidecarLedger {
    static func bytes(_ isOn: Bool, _ settled: [ContentDigest: Set<Mark>], _ entries: [PhotoID: Entry]) -> [UInt8] {
        var bytes = PackedBytes()
        bytes.add(isOn ? 1 : 0)
        bytes.add(settled.count)
        for (content, marks) in settled {
            bytes.add(content)
            bytes.add(marks)
        }
        for (photo, entry) in entries {
            bytes.add(Int(photo.value))
            bytes.add(entry.content)
            bytes.add(Int(Int64(bitPattern: entry.place)))
            for words in [entry.added, entry.planned] {
                bytes.add(words.marks)
                bytes.add(
                    PickField.allCases.enumerated().reduce(0) { $0 | (words.picks.contains($1.1) ? 1 << $1.0 : 0) })
            }
        }
        return bytes.bytes
    }

    /// False for malformed bytes.
    mutating func apply(_ body: some Sequence<UInt8>) -> Bool {
        var rest = UnpackedBytes(body)
        guard let flag = rest.number(), let count = rest.number(), count >= 0 else { return false }
        isOn = flag == 1
        for _ in 0..<count {
            guard let content = rest.content(), let marks = rest.marks() else { return false }
            settled[content] = marks
        }
        while !rest.rest.isEmpty {
            guard let photo = rest.number(), let content = rest.content(), let place = rest.number(),
                let added = rest.words(), let planned = rest.words()
            else { return false }
            entries[PhotoID(Int64(photo))] = Entry(
                content: content, place: UInt64(bitPattern: Int64(place)), added: added, planned: planned)
        }
        return true
    }
}

extension UnpackedBytes {
    fileprivate mutating func words() -> SidecarMarks? {
        guard let marks = marks(), let picks = number() else { return nil }
        let fields = PickField.allCases.enumerated().filter { picks & 1 << $0.offset != 0 }.map(\.element)
        return SidecarMarks(marks: marks, picks: Set(fields))
    }
}
