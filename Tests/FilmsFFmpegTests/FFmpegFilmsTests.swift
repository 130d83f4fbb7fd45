import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import FilmsFFmpeg
import Foundation
import ImagingVips
import Testing

/// `Tools/fixtures/films` makes what they open.
@Suite struct FFmpegFilmsTests {
    private let executor = BlockingExecutor(width: 4)
    private var films: FFmpegFilms { FFmpegFilms(executor: executor) }

    /// The whole way: FFmpeg finds the picture, libvips scales it, and it stands upright.
    @Test(arguments: [
        "plain.mp4", "plain.webm", "plain.mkv", "plain.avi", "plain.mts", "av1.mp4", "wide-pixels.mp4", "turned.mov",
        "dark.webm", "bright-arib-std-b67.mp4", "bright-smpte2084.mp4",
    ]) func showsTheFourQuarters(name: String) async throws {
        let input = ImageInput(
            size: PixelSize(width: 32, height: 32), fit: .squash, kernel: .bicubic, mean: [0, 0, 0], std: [1, 1, 1])
        let decoder = VipsDecoder(executor: executor, previews: [.video: films])
        let image = try await decoder.decode(Self.fixture(name), for: input)
        for (place, color) in [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1] as [Float]].enumerated() {
            let at = (6 + 20 * (place / 2)) * 32 + 6 + 20 * (place % 2)
            let seen = (0..<3).map { image.tensor[$0 * 1024 + at] }
            #expect(zip(seen, color).allSatisfy { abs($0 - $1) <= 0.1 }, "quarter \(place): \(seen)")
        }
        #expect(image.original == PixelSize(width: 160, height: 120))
    }

    @Test(arguments: ["plain.mp4", "plain.webm", "plain.mkv", "plain.avi", "plain.mts", "av1.mp4"])
    func saysHowLongItIs(name: String) async throws {
        let length = try #require(try await words(name)["Film.length"]?.first)
        let seconds = try #require(Double(String(decoding: length, as: UTF8.self)))
        #expect(abs(seconds - 4) < 0.3)
    }

    @Test func readsWhatTheFilmSays() async throws {
        let (plain, turned) = (try await words("plain.mp4"), try await words("turned.mov"))
        let said = [
            plain["Film.title"], plain["Film.location"], turned["Film.com.apple.quicktime.model"],
        ].map { $0.map { String(decoding: $0.joined(), as: UTF8.self) } }
        #expect(said == ["Sandcastle", "+48.8577+002.2950/", "iPhone 13"])
    }

    /// Three scenes of three seconds, with darkness before the second.
    @Test(arguments: ["scenes.mp4", "scenes.webm", "scenes.mts"]) func showsWhatComesLater(name: String) async throws {
        let file = try Self.fixture(name)
        var (from, found) = (0, [(time: Int, color: String)]())
        while let moment = try await VipsDecoder(executor: executor, previews: [:], films: films)
            .moment(of: file, from: from, atMost: 1_000)
        {
            #expect(moment.milliseconds >= from && moment.picture.original == PixelSize(width: 160, height: 120))
            found.append((moment.milliseconds, Self.color(of: moment.picture.pixels)))
            from = moment.milliseconds + FilmMoments.distance
        }
        let scenes = ["red": 0..<3_000, "green": 4_000..<7_000, "blue": 7_000..<10_000]
        #expect(found.allSatisfy { scenes[$0.color]?.contains($0.time) ?? false }, "\(found)")
        #expect(Set(found.map(\.color)) == ["red", "green", "blue"], "\(found)")
        // Where pictures are in a stream of a camera, nobody knows to the second.
        if !name.hasSuffix(".mts") { #expect(found.count == 5, "\(found)") }
        #expect(try await films.moment(of: file, from: 60_000) == nil)
        #expect(try await films.moment(of: file, from: .max) == nil)
    }

    /// The colour of the picture's left half; its right half is white.
    private static func color(of pixels: Pixels) -> String {
        let at = 3 * (pixels.size.height / 2 * pixels.size.width + pixels.size.width / 4)
        let channels = pixels.bytes[at..<at + 3].map { $0 > 128 }
        return [[true, false, false]: "red", [false, true, false]: "green", [false, false, true]: "blue"][channels]
            ?? "none"
    }

    @Test func saysWhyThereIsNoPicture() async throws {
        let folder = TemporaryFolder()
        let whole = try FileSystem.read(Self.fixture("plain.mp4"))
        let text = try folder.write("text.mp4", "no film".utf8)
        let files: [(DiskPath, EvokeError.Kind)] = [
            (try Self.fixture("sound.mp4"), .unsupported),
            (try folder.write("cut.mp4", Array(whole.prefix(whole.count / 2))), .damaged),
            (try folder.write("empty.mp4", []), .damaged), (text, .unsupported),
            (folder.path.appending("none.mp4"), .notFound), (folder.path, .unsupported),
            // It must not block.
            (try folder.makePipe("pipe.mp4"), .unsupported),
        ]
        for (file, kind) in files { #expect(await failure(file)?.kind == kind, "\(file)") }
        #expect(try await words(of: text).isEmpty)
    }

    /// What is known of it must not be lost for a disk that fails.
    @Test func whatCannotBeReadJustNowIsNoFilmThatSaysNothing() async throws {
        // The system has a file of 4096 bytes there that cannot be read.
        let error = await #expect(throws: EvokeError.self) { try await words(of: DiskPath("/sys/class/net/lo/speed")) }
        #expect(error?.kind == .unreadable)
    }

    /// A playlist names other files, which would be read as if they were the film.
    @Test func aPlaylistIsNoFilm() async throws {
        let folder = TemporaryFolder()
        let other = try Self.fixture("plain.mts").display
        for text in ["#EXTM3U\n#EXTINF:4,\n\(other)\n", "ffconcat version 1.0\nfile '\(other)'\n"] {
            #expect(await failure(try folder.write("list.mp4", text.utf8))?.kind == .unsupported)
        }
    }

    private func failure(_ file: DiskPath) async -> EvokeError? {
        await #expect(throws: EvokeError.self) { try await films.preview(of: file, atLeast: 32) }
    }

    private func words(_ name: String) async throws -> PhotoTags.Values { try await words(of: Self.fixture(name)) }

    private func words(of file: DiskPath) async throws -> PhotoTags.Values { try await films.tags(ofFilm: file) }

    static func fixture(_ name: String) throws -> DiskPath {
        DiskPath(try #require(Bundle.module.resourcePath)).appending("Fixtures/\(name)")
    }
}
