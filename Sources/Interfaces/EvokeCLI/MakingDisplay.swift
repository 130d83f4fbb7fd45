import EvokeValues
import Synchronization

/// Says that a search index is made, and how far that is: a line that is overwritten on a terminal, else one at the
/// beginning.
final class MakingDisplay: Sendable {
    private let terminal: Terminal
    /// Whether a first index is no news.
    private let isExpected: Bool
    private let clock = ContinuousClock()
    private let lastShown = Mutex<ContinuousClock.Instant?>(nil)

    init(_ terminal: Terminal, isExpected: Bool = false) {
        self.terminal = terminal
        self.isExpected = isExpected
    }

    func show(_ making: SearchIndexMaking) {
        if let setback = making.setback {
            if terminal.messagesAreShown { terminal.write("\r\u{1B}[K") }
            return terminal.say(error: setback)
        }
        if isExpected, making.reason == nil { return }
        lastShown.withLock { lastShown in
            let line = making.words
            guard terminal.messagesAreShown else {
                if making.photos == 0, !making.isDone { terminal.say(line) }
                return
            }
            if let last = lastShown, clock.now - last < .milliseconds(100), !making.isDone { return }
            terminal.write("\r\u{1B}[K" + line + (making.isDone ? "\n" : ""))
            lastShown = clock.now
        }
    }
}

extension SearchIndexMaking {
    var words: String {
        let what = reason.map { "Making the search index again, since \($0)" } ?? "Making the search index"
        return photos > 0 ? "\(what): \(photos) photos" : what
    }
}
