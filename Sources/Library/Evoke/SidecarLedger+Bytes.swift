import EvokeValues

/// The ledger's compact file format.
extension SidecarLedger {
    static func bytes(
        _ isOn: Bool, _ settled: [ContentDigest: Set<Mark>], _ entries: [PhotoID: Entry]
    ) -> [UInt8] {
        var bytes = PackedBytes()
        bytes.add(isOn ? 1 : 0)
        bytes.add(settled.count)
        for (content, marks) in settled {
            bytes.add(content)
            bytes.add(marks)
        }
        for (photo, entry) in entries {
            bytes.add(Int(photo.value))
            bytes.add(entry.content)
            bytes.add(Int(Int64(bitPattern: entry.place)))
            for words in [entry.added, entry.planned] {
                bytes.add(words.marks)
                bytes.add(
                    PickField.allCases.enumerated().reduce(0) { $0 | (words.picks.contains($1.1) ? 1 << $1.0 : 0) })
            }
        }
        return bytes.bytes
    }

    /// False for malformed bytes.
    mutating func apply(_ body: some Sequence<UInt8>) -> Bool {
        var rest = UnpackedBytes(body)
        guard let flag = rest.number(), let count = rest.number(), count >= 0 else { return false }
        isOn = flag == 1
        for _ in 0..<count {
            guard let content = rest.content(), let marks = rest.marks() else { return false }
            settled[content] = marks
        }
        while !rest.rest.isEmpty {
            guard let photo = rest.number(), let content = rest.content(), let place = rest.number(),
                let added = rest.words(), let planned = rest.words()
            else { return false }
            entries[PhotoID(Int64(photo))] = Entry(
                content: content, place: UInt64(bitPattern: Int64(place)), added: added, planned: planned)
        }
        return true
    }
}

extension UnpackedBytes {
    fileprivate mutating func words() -> SidecarMarks? {
        guard let marks = marks(), let picks = number() else { return nil }
        let fields = PickField.allCases.enumerated().filter { picks & 1 << $0.offset != 0 }.map(\.element)
        return SidecarMarks(marks: marks, picks: Set(fields))
    }
}
