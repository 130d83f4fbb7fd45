import Evoke
import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

/// Text in pictures is read by the graphs and in the languages that bootstrap installs.
@Suite struct PhotoTextReaderTests {
    /// Opened once for all tests.
    private static let reader = Task { try await PhotoTextReader.open(configuration: configuration()) }

    private let folder = TemporaryFolder()

    @Test(arguments: [
        ("german.png", ["Frisches Gebäck", "Öffnungszeiten für Gäste"], "Latn"),
        ("french.png", ["La forêt était très âgée", "Déjeuner à midi"], "Latn"),
        ("russian.png", ["Свежий хлеб", "Добро пожаловать"], "Cyrl"),
    ])
    func readsWhatIsWritten(picture: String, lines: [String], script: String) async throws {
        let text = try await reader().text(in: TextPicture.file(picture))
        #expect(text.lines.map(\.text) == lines)
        #expect(text.lines.allSatisfy { $0.script == script && (0.5...1).contains($0.confidence) })
        #expect(text.size == PixelSize(width: 640, height: 420))
    }

    /// In the pixels, or by EXIF: the first corner is where the text begins.
    @Test(arguments: [
        ("english.png", 50, 60), ("exif.jpg", 50, 60), ("turned-90.png", 60, 590), ("turned-180.png", 590, 360),
    ])
    func readsTextThatWasTurned(picture: String, x: Int, y: Int) async throws {
        let lines = try await reader().text(in: TextPicture.file(picture)).lines
        #expect(lines.map(\.text) == ["Fresh bread every day", "Open until half past nine"])
        let start = try #require(lines.first?.box.start)
        #expect(abs(start.x - x) < 25 && abs(start.y - y) < 25, "\(start)")
    }

    @Test func severalComeInTheirOrderEachWithItsOwnError() async throws {
        let broken = try folder.write("broken.jpg", [1, 2, 3])
        let photos = [TextPicture.file("russian.png"), broken, TextPicture.file("english.png")]
        var heard: [DiskPath] = []
        try await reader().read(photos) { photo, result in
            heard.append(photo)
            switch result {
            case .success(let text): #expect(photo != broken && text.lines.count == 2)
            case .failure(let error): #expect(photo == broken && error.kind == .unsupported)
            }
        }
        #expect(heard == photos)
    }

    /// Colours, noise and stripes, and shapes in which no letter has room.
    @Test func picturesWithoutTextHaveNone() async throws {
        for (kind, (width, height)) in [(1, 3_000), (3_000, 1), (7, 7), (300, 200), (300, 200)].enumerated() {
            let bytes = TestPicture.plain(kind, pixels: width * height)
            let picture = TestPicture.tiff(bytes, size: PixelSize(width: width, height: height))
            #expect(try await reader().text(in: folder.write("plain.tif", picture)).lines.isEmpty)
        }
    }

    @Test func aLanguageThatIsNotInstalledIsWrongUsage() async throws {
        let error = await #expect(throws: EvokeError.self) {
            try await PhotoTextReader.open(configuration: Self.configuration(), languages: ["tlh"])
        }
        #expect(error?.kind == .wrongUsage)
        #expect(ReadingLanguage.installed.contains { $0.code == "deu" && $0.name == "German" })
    }

    @Test func withoutItsGraphsItSaysWhatIsMissing() async throws {
        let nowhere = LibraryConfiguration(library: folder.path, models: [folder.path], cache: folder.path)
        let error = await #expect(throws: EvokeError.self) { try await PhotoTextReader.open(configuration: nowhere) }
        #expect(error?.kind == .modelMissing && error?.subject == "text-detector")
    }

    private static func configuration() throws -> LibraryConfiguration {
        let cache = TemporaryFolder.cache.path
        return LibraryConfiguration(library: cache.appending("none"), models: [try Installed.models()], cache: cache)
    }

    private func reader() async throws -> PhotoTextReader { try await Self.reader.value }
}
