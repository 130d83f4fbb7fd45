import EvokeLinux
import EvokePorts
import EvokeSystem
package import EvokeValues
import EvokeWorkers

/// A ZIP of photo files, in their folders below the library's roots. Only one piece of it is in memory at a time.
package actor PhotoArchive {
    static let nameOfMissing = "Missing photos.txt"
    private static let piece = 1 << 20

    /// The total size of the photos, as indexed.
    package nonisolated let bytes: Int64
    package nonisolated let count: Int
    private let roots: [DiskPath]
    private let disk = BlockingExecutor(width: 1)
    private var rest: ArraySlice<PhotoCard>
    private var zip = ZipWriter()
    private var names = ZipNames()
    private var current: (file: PhotoOriginal, name: String, done: Int64)?
    private var missing: [String] = []
    private var isOver = false

    init(_ photos: [PhotoCard], inside roots: [DiskPath]) {
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
    private func name(of path: DiskPath) -> String {
        let folder = path.parent ?? DiskPath("/")
        let root = roots.filter { path.isInside($0) }.max { $0.bytes.count < $1.bytes.count }
        let above = (root?.parent ?? DiskPath("/")).bytes.count
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

extension PhotoLibrary {
    /// The photos' files as one ZIP, which is made while it is being read.
    ///
    /// Throws `EvokeError` of the kind `notFound` if none of them is in the library.
    package func archive(of photos: [PhotoID]) async throws -> PhotoArchive {
        let (cards, roots) = try await reading { (try await $0.cards(of: photos), try await $0.roots()) }
        guard !cards.isEmpty else {
            throw EvokeError(
                .notFound, doing: "make a ZIP of photos", subject: "", reason: "the library has none of them",
                remedy: "Search again.")
        }
        return PhotoArchive(photos.compactMap { cards[$0] }, inside: roots)
    }
}

/// A photo's own file, open for reading; closed when the last reference is gone.
package final class PhotoOriginal: Sendable {
    /// Its path, with all links resolved.
    package let path: DiskPath
    package let stamp: FileStamp
    package var descriptor: Int32 { file.descriptor }
    private let file: OpenFile

    /// Refuses files that are outside the folders once links are resolved. It checks the path of the opened file, so
    /// nothing can be swapped in between.
    ///
    /// - Parameter known: the stamp of the file when it was indexed under that name; nil if it was not. A link that the
    ///   user put into a folder of the library may lead anywhere, but only to that very file.
    init(_ path: DiskPath, inside folders: Set<DiskPath>, known: FileStamp?) throws(EvokeError) {
        file = try OpenFile(path, .readAtOnce, doing: Self.doing)
        let status = try file.status()
        stamp = FileStamp(status)
        let real = file.place
        self.path = real ?? path
        let isFile = status.isFile
        guard let real, isFile,
            real.isInside(anyOf: folders)
                || (known.map(stamp.fits) ?? false && path.isInside(anyOf: folders))
        else {
            throw EvokeError(
                .notFound, doing: Self.doing, subject: path.display,
                reason: isFile ? "it is not in a folder of the library" : "it is not a file",
                remedy: "Add the folder that it links to.")
        }
    }

    func bytes(_ count: Int, at offset: Int) throws(EvokeError) -> [UInt8] { try file.bytes(count, at: offset) }

    /// A path that leads to the open file itself, even after it was replaced.
    var opened: DiskPath { OpenFile.link(descriptor) }

    private static let doing = "open the photo"
}
