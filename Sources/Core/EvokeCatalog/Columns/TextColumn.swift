import EvokeSystem
import EvokeValues

/// A folded UTF-8 text for each photo, all in one buffer so that one pass searches them.
struct TextColumn {
    /// The column is rebuilt once more than one photo in this many has a text that was set out of order.
    private static let photosToOneLate = 8

    /// In the order of the photos, each zero-terminated.
    private(set) var bytes: [UInt8] = []
    private(set) var starts: Starts
    private(set) var late = LateTexts()

    init(photos: Int) { starts = Starts(photos: photos) }

    mutating func grow(to photos: Int) { starts.grow(to: photos) }

    mutating func trim() { bytes.trim() }

    mutating func set(_ text: String?, of photo: Int) { set(text.map { Array($0.folded.utf8) }, of: photo) }

    private mutating func set(_ folded: [UInt8]?, of photo: Int) {
        guard let folded else {
            if self[photo] != nil { late.set(nil, of: photo) }
            return
        }
        guard self[photo]?.elementsEqual(folded) != true else { return }
        if starts.takes(photo) {
            starts.add(bytes.count, of: photo)
            bytes += folded
            bytes.append(0)
            return
        }
        late.set(folded, of: photo)
        if late.count > starts.photos / Self.photosToOneLate { self = inOrder }
    }

    private var inOrder: TextColumn {
        var column = TextColumn(photos: starts.photos)
        for photo in 0..<starts.photos { column.set(self[photo].map { Array($0) }, of: photo) }
        column.trim()
        return column
    }

    subscript(photo: Int) -> ArraySlice<UInt8>? {
        if late.has(photo) { return late[photo] }
        guard let start = starts[photo] else { return nil }
        let next = starts.withWalk(from: photo + 1, to: bytes.count) { $0.next }
        return bytes[start..<next - 1]
    }

    /// Whether a photo's text comes before another's, or after it, byte by byte.
    func order(_ photo: Int, _ other: Int) -> (isBefore: Bool, isAfter: Bool) {
        bytes.withUnsafeBufferPointer { bytes in
            late.bytes.withUnsafeBufferPointer { lateBytes in
                func text(of photo: Int) -> UnsafePointer<UInt8>? {
                    if late.has(photo) { return late.start(of: photo).map { lateBytes.baseAddress! + $0 } }
                    return starts[photo].map { bytes.baseAddress! + $0 }
                }
                guard var one = text(of: photo), var another = text(of: other) else { return (false, false) }
                // The terminating zero is less than any other byte.
                while one.pointee == another.pointee, one.pointee != 0 {
                    one += 1
                    another += 1
                }
                return (one.pointee < another.pointee, one.pointee > another.pointee)
            }
        }
    }
}
