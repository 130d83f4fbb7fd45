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

    func photos(with part: String) -> PhotoSet { photos(with: Array(part.folded.utf8), like: nil) }

    /// The photos whose whole text matches the pattern.
    func photos(like pattern: WildcardPattern) -> PhotoSet {
        if let part = pattern.onlyPart { return photos(with: part, like: nil) }
        // A rare part narrows the search before patterns are compared.
        return photos(with: seldom(of: pattern.parts) ?? [], like: pattern)
    }

    /// The photos whose text contains those bytes and, if given, matches the pattern.
    private func photos(with part: [UInt8], like pattern: WildcardPattern?) -> PhotoSet {
        guard !part.contains(0) else { return PhotoSet() }
        let found = late.photos(with: part, like: pattern)
        guard let pattern else { return early(with: part) { _ in true }.subtracting(late.all).union(found) }
        return bytes.withUnsafeBufferPointer { bytes in
            pattern.withMatcher(of: bytes) { matcher in early(with: part) { matcher.fits($0) } }
        }.subtracting(late.all).union(found)
    }

    /// Searches only the texts in order; `isWanted` gets the text's range of all bytes.
    @inline(__always)
    private func early(with part: [UInt8], where isWanted: (Range<Int>) -> Bool) -> PhotoSet {
        var words = [UInt64](repeating: 0, count: (starts.photos + 63) / 64)
        part.withUnsafeBytes { wanted in
            bytes.withUnsafeBytes { all in
                starts.withWalk(to: all.count) { walk in
                    while walk.next < all.count {
                        if wanted.isEmpty {
                            _ = walk.step()
                        } else {
                            guard let found = all.firstPlace(of: wanted, from: walk.next) else { return }
                            walk.move(to: found)
                        }
                        guard isWanted(walk.start..<walk.next - 1) else { continue }
                        words[walk.photo / 64] |= 1 << UInt64(walk.photo % 64)
                    }
                }
            }
        }
        return PhotoSet(words: words)
    }

    private static let textsTried = 64

    /// Which of the parts is rarest, judged by a sample; nil if most texts have each of them.
    private func seldom(of parts: [[UInt8]]) -> [UInt8]? {
        let step = max(1, starts.photos / Self.textsTried)
        let tried = stride(from: 0, to: starts.photos, by: step).compactMap { self[$0] }
        let counts = parts.map { part in tried.count { $0.firstPlace(of: part) != nil } }
        guard let best = counts.indices.min(by: { counts[$0] < counts[$1] }), 4 * counts[best] < tried.count else {
            return nil
        }
        return parts[best]
    }
}

/// Texts that changed after the column was built. They override those in the column.
struct LateTexts {
    /// Zero-terminated. Texts no longer used stay until the column is rebuilt.
    private(set) var bytes: [UInt8] = []
    /// The range of each photo's text; nil for a photo without one.
    private var places: [Int: Range<Int>?] = [:]
    /// The photos in `places`.
    private(set) var all = PhotoSet()

    var count: Int { places.count }

    @inline(__always)
    func has(_ photo: Int) -> Bool { !all.isEmpty && all.contains(PhotoID(Int64(photo))) }

    mutating func set(_ text: [UInt8]?, of photo: Int) {
        all.insert(PhotoID(Int64(photo)))
        places.updateValue(text.map { bytes.count..<bytes.count + $0.count }, forKey: photo)
        guard let text else { return }
        bytes += text
        bytes.append(0)
    }

    func start(of photo: Int) -> Int? { places[photo]??.lowerBound }

    subscript(photo: Int) -> ArraySlice<UInt8>? { places[photo].flatMap { $0 }.map { bytes[$0] } }

    /// As in `TextColumn`.
    func photos(with part: [UInt8], like pattern: WildcardPattern?) -> PhotoSet {
        var found = PhotoSet()
        bytes.withUnsafeBufferPointer { bytes in
            func look(_ isWanted: (Range<Int>) -> Bool) {
                for (photo, place) in places {
                    guard let place, part.isEmpty || self.bytes[place].firstPlace(of: part) != nil, isWanted(place)
                    else { continue }
                    found.insert(PhotoID(Int64(photo)))
                }
            }
            guard let pattern else { return look { _ in true } }
            pattern.withMatcher(of: bytes) { matcher in look { matcher.fits($0) } }
        }
        return found
    }
}
