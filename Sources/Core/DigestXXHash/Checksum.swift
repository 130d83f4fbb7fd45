import EvokeCXXHash

/// Tells bytes that were written from bytes that were damaged since.
package enum Checksum {
    package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        XXH3_64bits(bytes.baseAddress, bytes.count)
    }

    /// Of bytes that belong in one place: elsewhere their checksum is another.
    package static func of(_ bytes: UnsafeRawBufferPointer, at place: UInt64) -> UInt64 {
        (of(bytes) ^ place) &* 0x9E37_79B9_7F4A_7C15
    }
}
