/// A dozen names that every language has, for the colours that cover much of a photo. What the eye would call by none of
/// them, such as skin in bright light, has no name.
public enum PhotoColor: String, Hashable, Sendable, CaseIterable {
    // Catalogues keep their places in this list: what is new comes last.
    /// Almost no light.
    case black
    /// Almost all of it.
    case white
    /// What lies between them.
    case gray
    /// From crimson to scarlet.
    case red
    /// Vivid; what is dark is brown.
    case orange
    /// Gold as well.
    case yellow
    /// Olive as well.
    case green
    /// Turquoise as well.
    case cyan
    /// From the sky's to navy.
    case blue
    /// Violet as well.
    case purple
    /// Magenta and pale red.
    case pink
    /// Dark or dull orange.
    case brown
}

/// The dominant colours of a photo: those that cover at least a sixth of it. It may have none, where it has many.
public struct PhotoColors: Hashable, Sendable {
    /// A bit for each colour, the first of `PhotoColor.allCases` as the lowest.
    package let bits: UInt16

    /// Those colours.
    public init(_ colors: some Sequence<PhotoColor> = []) {
        bits = colors.reduce(0) { $0 | $1.bit }
    }

    /// Nil where a bit is none of a colour.
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
    /// In `allCases`.
    var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    package var bit: UInt16 { 1 << place }
}
