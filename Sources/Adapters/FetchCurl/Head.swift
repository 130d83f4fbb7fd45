/// What a server says before the bytes of a file: the status and the few fields that matter here.
struct Head: Equatable {
    private(set) var status = 0
    private(set) var isComplete = false
    private var fields: [String: String] = [:]

    private static let known: Set<String> = [
        "content-encoding", "content-length", "content-range", "etag", "x-error-code", "x-linked-etag",
        "x-linked-size", "x-repo-commit",
    ]

    /// Takes one line, its end included. A new status line begins a new head: the one before was only provisional.
    mutating func take(_ line: some Collection<UInt8>) {
        let text = String(decoding: line, as: UTF8.self)
        if text.hasPrefix("HTTP/") {
            self = Head()
            status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        } else if text.allSatisfy(\.isWhitespace) {
            isComplete = status >= 200
        } else if let colon = text.firstIndex(of: ":") {
            let name = text[..<colon].lowercased()
            let value = text[text.index(after: colon)...].drop(while: \.isWhitespace)
            let end = value.lastIndex { !$0.isWhitespace }.map { value.index(after: $0) } ?? value.startIndex
            // The first one counts; what could not be sent back, or shown, is not a value.
            guard Self.known.contains(name), fields[name] == nil,
                value[..<end].utf8.allSatisfy({ (0x20...0x7E).contains($0) }), end > value.startIndex
            else { return }
            fields[name] = String(value[..<end])
        }
    }

    /// The length of what follows.
    var length: Int64? { fields["content-length"].flatMap(Self.number) }

    var hasLength: Bool { fields["content-length"] != nil }

    /// Whether what follows is the file's own bytes.
    var isPlain: Bool { fields["content-encoding"].map { $0.lowercased() == "identity" } ?? true }

    /// Which bytes of a file of how many follow.
    var range: (start: Int64, total: Int64?)? {
        guard let text = rangeText, let dash = text.firstIndex(of: "-"), let slash = text.firstIndex(of: "/"),
            dash < slash, let start = Self.number(text[..<dash])
        else { return nil }
        return (start, Self.number(text[text.index(after: slash)...]))
    }

    /// How many bytes the file has, from an answer that there are none in the range.
    var totalOfUnsatisfied: Int64? {
        guard let text = rangeText, text.hasPrefix("*/") else { return nil }
        return Self.number(text.dropFirst(2))
    }

    private var rangeText: Substring? {
        guard let text = fields["content-range"], text.lowercased().hasPrefix("bytes ") else { return nil }
        return text.dropFirst(6)
    }

    /// As it was sent, for the server's own use.
    var etag: String? { fields["etag"] }
    /// The hub's: of the file, while `etag` may be that of the answer.
    var linkedETag: String? { fields["x-linked-etag"] }
    var linkedSize: Int64? { fields["x-linked-size"].flatMap(Self.number) }
    var commit: String? { fields["x-repo-commit"] }
    /// The hub's word for what is wrong.
    var problem: String? { fields["x-error-code"] }

    /// The hub names large files by their SHA-256.
    var sha256: String? {
        guard let name = linkedETag?.bareETag.lowercased(), name.isSHA256 else { return nil }
        return name
    }

    private static func number(_ text: some StringProtocol) -> Int64? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int64(text) : nil
    }
}

extension String {
    /// Without the mark of a weak one and the quotes.
    var bareETag: String {
        let text = hasPrefix("W/") ? dropFirst(2) : self[...]
        return text.count >= 2 && text.first == "\"" && text.last == "\""
            ? String(text.dropFirst().dropLast()) : String(text)
    }

    /// Whether it stands for the very same bytes, which a range needs.
    var isStrongETag: Bool { count > 2 && first == "\"" && last == "\"" }

    /// Whether it has the form of one, in small letters.
    var isSHA256: Bool {
        utf8.count == 64
            && utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
                default: false
                }
            }
    }
}
