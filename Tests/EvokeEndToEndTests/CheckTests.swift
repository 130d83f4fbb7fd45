import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

@testable import CatalogSQLite

/// `evoke status --check` on libraries that are in order, and on some that are not.
@Suite struct CheckTests {
    private let library: GeneratedLibrary

    init() throws {
        library = try GeneratedLibrary(photos: 70)
    }

    @Test func aLibraryInOrderIsSaidToBe() async throws {
        #expect(try await library.index().code == 0)
        let check = try await library.check()
        #expect(check.code == 0 && check.lines.last == "The library is in order.", "\(check.text)")
        #expect(check.lines.contains { $0.hasPrefix("Vectors") && $0.contains("70") }, "\(check.text)")
        #expect(check.errors.isEmpty)
        let answer = try #require(try await json().objects().first)
        #expect(answer["is_in_order"] as? Bool == true && answer["vectors"] as? Int == 70)
        let both = try await library.program.run("status", "--check", "--failed")
        #expect(both.code == 64 && both.errors.contains("Choose one"))
    }

    @Test func aWrongVectorIsNamed() async throws {
        #expect(try await library.index().code == 0)
        // Every value is 2.0, which is 0x4000 as a half.
        try await change("UPDATE vectors SET halves = replace(hex(zeroblob(24)), '00', x'0040') WHERE photo = 3")
        let check = try await library.check()
        #expect(check.code == 1)
        #expect(check.text.contains("1 fault was found. Run 'evoke index', which puts this right"), "\(check.text)")
        #expect(check.text.contains(library.photos.path.display) && check.text.contains("long where 1 belongs"))
        let answer = try #require(try await json().objects().first)
        #expect(answer["is_in_order"] as? Bool == false && answer["fault_count"] as? Int == 1)
        #expect((answer["faults"] as? [[String: String]])?.first?["part"] == "vectors")
        let index = try await library.index()
        #expect(index.errors.contains("1 new") && index.errors.contains("69 unchanged"), "\(index.errors)")
        #expect(try await library.check().code == 0)
    }

    @Test func photosAreReadWhenThatIsAskedFor() async throws {
        #expect(try await library.index().code == 0)
        library.photos.remove(GeneratedLibrary.name(3))
        let arguments = ["status", "--check", "--read-photos", "--library", library.folder.display]
        let check = try await library.program.run("exec", arguments)
        #expect(check.code == 0 && check.lines.last == "The library is in order.", "\(check.text)")
        #expect(check.lines.contains { $0.hasPrefix("Files") && $0.contains("69") }, "\(check.text)")
        #expect(check.text.contains("\(GeneratedLibrary.name(3))' is gone"), "\(check.text)")
        let answer = try #require(try await library.program.run("exec", arguments + ["--json"]).objects().first)
        #expect(answer["photos_read"] as? Int == 69 && (answer["remarks"] as? [String])?.count == 1)
        let alone = try await library.program.run("status", "--read-photos")
        #expect(alone.code == 64 && alone.errors.contains("--read-photos goes with --check"), "\(alone.errors)")
    }

    @Test func flippedBytesInTheFileAreFound() async throws {
        #expect(try await library.index().code == 0)
        let file = library.folder.appending("library.sqlite")
        let whole = try FileSystem.read(file)
        var random = SeededGenerator(seed: 7)
        var found = 0
        for _ in 0..<12 {
            var bytes = whole
            // Somewhere behind the header of a page, where cells are kept count and where they point to.
            let page = Int.random(in: 1..<(bytes.count / 16_384), using: &random) * 16_384
            for place in page..<(page + 12) { bytes[place] ^= 0x5A }
            try FileSystem.replace(file, with: bytes)
            let check = try await library.check()
            #expect([0, 1].contains(check.code), "\(check.code) \(check.errors)")
            if check.code == 1 { found += 1 }
            // Whatever is wrong, it is said, and nothing crashes.
            let search = try await library.program.run("search", "--library", library.folder.display, "a cat")
            #expect([0, 1].contains(search.code), "\(search.code) \(search.errors)")
        }
        #expect(found == 12)
        try FileSystem.replace(file, with: whole)
        #expect(try await library.check().code == 0)
    }

    @Test func aPhotoWithNothingIsDoneAgain() async throws {
        #expect(try await library.index().code == 0)
        try await change("DELETE FROM vectors WHERE photo IN (3, 4)")
        let check = try await library.check()
        #expect(check.code == 1 && check.text.contains("2 faults") && check.text.contains("Run 'evoke index'"))
        #expect(try await library.index().code == 0)
        #expect(try await library.check().code == 0)
    }

    private func json() async throws -> Program.Outcome {
        try await library.program.run("status", "--check", "--json", "--library", library.folder.display)
    }

    private func change(_ sql: String) async throws {
        let catalog = try await SQLiteCatalog.open(in: library.folder, access: .write)
        try await catalog.use { try $0.execute(sql) }
        try await catalog.close()
    }
}
