package import EvokePorts
import EvokeSystem
package import EvokeValues
package import EvokeWorkers

/// Reads the tags of photos and their sidecars with Exiv2.
package struct Exiv2Tags: TagReading {
    /// Sidecars this long belong to photos that were retouched for hours.
    static let longestSidecar = 16_000_000

    /// Exiv2 finds nothing in HEIC files with an unusual layout.
    private static let suffixesToAskAgain: Set<String> = ["heic", "heif", "hif", "avif"]

    private let executor: BlockingExecutor
    private let blocks: any TagBlockReading
    private let films: any FilmTagReading

    /// - Parameter blocks: used if Exiv2 finds nothing.
    package init(executor: BlockingExecutor, blocks: any TagBlockReading, films: any FilmTagReading) {
        self.executor = executor
        self.blocks = blocks
        self.films = films
    }

    package func tags(of file: DiskPath, sidecars: [DiskPath]) async throws -> PhotoTags {
        try await tags(of: file, named: file, sidecars: sidecars)
    }

    /// - Parameter name: the photo's name, whose extension tells its format.
    package func tags(of file: DiskPath, named name: DiskPath, sidecars: [DiskPath]) async throws -> PhotoTags {
        guard name.format != .video else {
            let embedded = try await films.tags(ofFilm: file)
            return await executor.run { Self.tags(embedded, sidecars) }
        }
        var embedded = try await executor.run { () throws(EvokeError) in try Tags.of(file: file) }
        if embedded.isEmpty, Self.suffixesToAskAgain.contains(name.suffix),
            // This is a second try; if it fails, the result of the first stands.
            let found = try? await blocks.tagBlocks(of: file)
        {
            embedded = await executor.run { Tags.of(found) }
        }
        return await executor.run { [embedded] in Self.tags(embedded.values, sidecars) }
    }

    private static func tags(_ embedded: PhotoTags.Values, _ sidecars: [DiskPath]) -> PhotoTags {
        PhotoTags(embedded: embedded, sidecars: sidecars.compactMap { tags(ofSidecar: $0)?.values })
    }

    private static func tags(ofSidecar sidecar: DiskPath) -> Tags? {
        // An unreadable or invalid sidecar is ignored.
        guard let bytes = try? FileSystem.read(sidecar, most: longestSidecar) else { return nil }
        let isJSON = bytes.first { $0 > UInt8(ascii: " ") } == UInt8(ascii: "{")
        return isJSON ? Tags.of(takeout: bytes) : Tags.of(xmp: bytes)
    }
}

/// How much data the tags of a TIFF claim to contain.
///
/// In a valid file each byte belongs to one tag. Exiv2 copies the data of every tag, so a file of a few megabytes
/// whose tags all claim the whole file would exhaust any machine's memory.
struct TagWeight {
    /// Some programs refer to the same data twice, but only to small amounts.
    private static let leeway = 1_000_000
    private static let mostFolders = 500
    private static let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4]
    /// Tags that point to more tags: smaller pictures, EXIF, GPS, interoperability.
    private static let folderTags: Set<Int> = [330, 34_665, 34_853, 40_965]

    private let file: OpenFile
    private let size: Int
    private var isLittleEndian = true

    init(_ file: OpenFile, size: Int) {
        (self.file, self.size) = (file, size)
        isLittleEndian = bytes(at: 0, count: 2).elementsEqual("II".utf8)
    }

    /// Also true for other formats.
    var isHonest: Bool {
        let head = bytes(at: 0, count: 8)
        guard head.starts(with: "II".utf8) || head.starts(with: "MM".utf8), head.count == 8 else { return true }
        var pending = [number(head[4..<8])]
        var seen: Set<Int> = []
        var weight = 0
        while let place = pending.popLast() {
            guard place > 0, seen.insert(place).inserted else { continue }
            guard seen.count <= Self.mostFolders else { return false }
            let count = number(bytes(at: place, count: 2)[...])
            let entries = bytes(at: place + 2, count: 12 * count + 4)
            for start in stride(from: 0, through: entries.count - 12, by: 12) {
                let entry = entries[start..<(start + 12)]
                let items = number(entry[(start + 4)..<(start + 8)])
                let length = items * (Self.sizes[number(entry[(start + 2)..<(start + 4)])] ?? 1)
                let value = number(entry[(start + 8)..<(start + 12)])
                if length > 4, value + length <= size { weight += length }
                guard Self.folderTags.contains(number(entry[start..<(start + 2)])) else { continue }
                pending += length <= 4 ? [value] : folders(at: value, count: min(items, Self.mostFolders))
            }
            if entries.count == 12 * count + 4 { pending.append(number(entries.suffix(4))) }
            guard weight <= size + Self.leeway else { return false }
        }
        return true
    }

    private func folders(at place: Int, count: Int) -> [Int] {
        let bytes = bytes(at: place, count: 4 * count)
        return stride(from: 0, through: bytes.count - 4, by: 4).map { number(bytes[$0..<($0 + 4)]) }
    }

    private func number(_ bytes: ArraySlice<UInt8>) -> Int {
        (isLittleEndian ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
    }

    /// Fewer at the end of the file.
    private func bytes(at place: Int, count: Int) -> [UInt8] {
        // Unreadable data counts as nothing here; reading it later fails.
        (try? file.bytes(count, at: place)) ?? []
    }
}
