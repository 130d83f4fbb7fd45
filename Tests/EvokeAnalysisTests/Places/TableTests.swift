import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeAnalysis

/// What is no table, or a part of one.
@Suite struct TableTests {
    private let home = TemporaryFolder()

    private func kind(of file: DiskPath) -> EvokeError.Kind? {
        do {
            _ = try PlaceTable(file)
            return nil
        } catch {
            return error.kind
        }
    }

    @Test func absentOrAnother() throws {
        let file = home.path.appending("places.table")
        #expect(kind(of: file) == .notFound)
        for bytes in [
            [], [0], Array("EvokePl1".utf8), [UInt8](repeating: 0, count: 1 << 16), Array("SQLite format 3".utf8),
        ] {
            try FileSystem.replace(file, with: bytes)
            #expect(kind(of: file) == .damaged)
        }
        #expect(kind(of: home.path) == .damaged)
    }

    @Test func cutShort() throws {
        let whole = try FileSystem.read(Installed.places())
        for length in [8, 79, 80, 1_000, whole.count / 2, whole.count - 8] {
            #expect(throws: EvokeError.self, "\(length) bytes") { try HeapBytes(Array(whole.prefix(length))).table() }
        }
    }
}
