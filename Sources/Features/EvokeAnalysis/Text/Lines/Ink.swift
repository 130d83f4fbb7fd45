import EvokeValues

/// Which pixels of a line are taken to be letters.
enum Ink: CaseIterable {
    /// Left to Tesseract.
    case any
    /// Darker than most: letters set off from a photo by a bright outline.
    case dark
    /// Brighter than most.
    case bright

    /// Draws letters dark on white and nothing else.
    func drawn(_ grey: [UInt8]) -> [UInt8] {
        guard self != .any else { return grey }
        let ground = Self.level(0.5, of: grey)
        let ink = grey.map { self == .dark ? min($0, ground) : 255 - max($0, ground) }
        let (least, most) = (Double(Self.level(0.02, of: ink)), Double(Self.level(0.98, of: ink)))
        return ink.map { UInt8(nearest: 255 * (Double($0) - least) / max(1, most - least)) }
    }

    /// The quantile of brightness for that share of pixels.
    private static func level(_ share: Double, of grey: [UInt8]) -> UInt8 {
        var counts = [Int](repeating: 0, count: 256)
        for pixel in grey { counts[Int(pixel)] += 1 }
        var left = Int(nearest: share * Double(grey.count - 1))
        for (level, count) in counts.enumerated() {
            if left < count { return UInt8(level) }
            left -= count
        }
        return 255
    }
}
