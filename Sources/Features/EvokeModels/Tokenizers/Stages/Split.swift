/// Splits at matches of a pattern.
struct Split: Sendable {
    /// How to treat matches.
    enum Behavior: String {
        case removed = "Removed"
        case isolated = "Isolated"
        case mergedWithPrevious = "MergedWithPrevious"
        case mergedWithNext = "MergedWithNext"
        case contiguous = "Contiguous"

        init(_ node: ConfigurationNode) throws(TokenizerError) {
            guard let behavior = Behavior(rawValue: try node.string()) else { throw node.unsupported() }
            self = behavior
        }
    }

    /// Part of a text: a match, or what is between two matches.
    private struct Stretch {
        var range: Range<Int>
        let isMatch: Bool
    }

    private let pattern: TextPattern
    private let behavior: Behavior
    /// Whether to swap matches and the text between them.
    private let isInverted: Bool

    init(at pattern: TextPattern, _ behavior: Behavior) {
        self.pattern = pattern
        self.behavior = behavior
        isInverted = false
    }

    /// Keeps only matches.
    init(into pattern: TextPattern) {
        self.pattern = pattern
        behavior = .removed
        isInverted = true
    }

    init(_ node: ConfigurationNode) throws(TokenizerError) {
        pattern = try TextPattern(node["pattern"])
        behavior = try Behavior(node["behavior"])
        isInverted = try node["invert"].bool()
    }

    func apply(to list: inout PieceList) {
        var pieces: [Range<Int>] = []
        for piece in list.pieces { append(stretches(of: list.bytes, piece), to: &pieces) }
        list.pieces = pieces
    }

    private func stretches(of text: [UInt8], _ piece: Range<Int>) -> [Stretch] {
        var stretches: [Stretch] = []
        var covered = piece.lowerBound
        var position = piece.lowerBound
        while position < piece.upperBound {
            let length = pattern.matchLength(in: text, position..<piece.upperBound)
            if length == 0 {
                position += utf8Length(lead: text[position])
                continue
            }
            if covered < position { stretches.append(Stretch(range: covered..<position, isMatch: isInverted)) }
            covered = position + length
            stretches.append(Stretch(range: position..<covered, isMatch: !isInverted))
            position = covered
        }
        if covered < piece.upperBound {
            stretches.append(Stretch(range: covered..<piece.upperBound, isMatch: isInverted))
        }
        return stretches
    }

    private func append(_ stretches: [Stretch], to pieces: inout [Range<Int>]) {
        switch behavior {
        case .removed: pieces += stretches.lazy.filter { !$0.isMatch }.map(\.range)
        case .isolated: pieces += stretches.lazy.map(\.range)
        case .mergedWithPrevious: pieces += joined(stretches) { $1.isMatch && !$0.isMatch }
        case .mergedWithNext: pieces += joined(stretches) { $0.isMatch && !$1.isMatch }
        case .contiguous: pieces += joined(stretches) { $0.isMatch == $1.isMatch }
        }
    }

    /// Joins each part with the previous one if `belongs` says so.
    private func joined(_ stretches: [Stretch], _ belongs: (Stretch, Stretch) -> Bool) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var last: Stretch?
        for stretch in stretches {
            if let last, belongs(last, stretch), let start = ranges.popLast()?.lowerBound {
                ranges.append(start..<stretch.range.upperBound)
            } else {
                ranges.append(stretch.range)
            }
            last = stretch
        }
        return ranges
    }
}
