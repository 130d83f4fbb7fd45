import EvokeSystem
import EvokeValues

/// The whole content of a file.
func readFile(_ path: String) throws(TokenizerError) -> [UInt8] {
    // Positions in it are kept as 32-bit numbers.
    let sizeLimit = 1 << 30
    var content: [UInt8] = []
    do throws(EvokeError) {
        let file = FilePath(path)
        content.reserveCapacity(min(Int(FileSystem.size(of: file)), sizeLimit) + 1)
        func isWanted() -> Bool { content.count <= sizeLimit }
        try FileSystem.forEachChunk(of: file, isWanted: isWanted) { content.append(contentsOf: $0) }
    } catch {
        throw TokenizerError(reading: path, reason: error.reason)
    }
    guard content.count <= sizeLimit else { throw TokenizerError(reading: path, reason: "it is over 1 GB") }
    return content
}
