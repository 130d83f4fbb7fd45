import EvokeSystem
import EvokeValues

/// A text of each photo, folded, in UTF-8: one after the other, so that all are searched in one go.
struct TextColumn {
    private static let none = Int32(-1)

    /// Each with a zero at its end.
    private var bytes: [UInt8] = []
    /// Where each begins; texts that nobody has any more stay until all is read anew.
    private var starts: [Int] = []
    private var owners: [Int32] = []
    /// The text of each photo.
    private var texts: [Int32]

    init(photos: Int) {
        texts = Array(repeating: Self.none, count: photos)
    }

    mutating func grow(to photos: Int) {
        texts += repeatElement(Self.none, count: max(0, photos - texts.count))
    }

    mutating func set(_ text: String?, of photo: Int) {
        guard let text else {
            texts[photo] = Self.none
            return
        }
        let folded = text.folded.utf8
        guard self[photo]?.elementsEqual(folded) != true else { return }
        texts[photo] = Int32(starts.count)
        starts.append(bytes.count)
        owners.append(Int32(photo))
        bytes += folded
        bytes.append(0)
    }

    subscript(photo: Int) -> ArraySlice<UInt8>? {
        texts[photo] == Self.none ? nil : bytes[range(of: Int(texts[photo]))]
    }

    private func range(of text: Int) -> Range<Int> {
        starts[text]..<(text + 1 < starts.count ? starts[text + 1] : bytes.count) - 1
    }

    /// Whether the text of a photo comes before another's, or after it, byte by byte.
    func order(_ photo: Int, _ other: Int) -> (isBefore: Bool, isAfter: Bool) {
        guard texts[photo] != Self.none, texts[other] != Self.none else { return (false, false) }
        return bytes.withUnsafeBufferPointer { bytes in
            var (place, otherPlace) = (starts[Int(texts[photo])], starts[Int(texts[other])])
            // The zeros at the ends are less than anything.
            while bytes[place] == bytes[otherPlace], bytes[place] != 0 {
                place += 1
                otherPlace += 1
            }
            return (bytes[place] < bytes[otherPlace], bytes[place] > bytes[otherPlace])
        }
    }

    /// The photos in whose text that one is written.
    func photos(with part: String) -> PhotoSet {
        let part = Array(part.folded.utf8)
        guard !part.contains(0) else { return PhotoSet() }
        var words = [UInt64](repeating: 0, count: (texts.count + 63) / 64)
        part.withUnsafeBytes { wanted in
            bytes.withUnsafeBytes { all in
                var (place, text) = (0, 0)
                while text < starts.count, let found = all.firstPlace(of: wanted, from: place) {
                    while text + 1 < starts.count, starts[text + 1] <= found { text += 1 }
                    let owner = Int(owners[text])
                    if texts[owner] == text { words[owner / 64] |= 1 << UInt64(owner % 64) }
                    text += 1
                    place = text < starts.count ? starts[text] : all.count
                }
            }
        }
        return PhotoSet(words: words)
    }

    /// The photos whose text as a whole is like that.
    func photos(like pattern: WildcardPattern) -> PhotoSet {
        var words = [UInt64](repeating: 0, count: (texts.count + 63) / 64)
        bytes.withUnsafeBufferPointer { all in
            starts.withUnsafeBufferPointer { starts in
                owners.withUnsafeBufferPointer { owners in
                    texts.withUnsafeBufferPointer { texts in
                        for text in owners.indices {
                            let owner = Int(owners[text])
                            let end = (text + 1 < starts.count ? starts[text + 1] : all.count) - 1
                            guard texts[owner] == text,
                                pattern.fits(UnsafeBufferPointer(rebasing: all[starts[text]..<end]))
                            else { continue }
                            words[owner / 64] |= 1 << UInt64(owner % 64)
                        }
                    }
                }
            }
        }
        return PhotoSet(words: words)
    }
}

/// `*` stands for any letters, `?` for one.
struct WildcardPattern {
    private let pattern: [UInt8]
    /// What stands before the first `*` or `?`, and what after the last: most texts differ there.
    private let start: [UInt8]
    private let end: [UInt8]
    /// Whether there is nothing between the two but one `*`.
    private let isThatAll: Bool

    /// Nil where the text has neither.
    init?(_ text: String) {
        pattern = Array(text.folded.utf8)
        func isWild(_ letter: UInt8) -> Bool { [UInt8(ascii: "*"), UInt8(ascii: "?")].contains(letter) }
        guard let first = pattern.firstIndex(where: isWild), let last = pattern.lastIndex(where: isWild) else {
            return nil
        }
        (start, end) = (Array(pattern[..<first]), Array(pattern[(last + 1)...]))
        isThatAll = first == last && pattern[first] == UInt8(ascii: "*")
    }

    func fits(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count >= start.count + end.count else { return false }
        for place in start.indices where text[place] != start[place] { return false }
        let rest = text.count - end.count
        for place in end.indices where text[rest + place] != end[place] { return false }
        return isThatAll || fitsAtLength(text)
    }

    private func fitsAtLength(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var (place, next) = (0, 0)
        /// Where the last star is, and what it reaches so far.
        var star: (place: Int, reach: Int)?
        while place < text.count {
            if next < pattern.count, pattern[next] == UInt8(ascii: "*") {
                star = (next, place)
                next += 1
            } else if next < pattern.count, pattern[next] == UInt8(ascii: "?") {
                place = Self.letter(after: place, in: text)
                next += 1
            } else if next < pattern.count, pattern[next] == text[place] {
                place += 1
                next += 1
            } else if let last = star {
                let reach = Self.letter(after: last.reach, in: text)
                star = (last.place, reach)
                (place, next) = (reach, last.place + 1)
            } else {
                return false
            }
        }
        return pattern[next...].allSatisfy { $0 == UInt8(ascii: "*") }
    }

    /// Where the next letter of UTF-8 begins.
    private static func letter(after place: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        var place = place + 1
        while place < text.count, text[place] & 0xC0 == 0x80 { place += 1 }
        return place
    }
}
