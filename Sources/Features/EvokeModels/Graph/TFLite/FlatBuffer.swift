/// Reads a FlatBuffer and checks every offset before following it.
///
/// The code that FlatBuffers generates trusts the file: it would follow an offset that leads out of it.
final class FlatBuffer {
    struct Damage: Error {
        let reason: String
    }

    private let bytes: [UInt8]
    /// The remaining steps; without a limit, a small file whose offsets all lead to one long list could keep a reader
    /// busy indefinitely.
    private var patience: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        patience = (1 << 16) + 4 * bytes.count
    }

    /// Returns the root table of a file of that kind.
    func root(of kind: String) throws(Damage) -> Table {
        guard bytes.count >= 8, bytes[4..<8].elementsEqual(kind.utf8) else {
            throw Damage(reason: "its header is wrong")
        }
        return try table(at: followed(from: 0))
    }

    /// A table: fields located through a list of offsets.
    struct Table {
        fileprivate let buffer: FlatBuffer
        fileprivate let start, size, fields, fieldCount: Int

        /// The offset of a field; nil if it has its default value.
        private func place(_ field: Int, width: Int) throws(Damage) -> Int? {
            guard field < fieldCount else { return nil }
            let offset = Int(buffer.scalar(UInt16.self, at: fields + 2 * field))
            if offset == 0 { return nil }
            guard offset >= 4, offset + width <= size else { throw Damage(reason: "a field lies outside its table") }
            return start + offset
        }

        func scalar<Value: FixedWidthInteger>(
            _ field: Int, default standard: Value
        ) throws(Damage) -> Value {
            try place(field, width: MemoryLayout<Value>.size).map { buffer.scalar(Value.self, at: $0) } ?? standard
        }

        func has(_ field: Int) throws(Damage) -> Bool { try place(field, width: 1) != nil }

        func table(_ field: Int) throws(Damage) -> Table? {
            guard let place = try place(field, width: 4) else { return nil }
            return try buffer.table(at: buffer.followed(from: place))
        }

        func vector<Element: FixedWidthInteger>(
            _ field: Int, of type: Element.Type
        ) throws(Damage) -> Vector<Element>? {
            guard let place = try place(field, width: 4) else { return nil }
            return try buffer.vector(at: buffer.followed(from: place))
        }

        func tables(_ field: Int) throws(Damage) -> [Table]? {
            guard let offsets = try vector(field, of: UInt32.self) else { return nil }
            try buffer.spend(offsets.count)
            var tables: [Table] = []
            for index in 0..<offsets.count {
                tables.append(try buffer.table(at: buffer.followed(from: offsets.start + 4 * index)))
            }
            return tables
        }

        /// The bytes of a string, which is null-terminated in the file.
        func text(_ field: Int) throws(Damage) -> [UInt8]? {
            guard let text = try vector(field, of: UInt8.self) else { return nil }
            try buffer.spend(text.count)
            let end = text.start + text.count
            guard end < buffer.bytes.count, buffer.bytes[end] == 0 else {
                throw Damage(reason: "a string is not terminated")
            }
            return Array(buffer.bytes[text.start..<end])
        }

        /// For tables of plain numbers of unknown width: makes sure that reading up to four bytes from any field stays
        /// within the file.
        func checkNumbers() throws(Damage) {
            for field in 0..<fieldCount {
                guard let place = try place(field, width: 1) else { continue }
                guard place + 4 <= buffer.bytes.count else { throw Damage(reason: "a field lies outside the file") }
            }
        }
    }

    struct Vector<Element: FixedWidthInteger> {
        fileprivate let buffer: FlatBuffer
        fileprivate let start: Int
        let count: Int

        func elements() throws(Damage) -> [Element] {
            try buffer.spend(count)
            return (0..<count).map { buffer.scalar(Element.self, at: start + $0 * MemoryLayout<Element>.size) }
        }
    }

    private func table(at start: Int) throws(Damage) -> Table {
        try spend(1)
        guard start + 4 <= bytes.count else { throw Damage(reason: "a table lies outside the file") }
        let fields = start - Int(scalar(Int32.self, at: start))
        guard fields >= 0, fields + 4 <= bytes.count, fields % 2 == 0 else {
            throw Damage(reason: "a table has no list of fields")
        }
        let length = Int(scalar(UInt16.self, at: fields))
        let size = Int(scalar(UInt16.self, at: fields + 2))
        guard length >= 4, length % 2 == 0, fields + length <= bytes.count, size >= 4, start + size <= bytes.count
        else {
            throw Damage(reason: "a table lies outside the file")
        }
        return Table(buffer: self, start: start, size: size, fields: fields + 4, fieldCount: (length - 4) / 2)
    }

    private func vector<Element>(at start: Int) throws(Damage) -> Vector<Element> {
        guard start + 4 <= bytes.count else { throw Damage(reason: "a list lies outside the file") }
        let count = Int(scalar(UInt32.self, at: start))
        guard count <= (bytes.count - start - 4) / MemoryLayout<Element>.size else {
            throw Damage(reason: "a list is longer than the file")
        }
        return Vector(buffer: self, start: start + 4, count: count)
    }

    /// Follows an offset, which is relative to its own position.
    private func followed(from place: Int) throws(Damage) -> Int {
        let target = place + Int(scalar(UInt32.self, at: place))
        guard target > place, target < bytes.count, target % 4 == 0 else {
            throw Damage(reason: "an offset is invalid")
        }
        return target
    }

    /// The caller has checked that it is within the file.
    private func scalar<Value: FixedWidthInteger>(_ type: Value.Type, at place: Int) -> Value {
        bytes.withUnsafeBytes { Value(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: Value.self)) }
    }

    private func spend(_ count: Int) throws(Damage) {
        patience -= count
        guard patience >= 0 else { throw Damage(reason: "its parts refer to each other endlessly") }
    }
}
