import EvokeCDigests
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

    /// Of each length up to two blocks, in one piece and in several, folded as xxHash's own library has them.
    @Test func theSumsAreXXH3s() {
        let bytes = (0...2_100).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var (sum, high, low): (UInt64, UInt64, UInt64) = (0, 0, 0)
        for count in 0...2_100 {
            bytes[..<count].withUnsafeBytes { sum = sum &* 31 &+ Checksum.of($0) }
            var state = evoke_xxh3()
            evoke_xxh3_start(&state)
            for start in stride(from: 0, to: count, by: count % 1_100 + 1) {
                let piece = bytes[start..<min(start + count % 1_100 + 1, count)]
                piece.withUnsafeBytes { evoke_xxh3_add(&state, $0.baseAddress, $0.count) }
            }
            var (upper, lower): (UInt64, UInt64) = (0, 0)
            evoke_xxh3_end(&state, &upper, &lower)
            (high, low) = (high &* 31 &+ upper, low &* 31 &+ lower)
        }
        #expect((sum, high, low) == (0x3DF6_D80E_516A_6756, 0x562F_4E22_C848_144E, 0x6CB9_66C8_1F79_DFD5))
    }

    private func checksum(_ bytes: [UInt8], first count: Int, otherwiseAt place: Int? = nil) throws -> UInt64 {
        var bytes = bytes
        if let place { bytes[place] ^= 1 }
        let file = try folder.write("large", bytes)
        let opened = try OpenFile(file, .readItself, saying: "read", of: file)
        return Checksum.of(try MappedBytes(bytes.count, of: opened), first: count)
    }
}
