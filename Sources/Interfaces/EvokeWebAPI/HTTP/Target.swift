/// The path and query of a request.
struct Target {
    /// Undecoded. It is matched with routes as it is; pieces that are texts are decoded afterwards.
    let path: String
    private let parameters: [(name: String, value: String)]

    init(_ target: String) throws(Problem) {
        let bytes = target.utf8
        let mark = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        path = String(target[..<mark])
        var parameters: [(String, String)] = []
        for part in bytes[mark...].dropFirst().split(separator: UInt8(ascii: "&")) {
            let halves = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            parameters.append(
                (try Self.decoded(halves[0]), halves.count == 2 ? try Self.decoded(halves[1]) : ""))
        }
        self.parameters = parameters
    }

    /// The names of all parameters.
    var names: Set<String> { Set(parameters.map(\.name)) }

    func values(of name: String) -> [String] { parameters.filter { $0.name == name }.map(\.value) }

    /// The decoded text of a piece of the path, in which a plus is a plus.
    static func text(of piece: String) throws(Problem) -> String {
        try decoded(piece.utf8, plus: UInt8(ascii: "+"))
    }

    /// As in HTML forms: a plus is a space, and %XX is a byte.
    private static func decoded(
        _ text: some Sequence<UInt8>, plus: UInt8 = UInt8(ascii: " ")
    ) throws(Problem) -> String {
        var bytes: [UInt8] = []
        var rest = text.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(plus)
            case UInt8(ascii: "%"):
                guard let high = rest.next()?.hexadecimal, let low = rest.next()?.hexadecimal else {
                    throw .wrongUsage("a percent sign in the address is not followed by two hexadecimal digits")
                }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .wrongUsage("the address is not UTF-8")
        }
        return text
    }
}

extension UInt8 {
    fileprivate var hexadecimal: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
