import EvokeCExiv2
import EvokePorts
import EvokeSystem
import EvokeValues

/// The tags of one file, by Exiv2's names.
struct Tags {
    private(set) var values: PhotoTags.Values = [:]

    /// Empty for a file without tags, and for a damaged one; throws only if the file cannot be read.
    static func of(file: DiskPath) throws(EvokeError) -> Tags {
        let opened = try OpenFile(file, .readAtOnce, doing: doing)
        let status = try opened.status()
        guard status.isFile else {
            throw EvokeError(
                .unsupported, doing: doing, subject: file.display, reason: "it is not a regular file",
                remedy: "Choose a photo.")
        }
        guard TagWeight(opened, size: Int(status.size)).isHonest else { return Tags() }
        return withExtendedLifetime(opened) { collected { evoke_tags_of_file(opened.descriptor, $0, $1) } }
    }

    /// Empty if Exiv2 cannot read the sidecar.
    static func of(xmp bytes: [UInt8]) -> Tags { (try? of(sidecar: bytes)) ?? Tags() }

    /// Throws if Exiv2 cannot read it.
    static func of(sidecar bytes: [UInt8]) throws(SidecarProblem) -> Tags {
        var code = Int32(EVOKE_TAGS_DAMAGED)
        let tags = collected {
            code = evoke_tags_of_xmp(bytes, bytes.count, $0, $1)
            return code
        }
        guard code == EVOKE_TAGS_READ else { throw .noXMP }
        return tags
    }

    /// Whether there are more tags than are read.
    var isTruncated: Bool { values.reduce(0) { $0 + $1.value.count } >= Int(EVOKE_TAGS_MOST_VALUES) }

    static func of(_ blocks: TagBlocks) -> Tags {
        var all = collected { visit, context in
            guard let exif = blocks.exif else { return Int32(EVOKE_TAGS_READ) }
            return evoke_tags_of_exif(exif, exif.count, visit, context)
        }
        if let xmp = blocks.xmp { all.values.merge(of(xmp: xmp).values) { own, _ in own } }
        return all
    }

    var isEmpty: Bool { values.isEmpty }

    /// Each value of the tag, as it is in the file.
    func bytes(_ key: String) -> [[UInt8]] { values[key] ?? [] }

    /// The text of the first of these tags that has one, on a single line.
    func text(_ keys: String..., limit: Int = Text.longestLine) -> String? {
        for key in keys {
            for bytes in bytes(key) {
                if let text = Text.line(Text.decode(bytes), limit: limit) { return text }
            }
        }
        return nil
    }

    private static let doing = "read the metadata of"

    private static func collected(_ read: (EvokeTagVisitor, UnsafeMutableRawPointer) -> Int32) -> Tags {
        var tags = Tags()
        withUnsafeMutablePointer(to: &tags) { tags in
            _ = read(
                { context, key, bytes, count in
                    let tags = context!.assumingMemoryBound(to: Tags.self)
                    tags.pointee.values[String(cString: key!), default: []].append(
                        Array(UnsafeBufferPointer(start: bytes, count: count)))
                }, tags)
        }
        return tags
    }
}
