import Glibc

/// A file's bytes mapped into memory, to be read: all of them at once, since that is quicker than a fault every few
/// pages. Whoever cuts the file meanwhile ends the process.
// Sendable because nothing writes to the bytes, and only `deinit` unmaps them.
package final class MappedBytes: @unchecked Sendable {
    /// For as long as this is held.
    package let bytes: UnsafeRawBufferPointer

    /// Of so many, from the file's start; there are some.
    package init(_ count: Int, of file: OpenFile) throws(Errno) {
        guard let start = mmap(nil, count, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file.descriptor, 0),
            start != MAP_FAILED
        else { throw .last }
        bytes = UnsafeRawBufferPointer(start: start, count: count)
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress!), bytes.count)
    }
}
