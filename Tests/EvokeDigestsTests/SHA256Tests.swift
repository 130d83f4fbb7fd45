import EvokeDigests
import Testing

@Suite struct SHA256Tests {
    /// From FIPS 180-2.
    @Test func isTheStandards() {
        #expect(SHA256.of("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(SHA256.of("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test func piecesAreAsGoodAsTheWhole() {
        let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        var whole = SHA256()
        bytes.withUnsafeBytes { whole.add($0) }
        var pieces = SHA256()
        for start in stride(from: 0, to: bytes.count, by: 33) {
            bytes[start..<min(start + 33, bytes.count)].withUnsafeBytes { pieces.add($0) }
            _ = pieces.hex()
        }
        #expect(pieces.hex() == whole.hex())
    }
}
