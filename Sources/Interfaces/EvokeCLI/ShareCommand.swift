import Evoke
import EvokePorts
import EvokeSystem
import EvokeValues
import EvokeWebAPI

extension Option {
    fileprivate static let sharedSearch = Option("--search", .text("NAME"), "Share a saved search")
    fileprivate static let until = Option(
        "--until", .text("WHEN"), "The last day (2026-12-31), or a number of days (7d; default: 30d)")
}

extension Command {
    static let share = Command(
        name: "share",
        summary: "Share an album or a saved search by a link",
        operands: "[ALBUM]",
        operandKind: .text,
        options: [.library, .sharedSearch, .until, .yes, .dryRun, .json],
        details: [
            "Prints a link. Anyone who has it can view these photos in a browser while 'evoke serve' runs, until the "
                + "share ends. They can search among them, but see no other photos, no names of people, no "
                + "locations, no paths and none of your marks, and change nothing. Hidden photos stay hidden.",
            "Photos are shown at up to 1600 pixels, and originals are not sent. Videos are sent as they are, with "
                + "their metadata, which may include the location.",
            "For others to reach it, start the server with --host 0.0.0.0. The link is shown once; the library does "
                + "not keep it.",
            "Without ALBUM, lists the shares: number, name, end, last view. --json prints one object, as the "
                + "server's /api/shares does (docs/api.md).",
        ],
        examples: ["evoke share \"Italy 2019\"", "evoke share --search \"Last week\" --until 7d", "evoke share"],
        subcommands: [shareRemove],
        run: { arguments, terminal in
            let configuration = try LibraryConfiguration(library: arguments.path(.library))
            let shares = Shares(ofLibrary: configuration.library)
            let wanted = try arguments.wanted()
            if wanted != nil, arguments.has(.json) {
                throw UsageError("'--json' is only for the list of shares.")
            }
            if let wanted {
                let until = try arguments.end(after: Shares.now)
                let library = try await arguments.library(terminal)
                let (part, query) = try await wanted.known(in: library)
                guard try await isMeant(part, query, library, arguments, terminal) else { return .done }
                try share(part, until: until, shares, configuration, terminal)
            } else if arguments.has(.until) {
                throw UsageError("Give what to share: an album, or --search.")
            } else {
                // Throws if there is no library.
                _ = try await arguments.library(terminal)
                try list(shares, configuration, asJSON: arguments.has(.json), terminal)
            }
            return .done
        })

    private static let shareRemove = Command(
        name: "share remove",
        summary: "End a share at once",
        operands: "SHARE",
        operandKind: .text,
        options: [.library],
        examples: ["evoke share remove \"Italy 2019\"", "evoke share remove 3"],
        run: { arguments, terminal in
            let given = try arguments.only("Give one share, by its number or its name.")
            let shares = Shares(ofLibrary: try LibraryConfiguration(library: arguments.path(.library)).library)
            let share = try shares.one(given)
            guard try shares.end(share.number) else { throw EvokeError.noShare(given, []) }
            terminal.message("Removed: '\(DiskPath(share.name).display)' is no longer shared.")
            return .done
        })

    /// An album needs no confirmation; the results of a search may. There may be none yet.
    private static func isMeant(
        _ part: LibraryPart, _ query: String, _ library: PhotoLibrary, _ arguments: Arguments,
        _ terminal: Terminal
    ) async throws -> Bool {
        if case .album = part, !arguments.has(.dryRun) { return true }
        let chosen = try await SelectedPhotos(answering: query, in: library, arguments, terminal)
        let question = "Share the results of this search, now \(Format.count(chosen.photos.count, "photo"))?"
        return try chosen.confirm(question, mayBeNone: true, arguments, terminal)
    }

    private static func share(
        _ part: LibraryPart, until: Int64, _ shares: Shares, _ configuration: LibraryConfiguration, _ terminal: Terminal
    ) throws {
        let (share, token) = try shares.add(part, until: until)
        let server = LibrarySocket(configuration, warn: terminal.message).shares()
        let usual = "http://\(HostAddress.display("0.0.0.0")):7654/"
        let link = (server?.address ?? usual) + token.asked
        try terminal.print(link)
        if terminal.messagesAreShown, let code = terminalQR(of: link) {
            for line in code { terminal.message(line) }
        }
        let thing = if case .album = part { "the album" } else { "the search" }
        terminal.message(
            "Anyone with this link can view \(thing) '\(DiskPath(share.name).display)' until \(shown(until)). "
                + "End it with 'evoke share remove \(share.number)'.")
        if server == nil {
            terminal.message("No server is running. The link works while 'evoke serve --host 0.0.0.0' runs.")
        } else if server?.isPublic == false {
            terminal.message(
                "The server only listens on this machine. To let others in, start 'evoke serve' with --host, and share "
                    + "again, because the address changes.")
        }
    }

    private static func list(
        _ shares: Shares, _ configuration: LibraryConfiguration, asJSON: Bool, _ terminal: Terminal
    ) throws {
        let (all, now) = (try shares.all(), Shares.now)
        guard !asJSON else {
            let server = LibrarySocket(configuration, warn: terminal.message).shares()
            let answer = SharesAnswer(
                address: server?.address, isPublic: server?.isPublic ?? false,
                shares: all.map { ShareAnswer($0, now: now) })
            return try terminal.print(JSONText.of(answer))
        }
        for share in all {
            let kind = if case .album = share.part { "album" } else { "search" }
            let end = share.hasEnded(at: now) ? "ended" : "until \(shown(share.until))"
            let use = share.used.map { "last viewed \(shown($0))" } ?? "not viewed yet"
            let cells = ["\(share.number)", terminal.bold(DiskPath(share.name).display), kind, end, use]
            try terminal.print(cells.joined(separator: terminal.resultsAreShown ? "  " : "\t"))
        }
        if all.isEmpty { terminal.message("No shares. Share an album with 'evoke share ALBUM'.") }
    }

    /// In local time.
    private static func shown(_ seconds: Int64) -> String {
        let text = CivilTime(seconds: seconds + Int64(SystemClock.offset(atSeconds: seconds))).text
        return text.split(separator: "T").joined(separator: " ").split(separator: ":").dropLast().joined(separator: ":")
    }
}

extension Arguments {
    /// What to share; nil to list shares.
    fileprivate func wanted() throws(UsageError) -> LibraryPart? {
        _ = try operands(...1, or: "Give one album, in quotes if its name has spaces.")
        let album = words.first
        guard album == nil || !has(.sharedSearch) else {
            throw UsageError("Choose one of an album and --search.")
        }
        return album.map(LibraryPart.album) ?? text(.sharedSearch).map(LibraryPart.search)
    }

    /// The end, in seconds since 1970.
    fileprivate func end(after now: Int64) throws(UsageError) -> Int64 {
        guard let text = text(.until) else { return now + Int64(Shares.usualDays) * 86_400 }
        if text.hasSuffix("d"), let days = Int(text.dropLast()), Limits.shareDays.contains(days) {
            return now + Int64(days) * 86_400
        }
        guard let last = CivilTime(lastOf: text) else {
            throw UsageError(
                "'--until' needs a date such as 2026-12-31, or 1 to \(Limits.shareDays.upperBound) days, such as 7d, "
                    + "not '\(text)'.")
        }
        let end = last.seconds - Int64(SystemClock.offset(atSeconds: last.seconds))
        guard end > now, end <= now + Int64(Limits.shareDays.upperBound) * 86_400 else {
            throw UsageError("\(text) is in the past, or more than ten years away.")
        }
        return end
    }
}

extension CivilTime {
    /// The end of a day such as 2026-12-31; nil if it is invalid.
    fileprivate init?(lastOf day: String) {
        let numbers = day.split(separator: "-", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard day.utf8.count == 10, numbers.count == 3 else { return nil }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2], hour: 23, minute: 59, second: 59)
    }
}

extension LibraryPart {
    /// With its exact name in the library, and the query that finds it.
    fileprivate func known(in library: PhotoLibrary) async throws -> (LibraryPart, query: String) {
        switch self {
        case .album(let name):
            _ = try await library.albums.photos(in: name)
            let albums = try await library.albums.all().map(\.text)
            return (
                .album(albums.first { $0.folded == name.folded } ?? name), "\(try SearchQuery(.test(.album(name))))"
            )
        case .search(let name):
            let search = try await library.saved.list().named(name, doing: "share the saved search")
            return (.search(search.name), search.query)
        }
    }
}

extension Shares {
    fileprivate func one(_ given: String) throws(EvokeError) -> Share {
        let all = try all()
        if let number = Int(given), let found = all.first(where: { $0.number == number }) { return found }
        let named = all.filter { $0.name.folded == given.folded }
        guard named.count == 1 else { throw EvokeError.noShare(given, named) }
        return named[0]
    }
}

extension EvokeError {
    fileprivate static func noShare(_ given: String, _ named: [Share]) -> EvokeError {
        let numbers = named.map { "\($0.number)" }.joined(separator: ", ")
        return EvokeError(
            named.isEmpty ? .notFound : .wrongUsage, doing: "remove the share", subject: DiskPath(given).display,
            reason: named.isEmpty ? "there is no share of that name or number" : "several shares have that name",
            remedy: named.isEmpty ? "List them with 'evoke share'." : "Give one of the numbers \(numbers).")
    }
}
