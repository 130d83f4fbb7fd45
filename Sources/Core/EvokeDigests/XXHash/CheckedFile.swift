import EvokeSystem
package import EvokeValues

/// A small file that ends with a checksum of its content and its name, so it can be trusted when read again. A file
/// that is damaged, or was written under another name, is treated as missing.
package struct CheckedFile: Sendable {
    private let path: FilePath

    package init(_ path: FilePath) {
        self.path = path
    }

    package func read() -> [UInt8]? {
        // Treated as missing.
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
