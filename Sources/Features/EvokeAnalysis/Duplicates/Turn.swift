import EvokeValues

/// One of four rotations of a square: transpose it, then reverse rows, then reverse columns. Two of these together
/// rotate it; one or all three would mirror it, which makes a different picture.
struct Turn: Hashable, Sendable {
    let exchanges: Bool
    let turnsRows: Bool
    let turnsColumns: Bool

    static let none = Turn(exchanges: false, turnsRows: false, turnsColumns: false)

    static let all = [
        none, Turn(exchanges: false, turnsRows: true, turnsColumns: true),
        Turn(exchanges: true, turnsRows: true, turnsColumns: false),
        Turn(exchanges: true, turnsRows: false, turnsColumns: true),
    ]

    /// The inverse rotation.
    var back: Turn {
        exchanges ? Turn(exchanges: true, turnsRows: turnsColumns, turnsColumns: turnsRows) : self
    }

    func size(_ size: PixelSize) -> PixelSize {
        exchanges ? PixelSize(width: size.height, height: size.width) : size
    }

    /// Rotates a square of numbers.
    func square<Number>(_ numbers: some RandomAccessCollection<Number>, side: Int) -> [Number] {
        guard self != .none else { return Array(numbers) }
        return (0..<side * side).map { place in
            let row = turnsRows ? side - 1 - place / side : place / side
            let column = turnsColumns ? side - 1 - place % side : place % side
            let from = exchanges ? column * side + row : row * side + column
            return numbers[numbers.index(numbers.startIndex, offsetBy: from)]
        }
    }

    /// The sign bits of a photo's frequencies after rotation.
    func signs(_ signs: UInt64) -> UInt64 {
        let exchanged = exchanges ? Frequencies.exchanged(signs) : signs
        let turned = exchanged ^ (turnsRows ? Frequencies.oddDown : 0) ^ (turnsColumns ? Frequencies.oddAcross : 0)
        // Those that a symmetrical picture doesn't have.
        return [Frequencies.oddDown, Frequencies.oddAcross].reduce(turned) { exchanged & $1 == 0 ? $0 & ~$1 : $0 }
    }
}

extension FingerprintSignature {
    /// The signature of the rotated photo; each part is rotated by itself.
    func turned(by turn: Turn) -> FingerprintSignature {
        guard turn != .none else { return self }
        var (signs, weak) = (signs, weak)
        for part in 0..<8 {
            signs[part] = turn.signs(signs[part])
            if turn.exchanges { weak[part] = Frequencies.exchanged(weak[part]) }
        }
        return FingerprintSignature(signs: signs, weak: weak)
    }
}
