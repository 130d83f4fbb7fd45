import EvokeValues

/// A shell pattern for names and paths, with `*`, `?` and `[…]`. Matching takes at most the product of both lengths.
package struct NamePattern: Sendable {
    private enum Part: Sendable {
        case star
        case any
        case byte(UInt8)
        case oneOf([ClosedRange<UInt8>], isOther: Bool)

        func fits(_ byte: UInt8) -> Bool {
            switch self {
            case .star: false
            case .any: true
            case .byte(let own): own == byte
            case .oneOf(let ranges, let isOther): ranges.contains { $0.contains(byte) } != isOther
            }
        }

        var isStar: Bool { if case .star = self { true } else { false } }
    }

    /// The parts between slashes; a single list if a star matches slashes.
    private let lists: [[Part]]
    private let passesSlashes: Bool

    /// - Parameter passesSlashes: whether a star matches slashes.
    package init(_ pattern: String, passesSlashes: Bool) {
        self.passesSlashes = passesSlashes
        let bytes = Array(pattern.utf8)[...]
        lists =
            passesSlashes
            ? [Self.parts(bytes)] : bytes.split(separator: .slash, omittingEmptySubsequences: false).map(Self.parts)
    }

    package func fits(_ path: ArraySlice<UInt8>) -> Bool {
        if passesSlashes { return Self.fits(path, lists[0]) }
        var rest = path
        for list in lists.dropLast() {
            guard let end = rest.firstIndex(of: .slash), Self.fits(rest[..<end], list) else { return false }
            rest = rest[(end + 1)...]
        }
        return !rest.contains(.slash) && Self.fits(rest, lists[lists.count - 1])
    }

    /// Only the last star is extended when the rest does not match: extending earlier ones would gain nothing.
    private static func fits(_ name: ArraySlice<UInt8>, _ parts: [Part]) -> Bool {
        var (place, part) = (name.startIndex, 0)
        var star: (place: Int, part: Int)?
        while place < name.endIndex {
            if part < parts.count, parts[part].isStar {
                star = (place, part)
                part += 1
            } else if part < parts.count, parts[part].fits(name[place]) {
                (place, part) = (place + 1, part + 1)
            } else if let last = star {
                star = (last.place + 1, last.part)
                (place, part) = (last.place + 1, last.part + 1)
            } else {
                return false
            }
        }
        return parts[part...].allSatisfy(\.isStar)
    }

    private static func parts(_ pattern: ArraySlice<UInt8>) -> [Part] {
        var parts: [Part] = []
        var rest = pattern
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "*"): parts.append(.star)
            case UInt8(ascii: "?"): parts.append(.any)
            case UInt8(ascii: "\\"): parts.append(.byte(rest.popFirst() ?? byte))
            case UInt8(ascii: "["): parts.append(choice(&rest) ?? .byte(byte))
            default: parts.append(.byte(byte))
            }
        }
        return parts
    }

    private static let classes: [String: [ClosedRange<UInt8>]] = {
        func ranges(_ texts: String...) -> [ClosedRange<UInt8>] { texts.map { $0.utf8.first!...$0.utf8.last! } }
        return [
            "digit": ranges("09"), "lower": ranges("az"), "upper": ranges("AZ"), "alpha": ranges("az", "AZ"),
            "alnum": ranges("09", "az", "AZ"), "xdigit": ranges("09", "af", "AF"), "space": ranges("\t\r", " "),
            "punct": ranges("!/", ":@", "[`", "{~"),
        ]
    }()

    /// Parses a bracket expression; nil, consuming nothing, if it is not closed.
    private static func choice(_ rest: inout ArraySlice<UInt8>) -> Part? {
        var inside = rest
        let isOther = inside.first == UInt8(ascii: "!") || inside.first == UInt8(ascii: "^")
        if isOther { inside.removeFirst() }
        var ranges: [ClosedRange<UInt8>] = []
        var isFirst = true
        while var byte = inside.popFirst() {
            if byte == UInt8(ascii: "]"), !isFirst {
                rest = inside
                return .oneOf(ranges, isOther: isOther)
            }
            isFirst = false
            if byte == UInt8(ascii: "["), inside.first == UInt8(ascii: ":"),
                let end = inside.firstIndex(of: UInt8(ascii: "]")),
                let known = classes[String(decoding: inside[..<end], as: UTF8.self).filter { $0 != ":" }]
            {
                ranges += known
                inside = inside[(end + 1)...]
                continue
            }
            if byte == UInt8(ascii: "\\"), let escaped = inside.popFirst() { byte = escaped }
            var last = byte
            if inside.first == UInt8(ascii: "-"), let end = inside.dropFirst().first, end != UInt8(ascii: "]") {
                last = end
                inside = inside.dropFirst(2)
            }
            if byte <= last { ranges.append(byte...last) }
        }
        return nil
    }
}
