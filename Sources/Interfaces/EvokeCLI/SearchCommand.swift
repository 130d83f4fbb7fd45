import Evoke
import EvokeSystem
import EvokeValues

extension Option {
    static let batch = Option("--batch", .file("FILE"), "Answer the queries in FILE, one a line ('-': standard input)")
}

extension Command {
    static let search = Command(
        name: "search",
        summary: "Find photos by a description",
        operands: "QUERY",
        operandKind: .text,
        options: [.library, .model, .variant, .precision, .top, .json, .paths, .null, .batch],
        details: [
            "Words that follow each other are one query; quotation marks are not needed. The starter model understands "
                + "about 100 languages.",
            "The score is the cosine between the query and the photo: higher is better, and scores of different "
                + "queries or models cannot be compared.",
            "In JSON, took_ms is the time for the query itself, without loading the model.",
            "An empty line of --batch gets an error in its place, as an object with 'query' and 'error' in JSON, and the "
                + "others their answers; the exit code is then 3.",
        ],
        examples: [
            "evoke search a dog on the beach", "evoke search --top 3 --json \"rotes Auto\"",
            "evoke search -0 flowers | xargs -0 cp -t ~/chosen",
        ],
        run: { arguments, terminal in
            let batch = try Queries.read(arguments)
            let queries = batch.asked
            let form = try ResultForm(arguments, terminal)
            let top = try arguments.count(.top, default: 10)
            let places = try Places(library: arguments.path(.library))
            if batch.lines.count == 1, queries.count == 1, !arguments.choosesModel,
                let served = LibrarySocket(places, say: terminal.say).search(queries[0], top: top),
                let answer = Answer(served, query: queries[0])
            {
                try form.print(answer, isOneOfMany: arguments.has(.batch))
                return .done
            }
            let library = try await PhotoLibrary.open(
                places, access: .read, model: arguments.model(), precision: arguments.precision(),
                notify: MakingDisplay(terminal).show)
            keepUntilTheEnd(library)
            terminal.say(setbackOf: library.engine)
            if !queries.isEmpty { try await library.prepareToSearch() }
            let clock = ContinuousClock()
            let started = clock.now
            var answers = queries.isEmpty ? [] : try await library.search(queries, top: top)[...]
            let took = (clock.now - started) / max(1, queries.count)
            for line in batch.lines {
                switch line {
                case .asked(let query):
                    let hits = answers.popFirst() ?? []
                    try form.print(
                        Answer(query: query, model: library.model.name, took: took, hits: hits),
                        isOneOfMany: arguments.has(.batch))
                case .refused(let query, let reason): try form.print(query, refused: reason)
                }
            }
            return .of(done: queries.count, failed: batch.lines.count - queries.count)
        })

    static let similar = Command(
        name: "similar",
        summary: "Find photos like a photo",
        operands: "PHOTO",
        operandKind: .files,
        options: [.library, .model, .variant, .precision, .top, .json, .paths, .null],
        details: ["PHOTO may be in the library, and is then left out of the results, or any other picture."],
        examples: ["evoke similar ~/Pictures/sunset.jpg"],
        run: { arguments, terminal in
            guard let photo = arguments.operands.first, arguments.operands.count == 1 else {
                throw UsageError("Name one photo.", of: "similar")
            }
            let form = try ResultForm(arguments, terminal)
            let top = try arguments.count(.top, default: 10)
            let places = try Places(library: arguments.path(.library))
            if !arguments.choosesModel,
                let served = LibrarySocket(places, say: terminal.say).similar(to: photo, top: top),
                let answer = Answer(served, query: photo.display)
            {
                try form.print(answer, isOneOfMany: false)
                return .done
            }
            let library = try await PhotoLibrary.open(
                places, access: .read, model: arguments.model(), precision: arguments.precision(),
                notify: MakingDisplay(terminal).show)
            keepUntilTheEnd(library)
            terminal.say(setbackOf: library.engine)
            let clock = ContinuousClock()
            let started = clock.now
            let hits = try await library.similar(to: photo, top: top)
            try form.print(
                Answer(query: photo.display, model: library.model.name, took: clock.now - started, hits: hits),
                isOneOfMany: false)
            return .done
        })
}

/// The queries that a user asks, checked before anything is loaded.
private struct Queries {
    enum Line {
        case asked(String)
        case refused(String, reason: String)
    }

    let lines: [Line]

    var asked: [String] { lines.compactMap { if case .asked(let query) = $0 { query } else { nil } } }

    static func read(_ arguments: Arguments) throws -> Queries {
        guard let file = arguments.path(.batch) else {
            let words = arguments.operands.map { String(decoding: $0.bytes, as: UTF8.self) }
            let line = line(words.joined(separator: " "))
            if case .refused(_, let reason) = line { throw UsageError(reason, of: "search") }
            return Queries(lines: [line])
        }
        guard arguments.operands.isEmpty else {
            throw UsageError("Give a query or --batch, not both.", of: "search")
        }
        let bytes = try FileSystem.read(file.bytes.elementsEqual("-".utf8) ? FilePath("/dev/stdin") : file)
        var texts = String(decoding: bytes, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        if texts.last?.isEmpty == true { texts.removeLast() }
        return Queries(
            lines: texts.enumerated().map { number, text in
                line(String(text), place: " in line \(number + 1) of '\(file.display)'")
            })
    }

    private static func line(_ query: String, place: String = "") -> Line {
        query.unicodeScalars.contains { !$0.properties.isWhitespace }
            ? .asked(query)
            : .refused(query, reason: "The query\(place) is empty. Describe what the photo shows.")
    }
}
