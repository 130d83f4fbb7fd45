import EvokeSystem
import EvokeValues

func readFile(_ path: String) throws(TokenizerError) -> [UInt8] {
    // Positions are stored as 32-bit integers.
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
    guard content.count <= sizeLimit else { throw TokenizerError(reading: path, reason: "it is larger than 1 GB") }
    return content
}
