import Foundation

/// Zeroed memory; pages that are never written cost nothing.
package final class ZeroedMemory {
    /// Valid as long as this object.
    package let bytes: UnsafeMutableRawBufferPointer

    package init(_ count: Int) {
        guard let start = calloc(1, count) else { preconditionFailure("out of memory for \(count) bytes") }
        bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
    }

    deinit {
        free(bytes.baseAddress)
    }
}

/// Memory that C code may free.
package enum CMemory {
    /// Nil if there is not enough memory.
    package static func allocate(_ count: Int) -> UnsafeMutableRawPointer? { malloc(count) }

    package static func release(_ memory: UnsafeMutableRawPointer) { free(memory) }
}

/// The texts as C strings, valid while `body` runs.
package func withCStrings<Result>(_ texts: [String], _ body: ([UnsafeMutablePointer<CChar>]) -> Result) -> Result {
    let copies = texts.map { text in
        guard let copy = strdup(text) else { preconditionFailure("out of memory for a string") }
        return copy
    }
    defer { for copy in copies { free(copy) } }
    return body(copies)
}

extension ArraySlice<UInt8> {
    /// The first occurrence of those bytes, which must not be empty. The C library looks for the first byte, sixteen or
    /// more at once; byte by byte, 32 MB took seconds.
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

extension UnsafeRawBufferPointer {
    /// The first occurrence of those bytes from an index on; `start` if there are none. Compares the first and last
    /// byte at eight positions at once, since both rarely match by chance.
    package func firstPlace(of wanted: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard start <= count else { return nil }
        guard let base = baseAddress, let first = wanted.first, let last = wanted.last, let bytes = wanted.baseAddress
        else { return wanted.isEmpty ? start : nil }
        let (ones, more) = (0x0101_0101_0101_0101 as UInt64, wanted.count - 1)
        let (firsts, lasts) = (ones &* UInt64(first), ones &* UInt64(last))
        func isThere(_ place: Int) -> Bool { memcmp(base + place, bytes, wanted.count) == 0 }
        func word(at place: Int) -> UInt64 {
            UInt64(littleEndian: base.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        }
        var place = start
        while place + more + 8 <= count {
            let differences = (word(at: place) ^ firsts) | (word(at: place + more) ^ lasts)
            // The top bit of each byte that is zero, and of some that are not.
            var chances = (differences &- ones) & ~differences & (ones << 7)
            while chances != 0 {
                let chance = place + chances.trailingZeroBitCount / 8
                if isThere(chance) { return chance }
                chances &= chances - 1
            }
            place += 8
        }
        while place + more < count {
            if isThere(place) { return place }
            place += 1
        }
        return nil
    }
}
