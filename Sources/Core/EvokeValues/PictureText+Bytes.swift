/// A compact form of a text for catalogs.
extension PictureText {
    private static let thousand = 1_000.0

    /// Nil if there is no text.
    package var bytes: [UInt8]? {
        guard !lines.isEmpty else { return nil }
        var bytes = PackedBytes()
        bytes.add(size.width)
        bytes.add(size.height)
        for line in lines {
            bytes.add(line.text)
            bytes.add(line.script)
            bytes.add(Int(nearest: Self.thousand * min(max(line.confidence, 0), 1)))
            // Most corners are near the previous one.
            var before = TextLine.Box.Corner(x: 0, y: 0)
            for corner in line.box.corners {
                bytes.add(corner.x &- before.x)
                bytes.add(corner.y &- before.y)
                before = corner
            }
        }
        return bytes.bytes
    }

    /// Nil if the bytes are invalid.
    package init?(bytes: some Sequence<UInt8>) {
        var rest = UnpackedBytes(bytes)
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
