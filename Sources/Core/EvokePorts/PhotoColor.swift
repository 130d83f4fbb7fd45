import EvokeValues

/// A dozen color names that every language has, for the colors that cover much of a photo. Colors that fit none of
/// them, such as skin in bright light, have no name.
public enum PhotoColor: String, Hashable, Sendable, CaseIterable, Codable {
    // Catalogs store indexes of this list: add new colors at the end.
    /// Almost no light.
    case black
    /// Almost full light.
    case white
    /// In between.
    case gray
    /// From crimson to scarlet.
    case red
    /// Vivid; dark orange is brown.
    case orange
    /// Includes gold.
    case yellow
    /// Includes olive.
    case green
    /// Includes turquoise.
    case cyan
    /// From sky blue to navy.
    case blue
    /// Includes violet.
    case purple
    /// Includes magenta and pale red.
    case pink
    /// Dark or dull orange.
    case brown
}

/// The dominant colors of a photo: those that cover at least a sixth of it. A photo with many colors may have none.
public struct PhotoColors: Hashable, Sendable {
    /// A bit for each color, the first of `PhotoColor.allCases` as the lowest.
    package let bits: UInt16

    /// The set of those colors.
    public init(_ colors: some Sequence<PhotoColor> = []) {
        bits = colors.reduce(0) { $0 | $1.bit }
    }

    /// Nil if a bit stands for no color.
    package init?(bits: Int64) {
        guard (0..<1 << PhotoColor.allCases.count).contains(bits) else { return nil }
        self.bits = UInt16(truncatingIfNeeded: bits)
    }

    /// Whether it is one of them.
    public func contains(_ color: PhotoColor) -> Bool { bits & color.bit != 0 }

    /// All of them, in the order of `PhotoColor`.
    public var all: [PhotoColor] { PhotoColor.allCases.filter(contains) }
}

extension PhotoColor {
    /// The index in `allCases`.
    var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    package var bit: UInt16 { 1 << place }
}

extension PhotoColors {
    /// A sixth is twice the share that each of twelve colors would have if all were equally common.
    private static let leastShare = 6

    /// - Parameter pixels: red, green and blue of each, in sRGB.
    package init(ofPixels pixels: ArraySlice<UInt8>) {
        let names = ColorName.table
        // Alternates between two counters, since adding to the same number twice in a row stalls.
        let half = PhotoColor.allCases.count + 1
        var counts = [Int32](repeating: 0, count: 2 * half)
        pixels.withUnsafeBufferPointer { pixels in
            names.withUnsafeBufferPointer { names in
                counts.withUnsafeMutableBufferPointer { counts in
                    var place = 0
                    var turn = 0
                    while place + 2 < pixels.count {
                        let number =
                            Int(pixels[place] >> 3) << 10 | Int(pixels[place + 1] >> 3) << 5
                            | Int(pixels[place + 2] >> 3)
                        counts[turn + Int(names[number])] += 1
                        turn = half - turn
                        place += 3
                    }
                }
            }
        }
        let all = pixels.count / 3
        self.init(
            PhotoColor.allCases.enumerated().filter { place, _ in
                let count = Int(counts[place] + counts[half + place])
                return count > 0 && Self.leastShare * count >= all
            }.map(\.element))
    }
}

/// The name of a color. It is chosen in OKLab, where equal steps look equal, so a few borders between hues, and between
/// vivid, pale and dark, are enough. Only sums, products, quotients and our own roots are used, which are the same to
/// the bit on every machine.
enum ColorName {
    /// For 32 levels each of red, green and blue, the index in `PhotoColor.allCases`, or one past the end for no name.
    static let table: [UInt8] = {
        let light = (0..<32).map { level in linear(Double(level << 3 | level >> 2) / 255) }
        let none = PhotoColor.allCases.count
        return light.flatMap { red in
            light.flatMap { green in
                light.map { blue in
                    UInt8(truncatingIfNeeded: OKLab(red: red, green: green, blue: blue).name?.place ?? none)
                }
            }
        }
    }()

    /// Converts an sRGB level to linear light, which takes a power of 2.4.
    private static func linear(_ level: Double) -> Double {
        guard level > 0.04045 else { return level / 12.92 }
        let base = (level + 0.055) / 1.055
        let fifth = root(base, 5)
        return base * base * fifth * fifth
    }

    /// By Newton's method, from above, for values from 0 to a little over 1.
    fileprivate static func root(_ number: Double, _ degree: Int) -> Double {
        guard number > 0 else { return 0 }
        var root = max(1, number)
        while true {
            let power = (1..<degree).reduce(1.0) { product, _ in product * root }
            let next = (Double(degree - 1) * root + number / power) / Double(degree)
            guard next < root else { return root }
            root = next
        }
    }
}

/// A color in Björn Ottosson's OKLab.
private struct OKLab {
    let lightness: Double
    /// From green to red, and from blue to yellow.
    let a, b: Double

    /// From linear light.
    init(red: Double, green: Double, blue: Double) {
        let l = ColorName.root(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue, 3)
        let m = ColorName.root(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue, 3)
        let s = ColorName.root(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue, 3)
        lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
        a = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
        b = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
    }

    var name: PhotoColor? {
        guard lightness >= 0.2 else { return .black }
        let chroma = ColorName.root(a * a + b * b, 2)
        guard chroma >= 0.04 else { return lightness < 0.32 ? .black : lightness > 0.9 ? .white : .gray }
        switch hue {
        case .red where chroma < 0.1: return lightness < 0.6 ? .brown : .pink
        case .red: return lightness > 0.72 ? .pink : .red
        case .orange where chroma < 0.13: return lightness < 0.85 ? .brown : nil
        case .orange: return lightness < 0.66 && chroma < 0.17 ? .brown : .orange
        case .yellow where lightness >= 0.85 || lightness >= 0.72 && chroma >= 0.1: return .yellow
        case .yellow: return isOlive ? .green : .brown
        case .green: return .green
        case .cyan: return .cyan
        case .blue: return .blue
        case .purple: return .purple
        case .magenta: return lightness < 0.62 ? .purple : .pink
        case .rose: return lightness < 0.5 ? .red : .pink
        }
    }

    private enum Hue {
        case red, orange, yellow, green, cyan, blue, purple, magenta, rose
    }

    /// Where each hue ends, as a direction, with the angle in degrees.
    private static let ends: [(hue: Hue, turn: Double)] = [
        (.rose, turn(0.9848, 0.1736)),  // 10
        (.red, turn(0.8192, 0.5736)),  // 35
        (.orange, turn(0.1736, 0.9848)),  // 80
        (.yellow, turn(-0.4226, 0.9063)),  // 115
        (.green, turn(-0.9903, 0.1392)),  // 172
        (.cyan, turn(-0.7431, -0.6691)),  // 222
        (.blue, turn(0.2250, -0.9744)),  // 283
        (.purple, turn(0.7660, -0.6428)),  // 320
        (.magenta, turn(0.9659, -0.2588)),  // 345
    ]

    private var hue: Hue {
        let turn = Self.turn(a, b)
        return Self.ends.first { turn < $0.turn }?.hue ?? .rose
    }

    /// Dark yellow beyond 105 degrees.
    private var isOlive: Bool { Self.turn(a, b) > Self.turn(-0.2588, 0.9659) }

    /// Grows with the angle, from 0 to 4 in a full turn.
    private static func turn(_ a: Double, _ b: Double) -> Double {
        let sum = abs(a) + abs(b)
        if b >= 0 { return a >= 0 ? b / sum : 1 - a / sum }
        return a < 0 ? 2 - b / sum : 3 + a / sum
    }
}

extension Analysis<PhotoColors> {
    /// The dominant colors of photos. They are recorded with the photo, or later if an older Evoke recorded it.
    public static var colors: Analysis {
        Analysis(
            table: "photos", maker: nil, columns: { [.integer(Int64($0.bits))] },
            result: { row in
                guard case .integer(let bits) = row.columns[0] else { return nil }
                return PhotoColors(bits: bits)
            })
    }
}
