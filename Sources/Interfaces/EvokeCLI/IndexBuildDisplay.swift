import EvokeValues

/// Says that a search index is made, and how far that is: a line that is overwritten on a terminal, else one at the
/// beginning.
struct IndexBuildDisplay: Sendable {
    private let terminal: Terminal
    private let line: StatusLine
    /// Whether a first index is no news.
    private let isExpected: Bool

    init(_ terminal: Terminal, isExpected: Bool = false) {
        self.terminal = terminal
        line = StatusLine(terminal)
        self.isExpected = isExpected
    }

    func show(_ making: SearchIndexBuild) {
        if let setback = making.setback {
            line.clear()
            return terminal.say(error: setback)
        }
        if isExpected, making.reason == nil { return }
        guard terminal.messagesAreShown else {
            if making.photos == 0, !making.isDone { terminal.say(making.words) }
            return
        }
        line.show(making.words, isNews: making.isDone)
        if making.isDone { line.leave() }
    }
}

extension SearchIndexBuild {
    var words: String {
        let what = reason.map { "Making the search index again, since \($0)" } ?? "Making the search index"
        return photos > 0 ? "\(what): \(photos) photos" : what
    }
}
