import EvokeQuery
import EvokeValues

/// The questions that a query comes to.
extension Question {
    /// Questions without a query: a photo that answers one of them answers this one.
    ///
    /// Throws `EvokeError`: of the kind `wrongUsage` for a query that asks for too much at once, `notFound` for a place
    /// that nobody knows.
    func alternatives(in places: Places) throws -> [Question] {
        guard let query else { return [self] }
        let ways = try query.alternatives(resolving: places.condition)
        return ways.map { way in
            var plain = self
            plain.query = nil
            plain.words = [words, way.words].joined
            plain.avoided = avoided + way.avoided
            for photo in way.likes {
                switch photo {
                case .number(let number): plain.photos.append(number)
                case .file(let file): plain.files.append(file)
                }
            }
            let conditions = [condition, way.condition].compactMap(\.self)
            plain.condition = conditions.count > 1 ? .all(conditions) : conditions.first
            plain.order = query.order ?? order
            return plain
        }
    }

    /// What has to be asked of each of several alternatives, so that the page can be put together.
    var fromTheStart: Question {
        var whole = self
        (whole.top, whole.offset) = (end, 0)
        return whole
    }

    /// How many are left out, and with how many it is answered; no library has more.
    var start: Int { min(offset, PhotoLibrary.mostPhotos) }
    var end: Int { start + min(top, PhotoLibrary.mostPhotos) }
}

extension [String?] {
    /// With spaces between them; nil where there are none.
    fileprivate var joined: String? {
        let all = compactMap(\.self)
        return all.isEmpty ? nil : all.joined(separator: " ")
    }
}

extension [SearchHit] {
    /// One photo once, with its best score and all reasons; what fits comes first, and of that, what nothing ranks comes
    /// last.
    static func merged(_ answers: [[SearchHit]], for question: Question) -> [SearchHit] {
        var best: [PhotoID: SearchHit] = [:]
        for hit in answers.joined() {
            guard let known = best[hit.id] else {
                best[hit.id] = hit
                continue
            }
            let fits = known.fits == true || hit.fits == true ? true : known.fits ?? hit.fits
            best[hit.id] = SearchHit(
                rank: known.rank, score: Swift.max(known.score, hit.score), fits: fits, card: known.card,
                reasons: known.reasons + hit.reasons.filter { !known.reasons.contains($0) },
                standing: Swift.min(known.standing, hit.standing))
        }
        func key(_ hit: SearchHit) -> (Int, Int, Float, Int64) {
            (hit.fits == false ? 1 : 0, hit.standing.rawValue, -hit.score, hit.id.value)
        }
        var hits = best.values.sorted { key($0) < key($1) }.enumerated().map { place, hit in
            hit.with(rank: place + 1, reasons: hit.reasons)
        }
        if let order = question.query?.order ?? question.order {
            let fitting = hits.filter { $0.fits != false }
            hits = order.sorted(fitting.isEmpty ? hits : fitting, by: \.card)
        }
        return Array(hits.dropFirst(question.start).prefix(question.end - question.start))
    }
}
