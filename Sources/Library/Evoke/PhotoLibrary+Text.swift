import EvokeQuery
import EvokeValues
import EvokeVectorIndex

/// Photos that answer plain words by what is written on them, together with those that answer them by what they show.
extension PhotoLibrary {
    /// A photo in its place among the answers.
    struct Found {
        let match: VectorMatch
        let fits: Bool?
        let standing: SearchHit.Standing
        /// Whether it shows what is asked for, as far as anybody can tell.
        let isSeen: Bool
        let isWritten: Bool
    }

    /// What was found for a question: the best first.
    struct Findings {
        let found: [Found]
        let isLined: Bool
        let words: WrittenWords?
        /// The part of the question that a photo answers by what it shows; nil for vectors.
        let meaning: String?
    }

    /// - Parameter matches: the best by meaning, as many as are asked for or more, best first. Whatever lies behind a photo
    ///   by its meaning and before it by its standing is in `photos(with:)`, so no more are needed.
    func findings(
        for question: Question, _ query: Embedding, _ matches: [VectorMatch], _ line: PartialRangeFrom<Float>?,
        among photos: PhotoSet?, vetoed: PhotoSet
    ) async throws -> Findings {
        let words = question.isInWordsAlone ? question.words.flatMap(WrittenWords.init) : nil
        var written = WrittenMatches()
        if let words { written = try await catalog.photos(with: words).among(photos) }
        let all = written.all.union(written.named)
        var byText: [VectorMatch] = []
        if !all.isEmpty { byText = try await vectors.search([query], top: all.count, among: all)[0] }
        let found = (matches.filter { !all.contains($0.id) } + byText).map { match in
            if vetoed.contains(match.id) {
                return Found(match: match, fits: false, standing: .avoided, isSeen: false, isWritten: false)
            }
            let isSeen = line?.contains(match.score)
            guard let words, all.contains(match.id) else {
                return Found(
                    match: match, fits: isSeen, standing: isSeen == false ? .other : .seen, isSeen: isSeen != false,
                    isWritten: false)
            }
            return Found(
                match: match, fits: true, standing: written.standing(of: match.id, words, isSeen: isSeen),
                isSeen: isSeen == true, isWritten: true)
        }
        return Findings(
            found: found.sorted { ($0.standing, $0.match) < ($1.standing, $1.match) }, isLined: line != nil,
            words: words,
            meaning: question.meaning)
    }

    /// What a question asks for of the photos that were found for it. An order of another kind is that of the photos that
    /// fit, and where none does or no line is drawn, of the best.
    func page(of question: Question, _ findings: Findings) async throws -> [SearchHit] {
        let found = findings.found
        let end = min(question.end, found.count)
        let page = min(question.start, end)..<end
        guard let order = question.order else { return try await hits(findings, page) }
        let fitting = findings.isLined ? found.prefix { $0.fits == true }.count : 0
        guard fitting > 0 else { return order.sorted(try await hits(findings, page), by: \.card) }
        let sorted = order.sorted(
            try await hits(findings, 0..<min(fitting, Self.mostInOrder), withReasons: false), by: \.card)
        let chosen = Array(sorted.dropFirst(question.start).prefix(question.end - question.start))
        let roots = try await roots(for: findings)
        var hits: [SearchHit] = []
        for hit in chosen { hits.append(try await reasoned(hit, findings.found[hit.rank - 1], findings, roots)) }
        return hits
    }

    private func hits(
        _ findings: Findings, _ places: Range<Int>, withReasons: Bool = true
    ) async throws -> [SearchHit] {
        let found = findings.found
        let cards = try await catalog.cards(of: found[places].map(\.match.id))
        let roots = withReasons ? try await roots(for: findings) : []
        var hits: [SearchHit] = []
        for place in places {
            let one = found[place]
            guard let card = cards[one.match.id] else { continue }
            let hit = SearchHit(
                rank: place + 1, score: one.match.score, fits: one.fits, card: card, reasons: [],
                standing: one.standing)
            hits.append(withReasons ? try await reasoned(hit, one, findings, roots) : hit)
        }
        return hits
    }

    private func roots(for findings: Findings) async throws -> [FilePath] {
        findings.words == nil ? [] : try await catalog.roots()
    }

    /// With what it answers, and how.
    private func reasoned(
        _ hit: SearchHit, _ one: Found, _ findings: Findings, _ roots: [FilePath]
    ) async throws -> SearchHit {
        guard one.fits != false else { return hit }
        var reasons: [SearchReason] = []
        if let meaning = findings.meaning, one.isSeen { reasons.append(SearchReason(.meaning, meaning)) }
        if let words = findings.words, one.isWritten {
            let facts = try await catalog.facts(of: hit.id)?.facts ?? PhotoFacts()
            reasons += words.reasons(in: PhotoTexts(hit.path, facts, below: roots), named: one.standing == .named)
        }
        return hit.with(reasons: reasons)
    }
}

extension SearchHit {
    func with(rank: Int? = nil, reasons: [SearchReason]) -> SearchHit {
        SearchHit(
            rank: rank ?? self.rank, score: score, fits: fits, card: card, reasons: reasons, standing: standing)
    }
}

extension Question {
    /// What its photos meet, whichever way they answer it: those parts of its query that ask for no meaning.
    var filters: [SearchReason] {
        (query?.parts ?? []).filter(\.isCondition).map { SearchReason(.filter, "\($0)") }
    }

    fileprivate var meaning: String? {
        let likes = photos.map(LikedPhoto.number) + files.map(LikedPhoto.file)
        let parts = [words].compactMap(\.self) + likes.map { "\(Query.Part.like($0))" }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}

extension WrittenMatches {
    fileprivate func among(_ photos: PhotoSet?) -> WrittenMatches {
        guard let photos else { return self }
        return WrittenMatches(
            named: named.intersection(photos), all: all.intersection(photos), own: own.intersection(photos))
    }

    fileprivate func standing(of photo: PhotoID, _ words: WrittenWords, isSeen: Bool?) -> SearchHit.Standing {
        if named.contains(photo) { return .named }
        if isSeen == true { return .both }
        // Where nobody can tell what is seen, nothing is known to be better.
        if isSeen == nil { return .written }
        return words.isSure && (words.saysMuch || own.contains(photo)) ? .written : .mentioned
    }
}
