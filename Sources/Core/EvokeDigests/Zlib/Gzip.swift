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
