package import EvokePorts
package import EvokeValues

extension DuplicateGroup {
    /// Groups of at least two photos, the best first, by what was found in them.
    package static func ranked(
        _ groups: [(kind: Kind, cards: [PhotoCard])], by catalog: any AnalysisStore
    ) async throws -> [DuplicateGroup] {
        let contents = Array(Set(groups.filter { $0.kind != .exact }.flatMap(\.cards).compactMap(\.content)))
        let fingerprints = try await catalog.results(.fingerprint, of: contents).mapValues(\.fingerprint)
        let qualities = try await catalog.results(.quality, of: contents)
        return groups.filter { $0.cards.count > 1 }.map {
            DuplicateGroup($0.kind, $0.cards, fingerprints: fingerprints, qualities: qualities)
        }
    }

    /// Sorts photos best first, and says what makes the first better, by the fingerprints and qualities that exist.
    package init(
        _ kind: Kind, _ cards: [PhotoCard], fingerprints: [ContentDigest: PhotoFingerprint],
        qualities: [ContentDigest: PhotoQuality]
    ) {
        let standings = cards.map { card in
            let content = card.content
            return Standing(
                card, content.flatMap { fingerprints[$0] }, content.flatMap { qualities[$0] }, in: kind)
        }.sorted { $0.isBefore($1) }
        let merits = standings.map { standings[0].merits(over: $0) }
        let any = Set(merits.joined())
        self.init(
            kind,
            standings.indices.map { place in
                Member(
                    standings[place].card,
                    merits: place == 0 ? Merit.allCases.filter(any.contains) : merits[place])
            })
    }
}

/// What a photo is judged by.
private struct Standing {
    /// Detail must be finer by a tenth to count as finer.
    private static let sharper = 1.1

    let card: PhotoCard
    private let kind: DuplicateGroup.Kind
    private let sharpness: UInt16?
    /// Nil if unknown.
    private let isColored: Bool?
    /// How good a shot it is; 0 if unknown.
    private let quality: Int64

    init(
        _ card: PhotoCard, _ fingerprint: PhotoFingerprint?, _ quality: PhotoQuality?, in kind: DuplicateGroup.Kind
    ) {
        (self.card, self.kind) = (card, kind)
        (sharpness, isColored) = (fingerprint?.sharpness, fingerprint?.isColored)
        self.quality = quality.map { Int64(10_000 * $0.sharpness * $0.exposure) } ?? 0
    }

    private var pixels: Int { card.size.map { $0.width * $0.height } ?? 0 }
    private var isOfCamera: Bool { card.path.format?.isOfCamera ?? false }
    private var hasDate: Bool { card.taken?.isOfShot ?? false }

    func isBefore(_ other: Standing) -> Bool {
        for (own, others) in zip(weights, other.weights) where own != others { return own > others }
        return card.path < other.card.path
    }

    /// Each outweighs all that follow.
    private var weights: [Int64] {
        guard kind != .exact else { return [-card.stamp.modifiedNanoseconds] }
        let weights = [
            kind == .burst && card.isFavorite ? 1 : 0, Int64(pixels), isColored == false ? 0 : 1, isOfCamera ? 1 : 0,
            hasDate ? 1 : 0,
            kind == .burst ? quality : 0, kind == .burst ? Int64(sharpness ?? 0) : 0,
        ]
        return weights + [card.stamp.size]
    }

    /// Most important first.
    func merits(over other: Standing) -> [DuplicateGroup.Merit] {
        DuplicateGroup.Merit.allCases.filter { $0.isAsked(in: kind) && has($0, over: other) }
    }

    private func has(_ merit: DuplicateGroup.Merit, over other: Standing) -> Bool {
        switch merit {
        case .favorite: card.isFavorite && !other.card.isFavorite
        case .larger: pixels > other.pixels
        case .colored: isColored == true && other.isColored == false
        case .originalFormat: isOfCamera && !other.isOfCamera
        case .hasDate: hasDate && !other.hasDate
        case .sharper:
            Double(sharpness ?? 0) > Self.sharper * Double(other.sharpness ?? .max)
        case .lessCompressed:
            pixels == other.pixels && card.path.format == other.card.path.format
                && card.stamp.size > other.card.stamp.size
        case .older: card.stamp.modifiedNanoseconds < other.card.stamp.modifiedNanoseconds
        }
    }
}

extension DuplicateGroup.Merit {
    /// Exact copies differ only in their files' times, which say nothing about different shots. For the same picture,
    /// marks don't count, because they go along with whichever file stays.
    fileprivate func isAsked(in kind: DuplicateGroup.Kind) -> Bool {
        switch (kind, self) {
        case (.exact, .older): true
        case (.exact, _), (_, .older): false
        case (.same, .sharper), (.same, .favorite), (.burst, .lessCompressed), (.burst, .colored): false
        default: true
        }
    }
}
