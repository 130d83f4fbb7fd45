import EvokeDigests
import EvokeModels
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@Suite struct ShapedStageTests {
    private let home = TemporaryFolder()

    /// A later process reads a graph that has settled no more to tell which it is, and one that took its place it does.
    @Test func remembersWhatAGraphIs() throws {
        let file = try home.write("graph", [1, 2, 3])
        let first = try FileDigest.sha256(of: file)
        var notes: [DiskPath] = []
        while notes.isEmpty {
            #expect(try digest(of: file) == first)
            notes = ((try? FileSystem.names(in: folder)) ?? []).map(folder.appending)
        }
        let note = CheckedFile(notes[0])
        let other = String(repeating: "0", count: 64)
        let text = String(decoding: try #require(note.read()), as: UTF8.self)
        try note.write(Array(text.replacing(first, with: other).utf8))
        #expect(try digest(of: file) == other, "the note is believed")
        try home.write("graph", [3, 2, 1])
        #expect(try digest(of: file) == FileDigest.sha256(of: file))
    }

    private var folder: DiskPath { home.path.appending("kept") }

    private func digest(of file: DiskPath) throws -> String {
        let runtime = FakeRuntime(computesInHalf: false) { _, _, _ in }
        return try ShapedStage(file, on: runtime, in: GraphFolder(folder), streams: 1).digest()
    }
}
