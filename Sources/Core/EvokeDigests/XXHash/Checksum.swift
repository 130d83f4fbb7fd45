import EvokeCXXHash
package import EvokeSystem
import EvokeWorkers

/// Detects damage to bytes after they were written.
package enum Checksum {
    package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        XXH3_64bits(bytes.baseAddress, bytes.count)
    }

    /// Of a large file's first `count` bytes, computed in parts on all cores: on one core it can take as long as a
    /// search.
    package static func of(_ file: MappedBytes, first count: Int) -> UInt64 {
        let pieces = inParts((count + piece - 1) / piece) { part in
            of(UnsafeRawBufferPointer(rebasing: file.bytes[part * piece..<min((part + 1) * piece, count)]))
        }
        return pieces.withUnsafeBytes { of($0) }
    }

    private static let piece = 4 << 20

    /// Of bytes that belong at one position: the same bytes elsewhere have another checksum.
    package static func of(_ bytes: UnsafeRawBufferPointer, at place: UInt64) -> UInt64 {
        (of(bytes) ^ place) &* 0x9E37_79B9_7F4A_7C15
    }
}
