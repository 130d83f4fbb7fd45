import EvokeSystem
package import EvokeValues

/// A small file that is believed when it is read again, so it ends with a checksum: of its name, too. What is damaged, or
/// had another name when it was written, is as good as not there.
package struct CheckedFile: Sendable {
    private let path: FilePath

    package init(_ path: FilePath) {
        self.path = path
    }

    package func read() -> [UInt8]? {
        // As good as not there.
        guard let bytes = try? FileSystem.read(path) else { return nil }
        let content = Array(bytes.dropLast(MemoryLayout<UInt64>.size))
        return ending(of: content).elementsEqual(bytes.dropFirst(content.count)) ? content : nil
    }

    package func write(_ content: [UInt8]) throws(EvokeError) {
        try FileSystem.replace(path, with: content + ending(of: content))
    }

    private func ending(of content: [UInt8]) -> [UInt8] {
        let checksum = (path.name + content).withUnsafeBytes { Checksum.of($0) }
        return withUnsafeBytes(of: checksum.littleEndian) { Array($0) }
    }
}
