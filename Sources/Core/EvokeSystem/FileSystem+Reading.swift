package import EvokeValues

/// Reading whole files. What may have no end is refused, since others may have put it there.
extension FileSystem {
    /// The limit for lists, settings and other files that people write.
    package static let mostBytesOfText = 1 << 20

    /// The whole file. Throws if it is larger than `most`.
    package static func read(_ path: DiskPath, most: Int = 1 << 30) throws(EvokeError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(1 << 26, most, Int(size(of: path))))
        try forEachChunk(of: path, isWanted: { bytes.count <= most }, { bytes.append(contentsOf: $0) })
        guard bytes.count <= most else { throw tooLarge(path, most) }
        return bytes
    }

    /// Reads a file that a user named: `-` is standard input, and a pipe is waited for.
    package static func readNamed(_ path: DiskPath, most: Int) throws(EvokeError) -> [UInt8] {
        let file = try OpenFile(path.bytes.elementsEqual("-".utf8) ? DiskPath("/dev/stdin") : path, doing: "read")
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= most {
            let count = try file.readNext(&chunk)
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
        throw tooLarge(path, most)
    }

    private static func tooLarge(_ path: DiskPath, _ most: Int) -> EvokeError {
        EvokeError(
            .tooLarge, doing: "read", subject: path.display,
            reason: "it is larger than the \(most) bytes allowed for such a file")
    }

    /// Reads the whole file, a piece at a time, while it is wanted. Pipes, devices and the like, which may have no end,
    /// are refused.
    package static func forEachChunk(
        of path: DiskPath, doing: String = "read", isWanted: () -> Bool = { true }, _ body: (ArraySlice<UInt8>) -> Void
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
