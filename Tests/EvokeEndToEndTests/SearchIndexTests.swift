import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

@testable import CatalogSQLite
@testable import EvokeCatalog

/// Whatever happens to the search index, the program answers as before.
@Suite struct SearchIndexTests {
    private let library: GeneratedLibrary

    init() async throws {
        library = try GeneratedLibrary(photos: 40)
        #expect(try await library.index().code == 0)
    }

    /// A process that is killed while it makes the index, or writes to it, leaves none or a good one.
    @Test(arguments: [true, false]) func killsWhileItIsWritten(isMade: Bool) async throws {
        try await fill(with: 20_000)
        let answers = try await answers().results
        func prepare(_ round: Int) async throws {
            if isMade { unlink(try file().display) } else { try await change(round) }
        }
        try await prepare(0)
        let counting = try SignalAt()
        #expect(try await library.program.run("exec", words, environment: counting.environment).code == 0)
        for (round, call) in SignalAt.spread(4, over: try counting.calls).enumerated() {
            try await prepare(round + 1)
            let killed = try await library.program.run("exec", words, environment: SignalAt(call: call).environment)
            #expect(killed.code == -SIGKILL, "call \(call)")
            #expect(try await self.answers().results == answers, "call \(call)")
            #expect(try await library.check().code == 0, "call \(call)")
        }
    }

    private var words: [String] { ["search", "--library", library.folder.display, "--json", "--top", "50", "a cat"] }

    private func answers() async throws -> (results: [String], errors: String) {
        let outcome = try await library.program.run("exec", words)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let results = try outcome.objects().first?["results"] as? [[String: Any]]
        return (try #require(results).compactMap { $0["path"] as? String }, outcome.errors)
    }

    private func file() throws -> DiskPath {
        let names = try FileSystem.names(in: library.folder)
        let name = try #require(names.first { String(decoding: $0, as: UTF8.self).hasSuffix(".evx") })
        return library.folder.appending(name)
    }

    /// Photos that are like those of the library, and further from everything that is asked for.
    private func fill(with count: Int) async throws {
        try await execute(
            """
            WITH RECURSIVE number(n) AS (SELECT 1000 UNION ALL SELECT n + 1 FROM number WHERE n < \(999 + count))
            INSERT INTO photos(photo, folder, name, size, modified, inode)
            SELECT n, 1, 'copy' || n, 1, 1, n FROM number;
            INSERT INTO vectors(model, photo, half_floats)
            SELECT 1, p.photo, v.half_floats FROM photos p JOIN vectors v ON v.photo = 1 + p.photo % 40 WHERE p.photo >= 1000;
            """, of: 1_000..<1_000 + count)
    }

    /// Many vectors are written again, as they are.
    private func change(_ round: Int) async throws {
        try await execute(
            "UPDATE vectors SET half_floats = half_floats WHERE photo % 10 = \(round % 10)",
            of: stride(from: 1_000 + round % 10, to: 21_000, by: 10))
    }

    private func execute(_ sql: String, of photos: some Sequence<Int> & Sendable) async throws {
        let catalog = try await SQLiteCatalog.open(in: library.folder, access: .write)
        try await catalog.write { connection throws(EvokeError) in
            try connection.execute(sql)
            for photo in photos {
                connection.changes.photos.insert(Int64(photo))
                connection.changes.vectors.insert(CatalogChanges.Vector(model: 1, photo: Int64(photo)))
            }
        }
        try await catalog.close()
    }
}
