import EvokeValues

/// `*` matches any letters, `?` matches one.
struct WildcardPattern {
    private static let any = UInt8(ascii: "*")
    private static let one = UInt8(ascii: "?")

    /// The pieces between the `*`, concatenated.
    private let signs: [UInt8]
    /// The pieces before the first `*` and after the last; `start` is everything if there is none.
    private let start: Range<Int>
    private let end: Range<Int>?
    /// The pieces between two `*`.
    private let middle: [Range<Int>]
    /// What a text must contain, without the wildcards.
    let parts: [[UInt8]]

    /// Nil if the text has no wildcard.
    init?(_ text: String) {
        let pattern = Array(text.folded.utf8)
        func isWild(_ letter: UInt8) -> Bool { letter == Self.any || letter == Self.one }
        guard pattern.contains(where: isWild) else { return nil }
        var (signs, pieces) = ([UInt8](), [Range<Int>]())
        for piece in pattern.split(separator: Self.any, omittingEmptySubsequences: false) {
            pieces.append(signs.count..<signs.count + piece.count)
            signs += piece
        }
        self.signs = signs
        start = pieces.removeFirst()
        end = pieces.popLast()
        middle = pieces.filter { !$0.isEmpty }
        parts = pattern.split(whereSeparator: isWild).map { Array($0) }
    }

    /// The only part that a text has to contain, wherever it is, if the pattern is that simple.
    var onlyPart: [UInt8]? {
        guard start.isEmpty, end?.isEmpty == true, middle.count == 1, parts == [Array(signs[middle[0]])] else {
            return nil
        }
        return parts[0]
    }

    /// Matches texts that are each a range of `texts`.
    func withMatcher<Result>(
        of texts: UnsafeBufferPointer<UInt8>, _ body: (Matcher) -> Result
    ) -> Result {
        signs.withUnsafeBufferPointer { signs in
            middle.withUnsafeBufferPointer { middle in
                body(Matcher(texts: texts, signs: signs, start: start, end: end, middle: middle))
            }
        }
    }

    /// A pattern without arrays of its own: counting their references took longer than comparing.
    struct Matcher {
        fileprivate let texts: UnsafeBufferPointer<UInt8>
        fileprivate let signs: UnsafeBufferPointer<UInt8>
        fileprivate let start: Range<Int>
        fileprivate let end: Range<Int>?
        fileprivate let middle: UnsafeBufferPointer<Range<Int>>

        @inline(__always)
        func fits(_ text: Range<Int>) -> Bool {
            guard let end else { return place(behind: start, at: text.lowerBound, in: text) == text.upperBound }
            // Most texts differ at their end.
            guard let rest = place(of: end, atEndOf: text),
                var place = place(behind: start, at: text.lowerBound, in: text)
            else { return false }
            for piece in middle {
                // The first match is the best: it leaves the most for what follows.
                guard let next = firstPlace(behind: piece, from: place, to: rest, in: text) else { return false }
                place = next
            }
            return place <= rest
        }

        @inline(__always)
        private func firstPlace(behind piece: Range<Int>, from start: Int, to rest: Int, in text: Range<Int>) -> Int? {
            var (place, piece) = (start, piece)
            // After a `*`, it makes no difference whether a `?` takes its letter before or after the rest.
            while !piece.isEmpty, signs[piece.lowerBound] == one {
                guard place < rest else { return nil }
                place = letter(after: place, in: text)
                piece = piece.lowerBound + 1..<piece.upperBound
            }
            guard !piece.isEmpty else { return place }
            while let next = nextPlace(of: signs[piece.lowerBound], from: place, to: rest) {
                if let end = self.place(behind: piece, at: next, in: text) { return end }
                place = next + 1
            }
            return nil
        }

        /// Finds that byte eight at a time: where it is in a name cannot be predicted.
        @inline(__always)
        private func nextPlace(of byte: UInt8, from start: Int, to rest: Int) -> Int? {
            let (ones, base) = (0x0101_0101_0101_0101 as UInt64, UnsafeRawPointer(texts.baseAddress!))
            var place = start
            while place + 8 <= texts.count, place < rest {
                let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: place, as: UInt64.self))
                let differences = word ^ (ones &* UInt64(byte))
                // The lowest bit set belongs to the first byte that is zero.
                let found = (differences &- ones) & ~differences & (ones << 7)
                if found != 0 {
                    let next = place + found.trailingZeroBitCount / 8
                    return next < rest ? next : nil
                }
                place += 8
            }
            while place < rest {
                if texts[place] == byte { return place }
                place += 1
            }
            return nil
        }

        /// Where the piece ends if it matches at that index; otherwise nil.
        @inline(__always)
        private func place(behind piece: Range<Int>, at start: Int, in text: Range<Int>) -> Int? {
            var place = start
            for number in piece {
                guard place < text.upperBound else { return nil }
                let sign = signs[number]
                if sign == one {
                    place = letter(after: place, in: text)
                } else {
                    guard texts[place] == sign else { return nil }
                    place += 1
                }
            }
            return place
        }

        /// Where the piece begins if it matches at the end of the text; otherwise nil.
        @inline(__always)
        private func place(of piece: Range<Int>, atEndOf text: Range<Int>) -> Int? {
            var place = text.upperBound
            for number in piece.reversed() {
                guard place > text.lowerBound else { return nil }
                place -= 1
                let sign = signs[number]
                if sign == one {
                    while place > text.lowerBound, texts[place] & 0xC0 == 0x80 { place -= 1 }
                } else {
                    guard texts[place] == sign else { return nil }
                }
            }
            return place
        }

        /// Where the next UTF-8 character begins.
        @inline(__always)
        private func letter(after place: Int, in text: Range<Int>) -> Int {
            var place = place + 1
            while place < text.upperBound, texts[place] & 0xC0 == 0x80 { place += 1 }
            return place
        }

        @inline(__always)
        private var one: UInt8 { WildcardPattern.one }
    }
}
