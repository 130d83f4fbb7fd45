#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Memory that is all zeroes; pages that are not written to cost nothing.
package final class ZeroedMemory {
    /// For as long as this is held.
    package let bytes: UnsafeMutableRawBufferPointer

    package init(_ count: Int) {
        guard let start = calloc(1, count) else { preconditionFailure("there is no memory for \(count) bytes") }
        bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
    }

    deinit {
        free(bytes.baseAddress)
    }
}

/// Memory that C code may be given to free.
package enum CMemory {
    /// Nil where there is not so much.
    package static func allocate(_ count: Int) -> UnsafeMutableRawPointer? { malloc(count) }

    package static func release(_ memory: UnsafeMutableRawPointer) { free(memory) }
}

/// Texts as C has them, for as long as `body` runs.
package func withCStrings<Result>(_ texts: [String], _ body: ([UnsafeMutablePointer<CChar>]) -> Result) -> Result {
    let copies = texts.map { text in
        guard let copy = strdup(text) else { preconditionFailure("there is no memory for a text") }
        return copy
    }
    defer { for copy in copies { free(copy) } }
    return body(copies)
}

extension ArraySlice<UInt8> {
    /// Where those bytes, of which there are some, are found first. The C library looks for the first of them, sixteen or
    /// more at once: one by one, 32 MB took seconds.
    package func firstPlace(of wanted: [UInt8]) -> Range<Int>? {
        withUnsafeBytes { all in
            guard let base = all.baseAddress else { return nil }
            var start = 0
            while start + wanted.count <= all.count,
                let found = memchr(base + start, Int32(wanted[0]), all.count - wanted.count + 1 - start)
            {
                let place = UnsafeRawPointer(found) - base
                if memcmp(base + place, wanted, wanted.count) == 0 {
                    return startIndex + place..<startIndex + place + wanted.count
                }
                start = place + 1
            }
            return nil
        }
    }
}
