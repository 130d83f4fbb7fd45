import EvokeSystem

extension Option {
    static let yes = Option("--yes", .flag, "Ask nothing")
}

extension Arguments {
    /// Whether the user says yes, now or by an option. What is not asked is not done.
    func isWanted(_ question: String, of command: String, _ terminal: Terminal) throws -> Bool {
        if has(.yes) { return true }
        guard OwnProcess.inputIsTerminal, terminal.messagesAreShown else {
            throw UsageError("Nobody is there to be asked. Say --yes to have it done.", of: command)
        }
        terminal.write("\(question) [y/N] ")
        return ["y", "yes"].contains((readLine() ?? "").lowercased())
    }
}
