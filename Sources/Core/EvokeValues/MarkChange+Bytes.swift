/// A compact form of a change, which catalogs store to undo it.
extension MarkChange {
    package var bytes: [UInt8] {
        var bytes = PackedBytes()
        // Most contents have the same change.
        for (delta, contents) in Dictionary(grouping: contents, by: \.value) {
            for marks in [delta.added, delta.removed] { bytes.add(marks) }
            bytes.add(contents.count)
            for (content, _) in contents { bytes.add(content) }
        }
        return bytes.bytes
    }

    /// Nil if the bytes are invalid.
    package init?(bytes: some Sequence<UInt8>) {
        self.init()
        var rest = UnpackedBytes(bytes)
        while !rest.rest.isEmpty {
            guard let added = rest.marks(), let removed = rest.marks(), let count = rest.number(), count >= 0 else {
                return nil
            }
            for _ in 0..<count {
                guard let content = rest.content() else { return nil }
                contents[content] = Delta(added: added, removed: removed)
            }
        }
    }
}

extension PackedBytes {
    package mutating func add(_ content: ContentDigest) {
        add(Int(Int64(bitPattern: content.high)))
        add(Int(Int64(bitPattern: content.low)))
    }

    package mutating func add(_ marks: Set<Mark>) {
        add(marks.count)
        for mark in marks {
            add(Mark.Kind.allCases.firstIndex(of: mark.kind) ?? 0)
            add(mark.value)
        }
    }
}

extension UnpackedBytes {
    package mutating func content() -> ContentDigest? {
        guard let high = number(), let low = number() else { return nil }
        return ContentDigest(high: UInt64(bitPattern: Int64(high)), low: UInt64(bitPattern: Int64(low)))
    }

    package mutating func marks() -> Set<Mark>? {
        guard let count = number(), count >= 0 else { return nil }
        var marks: Set<Mark> = []
        for _ in 0..<count {
            guard let place = number(), Mark.Kind.allCases.indices.contains(place), let value = text(),
                let mark = Mark(Mark.Kind.allCases[place], value)
            else { return nil }
            marks.insert(mark)
        }
        return marks
    }
}
