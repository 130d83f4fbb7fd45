import Foundation

/// The whole content of a file.
func readFile(_ path: String) throws(TokenizerError) -> [UInt8] {
    // Positions in it are kept as 32-bit numbers.
    let sizeLimit = 1 << 30
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw TokenizerError(reading: path, reason: String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var content: [UInt8] = []
    var status = stat()
    if fstat(descriptor, &status) == 0 { content.reserveCapacity(min(max(0, status.st_size), sizeLimit) + 1) }
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { chunk.deallocate() }
    while true {
        let count = read(descriptor, chunk.baseAddress, chunk.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw TokenizerError(reading: path, reason: String(cString: strerror(errno))) }
        if count == 0 { return content }
        content.append(contentsOf: chunk[..<count])
        guard content.count <= sizeLimit else { throw TokenizerError(reading: path, reason: "it is over 1 GB") }
    }
}
