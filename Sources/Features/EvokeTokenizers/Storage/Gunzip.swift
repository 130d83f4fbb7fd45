import EvokeCZlib

let gzipMagic: [UInt8] = [0x1F, 0x8B]

enum GunzipError: String, Error {
    case damaged = "its compressed data is damaged or cut short; get the file again"
    case tooLarge = "it decompresses to more than any vocabulary has; get the file again"
}

/// Decompresses a gzip file, of one or several parts, as long as it stays within the limit.
func gunzip(_ bytes: [UInt8], sizeLimit: Int) throws(GunzipError) -> [UInt8] {
    var stream = z_stream()
    // 16 asks for gzip's header, and the rest for the largest window.
    guard inflateInit2_(&stream, 16 + MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
        throw .damaged
    }
    defer { inflateEnd(&stream) }
    var input = bytes
    return try input.withUnsafeMutableBufferPointer { input throws(GunzipError) in
        guard let count = uInt(exactly: input.count) else { throw .tooLarge }
        stream.next_in = input.baseAddress
        stream.avail_in = count
        var result: [UInt8] = []
        let chunk = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 18)
        defer { chunk.deallocate() }
        while true {
            stream.next_out = chunk.baseAddress
            stream.avail_out = uInt(chunk.count)
            let status = inflate(&stream, Z_NO_FLUSH)
            guard status == Z_OK || status == Z_STREAM_END else { throw .damaged }
            result += chunk[..<(chunk.count - Int(stream.avail_out))]
            guard result.count <= sizeLimit else { throw .tooLarge }
            if status == Z_OK { continue }
            if stream.avail_in == 0 { return result }
            guard inflateReset(&stream) == Z_OK else { throw .damaged }
        }
    }
}
