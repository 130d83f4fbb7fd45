/// A folder of photos that a library knows by a name, since its path differs between machines.
public struct NamedRoot: Hashable, Sendable {
    /// Letters, digits, `-`, `_` and `.`, starting with a letter or a digit.
    public let name: String
    /// Its path on this machine; nil if not set.
    public let place: FilePath?

    /// Nil if the name is invalid.
    public init?(name: String, place: FilePath?) {
        guard name.utf8.count <= Self.longestName, name.first.map({ $0.isLetter || $0.isNumber }) ?? false,
            name.allSatisfy({ $0.isLetter || $0.isNumber || "-_.".contains($0) })
        else { return nil }
        (self.name, self.place) = (name, place)
    }

    /// In bytes; a file name has 255.
    private static let longestName = 100

    /// The prefix of its photos' paths if it has no path on this machine: `archive:`.
    public var path: FilePath { FilePath(name + ":") }
}

extension FilePath {
    /// Whether it is in a named folder that has no path on this machine: `archive:/2019/a.jpg`. Paths on this machine
    /// start with a slash.
    public var isElsewhere: Bool {
        guard let first = bytes.first, first != .slash else { return false }
        let end = bytes.firstIndex(of: .slash) ?? bytes.endIndex
        return end > 1 && bytes[end - 1] == UInt8(ascii: ":")
    }

    /// Such a path for display: `archive/2019/a.jpg`.
    package var withPlainName: FilePath {
        guard isElsewhere, let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return self }
        return FilePath(bytes: bytes[..<colon] + bytes[(colon + 1)...])
    }
}
