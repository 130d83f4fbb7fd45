/// A compact form of an edit, which catalogs store to undo it.
extension PeopleChange {
    package var bytes: [UInt8] {
        var bytes = PackedBytes()
        bytes.add(people.count)
        for (id, person) in people.sorted(by: { $0.key < $1.key }) {
            bytes.add(Int(id.value))
            bytes.add(person == nil ? 0 : 1)
            if let person { bytes.add(person.name) }
        }
        for (spot, word) in words {
            bytes.add(Int(Int64(bitPattern: spot.content.high)))
            bytes.add(Int(Int64(bitPattern: spot.content.low)))
            for number in [spot.box.x, spot.box.y, spot.box.width, spot.box.height] { bytes.add(number) }
            bytes.add(Int(word.person?.value ?? 0))
            bytes.add(word.isHidden ? 1 : 0)
            bytes.add(word.refused.count)
            for person in word.refused.sorted() { bytes.add(Int(person.value)) }
        }
        return bytes.bytes
    }

    /// Nil if the bytes are invalid.
    package init?(bytes: some Sequence<UInt8>) {
        self.init()
        var rest = UnpackedBytes(bytes)
        guard let count = rest.number(), count >= 0 else { return nil }
        for _ in 0..<count {
            guard let id = rest.number().map({ PersonID(Int64($0)) }), let isThere = rest.number() else { return nil }
            guard isThere != 0 else {
                people[id] = .some(nil)
                continue
            }
            guard let name = rest.text() else { return nil }
            people[id] = Person(id, name: name)
        }
        while !rest.rest.isEmpty {
            var numbers: [Int] = []
            for _ in 0..<9 {
                guard let number = rest.number() else { return nil }
                numbers.append(number)
            }
            let content = ContentDigest(
                high: UInt64(bitPattern: Int64(numbers[0])), low: UInt64(bitPattern: Int64(numbers[1])))
            let box = Face.Box(x: numbers[2], y: numbers[3], width: numbers[4], height: numbers[5])
            var word = OwnerDecision(
                person: numbers[6] == 0 ? nil : PersonID(Int64(numbers[6])), isHidden: numbers[7] != 0)
            guard numbers[8] >= 0 else { return nil }
            for _ in 0..<numbers[8] {
                guard let person = rest.number() else { return nil }
                word.refused.insert(PersonID(Int64(person)))
            }
            words[FaceSpot(content, box)] = word
        }
    }
}

extension Set<PersonID> {
    /// A compact form for catalogs; nil if empty.
    package var bytes: [UInt8]? {
        guard !isEmpty else { return nil }
        var bytes = PackedBytes()
        for person in sorted() { bytes.add(Int(person.value)) }
        return bytes.bytes
    }

    /// Nil if the bytes are invalid.
    package init?(bytes: some Sequence<UInt8>) {
        var (people, rest) = (Set(), UnpackedBytes(bytes))
        while !rest.rest.isEmpty {
            guard let number = rest.number() else { return nil }
            people.insert(PersonID(Int64(number)))
        }
        self = people
    }
}
