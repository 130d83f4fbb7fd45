import EvokeValues
import Testing

/// Values as catalogues keep them.
@Suite struct KeptValueTests {
    @Test func digestsAreSixteenBytes() {
        let digest = ContentDigest(high: 0x0102_0304_0506_0708, low: 0xF1F2_F3F4_F5F6_F7F8)
        #expect(digest.bytes == [1, 2, 3, 4, 5, 6, 7, 8, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8])
        #expect(digest.bytes.withUnsafeBytes { ContentDigest(bytes: $0) } == digest)
        for count in [0, 15, 17] {
            #expect([UInt8](repeating: 1, count: count).withUnsafeBytes { ContentDigest(bytes: $0) } == nil)
        }
    }

    @Test(
        arguments: [
            ([0.6, 0.8], 2, nil), ([0.6, 0.8], 3, "4 bytes instead of 6"), ([0.6, 0.8], 0, "0 dimensions"),
            ([0.6, 0.8], -1, "-1 dimensions"), ([0, 0], 2, "length 0.0"), ([1.001, 0], 2, nil),
            ([1.002, 0], 2, "1.0019"), ([.nan, 1], 2, "not numbers"), ([.infinity, 0], 2, "not numbers"),
            ([], 0, "0 dimensions"),
        ] as [([Float16], Int, String?)])
    func vectorsHaveUnitLength(halfFloats: [Float16], dimensions: Int, words: String?) {
        let fault = halfFloats.withUnsafeBytes { Embedding.fault(inHalves: $0, dimensions: dimensions) }
        #expect((fault == nil) == (words == nil) && fault?.contains(words ?? "") != false, "\(fault ?? "")")
    }
}
