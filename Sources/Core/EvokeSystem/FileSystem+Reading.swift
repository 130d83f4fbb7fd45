package import EvokeValues

/// Files that are read from their start. What may have no end is refused: others may have put it there.
extension FileSystem {
    /// What lists, settings and other files that people write may have.
    package static let mostBytesOfText = 1 << 20

    /// The whole of a file. Throws for one that is larger than `most`.
    package static func read(_ path: FilePath, most: Int = 1 << 30) throws(EvokeError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(1 << 26, most, Int(size(of: path))))
        try forEachChunk(of: path, isWanted: { bytes.count <= most }, { bytes.append(contentsOf: $0) })
        guard bytes.count <= most else { throw tooLarge(path, most) }
        return bytes
    }

    /// The same of what a user names: `-` is standard input, and a pipe is waited for.
    package static func readNamed(_ path: FilePath, most: Int) throws(EvokeError) -> [UInt8] {
        let file = try OpenFile(path.bytes.elementsEqual("-".utf8) ? FilePath("/dev/stdin") : path, doing: "read")
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= most {
            let count = try file.readNext(&chunk)
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
        throw tooLarge(path, most)
    }

    private static func tooLarge(_ path: FilePath, _ most: Int) -> EvokeError {
        EvokeError(
            .tooLarge, doing: "read", subject: path.display,
            reason: "it has more than the \(most) bytes that are read of such a file")
    }

    /// Reads the file from its start to its end, a piece at a time, or for as long as it is wanted. What may have no end, as
    /// a pipe or a device, is no file.
    package static func forEachChunk(
        of path: FilePath, doing: String = "read", isWanted: () -> Bool = { true }, _ body: (ArraySlice<UInt8>) -> Void
    ) throws(EvokeError) {
        let file = try OpenFile(path, .readAtOnce, doing: doing)
        guard try file.status().isFile else {
            throw EvokeError(.unsupported, doing: doing, subject: path.display, reason: "it is not a file")
        }
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        while isWanted() {
            let count = try file.readNext(&chunk)
            if count == 0 { return }
            body(chunk[..<count])
        }
    }
}
