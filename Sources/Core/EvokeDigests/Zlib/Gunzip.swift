/// What a gzip file begins with.
package let gzipMagic: [UInt8] = [0x1F, 0x8B]

package enum GunzipError: String, Error {
    case damaged = "its compressed data is damaged or cut short; get the file again"
    case tooLarge = "it decompresses to more than any vocabulary has; get the file again"
}

/// Decompresses a gzip file, of one or several parts, as long as it stays within the limit.
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
