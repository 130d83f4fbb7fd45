import EvokeDigests
import EvokeSystem
import EvokeValues

/// A tokenizer in its compiled form: contiguous bytes with a small header, the same in memory and in the cache.
///
/// Large parts (the vocabulary, merges, added tokens) are tables; the rest of the tokenizer's file stays JSON.
struct CompiledImage: Sendable {
    /// Raise this whenever the layout or the meaning of any section changes.
    fileprivate static let formatVersion: UInt64 = 3
    /// In native byte order, so that images from machines with another byte order are rejected.
    fileprivate static let magic: UInt64 = 0x4556_4f4b_4554_4f4b

    /// The parts of an image. Each trie takes three sections, its own and the two after it.
    enum Section: Int {
        case origin, configuration
        case pieces = 2
        case scores = 5
        case mergePairs, mergeRanks, mergeResults
        case tokens
        case tokenNames = 10
        case originalTokens = 13
        case normalizedTokens = 16

        static let count = 19
    }

    /// The header is magic, version, checksum, and length, then each section's start and byte count. The checksum
    /// covers everything from here.
    fileprivate static let checkedFrom = 24
    fileprivate static let headerSize = 32 + Section.count * 16

    /// What the image was made from; see `TokenizerCache`.
    let origin: [UInt8]
    /// The tokenizer's file without its large parts; empty for a merge list, whose rules are fixed.
    let configuration: [UInt8]
    let vocabulary: Vocabulary
    let addedTokens: AddedTokens

    /// Nil if the bytes are damaged, of another version, or not an image.
    init?(_ memory: Memory) {
        guard let sections = SectionReader(memory),
            let origin = sections.table(.origin, of: UInt8.self),
            let configuration = sections.table(.configuration, of: UInt8.self),
            let pieces = sections.trie(.pieces),
            let scores = sections.table(.scores, of: Double.self),
            let pairs = sections.table(.mergePairs, of: UInt64.self),
            let ranks = sections.table(.mergeRanks, of: UInt32.self),
            let results = sections.table(.mergeResults, of: Int32.self),
            let merges = MergeTable(pairs: pairs, ranks: ranks, results: results),
            let tokens = sections.table(.tokens, of: Int32.self),
            let names = sections.trie(.tokenNames),
            let original = sections.trie(.originalTokens),
            let normalized = sections.trie(.normalizedTokens)
        else { return nil }
        self.origin = origin.withUnsafeElements(Array.init)
        self.configuration = configuration.withUnsafeElements(Array.init)
        vocabulary = Vocabulary(pieces: pieces, scores: scores, merges: merges)
        addedTokens = AddedTokens(tokens: tokens, names: names, original: original, normalized: normalized)
    }
}

/// Finds the sections of a valid image.
private struct SectionReader {
    private let memory: Memory
    private let header: Table<UInt64>

    init?(_ memory: Memory) {
        guard let header = Table<UInt64>(in: memory, at: 0, byteCount: CompiledImage.headerSize),
            header[0] == CompiledImage.magic, header[1] == CompiledImage.formatVersion,
            header[3] == UInt64(memory.bytes.count),
            header[2] == Checksum.of(UnsafeRawBufferPointer(rebasing: memory.bytes[CompiledImage.checkedFrom...]))
        else { return nil }
        self.memory = memory
        self.header = header
    }

    func table<Element>(_ section: CompiledImage.Section, of type: Element.Type) -> Table<Element>? {
        table(section.rawValue)
    }

    func trie(_ section: CompiledImage.Section) -> ByteTrie? {
        guard let labels: Table<UInt8> = table(section.rawValue),
            let firstChildren: Table<UInt32> = table(section.rawValue + 1),
            let ids: Table<Int32> = table(section.rawValue + 2)
        else { return nil }
        return ByteTrie(labels: labels, firstChildren: firstChildren, ids: ids)
    }

    private func table<Element>(_ section: Int) -> Table<Element>? {
        guard let start = Int(exactly: header[4 + section * 2]), let byteCount = Int(exactly: header[5 + section * 2])
        else { return nil }
        return Table(in: memory, at: start, byteCount: byteCount)
    }
}

/// Writes an image section by section. Omitted sections are empty.
struct ImageWriter {
    private var image = [UInt8](repeating: 0, count: CompiledImage.headerSize)

    mutating func append(_ section: CompiledImage.Section, _ content: [some BitwiseCopyable]) {
        append(section.rawValue, content)
    }

    mutating func append(_ section: CompiledImage.Section, _ trie: ByteTrieBuilder) {
        append(section.rawValue, trie.labels)
        append(section.rawValue + 1, trie.firstChildren)
        append(section.rawValue + 2, trie.ids)
    }

    mutating func append(_ merges: MergeTableBuilder) {
        append(.mergePairs, merges.pairs)
        append(.mergeRanks, merges.ranks)
        append(.mergeResults, merges.results)
    }

    private mutating func append(_ section: Int, _ content: [some BitwiseCopyable]) {
        content.withUnsafeBytes { content in
            image.store(UInt64(image.count), at: 32 + section * 16)
            image.store(UInt64(content.count), at: 40 + section * 16)
            image.append(contentsOf: content)
        }
        image.append(contentsOf: repeatElement(0, count: -image.count & 7))
    }

    /// Returns the complete image.
    consuming func finished() -> [UInt8] {
        image.store(CompiledImage.magic, at: 0)
        image.store(CompiledImage.formatVersion, at: 8)
        image.store(UInt64(image.count), at: 24)
        let sum = image.withUnsafeBytes {
            Checksum.of(UnsafeRawBufferPointer(rebasing: $0[CompiledImage.checkedFrom...]))
        }
        image.store(sum, at: 16)
        return image
    }
}

extension [UInt8] {
    fileprivate mutating func store(_ value: UInt64, at offset: Int) {
        withUnsafeMutableBytes { $0.storeBytes(of: value, toByteOffset: offset, as: UInt64.self) }
    }
}

/// Read-only bytes: a mapped file or a copy of an array. Freed with the last reference.
// Sendable because nothing writes to the bytes after the initializer, and only `deinit` frees them.
final class Memory: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer
    /// Nil if the bytes are a copy.
    private let mapped: MappedBytes?

    init(copying source: [UInt8]) {
        // Aligned for every type that is loaded from it.
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: source.count, alignment: 16)
        copy.copyBytes(from: source)
        bytes = UnsafeRawBufferPointer(copy)
        mapped = nil
    }

    /// Nil if the file cannot be opened, is empty, or cannot be mapped.
    init?(mapping path: DiskPath) {
        // On errors, the tokenizer is compiled again.
        guard let file = try? OpenFile(path, doing: "read the compiled tokenizer"),
            // As above.
            let size = try? file.status().size, size > 0, let mapped = try? MappedBytes(Int(size), of: file)
        else { return nil }
        self.mapped = mapped
        bytes = mapped.bytes
    }

    deinit {
        if mapped == nil { bytes.deallocate() }
    }
}

/// A sequence of values of one type inside a `Memory`.
struct Table<Element: BitwiseCopyable>: Sendable {
    private let memory: Memory
    private let start: Int
    let count: Int

    /// Nil unless all of it is inside the memory and aligned.
    init?(in memory: Memory, at start: Int, byteCount: Int) {
        let stride = MemoryLayout<Element>.stride
        guard start >= 0, byteCount >= 0, start.isMultiple(of: stride), byteCount.isMultiple(of: stride),
            start <= memory.bytes.count, byteCount <= memory.bytes.count - start
        else { return nil }
        self.memory = memory
        self.start = start
        count = byteCount / stride
    }

    /// For loops that cannot afford a bounds check and a reference count at every step.
    func withUnsafeElements<Result>(_ body: (UnsafeBufferPointer<Element>) -> Result) -> Result {
        withExtendedLifetime(memory) {
            body(
                UnsafeRawBufferPointer(rebasing: memory.bytes[start..<start + count * MemoryLayout<Element>.stride])
                    .assumingMemoryBound(to: Element.self))
        }
    }

    subscript(index: Int) -> Element {
        precondition(index >= 0 && index < count)
        return memory.bytes.load(fromByteOffset: start + index * MemoryLayout<Element>.stride, as: Element.self)
    }
}
