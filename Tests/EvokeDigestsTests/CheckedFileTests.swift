import EvokeDigests
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@Suite struct CheckedFileTests {
    private let folder = TemporaryFolder()

    @Test(arguments: ["", "1", "a line\nand another", String(repeating: "long ", count: 10_000)])
    func isReadAsItWasWritten(text: String) throws {
        let file = CheckedFile(folder.path.appending("note"))
        #expect(file.read() == nil)
        try file.write(Array(text.utf8))
        #expect(file.read() == Array(text.utf8))
        try file.write([7])
        #expect(file.read() == [7])
    }

    /// Each bit counts, and so does where the file ends.
    @Test func whatIsDamagedIsAsGoodAsNotThere() throws {
        let place = folder.path.appending("note")
        try CheckedFile(place).write(Array("1".utf8))
        let whole = try FileSystem.read(place)
        var damaged = whole.indices.flatMap { byte in
            (0..<8).map { bit in
                var bytes = whole
                bytes[byte] ^= 1 << bit
                return bytes
            }
        }
        damaged += (0..<whole.count).map { Array(whole.prefix($0)) } + [whole + [0], whole.map { _ in 0 }]
        for bytes in damaged {
            try FileSystem.replace(place, with: bytes)
            #expect(CheckedFile(place).read() == nil)
        }
    }

    @Test func ofAnotherNameIsAsGoodAsNotThere() throws {
        let place = folder.path.appending("note")
        try CheckedFile(place).write(Array("1".utf8))
        try FileSystem.move(place, to: folder.path.appending("other"), doing: "rename the note")
        #expect(CheckedFile(folder.path.appending("other")).read() == nil)
    }
}
