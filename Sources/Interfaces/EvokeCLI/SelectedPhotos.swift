import Evoke
import EvokeClient
import EvokePorts
import EvokeValues
import EvokeWebAPI

struct SelectedPhotos {
    private static let mostNamed = 10

    let photos: PhotoSet
    /// The paths to list, best first: all for a dry run, otherwise a few.
    let paths: [DiskPath]
    /// Whether to ask first: a model ranked them, or the change cannot be undone.
    let needsConfirmation: Bool

    /// Whether to go on: lists the photos for a dry run, and asks if needed.
    ///
    /// - Parameter mayBeNone: whether the command makes sense without photos.
    func confirm(
        _ question: String, mayBeNone: Bool = false, _ arguments: Arguments, _ terminal: Terminal
    ) throws -> Bool {
        if photos.isEmpty, !mayBeNone || arguments.has(.dryRun) {
            terminal.message("No photos found.")
            return false
        }
        if arguments.has(.dryRun) {
            for path in paths { try terminal.print(bytes: path.bytes + [UInt8(ascii: "\n")]) }
            terminal.message("\(Format.count(photos.count, "photo")). Dry run: nothing was changed.")
            return false
        }
        guard needsConfirmation else { return true }
        if !arguments.has(.yes) { name(terminal) }
        return try arguments.confirm(question, terminal)
    }

    private func name(_ terminal: Terminal) {
        for path in paths.prefix(Self.mostNamed) { terminal.message("  \(path.display)") }
        if photos.count > Self.mostNamed { terminal.message("  and \(photos.count - Self.mostNamed) more") }
    }
}

extension SelectedPhotos {
    /// The results of a query; only the hidden ones if `amongHidden`.
    init(
        answering text: String, amongHidden: Bool = false, in library: PhotoLibrary, _ arguments: Arguments,
        _ terminal: Terminal
    ) async throws {
        keepAliveUntilExit(library)
        try await terminal.reportSetback(of: library.engine)
        let reading = try await library.read(text, now: .now, isLiteral: arguments.has(.literal))
        for understood in reading.understood { terminal.explain(SearchAnswer.Understood(understood)) }
        var query = reading.query
        if amongHidden { query = try query.alsoAsking(for: .test(.hidden)) }
        let photos = try await library.photos(answering: query)
        let named = arguments.has(.dryRun) ? photos.count : query.isRanked ? Self.mostNamed : 0
        let hits =
            min(named, photos.count) > 0 ? try await library.search(SearchRequest(query: query, top: named)).hits : []
        self.init(
            photos: photos, paths: hits.filter { photos.contains($0.card.id) }.map(\.card.path),
            needsConfirmation: query.isRanked)
    }
}

extension SearchQuery {
    var isRanked: Bool { wanted?.isCondition == false }
}
