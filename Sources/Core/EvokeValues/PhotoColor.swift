/// A dozen color names that every language has, for the colors that cover much of a photo. Colors that fit none of
/// them, such as skin in bright light, have no name.
public enum PhotoColor: String, Hashable, Sendable, CaseIterable {
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
