/// A tokenizer in the form it is used in: one run of bytes with a small header, the same in memory and in the cache.
///
/// It holds the vocabulary as a trie with scores, and the rest of the tokenizer's file as the JSON it was written in.
struct CompiledImage: Sendable {
    /// Raised whenever the layout or the meaning of any section changes.
    private static let formatVersion: UInt64 = 1
    /// Read in the machine's own byte order, so that another machine's image is no image.
    private static let magic: UInt64 = 0x4556_4f4b_4554_4f4b

    private enum Section: Int, CaseIterable {
        case origin, configuration, labels, firstChildren, ids, scores
    }

    /// magic, version, checksum, length, then each section's start and byte count.
    private static let checkedFrom = 24
    private static let headerSize = 32 + Section.allCases.count * 16

    /// The file this was made from, as `FileIdentity` writes it.
    let origin: [UInt8]
    /// The tokenizer's file, without its vocabulary.
    let configuration: [UInt8]
    let vocabulary: Vocabulary

    /// nil when the bytes are damaged, of another version, or no image at all.
    init?(_ memory: Memory) {
        guard let header = Table<UInt64>(in: memory, at: 0, byteCount: Self.headerSize),
            header[0] == Self.magic, header[1] == Self.formatVersion, header[3] == UInt64(memory.bytes.count),
            header[2] == checksum(UnsafeRawBufferPointer(rebasing: memory.bytes[Self.checkedFrom...]))
        else { return nil }

        func table<Element>(_ section: Section, of type: Element.Type) -> Table<Element>? {
            guard let start = Int(exactly: header[4 + section.rawValue * 2]),
                let byteCount = Int(exactly: header[5 + section.rawValue * 2])
            else { return nil }
            return Table(in: memory, at: start, byteCount: byteCount)
        }
        guard let origin = table(.origin, of: UInt8.self), let configuration = table(.configuration, of: UInt8.self),
            let labels = table(.labels, of: UInt8.self),
            let firstChildren = table(.firstChildren, of: UInt32.self),
            let ids = table(.ids, of: Int32.self), let scores = table(.scores, of: Double.self),
            let trie = ByteTrie(labels: labels, firstChildren: firstChildren, ids: ids)
        else { return nil }
        self.origin = origin.withUnsafeElements(Array.init)
        self.configuration = configuration.withUnsafeElements(Array.init)
        vocabulary = Vocabulary(pieces: trie, scores: scores)
    }

    static func bytes(origin: [UInt8], configuration: [UInt8], pieces: KeyList, scores: [Double]) -> [UInt8] {
        let trie = ByteTrieBuilder(keys: pieces)
        var image = [UInt8](repeating: 0, count: headerSize)
        func append(_ section: Section, _ content: [some BitwiseCopyable]) {
            content.withUnsafeBytes { content in
                image.store(UInt64(image.count), at: 32 + section.rawValue * 16)
                image.store(UInt64(content.count), at: 40 + section.rawValue * 16)
                image.append(contentsOf: content)
            }
            image.append(contentsOf: repeatElement(0, count: -image.count & 7))
        }
        append(.origin, origin)
        append(.configuration, configuration)
        append(.labels, trie.labels)
        append(.firstChildren, trie.firstChildren)
        append(.ids, trie.ids)
        append(.scores, scores)
        image.store(magic, at: 0)
        image.store(formatVersion, at: 8)
        image.store(UInt64(image.count), at: 24)
        let sum = image.withUnsafeBytes { checksum(UnsafeRawBufferPointer(rebasing: $0[checkedFrom...])) }
        image.store(sum, at: 16)
        return image
    }
}

extension [UInt8] {
    fileprivate mutating func store(_ value: UInt64, at offset: Int) {
        withUnsafeMutableBytes { $0.storeBytes(of: value, toByteOffset: offset, as: UInt64.self) }
    }
}

/// Tells damaged bytes from whole ones, at several bytes a clock tick. Any change within a single word is certain to
/// show, because every step maps different states to different states. No defence against an attacker.
private func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    let prime: UInt64 = 0x9e37_79b9_7f4a_7c15
    // Four independent lanes, because one multiplication has to wait for the one before it.
    var (a, b, c, d) = (prime, prime &+ 1, prime &+ 2, prime &+ 3)
    var offset = 0
    while offset + 32 <= bytes.count {
        a = (a ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* prime
        b = (b ^ bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)) &* prime
        c = (c ^ bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self)) &* prime
        d = (d ^ bytes.loadUnaligned(fromByteOffset: offset + 24, as: UInt64.self)) &* prime
        offset += 32
    }
    while offset < bytes.count {
        a = (a ^ UInt64(bytes[offset])) &* prime
        offset += 1
    }
    return [b, c, d].reduce(a ^ a >> 29) { sum, lane in (sum ^ lane ^ lane >> 29) &* prime }
}
