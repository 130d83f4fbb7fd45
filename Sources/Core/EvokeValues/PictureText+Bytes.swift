/// A text in few bytes, as catalogues keep it: numbers of one byte or more, and texts with their lengths before them.
extension PictureText {
    private static let thousand = 1_000.0

    /// Nil where nothing is written.
    package var bytes: [UInt8]? {
        guard !lines.isEmpty else { return nil }
        var bytes = PackedBytes()
        bytes.add(size.width)
        bytes.add(size.height)
        for line in lines {
            bytes.add(line.text)
            bytes.add(line.script)
            bytes.add(Int(nearest: Self.thousand * min(max(line.confidence, 0), 1)))
            // Most corners are near the one before them.
            var before = TextLine.Box.Corner(x: 0, y: 0)
            for corner in line.box.corners {
                bytes.add(corner.x &- before.x)
                bytes.add(corner.y &- before.y)
                before = corner
            }
        }
        return bytes.bytes
    }

    /// Nil for what are no bytes of a text.
    package init?(bytes: some Sequence<UInt8>) {
        var rest = UnpackedBytes(rest: Array(bytes)[...])
        guard let width = rest.number(), let height = rest.number() else { return nil }
        var lines: [TextLine] = []
        while !rest.rest.isEmpty {
            guard let text = rest.text(), let script = rest.text(), let confidence = rest.number() else { return nil }
            var (corners, before) = ([TextLine.Box.Corner](), TextLine.Box.Corner(x: 0, y: 0))
            for _ in 0..<4 {
                guard let x = rest.number(), let y = rest.number() else { return nil }
                before = TextLine.Box.Corner(x: before.x &+ x, y: before.y &+ y)
                corners.append(before)
            }
            let box = TextLine.Box(
                start: corners[0], end: corners[1], belowEnd: corners[2], belowStart: corners[3])
            lines.append(TextLine(text, confidence: Double(confidence) / Self.thousand, box: box, script: script))
        }
        self.init(lines, in: PixelSize(width: width, height: height))
    }
}

private struct PackedBytes {
    private(set) var bytes: [UInt8] = []

    /// Numbers near 0 are the shortest, whatever their sign.
    mutating func add(_ number: Int) {
        var rest = UInt64(bitPattern: Int64(number) << 1 ^ Int64(number) >> 63)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func add(_ text: String) {
        add(text.utf8.count)
        bytes += text.utf8
    }
}

private struct UnpackedBytes {
    private(set) var rest: ArraySlice<UInt8>

    mutating func number() -> Int? {
        var (number, shift): (UInt64, UInt64) = (0, 0)
        while let byte = rest.popFirst(), shift < 64 {
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return Int(Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)) }
            shift += 7
        }
        return nil
    }

    mutating func text() -> String? {
        guard let length = number(), 0...rest.count ~= length else { return nil }
        defer { rest = rest.dropFirst(length) }
        return String(validating: rest.prefix(length), as: UTF8.self)
    }
}
