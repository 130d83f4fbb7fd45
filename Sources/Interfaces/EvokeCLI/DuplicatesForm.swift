import Evoke
import EvokeValues

/// How groups of photos are printed for people and pipes.
struct DuplicatesForm {
    private let terminal: Terminal

    init(_ terminal: Terminal) { self.terminal = terminal }

    func print(_ group: DuplicateGroup) throws(EvokeError) {
        guard terminal.resultsAreShown else {
            for (place, member) in group.photos.enumerated() {
                let reasons = member.merits.map(\.rawValue).joined(separator: ",")
                try terminal.print(
                    "\(group.kind.rawValue)\t\(place == 0 ? "keep" : "")\t\(member.card.stamp.size)\t\(reasons)\t"
                        + member.card.path.display)
            }
            return
        }
        let room = Amount.ofBytes(group.reclaimable)
        try terminal.print(terminal.bold("\(group.kind.words), \(group.photos.count) photos, \(room) to win"))
        for (place, member) in group.photos.enumerated() {
            let size = member.card.size.map { "\($0.width) × \($0.height)" } ?? ""
            let reasons = member.merits.map { place == 0 ? $0.words : $0.wordsOfLack }.joined(separator: ", ")
            let folder = member.card.path.parent.map { $0.appending([]).display } ?? ""
            try terminal.print(
                "  \(place == 0 ? "keep" : "    ")  \(padded(size, 13))  "
                    + "\(padded(Amount.ofBytes(member.card.stamp.size), 10))  \(terminal.dim(folder))"
                    + FilePath(bytes: member.card.path.name).display + (reasons.isEmpty ? "" : "  (\(reasons))"))
        }
    }

    /// A file that two groups would do without is counted once.
    func say(totalOf groups: [DuplicateGroup]) {
        guard !groups.isEmpty else { return terminal.say("No copies found.") }
        let count = groups.count == 1 ? "One group" : "\(groups.count) groups"
        terminal.say("\(count), \(Amount.ofBytes(DuplicateGroup.reclaimable(of: groups))) to win.")
    }

    private func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}

extension DuplicateGroup.Kind {
    fileprivate var words: String {
        switch self {
        case .exact: "Exact copies"
        case .same: "The same picture"
        case .burst: "One moment"
        }
    }
}

extension DuplicateGroup.Merit {
    fileprivate var words: String {
        switch self {
        case .favourite: "a favourite"
        case .larger: "larger"
        case .colored: "in colour"
        case .originalFormat: "original format"
        case .hasDate: "has a date"
        case .sharper: "sharper"
        case .lessCompressed: "less compressed"
        case .older: "older file"
        }
    }

    /// What a photo is that the first is better than.
    fileprivate var wordsOfLack: String {
        switch self {
        case .favourite: "no favourite"
        case .larger: "smaller"
        case .colored: "grey"
        case .originalFormat: "another format"
        case .hasDate: "no date"
        case .sharper: "less sharp"
        case .lessCompressed: "more compressed"
        case .older: "newer file"
        }
    }
}
