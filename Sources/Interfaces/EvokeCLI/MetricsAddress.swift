/// Where Prometheus is answered: `9464`, `localhost:9464`, `[::1]:9464`.
struct MetricsAddress {
    let host: String
    let port: UInt16

    var isPublic: Bool { Addresses.isPublic(host) }

    init(_ text: String) throws(UsageError) {
        let end = text.lastIndex(of: ":")
        let name = text[..<(end ?? text.startIndex)]
        let isInBrackets = name.hasPrefix("[") && name.hasSuffix("]") && name.count > 2
        guard let port = UInt16(text[(end.map { text.index(after: $0) } ?? text.startIndex)...]),
            end == nil || !name.isEmpty, isInBrackets || !name.contains(":")
        else {
            throw UsageError(
                "The option '--metrics' needs a port, or a host and a port as in 'localhost:9464', not '\(text)'.",
                of: "work")
        }
        host = end == nil ? "localhost" : String(isInBrackets ? name.dropFirst().dropLast() : name)
        self.port = port
    }
}
