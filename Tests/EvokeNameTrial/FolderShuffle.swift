import EvokeSystem
import EvokeValues
import Glibc

/// Does to the files of three folders what people and their programs do: most of them end with the size and the time
/// that another had.
struct FolderShuffle {
    static let folders = ["0", "1", "2"]
    private static let times = [1_000_000_000, 1_100_000_000]
    private static let fewest = 200

    private let root: DiskPath
    private(set) var dice: Dice
    /// Contents are numbers, which never come twice unless on purpose.
    private var contents = 0
    /// The folders in which something has happened.
    var touched: Set<DiskPath> = []

    init(root: DiskPath, files: Int, dice: Dice) throws {
        self.root = root
        self.dice = dice
        for number in 0..<files {
            let folder = root.appending(Self.folders[number % Self.folders.count])
            try FileSystem.makeFolder(folder)
            try write(newContent(), to: folder.appending(name(number)))
        }
    }

    var files: [DiskPath] {
        get throws {
            try Self.folders.flatMap { folder in
                try FileSystem.names(in: root.appending(folder)).map { root.appending(folder).appending($0) }
            }
        }
    }

    mutating func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &dice) }

    /// One thing that happens, of fourteen.
    mutating func happen() throws {
        switch number(in: 0...13) {
        case 0: try exchange(some(number(in: 2...40)))
        case 1: try exchange(files)
        case 2: try cycle(some(number(in: 2...60)))
        case 3: try shift(up: true)
        case 4: try shift(up: false)
        case 5: for file in try some(number(in: 1...20)) { try write(content(of: one()), to: file) }
        case 6: for file in try some(number(in: 1...20)) { try replace(file, with: content(of: one())) }
        case 7: for file in try some(number(in: 1...20)) { try write(newContent(), to: file) }
        case 8: for file in try some(number(in: 1...20)) { try replace(file, with: newContent()) }
        case 9: for file in try some(number(in: 1...20)) where try files.count > Self.fewest { erase(file) }
        case 10: try add()
        case 11: for file in try some(number(in: 1...40)) { try touch(file) }
        case 12: for file in try some(number(in: 1...40)) { try replace(file, with: content(of: file)) }
        default: try exchangeFolders()
        }
    }

    private mutating func exchange(_ files: [DiskPath]) throws {
        try rename(Array(zip(files, files.shuffled(using: &dice))))
    }

    private mutating func cycle(_ files: [DiskPath]) throws {
        try rename(Array(zip(files, files.dropFirst() + files.prefix(1))))
    }

    /// Renumbers the files of a folder from somewhere on; downwards, into the gap that a deleted one leaves.
    private mutating func shift(up: Bool) throws {
        let folder = root.appending(Self.folders[number(in: 0...2)])
        let names = try FileSystem.names(in: folder).map { folder.appending($0) }
        let rest = Array(names.dropFirst(number(in: 0...max(0, names.count - 2))))
        guard let first = rest.first, rest.count > 1 else { return }
        if up {
            try rename(Array(zip(rest, rest.dropFirst() + [folder.appending("9" + name(contents))])))
        } else {
            erase(first)
            try rename(Array(zip(rest.dropFirst(), rest)))
        }
    }

    /// New ones, a second name for one, and one that was there before.
    private mutating func add() throws {
        for _ in 0..<number(in: 1...20) { try write(newContent(), to: newPlace()) }
        let (old, place) = (try one(), newPlace())
        for file in [old, place] { record(file) }
        _ = old.withCString { old in place.withCString { link(old, $0) } }
        try write(content(number(in: 0...contents)), to: newPlace())
    }

    private mutating func touch(_ file: DiskPath) throws {
        record(file)
        if Bool.random(using: &dice) {
            _ = file.withCString { chmod($0, Bool.random(using: &dice) ? 0o600 : 0o644) }
        } else {
            setTime(of: file)
        }
    }

    private mutating func exchangeFolders() throws {
        let folders = Self.folders.shuffled(using: &dice).map { root.appending($0) }
        try rename([(folders[0], folders[1]), (folders[1], folders[0])])
    }

    /// All at once: what is in the way is out of it first.
    private mutating func rename(_ moves: [(from: DiskPath, to: DiskPath)]) throws {
        let away = root.appending(".away")
        for (place, move) in moves.enumerated() {
            for path in [move.from, move.to] { record(path) }
            let passing = DiskPath(bytes: away.bytes + Array("\(place)".utf8))
            _ = move.from.withCString { from in passing.withCString { Glibc.rename(from, $0) } }
        }
        for (place, move) in moves.enumerated() {
            let passing = DiskPath(bytes: away.bytes + Array("\(place)".utf8))
            _ = passing.withCString { from in move.to.withCString { Glibc.rename(from, $0) } }
        }
    }

    /// Into the file that is there, if one is.
    private mutating func write(_ content: [UInt8], to file: DiskPath) throws {
        record(file)
        let descriptor = file.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
        guard descriptor >= 0 else { throw EvokeError.system(errno, doing: "write", subject: file) }
        _ = content.withUnsafeBytes { FileSystem.writeAll($0, to: descriptor) }
        close(descriptor)
        setTime(of: file)
    }

    private mutating func replace(_ file: DiskPath, with content: [UInt8]) throws {
        record(file)
        try FileSystem.replace(file, with: content)
        setTime(of: file)
    }

    private mutating func erase(_ file: DiskPath) {
        record(file)
        _ = file.withCString { unlink($0) }
    }

    private mutating func setTime(of file: DiskPath) {
        var times = [timespec(), timespec()]
        times[1].tv_sec = Self.times.randomElement(using: &dice) ?? 0
        _ = file.withCString { utimensat(AT_FDCWD, $0, &times, 0) }
    }

    private mutating func record(_ path: DiskPath) {
        let status = FileSystem.status(of: path)
        if FileSystem.isFolder(path) {
            touched.insert(path)
        } else if let status, status.names > 1 {
            // Its other name may be anywhere.
            touched.formUnion(Self.folders.map { root.appending($0) })
        } else {
            touched.insert(path.parent ?? root)
        }
    }

    private mutating func some(_ count: Int) throws -> [DiskPath] {
        Array(try files.shuffled(using: &dice).prefix(count))
    }

    private mutating func one() throws -> DiskPath { try files.randomElement(using: &dice) ?? root }

    private mutating func newPlace() -> DiskPath {
        contents += 1
        return root.appending(Self.folders[number(in: 0...2)]).appending("8" + name(contents))
    }

    private func content(of file: DiskPath) throws -> [UInt8] { try FileSystem.read(file) }

    private mutating func newContent() -> [UInt8] {
        contents += 1
        return content(contents)
    }

    /// A quarter of them longer than the others.
    private func content(_ number: Int) -> [UInt8] {
        Array("\(1_000_000 + number) is what this photo shows\(number % 4 == 0 ? ", and more" : "")".utf8)
    }

    private func name(_ number: Int) -> String { "\(1_000_000 + number).jpg" }
}

/// The same throws for each seed (SplitMix64).
package struct Dice: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
