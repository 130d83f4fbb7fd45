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
    func photos(with part: String) -> PhotoSet { photos(with: Array(part.folded.utf8)) { _ in true } }

    /// The photos whose text as a whole is like that.
    func photos(like pattern: WildcardPattern) -> PhotoSet {
        if let part = pattern.onlyPart { return photos(with: part) { _ in true } }
        // A part that few texts have is found sooner than all of them are compared.
        let part = seldom(of: pattern.parts) ?? []
        return bytes.withUnsafeBufferPointer { bytes in
            pattern.withMatcher(of: bytes) { matcher in photos(with: part) { matcher.fits($0) } }
        }
    }

    /// The photos with those bytes in their text, where that text is wanted: its place among all bytes.
    @inline(__always)
    private func photos(with part: [UInt8], where isWanted: (Range<Int>) -> Bool) -> PhotoSet {
        guard !part.contains(0) else { return PhotoSet() }
        var words = [UInt64](repeating: 0, count: (texts.count + 63) / 64)
        part.withUnsafeBytes { wanted in
            bytes.withUnsafeBufferPointer { all in
                starts.withUnsafeBufferPointer { starts in
                    var (place, text) = (0, 0)
                    while text < starts.count {
                        if !wanted.isEmpty {
                            let rest = UnsafeRawBufferPointer(all)
                            guard let found = rest.firstPlace(of: wanted, from: place) else { return }
                            while text + 1 < starts.count, starts[text + 1] <= found { text += 1 }
                        }
                        let (start, owner) = (starts[text], Int(owners[text]))
                        let isOfNow = texts[owner] == text
                        text += 1
                        place = text < starts.count ? starts[text] : all.count
                        if isOfNow, isWanted(start..<place - 1) {
                            words[owner / 64] |= 1 << UInt64(owner % 64)
                        }
                    }
                }
            }
        }
        return PhotoSet(words: words)
    }

    private static let textsTried = 64

    /// Of those parts the one that fewest texts have, as far as some of them tell; nil where most have each of them.
    private func seldom(of parts: [[UInt8]]) -> [UInt8]? {
        let step = max(1, starts.count / Self.textsTried)
        let tried = stride(from: 0, to: starts.count, by: step).map { bytes[range(of: $0)] }
        let counts = parts.map { part in tried.count { $0.firstPlace(of: part) != nil } }
        guard let best = counts.indices.min(by: { counts[$0] < counts[$1] }), 4 * counts[best] < tried.count else {
            return nil
        }
        return parts[best]
    }
}
