import EvokeValues

/// Texts that many photos share, each kept once.
struct NameList {
    /// The number of no text.
    static let none = Int32(0)

    private var numbers: [String: Int32] = [:]
    /// As `String.folded` has them, by their numbers.
    private(set) var folded = [""]

    mutating func number(of text: String) -> Int32 {
        if let known = numbers[text] { return known }
        let number = Int32(folded.count)
        numbers[text] = number
        folded.append(text.folded)
        return number
    }

    /// For each number whether its text is one that is looked for.
    func which(_ isWanted: (String) -> Bool) -> [Bool] {
        [false] + folded.dropFirst().map(isWanted)
    }
}

/// A list of texts for each photo.
struct ListColumn {
    private struct Span {
        var start: Int32 = 0
        var count: Int32 = 0
    }

    private var numbers: [Int32] = []
    private var spans: [Span]

    init(photos: Int) {
        spans = Array(repeating: Span(), count: photos)
    }

    mutating func grow(to photos: Int) {
        spans += repeatElement(Span(), count: max(0, photos - spans.count))
    }

    mutating func set(_ list: [Int32], of photo: Int) {
        guard !list.elementsEqual(numbers[range(of: photo)]) else { return }
        spans[photo] = Span(start: Int32(numbers.count), count: Int32(list.count))
        numbers += list
    }

    private func range(of photo: Int) -> Range<Int> {
        let span = spans[photo]
        return Int(span.start)..<Int(span.start + span.count)
    }

    /// The photos that have one of those in their list.
    func photos(with which: [Bool]) -> PhotoSet {
        numbers.withUnsafeBufferPointer { numbers in
            spans.withUnsafeBufferPointer { spans in
                PhotoSet(count: spans.count) { photo in
                    let span = spans[photo]
                    for place in span.start..<span.start + span.count where which[Int(numbers[Int(place)])] {
                        return true
                    }
                    return false
                }
            }
        }
    }
}

extension PhotoSet {
    /// Of the numbers below `count` those of which it is true.
    @inline(__always)
    init(count: Int, where isWanted: (Int) -> Bool) {
        var words = [UInt64](repeating: 0, count: (count + 63) / 64)
        for place in words.indices {
            var word: UInt64 = 0
            // Without a branch, which would be guessed wrong for every second photo of a filter that keeps half.
            for photo in 64 * place..<min(count, 64 * place + 64) {
                word |= (isWanted(photo) ? 1 : 0) << UInt64(photo & 63)
            }
            words[place] = word
        }
        self.init(words: words)
    }
}
