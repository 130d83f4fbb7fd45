import Glibc

/// A file's bytes mapped into memory, to be read. Whoever cuts the file meanwhile ends the process.
// Sendable because nothing writes to the bytes, and only `deinit` unmaps them.
package final class MappedBytes: @unchecked Sendable {
    /// For as long as this is held.
    package let bytes: UnsafeRawBufferPointer

    /// Of so many, from the file's start; there are some. All of them are had at once, since that is quicker than a fault
    /// every few pages, unless only a few will be looked at.
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
