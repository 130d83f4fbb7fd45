/// An index of sign bits by four bands of them. A band begins at every sixteenth bit, and extends into the next if
/// there are many fingerprints.
struct SignBitBands: Sendable {
    private static let widths = 16...24

    /// The width of a band for that many fingerprints.
    static func width(among count: Int) -> Int {
        min(max(Int.bitWidth - count.leadingZeroBitCount, widths.lowerBound), widths.upperBound)
    }

    /// The most to examine that share a band; more common bands occur in too many pictures.
    private static let most: UInt32 = 1_024

    private let width: Int
    /// For each value of a band, the start of its entries.
    private let starts: [[UInt32]]
    /// The indices of the fingerprints, sorted by value.
    private let places: [[UInt32]]

    /// - Parameter isIn: by index, whether to include these sign bits.
    init(_ signs: [SIMD8<UInt64>], where isIn: (Int) -> Bool) {
        (width, starts, places) = signs.withSignBits { Self.lists(of: $0, where: isIn) }
    }

    private static func lists(
        of signs: UnsafeBufferPointer<UInt64>, where isIn: (Int) -> Bool
    ) -> (Int, [[UInt32]], [[UInt32]]) {
        let chosen = Array(signs.indices.lazy.filter(isIn).map { UInt32($0) })
        let width = width(among: chosen.count)
        var (starts, places) = ([[UInt32]](), [[UInt32]]())
        for band in 0..<4 {
            var begins = [UInt32](repeating: 0, count: 1 << width + 1)
            for place in chosen { begins[value(signs[Int(place)], band, width) + 1] += 1 }
            for value in 1..<begins.count { begins[value] += begins[value - 1] }
            var (next, listed) = (begins, [UInt32](repeating: 0, count: chosen.count))
            for place in chosen {
                let value = value(signs[Int(place)], band, width)
                listed[Int(next[value])] = place
                next[value] += 1
            }
            starts.append(begins)
            places.append(listed)
        }
        return (width, starts, places)
    }

    /// The value of a band.
    static func value(_ signs: UInt64, _ band: Int, _ width: Int) -> Int {
        let shift = UInt64(16 * band)
        return Int((signs &>> shift | signs &<< (64 &- shift)) & (1 << UInt64(width) - 1))
    }

    /// Calls `body` with the index and distance of each match; a match may be reported once per band.
    func forEachNear(
        _ sign: UInt64, _ weak: UInt64, in signs: [SIMD8<UInt64>], within farthest: Int, _ body: (Int, Int) -> Void
    ) {
        signs.withSignBits { signs in
            for band in 0..<4 {
                let (value, loose) = (Self.value(sign, band, width), Self.value(weak, band, width))
                starts[band].withUnsafeBufferPointer { starts in
                    places[band].withUnsafeBufferPointer { places in
                        // Iterates over all subsets of the weak bits.
                        var turned = loose
                        while true {
                            let at = value ^ turned
                            for entry in starts[at]..<min(starts[at + 1], starts[at] + Self.most) {
                                let place = Int(places[Int(entry)])
                                let distance = (signs[place] ^ sign).nonzeroBitCount
                                if distance <= farthest { body(place, distance) }
                            }
                            if turned == 0 { break }
                            turned = (turned - 1) & loose
                        }
                    }
                }
            }
        }
    }
}

extension [SIMD8<UInt64>] {
    /// End to end; the parts of the first fingerprint come first.
    fileprivate func withSignBits<Result>(_ body: (UnsafeBufferPointer<UInt64>) -> Result) -> Result {
        withUnsafeBytes { body($0.assumingMemoryBound(to: UInt64.self)) }
    }
}
