import EvokePorts
import EvokeQuery
import EvokeValues
import EvokeVectorIndex

/// A branch of a request, with the photos that it finds.
struct Way: Sendable {
    /// Without a query, which was resolved into the other parts.
    let question: SearchRequest
    /// The photos it may find; nil for all.
    let photos: PhotoSet?
    /// The photos that fit; nil if there is no cut-off, or if nobody needs them and finding them would take extra work.
    let fitting: PhotoSet?
    /// Whether each photo is known to fit or not: there is a cut-off, or none is needed.
    let tellsWhatFits: Bool
    /// How photos match it; nil for a list, where all match alike.
    let ranking: Ranking?
    /// At least the requested number, best first; empty for a list.
    let best: [Found]
    /// The photos the request is made of, which are left out.
    let asked: Set<PhotoID>
}

extension OpenLibrary {
    /// Enough of the best photos that a second pass over the library is seldom needed to find which fit.
    static let oftenEnough = 256

    /// The branch of each request, none of which has a query.
    func ways(to questions: [SearchRequest]) async throws -> [Way] {
        if questions.contains(where: { !$0.isList || !$0.avoided.isEmpty }) { try await checkVectors() }
        var ways = [Way?](repeating: nil, count: questions.count)
        let hidesSome = try await catalog.hidesSome()
        for (allowed, places) in Dictionary(grouping: questions.indices, by: { Allowed(questions[$0]) }) {
            var photos: PhotoSet?
            if let condition = allowed.condition ?? (hidesSome || allowed.among != nil ? .all([]) : nil) {
                let meeting = try await catalog.photos(meeting: condition)
                photos = allowed.among.map(meeting.intersection) ?? meeting
            }
            let lists = places.filter { questions[$0].isList }
            let ranked = places.filter { !questions[$0].isList }
            for place in lists { ways[place] = try await list(questions[place], among: photos) }
            for (place, way) in zip(ranked, try await rank(ranked.map { questions[$0] }, among: photos)) {
                ways[place] = way
            }
        }
        return ways.compactMap(\.self)
    }

    private func list(_ question: SearchRequest, among photos: PhotoSet?) async throws -> Way {
        var listed = if let photos { photos } else { try await catalog.photos(meeting: .all([])) }
        if !question.avoided.isEmpty {
            listed = listed.subtracting(try await vetoed(by: question.avoided, ofList: true))
        }
        return Way(
            question: question, photos: listed, fitting: listed, tellsWhatFits: true, ranking: nil, best: [],
            asked: [])
    }

    /// Ranks requests that may find the same photos, in one pass over the library.
    private func rank(_ questions: [SearchRequest], among photos: PhotoSet?) async throws -> [Way] {
        guard !questions.isEmpty else { return [] }
        var (queries, asked, vetoed, most) = ([PhotoQuery](), [Set<PhotoID>](), [PhotoSet](), 0)
        for question in questions {
            let query = try await query(of: question)
            queries.append(query)
            asked.append(query.asked)
            vetoed.append(try await self.vetoed(by: question.avoided))
            let wanted = max(question.depth, question.needsFitting ? Self.oftenEnough : Self.photosForTheCutoff)
            most = max(most, wanted + query.asked.count + vetoed[vetoed.count - 1].count)
        }
        let found = try await vectors.search(queries.map(\.vector), top: most, among: photos)
        var ways: [Way] = []
        for (place, question) in questions.enumerated() {
            let matches = found[place].filter { !asked[place].contains($0.id) }
            let allowed = matches.filter { !vetoed[place].contains($0.id) }
            let cutoff = try await cutoff(for: question, queries[place], allowed, among: photos?.count)
            let asksForMore = question.isInWordsAlone && !question.isOfFingerprintsAlone
            let words = try asksForMore ? question.words.flatMap(configuration.textQuery) : nil
            var textMatches = TextMatches()
            if let words { textMatches = try await catalog.photos(with: words).among(photos) }
            let people = asksForMore ? question.words.flatMap(PeopleInWords.init(in:)) : nil
            let counted = try await self.counted(people, among: photos)
            let ranking = Ranking(
                query: queries[place].vector, cutoff: cutoff, vetoed: vetoed[place], words: words,
                textMatches: textMatches,
                people: people, counted: counted, meaning: question.meaning)
            let leftOut = vetoed[place].union(PhotoSet(asked[place]))
            // These match whatever they look like.
            let known = (people?.isAll == true ? textMatches.any.union(counted) : textMatches.any)
                .subtracting(PhotoSet(asked[place]))
            let byText = try await vectors.search(queries[place].vector, among: known)
            // Of no photos, none fits.
            var fitting = question.mayHaveCutoff && matches.isEmpty ? PhotoSet() : nil
            let isBeyond = matches.last.map { last in cutoff.map { last.score < $0.fitting } ?? false } ?? false
            let hasSeenAll = found[place].count < most || isBeyond
            if let cutoff, question.needsFitting || hasSeenAll {
                fitting = try await self.photos(
                    from: cutoff.fitting, matches, for: queries[place].vector, among: photos
                )
                .union(PhotoSet(byText.map(\.id))).subtracting(leftOut)
            }
            let others = matches.filter { !known.contains($0.id) }
            ways.append(
                Way(
                    question: question, photos: photos, fitting: fitting,
                    tellsWhatFits: cutoff != nil || allowed.isEmpty, ranking: ranking,
                    best: (others + byText).map(ranking.found).bestFirst(), asked: asked[place]))
        }
        return ways
    }

    /// The photos with as many faces as the words ask for, among those searched for faces.
    func counted(_ people: PeopleInWords?, among photos: PhotoSet? = nil) async throws -> PhotoSet {
        guard let people else { return PhotoSet() }
        let counted = try await catalog.photos(meeting: .test(.faces(people.faces)))
        return photos.map(counted.intersection) ?? counted
    }

    /// All photos with at least that score; `best` are the best of all.
    func photos(
        from score: Float, _ best: [VectorMatch], for query: Embedding, among photos: PhotoSet? = nil
    ) async throws -> PhotoSet {
        let fitting = best.prefix { $0.score >= score }
        if fitting.count < best.count { return PhotoSet(fitting.map(\.id)) }
        return try await vectors.photos(atLeast: score, for: query, among: photos)
    }
}

/// Determines which photos a request may find.
private struct Allowed: Hashable {
    let condition: PhotoCondition?
    let among: PhotoSet?

    init(_ question: SearchRequest) { (condition, among) = (question.condition, question.among) }
}

extension SearchRequest {
    /// Whether its result depends on the set of all photos that fit.
    fileprivate var needsFitting: Bool { mayHaveCutoff && (countsFitting || order != nil) }
}

extension LibrarySearching {
    /// All of those photos, best first.
    func search(_ query: Embedding, among photos: PhotoSet) async throws -> [VectorMatch] {
        photos.isEmpty ? [] : try await search([query], top: photos.count, among: photos)[0]
    }
}
