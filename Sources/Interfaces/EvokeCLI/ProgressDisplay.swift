import EvokeValues
import Synchronization

/// Shows the progress of indexing: a bar on a terminal, a line every few seconds elsewhere.
final class ProgressDisplay: Sendable {
    private let terminal: Terminal
    private let line: StatusLine
    private let started = Mutex<ContinuousClock.Instant?>(nil)
    /// The present step after indexing, and how many photos were done when it began.
    private let turn = Mutex((what: "", done: 0))

    init(_ terminal: Terminal) {
        self.terminal = terminal
        line = StatusLine(terminal, every: .seconds(5))
    }

    func show(_ event: IndexEvent) {
        switch event {
        case .rereadingTexts(let done, let total):
            // Usually quick.
            guard elapsed >= .seconds(1) else { return }
            line.show("Updating texts: \(done) of \(total)")
        case .scanning(let found):
            line.show("Looking for photos: \(found)")
        case .encoding(let done, let total):
            if done == 0 { started.withLock { $0 = nil } }
            show(done, of: total)
        case .coloring(let done, let total):
            if done == 0 {
                finish()
                terminal.message("Adding colors to photos that were indexed without.")
            }
            show(done, of: total)
        case .looking(let done, let total):
            if done == 0 { started.withLock { $0 = nil } }
            // Usually quick.
            guard elapsed >= .seconds(1) else { return }
            line.show("Preparing to find duplicates: \(done) of \(total)")
        case .comparing(let done, let total):
            if done == 0 { started.withLock { $0 = nil } }
            guard elapsed >= .seconds(1) else { return }
            line.show("Finding duplicates: \(done) of \(total)")
        case .lookingThroughFilms(let done, let total):
            if done == 0 {
                finish()
                terminal.message("Indexing videos frame by frame.")
            }
            show(done, of: total)
        case .reading(let done, let total):
            show(turn: "Recognizing text in photos", done, of: total)
        case .findingFaces(let done, let total):
            show(turn: "Finding faces in photos", done, of: total)
        case .failed(let error), .problem(let error):
            line.clear()
            terminal.report(error)
        case .truncated(let photo):
            line.clear()
            terminal.message("'\(photo.path.display)' is truncated: \(photo.inWords).")
        }
    }

    /// Since the first call.
    private var elapsed: Duration {
        let now = ContinuousClock.now
        return started.withLock { started in
            started = started ?? now
            return now - (started ?? now)
        }
    }

    /// Announces each new step.
    private func show(turn what: String, _ done: Int, of total: Int) {
        let isSame = turn.withLock { $0.what == what && done > 0 }
        if !isSame {
            finish()
            turn.withLock { $0 = (what, done) }
            terminal.message("\(what). You can search meanwhile.")
        }
        show(done, of: total, before: turn.withLock(\.done))
    }

    private func show(_ done: Int, of total: Int, before: Int = 0) {
        let progress = Progress(done: done, total: total, elapsed: elapsed, before: before)
        line.show(
            terminal.messagesAreShown ? progress.bar(columns: terminal.columns) : progress.sentence,
            isNews: done == total)
    }

    func finish() {
        line.restart()
        started.withLock { $0 = nil }
        turn.withLock { $0 = ("", 0) }
    }
}

struct Progress {
    let done: Int
    let total: Int
    let elapsed: Duration
    /// How many were done before.
    var before = 0

    private var seconds: Double { elapsed / .seconds(1) }

    private var rate: Double { seconds > 0 ? Double(done - before) / seconds : 0 }

    var sentence: String {
        var parts = ["\(done) of \(total) photos"]
        if done > 0, rate > 0 {
            parts.append(rate < 10 ? "\((rate * 10).rounded() / 10) a second" : "\(Int(nearest: rate)) a second")
            // The first seconds say little about the rest.
            if done < total, seconds >= 2 { parts.append("\(Self.words(Double(total - done) / rate)) left") }
        }
        return parts.joined(separator: ", ")
    }

    func bar(columns: Int) -> String {
        let text = " " + sentence
        let width = min(40, columns - text.count - 1)
        guard width >= 10, total > 0 else { return String(sentence.prefix(max(0, columns - 1))) }
        let eighths = done * width * 8 / total
        let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        let full = String(repeating: "█", count: eighths / 8) + partial
        return full + String(repeating: "░", count: width - full.count) + text
    }

    static func words(_ seconds: Double) -> String {
        let seconds = Int(nearest: min(seconds.rounded(.up), 1e12))
        if seconds < 90 { return "\(seconds) s" }
        if seconds < 5_400 { return "\((seconds + 30) / 60) min" }
        return "\((seconds + 1_800) / 3_600) h"
    }
}

extension TruncatedPhoto {
    var inWords: String {
        share < 1
            ? "\(Int(nearest: (100 * share).rounded(.down)))% of it can be read"
            : "all of the picture is there, but it may be less sharp"
    }
}

struct UpgradeDisplay: Sendable {
    private let terminal: Terminal
    private let line: StatusLine

    init(_ terminal: Terminal) {
        self.terminal = terminal
        line = StatusLine(terminal, every: .seconds(5))
    }

    func show(_ progress: UpgradeProgress) {
        guard let words = progress.words else { return line.restart() }
        // Some steps take long, so always show the present one.
        line.show(words, isNews: terminal.messagesAreShown)
    }
}

extension UpgradeProgress {
    /// Nil at the end.
    var words: String? {
        let what = "Upgrading the library"
        func bytes(_ count: Int) -> String { Format.bytes(Int64(count)) }
        return switch step {
        case .turn: "Waiting for another process to upgrade the library"
        case .copy: "\(what), copying it first: \(bytes(done)) of \(bytes(total))"
        case .tables: "\(what), tables: \(done) of \(total) steps"
        case .texts: "\(what), texts: \(done) of \(total) photos"
        case .checksums: "\(what), checksums: \(done) of \(total) tables"
        case .file: "\(what), rewriting the file"
        case .end: nil
        }
    }
}

struct SearchIndexDisplay: Sendable {
    private let terminal: Terminal
    private let line: StatusLine
    /// Whether building a first index goes without saying.
    private let isExpected: Bool

    init(_ terminal: Terminal, isExpected: Bool = false) {
        self.terminal = terminal
        line = StatusLine(terminal)
        self.isExpected = isExpected
    }

    func show(_ making: SearchIndexBuild) {
        if let setback = making.setback {
            line.clear()
            return terminal.report(setback)
        }
        if isExpected, making.reason == nil { return }
        guard terminal.messagesAreShown else {
            if making.photos == 0, !making.isDone { terminal.message(making.words) }
            return
        }
        line.show(making.words, isNews: making.isDone)
        if making.isDone { line.leave() }
    }
}

extension SearchIndexBuild {
    var words: String {
        let what = reason.map { "Rebuilding the search index, because \($0)" } ?? "Building the search index"
        return photos > 0 ? "\(what): \(photos) photos" : what
    }
}
