/// Serializes a message as a sequence of numbers and texts, without names.
struct FieldWriter {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ number: Int) { withUnsafeBytes(of: Int64(number).littleEndian) { bytes += $0 } }
    mutating func add(_ number: Double) { add(Int(bitPattern: UInt(number.bitPattern))) }
    mutating func add(_ isSo: Bool) { bytes.append(isSo ? 1 : 0) }

    mutating func add(_ part: some Collection<UInt8>) {
        add(part.count)
        bytes += part
    }

    mutating func add(_ text: String) { add(text.utf8) }

    mutating func addAll<Elements: Collection>(
        _ elements: Elements, _ each: (inout FieldWriter, Elements.Element) -> Void
    ) {
        add(elements.count)
        for element in elements { each(&self, element) }
    }
}

/// Reads it back from untrusted bytes.
struct FieldReader {
    /// Bytes are missing or invalid.
    struct Malformed: Error {}

    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func int() throws(Malformed) -> Int {
        let bytes = try take(8)
        return Int(Int64(bitPattern: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }))
    }

    mutating func double() throws(Malformed) -> Double { Double(bitPattern: UInt64(bitPattern: Int64(try int()))) }
    mutating func bool() throws(Malformed) -> Bool { try take(1).first == 1 }
    mutating func bytes() throws(Malformed) -> [UInt8] { Array(try take(int())) }
    mutating func text() throws(Malformed) -> String { String(decoding: try take(int()), as: UTF8.self) }

    /// Every element takes at least one byte, so a count cannot exceed the bytes that are left.
    mutating func all<Element>(
        _ each: (inout FieldReader) throws(Malformed) -> Element
    ) throws(Malformed) -> [Element] {
        let count = try int()
        guard (0...rest.count).contains(count) else { throw Malformed() }
        var elements: [Element] = []
        for _ in 0..<count { elements.append(try each(&self)) }
        return elements
    }

    private mutating func take(_ count: Int) throws(Malformed) -> ArraySlice<UInt8> {
        guard (0...rest.count).contains(count) else { throw Malformed() }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}

/// A message on the socket.
protocol Message {
    func write(to fields: inout FieldWriter)
    init(from fields: inout FieldReader) throws(FieldReader.Malformed)
}
