import EvokePorts
import EvokeQuery
import EvokeValues
import EvokeVectorIndex

/// Results, merged from what each branch of a request finds.
extension OpenLibrary {
    /// Matches come first, best first or in the requested order. If there is no cut-off, that order applies within the
    /// page.
    func page(of question: SearchRequest, _ ways: [Way]) async throws -> SearchResults {
        let areLists = ways.allSatisfy { $0.ranking == nil }
        let order = ways.first?.question.order ?? (areLists ? .newest : nil)
        let fitting = ways.fitting
        let shown = fitting.map { question.stacks?.folded($0) ?? $0 }
        let datedByFile = try await datedByFile(ways, among: shown)
        let isInOrder = order != nil && fitting?.isEmpty == false
        var listed: [PhotoCard] = []
        if isInOrder, let order {
            listed = try await catalog.cards(
                among: shown, order: order, top: question.end - question.start, offset: question.start)
        }
        var found = try await self.found(listed.map(\.id), ways)
        if listed.count < question.end - question.start, !areLists {
            var rest = try await bestOfStacks(ways, question)
            if isInOrder, let fitting { rest = rest.filter { !fitting.contains($0.id) } }
            let before = isInOrder ? shown?.count ?? 0 : 0
            found += rest.dropFirst(max(0, question.start - before)).prefix(
                question.end - question.start - listed.count)
        }
        if let stacks = question.stacks { found = try await bestOfEach(found, stacks, ways) }
        var hits = try await hits(found, from: question.start + 1, known: listed, question, ways)
        if fitting == nil, let order { hits = order.sorted(hits, by: \.card) }
        let (total, folded) = try await total(of: ways, question.stacks)
        let more = fitting.flatMap { fitting in shown.map { fitting.count - $0.count } }
        if !question.showsAll, question.query?.showsAll != true { hits = hits.filter { $0.fits != false } }
        return SearchResults(
            hits: hits, total: total, fitting: shown?.count, order: order,
            withoutColors: try await withoutColors(ways), datedByFile: datedByFile.count, folded: more ?? folded)
    }

    /// Photos that fit a requested time only by the date of their file; none if no time is requested.
    func datedByFile(_ ways: [Way], among fitting: PhotoSet?) async throws -> PhotoSet {
        guard let fitting, ways.contains(where: { $0.question.condition?.asksForTime ?? false }) else {
            return PhotoSet()
        }
        return try await catalog.photos(meeting: PhotoCondition.test(.datedByFile).amongHiddenToo).intersection(fitting)
    }

    /// How these photos match a request, in the order given.
    func found(_ photos: [PhotoID], _ ways: [Way]) async throws -> [Found] {
        var found: [PhotoID: Found] = [:]
        for way in ways {
            let some = way.photos.map { PhotoSet(photos).intersection($0) } ?? PhotoSet(photos)
            if let ranking = way.ranking {
                found.merge(try await vectors.search(ranking.query, among: some).map(ranking.found))
            } else {
                found.merge(some.ids.map(Found.init(listed:)))
            }
        }
        return photos.compactMap { found[$0] }
    }

    func best(of ways: [Way], top: Int) async throws -> [Found] {
        if ways.count == 1 { return ways[0].best }
        var found: [PhotoID: Found] = [:]
        for way in ways {
            found.merge(way.best)
            guard way.ranking == nil else { continue }
            let listed = try await catalog.cards(among: way.photos, order: .newest, top: top, offset: 0)
            found.merge(listed.map { Found(listed: $0.id) })
        }
        return found.values.bestFirst()
    }

    private func hits(
        _ found: [Found], from rank: Int, known listed: [PhotoCard], _ question: SearchRequest, _ ways: [Way]
    ) async throws -> [SearchHit] {
        // Otherwise nothing is said to fit, as that is unknown for some of the photos.
        let tellsWhatFits = ways.allSatisfy(\.tellsWhatFits)
        var cards = Dictionary(listed.map { ($0.id, $0) }) { $1 }
        let rest = found.map(\.id).filter { cards[$0] == nil }
        if !rest.isEmpty { cards.merge(try await catalog.cards(of: rest)) { $1 } }
        let moments = try await moments(in: Array(cards.values), for: ways.compactMap(\.ranking?.query))
        let matchesText = found.contains(where: \.matchesText)
        let texts = try await matchesText ? texts(of: found.filter(\.matchesText).compactMap { cards[$0.id] }) : [:]
        let filters = question.filters
        var hits: [SearchHit] = []
        for (place, one) in found.enumerated() {
            guard let card = cards[one.id] else { continue }
            let reasons = try reasons(for: one, card, texts[card.id])
            hits.append(
                SearchHit(
                    rank: rank + place, score: one.score, fits: tellsWhatFits || one.fits == false ? one.fits : nil,
                    card: card, reasons: one.fits == false ? [] : reasons + filters,
                    stack: question.stacks?.stack(of: card.id), moment: moments[card.id]))
        }
        return hits
    }

    private func texts(of cards: [PhotoCard]) async throws -> [PhotoID: PhotoTexts] {
        let roots = try await catalog.roots()
        let metadata = try await catalog.metadata(of: cards.map(\.id))
        let read = try await catalog.results(.text, of: cards.compactMap(\.content))
        let texts = cards.map { card in
            let read = card.content.flatMap { read[$0] }
            return (card.id, PhotoTexts(card.path, metadata[card.id] ?? PhotoMetadata(), read, below: roots))
        }
        return Dictionary(texts) { $1 }
    }

    private func reasons(
        for found: Found, _ card: PhotoCard, _ texts: PhotoTexts?
    ) throws(EvokeError) -> [SearchReason] {
        var reasons: [SearchReason] = []
        for answer in found.answers {
            var more = answer.meaning.map { [SearchReason(.meaning, $0)] } ?? []
            if let words = answer.words, let texts {
                more += words.reasons(in: texts, named: answer.isNamed)
                more += try [reason(for: words, card)].compactMap(\.self)
            }
            reasons += more.filter { !reasons.contains($0) }
        }
        return reasons
    }

    private func reason(for words: TextQuery, _ card: PhotoCard) throws(EvokeError) -> SearchReason? {
        guard !words.placeNames.isEmpty, let place = card.place else { return nil }
        return SearchReason(words, in: try configuration.partNames(of: place, in: "en"))
    }

    /// How many can be found, and how many more are folded into these.
    private func total(of ways: [Way], _ stacks: PhotoStacks?) async throws -> (count: Int, folded: Int) {
        if ways.allSatisfy({ $0.photos != nil }) {
            let photos = ways.compactMap(\.photos).union
            let folded = stacks.map { photos.count - $0.folded(photos).count } ?? 0
            return (photos.count - folded, folded)
        }
        let count = try await searchableCount()
        guard let stacks, let query = ways.lazy.compactMap(\.ranking?.query).first else { return (count, 0) }
        let found = PhotoSet(try await vectors.search(query, among: stacks.photos).map(\.id))
        let folded = found.count - stacks.folded(found).count
        return (count - folded, folded)
    }

    private func withoutColors(_ ways: [Way]) async throws -> Int {
        let isAsked = ways.contains { $0.question.condition?.asksForColors ?? false }
        return isAsked ? try await catalog.count(lacking: .colors) : 0
    }
}

extension [PhotoID: Found] {
    fileprivate mutating func merge(_ more: [Found]) {
        for one in more {
            if self[one.id]?.merge(one) == nil { self[one.id] = one }
        }
    }
}

extension [Way] {
    /// Nil if one of them has no cut-off.
    var fitting: PhotoSet? {
        allSatisfy { $0.fitting != nil } ? compactMap(\.fitting).union : nil
    }
}

extension [PhotoSet] {
    fileprivate var union: PhotoSet { reduce(PhotoSet()) { $0.union($1) } }
}

extension SearchRequest {
    /// The conditions that its photos meet, whichever branch found them.
    fileprivate var filters: [SearchReason] {
        (query?.parts ?? []).filter(\.isCondition).map { SearchReason(.filter, "\($0)") }
    }

    /// The words that photos match by what they show; nil for vectors.
    var meaning: String? {
        let likes = photos.map(LikedPhoto.number) + files.map(LikedPhoto.file)
        let parts = [words].compactMap(\.self) + likes.map { "\(SearchQuery.Part.like($0))" }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}

extension PhotoCondition {
    fileprivate var asksForColors: Bool { hasTest { if case .color = $0 { true } else { false } } }
    fileprivate var asksForTime: Bool { hasTest { if case .taken = $0 { true } else { false } } }

    private func hasTest(_ isMeant: (PhotoTest) -> Bool) -> Bool {
        switch self {
        case .test(let test): isMeant(test)
        case .not(let condition): condition.hasTest(isMeant)
        case .all(let conditions), .any(let conditions): conditions.contains { $0.hasTest(isMeant) }
        }
    }
}

/// How photos match a request: by what they show and by what is written on them.
struct Ranking: Sendable {
    let query: Embedding
    let cutoff: Cutoff?
    /// Photos that fit something excluded.
    let vetoed: PhotoSet
    let words: TextQuery?
    let textMatches: TextMatches
    /// How many people the words ask for, if they do, and the photos with that many faces.
    let people: PeopleInWords?
    let counted: PhotoSet
    /// The words that a photo matches by what it shows; nil for vectors.
    let meaning: String?

    func found(_ match: VectorMatch) -> Found {
        if vetoed.contains(match.id) { return Found(match, fits: false, .avoided) }
        let isCounted = counted.contains(match.id)
        let isSeen = isCounted && people?.isAll == true ? true : cutoff.map { match.score >= $0.fitting }
        let matchesText = words != nil && textMatches.any.contains(match.id)
        let answer = Found.Answer(
            meaning: (matchesText ? isSeen == true : isSeen != false) ? meaning : nil,
            words: matchesText ? words?.misread(as: textMatches.misreadings) : nil,
            isNamed: textMatches.named.contains(match.id))
        guard let words, matchesText else {
            return isSeen == false
                ? Found(match, fits: false, .other)
                : Found(match, fits: isSeen, isCounted && isSeen == true ? .counted : seen(match), answer)
        }
        return Found(match, fits: true, standing(of: match, words, isSeen: isSeen), answer)
    }

    private func seen(_ match: VectorMatch) -> Found.Standing {
        cutoff.map { match.score >= $0.plain } == true ? .plain : .seen
    }

    private func standing(of match: VectorMatch, _ words: TextQuery, isSeen: Bool?) -> Found.Standing {
        let photo = match.id
        if textMatches.named.contains(photo) { return .named }
        // Misread text counts less than what is seen.
        if textMatches.misread.contains(photo) {
            return isSeen == true ? seen(match) : isSeen == nil ? .read : .misread
        }
        if isSeen == true { return .both }
        // If it is unknown what is seen, nothing is known to be better.
        if isSeen == nil { return .fullText }
        guard words.isSure else { return .mentioned }
        let isRead = textMatches.read.contains(photo)
        if words.saysMuch && !textMatches.placed.contains(photo) { return isRead ? .read : .fullText }
        // Folders, cameras and places are not words that somebody put on the photo.
        guard isRead || textMatches.own.contains(photo) else { return .mentioned }
        return !isRead && cutoff.map { match.score >= $0.hinting } == true ? .fullText : .oneWord
    }
}

struct Found: Sendable {
    /// The rank tier of a photo, for requests that text can match, too.
    enum Standing: Int, Sendable {
        /// Its file name is the query.
        case named
        /// It shows what is asked for, and all words are written on it.
        case both
        /// Several words are written on it; or one is its name or in its title, description or keywords, and what it
        /// shows does not contradict that.
        case fullText
        /// Several words are written on it, some of them only in its picture.
        case read
        /// It shows what is asked for, with the right number of faces.
        case counted
        /// It clearly shows what is asked for.
        case plain
        /// One word is written on it, or was read in its picture.
        case oneWord
        /// It shows what is asked for, or that is unknown; or it is in a list.
        case seen
        /// One word is in the name of its folder or camera, or may be part of another word; or all words are the name
        /// of its place.
        case mentioned
        /// All words are written on it, with a misread letter in its picture.
        case misread
        /// It is only less unlike the request than others.
        case other
        /// It fits something excluded.
        case avoided
    }

    struct Answer: Sendable {
        /// What it shows; nil if that is unknown.
        let meaning: String?
        /// What is written on it; nil if nothing.
        let words: TextQuery?
        /// Whether it is the file's name.
        let isNamed: Bool
    }

    let id: PhotoID
    /// Nil in a list.
    private(set) var score: Float?
    private(set) var fits: Bool?
    private(set) var standing: Standing
    private(set) var answers: [Answer]

    init(listed photo: PhotoID) {
        (id, score, fits, standing, answers) = (photo, nil, true, .seen, [])
    }

    init(_ match: VectorMatch, fits: Bool?, _ standing: Standing, _ answer: Answer? = nil) {
        (id, score, self.fits, self.standing) = (match.id, match.score, fits, standing)
        answers = answer.map { [$0] } ?? []
    }

    /// Whether anything written on it or about it matches.
    var matchesText: Bool { answers.contains { $0.words != nil } }

    /// Merges how the same photo matches in another branch.
    mutating func merge(_ other: Found) {
        fits = fits == true || other.fits == true ? true : fits ?? other.fits
        score = [score, other.score].compactMap(\.self).max()
        standing = standing.rawValue < other.standing.rawValue ? standing : other.standing
        answers += other.answers
    }
}

extension Sequence<Found> {
    /// Best first. Within a tier, photos are ordered by score, and those without a score come last.
    func bestFirst() -> [Found] {
        sorted {
            ($0.standing.rawValue, -($0.score ?? -.infinity), $0.id.value)
                < ($1.standing.rawValue, -($1.score ?? -.infinity), $1.id.value)
        }
    }
}

extension TextMatches {
    var any: PhotoSet { all.union(named).union(misread) }

    func among(_ photos: PhotoSet?) -> TextMatches {
        guard let photos else { return self }
        var matches = TextMatches(
            named: named.intersection(photos), all: all.intersection(photos), own: own.intersection(photos),
            placed: placed.intersection(photos), read: read.intersection(photos),
            misread: misread.intersection(photos))
        matches.misreadings = misreadings
        return matches
    }
}
