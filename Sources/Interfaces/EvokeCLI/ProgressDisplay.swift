import EvokeValues
import Synchronization

/// Shows how indexing goes: a bar on a terminal, a line now and then elsewhere.
final class ProgressDisplay: Sendable {
    private let terminal: Terminal
    private let line: StatusLine
    private let started = Mutex<ContinuousClock.Instant?>(nil)
    /// What is looked for in photos that can be searched, and how many were done when its turn began.
    private let turn = Mutex((what: "", done: 0))

    init(_ terminal: Terminal) {
        self.terminal = terminal
        line = StatusLine(terminal, saidEvery: .seconds(5))
    }

    func show(_ event: IndexEvent) {
        switch event {
        case .rereadingTexts(let done, let total):
            // Most libraries take no time for it.
            guard elapsed >= .seconds(1) else { return }
            line.show("Reading what is written on photos: \(done) of \(total)")
        case .scanning(let found):
            line.show("Looking for photos: \(found)")
        case .encoding(let done, let total):
            if done == 0 { started.withLock { $0 = nil } }
            show(done, of: total)
        case .coloring(let done, let total):
            if done == 0 {
                finish()
                terminal.say("Finding the colours of photos that were indexed without.")
            }
            show(done, of: total)
        case .looking(let done, let total):
            if done == 0 { started.withLock { $0 = nil } }
            // Most runs take no time for it.
            guard elapsed >= .seconds(1) else { return }
            line.show("Making photos ready to be compared: \(done) of \(total)")
        case .comparing(let done, let total):
            if done == 0 { started.withLock { $0 = nil } }
            guard elapsed >= .seconds(1) else { return }
            line.show("Comparing photos: \(done) of \(total)")
        case .lookingThroughFilms(let done, let total):
            if done == 0 {
                finish()
                terminal.say("Looking through films, which can be found by one of their pictures meanwhile.")
            }
            show(done, of: total)
        case .reading(let done, let total):
            show(turn: "Reading the texts in photos", done, of: total)
        case .findingFaces(let done, let total):
            show(turn: "Looking for faces in photos", done, of: total)
        case .failed(let error), .problem(let error):
            line.clear()
            terminal.say(error: error)
        case .cut(let photo):
            line.clear()
            terminal.say("The end of '\(photo.path.display)' is missing; \(photo.inWords).")
        }
    }

    /// Since it was asked for first.
    private var elapsed: Duration {
        let now = ContinuousClock.now
        return started.withLock { started in
            started = started ?? now
            return now - (started ?? now)
        }
    }

    /// Says what is looked for where that is another than before.
    private func show(turn what: String, _ done: Int, of total: Int) {
        let isSame = turn.withLock { $0.what == what && done > 0 }
        if !isSame {
            finish()
            turn.withLock { $0 = (what, done) }
            terminal.say("\(what), which can be searched meanwhile.")
        }
        show(done, of: total, before: turn.withLock(\.done))
    }

    private func show(_ done: Int, of total: Int, before: Int = 0) {
        let progress = Progress(done: done, total: total, elapsed: elapsed, before: before)
        line.show(
            terminal.messagesAreShown ? progress.bar(columns: terminal.columns) : progress.sentence,
            isNews: done == total)
    }

    /// The next event begins another run.
    func finish() {
        line.restart()
        started.withLock { $0 = nil }
        turn.withLock { $0 = ("", 0) }
    }
}

/// How far a run is, in words and as a bar.
struct Progress {
    let done: Int
    let total: Int
    let elapsed: Duration
    /// How many were done before that time began.
    var before = 0

    private var seconds: Double {
        Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
    }

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
            ? "\(Int(nearest: (100 * share).rounded(.down))) % of it is there"
            : "all of the picture is there, though it may not be as sharp as it was"
    }
}
