/// Path and query of a request.
struct Target {
    /// As it came: no route has anything in its path that needs decoding, so nothing is decoded.
    let path: String
    private let parameters: [(name: String, value: String)]

    init(_ target: String) throws(Problem) {
        let bytes = target.utf8
        let mark = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        path = String(target[..<mark])
        var parameters: [(String, String)] = []
        for part in bytes[mark...].dropFirst().split(separator: UInt8(ascii: "&")) {
            let halves = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            parameters.append((try Self.decoded(halves[0]), halves.count == 2 ? try Self.decoded(halves[1]) : ""))
        }
        self.parameters = parameters
    }

    func values(of name: String) -> [String] { parameters.filter { $0.name == name }.map(\.value) }

    /// As browsers write forms: a plus is a space, and anything may be two hexadecimal digits after a percent sign.
    private static func decoded(_ text: some Sequence<UInt8>) throws(Problem) -> String {
        var bytes: [UInt8] = []
        var rest = text.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.next()?.hexadecimal, let low = rest.next()?.hexadecimal else {
                    throw .wrongUsage("a percent sign in the query is not followed by two hexadecimal digits")
                }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .wrongUsage("the query is not UTF-8")
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
