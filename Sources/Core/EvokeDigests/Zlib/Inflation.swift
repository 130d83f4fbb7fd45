import EvokeCZlib

/// Decompresses a gzip file that comes piece by piece, of one or several parts.
package final class Inflation {
    // zlib remembers where it lies.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 18)

    /// Whether what has come so far is whole.
    package private(set) var isAtEnd = false

    package init() {
        stream.initialize(to: z_stream())
        // 16 asks for gzip's header, and the rest for the largest window.
        let status = inflateInit2_(stream, 16 + MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "there is no memory to decompress with")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        room.deallocate()
    }

    /// Hands out what comes next, a part at a time. False where it is damaged.
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
                    // Another part may follow.
                    guard stream.pointee.avail_in > 0 else { return true }
                    guard inflateReset(stream) == Z_OK else { return false }
                    isAtEnd = false
                }
                stream.pointee.next_out = room.baseAddress
                stream.pointee.avail_out = uInt(room.count)
                let status = inflate(stream, Z_NO_FLUSH)
                // Nothing more can be done with what has come.
                if status == Z_BUF_ERROR { return true }
                guard status == Z_OK || status == Z_STREAM_END else { return false }
                try take(UnsafeBufferPointer(rebasing: room[..<(room.count - Int(stream.pointee.avail_out))]))
                isAtEnd = status == Z_STREAM_END
            }
        }
    }
}
