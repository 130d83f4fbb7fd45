package import EvokePorts
import EvokeValues

extension FingerprintSignature {
    /// The number of sign bits of sixteen that a small change may flip.
    private static let weakOfPart = 3

    /// A picture with less asymmetry counts as symmetrical; what remains is noise.
    private static let leastAsymmetry: Float = 0.002

    /// The parts, across and down, whose sign bits it has, because a cropped photo resembles one of them.
    private static let parts: [(Line, Line)] = [
        (.whole, .whole), (.middle, .middle), (.start, .start), (.end, .start), (.start, .end), (.end, .end),
        (.middle, .whole), (.whole, .middle),
    ]

    package init(of fingerprint: PhotoFingerprint) {
        var (signs, weak) = (SIMD8<UInt64>.zero, SIMD8<UInt64>.zero)
        let across = Line.all.map { line in Self.across(fingerprint.light, line) }
        for (place, (column, row)) in Self.parts.enumerated() {
            let strengths = Self.strengths(across[column.place], row)
            let noise = Self.noise(in: strengths)
            for (bit, strength) in strengths.enumerated() where strength > 0 { signs[place] |= 1 << UInt64(bit) }
            signs[place] &= ~noise
            for part in 0..<4 {
                let bits = (16 * part..<16 * part + 16).filter { noise & 1 << UInt64($0) == 0 }
                    .sorted { abs(strengths[$0]) < abs(strengths[$1]) }
                for bit in bits.prefix(Self.weakOfPart) { weak[place] |= 1 << UInt64(bit) }
            }
        }
        self.init(signs: signs, weak: weak)
    }

    /// The sign bits that are pure noise: in a symmetrical picture, those of all asymmetrical waves.
    private static func noise(in strengths: [Float]) -> UInt64 {
        let squares = strengths.map { $0 * $0 }
        let least = leastAsymmetry * squares.reduce(0, +)
        return [Frequencies.oddDown, Frequencies.oddAcross].reduce(0) { noise, odd in
            let sum = squares.indices.reduce(Float(0)) { odd & 1 << UInt64($1) == 0 ? $0 : $0 + squares[$1] }
            return sum < least ? noise | odd : noise
        }
    }

    /// The part of a fingerprint that sign bits describe, as the frame of an alignment.
    static func frame(ofPart place: Int) -> Frame {
        Frame(across: parts[place].0.span, down: parts[place].1.span)
    }

    private static func across(_ light: [UInt8], _ line: Line) -> [Float] {
        let (side, end) = (PhotoFingerprint.side, Frequencies.end)
        var sums = [Float](repeating: 0, count: end * side)
        for row in 0..<side {
            for frequency in 0..<end {
                var sum: Float = 0
                for column in 0..<side {
                    sum += line.waves[frequency * side + column] * Float(light[row * side + column])
                }
                sums[frequency * side + row] = sum
            }
        }
        return sums
    }

    private static func strengths(_ across: [Float], _ line: Line) -> [Float] {
        let side = PhotoFingerprint.side
        return Frequencies.all.map { frequency in
            var sum: Float = 0
            for row in 0..<side {
                sum += line.waves[frequency.down * side + row] * across[frequency.across * side + row]
            }
            return sum
        }
    }
}

/// The extent of a part in one direction, from 0 to 1, and the cosine waves over it as sums of the whole's pixels.
private struct Line: Sendable {
    let place: Int
    let span: ClosedRange<Float>
    let waves: [Float]

    /// A photo may be cropped by a tenth, so a part omits at most half of that.
    static let whole = Line(0, 0...1)
    static let middle = Line(1, 0.035...0.965)
    static let start = Line(2, 0...0.93)
    static let end = Line(3, 0.07...1)
    static let all = [whole, middle, start, end]

    private init(_ place: Int, _ span: ClosedRange<Float>) {
        (self.place, self.span) = (place, span)
        let side = PhotoFingerprint.side
        var waves = [Float](repeating: 0, count: Frequencies.end * side)
        for pixel in 0..<side {
            let middle = (Float(pixel) + 0.5) / Float(side)
            let at = (span.lowerBound + middle * (span.upperBound - span.lowerBound)) * Float(side) - 0.5
            let left = min(max(Int(at), 0), side - 2)
            let share = min(max(at - Float(left), 0), 1)
            for frequency in 0..<Frequencies.end {
                let wave = cosine(ofHalfTurns: Float(frequency) * middle)
                waves[frequency * side + left] += (1 - share) * wave
                waves[frequency * side + left + 1] += share * wave
            }
        }
        self.waves = waves
    }
}

/// The cosine of π times the argument, by its series, so that it is the same on every machine.
private func cosine(ofHalfTurns halves: Float) -> Float {
    var turns = Double(halves).truncatingRemainder(dividingBy: 2)
    if turns > 1 { turns = 2 - turns }
    let isPast = turns > 0.5
    let angle = (isPast ? 1 - turns : turns) * Double.pi
    var (sum, term) = (1.0, 1.0)
    for step in stride(from: 1.0, through: 15, by: 2) {
        term *= -angle * angle / (step * (step + 1))
        sum += term
    }
    return Float(isPast ? -sum : sum)
}

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
