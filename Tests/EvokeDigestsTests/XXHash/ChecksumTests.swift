import EvokeDigests
import EvokeSystem
import EvokeTestSupport
import Testing

@Suite struct ChecksumTests {
    private let folder = TemporaryFolder()

    /// Of lengths around those of the pieces that it is taken in: each bit of the file's first bytes counts, and no other.
    @Test(arguments: [1, (4 << 20) - 1, 4 << 20, (4 << 20) + 1, (12 << 20) + 5])
    func ofALargeFile(count: Int) throws {
        var bytes = [UInt8](repeating: 0, count: count + 3)
        var random = SeededGenerator(seed: TestSeed.value)
        bytes.withUnsafeMutableBytes { buffer in
            for place in stride(from: 0, to: buffer.count - 7, by: 8) {
                buffer.storeBytes(of: random.next(), toByteOffset: place, as: UInt64.self)
            }
        }
        let whole = try checksum(bytes, first: count)
        #expect(try checksum(bytes, first: count) == whole)
        for place in Set([0, count / 2, count - 1]) {
            #expect(try checksum(bytes, first: count, otherwiseAt: place) != whole)
        }
        #expect(try checksum(bytes, first: count, otherwiseAt: count) == whole)
    }

    private func checksum(_ bytes: [UInt8], first count: Int, otherwiseAt place: Int? = nil) throws -> UInt64 {
        var bytes = bytes
        if let place { bytes[place] ^= 1 }
        let file = try folder.write("large", bytes)
        let opened = try OpenFile(file, .readItself, saying: "read", of: file)
        return Checksum.of(try MappedBytes(bytes.count, of: opened), first: count)
    }
}
