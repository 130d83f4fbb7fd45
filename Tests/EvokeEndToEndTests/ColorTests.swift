import EvokeCSQLite
import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@testable import CatalogSQLite

/// Colours of photos, with the real program.
@Suite struct ColorTests {
    @Test func photosAreFoundByTheirColours() async throws {
        let program = Program()
        let photos = TemporaryFolder()
        try photos.write("wall.png", TestPicture.png(colour: [200, 20, 20]))
        try photos.write("lake.png", TestPicture.png(colour: [20, 90, 200]))
        try photos.write("coal.png", TestPicture.png(colour: [12, 12, 12]))
        let library = program.home.path.appending("library").display
        let model = try PublishedModel.folder("hub-clip").display
        #expect(try await program.run("index", "--library", library, "--model", model, photos.path.display).code == 0)
        func found(_ query: String) async throws -> [String] {
            let outcome = try await program.run("search", "--library", library, "--paths", query)
            #expect(!outcome.errors.contains("colours"), "\(outcome.errors)")
            return outcome.lines.map { String($0.split(separator: "/").last ?? "") }
        }
        #expect(try await found("color:red") == ["wall.png"])
        #expect(try await found("colour:น้ำเงิน") == ["lake.png"])
        #expect(Set(try await found("color:red|noir")) == ["wall.png", "coal.png"])
        #expect(Set(try await found("-color:red")) == ["lake.png", "coal.png"])
        let mistake = try await program.run("search", "--library", library, "color:blak")
        #expect(mistake.code == 64 && mistake.errors.contains("color:black"), "\(mistake.errors)")
    }

    /// A library of an Evoke without colours: searches say so, and the next run of indexing finds them.
    @Test func killsInTheMiddleLoseNothing() async throws {
        let library = try GeneratedLibrary(photos: 700)
        #expect(try await library.index().code == 0)
        let (colors, vectors) = (try await self.colors(library), try await library.vectors())
        #expect(colors.count == 700 && Set(colors.values).count > 20, "they differ")
        let file = library.folder.appending("library.sqlite")
        let connection = try Connection(uri: Connection.uri(file), file: file, flags: SQLITE_OPEN_READWRITE)
        try connection.execute("UPDATE photos SET colors = NULL, checksum = NULL")
        for table in Checksums.fill { try connection.execute(table) }

        // Of the photos themselves: a thumbnail is a JPEG, in which a colour close to a border may be another.
        try FileSystem.erase(library.folder.appending("thumbnails"))

        func search() async throws -> (answer: [String: Any]?, errors: String) {
            let outcome = try await library.program.run(
                "search", "--library", library.folder.display, "--json", "-color:red")
            return (try outcome.objects().first, outcome.errors)
        }
        let before = try await search()
        #expect(before.answer?["without_colors"] as? Int == 700)
        #expect(before.errors.contains("700 photos have no colours yet"), "\(before.errors)")

        var (left, kills) = (700, 0)
        while left > 0 {
            let run = try library.program.start(arguments: library.indexing())
            try await wait(for: "a batch") { try await self.left(library) < left || !run.isRunning }
            run.signal(SIGKILL)
            let outcome = await run.outcome()
            if outcome.code == -SIGKILL { kills += 1 } else { #expect(outcome.code == 0, "\(outcome.errors)") }
            let now = try await self.left(library)
            #expect(now < left, "what was noted stays: \(outcome.errors)")
            left = now
        }
        #expect(kills > 0)
        let end = try await library.index()
        #expect(end.code == 0 && end.errors.contains("700 unchanged"), "\(end.errors)")
        #expect(try await self.colors(library) == colors)
        #expect(try await library.vectors() == vectors)
        #expect(try await library.check().code == 0)
        let after = try await search()
        #expect(after.answer?["without_colors"] == nil && !after.errors.contains("colours"), "\(after.errors)")
    }

    private func left(_ library: GeneratedLibrary) async throws -> Int {
        let catalog = try await SQLiteCatalog.open(in: library.folder, access: .read)
        let left = try await catalog.countWithoutColors()
        try await catalog.close()
        return left
    }

    private func colors(_ library: GeneratedLibrary) async throws -> [FilePath: PhotoColors] {
        let catalog = try await SQLiteCatalog.open(in: library.folder, access: .read)
        var colors: [FilePath: PhotoColors] = [:]
        for card in try await catalog.cards(after: PhotoID(-1), limit: .max) {
            colors[card.path] = try await catalog.colors(of: card.id)
        }
        try await catalog.close()
        return colors
    }
}
