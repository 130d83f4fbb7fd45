import EvokeCZlib

/// Compresses into a gzip file of one member.
package func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    // 16 asks for the gzip header; the rest is the largest window.
    let status = deflateInit2_(
        &stream, Z_BEST_COMPRESSION, Z_DEFLATED, 16 + MAX_WBITS, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK, "out of memory for compression")
    defer { deflateEnd(&stream) }
    var input = bytes
    return input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = uInt(clamping: input.count)
        return [UInt8](unsafeUninitializedCapacity: Int(deflateBound(&stream, uLong(input.count)))) { room, count in
            stream.next_out = room.baseAddress
            stream.avail_out = uInt(clamping: room.count)
            let end = deflate(&stream, Z_FINISH)
            precondition(end == Z_STREAM_END, "zlib's upper bound for the compressed size was too small")
            count = room.count - Int(stream.avail_out)
        }
    }
}

/// The first bytes of a gzip file.
package let gzipMagic: [UInt8] = [0x1F, 0x8B]

package enum GunzipError: String, Error {
    case damaged = "its compressed data is damaged or truncated; download the file again"
    case tooLarge = "it decompresses to more than any vocabulary needs; download the file again"
}

/// Decompresses a gzip file of one or more members, up to the limit.
package func gunzip(_ bytes: [UInt8], sizeLimit: Int) throws(GunzipError) -> [UInt8] {
    let inflation = Inflation()
    var result: [UInt8] = []
    let isRead = try inflation.add(bytes) { piece throws(GunzipError) in
        result += piece
        guard result.count <= sizeLimit else { throw .tooLarge }
    }
    guard isRead, inflation.isAtEnd else { throw .damaged }
    return result
}

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
