import EvokeCZlib

/// Decompresses a gzip file of one or more members incrementally.
package final class Inflation {
    // zlib remembers its address.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 18)

    /// Whether the data so far forms a complete gzip file.
    package private(set) var isAtEnd = false

    package init() {
        stream.initialize(to: z_stream())
        // 16 asks for the gzip header; the rest is the largest window.
        let status = inflateInit2_(stream, 16 + MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "out of memory for decompression")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        room.deallocate()
    }

    /// Delivers the decompressed data in parts. False if the data is damaged.
    package func add<Failure: Error>(
        _ bytes: [UInt8], _ take: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        guard let count = uInt(exactly: bytes.count) else { return false }
        var input = bytes
        return try input.withUnsafeMutableBufferPointer { input throws(Failure) in
            stream.pointee.next_in = input.baseAddress
            stream.pointee.avail_in = count
            while true {
                if isAtEnd {
                    // Another member may follow.
                    guard stream.pointee.avail_in > 0 else { return true }
                    guard inflateReset(stream) == Z_OK else { return false }
                    isAtEnd = false
                }
                stream.pointee.next_out = room.baseAddress
                stream.pointee.avail_out = uInt(room.count)
                let status = inflate(stream, Z_NO_FLUSH)
                // All input so far is consumed.
                if status == Z_BUF_ERROR { return true }
                guard status == Z_OK || status == Z_STREAM_END else { return false }
                try take(UnsafeBufferPointer(rebasing: room[..<(room.count - Int(stream.pointee.avail_out))]))
                isAtEnd = status == Z_STREAM_END
            }
        }
    }
}
