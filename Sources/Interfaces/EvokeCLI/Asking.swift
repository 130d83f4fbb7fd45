import EvokeSystem

extension Option {
    static let yes = Option("--yes", .flag, "Ask nothing")
    static let dryRun = Option("--dry-run", .flag, "List the photos that are meant, and change nothing")
}

extension Arguments {
    /// Whether the user says yes, now or by an option. What is not asked is not done.
    func isWanted(_ question: String, of command: String, _ terminal: Terminal) throws -> Bool {
        if has(.yes) { return true }
        guard OwnProcess.inputIsTerminal, terminal.messagesAreShown else {
            throw UsageError("\(question) Nobody is there to be asked: say --yes to have it done.", of: command)
        }
        terminal.write("\(question) [y/N] ")
        let isWanted = ["y", "yes"].contains((readLine() ?? "").lowercased())
        if !isWanted { terminal.say("Nothing was changed.") }
        return isWanted
    }
}
