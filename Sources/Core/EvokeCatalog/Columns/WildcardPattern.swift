import EvokeValues

/// `*` stands for any letters, `?` for one.
struct WildcardPattern {
    private static let any = UInt8(ascii: "*")
    private static let one = UInt8(ascii: "?")

    /// What stands between the `*`, before the first and after the last, one behind the other.
    private let signs: [UInt8]
    /// Which of the signs stand before the first `*`, and after the last; all of them where there is none.
    private let start: Range<Int>
    private let end: Range<Int>?
    /// Which stand between two.
    private let middle: [Range<Int>]
    /// What has to be in a text, without the signs.
    let parts: [[UInt8]]

    /// Nil where the text has neither.
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

    /// The part that is all that it takes, wherever it stands.
    var onlyPart: [UInt8]? {
        guard start.isEmpty, end?.isEmpty == true, middle.count == 1, parts == [Array(signs[middle[0]])] else {
            return nil
        }
        return parts[0]
    }

    /// Compares with one text after the other, of which a part of `texts` each has.
    func withMatcher<Result>(
        of texts: UnsafeBufferPointer<UInt8>, _ body: (Matcher) -> Result
    ) -> Result {
        signs.withUnsafeBufferPointer { signs in
            middle.withUnsafeBufferPointer { middle in
                body(Matcher(texts: texts, signs: signs, start: start, end: end, middle: middle))
            }
        }
    }

    /// A pattern without arrays of its own: to count who holds them took longer than to compare.
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
                // The first place is the best: it leaves most to what follows.
                guard let next = firstPlace(behind: piece, from: place, to: rest, in: text) else { return false }
                place = next
            }
            return place <= rest
        }

        @inline(__always)
        private func firstPlace(behind piece: Range<Int>, from start: Int, to rest: Int, in text: Range<Int>) -> Int? {
            var (place, piece) = (start, piece)
            // Behind any letters, it comes to the same whether one more comes before them or after.
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

        /// Where that byte is next, eight places at once: where it stands in a name cannot be guessed.
        @inline(__always)
        private func nextPlace(of byte: UInt8, from start: Int, to rest: Int) -> Int? {
            let (ones, base) = (0x0101_0101_0101_0101 as UInt64, UnsafeRawPointer(texts.baseAddress!))
            var place = start
            while place + 8 <= texts.count, place < rest {
                let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: place, as: UInt64.self))
                let differences = word ^ (ones &* UInt64(byte))
                // The lowest bit that is set is that of the first byte that is zero.
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

        /// Where the piece ends that begins there; nil where it does not.
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

        /// Where the piece begins that ends with the text; nil where it does not.
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

        /// Where the next letter of UTF-8 begins.
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
