import EvokeSystem
package import EvokeValues

/// The secret that callers need, except for the server's own user on this machine.
package struct Token: Sendable {
    package static let fileName = "token"

    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    /// The library's token; created if there is none. A library that cannot be written to gets a new one each time.
    package static func ofLibrary(_ folder: FilePath) throws(EvokeError) -> Token {
        let file = folder.appending(fileName)
        if let status = FileSystem.status(of: file) {
            guard !status.isOpenToOthers else {
                throw EvokeError(
                    .notAllowed, doing: "use the token", subject: file.display, reason: "others can read it",
                    remedy: "Delete it to get a new one, or run 'chmod 600' on it.")
            }
            let text = String(
                decoding: try FileSystem.read(file, most: FileSystem.mostBytesOfText).filter { !$0.isNewLine },
                as: UTF8.self)
            guard text.utf8.count >= 32, text.utf8.allSatisfy(\.isPlain) else {
                throw EvokeError(
                    .damaged, doing: "use the token", subject: file.display, reason: "Evoke did not make it",
                    remedy: "Delete it to get a new one.")
            }
            return Token(text)
        }
        let token = Token.new()
        guard FileSystem.canWrite(folder) else { return token }
        // Readable only by its owner from the start.
        try FileSystem.replace(file, with: Array(token.text.utf8) + [UInt8(ascii: "\n")])
        return token
    }

    /// 256 bits of the system's randomness.
    static func new() -> Token {
        var random = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdef")
        return Token(String((0..<64).map { _ in digits[Int(random.next(upperBound: UInt8(16)))] }))
    }

    /// A share's token differs from the library's own by its prefix.
    static func newOfShare() -> Token { Token(ofShare + new().text) }

    static func isOfShare(_ text: String) -> Bool {
        text.hasPrefix(ofShare) && text.utf8.count == ofShare.utf8.count + 64 && text.utf8.allSatisfy(\.isPlain)
    }

    private static let ofShare = "share-"

    /// As part of an address.
    package var asked: String { "?token=\(text)" }

    /// Takes the same time for any text of its length.
    func equals(_ other: String) -> Bool {
        let (left, right) = (Array(text.utf8), Array(other.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension UInt8 {
    fileprivate var isNewLine: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
    /// Whether it can be used in headers and addresses without escaping.
    fileprivate var isPlain: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
