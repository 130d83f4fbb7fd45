import Evoke
import EvokeValues

extension Option {
    static let photos = Option("--photos", .flag, "The words are files of photos, and no query")
    /// Of the commands that mark photos.
    static let ofMarking: [Option] = [.library, .photos, .literal, .yes, .dryRun]
}

/// What `evoke tag` and its like do with the photos of a query.
struct Marking {
    private let command: String
    private let arguments: Arguments
    private let terminal: Terminal

    init(_ command: String, _ arguments: Arguments, _ terminal: Terminal) {
        (self.command, self.arguments, self.terminal) = (command, arguments, terminal)
    }

    /// Marks what the words find that follow the first few; of that, the hidden photos alone where `amongHidden` says so.
    func run(_ edit: MarkEdit, after first: Int, amongHidden: Bool = false) async throws -> ExitCode {
        let places = try LibraryConfiguration(library: arguments.path(.library))
        let chosen = try await chosen(Array(arguments.operands.dropFirst(first)), places, amongHidden: amongHidden)
        // Marks belong to what a file holds.
        let copies = try await PhotoLibrary.copies(of: chosen.photos, places).count
        let along = copies > 0 ? " with \(copies) exact \(copies == 1 ? "copy" : "copies")" : ""
        let question = "Change the marks of \(Amount.of(chosen.photos.count, "photo"))\(along)?"
        guard try chosen.areMeant(question, of: command, arguments, terminal) else { return .done }
        return try await run(edit, on: chosen.photos, along: along, places)
    }

    /// - Parameter along: what is marked with the photos, as it stands behind their number.
    func run(
        _ edit: MarkEdit, on photos: PhotoSet, along: String = "", _ places: LibraryConfiguration
    ) async throws -> ExitCode {
        let count = photos.count
        let display = StepDisplay(terminal, saidEvery: nil)
        defer { display.end() }
        let report = try await PhotoLibrary.mark(photos, edit, places, upgrading: UpgradeDisplay(terminal).show) {
            display.show("Marking \(Amount.of(count, "photo")): \(Amount.percent($0))")
        }
        display.end()
        let same = count - report.changed - report.unread
        let others = same > 0 && report.changed > 0 ? ", \(same) \(same == 1 ? "was" : "were") so already" : ""
        terminal.say(
            report.changed > 0
                ? "Marked \(Amount.of(report.changed, "photo"))\(along)\(others). 'evoke undo' takes it back."
                : "Nothing is to be changed.")
        if report.unread > 0 {
            terminal.say("\(Amount.of(report.unread, "photo")) could not be marked before 'evoke index' has read it.")
        }
        if report.changed > 0 { try await Command.writeSidecars(places, terminal) }
        try await sayWhatStays(of: edit, on: photos, places)
        return .done
    }

    /// What a file says, Evoke does not take away.
    private func sayWhatStays(of edit: MarkEdit, on photos: PhotoSet, _ places: LibraryConfiguration) async throws {
        for case .tag(let name) in edit.removing {
            let left = try await PhotoLibrary.photos(meeting: .test(.keyword(name)), places).intersection(photos).count
            guard left > 0 else { continue }
            let have = left == 1 ? "has" : "have"
            terminal.say("\(Amount.of(left, "photo")) \(have) that keyword in the file, which Evoke does not change.")
        }
    }

    private func chosen(_ words: [FilePath], _ places: LibraryConfiguration, amongHidden: Bool) async throws
        -> ChosenPhotos
    {
        guard !words.isEmpty else {
            throw UsageError("Say which photos, with a query or with --photos and files.", of: command)
        }
        guard !arguments.has(.photos) else {
            let upgrading = UpgradeDisplay(terminal).show
            let photos = try await PhotoLibrary.photos(at: words, places, upgrading: upgrading)
            return ChosenPhotos(photos, words, needAsking: false)
        }
        let text = words.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: " ")
        guard !text.isBlank else { throw UsageError("The query is empty. Describe what the photos show.", of: command) }
        return try await ChosenPhotos(answering: text, amongHidden: amongHidden, places, arguments, terminal)
    }
}
