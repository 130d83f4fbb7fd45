import EvokePorts
import EvokeValues

/// The tasks of a run. A first run may have a million, so each takes little more memory than its names.
struct PlannedTasks: Sendable, Sequence {
    private struct Entry: Sendable {
        let stamp: FileStamp
        let flags: Flags
        let files: UInt16
        let folder: UInt32
        /// Where its names begin.
        let names: UInt32
        let sidecars: UInt32
    }

    private struct Flags: OptionSet, Sendable {
        let rawValue: UInt8
        static let isNew = Flags(rawValue: 1)
        static let isOfMetadataOnly = Flags(rawValue: 2)
        static let lacksDigest = Flags(rawValue: 4)
        static let hasSidecarStamp = Flags(rawValue: 8)
    }

    private var entries = Pieces<Entry>()
    private var folders: [DiskPath] = []
    /// For each entry, its name and those of its companions in its folder, each zero-terminated, and eight bytes of the
    /// sidecars' stamp if there is one.
    private var names = Pieces<UInt8>()
    /// The catalog's records for some of the entries, in the order of entries.
    private var known = Pieces<(entry: Int, file: KnownFile)>()
    /// The entries in processing order; empty if that is the order of insertion.
    private var order: [UInt32] = []

    var count: Int { entries.count }
    var isEmpty: Bool { count == 0 }
    var underestimatedCount: Int { count }

    var countOfNew: Int { (0..<count).count { entries[$0].flags.contains(.isNew) } }

    /// The photos that were missing, and whose paths have files again that look different.
    var returned: Set<PhotoID> {
        Set((0..<known.count).lazy.map { known[$0].file }.filter { !$0.isHere }.map(\.id))
    }

    mutating func append(_ task: IndexPlan.Task) {
        let (file, companions) = (task.file, task.file.companions)
        let folder = file.path.parent ?? DiskPath("")
        if folders.last != folder { folders.append(folder) }
        if let known = task.known { self.known.append((count, known)) }
        var flags: Flags = []
        if task.isNew { flags.insert(.isNew) }
        if task.isOfMetadataOnly { flags.insert(.isOfMetadataOnly) }
        if task.lacksDigest { flags.insert(.lacksDigest) }
        if companions.sidecarStamp != 0 { flags.insert(.hasSidecarStamp) }
        entries.append(
            Entry(
                stamp: file.stamp, flags: flags, files: UInt16(companions.files.count),
                folder: UInt32(folders.count - 1), names: UInt32(names.count),
                sidecars: UInt32(companions.sidecars.count)))
        for path in [file.path] + companions.files + companions.sidecars { write(path, below: folder) }
        if companions.sidecarStamp != 0 {
            withUnsafeBytes(of: companions.sidecarStamp) { for byte in $0 { names.append(byte) } }
        }
    }

    /// Newest first, so that a large library is useful early; ties in the order in which they were found.
    mutating func sort() {
        var order = (0..<count).map { (modified: entries[$0].stamp.modifiedNanoseconds, entry: UInt32($0)) }
        order.sort { left, right in
            left.modified == right.modified ? left.entry < right.entry : left.modified > right.modified
        }
        self.order = order.map(\.entry)
    }

    func makeIterator() -> Iterator { Iterator(self) }

    struct Iterator: IteratorProtocol {
        private let tasks: PlannedTasks
        private var done = 0

        fileprivate init(_ tasks: PlannedTasks) { self.tasks = tasks }

        mutating func next() -> IndexPlan.Task? {
            guard done < tasks.count else { return nil }
            defer { done += 1 }
            return tasks.task(tasks.order.isEmpty ? done : Int(tasks.order[done]))
        }
    }

    private func task(_ number: Int) -> IndexPlan.Task {
        let entry = entries[number]
        let folder = folders[Int(entry.folder)]
        var place = Int(entry.names)
        let path = read(at: &place, below: folder)
        let files = (0..<entry.files).map { _ in read(at: &place, below: folder) }
        let sidecars = (0..<entry.sidecars).map { _ in read(at: &place, below: folder) }
        var stamp: Int64 = 0
        if entry.flags.contains(.hasSidecarStamp) {
            withUnsafeMutableBytes(of: &stamp) { for byte in $0.indices { $0[byte] = names[place + byte] } }
        }
        let companions = PhotoCompanions(files: files, sidecars: sidecars, sidecarStamp: stamp)
        return IndexPlan.Task(
            file: FolderScanner.File(path: path, stamp: entry.stamp, companions: companions), known: known(of: number),
            isNew: entry.flags.contains(.isNew), isOfMetadataOnly: entry.flags.contains(.isOfMetadataOnly),
            lacksDigest: entry.flags.contains(.lacksDigest))
    }

    private func known(of entry: Int) -> KnownFile? {
        var (low, high) = (0, known.count)
        while low < high {
            let middle = (low + high) / 2
            if known[middle].entry < entry { low = middle + 1 } else { high = middle }
        }
        return low < known.count && known[low].entry == entry ? known[low].file : nil
    }

    /// Paths outside of the folder are written in full.
    private mutating func write(_ path: DiskPath, below folder: DiskPath) {
        let name = path.parent ?? DiskPath("") == folder ? path.name : path.bytes[...]
        for byte in name { names.append(byte) }
        names.append(0)
    }

    private func read(at place: inout Int, below folder: DiskPath) -> DiskPath {
        var name: [UInt8] = []
        while names[place] != 0 {
            name.append(names[place])
            place += 1
        }
        place += 1
        return name.first == .slash || folder.bytes.isEmpty ? DiskPath(bytes: name) : folder.appending(name)
    }
}

/// An array that never moves its elements, so that growing needs no memory for a second copy.
private struct Pieces<Element: Sendable>: Sendable {
    private static var most: Int { 4_096 }

    private var pieces: [[Element]] = []

    var count: Int { pieces.isEmpty ? 0 : (pieces.count - 1) * Self.most + pieces[pieces.count - 1].count }

    subscript(place: Int) -> Element { pieces[place / Self.most][place % Self.most] }

    mutating func append(_ element: Element) {
        if count.isMultiple(of: Self.most) {
            pieces.append([])
            pieces[pieces.count - 1].reserveCapacity(Self.most)
        }
        pieces[pieces.count - 1].append(element)
    }
}
