import Evoke
import EvokeValues

/// A command that looks at photos one after the other: what it finds goes to the output as soon as it is there, with errors
/// and progress beside it.
struct PhotoRun {
    let photos: [FilePath]
    /// For progress: "Reading".
    let doing: String
    let terminal: Terminal

    typealias Delivery<Answer> = (FilePath, Result<Answer, EvokeError>) async throws -> Void

    func run<Answer>(
        _ look: ([FilePath], Delivery<Answer>) async throws -> Void,
        print: @escaping (FilePath, Answer) throws -> Void
    ) async throws -> ExitCode {
        let line = StatusLine(terminal, saidEvery: .seconds(5))
        let started = ContinuousClock.now
        var (done, failed) = (0, 0)
        try await look(photos) { photo, result in
            line.clear()
            switch result {
            case .success(let answer):
                done += 1
                try print(photo, answer)
            case .failure(let error):
                failed += 1
                terminal.say(error: error)
            }
            if done + failed < photos.count, ContinuousClock.now - started >= .seconds(1) {
                line.show("\(doing): \(done + failed) of \(photos.count) photos")
            }
        }
        line.clear()
        return .of(done: done, failed: failed)
    }

    /// Before each line of a photo's, where there are several.
    func place(of photo: FilePath) -> String { photos.count > 1 ? terminal.dim(photo.display) + "\t" : "" }
}
