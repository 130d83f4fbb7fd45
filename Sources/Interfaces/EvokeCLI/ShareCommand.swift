import Evoke
import EvokeSystem
import EvokeValues
import EvokeWebAPI

extension Option {
    fileprivate static let sharedSearch = Option(
        "--search", .text("NAME"), "Share what the search finds that is saved under that name")
    fileprivate static let until = Option(
        "--until", .text("WHEN"), "The last day of it (2026-12-31), or how many days it lasts (7d; default: 30d)")
    fileprivate static let end = Option("--end", .text("SHARE"), "End a share at once, by its number or its name")
}

extension Command {
    static let share = Command(
        name: "share",
        summary: "Let others look at an album or a saved search, until a date",
        operands: "[ALBUM]",
        operandKind: .text,
        options: [.library, .sharedSearch, .until, .end, .yes, .dryRun, .json],
        details: [
            "Prints a link. Whoever has it sees these photos in a browser, as long as 'evoke serve' runs and the share lasts: "
                + "what is in the album, or what the search finds, at that time. They can search among them by what they show "
                + "and when they were taken. They see no other photo, change nothing, and are not told who is in photos, where "
                + "these were taken or lie, nor what you said of them. Hidden photos stay hidden.",
            "Where words or like: choose what a search finds, that is listed and asked about first.",
            "Photos are shown with 1600 pixels at most, and their files are not sent. Films are sent as they are, "
                + "with what the camera wrote in them, which may be where they were taken.",
            "The server has to be open to the network for others to reach it (--host 0.0.0.0). The link is told once: the "
                + "library keeps what tells its token, and not the token. A server that runs hears at once of what is shared, "
                + "and of what ends.",
            "Without ALBUM, lists what is shared: number, name, until when, and when somebody looked last. --json prints one "
                + "object, as a server's /api/shares gives it (docs/api.md).",
        ],
        examples: [
            "evoke share \"Italy 2019\"", "evoke share --search \"Last week\" --until 7d", "evoke share",
            "evoke share --end \"Italy 2019\"",
        ],
        run: { arguments, terminal in
            let places = try LibraryConfiguration(library: arguments.path(.library))
            let shares = Shares(ofLibrary: places.library)
            let wanted = try arguments.wanted()
            if wanted != nil || arguments.has(.end), arguments.has(.json) {
                throw UsageError("The option '--json' is for the list of what is shared.", of: "share")
            }
            if let wanted {
                let until = try arguments.end(after: Shares.now)
                let (part, query) = try await wanted.known(in: places, terminal)
                guard try await isMeant(part, query, places, arguments, terminal) else { return .done }
                try share(part, until: until, shares, places, terminal)
            } else if arguments.has(.until) {
                throw UsageError("Say what to share until then: an album, or --search.", of: "share")
            } else if let given = arguments.text(.end) {
                let share = try shares.one(given)
                guard try shares.end(share.number) else { throw EvokeError.noShare(given, []) }
                terminal.say("Ended: '\(FilePath(share.name).display)' is not shared any more.")
            } else {
                try await list(shares, places, asJSON: arguments.has(.json), terminal)
            }
            return .done
        })

    /// An album is; what a search finds may have to be looked at. It may find nothing yet.
    private static func isMeant(
        _ part: LibraryPart, _ query: String, _ places: LibraryConfiguration, _ arguments: Arguments,
        _ terminal: Terminal
    ) async throws -> Bool {
        if case .album = part, !arguments.has(.dryRun) { return true }
        let chosen = try await ChosenPhotos(answering: query, places, arguments, terminal)
        let question = "Share what this search finds, \(Amount.of(chosen.photos.count, "photo")) now?"
        return try chosen.areMeant(question, of: "share", mayBeNone: true, arguments, terminal)
    }

    private static func share(
        _ part: LibraryPart, until: Int64, _ shares: Shares, _ places: LibraryConfiguration, _ terminal: Terminal
    ) throws {
        let (share, token) = try shares.add(part, until: until)
        let server = LibrarySocket(places, say: terminal.say).shares()
        let usual = "http://\(Addresses.forPeople("0.0.0.0")):7654/"
        let link = (server?.address ?? usual) + token.asked
        try terminal.print(link)
        if terminal.messagesAreShown, let code = terminalQR(of: link) {
            for line in code { terminal.say(line) }
        }
        let thing = if case .album = part { "the album" } else { "what the search finds:" }
        terminal.say(
            "Whoever has this link can look at \(thing) '\(FilePath(share.name).display)', until \(shown(until)). "
                + "'evoke share --end \(share.number)' ends that.")
        if server == nil {
            terminal.say("No server of this library runs: the link works with 'evoke serve --host 0.0.0.0'.")
        } else if server?.isPublic == false {
            terminal.say(
                "The server listens to this machine alone. For others to reach it, start 'evoke serve' with --host, "
                    + "and share anew, since the address is another then.")
        }
    }

    private static func list(_ shares: Shares, _ places: LibraryConfiguration, asJSON: Bool, _ terminal: Terminal)
        async throws
    {
        // Without a library there is nothing that could be shared.
        _ = try await PhotoLibrary.savedSearches(places, upgrading: UpgradeDisplay(terminal).show)
        let (all, now) = (try shares.all(), Shares.now)
        guard !asJSON else {
            let server = LibrarySocket(places, say: terminal.say).shares()
            let answer = SharesAnswer(
                address: server?.address, isPublic: server?.isPublic ?? false,
                shares: all.map { ShareAnswer($0, now: now) })
            return try terminal.print(JSONText.of(answer))
        }
        for share in all {
            let kind = if case .album = share.part { "album" } else { "search" }
            let end = share.hasEnded(at: now) ? "ended" : "until \(shown(share.until))"
            let use = share.used.map { "last looked at \(shown($0))" } ?? "not looked at yet"
            let cells = ["\(share.number)", terminal.bold(FilePath(share.name).display), kind, end, use]
            try terminal.print(cells.joined(separator: terminal.resultsAreShown ? "  " : "\t"))
        }
        if all.isEmpty { terminal.say("Nothing is shared. 'evoke share ALBUM' shares an album.") }
    }

    /// By the clock on the wall.
    private static func shown(_ seconds: Int64) -> String {
        let text = CivilTime(seconds: seconds + Int64(SystemClock.offset(atSeconds: seconds))).text
        return text.split(separator: "T").joined(separator: " ").split(separator: ":").dropLast().joined(separator: ":")
    }
}

extension Arguments {
    /// What is to be shared; nil where that is not asked.
    fileprivate func wanted() throws(UsageError) -> LibraryPart? {
        let album = operands.first.map { String(decoding: $0.bytes, as: UTF8.self) }
        guard operands.count <= 1 else {
            throw UsageError("Name one album, in quotes where its name has spaces.", of: "share")
        }
        guard [album != nil, has(.sharedSearch), has(.end)].count(where: \.self) <= 1 else {
            throw UsageError("Choose one of an album, --search and --end.", of: "share")
        }
        return album.map(LibraryPart.album) ?? text(.sharedSearch).map(LibraryPart.search)
    }

    /// When it ends, in seconds since 1970.
    fileprivate func end(after now: Int64) throws(UsageError) -> Int64 {
        guard let text = text(.until) else { return now + Int64(Shares.usualDays) * 86_400 }
        if text.hasSuffix("d"), let days = Int(text.dropLast()), Shares.days.contains(days) {
            return now + Int64(days) * 86_400
        }
        guard let last = CivilTime(lastOf: text) else {
            throw UsageError(
                "The option '--until' needs a day such as 2026-12-31, or 1 to \(Shares.days.upperBound) days such as 7d, "
                    + "not '\(text)'.", of: "share")
        }
        let end = last.seconds - Int64(SystemClock.offset(atSeconds: last.seconds))
        guard end > now, end <= now + Int64(Shares.days.upperBound) * 86_400 else {
            throw UsageError("The day \(text) is past, or more than ten years away.", of: "share")
        }
        return end
    }
}

extension CivilTime {
    /// The end of a day such as 2026-12-31; nil where there is none.
    fileprivate init?(lastOf day: String) {
        let numbers = day.split(separator: "-", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard day.utf8.count == 10, numbers.count == 3 else { return nil }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2], hour: 23, minute: 59, second: 59)
    }
}

extension LibraryPart {
    /// By the name that it has in the library, and the query that finds it.
    fileprivate func known(in places: LibraryConfiguration, _ terminal: Terminal) async throws -> (
        LibraryPart, query: String
    ) {
        let upgrading = UpgradeDisplay(terminal).show
        switch self {
        case .album(let name):
            _ = try await PhotoLibrary.photos(inAlbum: name, places, upgrading: upgrading)
            let albums = try await PhotoLibrary.marks(places, upgrading: upgrading).albums.map(\.text)
            return (.album(albums.first { $0.folded == name.folded } ?? name), "\(try Query(.test(.album(name))))")
        case .search(let name):
            let searches = try await PhotoLibrary.savedSearches(places, upgrading: upgrading)
            let search = try searches.named(name, doing: "share the saved search")
            return (.search(search.name), search.query)
        }
    }
}

extension Shares {
    /// The one that somebody means by a number or a name.
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
            named.isEmpty ? .notFound : .wrongUsage, doing: "end the share", subject: FilePath(given).display,
            reason: named.isEmpty ? "nothing is shared under that name or number" : "it is shared more than once",
            remedy: named.isEmpty ? "'evoke share' lists what is shared." : "Give one of the numbers \(numbers).")
    }
}
