import EvokeSystem
import EvokeValues

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
    init?(mapping path: FilePath) {
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
