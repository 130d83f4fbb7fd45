import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

@testable import CatalogSQLite

/// Whatever happens to the search index, the program answers as before.
@Suite struct SearchIndexTests {
    private let library: GeneratedLibrary

    init() async throws {
        library = try GeneratedLibrary(photos: 40)
        #expect(try await library.index().code == 0)
    }

    @Test func aDamagedIndexIsMadeAgain() async throws {
        let index = try file()
        let whole = try FileSystem.read(index)
        let answers = try await answers().results
        let damages: [(String, () throws -> Void)] = [
            ("cut short", { try FileSystem.replace(index, with: Array(whole.prefix(whole.count / 2))) }),
            ("empty", { try FileSystem.replace(index, with: []) }),
            ("of another kind", { try FileSystem.replace(index, with: Array("SQLite format 3".utf8)) }),
            ("zeros", { try FileSystem.replace(index, with: [UInt8](repeating: 0, count: whole.count)) }),
            ("a header's bit", { try FileSystem.replace(index, with: flipped(whole, at: 30)) }),
            ("rows", { try FileSystem.replace(index, with: whole.enumerated().map { $0 < 1 << 16 ? $1 : ~$1 }) }),
        ]
        for (name, damage) in damages {
            try damage()
            let (found, errors) = try await self.answers()
            #expect(found == answers, "\(name)")
            #expect(errors.contains("search index"), "\(name): \(errors)")
            #expect(try await self.answers().errors.isEmpty, "\(name): it is made once")
            let check = try await library.check()
            #expect(check.code == 0, "\(name): \(check.text)")
        }
    }

    @Test func anOldIndexCatchesUp() async throws {
        let index = try file()
        let old = try FileSystem.read(index)
        for number in 40..<50 { try library.photos.write(GeneratedLibrary.name(number), TestPicture.png(number)) }
        #expect(try await library.index().code == 0)
        let answers = try await answers().results
        #expect(answers.count == 50)
        try FileSystem.replace(index, with: old)
        let found = try await self.answers()
        #expect(found.results == answers)
        #expect(found.errors.isEmpty, "nothing is made again")
    }

    @Test func aMissingIndexIsMade() async throws {
        let answers = try await answers().results
        let index = try file()
        unlink(index.display)
        #expect(try await self.answers().results == answers)
        #expect(FileSystem.isFile(index))
    }

    /// A process that is killed while it makes the index, or writes to it, leaves none or a good one.
    @Test func killsWhileItIsMade() async throws {
        let seed = UInt64.random(in: 1...999_999)
        var random = SeededGenerator(seed: seed)
        try await fill(with: 60_000)
        let answers = try await answers().results
        let index = try file()
        let watch = FolderWatch(library.folder)
        // How long after it has opened an index at most. Where it was done by then, the next ones are given less.
        var mercy = 200_000.0
        var kills = 0
        for round in 0..<24 {
            if round.isMultiple(of: 2) { unlink(index.display) } else { try await change(round) }
            watch.forget()
            let run = try library.program.start(arguments: words)
            let delay = UInt32(Double.random(in: 0..<mercy, using: &random))
            try await watch.follow(run) { opened in
                guard opened.contains(where: { $0.contains(".evx") }) else { return false }
                usleep(delay)
                run.signal(SIGKILL)
                return true
            }
            if await run.outcome().code == -SIGKILL { kills += 1 } else { mercy *= 0.7 }
            if round.isMultiple(of: 8) {
                #expect(try await self.answers().results == answers, "round \(round), seed \(seed)")
            }
        }
        #expect(kills > 6, "the others were done before they were killed")
        #expect(try await self.answers().results == answers, "seed \(seed)")
        #expect(try await library.check().code == 0, "seed \(seed)")
    }

    private var words: [String] { ["search", "--library", library.folder.display, "--json", "--top", "50", "a cat"] }

    private func answers() async throws -> (results: [String], errors: String) {
        let outcome = try await library.program.run("exec", words)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let results = try outcome.objects().first?["results"] as? [[String: Any]]
        return (try #require(results).compactMap { $0["path"] as? String }, outcome.errors)
    }

    private func file() throws -> FilePath {
        let names = try FileSystem.names(in: library.folder)
        let name = try #require(names.first { String(decoding: $0, as: UTF8.self).hasSuffix(".evx") })
        return library.folder.appending(name)
    }

    private func flipped(_ bytes: [UInt8], at place: Int) -> [UInt8] {
        var bytes = bytes
        bytes[place] ^= 1
        return bytes
    }

    /// Photos that are like those of the library, and further from everything that is asked for.
    private func fill(with count: Int) async throws {
        try await execute(
            """
            WITH RECURSIVE number(n) AS (SELECT 1000 UNION ALL SELECT n + 1 FROM number WHERE n < \(999 + count))
            INSERT INTO photos(id, folder, name, size, modified, inode)
            SELECT n, 1, 'copy' || n, 1, 1, n FROM number;
            INSERT INTO vectors(model, photo, halves)
            SELECT 1, p.id, v.halves FROM photos p JOIN vectors v ON v.photo = 1 + p.id % 40 WHERE p.id >= 1000;
            """)
    }

    /// Many vectors are written again, as they are.
    private func change(_ round: Int) async throws {
        try await execute("UPDATE vectors SET halves = halves WHERE photo % 10 = \(round % 10)")
    }

    private func execute(_ sql: String) async throws {
        let catalog = try await SQLiteCatalog.open(in: library.folder, access: .write)
        try await catalog.use { connection in
            try connection.transaction { () throws(EvokeError) in
                try connection.execute(sql)
                try connection.followWritten()
            }
        }
        try await catalog.close()
    }
}
