import Evoke
import EvokeClient
import EvokeValues
import EvokeWebAPI

/// The photos that a command is to act on.
struct ChosenPhotos {
    private static let mostNamed = 10

    let photos: PhotoSet
    /// Those to be named, the best first: all of them for a dry run, else a few.
    let paths: [FilePath]
    /// Whether somebody has to look at them before anything is done: they are the likeliest by what they show, and not
    /// all that have what a field says; or what is done cannot be taken back.
    let needAsking: Bool

    init(_ photos: PhotoSet, _ paths: [FilePath], needAsking: Bool) {
        (self.photos, self.paths, self.needAsking) = (photos, paths, needAsking)
    }

    /// What a query finds; of that, the hidden photos alone where `amongHidden` says so.
    init(
        answering text: String, amongHidden: Bool = false, _ places: LibraryConfiguration, _ arguments: Arguments,
        _ terminal: Terminal
    ) async throws {
        let library = try await PhotoLibrary.open(
            places, access: .read, notify: IndexBuildDisplay(terminal).show, upgrading: UpgradeDisplay(terminal).show)
        keepUntilTheEnd(library)
        terminal.say(setbackOf: library.engine)
        let reading = try await library.read(text, now: .now, isLiteral: arguments.has(.literal))
        for understood in reading.understood { terminal.say(SearchAnswer.Understood(understood)) }
        var query = reading.query
        if amongHidden { query = try query.alsoAsking(for: .test(.hidden)) }
        let photos = PhotoSet(try await library.photos(answering: query))
        needAsking = query.isRanked
        let named = arguments.has(.dryRun) ? photos.count : needAsking ? Self.mostNamed : 0
        let hits = min(named, photos.count) > 0 ? try await library.search(query, top: named).hits : []
        self.photos = photos
        paths = hits.filter { photos.contains($0.card.id) }.map(\.card.path)
    }

    /// Whether the command may go on with them: names them where they are only to be named, and asks where that is needed.
    ///
    /// - Parameter mayBeNone: whether it does something without photos, too.
    func areMeant(
        _ question: String, of command: String, mayBeNone: Bool = false, _ arguments: Arguments, _ terminal: Terminal
    ) throws -> Bool {
        if photos.isEmpty, !mayBeNone || arguments.has(.dryRun) {
            terminal.say("No photos found.")
            return false
        }
        if arguments.has(.dryRun) {
            for path in paths { try terminal.print(bytes: path.bytes + [UInt8(ascii: "\n")]) }
            terminal.say("\(Amount.of(photos.count, "photo")); nothing was changed.")
            return false
        }
        guard needAsking else { return true }
        if !arguments.has(.yes) { name(terminal) }
        return try arguments.isWanted(question, of: command, terminal)
    }

    private func name(_ terminal: Terminal) {
        for path in paths.prefix(Self.mostNamed) { terminal.say("  \(path.display)") }
        if photos.count > Self.mostNamed { terminal.say("  and \(photos.count - Self.mostNamed) more") }
    }
}

extension Query {
    /// Whether a model says which photos answer it best, and not fields alone which do.
    var isRanked: Bool { wanted?.isCondition == false }
}
