import Glibc

/// A file mapped into memory for reading. If someone truncates the file meanwhile, the process crashes.
// Sendable because nothing writes to the bytes, and only `deinit` unmaps them.
package final class MappedBytes: @unchecked Sendable {
    /// Valid as long as this object.
    package let bytes: UnsafeRawBufferPointer

    /// Maps the file's first `count` bytes, which must not be 0. Loads all of them at once, which is faster than a page
    /// fault every few pages, unless only a few will be read.
    package init(_ count: Int, of file: OpenFile, atOnce: Bool = true) throws(Errno) {
        let flags = atOnce ? MAP_PRIVATE | MAP_POPULATE : MAP_PRIVATE
        guard let start = mmap(nil, count, PROT_READ, flags, file.descriptor, 0),
            start != MAP_FAILED
        else { throw .last }
        bytes = UnsafeRawBufferPointer(start: start, count: count)
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress!), bytes.count)
    }
}
