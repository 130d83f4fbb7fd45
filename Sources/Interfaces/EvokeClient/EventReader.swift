/// Parses server-sent events from arbitrary pieces.
struct EventReader {
    struct Overlong: Error {}

    private static let longestLine = 16_000_000

    private var line: [UInt8] = []
    private var name = ""
    private var data: [UInt8] = []

    mutating func take(_ bytes: [UInt8]) throws -> [ServerEvent] {
        var events: [ServerEvent] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                guard line.count < Self.longestLine else { throw Overlong() }
                line.append(byte)
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if line.isEmpty {
                if !name.isEmpty, let event = try ServerEvent(name, data) { events.append(event) }
                (name, data) = ("", [])
            } else if let value = value(of: "event") {
                name = String(decoding: value, as: UTF8.self)
            } else if let value = value(of: "data") {
                data += value
            }
            line.removeAll(keepingCapacity: true)
        }
        return events
    }

    private func value(of field: String) -> ArraySlice<UInt8>? {
        guard line.starts(with: (field + ":").utf8) else { return nil }
        let value = line.dropFirst(field.utf8.count + 1)
        return value.first == UInt8(ascii: " ") ? value.dropFirst() : value
    }
}
