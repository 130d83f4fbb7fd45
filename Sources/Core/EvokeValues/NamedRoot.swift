/// A folder of photos that a library knows by a name, since each machine has it at another path.
public struct NamedRoot: Hashable, Sendable {
    /// Letters, digits, `-`, `_` and `.`; it begins with a letter or a digit.
    public let name: String
    /// Where it is on this machine; nil where nobody has said it.
    public let place: FilePath?

    /// Nil for a name that is none.
    public init?(name: String, place: FilePath?) {
        guard name.utf8.count <= Self.longestName, name.first.map({ $0.isLetter || $0.isNumber }) ?? false,
            name.allSatisfy({ $0.isLetter || $0.isNumber || "-_.".contains($0) })
        else { return nil }
        (self.name, self.place) = (name, place)
    }

    /// Of bytes, which a name of a file has 255 of.
    private static let longestName = 100

    /// What its photos' paths begin with where it has no place: `archive:`.
    public var path: FilePath { FilePath(name + ":") }
}

extension FilePath {
    /// Whether it is a path in a folder that has a name, and no place on this machine: `archive:/2019/a.jpg`. Paths of this
    /// machine that a library knows begin with a slash.
    public var isElsewhere: Bool {
        guard let first = bytes.first, first != .slash else { return false }
        let end = bytes.firstIndex(of: .slash) ?? bytes.endIndex
        return end > 1 && bytes[end - 1] == UInt8(ascii: ":")
    }

    /// A path that is elsewhere, as people say it: `archive/2019/a.jpg`.
    package var withPlainName: FilePath {
        guard isElsewhere, let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return self }
        return FilePath(bytes: bytes[..<colon] + bytes[(colon + 1)...])
    }
}
