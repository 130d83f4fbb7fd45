/// Signs by four bands of them. A band begins at each sixteenth sign, and reaches into the next where there are many.
struct SignBitBands: Sendable {
    /// The narrowest and the widest.
    private static let widths = 16...24

    /// How wide a band is where there are so many signs.
    static func width(among count: Int) -> Int {
        min(max(Int.bitWidth - count.leadingZeroBitCount, widths.lowerBound), widths.upperBound)
    }

    /// Of those that have a band in common, no more are looked at: it is as in very many pictures.
    private static let most: UInt32 = 1_024

    private let width: Int
    /// For each value of a band: where those begin that have it.
    private let starts: [[UInt32]]
    /// Their places among all signs.
    private let places: [[UInt32]]

    /// - Parameter isIn: by the place, whether these signs are among those that are found.
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

    /// The band itself.
    static func value(_ signs: UInt64, _ band: Int, _ width: Int) -> Int {
        let shift = UInt64(16 * band)
        return Int((signs &>> shift | signs &<< (64 &- shift)) & (1 << UInt64(width) - 1))
    }

    /// Calls `body` with the place of each that is so near, and how far it is; it may come once for each band.
    func forEachNear(
        _ sign: UInt64, _ weak: UInt64, in signs: [SIMD8<UInt64>], within farthest: Int, _ body: (Int, Int) -> Void
    ) {
        signs.withSignBits { signs in
            for band in 0..<4 {
                let (value, loose) = (Self.value(sign, band, width), Self.value(weak, band, width))
                starts[band].withUnsafeBufferPointer { starts in
                    places[band].withUnsafeBufferPointer { places in
                        // All subsets of the loose signs.
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
    /// One after the other: those of the first look's parts come first.
    fileprivate func withSignBits<Result>(_ body: (UnsafeBufferPointer<UInt64>) -> Result) -> Result {
        withUnsafeBytes { body($0.assumingMemoryBound(to: UInt64.self)) }
    }
}
