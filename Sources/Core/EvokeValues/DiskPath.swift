/// A path as the file system knows it: bytes, which are usually but not always UTF-8.
public struct DiskPath: Hashable, Sendable {
    /// The path as the file system takes it, without a terminating zero.
    public let bytes: [UInt8]

    /// A path of bytes that need not be UTF-8. It is taken literally: nothing is resolved, and no slash removed.
    public init(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    /// A path of the string's UTF-8. It is taken literally: `~` has no meaning, and nothing is resolved.
    public init(_ string: String) {
        self.bytes = Array(string.utf8)
    }

    /// The path as text; nil if its bytes are not UTF-8.
    public var string: String? { String(validating: bytes, as: UTF8.self) }

    /// The path for people: what a terminal would swallow or interpret is escaped.
    package var display: String {
        // Nearly all paths: nothing in it needs a closer look.
        if bytes.allSatisfy({ 0x20..<0x7F ~= $0 }) { return String(decoding: bytes, as: UTF8.self) }
        var (shown, rest) = ("", bytes[...])
        while !rest.isEmpty {
            // The next character, unless the bytes are not UTF-8.
            let text = (1...4).lazy.compactMap { String(validating: rest.prefix($0), as: UTF8.self) }.first
            let piece = rest.prefix(text?.utf8.count ?? 1)
            if let scalar = text?.unicodeScalars.first, !scalar.disturbsTerminals {
                shown.unicodeScalars.append(scalar)
            } else {
                shown += piece.map { "\\x" + $0.hexadecimal }.joined()
            }
            rest = rest.dropFirst(piece.count)
        }
        return shown
    }

    /// Whether it begins with a slash. Other paths are relative to the working directory.
    package var isAbsolute: Bool { bytes.first == .slash }

    /// What follows the last slash.
    public var name: ArraySlice<UInt8> {
        guard let slash = bytes.lastIndex(of: .slash) else { return bytes[...] }
        return bytes[(slash + 1)...]
    }

    /// What precedes the last slash; nil for the root and for a bare name.
    public var parent: DiskPath? {
        guard let slash = bytes.lastIndex(of: .slash), bytes.count > 1 else { return nil }
        return DiskPath(bytes: slash == 0 ? bytes[...0] : bytes[..<slash])
    }

    /// What follows the last dot of the name, in lower case; empty for `name` and `.name`.
    package var suffix: String {
        let name = self.name
        guard let dot = name.lastIndex(of: .dot), dot > name.startIndex else { return "" }
        return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    }

    /// The path, a slash unless it ends in one, and `component`, which may contain slashes.
    public func appending(_ component: some Sequence<UInt8>) -> DiskPath {
        DiskPath(bytes: bytes.last == .slash ? bytes + component : bytes + [.slash] + component)
    }

    /// The same with the text's UTF-8.
    public func appending(_ component: String) -> DiskPath {
        appending(component.utf8)
    }

    /// Whether this is `folder` or anywhere below it.
    package func isInside(_ folder: DiskPath) -> Bool {
        guard bytes.starts(with: folder.bytes) else { return false }
        return bytes.count == folder.bytes.count || folder.bytes.last == .slash || bytes[folder.bytes.count] == .slash
    }

    /// Whether this is one of `folders` or anywhere below one.
    package func isInside(anyOf folders: Set<DiskPath>) -> Bool {
        var place: DiskPath? = self
        while let folder = place {
            if folders.contains(folder) { return true }
            place = folder.parent
        }
        return false
    }

    /// Calls `body` with the path as a C string. The pointer is valid until `body` returns.
    package func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
        try (bytes + [0]).withUnsafeBytes { try body($0.assumingMemoryBound(to: CChar.self).baseAddress!) }
    }
}

/// A text, or the bytes if they are not UTF-8.
extension DiskPath: Codable {
    public init(from decoder: any Decoder) throws {
        // Anything else has to be bytes.
        if let text = try? String(from: decoder) {
            self.init(text)
        } else {
            try self.init(bytes: [UInt8](from: decoder))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        if let string { try string.encode(to: encoder) } else { try bytes.encode(to: encoder) }
    }
}

extension DiskPath: Comparable {
    public static func < (left: DiskPath, right: DiskPath) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

extension DiskPath: CustomStringConvertible {
    public var description: String { display }
}

extension UInt8 {
    package static let slash = UInt8(ascii: "/")
    package static let dot = UInt8(ascii: ".")

    /// In ASCII.
    package var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
    package var isLetterOrDigit: Bool { isDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
}

extension Unicode.Scalar {
    /// Control, format and line-breaking characters: they move the cursor, hide text or reorder it.
    fileprivate var disturbsTerminals: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        case .format: value != 0x200D  // the joiner inside emoji
        default: false
        }
    }
}

/// A folder of photos that a library knows by a name, since its path differs between machines.
public struct NamedRoot: Hashable, Sendable {
    /// Letters, digits, `-`, `_` and `.`, starting with a letter or a digit.
    package let name: String
    /// Its path on this machine; nil if not set.
    package let place: DiskPath?

    /// Nil if the name is invalid.
    package init?(name: String, place: DiskPath?) {
        guard name.utf8.count <= Self.longestName, name.first.map({ $0.isLetter || $0.isNumber }) ?? false,
            name.allSatisfy({ $0.isLetter || $0.isNumber || "-_.".contains($0) })
        else { return nil }
        (self.name, self.place) = (name, place)
    }

    /// In bytes; a file name has 255.
    private static let longestName = 100

    /// The prefix of its photos' paths if it has no path on this machine: `archive:`.
    package var path: DiskPath { DiskPath(name + ":") }

    /// Where a path below that prefix is on this machine; nil if it is below another one, or has no path here.
    package func here(_ other: DiskPath) -> DiskPath? {
        guard let place, other == path || other.isInside(path) else { return nil }
        return DiskPath(bytes: place.bytes + other.bytes.dropFirst(path.bytes.count))
    }
}

extension DiskPath {
    /// Whether it is not on this machine: in a named folder that has no path here, `archive:/2019/a.jpg`, or in a source
    /// that is not a folder, `@phone:/a.jpg`. Paths on this machine start with a slash.
    package var isElsewhere: Bool {
        guard let first = bytes.first, first != .slash else { return false }
        let end = bytes.firstIndex(of: .slash) ?? bytes.endIndex
        return end > 1 && bytes[end - 1] == UInt8(ascii: ":")
    }

    /// Such a path for display: `archive/2019/a.jpg`.
    package var withPlainName: DiskPath {
        guard isElsewhere, let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return self }
        return DiskPath(bytes: bytes[..<colon] + bytes[(colon + 1)...])
    }

    /// The folder that stands for a source: `@phone:`. No named folder begins like that.
    package static func ofSource(_ name: String) -> DiskPath { DiskPath("@\(name):") }

    /// The name of the source that a photo comes from, or that this stands for; nil for files.
    package var source: String? {
        guard bytes.first == UInt8(ascii: "@"), isElsewhere, let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
            return nil
        }
        return String(decoding: bytes[1..<colon], as: UTF8.self)
    }
}
