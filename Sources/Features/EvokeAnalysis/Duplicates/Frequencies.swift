/// The frequencies whose sign bits a signature has, in four parts of sixteen. Two frequencies that become each other
/// when a picture is transposed are adjacent.
enum Frequencies {
    struct Frequency: Hashable {
        let down: Int
        let across: Int
    }

    /// Frequencies are below this.
    static let end = 9

    /// A frequency's index is the index of its bit.
    static let all: [Frequency] = {
        let pairs = (1..<end).flatMap { high in (0..<high).map { Frequency(down: $0, across: high) } }
            .sorted { ($0.down + $0.across, $0.across) < ($1.down + $1.across, $1.across) }
        var (frequencies, rest) = ([Frequency](), pairs[...])
        for part in 0..<4 {
            let alike = part < 2 ? [2 * part + 1, 2 * part + 2] : []
            for pair in rest.prefix(8 - alike.count / 2) {
                frequencies += [pair, Frequency(down: pair.across, across: pair.down)]
            }
            rest = rest.dropFirst(8 - alike.count / 2)
            frequencies += alike.map { Frequency(down: $0, across: $0) }
        }
        return frequencies
    }()

    static let oddDown = mask { $0.down % 2 == 1 }
    static let oddAcross = mask { $0.across % 2 == 1 }
    private static let alike = mask { $0.down == $0.across }
    private static let first: UInt64 = 0x5555_5555_5555_5555

    /// Swaps the bits of adjacent frequencies, except for those that are their own transposes.
    static func exchanged(_ signs: UInt64) -> UInt64 {
        let others = signs & ~alike
        return signs & alike | (others & first) << 1 | others >> 1 & first
    }

    private static func mask(_ isIn: (Frequency) -> Bool) -> UInt64 {
        all.enumerated().reduce(0) { $0 | (isIn($1.element) ? 1 << UInt64($1.offset) : 0) }
    }
}
