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
