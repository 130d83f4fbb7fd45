import EvokeValues
import Synchronization

/// Shows what a check looks at, once it has taken longer than a second.
final class CheckDisplay: Sendable {
    private let terminal: Terminal
    private let progress = Mutex<CheckProgress?>(nil)

    init(_ terminal: Terminal) {
        self.terminal = terminal
    }

    func show(_ progress: CheckProgress) {
        self.progress.withLock { $0 = progress }
    }

    /// SQLite looks at a whole file in one call, so the display has a task of its own.
    func during<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        guard terminal.messagesAreShown else { return try await body() }
        let drawing = Task {
            try await Task.sleep(for: .seconds(1))
            let line = StatusLine(terminal)
            defer { line.clear() }
            while true {
                if let progress = progress.withLock({ $0 }) { line.show(progress.words) }
                try await Task.sleep(for: .milliseconds(200))
            }
        }
        do {
            let result = try await body()
            await Self.end(drawing)
            return result
        } catch {
            await Self.end(drawing)
            throw error
        }
    }

    private static func end(_ drawing: Task<Void, any Error>) async {
        drawing.cancel()
        _ = await drawing.result
    }
}

extension CheckProgress {
    var words: String {
        let what =
            switch part {
            case .file: "Checking the library's file"
            case .tables: "Checking tables"
            case .references: "Checking what belongs together"
            case .photos: "Checking photos"
            case .vectors: "Checking vectors"
            case .files: "Reading photos"
            }
        return total > 0 ? "\(what): \(done) of \(total)" : what
    }
}
