/// A message in the wire format of Protocol Buffers, built field by field.
struct Message {
    private(set) var bytes: [UInt8] = []

    consuming func with(_ field: Int, _ value: UInt64) -> Message {
        add(varint: UInt64(field) << 3)
        add(varint: value)
        return self
    }

    consuming func with(_ field: Int, _ value: some Collection<UInt8>) -> Message {
        add(varint: UInt64(field) << 3 | 2)
        add(varint: UInt64(value.count))
        bytes += value
        return self
    }

    consuming func with(_ field: Int, _ text: String) -> Message { with(field, text.utf8) }
    consuming func with(_ field: Int, _ message: Message) -> Message { with(field, message.bytes) }

    consuming func with(_ field: Int, _ numbers: [Int64]) -> Message {
        var packed = Message()
        for number in numbers { packed.add(varint: UInt64(bitPattern: number)) }
        return with(field, packed)
    }

    consuming func with(_ field: Int, _ pairs: KeyValuePairs<String, String>) -> Message {
        pairs.reduce(self) { $0.with(field, Message().with(1, $1.key).with(2, $1.value)) }
    }

    private mutating func add(varint value: UInt64) {
        var value = value
        while value >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
            value >>= 7
        }
        bytes.append(UInt8(value))
    }
}

/// The fields of a received message. If it is truncated, the fields before that point.
struct Fields {
    private var numbers: [Int: UInt64] = [:]
    private var pieces: [Int: [ArraySlice<UInt8>]] = [:]

    init(_ bytes: some Collection<UInt8>) {
        var rest = ArraySlice(Array(bytes))
        while let key = Self.varint(&rest) {
            let field = Int(truncatingIfNeeded: key >> 3)
            switch key & 7 {
            case 0:
                guard let value = Self.varint(&rest) else { return }
                numbers[field] = value
            case 1: rest = rest.dropFirst(8)
            case 2:
                guard let length = Self.varint(&rest), length <= rest.count else { return }
                pieces[field, default: []].append(rest.prefix(Int(length)))
                rest = rest.dropFirst(Int(length))
            case 5: rest = rest.dropFirst(4)
            default: return
            }
        }
    }

    func number(_ field: Int) -> UInt64 { numbers[field] ?? 0 }

    func text(_ field: Int) -> String { String(decoding: pieces[field]?.last ?? [], as: UTF8.self) }

    /// Empty if the field is missing.
    func message(_ field: Int) -> Fields { Fields(pieces[field]?.last ?? []) }

    func messages(_ field: Int) -> [Fields] { (pieces[field] ?? []).map { Fields($0) } }

    func integers(_ field: Int) -> [Int64] {
        var found: [Int64] = []
        for piece in pieces[field] ?? [] {
            var rest = piece
            while let value = Self.varint(&rest) { found.append(Int64(bitPattern: value)) }
        }
        return found
    }

    private static func varint(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
        var (value, shift) = (UInt64(0), UInt64(0))
        while let byte = rest.popFirst(), shift < 64 {
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        return nil
    }
}
