import Evoke
import EvokeValues
import EvokeWebAPI
import EvokeWire

extension Option {
    static let photos = Option("--photos", .flag, "The words are files of photos, and no query")
    /// Of the commands that mark photos.
    static let ofMarking: [Option] = [.library, .photos, .literal, .yes]
}

/// What `evoke tag` and its like do with the photos of a query.
struct Marking {
    /// More are not marked without asking.
    private static let mostWithoutAsking = 100

    private let command: String
    private let arguments: Arguments
    private let terminal: Terminal

    init(_ command: String, _ arguments: Arguments, _ terminal: Terminal) {
        (self.command, self.arguments, self.terminal) = (command, arguments, terminal)
    }

    /// Marks what the words find that follow the first few; of that, the hidden photos alone where `amongHidden` says so.
    func run(_ edit: MarkEdit, after first: Int, amongHidden: Bool = false) async throws -> ExitCode {
        let places = try Places(library: arguments.path(.library))
        let photos = try await photos(Array(arguments.operands.dropFirst(first)), places, amongHidden: amongHidden)
        return try await run(edit, on: photos, places)
    }

    func run(_ edit: MarkEdit, on photos: PhotoSet, _ places: Places) async throws -> ExitCode {
        let count = photos.count
        guard count > 0 else {
            terminal.say("No photos found.")
            return .done
        }
        if count > Self.mostWithoutAsking {
            guard try arguments.isWanted("Change the marks of \(count) photos?", of: command, terminal) else {
                return .done
            }
        }
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
                ? "Marked \(Amount.of(report.changed, "photo"))\(others). 'evoke undo' takes it back."
                : "Nothing is to be changed.")
        if report.unread > 0 {
            terminal.say("\(Amount.of(report.unread, "photo")) could not be marked before 'evoke index' has read it.")
        }
        if report.changed > 0 { try await Command.writeSidecars(places, terminal) }
        try await sayWhatStays(of: edit, on: photos, places)
        return .done
    }

    /// What a file says, Evoke does not take away.
    private func sayWhatStays(of edit: MarkEdit, on photos: PhotoSet, _ places: Places) async throws {
        for case .tag(let name) in edit.removing {
            let left = try await PhotoLibrary.photos(meeting: .test(.keyword(name)), places).intersection(photos).count
            guard left > 0 else { continue }
            let have = left == 1 ? "has" : "have"
            terminal.say("\(Amount.of(left, "photo")) \(have) that keyword in the file, which Evoke does not change.")
        }
    }

    private func photos(_ words: [FilePath], _ places: Places, amongHidden: Bool) async throws -> PhotoSet {
        guard !words.isEmpty else {
            throw UsageError("Say which photos, with a query or with --photos and files.", of: command)
        }
        guard !arguments.has(.photos) else {
            return try await PhotoLibrary.photos(at: words, places, upgrading: UpgradeDisplay(terminal).show)
        }
        let text = words.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: " ")
        guard !text.isBlank else { throw UsageError("The query is empty. Describe what the photos show.", of: command) }
        let library = try await PhotoLibrary.open(
            places, access: .read, notify: MakingDisplay(terminal).show, upgrading: UpgradeDisplay(terminal).show)
        keepUntilTheEnd(library)
        terminal.say(setbackOf: library.engine)
        let reading = try await library.read(text, now: .now, isLiteral: arguments.has(.literal))
        for understood in reading.understood { terminal.say(SearchAnswer.Understood(understood)) }
        var query = reading.query
        if amongHidden { query = try query.alsoAsking(for: .test(.hidden)) }
        return PhotoSet(try await library.photos(answering: query))
    }
}
