import EvokeValues

/// Names with a bar and a share each, for people.
struct ScoreBars {
    private static let width = 24

    private let column: Int
    private let terminal: Terminal

    init(names: [String], _ terminal: Terminal) {
        column = names.map(\.count).max() ?? 0
        self.terminal = terminal
    }

    func row(_ name: String, _ score: Float) -> String {
        let score = min(max(0, score), 1)
        let filled = Int(nearest: Float(Self.width) * score)
        let bar =
            String(repeating: "█", count: filled) + terminal.dim(String(repeating: "░", count: Self.width - filled))
        let share = "\(Int(nearest: 100 * score))%"
        return "  " + name + String(repeating: " ", count: column - name.count + 2) + bar
            + String(repeating: " ", count: 5 - share.count) + share
    }
}
