import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeImport

/// As FIPS 180 has them.
@Suite struct SHA1Tests {
    @Test func knownTextsHaveTheirDigests() {
        #expect(SHA1.of("abc").hexadecimal == "a9993e364706816aba3e25717850c26c9cd0d89d")
        #expect(SHA1.of("").hexadecimal == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
    }

    @Test func aFileHasThatOfItsBytes() throws {
        let home = TemporaryFolder()
        let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        try home.write("a", bytes)
        let file = home.path.appending("a")
        let digest = try SHA1.of(file, doing: "read", isWanted: { true })
        #expect(digest?.hexadecimal == "34aa973cd4c4daa4f61eeb2bdbad27316534016f")
        #expect(try SHA1.of(file, doing: "read", isWanted: { false }) == nil)
        #expect(throws: EvokeError.self) {
            try SHA1.of(home.path.appending("b"), doing: "read", isWanted: { true })
        }
    }
}
