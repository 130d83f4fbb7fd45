import EvokeDigests
import EvokeValues

/// Identifies the file that the adjacent .part download belongs to.
struct PartialDownload: Equatable {
    /// A digest of the address, since its query may contain secrets.
    let source: String
    /// The server's strong ETag; nil if it has none.
    let etag: String?
    let sha256: String?
    let size: Int64?

    init(source: String, etag: String?, sha256: String?, size: Int64?) {
        self.source = source
        self.etag = etag.flatMap { $0.isStrongETag ? $0 : nil }
        self.sha256 = sha256
        self.size = size
    }

    static func source(of address: Address) -> String { SHA256.of(address.text) }

    /// Whether the download can continue from that part, with a way to detect a mismatch.
    func canContinue(_ wanted: WantedFile, from address: Address) -> Bool {
        func agree<Value: Equatable>(_ left: Value?, _ right: Value?) -> Bool {
            left == nil || right == nil || left == right
        }
        guard agree(sha256, wanted.sha256), agree(size, wanted.size) else { return false }
        if sha256 != nil, sha256 == wanted.sha256 { return true }
        return source == Self.source(of: address) && (etag ?? sha256 ?? wanted.sha256) != nil
    }
}

extension PartialDownload {
    private static let firstLine = "evoke part 1"

    var text: String {
        let lines: [(String, String?)] = [
            ("source", source), ("etag", etag), ("sha256", sha256), ("size", size.map(String.init)),
        ]
        return ([Self.firstLine] + lines.compactMap { name, value in value.map { "\(name) \($0)" } })
            .joined(separator: "\n") + "\n"
    }

    /// Nil if it was not written completely by any version.
    init?(_ text: String) {
        guard text.hasSuffix("\n") else { return nil }
        let lines = text.split(separator: "\n")
        guard lines.first.map(String.init) == Self.firstLine else { return nil }
        var values: [Substring: String] = [:]
        for line in lines.dropFirst() {
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2 else { return nil }
            values[words[0]] = String(words[1])
        }
        guard let source = values["source"] else { return nil }
        let (sha256, size) = (values["sha256"], values["size"].map { Int64($0) })
        if let sha256, !sha256.isSHA256 { return nil }
        if let size, (size ?? -1) < 0 { return nil }
        self.init(source: source, etag: values["etag"], sha256: sha256, size: size ?? nil)
    }
}
