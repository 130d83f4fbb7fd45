package import EvokeValues

extension DuplicateGroup {
    /// The best first, and what it has over the others.
    ///
    /// - Parameter looks: of those of the photos that have one, by what they hold.
    package init(_ kind: Kind, _ cards: [PhotoCard], looks: [ContentDigest: PhotoLook]) {
        let standings = cards.map { card in Standing(card, card.content.flatMap { looks[$0] }) }
            .sorted { $0.isBefore($1, in: kind) }
        let merits = standings.map { standings[0].merits(over: $0, in: kind) }
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

/// What one photo is to be judged by.
private struct Standing {
    /// Detail has to be finer by a tenth to be called that.
    private static let sharper = 1.1

    let card: PhotoCard
    private let look: PhotoLook?

    init(_ card: PhotoCard, _ look: PhotoLook?) {
        (self.card, self.look) = (card, look)
    }

    private var pixels: Int { card.size.map { $0.width * $0.height } ?? 0 }
    private var isOfCamera: Bool { card.path.format?.isOfCamera ?? false }
    private var hasDate: Bool { card.taken?.isOfShot ?? false }

    func isBefore(_ other: Standing, in kind: DuplicateGroup.Kind) -> Bool {
        for (own, others) in zip(weights(in: kind), other.weights(in: kind)) where own != others { return own > others }
        return card.path < other.card.path
    }

    /// More of the first one weighs more than all that follow.
    private func weights(in kind: DuplicateGroup.Kind) -> [Int64] {
        guard kind != .exact else { return [-card.stamp.modifiedNanoseconds] }
        let weights = [
            Int64(pixels), look?.isColored == false ? 0 : 1, isOfCamera ? 1 : 0, hasDate ? 1 : 0,
            kind == .burst ? Int64(look?.sharpness ?? 0) : 0,
        ]
        return weights + [card.stamp.size]
    }

    /// The weightiest first.
    func merits(over other: Standing, in kind: DuplicateGroup.Kind) -> [DuplicateGroup.Merit] {
        DuplicateGroup.Merit.allCases.filter { $0.isAsked(in: kind) && has($0, over: other, in: kind) }
    }

    private func has(_ merit: DuplicateGroup.Merit, over other: Standing, in kind: DuplicateGroup.Kind) -> Bool {
        switch merit {
        case .larger: pixels > other.pixels
        case .colored: (look?.isColored ?? false) && other.look?.isColored == false
        case .originalFormat: isOfCamera && !other.isOfCamera
        case .hasDate: hasDate && !other.hasDate
        case .sharper:
            Double(look?.sharpness ?? 0) > Self.sharper * Double(other.look?.sharpness ?? .max)
        case .lessCompressed:
            pixels == other.pixels && card.path.format == other.card.path.format
                && card.stamp.size > other.card.stamp.size
        case .older: card.stamp.modifiedNanoseconds < other.card.stamp.modifiedNanoseconds
        }
    }
}

extension DuplicateGroup.Merit {
    /// Exact copies differ in their files' times alone; of different shots, those say nothing.
    fileprivate func isAsked(in kind: DuplicateGroup.Kind) -> Bool {
        switch (kind, self) {
        case (.exact, .older): true
        case (.exact, _), (_, .older): false
        case (.same, .sharper), (.burst, .lessCompressed), (.burst, .colored): false
        default: true
        }
    }
}
