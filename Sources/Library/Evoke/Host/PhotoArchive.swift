import EvokeImport
import EvokeSystem
import EvokeValues
import EvokeWorkers

/// A ZIP of photo files, in their folders below the library's roots. Only one piece of it is in memory at a time.
package actor PhotoArchive {
    /// The list of photos that are missing from it.
    static let nameOfMissing = "Missing photos.txt"
    private static let piece = 1 << 20

    /// The total size of the photos, as indexed.
    package nonisolated let bytes: Int64
    package nonisolated let count: Int
    private let roots: [FilePath]
    private let disk = BlockingExecutor(width: 1)
    private var rest: ArraySlice<PhotoCard>
    private var zip = ZipWriter()
    private var names = ZipNames()
    private var current: (file: PhotoOriginal, name: String, done: Int64)?
    private var missing: [String] = []
    private var isOver = false

    init(_ photos: [PhotoCard], inside roots: [FilePath]) {
        (rest, self.roots, count) = (photos[...], roots, photos.count)
        bytes = photos.reduce(0) { $0 + $1.stamp.size }
        // Reserved, so that no photo has its name; it comes last.
        _ = names.name(of: Self.nameOfMissing, in: [])
    }

    /// The next piece; nil at the end.
    package func next() async -> [UInt8]? {
        if let current { return await more(of: current.file, current.name, after: current.done) }
        while let photo = rest.popFirst() {
            if let begun = await begin(photo) { return begun }
        }
        guard !isOver else { return nil }
        isOver = true
        return listOfMissing + zip.end()
    }

    private func begin(_ photo: PhotoCard) async -> [UInt8]? {
        let name = name(of: photo.path)
        do {
            let folders = Set(roots)
            let file = try await disk.run { () throws(EvokeError) in
                try PhotoOriginal(photo.path, inside: folders, known: photo.stamp)
            }
            current = (file, name, 0)
            let size = UInt64(clamping: file.stamp.size)
            return zip.begin(name, file.stamp, atMost: size)
        } catch {
            missing.append("\(name): \(error.reason)")
            return nil
        }
    }

    /// At most the indexed size, even if the file grows meanwhile.
    private func more(of file: PhotoOriginal, _ name: String, after done: Int64) async -> [UInt8] {
        let wanted = Int(min(Int64(Self.piece), file.stamp.size - done))
        var bytes: [UInt8] = []
        var problem: String?
        if wanted > 0 {
            do {
                bytes = try await disk.run { () throws(EvokeError) in try file.bytes(wanted, at: Int(done)) }
                if bytes.isEmpty { problem = "its file became shorter; only the beginning is included" }
            } catch {
                problem = "\(error.reason); the part before that is included"
            }
        }
        guard bytes.isEmpty else {
            zip.add(bytes)
            current?.done += Int64(bytes.count)
            return bytes
        }
        if let problem { missing.append("\(name): \(problem)") }
        current = nil
        return zip.endFile()
    }

    private var listOfMissing: [UInt8] {
        guard !missing.isEmpty else { return [] }
        let text = Array(
            ("These photos are missing from the ZIP, or incomplete:\n\n" + missing.joined(separator: "\n") + "\n").utf8)
        let begun = zip.begin(
            Self.nameOfMissing, FileStamp(size: 0, modifiedNanoseconds: SystemClock.now, inode: 0),
            atMost: UInt64(text.count))
        zip.add(text)
        return begun + text + zip.endFile()
    }

    /// Starting with the name of the root.
    private func name(of path: FilePath) -> String {
        let folder = path.parent ?? FilePath("/")
        let root = roots.filter { path.isInside($0) }.max { $0.bytes.count < $1.bytes.count }
        let above = (root?.parent ?? FilePath("/")).bytes.count
        let below = folder.bytes.dropFirst(above).split(separator: UInt8(ascii: "/"))
        return names.name(
            of: String(decoding: path.name, as: UTF8.self), in: below.map { String(decoding: $0, as: UTF8.self) })
    }
}

extension ZipWriter {
    fileprivate mutating func begin(_ name: String, _ stamp: FileStamp, atMost most: UInt64) -> [UInt8] {
        let seconds = stamp.modifiedNanoseconds / 1_000_000_000
        let clock = CivilTime(seconds: seconds + Int64(SystemClock.offset(atSeconds: seconds)))
        return begin(name, modified: seconds, clock: clock, atMost: most)
    }
}
