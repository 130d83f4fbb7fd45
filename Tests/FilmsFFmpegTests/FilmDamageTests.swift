import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import FilmsFFmpeg
import Testing

/// Films that are changed anywhere give a picture or an error.
@Suite struct FilmDamageTests {
    private let films = FFmpegFilms(executor: BlockingExecutor(width: 4))

    @Test(arguments: [
        "plain.mp4", "plain.webm", "plain.mkv", "plain.avi", "plain.mts", "av1.mp4", "turned.mov", "dark.webm",
        "scenes.mp4",
    ]) func survivesDamagedFiles(name: String) async throws {
        let folder = TemporaryFolder()
        let whole = try FileSystem.read(FFmpegFilmsTests.fixture(name))
        var random = SeededGenerator(seed: TestSeed.value)
        for round in 0..<60 {
            let file = try folder.write("\(round)-\(name)", random.damaged(whole, round: round))
            _ = try await films.tags(ofFilm: file)
            do {
                guard let (preview, time) = try await films.moment(of: file, from: 1_000) else { continue }
                #expect(time >= 1_000 && preview.original.width > 0)
            } catch let error as EvokeError {
                #expect([.damaged, .unsupported, .tooLarge].contains(error.kind))
            }
            do {
                let preview = try await films.preview(of: file, atLeast: 32)
                guard case .pixels(let bytes, let size) = preview.content else { continue }
                #expect(bytes.count == 3 * size.width * size.height)
            } catch let error as EvokeError {
                #expect([.damaged, .unsupported, .tooLarge].contains(error.kind))
            }
        }
    }
}
