import EvokeCVips
import EvokeValues

/// The readable part of a truncated photo, or of a photo that libvips rejects.
struct Remains {
    /// Has the size of the whole photo.
    let picture: VipsPicture
    /// The rows that are present, as stored in the file; the content of other rows is undefined.
    let rows: Range<Int>
    let isTruncated: Bool

    /// The readable share, from 0 to 1; nil if nothing is missing.
    var share: Double? { isTruncated ? Double(rows.count) / Double(picture.height) : nil }

    /// Only the readable part, as a picture of its own.
    func withoutTheRest() -> Remains? {
        let part = picture.applying { evoke_vips_rows($0, Int32(rows.lowerBound), Int32(rows.count), $1) }
        return part.map { Remains(picture: $0, rows: 0..<rows.count, isTruncated: isTruncated) }
    }
}

extension PhotoFile {
    private static let largestToSave = 512_000_000

    /// What can be read of a photo that failed to decode.
    func remains(after failure: EvokeError) throws(EvokeError) -> Remains {
        guard failure.kind == .damaged, let bytes = bytesInMemory(upTo: Self.largestToSave) else { throw failure }
        defer { vips_error_clear() }
        guard let remains = try remains(in: bytes) else { throw failure }
        try checkThatEnough(remains.rows.count, of: remains.picture.height)
        return remains
    }

    func checkThatEnough(_ rows: Int, of height: Int) throws(EvokeError) {
        guard 3 * rows >= height else {
            throw error(
                .damaged, "its end is missing, and only \(100 * rows / height) % can be read",
                "Restore it from a backup.")
        }
    }

    private func remains(in bytes: [UInt8]) throws(EvokeError) -> Remains? {
        switch bytes.prefix(2) {
        case [0x42, 0x4D]: return try OddBMP.remains(of: bytes, file: self)
        case [0x49, 0x49], [0x4D, 0x4D]: return try OddTIFF.remains(of: bytes, file: self)
        default: break
        }
        // A damaged disk may return zeros in place of a lost end.
        guard let format = TruncatableFormat(bytes), let last = bytes.lastIndex(where: { $0 != 0 }) else { return nil }
        let stump = Array(bytes[...last])
        guard format.lacksItsEnd(stump), let source = evoke_vips_source_of_bytes(stump, stump.count) else { return nil }
        defer { g_object_unref(source) }
        func open() throws(EvokeError) -> VipsPicture? {
            guard let image = evoke_vips_open(source, "", format.failing) else { return nil }
            let picture = VipsPicture(image)
            try checkSize(picture.width, picture.height)
            return picture
        }
        // It is read sequentially: once to see how far it goes, and once for the pixels.
        guard let first = try open(), first.hasBytes else { return nil }
        let rows = format.leavesBlanks ? first.rowsBeforeBlanks() : first.readableRows()
        return try open().map { Remains(picture: $0, rows: 0..<rows, isTruncated: true) }
    }
}

/// A format that can be decoded without its end.
private enum TruncatableFormat {
    case jpeg, gif, png

    init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: "GIF8".utf8) {
            self = .gif
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            self = .png
        } else {
            return nil
        }
    }

    /// libjpeg fills missing rows with gray, GIF with transparency; in PNG, their content is undefined.
    var leavesBlanks: Bool { self != .png }

    var failing: VipsFailOn { leavesBlanks ? VIPS_FAIL_ON_NONE : VIPS_FAIL_ON_ERROR }

    func lacksItsEnd(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .gif: bytes.last != UInt8(ascii: ";")
        case .jpeg: Self.jpegLacksItsEnd(bytes)
        case .png: Self.pngLacksItsEnd(bytes)
        }
    }

    /// After the header segments, the end marker has no other meaning.
    private static func jpegLacksItsEnd(_ bytes: [UInt8]) -> Bool {
        var place = 2
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            if marker == 0xDA {
                return !(place..<(bytes.count - 1)).contains { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD9 }
            }
            place += marker == 0xFF ? 1 : 2 + (Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
        }
        return true
    }

    private static func pngLacksItsEnd(_ bytes: [UInt8]) -> Bool {
        var place = 8
        while place + 8 <= bytes.count {
            if bytes[(place + 4)..<(place + 8)].elementsEqual("IEND".utf8) { return false }
            place += 12 + bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
        }
        return true
    }
}

extension VipsPicture {
    /// The number of rows that can be read.
    fileprivate func readableRows() -> Int {
        var count = 0
        _ = forEachRow(in: 0..<height, columns: 0..<width) { _ in count += 1 }
        return count
    }

    /// The number of rows before those that are all blank. Transparent rows before others mean that a GIF is
    /// interlaced; then the first one counts.
    fileprivate func rowsBeforeBlanks() -> Int {
        let (bytes, step) = (width * bands, bands)
        let isClear = !holdsInks && [2, 4].contains(bands)
        var (count, end) = (0, 0)
        _ = forEachRow(in: 0..<height, columns: 0..<width) { row in
            let isBlank =
                isClear
                ? stride(from: step - 1, to: bytes, by: step).allSatisfy { row[$0] == 0 }
                : (0..<bytes).allSatisfy { 127...128 ~= row[$0] }
            if !isBlank && (!isClear || end == count) { end = count + 1 }
            count += 1
        }
        return end
    }
}
